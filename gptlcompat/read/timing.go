package read

import (
	"io"
	"math"
	"slices"
	"strings"

	"github.com/go-hpc/timers/gptlcompat/counters"
	"github.com/go-hpc/timers/gptlcompat/internal/gptl8"
	"github.com/go-hpc/timers/gptlcompat/internal/layout"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/stats"
)

// Timing reads upstream's file of one process, or its output on stderr, with other text around it. It
// also accepts the titles of older versions. The rank is not in the file.
//
// Options holds the columns that a Profile does not: for the clock's parts, values that print like the
// file's.
//
// The error is ErrNoTable or a *SyntaxError; the result holds the rows before it.
func Timing(r io.Reader) (*TimingFile, error) {
	return only(r, "timing of a process", readTiming, "one process, not a second", nil)
}

// readTiming reads up to the file of another process, which is left to be read again.
func readTiming(l *lines) (*TimingFile, error) {
	f := &TimingFile{Profile: &stats.Profile{}}
	t := timingReader{tables: tables{lines: l, p: f.Profile, build: &f.Options.Build}, o: &f.Options}
	t.o.CallErrors, t.o.NoOverhead, t.o.NoThreadSort = new(bool), true, true
	another := func() bool { return t.starts(gptl8.Version) && t.threads != nil }
	err := t.read(another, t.titles, t.line)
	var rows [][]int
	t.built("with UNDERLYING_PTHREADS")
	t.o.Method, rows = t.nodes()
	t.o.NoPreamble = !t.noted
	if t.cost {
		t.p.Clock.PairCost, t.o.Components = 2e9*t.total, t.components()
	}
	t.extras(rows)
	f.Unknown = unknown(t.unknown("Profile.Rank"), unless(t.rate, "Clock.Hz"))
	if len(f.Profile.Counters) > 0 {
		f.Unknown = slices.DeleteFunc(f.Unknown, func(name string) bool { return name == "Profile.Counters" || name == "Node.Values" })
	}
	return f, err
}

// timingReader is the file of a process while it is being read.
type timingReader struct {
	tables
	o      *upstream.TimingOptions
	first  titles // of the first thread
	costs  upstream.Components
	parts  [len(gptl8.Parts)]overheadPart
	total  float64 // cost of a start or stop
	rate   bool    // of the clock is known
	events []upstream.Event
}

// line takes what one line says beside the tables.
func (t *timingReader) line() {
	o, version, mhz := t.o, gptl8.Upstream, 0.0
	size, memory := &upstream.ProcessSize{}, &upstream.TimingMemory{}
	if o.Memory != nil {
		memory = o.Memory
	}
	switch {
	case t.is(gptl8.Version, &version):
		if version, t.scaled = cutScaled(version); version != gptl8.Upstream {
			o.Version = version
		}
	case t.is(gptl8.Wrong):
		*o.CallErrors = true
	case t.is(gptl8.Imperfect):
		o.ImperfectNesting, t.flat = true, true
	case t.is(gptl8.ClockSource, &o.ClockSource), t.is(gptl8.Autoprofiling, &o.Autoprofiling), t.is(gptl8.Probe, &t.costs.Probe):
	case t.is(gptl8.ClockRate, &mhz):
		t.rate, t.p.Clock.Hz = true, 1e6*mhz
	case t.is(gptl8.Cost, &t.total):
		t.cost = true
	case t.is(gptl8.Autoprofile, nil, &t.costs.Autoprofile), t.is(gptl8.Instrumented, &t.costs.Instrumented, nil):
	case t.is(gptl8.ProcessSize, &size.Size, &size.Resident):
		o.ProcessSize = size
	case strings.HasPrefix(t.text, gptl8.Multiplexing), strings.HasPrefix(t.text, strings.TrimLeft(gptl8.Multiplexing, " ")):
		o.Multiplexed = strings.HasSuffix(t.text, "ON")
	case t.text == gptl8.EventNotes:
		o.EventNotes = t.list()
	case t.text == gptl8.Counted:
		o.Counted = t.list()
	case strings.HasPrefix(t.text, "Same stats sorted by timer"):
		o.NoThreadSort = false
	case t.is(gptl8.AllOccupied, nil):
		o.Memory = memory
	case t.is(gptl8.AllHash, (*kiloBytes)(&memory.Hash)), t.is(gptl8.AllRegions, (*kiloBytes)(&memory.Regions), nil),
		t.is(gptl8.AllLinks, (*kiloBytes)(&memory.Links)), t.is(gptl8.AllStacks, (*kiloBytes)(&memory.Stacks)):
	default:
		for k, label := range gptl8.Parts {
			t.is(layout.Line(label)+gptl8.Part, &t.parts[k].shown, &t.parts[k].share)
		}
	}
}

