package auto

import "testing"

// What MPI's calls have rows for is not inside the region around them once more; what else C does is.
func TestSamplesInMPI(t *testing.T) {
	regions := []string{"main.run"}
	p := treeOf(region(-1, "Total", 1000), region(0, "main.run", 1000), region(1, "MPI_Barrier", 300))
	wantRows(t, shown(t, p, regions,
		sampled(28, "runtime.cgocall", "main._Cfunc_MPI_Barrier", "main.barrier", "main.run"), sampled(50, "fmt.Println", "main.run"),
	), map[string]int64{"main.run inside: fmt.Println": 500})

	// A binding's own function of C waits in MPI, or computes.
	wantRows(t, shown(t, p, regions, sampled(28, "main._Cfunc_wait", "main.run"), sampled(50, "fmt.Println", "main.run")),
		map[string]int64{"main.run inside: fmt.Println": 500})
	wantRows(t, shown(t, p, regions, sampled(70, "main._Cfunc_solve", "main.run")), map[string]int64{"main.run inside: main._Cfunc_solve": 400})
	wantRows(t, shown(t, p, regions,
		sampled(30, "runtime.cgocall", "main._Cfunc_MPI_Barrier", "main.barrier", "main.run"), sampled(40, "main._Cfunc_solve", "main.run"),
	), map[string]int64{"main.run inside: main._Cfunc_solve": 399})

	// Without rows of MPI's calls it is as with any function.
	p = treeOf(region(-1, "Total", 1000), region(0, "main.run", 1000), region(1, "main.inner", 300))
	wantRows(t, shown(t, p, append(regions, "main.inner"), sampled(28, "main._Cfunc_MPI_Barrier", "main.run")),
		map[string]int64{"main.run inside: main._Cfunc_MPI_Barrier": 280})
}
