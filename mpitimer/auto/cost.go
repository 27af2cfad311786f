package auto

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/go-hpc/timers/stats"
)

// A program that the build has prepared is to be no slower than this; the cost of timers is told in runs that say enough.
const (
	muchCost    = 0.03
	enoughCalls = 100_000
	enoughTime  = 100 * time.Millisecond
)

// tellCost says which region costs most where starts and stops were much of the time that they measured.
func tellCost(w io.Writer, p *stats.Profile) {
	name, calls, share := costliest(p)
	if share <= muchCost {
		return
	}
	fmt.Fprintf(w, "mpitimer: starts and stops took about %.0f %% of the time of the regions, those of %s most (%d calls): -skip '%s' leaves it out, and -auto chooses regions by a run\n",
		100*share, name, calls, name)
}

// costliest is the region with most calls, of a rank in whose time starts and stops have a share.
func costliest(p *stats.Profile) (name string, calls uint64, share float64) {
	byName, cost, busy := make(map[string]uint64), 0.0, 0.0
	for i, own := range ownTimes(p) {
		n := &p.Nodes[i]
		if stats.OnDevice(n.Name) || n.Communication() || strings.HasPrefix(n.Name, stats.Waits) {
			continue
		}
		busy += total(own)
		pair := p.Clock.PairCost
		if n.Estimated { // most calls read no clock
			pair /= 2
		}
		cost += float64(n.Calls) * pair
		if byName[n.Name] += n.Calls; byName[n.Name] > calls {
			name, calls = n.Name, byName[n.Name]
		}
	}
	if calls < enoughCalls || busy < float64(enoughTime) {
		return "", 0, 0
	}
	return name, calls, cost / busy
}
