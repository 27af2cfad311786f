package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
)

// Without a row of MPI it is known what of each region is useful: all of the bed, and of the halo's exchange only what is not
// waiting. So what is found is decided, uneven or not, whatever the machine does meanwhile.
func TestAnswersAreDecidedWithoutRows(t *testing.T) {
	for _, uneven := range []bool{false, true} {
		cfg := small(t)
		cfg.Uneven = uneven
		err := local.Run(4, func(comm machenv.Communicator) error {
			_, err := run(comm, cfg, written(cfg.Out), io.Discard)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(filepath.Join(cfg.Out, "timing.mptsum"))
		if err != nil {
			t.Fatal(err)
		}
		s, err := stats.ReadSummary(f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		useful := func(path ...string) (of, all float64) {
			at := slices.IndexFunc(s.Counters, func(q stats.Counter) bool { return q.Name == stats.UsefulTime })
			for i := range s.Regions {
				if at >= 0 && slices.Equal(s.Path(i), path) {
					return s.Regions[i].Values[at].Sum.Float64(), s.Regions[i].Wall.Float64()
				}
			}
			t.Fatalf("nothing is known of %q", path)
			return 0, 0
		}
		if of, all := useful("Total", "run_loop", "step", "friction", "bed"); of != all || of <= 0 {
			t.Errorf("uneven %v: %g ns of %g in the bed are useful", uneven, of, all)
		}
		if of, all := useful("Total", "run_loop", "step", "halo"); of <= 0 || of >= all {
			t.Errorf("uneven %v: %g ns of %g in the halo are useful", uneven, of, all)
		}
		for _, found := range answers.Find(s) {
			if found.Kind == answers.Undecided || found.Kind == answers.Unknown {
				t.Errorf("uneven %v: %s", uneven, found.Text(s))
			}
		}
	}
}
