package auto

import (
	"io"
	"net/url"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/go-hpc/timers/internal/atomicfile"
	"github.com/go-hpc/timers/stats"
)

// TreesVariable is the environment variable that names the directory in which the tests of each package leave what was
// measured, for mpitimer test, which shows it when the go command is done: that prints nothing of tests that pass.
// The go command keeps it beside a result that it caches, so the directory is the same from call to call.
const TreesVariable = "MPITIMER_TEST_TREES"

// Extensions of the files of a package in that directory: a profile, and what is to be said of it.
const (
	TreeExtension = ".mptprof"
	HintExtension = ".txt"
)

// Tests is Main for TestMain. Tests may look at everything that goes on in their process, so the timers keep
// no tables in files and listen to no signal: no goroutine of theirs runs.
func Tests() (end func()) {
	quiet = true
	if info, ok := debug.ReadBuildInfo(); ok {
		underTest = strings.TrimSuffix(info.Path, ".test")
	}
	if folder, _ := os.LookupEnv(TreesVariable); folder != "" && underTest != "" {
		tree = filepath.Join(folder, url.PathEscape(underTest))
		for _, extension := range []string{TreeExtension, HintExtension} {
			_ = os.Remove(tree + extension) // of tests that ran before, as these may not come to their end
		}
	}
	return start()
}

var (
	quiet     bool
	underTest string // the package, where Go says so
	tree      string // the files of the tests, without extension; blank for a report
)

// leaveTree leaves what was measured for mpitimer test.
func leaveTree(p *stats.Profile) {
	p = the.Join(p)
	err := atomicfile.Write(tree+TreeExtension, func(w io.Writer) error {
		_, err := p.WriteTo(w)
		return err
	})
	var hint strings.Builder
	the.tell(&hint)
	tellUntimed(&hint, p)
	tellCost(&hint, p)
	if err == nil && hint.Len() > 0 {
		err = atomicfile.Write(tree+HintExtension, func(w io.Writer) error {
			_, err := io.WriteString(w, hint.String())
			return err
		})
	}
	if err != nil {
		complain(err)
	}
}
