package gptl

import (
	"slices"
	"sync"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/byname"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/stats"
)

// nesting is GPTL's treatment of timers that are not nested, with the option Nesting: a stop ends the timer that it
// names and no other.
type nesting struct {
	mu        sync.Mutex
	goOn      []goingOn
	ended     []goingOn // whose rest, before, the tree has not
	imperfect bool      // it has happened
}

// goingOn is a timer that runs for GPTL, while the tree below the one that it was started in has been closed.
type goingOn struct {
	track  int
	name   string
	since  int64         // when it was closed
	before time.Duration // that it had run by then
}

// stopAsGPTL is Stop that lets what runs inside go on.
func (l *library) stopAsGPTL(name string) error {
	rank := engine.Of(l.timers)
	track, now := rank.Track(), clock.Nanotime()
	n := &l.nesting
	n.mu.Lock()
	defer n.mu.Unlock()
	switch ended := byname.Find(rank, name); ended {
	case byname.EndedInner:
	case byname.EndedNotFound:
		if i := slices.IndexFunc(n.goOn, func(g goingOn) bool { return g.track == track && g.name == name }); i >= 0 {
			n.ended = append(n.ended, goingOn{track: track, name: name, before: time.Duration(now - n.goOn[i].since)})
			n.goOn = slices.Delete(n.goOn, i, i+1)
			return nil
		}
		fallthrough
	case byname.EndedRegion:
		return stopped(name, stopNamed(name))
	default:
		return nil // it is done, or there is nothing to do
	}
	var open []engine.OpenRegion // inside it
	for _, r := range rank.OpenRegions() {
		if r.Track == track {
			if open = append(open, r); nameOf(r) == name {
				open = open[:0]
			}
		}
	}
	stopNamed(name)
	still := rank.OpenRegions()
	open = slices.DeleteFunc(open, func(r engine.OpenRegion) bool { // outside of a recursive call that has been stopped
		return slices.ContainsFunc(still, func(o engine.OpenRegion) bool { return o.Track == track && slices.Equal(o.Path, r.Path) })
	})
	for _, r := range open {
		n.goOn = append(n.goOn, goingOn{track, nameOf(r), now, r.Elapsed})
	}
	n.imperfect = true
	_ = l.warn("Stop(%q): %w: what was started after it goes on", name, ErrNotNested)
	return nil
}

func nameOf(r engine.OpenRegion) string { return r.Path[len(r.Path)-1] }

// isImperfect reports whether timers were not nested.
func (n *nesting) isImperfect() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.imperfect
}

// show takes the calls that go on off what their nodes have measured, and shows these as running; to others it adds what
// they had still to run.
func (n *nesting) show(nodes []stats.Node) {
	n.mu.Lock()
	defer n.mu.Unlock()
	change(nodes, n.goOn, reopen)
	change(nodes, n.ended, func(m *stats.Measure, rest time.Duration) {
		if m.Total += int64(rest); m.Timed == 1 {
			m.Min, m.Max = m.Total, m.Total
		}
		m.Max = max(m.Max, int64(rest))
	})
}

// correct does the same for one timer.
func (n *nesting) correct(v *byname.Value, name string, track int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, g := range n.goOn {
		if g.name == name && g.track == track && v.Calls > 0 {
			v.Running, v.Calls, v.Total = true, v.Calls-1, max(v.Total-g.before, 0)
			if v.Calls == 0 {
				v.Recursion, v.Total = 0, 0
			}
		}
	}
	for _, g := range n.ended {
		if g.name == name && g.track == track {
			v.Total += g.before
		}
	}
}

// change changes what was measured of timers, on their tracks.
func change(nodes []stats.Node, list []goingOn, measure func(*stats.Measure, time.Duration)) {
	for _, g := range list {
		for i := len(nodes) - 1; i >= 0; i-- {
			m := &nodes[i]
			at := slices.IndexFunc(m.ByTrack, func(t stats.TrackMeasure) bool { return t.Track == g.track })
			if m.Name != g.name || m.Calls == 0 || at < 0 && (m.ByTrack != nil || g.track != 0) {
				continue
			}
			measure(&m.Measure, g.before)
			if at >= 0 {
				m.ByTrack = slices.Clone(m.ByTrack)
				measure(&m.ByTrack[at].Measure, g.before)
			}
			break
		}
	}
}

func reopen(m *stats.Measure, before time.Duration) {
	m.Running++
	if m.Calls--; m.Calls > 0 && m.Timed > 1 {
		m.Timed--
		m.Total = max(m.Total-int64(before), 0)
		return
	}
	*m = stats.Measure{Calls: m.Calls, Recursion: min(m.Recursion, m.Calls), Running: m.Running}
}
