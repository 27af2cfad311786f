package generate

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats/calls/functions"
)

// expanded returns what the compiler sees of the functions in files of the package, by name. Those of Fortran
// are the functions that their names share, do_x.
func expanded(t *testing.T, m MPI, files ...string) map[string]string {
	t.Helper()
	c := exec.Command(m.Compiler, append([]string{"-E", "-P"}, files...)...)
	c.Dir = "../.."
	var problem strings.Builder
	c.Stderr = &problem
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v: %v: %s", c.Args, err, problem.String())
	}
	text := strings.Join(strings.Fields(string(out)), " ")
	bodies := make(map[string]string)
	at := regexp.MustCompile(`\b(?:int MPI_|static void do_)([A-Za-z_0-9]+) ?\([^{};]*\) ?\{`).FindAllStringSubmatchIndex(text, -1)
	for i, a := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		bodies[text[a[2]:a[3]]] = text[a[1]:end]
	}
	return bodies
}

// installed runs a test with each MPI that is installed.
func installed(t *testing.T, test func(t *testing.T, m MPI)) {
	for _, m := range Installed {
		t.Run(m.Compiler, func(t *testing.T) {
			if _, err := exec.LookPath(m.Compiler); err != nil {
				t.Skipf("%s is not installed: its mpi.h cannot be looked at", m.Compiler)
			}
			test(t, m)
		})
	}
}

// declared returns the functions that a header names. Not by Parse: that a name stands there is enough.
func declared(t *testing.T, m MPI) []string {
	t.Helper()
	header, err := Header(m.Compiler)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, at := range regexp.MustCompile(`\bPMPI_(\w+)`).FindAllStringSubmatch(header, -1) {
		names = append(names, at[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Every function that a header declares is wrapped, or excluded by name.
func TestComplete(t *testing.T) {
	installed(t, func(t *testing.T, m MPI) {
		names := declared(t, m)
		bodies := expanded(t, m, m.File, "lifecycle.c")
		wrapped := 0
		for _, name := range names {
			_, there := bodies[name]
			if excluded := Excluded(name) != ""; there == excluded {
				t.Errorf("MPI_%s: wrapped %v, excluded %v", name, there, excluded)
			}
			if !there {
				continue
			}
			wrapped++
			if _, ok := functions.Lookup(name); !ok {
				t.Errorf("MPI_%s is wrapped, but not in the table of functions", name)
			}
			if !strings.Contains(bodies[name], "function_"+name+",") {
				t.Errorf("MPI_%s is counted as another: %s", name, bodies[name])
			}
		}
		if wrapped < 300 || wrapped != len(bodies) {
			t.Errorf("%d functions are wrapped, %d bodies", wrapped, len(bodies))
		}
	})
}

var inRecord = regexp.MustCompile(`\b(?:put\(e, |gohpc_mpiwrap_event_text\(e, |begin_list\(e\)|gohpc_mpiwrap_put_(?:requests|pending|single|info)\(e, )`)

// fits checks that the record in a function's body has as many numbers as the table of package calls has
// attributes, and strings where it has strings.
func fits(t *testing.T, f *functions.Function, body string) {
	t.Helper()
	var want, got []string
	for _, a := range f.Attributes {
		if a.Text {
			want = append(want, "text")
		} else {
			want = append(want, "number")
		}
	}
	lists := 0
	for _, word := range inRecord.FindAllString(body, -1) {
		switch {
		case strings.HasPrefix(word, "put("):
			got = append(got, "number")
		case strings.HasPrefix(word, "gohpc_mpiwrap_event_text("):
			got = append(got, "text")
		default:
			lists++
		}
	}
	if !slices.Equal(got, want) || (lists > 0) != (len(f.Children) > 0) {
		t.Errorf("%s: the record has %v and %d lists, the table %v and %d kinds of children", f.Name, got, lists, want, len(f.Children))
	}
}

func TestWordsFitAttributes(t *testing.T) {
	installed(t, func(t *testing.T, m MPI) {
		list := functions.List()
		for name, body := range expanded(t, m, m.File) {
			if i, ok := functions.Lookup(name); ok {
				fits(t, &list[i], body)
			}
		}
		if m.Fortran == "" {
			return
		}
		bodies := expanded(t, m, m.Fortran)
		for _, f := range list {
			body, there := bodies[strings.ToLower(f.Name)]
			switch {
			case !there:
			case plainInFortran(f.Name):
				fits(t, &functions.Function{Outline: functions.Outline{Name: f.Name}}, body)
			default:
				fits(t, &f, body)
			}
		}
		if len(bodies) < 300 {
			t.Errorf("only %d functions of Fortran", len(bodies))
		}
	})
}

// Tables and macros are to be read: that is what they are for.
func TestTablesAreSmall(t *testing.T) {
	all := 0
	for _, name := range append([]string{"wrapper.h", "fortran.h", "numbers.h", "wrappers_openmpi.c", "wrappers_mpich.c", "fortran_openmpi.c"}, specialFiles...) {
		text, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if len(line) > 150 {
				t.Errorf("%s:%d: %d characters", name, i+1, len(line))
			}
			all++
		}
	}
	if all > 4000 {
		t.Errorf("%d lines", all)
	}
}
