package efficiency

import (
	"math"

	"github.com/go-hpc/timers/stats"
)

// threads has of each region, over all ranks, what its goroutines or threads did in the outermost regions that several of a rank run.
type threads struct {
	s      *stats.Summary
	tracks []float64 // of a rank, in the region that most of them run
	wall   []float64 // time on the slowest track of each rank; NaN if threads also wait there
	total  []float64 // time on all tracks
	most   float64   // of tracks
}

// threadsOf finds them. Useful is the counter of useful time, or -1.
func threadsOf(s *stats.Summary, useful int) *threads {
	n := len(s.Regions)
	t := &threads{s: s, tracks: make([]float64, n), wall: make([]float64, n), total: make([]float64, n), most: 1}
	for i := n - 1; i >= 0; i-- {
		g := &s.Regions[i]
		if g.OnDevice() || g.Communication() || g.Ranks == 0 || g.Lacks&(stats.LacksTracks|stats.LacksTotal|stats.LacksWall) != 0 {
			t.tracks[i], t.wall[i], t.total[i] = 0, 0, 0
			continue
		}
		if own := float64(g.Tracks) / float64(g.Ranks); own > 1 {
			t.tracks[i], t.wall[i], t.total[i] = max(t.tracks[i], own), g.Wall.Float64(), g.Total.Float64()
			if useful >= 0 {
				if v := valueOf(g, useful); v != nil && v.Sum.Float64() < (1-littleWaiting)*t.wall[i] {
					t.wall[i] = math.NaN()
				}
			}
			t.most = max(t.most, own)
		}
		if g.Parent >= 0 {
			t.tracks[g.Parent] = max(t.tracks[g.Parent], t.tracks[i])
			t.wall[g.Parent] += t.wall[i]
			t.total[g.Parent] += t.total[i]
		}
	}
	return t
}

// littleWaiting is the share of a region's time on threads that may be waiting: what each thread waits is not known.
const littleWaiting = 0.01

// set sets the times of threads in a region. They stay unknown where the sums contradict that ranks wait for their threads: then regions on
// threads have run beside each other, or beside the main one.
func (t *threads) set(times *Times, region int) {
	tracks, ranks := t.tracks[region], float64(t.s.Regions[region].Ranks)
	if !(tracks > 1) {
		return
	}
	wall, total := t.wall[region]/ranks, t.total[region]/ranks
	alone := times.Mean - wall
	if !(alone >= 0) || total > tracks*wall {
		return
	}
	times.Spread = alone/tracks + wall
	times.Thread = min((alone+total)/tracks, times.Spread)
}
