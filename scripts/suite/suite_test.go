//go:build unix

package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func passes(j *job) error { return j.command("true") }

func fails(j *job) error { return j.command("sh", "-c", "echo it is wrong; exit 3") }

func breaks(*job) error { return errors.New("it cannot begin") }

// A suite ends with status 0 if and only if nothing has failed, whichever step it was and whether it ran beside others, says
// why one failed, and leaves nothing behind.
func TestStatusOfSteps(t *testing.T) {
	needs["nothing"], needs["rights"], optional["rights"] = "false", "false", "there are no rights"
	for _, test := range []struct {
		name, ci string
		steps    []step
		want     int
		says     []string
	}{
		{"no step at all", "", nil, 0, []string{"0 passed, 0 failed, 0 skipped"}},
		{"nothing fails", "true", []step{{name: "a", run: passes}, {name: "b", run: passes, beside: true}}, 0, []string{"2 passed, 0 failed, 0 skipped"}},
		{"the first fails", "", []step{{name: "a", run: fails}, {name: "b", run: passes}}, 1, []string{"1 passed, 1 failed", "it is wrong", "exit status 3"}},
		{"the last fails", "", []step{{name: "a", run: passes}, {name: "b", run: fails}}, 1, []string{"1 passed, 1 failed", "--- b failed"}},
		{"one beside others fails", "", []step{{name: "a", run: passes}, {name: "b", run: breaks, beside: true}}, 1, []string{"it cannot begin"}},
		{"skipped", "", []step{{name: "a", run: passes, needs: []string{"nothing"}}}, 0, []string{"a: not run, there is no nothing", "0 passed, 0 failed, 1 skipped"}},
		{"skipped in CI", "true", []step{{name: "a", run: passes, needs: []string{"nothing"}}}, 1, []string{"0 passed, 1 failed"}},
		{"optional in CI", "true", []step{{name: "a", run: passes, needs: []string{"rights"}}}, 0, []string{"there are no rights", "1 skipped"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			left := t.TempDir()
			t.Setenv("TMPDIR", left)
			t.Setenv("CI", test.ci)
			t.Chdir(root)
			var out strings.Builder
			s, err := newSuite(&out, false)
			if err != nil {
				t.Fatal(err)
			}
			s.run(test.steps)
			if got := s.summary(nightly); got != test.want {
				t.Errorf("it ended with %d, want %d:\n%s", got, test.want, out.String())
			}
			for _, says := range test.says {
				if !strings.Contains(out.String(), says) {
					t.Errorf("it does not say %q:\n%s", says, out.String())
				}
			}
			if files, _ := os.ReadDir(left); test.want == 0 && len(files) != 0 {
				t.Errorf("left: %v", files)
			}
		})
	}
}

// While steps run something is printed at least every ten seconds.
func TestProgress(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var out strings.Builder
	s, err := newSuite(&out, false)
	if err != nil {
		t.Fatal(err)
	}
	s.shown = time.Now().Add(-quiet) // the last was long ago
	s.run([]step{{name: "a long one", run: func(j *job) error {
		for range 1200 {
			s.mu.Lock()
			said := out.String()
			s.mu.Unlock()
			if strings.Contains(said, "a long one, ") {
				return nil
			}
			time.Sleep(50 * time.Millisecond)
		}
		return errors.New("nothing was printed")
	}}})
	if s.summary(lint) != 0 {
		t.Error(out.String())
	}
}

// What a process that a command has started in the background holds open does not keep the step from ending.
func TestBackgroundIsNotWaitedFor(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s, err := newSuite(&strings.Builder{}, false)
	if err != nil {
		t.Fatal(err)
	}
	j := &job{suite: s, ctx: t.Context()}
	if err := j.command("sh", "-c", "sleep 600 & echo $! >"+filepath.Join(s.logs, "pid")+"; echo said"); err != nil || j.said.String() != "said\n" {
		t.Errorf("%v, %q", err, j.said.String())
	}
	if err := j.command("sh", "-c", "kill $(cat "+filepath.Join(s.logs, "pid")+")"); err != nil {
		t.Errorf("it was waited for: %v", err)
	}
}

// Every step can fail, has a name of its own, and every plan has some.
func TestStepsOfPlans(t *testing.T) {
	for _, p := range []plan{lint, check, test, nightly, fuzzing, properties, models} {
		names := map[string]bool{}
		for _, s := range stepsOf(p, &choice{}) {
			if names[s.name] || s.run == nil || s.in&p == 0 {
				t.Errorf("%q in plan %d", s.name, p)
			}
			names[s.name] = true
			for _, need := range s.needs {
				if needs[need] == "" {
					t.Errorf("%s needs %s, which nobody knows how to find", s.name, need)
				}
			}
		}
		if len(names) == 0 {
			t.Errorf("plan %d has no steps", p)
		}
	}
}

// What changed is tested, and what imports it; with all also what needs those.
func TestAffected(t *testing.T) {
	graph := map[string][]string{module + "/a": {"b"}, "b": {"c"}, "c": nil, "d": nil}
	if got := affected([]string{module + "/a"}, graph, false); !slices.Equal(got, []string{module + "/a", "b"}) {
		t.Error(got)
	}
	if got := affected([]string{module + "/a"}, graph, true); !slices.Equal(got, []string{module + "/a", "b", "c"}) {
		t.Error(got)
	}
	for file, want := range map[string]string{"a/x.go": module + "/a", "a/testdata/x/y.txt": module + "/a", "README.md": "", "e/x.go": ""} {
		if got := packageOf(file, graph); got != want {
			t.Errorf("%s belongs to %q, want %q", file, got, want)
		}
	}
}
