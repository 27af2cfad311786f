package lanes

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/mpistate"
	"github.com/go-hpc/timers/stats/hdtrace/project"
)

// Aligned says how the clocks of a timeline were.
type Aligned string

// Clocks stand as they do in the traces, were compared by the run, or are aligned by its messages.
const (
	AsRecorded Aligned = ""
	ByRun      Aligned = "run"
	ByMessages Aligned = "messages"
)

// Clock is how far the times of lanes were moved: between two points by what lies on a line through both, and beyond the first
// and the last as on the line through these.
type Clock struct {
	Points []Point // in the order of time, of different times
	Error  int64   // how far they may still be from those of other clocks of the group
	Group  int     // how far clocks of different groups are apart is not known
	Own    int     // lanes with the same number read one clock, whatever was added
}

// Point is how far a time was moved. At is since the start of the timeline, and moved.
type Point struct{ At, Offset int64 }

// add is the time that is read at a time of a clock.
func (c *Clock) add(at int64) int64 {
	n := len(c.Points)
	switch {
	case n == 0:
		return at
	case n == 1:
		return at + c.Points[0].Offset
	}
	first, last := c.Points[0], c.Points[n-1]
	base := first
	if at >= last.At {
		base = last
	} else if at > first.At {
		k, _ := slices.BinarySearchFunc(c.Points, at, func(p Point, at int64) int { return cmp.Compare(p.At, at) })
		first, last = c.Points[k-1], c.Points[k]
		base = first
	}
	return at + base.Offset + int64(math.Round(float64(last.Offset-first.Offset)*(float64(at-base.At)/float64(last.At-first.At))))
}

// pointsOf are those of what a run has measured, with the largest error: of several at one time the one with the smallest.
func pointsOf(list []project.Clock) (points []Point, most int64) {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b project.Clock) int {
		return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(a.Error, b.Error))
	})
	for i, k := range list {
		if i == 0 || k.Time != list[i-1].Time {
			points, most = append(points, Point{int64(k.Time), int64(k.Offset)}), max(most, int64(k.Error))
		}
	}
	return points, most
}

// clocks is what clock a lane or statistics stand by: those of a rank that of the rank.
type clocks struct {
	list   []Clock
	byLane []int
	byNode map[string]int // of hosts and ranks, by the first lane of each
}

// of returns the clock of a node, nil if nothing is known of it.
func (c *clocks) of(n *hdtrace.Node) *Clock {
	host, rank, _ := labels(n)
	if at, known := c.byNode[nodeKey(host, rank)]; known {
		return &c.list[at]
	}
	return nil
}

func nodeKey(host, rank string) string { return host + "\x00" + rank }

func (c *clocks) assign(lane *surveyed, clock int) {
	c.byLane = append(c.byLane, clock)
	for _, rank := range []string{lane.Rank, ""} {
		key := nodeKey(lane.Host, rank)
		if _, known := c.byNode[key]; !known {
			c.byNode[key] = clock
		}
	}
}

// recorded are the clocks that a project tells of.
func recorded(list []project.Clock, lanes []surveyed) (c clocks) {
	type trace struct {
		rank   int
		thread string
	}
	known := map[trace][]project.Clock{}
	for _, k := range list {
		known[trace{k.Rank, k.Thread}] = append(known[trace{k.Rank, k.Thread}], k)
	}
	own := map[string]int{}
	c.byNode = map[string]int{}
	for i := range lanes {
		l := &lanes[i]
		points := known[trace{l.rank, l.Thread}]
		if points == nil {
			points = known[trace{l.rank, ""}]
		}
		clock := Clock{Group: len(list) + i, Own: len(own)} // of which nothing is known
		key := nodeKey(l.Host, "")
		if points != nil {
			clock.Group = 0
			clock.Points, clock.Error = pointsOf(points)
			if points[0].Own {
				key = nodeKey(l.Host, l.Rank)
			}
		} else {
			key = nodeKey(l.Host, l.Rank+"\x00"+l.Thread)
		}
		if at, same := own[key]; same {
			clock.Own = at
		}
		own[key] = clock.Own
		c.list = append(c.list, clock)
		c.assign(l, len(c.list)-1)
	}
	return c
}

