package main

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats/export/page"
)

// Who died first is said by all that look at a run that was killed, where the last signs of life are far enough apart.
func TestWhoDiedFirst(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	folder := ""
	whileRunning(t, from, 3, func() {
		files, err := filepath.Glob(filepath.Join(from, "*", "*"+ranktable.Extension))
		if err != nil || len(files) != 3 {
			t.Errorf("%q, %v", files, err)
			return
		}
		folder = filepath.Dir(copyOf(t, files[1], to)) // as if the rank were killed now
		killed := time.Now()
		for _, f := range []string{files[0], files[2]} {
			eventually(t, "no sign of life", func() bool { return lastSeen(t, copyOf(t, f, to)).After(killed.Add(4 * time.Second)) })
		}
	})
	target := filepath.Join(t.TempDir(), "page.html")
	for _, args := range [][]string{{"stacks", folder}, {"recover", folder}, {"page", folder, "-o", target}} {
		status, out, messages := commanded(args...)
		if args[0] == "page" {
			out += known(t, target)
		}
		want(t, status, cli.StatusOK, out+messages, "rank 1 died first, last seen ")
	}
	status, out, messages := commanded("top", "--once", folder)
	want(t, status, cli.StatusOK, out+messages, "3 died (0-2, first 1)")
}

// known is what a written page knows, as JSON; nothing if there is none.
func known(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		return ""
	}
	data, problem := page.JSON(text)
	if err := errors.Join(err, problem); err != nil {
		t.Error(err)
	}
	return string(data)
}
