package read

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
)

// Tables as SAM, CCM, CESM 1, ESMF and MPAS write them.
var others = map[string]string{
	"GPTL 1 processes": "Procid = 3\nWallclock timer cost est.:        0 usec per start/stop pair\n\nStats for thread 0:\n" +
		"Name           Called    Usr       Sys       Usr+Sys   Wallclock Max       Min       \n" +
		"radiation             16     0.900     0.010     0.910     0.905     0.449     0.003 \n" +
		"two words              2     0.500     0.010     0.510     0.505     0.449     0.003 \n\n" +
		"TIMER OVERHEAD (wallclock seconds) =     0.000089\n\nStats for thread 1:\n" +
		"Name               Called       Wallclock    Percent of total  \n      radiation            1    100.000          100.000\n\n",
	"CESM 1 stats": "$Id: gptl.c,v 1.97 2008/09/24 16:03:03 rosinski Exp $\n'count' is cumulative. All other stats are max/min\n" +
		"name       count      wallmax (proc   thrd  )   wallmin (proc   thrd  )\n" +
		"total          4        1.500 (     3      0)     1.250 (     0      1)\n",
	"ESMF profile": "Region                          PETs   PEs    Count    Mean (s)    Min (s)     Min PET Max (s)     Max PET\n" +
		"  [ESMF]                        4      4      1        10.0000     9.9000      0       10.1000     3\n" +
		"    [ensemble] RunPhase1        3      4      48       8.0000      7.9000      1       8.1000      3\n" +
		"    [ensemble] Finalize         3      4      MULTIPLE 8.0000      7.9000      1       8.1000      3\n",
	"MPAS log": " Finished running the atmosphere core\n\n  Timer information:\n" +
		"    timer_name                       total       calls        min            max            avg      pct_tot   pct_par     par_eff\n" +
		"  1 total time                  108.55933         1      108.55360      108.55933      108.55551   100.00       0.00       1.00\n" +
		"  2  initialize                   2.90879         1        2.90325        2.90879        2.90518     2.68       2.68       1.00\n" +
		"  2  time integration           100.00000       720        0.10000        0.90000        0.13000    92.00      92.00       0.97\n\n -----------------------------------------\n",
}

func TestTablesOfOthers(t *testing.T) {
	for form, want := range map[string]string{
		"GPTL 1 processes": "rank 3: 0 radiation 17 100905 449; 0 two words 2 505 449",
		"CESM 1 stats":     "4 ranks: -1 total 4 0, 1500 on 3.0, 1250 on 0.1, 2 ranks",
		"ESMF profile":     "4 ranks: -1 [ESMF] 4 40000, 10100 on 3.0, 9900 on 0.0, 4 ranks; 0 [ensemble] RunPhase1 144 24000, 8100 on 3.0, 7900 on 1.0, 3 ranks; 0 [ensemble] Finalize ? 24000, 8100 on 3.0, 7900 on 1.0, 3 ranks",
		"MPAS log":         "rank 0: 0 total time 1 108559 108559; 1 initialize 1 2908 2908; 1 time integration 720 100000 900",
	} {
		file, kind, err := File(strings.NewReader("output\n" + others[form]))
		f, is := file.(*OtherFile)
		if err != nil || !is || f.Form != form || kind != OtherKind {
			t.Errorf("%s: %v of kind %v, %v", form, file, kind, err)
			continue
		}
		var rows []string
		text := ""
		if f.Summary != nil {
			if err := f.Summary.Check(); err != nil {
				t.Errorf("%s: %v", form, err)
			}
			text = fmt.Sprintf("%d ranks: ", f.Summary.Size)
			for _, r := range f.Summary.Regions {
				calls := fmt.Sprint(r.Calls)
				if r.Lacks&stats.LacksCalls != 0 {
					calls = "?"
				}
				rows = append(rows, fmt.Sprintf("%d %s %s %.0f, %d on %d.%d, %d on %d.%d, %d ranks", r.Parent, r.Name, calls, r.Wall.Float64()/1e6,
					r.TrackMax.Value/1e6, r.TrackMax.Rank, r.TrackMax.Track, r.TrackMin.Value/1e6, r.TrackMin.Rank, r.TrackMin.Track, r.Completed))
			}
		} else {
			if err := f.Profile.Check(); err != nil {
				t.Errorf("%s: %v", form, err)
			}
			text = fmt.Sprintf("rank %d: ", f.Profile.Rank)
			for _, n := range f.Profile.Nodes {
				rows = append(rows, fmt.Sprintf("%d %s %d %d %d", n.Parent+1, n.Name, n.Calls, n.Total/1e6, n.Max/1e6))
			}
		}
		if text += strings.Join(rows, "; "); text != want {
			t.Errorf("%s:\n%s\nwant\n%s", form, text, want)
		}
	}
}

// Wherever such a table is cut or wrong, there is an error with its line or the rows before, and nothing worse.
func FuzzReadOther(f *testing.F) {
	for _, text := range others {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		o, err := readOther(newLines(bytes.NewReader(text)))
		if o.Summary != nil && err == nil {
			if err := o.Summary.Check(); err != nil {
				t.Error(err)
			}
		}
		if o.Profile != nil && err == nil {
			if err := o.Profile.Check(); err != nil {
				t.Error(err)
			}
		}
	})
}
