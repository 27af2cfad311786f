package history

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli/clitest"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load/loadtest"
	"github.com/go-hpc/timers/stats/scaling/scalingtest"
)

// The recipes for GitLab and GitHub in the document work as they stand there, but for the solver and its run.
func TestRecipes(t *testing.T) {
	text, err := os.ReadFile("../../../../docs/history.md")
	if err != nil {
		t.Fatal(err)
	}
	var commands []string
	for _, line := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(line, "    ") {
			for _, found := range regexp.MustCompile(`mpitimer history ([^;|>&]*[^;|>& ])`).FindAllStringSubmatch(line, -1) {
				commands = append(commands, found[1])
			}
		}
	}
	if len(commands) != 4 {
		t.Fatalf("%d commands in the recipes, expected 4: %q", len(commands), commands)
	}
	t.Setenv("CI_COMMIT_SHA", "0123456789abcdef0123456789abcdef01234567")
	run := loadtest.File(t, t.TempDir(), "timing.mptsum", summary(t, 0, scalingtest.Quiet))
	folder, made := t.TempDir(), t.TempDir()
	for _, command := range commands {
		args := strings.Fields(command)
		for i, arg := range args {
			switch arg {
			case "perf":
				args[i] = filepath.Join(folder, "perf")
			case "out/timing.mptsum":
				args[i] = run
			case "history.xml":
				args[i] = filepath.Join(made, arg)
			}
		}
		c := Command()
		c.SetIn(strings.NewReader(os.Getenv("CI_COMMIT_SHA") + "\n"))
		if _, err := clitest.Execute(c, args...); err != nil {
			t.Errorf("mpitimer history %s: %v", command, err)
		}
	}
	report, err := os.ReadFile(filepath.Join(made, "history.xml"))
	if err := errors.Join(err, os.Remove(run)); err != nil || !strings.Contains(string(report), "<testsuite") {
		t.Errorf("%s, %v", report, err)
	}
	if len(files(t, filepath.Join(folder, "perf"))) != 2 {
		t.Error("two recipes add a run each")
	}
}
