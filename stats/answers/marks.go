package answers

import "strings"

// onlyMarked reports whether it is only known where ranks wait since a program marks regions: it may wait in others, too.
// Calls of MPI are all recorded, or none.
func (r *run) onlyMarked() (marks bool) {
	for i := range r.s.Regions {
		g := &r.s.Regions[i]
		if strings.HasPrefix(g.Name, "MPI_") && g.Communication() && !strings.HasPrefix(g.Name, "MPI_Init") {
			return false
		}
		marks = marks || g.Communication()
	}
	return marks
}

// lacksWaits reports whether ranks wait in regions that are not marked: outside of those that are they differ much in a region, and
// make up for it in what lies around it.
func (r *run) lacksWaits() bool {
	for i := range r.s.Regions {
		up := r.s.Regions[i].Parent
		if up < 0 || r.useful[i] == nil || r.useful[up] == nil {
			continue
		}
		if has := r.usefulExtent(i); has > 2.5*worth*r.longest && 2*r.usefulExtent(up) < has {
			return true
		}
	}
	return false
}

// usefulExtent is by how much the rank with the most useful time in a region is above the one with the least.
func (r *run) usefulExtent(i int) float64 {
	v := r.useful[i]
	if g := &r.s.Regions[i]; v.Ranks < r.around(i) && r.of(i) > g.Ranks { // others have none
		return float64(v.Max.Value)
	}
	return float64(v.Max.Value - v.Min.Value)
}
