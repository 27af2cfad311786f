package instrument

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
)

// unprepared makes the module of programs that know nothing of timers.
func unprepared(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(filepath.Join("testdata", "find"))); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(folder, "go.mod.txt"), filepath.Join(folder, "go.mod")); err != nil {
		t.Fatal(err)
	}
	return folder
}

// timed runs a program with a summary, and returns the share of the run that is in no region without others below,
// and the names of its regions.
func timed(t *testing.T, program string) (untimed float64, names []string) {
	t.Helper()
	folder := t.TempDir()
	c := exec.Command(program)
	c.Env = append(os.Environ(), "MPITIMER_REPORT=off", "MPITIMER_SUMMARY_FILE=true", "MPITIMER_DIRECTORY="+folder)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run, err := load.Files([]string{folder})
	if err != nil {
		t.Fatal(err)
	}
	whole, own, above := 0.0, make([]float64, len(run.Summary.Regions)), make([]bool, len(run.Summary.Regions))
	for i := range run.Summary.Regions {
		r := &run.Summary.Regions[i]
		_, total := callsOf(r)
		names = append(names, r.Name)
		own[i] += total
		if r.Parent >= 0 {
			own[r.Parent] -= total
			above[r.Parent] = true
		} else {
			whole += total
		}
	}
	for i := range own {
		if above[i] {
			untimed += max(own[i], 0) / whole
		}
	}
	return untimed, names
}

// leastUntimed runs a program until no more than a share is untimed, five times at most: what a neighbour takes is
// somebody's time, too.
func leastUntimed(t *testing.T, program string, most float64) (untimed float64, names []string) {
	t.Helper()
	for range 5 {
		if untimed, names = timed(t, program); untimed <= most {
			break
		}
	}
	return untimed, names
}

const unlimited = 1

// processor returns the processor's time of a run, in seconds.
func processor(t *testing.T, program string) float64 {
	t.Helper()
	c := exec.Command(program)
	c.Env = append(os.Environ(), "MPITIMER_REPORT=off")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
}

// A program that nobody prepared shows where its time is, and is not much slower. The limit on time is wide, for
// neighbours, and tells only what is broken: what they cost on a quiet machine is in the log.
func TestUnpreparedProgramsShowWhereTheirTimeIs(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs seven programs")
	}
	folder := unprepared(t)
	bin := t.TempDir() + string(filepath.Separator)
	plain := t.TempDir() + string(filepath.Separator)
	if _, messages, err := mpitimer(t, folder, "build", "--", "-o", bin, "./..."); err != nil {
		t.Fatalf("%v\n%s", err, messages)
	}
	c := exec.Command("go", "build", "-o", plain, "./...")
	c.Dir = folder
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, program := range []struct {
		name    string
		untimed float64 // at most; unlimited where there is nothing to find
		regions []string
	}{
		{"search", 0.1, []string{"search.Search"}},
		{"cg", 0.1, []string{"cg.(*matrix).times", "cg.dot", "cg.axpy", "cg.scale"}},
		{"heat", 0.1, []string{"heat.(*plate).step", "heat.(*plate).residual"}},
		{"sort", 0.1, []string{"sort.sort", "sort.merge"}},
		{"particles", 0.1, []string{"particles.forces"}},
		{"matrix", 0.1, []string{"matrix.multiply.func1"}},
		// What it does for a key takes less than a timer may cost, and the loop over keys is main, which is Total: its
		// time stays there.
		{"dmap", unlimited, []string{"dmap.(*store).count", "dmap.(*store).flush"}},
	} {
		t.Run(program.name, func(t *testing.T) {
			untimed, names := leastUntimed(t, bin+program.name, program.untimed)
			if untimed > program.untimed {
				t.Errorf("%.1f %% are not below a region: %q", 100*untimed, names)
			}
			for _, want := range program.regions {
				if !slices.Contains(names, want) {
					t.Errorf("no region %s: %q", want, names)
				}
			}
			var ratios []float64
			for range 5 {
				ratios = append(ratios, processor(t, bin+program.name)/processor(t, plain+program.name))
			}
			slices.Sort(ratios)
			t.Logf("untimed %.1f %%, slower by %.1f %% in the median of %d pairs", 100*untimed, 100*(ratios[2]-1), len(ratios))
			if ratios[0] > 1.5 {
				t.Errorf("%.0f %% slower in the best of all pairs", 100*(ratios[0]-1))
			}
		})
	}
}

// -auto finds the function by running the program, and leaves nothing of the runs in it.
func TestAutoFindsTheFunction(t *testing.T) {
	folder := unprepared(t)
	name := filepath.Join(t.TempDir(), "program")
	_, messages, err := mpitimer(t, folder, "build", "-auto", name, "--", "-o", name, "./search")
	if err != nil {
		t.Fatalf("%v\n%s", err, messages)
	}
	if !strings.Contains(messages, "functions carry the time") {
		t.Errorf("messages %s", messages)
	}
	untimed, names := leastUntimed(t, name, 0.1)
	if untimed > 0.1 || !slices.Contains(names, "search.Search") || slices.Contains(names, "search.matches") {
		t.Errorf("%.1f %% untimed, regions %q", 100*untimed, names)
	}
}

func TestAutoSaysWhatIsWrong(t *testing.T) {
	folder := unprepared(t)
	name := filepath.Join(t.TempDir(), "program")
	for _, c := range []struct {
		want string
		args []string
	}{
		{"is for mpitimer build", []string{"run", "-auto", "true", "--", "./search"}},
		{"-main=false", []string{"build", "-main=false", "-auto", "true", "--", "./search"}},
		{"no profile has a sample", []string{"build", "-auto", "true", "--", "-o", name, "./search"}},
		{"exit status 3", []string{"build", "-auto", "exit 3", "--", "-o", name, "./search"}},
	} {
		if _, _, err := mpitimer(t, folder, c.args...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.args, err, c.want)
		}
	}
}

// Names of a profile are those of functions in the source, whatever the compiler adds to them.
func TestNamesInProfiles(t *testing.T) {
	for in, want := range map[string]string{
		"main.F": "main.F", "p/q.(*T[...]).M": "p/q.(*T).M", "p.F[go.shape.int]": "p.F", "p.F-range1": "p.F",
		"p.F.func1-range2": "p.F.func1", "p.F.gowrap1": "p.F", "p.(*T).M-fm": "p.(*T).M",
	} {
		if got := added.ReplaceAllString(in, ""); got != want {
			t.Errorf("%s is %s, want %s", in, got, want)
		}
	}
}
