package auto

import (
	"strings"

	"github.com/go-hpc/timers/stats"
)

// cFunction is in the names of functions by which Go calls C, before C's own name.
const cFunction = "._Cfunc_"

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
	for r, ns := range rows {
		_, name, ofC := strings.Cut(r.function, cFunction)
		switch {
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
		if strings.Contains(r.function, cFunction) && communicates[r.node] > 0 {
			rows[r] = ns * max(0, 1-communicates[r.node]/others[r.node])
			below[r.node] -= ns - rows[r]
		}
	}
}
