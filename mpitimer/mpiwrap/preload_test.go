package mpiwrap_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
)

// ranksOf keeps runs small: MPICH polls busily.
func ranksOf(m mpi) int {
	if m.name == "mpich" {
		return 2
	}
	return 3
}

// Every call of a program that makes all kinds of them is counted, with its bytes and partners, and
// the program computes what it does without.
func TestEveryCall(t *testing.T) {
	each(t, func(t *testing.T, m mpi) {
		program := m.c(t, "every")
		ranks := ranksOf(m)
		plain := m.run(t, ranks, nil, program, filepath.Join(t.TempDir(), "data"))
		lines, tables := m.preloaded(t, ranks, "", program, filepath.Join(t.TempDir(), "data"))
		for r := range ranks {
			if len(with("result", plain[r])) < 20 {
				t.Fatalf("rank %d without the wrappers: %q", r, plain[r])
			}
			if !slices.Equal(with("result", plain[r]), with("result", lines[r])) {
				t.Errorf("rank %d: results are %q, without the wrappers %q", r, with("result", lines[r]), with("result", plain[r]))
			}
			who := fmt.Sprintf("rank %d", r)
			compare(t, who, tables[r].functions(false), expected(t, lines[r]))
			compare(t, who+" waits", tables[r].functions(true), nil)
			got := make(map[int]counted)
			for _, p := range tables[r].state.Partners {
				if p.Calls > 0 {
					got[p.Rank] = counted{calls: p.Calls, sent: p.Bytes}
				}
			}
			compare(t, who+" partner", got, partners(t, lines[r]))
			if tables[r].lost != 0 || !tables[r].hasState {
				t.Errorf("%s: %d calls lost, state %v", who, tables[r].lost, tables[r].hasState)
			}
			for _, e := range tables[r].entries {
				if e.Calls > 0 && (e.Min > e.Max || e.Total < e.Max || e.Torn || e.Running != 0) {
					t.Errorf("%s: %+v does not fit together", who, e)
				}
			}
		}
	})
}
