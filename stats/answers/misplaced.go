package answers

import (
	"slices"
	"strings"

	"github.com/go-hpc/timers/stats"
)

// notStopped is the kind of the warning about a region that was still open when one around it was stopped, as package mpitimer
// words it. What followed on these ranks stands below that region, and on the others beside it.
const notStopped = "still running when its parent was stopped"

// misplaced reports whether ranks differ in the region of a finding only because some of them did not stop a region in time.
func (f *finder) misplaced(found *Finding) bool {
	return slices.ContainsFunc(f.s.Warnings, func(w stats.WarningSummary) bool {
		if w.Kind != notStopped || w.Ranks >= f.s.Ranks { // all do it alike
			return false
		}
		at := found.Region
		if !found.Own {
			at = f.s.Regions[at].Parent
		}
		for ; at >= 0; at = f.s.Regions[at].Parent {
			if f.isAt(at, w.Path) {
				return found.Own || f.s.Regions[found.Region].Ranks < f.s.Regions[at].Ranks
			}
		}
		return 2*found.Ranks.Count >= found.Ranks.Of && !found.Ranks.has(w.FirstRank) && f.besideOf(found.Region, w.Path)
	})
}

// besideOf reports whether a region has the same parent as the one with that path.
func (f *finder) besideOf(i int, path string) bool {
	parent := f.s.Regions[i].Parent
	return parent >= 0 && slices.ContainsFunc(f.children[parent], func(c int) bool { return c != i && f.isAt(c, path) })
}

// isAt reports whether a region has that path, as warnings write it.
func (f *finder) isAt(i int, path string) bool { return strings.Join(f.s.Path(i), "/") == path }