// estimated are clocks by what was sent: one of each host, or where what its ranks have sent each other speaks against
// that, of each of its ranks.
func estimated(f *traffic, lanes []surveyed) (c clocks, conflict int64) {
	c.byNode = map[string]int{}
	apart := map[string]bool{} // hosts
	at := func(lane int) string {
		if l := &lanes[lane]; apart[l.Host] {
			return nodeKey(l.Host, l.Rank)
		}
		return nodeKey(lanes[lane].Host, "")
	}
	resolution := f.resolution()
	f.bounds(func(lane int) string { return lanes[lane].Host }, func(from, to end) {
		if lanes[from.lane].Host == lanes[to.lane].Host && from.since-to.until > resolution {
			apart[lanes[from.lane].Host] = true
		}
	})
	places := map[string]int{}
	for i := range lanes {
		key := at(i)
		if _, known := places[key]; !known {
			places[key] = len(places)
		}
		c.assign(&lanes[i], places[key])
	}
	spans := make([]span, len(places))
	for i := range spans {
		spans[i] = span{math.MaxInt64, math.MinInt64}
	}
	for i, clock := range c.byLane {
		s := &spans[clock]
		s.since, s.until = min(s.since, int64(lanes[i].from)), max(s.until, int64(lanes[i].to))
	}
	c.list, conflict = alignAll(spans, func(give func(from, to int, since, until int64)) {
		f.bounds(at, func(from, to end) {
			if a, b := c.byLane[from.lane], c.byLane[to.lane]; a != b {
				give(a, b, from.since, to.until+resolution)
			}
		})
	})
	return c, conflict
}

// resolution is that of the times of the traces, as far as they show: HDTrace's own are of microseconds.
func (f *traffic) resolution() int64 {
	for _, lists := range []map[mpistate.Channel][]end{f.sent, f.got} {
		for _, list := range lists {
			for _, e := range list {
				if e.since%1000 != 0 || e.until%1000 != 0 {
					return 0
				}
			}
		}
	}
	return 1000
}

// bounds gives what cannot end before something else has begun: receives, of what was sent, and collective calls. Of the
// latter it takes for each clock, which clockOf names, the last to come and the first to go.
func (f *traffic) bounds(clockOf func(lane int) string, give func(from, to end)) {
	for at, sent := range f.sent {
		got := f.got[at]
		for i := range min(len(sent), len(got)) {
			give(sent[i], got[i])
		}
	}
	for place, ranks := range f.collectives {
		f.eachCall(place, ranks, func(all []together, root int) {
			kind := depends(all[0].name)
			if kind == "" {
				return
			}
			type bound struct{ last, first end }
			of := map[string]bound{}
			for _, one := range all {
				if one.bytes == 0 && one.name != "Barrier" {
					continue
				}
				b, known := of[clockOf(one.lane)]
				if !known || one.since > b.last.since {
					b.last = one.end
				}
				if !known || one.until < b.first.until {
					b.first = one.end
				}
				of[clockOf(one.lane)] = b
			}
			for from, a := range of {
				for to, b := range of {
					switch {
					case kind == "root" && root >= 0 && clockOf(all[root].lane) == from:
						give(all[root].end, b.first)
					case kind == "to root" && root >= 0 && clockOf(all[root].lane) == to:
						give(a.last, all[root].end)
					case kind == "all" && (len(of) <= mostPairs || clockOf(all[0].lane) == from || clockOf(all[0].lane) == to):
						give(a.last, b.first)
					}
				}
			}
		})
	}
}

// mostPairs is up to how many clocks each is compared with each in a collective call; of more, each with the first.
const mostPairs = 64

// depends says on whom calls wait for data, by their names without MPI_: those of which some ranks may send nothing are
// not among them.
func depends(name string) string {
	switch name {
	case "Barrier", "Allreduce", "Allgather", "Alltoall":
		return "all"
	case "Bcast", "Scatter":
		return "root"
	case "Reduce", "Gather":
		return "to root"
	}
	return ""
}
