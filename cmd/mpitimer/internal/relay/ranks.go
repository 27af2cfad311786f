package relay

import (
	"fmt"
	"iter"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/flights"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export/page/heat"
)

// A timeline of ranks on other nodes is sent again and again: so many bytes of all ranks together, and of no more ranks.
const (
	recordBytes   = 4 << 20
	leastRoom     = 2 << 10 // bytes of a rank
	mostRoom      = 256 << 10
	recordedRanks = recordBytes / leastRoom
)

// times gathers those of the single ranks of the last look that are here and below. What is wrong is told.
func (n *node) times(q question) (m *heat.Map, recorded bool, problems []string) {
	if n.last == nil || q.Frame == nil {
		return nil, false, nil
	}
	m, err := heat.New(q.Frame)
	if err != nil {
		return nil, false, []string{n.crew.Host + ": " + err.Error()}
	}
	for rank, p := range n.before {
		if job.Within(n.ranks, rank) {
			if err := m.Add(p); err != nil {
				problems = append(problems, fmt.Sprintf("%s: rank %d: %v", n.crew.Host, rank, err))
			}
		}
	}
	n.keepRecords()
	below, more := n.last.times(n.crew, q, m)
	return m, n.recorded || below, first(append(problems, more...))
}

// times joins those of the crew to m.
func (g *gathering) times(c *crew, q question, m *heat.Map) (recorded bool, problems []string) {
	for i, a := range g.again(c, q, nil) {
		switch host := g.joined[i].link.host; {
		case a == nil:
			problems = append(problems, host+": times of its ranks are missing")
		case a.Times == nil:
			problems = append(problems, a.Problems...)
		default:
			recorded = recorded || a.Record
			problems = append(problems, a.Problems...)
			if err := m.Join(a.Times); err != nil {
				problems = append(problems, host+": "+err.Error())
			}
		}
	}
	return recorded, problems
}

// first leaves the first few of what is wrong: of many nodes there may be as much as ranks.
func first(problems []string) []string {
	const most = 20
	if len(problems) <= most {
		return problems
	}
	return append(problems[:most:most], "and more of the kind")
}

// keepRecords opens the files of flight recorders, which go when the run ends.
func (n *node) keepRecords() {
	if n.run == nil || n.recorded || !flights.Beside(n.run.Tables) {
		return
	}
	n.recorded = true
	for range flights.Each(n.recordedTables(), 0) {
	}
}

// recordedTables are those of the first ranks of the run, as many as a timeline has.
func (n *node) recordedTables() (list []*ranktable.Table) {
	if n.run == nil {
		return nil
	}
	for _, t := range n.run.Tables {
		if info, err := t.Info(); err == nil && info.Rank < recordedRanks {
			list = append(list, t)
		}
	}
	return list
}

// records gathers what the flight recorders here and below have lately.
func (n *node) records(q question) *flights.Sent {
	s := &flights.Sent{}
	if n.last == nil {
		return s
	}
	room := min(max(q.Room, leastRoom), mostRoom)
	for r, err := range flights.Each(n.recordedTables(), flights.MostIntervals(room)) {
		if err != nil {
			s.Problems = append(s.Problems, fmt.Sprintf("%s: %v", n.crew.Host, err))
		}
		if len(r.Flights) > 0 {
			s.Add(r, room)
		}
	}
	n.last.records(n.crew, q, s)
	s.Problems = first(s.Problems)
	return s
}

// records joins those of the crew to s.
func (g *gathering) records(c *crew, q question, s *flights.Sent) {
	for i, a := range g.again(c, q, nil) {
		j := &g.joined[i]
		if a == nil || a.Sent == nil {
			s.Problems = append(s.Problems, j.link.host+": what its ranks did over time is missing")
			continue
		}
		if err := s.Join(a.Sent, j.later); err != nil {
			s.Problems = append(s.Problems, j.link.host+": "+err.Error())
		}
	}
}

// Times are those of the single ranks of the last look, whose Summary is s, and whether there are flight recorders. What
// could not be had of them is told.
func (n *Nodes) Times(s *stats.Summary) (m *heat.Map, recorded bool, problems []string) {
	if n.last == nil {
		return nil, false, nil
	}
	f := heat.FrameOf(s)
	m, err := heat.New(f)
	if err != nil {
		return nil, false, []string{err.Error()}
	}
	recorded, problems = n.last.times(n.crew, question{Kind: forTimes, Frame: f, Wait: n.wait}, m)
	return m, recorded, problems
}

// Records are what the flight recorders of the ranks have lately, of a run of so many ranks. The last error tells what could
// not be had.
func (n *Nodes) Records(size int) iter.Seq2[flights.Rank, error] {
	s := &flights.Sent{}
	if n.last != nil {
		n.last.records(n.crew, question{Kind: forRecords, Room: recordBytes / max(size, 1), Wait: n.wait}, s)
	}
	if size > recordedRanks {
		s.Problems = append(s.Problems, fmt.Sprintf("the timeline has only the first %d ranks of %d, because other nodes send theirs", recordedRanks, size))
	}
	return s.Each
}

// laterThan is how much later this clock is than that of one who has answered, 0 if they differ by no more than the way takes.
func laterThan(a *asked) time.Duration {
	later := a.sent.Sub(a.answer.At)
	if later.Abs() < clockError {
		return 0
	}
	return later
}