// list reads up to an empty line; there are few lines, since there are few counters.
func (t *timingReader) list() (lines []string) {
	const most = 4 * counters.Most
	for len(lines) < most && t.next() {
		if strings.TrimSpace(t.text) == "" && len(t.text) < 2 {
			break
		}
		if !strings.HasPrefix(t.text, "  ") {
			t.back()
			break
		}
		lines = append(lines, t.text[2:])
	}
	return lines
}

// overheadPart is a part of the overhead as the file has it.
type overheadPart struct{ shown, share float64 }

// components finds the parts of the overhead, for which the file has two digits, but three of their shares.
// Among the values that print like the file's it takes some whose sum is right.
func (t *timingReader) components() *upstream.Components {
	c := &t.costs
	var least, larger [len(gptl8.Parts)]float64
	missing, room := t.total, 0.0
	for k, p := range t.parts {
		if p.shown <= 0 {
			continue
		}
		share := p.share / 100 * t.total
		half := 0.0499 * math.Pow(10, math.Floor(math.Log10(p.shown*1.0001))) // of the last digit
		below := half
		if p.shown < 1.01*20*half {
			below = half / 10 // 1.0e-09 is rounded from 0.995e-09
		}
		least[k] = max(share-0.000499*t.total, p.shown-below)
		larger[k] = min(share+0.000499*t.total, p.shown+half) - least[k]
		missing, room = missing-least[k], room+larger[k]
	}
	for k, to := range [...]*float64{&c.Fortran, &c.Thread, &c.Hash, &c.Entry, &c.Clock, &c.Misc} {
		*to = least[k]
		if room > 0 {
			*to += larger[k] * missing / room
		}
		*to = gptl8.Quantity(*to)
	}
	return c
}

// titles finds the columns. Older versions wrote their titles otherwise; the columns are the same.
func (t *timingReader) titles() (titles, error) {
	c := titles{at: strings.Index(t.text, "   Called"), flags: !t.flat}
	list := strings.Fields(t.text[max(c.at, 0):])
	// A title may have "_" elsewhere, and letters of another case.
	found := func(titles string) bool {
		n := len(strings.Fields(titles))
		plain := func(s string) string { return strings.ToLower(strings.ReplaceAll(s, "_", "")) }
		if len(list) < n || plain(strings.Join(list[:n], " ")) != plain(strings.Join(strings.Fields(titles), " ")) {
			return false
		}
		list = list[n:]
		return true
	}
	take := func(column layout.Column) bool {
		ok := found(column.Title)
		if ok {
			c.columns = append(c.columns, column)
		}
		return ok
	}
	if c.at < 0 || !take(gptl8.Called) {
		return c, t.fail("the titles Called and Recurse")
	}
	c.cpu = take(gptl8.CPU)
	if found("Wallclock max min") {
		c.columns = append(c.columns, gptl8.Wall)
	} else if !take(gptl8.Wall) {
		t.timeless, t.o.NoWall = true, true
	}
	percent := len(list) > 0 && strings.HasPrefix(list[0], gptl8.ShareTitle)
	if percent {
		c.columns, list = append(c.columns, gptl8.Share("")), list[1:]
	}
	costs := take(gptl8.Costs)
	c.moved = take(gptl8.Moved)
	// Builds of GPTL add collisions in its hash table, and with nested OpenMP the numbers of a thread at both levels.
	for _, built := range [][]string{{"maj", "min"}, {"Collide"}} {
		if n := len(list) - len(built); n >= 0 && slices.Equal(list[n:], built) {
			c.over, list = c.over+len(built), list[:n]
		}
	}
	var events []upstream.Event
	for len(list) > 0 {
		e, rate := upstream.Event{Title: list[0]}, gptl8.NoRate
		list = list[1:]
		if e.PerSecond = found(gptl8.RateTitle); e.PerSecond {
			rate = gptl8.Titled
		}
		c.columns = append(c.columns, gptl8.Event(e.Title, len(events), false, rate))
		events = append(events, e)
	}
	c.events = len(events)
	if len(t.threads) == 1 {
		t.first, t.events = c, events
		t.o.Percent, t.o.NoOverhead = percent, !costs
	} else if !slices.EqualFunc(c.columns, t.first.columns, sameTitle) {
		return c, t.fail("the titles of the table before")
	}
	return c, nil
}

