package history

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Rename is a region that goes where another one comes, below the same parent and of the same size: perhaps one that was renamed.
type Rename struct {
	From, To      *Region
	Commit        int     // the first with To, in Group.Commits; the one before it was the last with From
	Before, Since float64 // medians of up to window runs next to it, nanoseconds
}

// likewise is by how much the times of one region under two names may differ.
const likewise = 1.25

// renames finds them. Of regions below one that was renamed nothing is said.
func (g *Group) renames() (list []Rename) {
	type end struct {
		region *Region
		parent string
		commit int
		time   float64
	}
	var gone, come []end
	for _, r := range g.Regions {
		runs := make([]int, 0, len(r.Values))
		for i, v := range r.Values {
			if v > 0 {
				runs = append(runs, i)
			}
		}
		if len(runs) == 0 || r.Path == WholePath {
			continue
		}
		parent := r.Path[:max(strings.LastIndexByte(r.Path, '/'), 0)]
		typical := func(runs []int) float64 {
			var values []float64
			for _, i := range runs {
				values = append(values, r.Values[i])
			}
			return median(values)
		}
		if last := runs[len(runs)-1]; last < len(r.Values)-1 {
			gone = append(gone, end{r, parent, g.commitOf(last) + 1, typical(runs[max(len(runs)-window, 0):])})
		}
		if runs[0] > 0 {
			come = append(come, end{r, parent, g.commitOf(runs[0]), typical(runs[:min(len(runs), window)])})
		}
	}
	for _, from := range gone {
		for _, to := range come {
			if from.parent == to.parent && from.commit == to.commit && apart(from.time, to.time) <= math.Log(likewise) {
				list = append(list, Rename{from.region, to.region, to.commit, from.time, to.time})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Rename) int { return cmp.Compare(apart(a.Before, a.Since), apart(b.Before, b.Since)) })
	taken := make(map[*Region]bool)
	list = slices.DeleteFunc(list, func(r Rename) bool { // those that are closest belong together
		if taken[r.From] || taken[r.To] {
			return true
		}
		taken[r.From], taken[r.To] = true, true
		return false
	})
	slices.SortStableFunc(list, func(a, b Rename) int { return a.Commit - b.Commit })
	return list
}

// apart is how far two times are apart, in logarithms.
func apart(a, b float64) float64 { return math.Abs(math.Log(a / b)) }
