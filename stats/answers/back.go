package answers

import "github.com/go-hpc/timers/stats"

// back sets what a finding is backed by: how sure it is, and the rank that shows it.
func (r *run) back(f *Finding) {
	switch {
	case f.Kind == Unknown:
		f.Sure = NotKnown
	case f.Kind == Undecided:
		f.Sure = OneOf
	case r.recorded && f.Kind != Within: // of which that they are waited for is not
		f.Sure = Recorded
	default:
		f.Sure = Inferred
	}
	for i := range f.Either {
		f.Either[i].Sure = f.Sure
		f.Either[i].Goroutines = r.elsewhere(&f.Either[i])
	}
	f.Goroutines = r.elsewhere(f)
	if f.Kind != Slow {
		return
	}
	f.Evidence = &Evidence{Rank: f.Ranks.First}
	if most := r.busiestRank(f.Region); most.Rank == f.Ranks.First {
		f.Evidence.Track = most.Track
	}
}

// apart reports whether a region stands beside those of the main thread, since its threads are others: files of GPTL have a tree for each
// thread, and do not say in which region of the main one they run.
func (r *run) apart(i int) bool {
	g := &r.s.Regions[i]
	return r.s.Source != "" && g.Parent < 0 && g.Ranks > 0 && g.TrackMin.Track > 0 && g.TrackMax.Track > 0
}

// elsewhere lists the regions below that of a finding which run on other goroutines, so that it may wait for them.
func (r *run) elsewhere(f *Finding) (list []int) {
	if !f.Own {
		return nil
	}
	g := &r.s.Regions[f.Region]
	var below stats.Uint128
	for _, c := range r.children[f.Region] {
		below = below.Add(r.s.Regions[c].Total)
		if r.s.Regions[c].TrackMax.Track != g.TrackMax.Track && !r.s.Regions[c].Communication() { // which waits itself
			list = append(list, c)
		}
	}
	for c := range r.s.Regions {
		if r.apart(c) {
			below, list = below.Add(r.s.Regions[c].Total), append(list, c)
		}
	}
	if others := below.Sub(g.Total.Sub(g.Self)); others.Float64() < tells*g.Self.Float64() { // what the region's own tracks do not have
		return nil
	}
	return list
}

// outside reports whether a region is what a report of GEOPM calls the time outside of all regions.
func (r *run) outside(i int) bool { return r.s.Source != "" && r.s.Regions[i].Name == "Unmarked" }
