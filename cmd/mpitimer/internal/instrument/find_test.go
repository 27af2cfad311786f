package instrument

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/instrument/rewrite"
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

// timed runs a program with a summary, and returns the names of its regions.
func timed(t *testing.T, program string) (names []string) {
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
	for i := range run.Summary.Regions {
		names = append(names, run.Summary.Regions[i].Name)
	}
	return names
}

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

// A program that nobody prepared shows where its time is, and is not much slower: by the default choice, and by what a
// run of it shows. The limit on time is wide, for neighbours, and tells only what is broken: make bench has the figures.
func TestUnpreparedProgramsShowWhereTheirTimeIs(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs eight programs")
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
		times   int // what it is called with to take a profile, if it is
		regions []string
	}{
		{"search", 2, []string{"main.Search"}},
		{"cg", 0, []string{"main.(*matrix).times", "main.dot", "main.axpy", "main.scale"}},
		{"heat", 0, []string{"main.(*plate).step", "main.(*plate).residual"}},
		{"sort", 3, []string{"main.sortAll", "main.merge"}},
		{"particles", 0, []string{"main.forces"}},
		{"matrix", 0, []string{"main.multiply.func1"}},
		// What these do for a key takes less than a timer may cost: their time is the function's that has the loop.
		{"dmap", 5, []string{"main.(*store).count", "main.(*store).flush"}},
		{"tally", 0, nil},
	} {
		t.Run(program.name, func(t *testing.T) {
			names := timed(t, bin+program.name)
			for _, want := range program.regions {
				if !slices.Contains(names, want) {
					t.Errorf("no region %s: %q", want, names)
				}
			}
			if program.times > 0 { // make bench has the others
				byDefault, byRun := untimedIn(t, folder, program.name, program.times)
				t.Logf("untimed %.1f %%, -auto %.1f %%", byDefault, byRun)
				if byDefault > 10 || byRun > 10 {
					t.Errorf("%.1f %% of the run are in functions without a timer that could have one, %.1f %% with -auto", byDefault, byRun)
				}
			}
			best := math.Inf(1)
			for range 5 {
				if best = min(best, processor(t, bin+program.name)/processor(t, plain+program.name)); best <= 1.5 {
					break
				}
			}
			if best > 1.5 {
				t.Errorf("%.0f %% slower in the best of all pairs", 100*(best-1))
			}
		})
	}
}

var untimedLine = regexp.MustCompile(`long enough: ([0-9.]+) %; without -auto ([0-9.]+) %`)

// untimedIn returns how much of a run is in functions that have no timer and could have one, in per cent: by the default
// choice, and by a run of the program.
func untimedIn(t *testing.T, folder, program string, times int) (byDefault, byRun float64) {
	t.Helper()
	name := filepath.Join(t.TempDir(), program)
	out, messages, err := mpitimer(t, folder, "build", "-explain", "-auto", name+" "+strconv.Itoa(times), "--", "-o", name, "./"+program)
	m := untimedLine.FindStringSubmatch(out)
	if err != nil || m == nil {
		t.Fatalf("%v\n%s\n%s", err, out, messages)
	}
	byRun, _ = strconv.ParseFloat(m[1], 64)
	byDefault, _ = strconv.ParseFloat(m[2], 64)
	return byDefault, byRun
}

// What is long enough for a timer and has none is untimed, unless a region around it has no others below.
func TestUntimed(t *testing.T) {
	functions := []rewrite.Function{
		{Symbol: "m.solve", Region: "solve", Chosen: true}, {Symbol: "m.dot", Region: "dot", Chosen: true},
		{Symbol: "m.long", Region: "long"}, {Symbol: "m.short", Region: "short"}, {Symbol: "main.main", Region: "main"},
	}
	found := map[string]sum{"solve": {1, 1e9}, "dot": {1000, 1e9}, "long": {1000, 1e9}, "short": {1e9, 1e9}}
	p := &cpuProfile{whole: 10, stacks: []stack{
		{[]string{"m.short", "m.dot", "m.solve", "main.main"}, 1}, // in an innermost region
		{[]string{"m.long", "m.dot", "m.solve", "main.main"}, 1},  // below it
		{[]string{"m.solve", "main.main"}, 1},                     // of its own
		{[]string{"m.short", "m.solve", "main.main"}, 1},          // too short for a timer
		{[]string{"runtime.x", "m.long", "m.solve", "main.main"}, 2},
		{[]string{"m.long", "main.main"}, 1},
		{[]string{"main.main"}, 3},
	}}
	if got := p.untimed(functions, found); math.Abs(got-0.3) > 1e-9 {
		t.Errorf("untimed %g, want 0.3", got)
	}
}

// -auto finds the function by running the program, and leaves nothing of the runs in it.
func TestAutoFindsTheFunction(t *testing.T) {
	if testing.Short() {
		t.Skip("builds many programs")
	}
	folder := unprepared(t)
	name := filepath.Join(t.TempDir(), "program")
	_, messages, err := mpitimer(t, folder, "build", "-auto", name, "--", "-o", name, "./search")
	if err != nil {
		t.Fatalf("%v\n%s", err, messages)
	}
	has(t, "what -auto says", messages, "functions of the run are timed, and ", " too short for a timer; ")
	if names := timed(t, name); !slices.Contains(names, "main.Search") || slices.Contains(names, "main.matches") {
		t.Errorf("regions %q", names)
	}
}

func TestAutoSaysWhatIsWrong(t *testing.T) {
	if testing.Short() {
		t.Skip("builds many programs")
	}
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
		if got := added().ReplaceAllString(in, ""); got != want {
			t.Errorf("%s is %s, want %s", in, got, want)
		}
	}
}
