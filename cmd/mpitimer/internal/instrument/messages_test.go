package instrument

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// Messages of the compiler and of vet show the user's file.
func TestMessagesShowTheUsersSource(t *testing.T) {
	wrong := strings.Replace(program, "return s\n", "var unused int\n\treturn s\n", 1)
	folder := files(t, map[string]string{"go.mod": "module example.com/wrong\n\ngo 1.22\n", "main.go": wrong})
	for _, verb := range []string{"build", "vet"} {
		if verb == "vet" && brief() {
			continue // the go command compiles it first, which takes longer than the test
		}
		_, messages, err := mpitimer(t, folder, verb, "--", ".")
		var status interface{ ExitStatus() int }
		if !errors.As(err, &status) || status.ExitStatus() != 1 {
			t.Errorf("%s: error %v", verb, err)
		}
		has(t, verb, messages, "./main.go:24:6: declared and not used: unused")
	}
}

// What an earlier run has shown to be too small is left out, and the reason is said.
func TestEarlierProfile(t *testing.T) {
	if testing.Short() {
		t.Skip("builds many programs")
	}
	folder := files(t, map[string]string{"go.mod": "module example.com/profiled\n\ngo 1.22\n", "main.go": `package main

import "fmt"

func main() {
	sum := 0
	for i := 0; i < 200000; i++ {
		sum += small(1)
	}
	fmt.Println(sum, large(300))
}

//go:noinline
func small(n int) (s int) {
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			for k := 0; k < n; k++ {
				for l := 0; l < n; l++ {
					s += i*j/(k+l+1) + 1
				}
			}
		}
	}
	return s
}

//go:noinline
func large(n int) (s int) {
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			for k := 0; k < n; k++ {
				s += i * j
			}
		}
	}
	return s
}
`})
	t.Chdir(t.TempDir())
	whole, report := built(t, folder), ""
	for range 10 { // a machine that interrupts a sampled call makes it seem long
		t.Setenv("MPITIMER_SUMMARY_FILE", "true")
		if _, report, _ := ran(t, whole); !strings.Contains(report, "main.small") {
			t.Fatalf("report\n%s", report)
		}
		t.Setenv("MPITIMER_SUMMARY_FILE", "false") // the file stays
		if _, report, _ = ran(t, built(t, folder, "-profile", "timing.mptsum")); !strings.Contains(report, "main.small") {
			break
		}
	}
	has(t, "report", report, "main.large")
	if strings.Contains(report, "main.small") {
		t.Errorf("small is still timed:\n%s", report)
	}
	profile, err := filepath.Abs("timing.mptsum")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	out, _, err := mpitimer(t, folder, "build", "-explain", "-profile", profile)
	if err != nil {
		t.Fatal(err)
	}
	has(t, "list", out, "main.small", "too small in the profile: 200000 calls of ")
	if _, _, err := mpitimer(t, folder, "build", "-profile", "main.go", "--", "."); err == nil {
		t.Error("a profile that is none")
	}
}

// The estimate is shown for all functions, and for some with its parts.
func TestExplain(t *testing.T) {
	folder := files(t, map[string]string{
		"go.mod": "module example.com/explained\n\ngo 1.22\n", "cmd/work/main.go": program,
		"cmd/other/main.go": "package main\n\nfunc main() { println(tiny(3), two(3)) }\n\nfunc tiny(n int) int { return n + 1 }\n\nfunc two(n int) int { return n + 2 }\n",
	})
	t.Chdir(folder)
	explained := func(args ...string) string {
		t.Helper()
		root := &cobra.Command{Use: "mpitimer", SilenceUsage: true, SilenceErrors: true}
		root.AddCommand(Commands()...)
		root.SetArgs(append([]string{"build", "-explain"}, args...))
		var out bytes.Buffer
		root.SetOut(&out)
		if err := root.Execute(); err != nil {
			t.Fatalf("%q: %v\n%s", args, err, &out)
		}
		return out.String()
	}
	const total, inlined = "1 left out: it is Total: the timers begin and end with it", "2 left out: the compiler may inline it"
	for _, test := range []struct{ args, has, lacks []string }{
		{nil, []string{"+ ", "main.work", "main.go:16", "1 of 5 functions are instrumented (+)", "2 left out: it is Total", inlined}, []string{"loop"}},
		{[]string{"work.work"}, []string{"main.work", "loop", "line 19"}, []string{"main.main", "left out"}},
		{[]string{"main.work"}, []string{"main.work", "loop", "line 19"}, []string{"main.main", "left out"}},
		{[]string{"--", "./cmd/work"}, []string{"+ ", "main.work", "1 of 2 functions", total}, []string{"cmd/other", "loop"}},
		{[]string{"./cmd/work"}, []string{"1 of 2 functions"}, []string{"cmd/other"}},
		{[]string{"--", "-tags", "x", "./cmd/other", "./cmd/work"}, []string{"1 of 5 functions"}, nil},
		{[]string{"main", "--", "-C", ".", "./cmd/other"}, []string{"main.main", "not a region: it is Total"}, []string{"cmd/work", "main.tiny"}},
		{[]string{"-main=false", "main", "--", "./cmd/other"}, []string{"the compiler may inline it"}, []string{"Total"}},
		{[]string{"-cost", "1", "--", "./cmd/other"}, []string{inlined}, nil},
	} {
		out := explained(test.args...)
		has(t, fmt.Sprintf("%q", test.args), out, test.has...)
		for _, text := range test.lacks {
			if strings.Contains(out, text) {
				t.Errorf("%q: has %q:\n%s", test.args, text, out)
			}
		}
	}
}

// A reason is about what there is: a function is too cheap for its own timers, or for them with those in what it calls.
func TestReasons(t *testing.T) {
	folder := files(t, map[string]string{"go.mod": "module example.com/reasons\n\ngo 1.22\n", "main.go": `package main

func main() { println(cheap(3)) }

func cheap(n int) (s int) {
	for i := 0; i < 4; i++ {
		s += n/3 + n*i + n/5 + n*7 + n/11 + s/2 + s/3 + s*n + s/7 + n/13 + s/17 + n/19 + n/23 + s/29 + s/31 + s/37
		s += n/3 + n*i + n/5 + n*7 + n/11 + s/2 + s/3 + s*n + s/7 + n/13 + s/17 + n/19 + n/23 + s/29 + s/31 + s/37
	}
	return s
}
`})
	out, _, err := mpitimer(t, folder, "build", "-explain", "-cost", "10", "--", ".")
	if err != nil {
		t.Fatal(err)
	}
	has(t, "list", out, "timers would take 30 ns of this, including its own: more than 3 %", "left out: estimated at …; timers would take … of this, including its own: more than …")
}

// The shell completes the flags before --, and leaves what is behind it to the go command.
func TestFlagsComplete(t *testing.T) {
	for _, c := range []struct {
		args []string
		want []string
		not  string
	}{
		{[]string{"build", "-"}, []string{"-only\tinstrument only functions", "-auto\t", "-mpi\t"}, "NAMES"},
		{[]string{"test", "-ex"}, []string{"-explain\tlist all functions"}, "-only"},
		{[]string{"build", "-mpi", "--", "-"}, []string{":0"}, "-only"},
		{[]string{"run", "-source", ""}, []string{":16"}, "-only"},
	} {
		out, _, err := mpitimer(t, "", append([]string{"__complete"}, c.args...)...)
		if err != nil || strings.Contains(out, c.not) {
			t.Errorf("%q: %v\n%s", c.args, err, out)
		}
		has(t, strings.Join(c.args, " "), out, c.want...)
	}
}
