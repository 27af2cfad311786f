//go:build linux

package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/go-hpc/timers/scripts/kill/ledger"
)

// tally counts kills by kind and MPI.
type tally struct {
	kills, well map[[2]string]int
	names       []string // of MPIs
	ranks       int      // that died with a ledger
	middle      int      // of them, in the middle of a start or a stop
}

func newTally() *tally {
	return &tally{kills: make(map[[2]string]int), well: make(map[[2]string]int)}
}

func (t *tally) add(p plan, k *kill) {
	cell := [2]string{p.kind, p.launcher.name}
	t.kills[cell]++
	if len(k.problem) == 0 {
		t.well[cell]++
	}
	if !slices.Contains(t.names, p.launcher.name) {
		t.names = append(t.names, p.launcher.name)
	}
	for rank := range k.ranks {
		a, err := ledger.Read(k.ledger(rank))
		if err != nil || a.Phase != ledger.Running {
			continue
		}
		t.ranks++
		for _, e := range a.Regions {
			if e.Began > e.Started || e.Ending > e.Ended {
				t.middle++
				break
			}
		}
	}
}

// write shows the table.
func (t *tally) write(w io.Writer) {
	fmt.Fprintf(w, "\n%-22s", "kill")
	for _, name := range t.names {
		fmt.Fprintf(w, "%14s", name)
	}
	fmt.Fprintf(w, "\n%-22s", "")
	for range t.names {
		fmt.Fprintf(w, "%9s%5s", "kills", "ok")
	}
	kills, well := make(map[string]int), make(map[string]int)
	for _, kind := range kinds {
		fmt.Fprintf(w, "\n%-22s", kind)
		for _, name := range t.names {
			cell := [2]string{kind, name}
			fmt.Fprintf(w, "%9d%5d", t.kills[cell], t.well[cell])
			kills[name] += t.kills[cell]
			well[name] += t.well[cell]
		}
	}
	fmt.Fprintf(w, "\n%-22s", "all")
	for _, name := range t.names {
		fmt.Fprintf(w, "%9d%5d", kills[name], well[name])
	}
	fmt.Fprintf(w, "\n\n%d ranks died while they ran, %d of them in the middle of a start or a stop\n", t.ranks, t.middle)
}
