package auto

import (
	"maps"
	"slices"
	"strings"

	"github.com/go-hpc/timers/stats"
)

// leaveCommunication takes from rows of functions of C what MPI's calls below the same regions have rows for. A sample tells
// neither what a function of C calls nor whether that has a row: of MPI's own functions nothing is left, of others what they
// have more of the processor's time than there is in those calls.
func leaveCommunication(p *stats.Profile, rows map[row]float64, below map[int]float64) {
	communicates := make(map[int]float64)
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Communication() && n.Parent >= 0 {
			communicates[n.Parent] += float64(n.Total)
		}
	}
	others := make(map[int]float64)
	for _, r := range slices.Collect(maps.Keys(rows)) {
		_, name, ofC := strings.Cut(r.function, "._Cfunc_")
		switch ns := rows[r]; {
		case !ofC || communicates[r.node] == 0:
		case strings.HasPrefix(name, "MPI_"):
			communicates[r.node] = max(communicates[r.node]-ns, 1) // still not none
			below[r.node] -= ns
			delete(rows, r)
		default:
			others[r.node] += ns
		}
	}
	for r, ns := range rows {
		if _, _, ofC := strings.Cut(r.function, "._Cfunc_"); ofC && communicates[r.node] > 0 {
			left := ns * max(0, 1-communicates[r.node]/others[r.node])
			below[r.node] -= ns - left
			rows[r] = left
		}
	}
}
