package timeline

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers/steps"
	"github.com/go-hpc/timers/stats/efficiency"
	"github.com/go-hpc/timers/stats/export/page/lanes"
	"github.com/go-hpc/timers/stats/export/page/lanes/lanestest"
)

// Steps are on each rank when its own trace has them, and those that are not there are refused.
func TestPartSteps(t *testing.T) {
	s := &steps.Times{Ranks: []string{"0", "1"}, Count: 3, Fold: 1, Numbers: []int{1, 2, 3, 4}, Start: []float64{0, 10, 20, 5, 18, 30}, End: []float64{10, 20, 30, 18, 30, 44}}
	only, err := Part{First: 2, Last: 3}.ofSteps(s)
	if err != nil {
		t.Fatal(err)
	}
	for rank, want := range map[string][2]int64{"0": {10, 30}, "1": {18, 44}, "2": {}} {
		if from, to := only(rank); from != want[0] || to != want[1] {
			t.Errorf("rank %s: %d to %d, want %v", rank, from, to, want)
		}
	}
	if _, err := (Part{First: 3, Last: 4}).ofSteps(s); cli.Status(err) != cli.StatusFailed {
		t.Errorf("step 4 of 3: %v", err)
	}
}

// A part of a timeline is a run of its own, and its regions last no longer than it does.
func TestPartRun(t *testing.T) {
	folder := t.TempDir()
	for name, file := range lanestest.Project(2, 200) {
		if err := os.WriteFile(filepath.Join(folder, name), file.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	whole, _, err := Part{To: 1 << 50}.Run(io.Discard, []string{folder})
	if err != nil {
		t.Fatal(err)
	}
	length := whole.Summary.To / 4
	part, _, err := Part{From: length, To: 2 * length}.Run(io.Discard, []string{folder})
	if err != nil {
		t.Fatal(err)
	}
	if g := part.Summary.Regions[0]; part.Summary.From != length || part.Summary.To != 2*length || g.Max.Value > length || g.Max.Value < 1 {
		t.Errorf("from %d to %d, %d in the first region; want %d to %d", part.Summary.From, part.Summary.To, g.Max.Value, length, 2*length)
	}
	if _, _, err := (Part{To: 1}).Run(io.Discard, []string{t.TempDir()}); cli.Status(err) != cli.StatusFailed {
		t.Errorf("a part of nothing: %v", err)
	}
}

// On 2 ranks that compute for 6 and 2 s and are in halo for the rest of 10 s, all of which is waiting, halo stands for the waits: a quarter of
// its time on one rank would be too much.
func TestPartMarks(t *testing.T) {
	for _, c := range []struct {
		waited [2]int64
		taken  int
		known  bool
	}{{[2]int64{4e9, 8e9}, 1, true}, {[2]int64{3e9, 6e9}, 0, false}} {
		var run, list []*stats.Profile
		for rank, computes := range []int64{6e9, 2e9} {
			p := planted(rank, computes, 0, false)
			p.Nodes[2].Waited = c.waited[rank]
			run, list = append(run, p), append(list, planted(rank, computes, 0, false))
		}
		w, part := marked(t, run, list)
		if e := efficiency.Of(part, nil); len(w.Taken) != c.taken || w.Known([]string{"Total"}) != c.known || c.known && (e.Whole == nil || e.Whole.Mean != 4e9) {
			t.Errorf("waits %v: %q stands for them, known: %t, %+v", c.waited, w.Taken, w.Known([]string{"Total"}), e.Whole)
		}
	}
}

// marked marks the Profiles of a timeline by those of its run, and merges them.
func marked(t *testing.T, run, list []*stats.Profile) (Waits, *stats.Summary) {
	t.Helper()
	s, err := stats.Merge(run)
	if err != nil {
		t.Fatal(err)
	}
	w := mark(&lanes.Timeline{Profiles: list}, s)
	part, err := stats.Merge(list)
	if err != nil {
		t.Fatal(err)
	}
	return w, part
}

// planted returns a rank of two in a run of 10 s: in kernel, and in halo, which calls MPI for part of it. A timeline has the calls, or has not.
func planted(rank int, computes, calls int64, recorded bool) *stats.Profile {
	p := &stats.Profile{Rank: rank, Size: 2, Host: "a", Tracks: []string{"main"}, Environments: []stats.Environment{{Name: "Default", Size: 2, Ranks: []stats.Range{{First: 0, Last: 1, Stride: 1}}}}}
	for i, ns := range []int64{10e9, computes, 10e9 - computes, calls} {
		if i < 3 || recorded {
			p.Nodes = append(p.Nodes, stats.Node{Parent: []int{-1, 0, 0, 2}[i], Name: []string{"Total", "kernel", "halo", "MPI_Allreduce"}[i], Measure: stats.Measure{Calls: 1, Timed: 1, Total: ns, Min: ns, Max: ns, Squares: stats.Square(uint64(ns))}})
		}
	}
	return p
}

// A run has rows of MPI's calls that its timeline lacks. Where halo is little else, it stands for them; where ranks also work there, its useful time
// in an interval is not known, nor is that of the run. A timeline that has the calls is exact in both cases, even if it
// lacks half of their time where nothing was useful: polls of one wait may be far apart.
func TestPartMPIRowsBeside(t *testing.T) {
	for _, work := range []int64{0, 1e9} {
		for _, recorded := range []int64{0, 1, 2} { // that part of the calls; 0: none
			var run, list []*stats.Profile
			for rank, computes := range []int64{6e9, 2e9} {
				run = append(run, planted(rank, computes, 10e9-computes-work, true))
				list = append(list, planted(rank, computes, (10e9-computes-work)/max(recorded, 1), recorded > 0))
			}
			w, part := marked(t, run, list)
			known := recorded > 0 || work == 0
			for _, path := range [][]string{{"Total"}, {"Total", "halo"}} {
				if w.Known(path) != known {
					t.Errorf("%d ns of work in halo, recorded: a %dth of the calls: %v is known: %t", work, recorded, path, !known)
				}
			}
			if e := efficiency.Of(part, nil); known && recorded*work != 2e9 && (e.Whole == nil || e.Whole.Mean != 4e9+float64(work)) {
				t.Errorf("%d ns of work in halo, recorded: a %dth of the calls: %+v", work, recorded, e.Whole)
			}
		}
	}
}
