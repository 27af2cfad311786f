package efficiency

import (
	"slices"

	"github.com/go-hpc/timers/stats"
)

// Waits says which regions of a run stand for its waits in a timeline. It does not have those that no region stands for, such as those of this
// module's own collectives.
type Waits struct {
	Waits   []bool   // by region: all time there is waiting
	Unknown []bool   // by region: ranks wait there elsewhere, too
	Taken   []string // names of regions whose time counts as waiting, since ranks do little else there
}

const (
	none   = 0.01 // of a region, where that is no useful time
	little = 0.1  // of a region, that is useful on some rank where time counts as waiting
	inside = 0.05 // of a region, that is waiting and not known as such
)

// WaitsOf returns them. If the timeline has calls of MPI in the regions that made them, those in which nothing was useful are enough: this
// module's own collectives, whose polls may be far apart.
func WaitsOf(s *stats.Summary, calls bool) Waits {
	n, e, most := len(s.Regions), Of(s, nil), little
	if calls {
		most = none
	}
	w := Waits{Waits: make([]bool, n), Unknown: make([]bool, n)}
	left := make([]float64, n) // waits that no region stands for
	for i := range s.Regions {
		g, r := e.At(i), &s.Regions[i]
		switch {
		case r.Parent >= 0 && w.Waits[r.Parent]:
			w.Waits[i] = true
		case r.Communication() || g != nil && g.Most <= most*g.Elapsed:
			w.Waits[i] = true
			if !r.Communication() && !calls && !slices.Contains(w.Taken, r.Name) {
				w.Taken = append(w.Taken, r.Name)
			}
			for k := r.Parent; k >= 0 && g != nil && !isCall(*r); k = s.Regions[k].Parent { // calls are not in the timeline
				left[k] -= r.Wall.Float64() - g.Mean*float64(g.Ranks)
			}
		}
		if g != nil {
			left[i] += r.Wall.Float64() - g.Mean*float64(g.Ranks)
		}
	}
	for i := range s.Regions {
		w.Unknown[i] = !calls && !w.Waits[i] && (e.At(i) == nil || left[i] > inside*s.Regions[i].Wall.Float64())
	}
	return w
}