func sameTitle(a, b layout.Column) bool { return a.Title == b.Title }

// onTrack is a node on one track.
type onTrack struct{ node, track int }

// extras makes the functions that return what has no place in a Profile.
func (t *timingReader) extras(rowOf [][]int) {
	of := map[onTrack]*layout.Row{}
	for i := range t.threads {
		for r, node := range rowOf[i] {
			if more := t.threads[i].more; more != nil && node >= 0 {
				of[onTrack{node, t.threads[i].track}] = more[r]
			}
		}
	}
	value := func(get func(*layout.Row) float64) func(node, track int) float64 {
		return func(node, track int) float64 {
			if r := of[onTrack{node, track}]; r != nil {
				return get(r)
			}
			return 0
		}
	}
	if t.first.cpu {
		user := value(func(r *layout.Row) float64 { return r.User })
		system := value(func(r *layout.Row) float64 { return r.System })
		t.o.CPU = func(node, track int) (float64, float64) { return user(node, track), system(node, track) }
	}
	if t.first.moved {
		t.o.Bytes = value(func(r *layout.Row) float64 { return float64(r.Bytes) * float64(r.Calls) })
	}
	for k, e := range t.events {
		if c := t.first.columns[len(t.first.columns)-len(t.events)+k]; len(c.Cells) > 1 && !e.PerSecond {
			e.PerSecond, e.Untitled = true, true
		}
		e.Count = value(func(r *layout.Row) float64 {
			if r.Counts[k] == gptl8.BadCount {
				return math.NaN()
			}
			return r.Counts[k]
		})
		isQuotient := slices.Contains(quotients, strings.TrimSpace(e.Title))
		for _, r := range of {
			v := r.Counts[k]
			isQuotient = isQuotient || v < 1e6 && v != float64(int64(v))
		}
		if isQuotient {
			e.Per = value(func(*layout.Row) float64 { return 1 })
		} else {
			t.counter(&e)
		}
		t.o.Events = append(t.o.Events, e)
	}
}

// counter makes an event a counter of the profile, under the name that has its title, if the file lists names.
func (t *timingReader) counter(e *upstream.Event) {
	name := e.Title
	for _, full := range t.o.Counted {
		short := full[min(len("PAPI_"), len(full)):]
		if strings.TrimSpace(gptl8.EventTitle(short)) == e.Title || strings.TrimSpace(gptl8.EventTitle(full)) == e.Title {
			name = full
		}
	}
	p := t.p
	if slices.ContainsFunc(p.Counters, func(c stats.Counter) bool { return c.Name == name }) {
		return // of two whose titles begin alike nobody knows which is which
	}
	p.Counters = append(p.Counters, stats.Counter{Name: name, Step: 1, Domain: stats.OfThread})
	for i := range p.Nodes {
		n := &p.Nodes[i]
		sum := int64(stats.NoValue)
		tracks := []int{0}
		if n.ByTrack != nil {
			tracks = tracks[:0]
			for _, m := range n.ByTrack {
				tracks = append(tracks, m.Track)
			}
		}
		for _, track := range tracks {
			if v := e.Count(i, track); !math.IsNaN(v) && v < 1e18 {
				sum = max(sum, 0) + int64(v)
			}
		}
		n.Values = append(n.Values, sum)
	}
}
