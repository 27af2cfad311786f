package answers

import "github.com/go-hpc/timers/stats"

// amongThreads finds the region in which the goroutines or threads of each rank differ most: the outermost that several of a rank
// run, at one time, since they take longer together than the region around them. Each call of that starts all of them: as many as
// there are tracks, which say nothing of goroutines that come and go. The slowest takes most of that region, so that it is likely
// to be waited for. What it saves is what the slowest takes longer than their mean on every rank, which balance between ranks does
// not give back.
func (f *finder) amongThreads() (list []Finding) {
	best := Finding{Kind: Within, Saves: 2.5 * worth * f.longest}
	for i := range f.s.Regions {
		g := &f.s.Regions[i]
		if g.Parent < 0 || g.Ranks == 0 || g.Running > 0 || g.OnDevice() || g.Communication() || g.Lacks&(stats.LacksTracks|stats.LacksTotal|stats.LacksWall) != 0 {
			continue
		}
		p := &f.s.Regions[g.Parent]
		if g.Ranks != p.Ranks || g.Tracks <= p.Tracks || g.Calls*uint64(g.Ranks) != p.Calls*uint64(g.Tracks) || f.waiting[i] > tells*f.mean[i] || 2*f.mean[i] < f.mean[g.Parent] {
			continue
		}
		if saves := float64(g.Min.Value) - ofThreads(g); g.Total.Float64() > p.Wall.Float64() && saves > max(best.Saves, sampled(g)) {
			best.Region, best.Around, best.Saves = i, g.Parent, saves
			best.Ranks = Ranks{Count: g.Ranks, Of: g.Ranks, First: g.Max.Rank, Ranges: f.there(g.Environment)}
			list = []Finding{best}
		}
	}
	return list
}

// ofThreads is how long a goroutine or thread takes in a region, on average over all of all ranks that run it.
func ofThreads(g *stats.Region) float64 { return g.Total.Float64() / float64(max(g.Tracks, 1)) }
