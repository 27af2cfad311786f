package house

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// vain is a step that cannot fail: its command is true, or its failure is taken away.
var vain = regexp.MustCompile(`(?m)^\s*step +("[^"]*"|\S+) +((true|:|echo)( .*)?|.*\|\| *(true|:).*)$`)

func TestStepsCanFail(t *testing.T) {
	scripts, err := filepath.Glob(root + "/scripts/*.sh")
	if err != nil || len(scripts) < 10 {
		t.Fatalf("%d scripts, %v", len(scripts), err)
	}
	for _, name := range scripts {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range vain.FindAllString(string(text), -1) {
			t.Errorf("%s: cannot fail: %s", filepath.Base(name), line)
		}
	}
}

func TestVainStepIsFound(t *testing.T) {
	for line, want := range map[string]bool{
		`		step "page in Chromium" true`:       true,
		`	step "x" go test ./... || true`:      true,
		`step x :`:                             true,
		`	step "tests" go test ./...`:          false,
		`	step "it is true" scripts/x.sh true`: false,
	} {
		if got := vain.MatchString(line); got != want {
			t.Errorf("%q: %t, want %t", line, got, want)
		}
	}
}

// A script of steps ends with status 0 if and only if nothing has failed, whichever step it was and whether it ran
// beside others, and leaves nothing behind.
func TestStatusOfSteps(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	for name, test := range map[string]struct {
		script string
		want   int
		says   string
	}{
		"nothing fails":              {`step a true; step b true; step_summary`, 0, "nothing failed"},
		"no step at all":             {`true`, 0, ""},
		"nothing fails, with others": {`steps_beside others; step a true; steps_join; step_summary`, 0, "nothing failed"},
		"the first fails":            {`step a false; step b true; step_summary`, 1, "1 of 2 steps FAILED"},
		"the last fails":             {`step a true; step b false; step_summary`, 1, "1 of 2 steps FAILED"},
		"one beside others fails":    {`steps_beside bad; step a true; steps_join; step_summary`, 1, "2 of 3 steps FAILED"},
		"it breaks off":              {`steps_beside others; step a true; false; step_summary`, 1, ""},
		"skipped":                    {`CI=; step_skip a "no reason"; step_summary`, 0, "nothing failed"},
		"skipped in CI":              {`CI=true; step_skip a "no reason"; step_summary`, 1, "1 of 1 steps FAILED"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			left := t.TempDir()
			cmd := exec.Command(bash, "-c", `set -euo pipefail; source "$0"
				others() { step c true; step d true; }
				bad() { step c false; return 3; }
				`+test.script, filepath.Join(root, "scripts/steps.sh"))
			cmd.Env = append(os.Environ(), "TMPDIR="+left)
			out, err := cmd.CombinedOutput()
			if got := cmd.ProcessState.ExitCode(); got != test.want || !strings.Contains(string(out), test.says) {
				t.Errorf("it ended with %d (%v), want %d and %q:\n%s", got, err, test.want, test.says, out)
			}
			if files, _ := os.ReadDir(left); len(files) != 0 {
				t.Errorf("left: %v", files)
			}
		})
	}
}
