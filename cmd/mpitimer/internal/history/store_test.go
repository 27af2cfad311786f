package history

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load/loadtest"
	"github.com/go-hpc/timers/stats/history"
	"github.com/go-hpc/timers/stats/scaling/scalingtest"
)

// files lists what is in a folder.
func files(t *testing.T, folder string) (names []string) {
	t.Helper()
	list, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		names = append(names, f.Name())
	}
	return names
}

// What a store has too much of is removed, and nothing else.
func TestPrune(t *testing.T) {
	folder := t.TempDir()
	add := func(commit string, minute int, dirty bool) string {
		r := history.Run{Commit: commit, Dirty: dirty, Machine: "node", Ranks: 2, Time: int64(1.79e18) + int64(minute)*int64(time.Minute)}
		return filepath.Base(loadtest.File(t, folder, nameOf(&r), summary(t, 0, scalingtest.Quiet)))
	}
	old := []string{add("a", 1, false), add("a", 2, false)}
	first, second := add("b", 3, false), add("b", 4, false)
	add("b", 5, false)
	changed := add("c", 6, true)
	mine := filepath.Base(loadtest.File(t, folder, "mine.mptsum", summary(t, 0, scalingtest.Quiet)))
	all := files(t, folder)
	for _, args := range [][]string{{"prune", folder}, {"prune", "--keep", "-1", folder}, {"prune", "--keep", "1", filepath.Join(folder, "none")}} {
		if _, err := execute(args...); cli.Status(err) != cli.StatusFailed {
			t.Errorf("%q: %v", args, err)
		}
	}
	if text, err := execute("prune", "--keep", "2", "--dry-run", folder); err != nil || !strings.HasPrefix(text, "would remove 1 of 7 runs") || len(files(t, folder)) != len(all) {
		t.Errorf("%s, %v", text, err)
	}
	has := func(step string, want ...string) {
		t.Helper()
		got := files(t, folder)
		for _, name := range want {
			if !strings.Contains(strings.Join(got, "\n"), name) {
				t.Errorf("%s: %s is gone", step, name)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d files, expected %d", step, len(got), len(want))
		}
	}
	if _, err := execute("prune", "--keep", "2", folder); err != nil {
		t.Error(err)
	}
	has("--keep", old[0], old[1], first, second, changed, mine)
	if _, err := execute("prune", "--dirty", folder); err != nil {
		t.Error(err)
	}
	has("--dirty", old[0], old[1], first, second, mine)
	if _, err := execute("prune", "--last", "1", folder); err != nil { // the run of no commit is the oldest
		t.Error(err)
	}
	has("--last", first, second, mine)
}

// Several writers at once, and one who prunes, lose nothing and leave nothing that is half written.
func TestWritersAtOnce(t *testing.T) {
	t.Setenv("CI_COMMIT_SHA", "0123456789abcdef0123456789abcdef01234567")
	file, folder := loadtest.File(t, t.TempDir(), "run.mptsum", summary(t, 0, scalingtest.Quiet)), t.TempDir()
	const writers, each = 4, 5
	var all sync.WaitGroup
	for range writers {
		all.Go(func() {
			for range each {
				if err := store(file, folder, "", ""); err != nil {
					t.Error(err)
				}
				if _, err := execute("prune", "--keep", "1000", folder); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if names := files(t, folder); len(names) != writers*each {
		t.Errorf("%d files, expected %d", len(names), writers*each)
	}
	if text, err := execute("--dirty", folder); err != nil || !strings.Contains(text, "20 runs of 1 commit") {
		t.Errorf("%s, %v", text, err)
	}
}

// A run in a store is packed.
func TestPacked(t *testing.T) {
	plain, folder := loadtest.File(t, t.TempDir(), "run.mptsum", loadtest.Merged(t, loadtest.Ocean(8, 1))), t.TempDir()
	if err := store(plain, folder, "", ""); err != nil {
		t.Fatal(err)
	}
	before, _ := os.Stat(plain)
	after, err := os.Stat(filepath.Join(folder, files(t, folder)[0]))
	if err != nil || after.Size() >= before.Size() {
		t.Errorf("%d bytes of %d, %v", after.Size(), before.Size(), err)
	}
	t.Logf("%d bytes of %d", after.Size(), before.Size())
}

// The commit is that which the program was built of, if that is asked for.
func TestBuilt(t *testing.T) {
	commit, dirty := commitOf(&debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "GOOS", Value: "linux"}, {Key: "vcs.revision", Value: "beef"}, {Key: "vcs.modified", Value: "true"}}})
	if commit != "beef" || !dirty {
		t.Errorf("commit %q, dirty: %t", commit, dirty)
	}
	file := loadtest.File(t, t.TempDir(), "run.mptsum", summary(t, 0, scalingtest.Quiet))
	for program, want := range map[string]string{os.Args[0]: "-buildvcs=true", file: "run.mptsum"} { // a test is not built of a commit
		if _, err := execute(t.TempDir(), "--add", file, "--built", program); cli.Status(err) != cli.StatusFailed || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %q", err, want)
		}
	}
}
