package export

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"github.com/go-hpc/timers/stats"
)

// WriteChrome writes trace events as Chrome and Perfetto read them: a process for each rank and a lane for
// each of its threads, or, with only a Summary, one process for the mean over ranks and one for the maximum.
// When calls happened was not measured: each region is one event as long as all its calls together, and the
// events follow one another. otherData says so.
func WriteChrome(w io.Writer, r Run) error {
	v, err := r.view()
	if err != nil {
		return err
	}
	found := v.placed()
	c := &chrome{plain: newPlain(w), v: v, before: "\n"}
	c.raw(`{"displayTimeUnit":"ns",` + "\n" + `"otherData":{`)
	c.about(v)
	c.raw("},\n\"traceEvents\":[")
	if len(v.profiles) == 0 {
		for i, l := range v.reduced() {
			c.process(i, l.name)
			c.lane(i, 0, v.reducedEvents(l))
		}
	}
	for _, p := range v.profiles {
		regions, err := found.regions(p)
		if err != nil {
			return err
		}
		c.rank(v, p, regions)
	}
	c.raw("]}\n")
	return c.Flush()
}

type chrome struct {
	*plain
	v      *view
	before string
}

func (c *chrome) about(v *view) {
	c.key("", "layout")
	c.text("When calls happened was not measured. Each region is one event as long as all its calls together; events stand one after the other, in the order in which the regions first ran.")
	if v.estimates != nil {
		c.key(",\n", "estimated")
		c.text(sampledNote)
	}
	c.key(",\n", "program")
	c.text(v.s.Program)
	c.key(",", "ranks")
	c.text(fmt.Sprint(v.s.Size))
	for _, key := range slices.Sorted(maps.Keys(v.meta)) {
		if key != "layout" && key != "estimated" && key != "program" && key != "ranks" {
			c.key(",\n", key)
			c.text(v.meta[key])
		}
	}
}

// event is a region on a lane.
type event struct {
	parent      int // in the list, −1: none
	name        string
	environment string
	self        float64 // nanoseconds
	calls       float64
	region      *stats.Region // of all ranks
	lacks       stats.Lacks
	estimated   bool
}

func (v *view) reducedEvents(l lane) []event {
	list := make([]event, 0, len(v.s.Regions))
	at := make([]int, len(v.s.Regions)) // in the list, −1: not there
	for i := range v.s.Regions {
		g := &v.s.Regions[i]
		if at[i] = -1; g.OnDevice() != l.devices {
			continue
		}
		e := event{parent: -1, name: v.names[i], environment: v.environments[g.Environment], self: l.self[i], region: g, lacks: g.Lacks, estimated: v.estimatedIn(i)}
		if g.Parent >= 0 {
			e.parent = at[g.Parent]
		}
		if l.calls != nil {
			e.calls = l.calls[i]
		}
		at[i] = len(list)
		list = append(list, e)
	}
	return list
}

func (c *chrome) rank(v *view, p *stats.Profile, regions []int) {
	c.process(p.Rank, rankName(p))
	for _, track := range tracks(p) {
		name := "main"
		if track < len(p.Tracks) {
			name = readable(p.Tracks[track])
		}
		c.metadata("thread_name", p.Rank, track)
		c.text(name)
		c.raw("}}")
		c.metadataIndex("thread_sort_index", p.Rank, track, track)
		self := selfOn(p, track)
		at := make([]int, len(p.Nodes)) // of nodes in the list; that of its parent for one that did not run here
		var list []event
		for i := range p.Nodes {
			n := &p.Nodes[i]
			parent := -1
			if n.Parent >= 0 {
				parent = at[n.Parent]
			}
			at[i] = parent
			if m := n.On(track); m != nil && (m.Calls > 0 || m.Total > 0 || m.Running > 0) {
				at[i] = len(list)
				list = append(list, event{parent: parent, name: shown(n.Name), environment: readable(p.Environments[n.Environment].Name), self: float64(self[i]), calls: float64(m.Calls), lacks: n.Lacks, estimated: v.estimatedIn(regions[i])})
			}
		}
		c.lane(p.Rank, track, list)
	}
}

func (c *chrome) process(pid int, name string) {
	c.metadata("process_name", pid, 0)
	c.text(name)
	c.raw("}}")
	c.metadataIndex("process_sort_index", pid, 0, pid)
}

func (c *chrome) metadata(what string, pid, tid int) {
	c.head("M", what, pid, tid)
	c.raw(`,"args":{"name":`)
}

func (c *chrome) metadataIndex(what string, pid, tid, index int) {
	c.head("M", what, pid, tid)
	c.raw(`,"args":{"sort_index":`)
	c.int(index)
	c.raw("}}")
}

func (c *chrome) head(phase, name string, pid, tid int) {
	c.raw(c.before + `{"ph":"` + phase + `","name":`)
	c.before = ",\n"
	c.text(name)
	c.raw(`,"pid":`)
	c.int(pid)
	c.raw(`,"tid":`)
	c.int(tid)
}

// lane writes the events of one lane. An event is as long as its own time and that of the events in it, so
// that they nest; it is counted in whole nanoseconds, so that they do so to the last digit.
func (c *chrome) lane(pid, tid int, list []event) {
	length := make([]int64, len(list))
	longest := math.MaxInt64 / 2 / float64(len(list)+1) // so that the sum fits
	for i := len(list) - 1; i >= 0; i-- {
		length[i] += int64(min(math.Round(list[i].self), longest))
		if p := list[i].parent; p >= 0 {
			length[p] += length[i]
		}
	}
	next := make([]int64, len(list)) // where the next event in this one begins
	var end int64
	for i := range list {
		e := &list[i]
		begin := &end
		if e.parent >= 0 {
			begin = &next[e.parent]
		}
		next[i] = *begin
		if length[i] > 0 || e.calls > 0 {
			c.event(pid, tid, e, *begin, length[i])
		}
		*begin += length[i]
	}
}

func (c *chrome) event(pid, tid int, e *event, begin, length int64) {
	c.head("X", e.name, pid, tid)
	c.raw(`,"cat":`)
	c.text(e.environment)
	c.raw(`,"ts":`)
	c.micros(begin)
	c.raw(`,"dur":`)
	c.micros(length)
	c.raw(`,"args":{`)
	if e.lacks&stats.LacksCalls == 0 {
		c.raw(`"calls":`)
		c.float(e.calls)
		c.raw(",")
	}
	c.raw(`"self_us":`)
	c.known(unless(e.lacks&stats.LacksSelf != 0, e.self/1e3))
	if e.estimated {
		c.raw(`,"estimated":true`)
	}
	if g := e.region; g != nil {
		c.raw(`,"ranks":`)
		c.int(g.Ranks)
		c.extreme("min", c.v.s.Figure(g, stats.FigureMin))
		c.extreme("max", c.v.s.Figure(g, stats.FigureMax))
		if g.Max.Rank >= 0 {
			c.raw(`,"max_rank":`)
			c.int(g.Max.Rank)
		}
	}
	c.raw("}}")
}

// extreme writes a smallest or largest time, if it is known.
func (c *chrome) extreme(name string, f stats.Figure) {
	if f.Known {
		c.raw(`,"` + name + `_us":`)
		c.float(f.Value / 1e3)
	}
}

// micros writes nanoseconds as microseconds, with all digits.
func (c *chrome) micros(ns int64) {
	c.scratch = fmt.Appendf(c.scratch[:0], "%d.%03d", ns/1000, ns%1000)
	c.Write(c.scratch)
}
