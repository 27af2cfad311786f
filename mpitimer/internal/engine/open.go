package engine

import (
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
)

// OpenRegion is a region that runs at the moment.
type OpenRegion struct {
	Track       int      // 0 is the main goroutine; see stats.Profile.Tracks
	Path        []string // the names from the outermost region on
	Environment string   // the machine environment
	Elapsed     time.Duration
}

// OpenRegions is the regions that run at the moment, by track, the outermost first.
func (rank *Rank) OpenRegions() []OpenRegion {
	rank.Directory.mu.Lock()
	tracks := rank.tracks[:len(rank.tracks):len(rank.tracks)]
	rank.Directory.mu.Unlock()
	rank.environmentsMu.RLock()
	defer rank.environmentsMu.RUnlock()
	now := clock.Now()
	var list []OpenRegion
	for _, t := range tracks {
		first, nodes := len(list), []uint32(nil)
		for n := 1; n < t.Len(); n++ {
			r, c, ok := t.Read(n)
			if !ok || r.Start == 0 {
				continue
			}
			nodes = append(nodes, uint32(n))
			list = append(list, OpenRegion{
				Track: t.number, Environment: rank.environments[c.Environment].Name(),
				Elapsed: time.Duration(rank.Calibration.Nanos(max(now, r.Start) - r.Start)),
			})
		}
		t.namePaths(nodes, list[first:])
	}
	return list
}

// namePaths gives open regions of a track their paths. Those of regions inside each other share their
// memory: they are thousands where a recursion is deep.
func (t *Track) namePaths(nodes []uint32, open []OpenRegion) {
	paths := make(map[uint32][]string, len(nodes))
	for k := len(nodes) - 1; k >= 0; k-- { // parents have smaller numbers
		path := paths[nodes[k]]
		if path == nil {
			path = t.namesTo(nodes[k])
		}
		open[k].Path = path
		above, n := path, nodes[k]
		for n, _ = t.Identity(n); n != 0 && paths[n] == nil && len(above) > 1; n, _ = t.Identity(n) {
			above = above[: len(above)-1 : len(above)-1]
			paths[n] = above
		}
	}
}

// ListOpen notes the regions that were left running. Total is meant to run up to here, and what Next
// has opened is meant to be closed by others.
func (rank *Rank) ListOpen() {
	t := rank.Main
	rank.each(func(other *Track) {
		if other.shared == nil && (other != t || !t.Owned()) {
			rank.warnOpen(other)
		}
	})
	if !t.Owned() {
		return
	}
	nodes, current := make([]uint32, t.Depth), t.Current // as in search
	for i := t.Depth - 1; i >= 0; i-- {
		if f := t.stack[i]; f.kind&^flags == nested {
			nodes[i] = f.parent
		} else {
			nodes[i], current = current, f.parent
		}
	}
	for i := 1; i < t.Depth; i++ { // the outermost first: of thousands not all are kept
		if t.stack[i].kind&sequence == 0 {
			t.warnOf(WarnLeftOpen, nodes[i], t.PlaceOf(nodes[i]))
		}
	}
}

// warnOpen lists the regions that run on a track, from outside its goroutine.
func (rank *Rank) warnOpen(t *Track) {
	for n := 1; n < t.Len(); n++ {
		if r, _, ok := t.Read(n); ok && r.Start != 0 && !t.IsTotal(uint32(n)) {
			t.warnOf(WarnLeftOpen, uint32(n), t.PlaceOf(uint32(n)))
		}
	}
}
