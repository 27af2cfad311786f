//go:build unix

package mpitimer

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	links "github.com/go-hpc/timers/internal/owner"
	"github.com/go-hpc/timers/internal/owner/ownertest"
)

// What another account has put in the place of a report's files is neither followed nor waited for: the report is written
// elsewhere, and the log says so.
func TestReportPlantedFiles(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	folder, precious := t.TempDir(), filepath.Join(t.TempDir(), "precious")
	names := []string{"timing.mptsum", "timing.summary", "appended", "timing.0"}
	err := errors.Join(os.Chmod(folder, os.ModeSticky|0o777), os.WriteFile(precious, []byte("precious"), 0o600))
	for _, name := range names[:3] {
		err = errors.Join(err, os.Symlink(precious, filepath.Join(folder, name)))
	}
	err = errors.Join(err, syscall.Mkfifo(filepath.Join(folder, names[3]), 0o666))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		ownertest.Give(t, ownertest.Stranger, filepath.Join(folder, name))
	}
	log, err := reportOf(t, func(c *Config) { c.Output.Directory = folder })
	if !errors.Is(err, links.ErrUnsafe) {
		t.Errorf("error is %v", err)
	}
	for _, say := range []string{"timing.mptsum is a link of user 12345", "timing.summary is a link of user 12345", "timing.0 is a pipe or device of another user"} {
		if strings.Count(log, say) != 1 {
			t.Errorf("%d times %q in the log:\n%s", strings.Count(log, say), say, log)
		}
	}
	if found := fallbackOf.FindAllStringSubmatch(log, -1); len(found) != 3 {
		t.Errorf("%d files elsewhere:\n%s", len(found), log)
	}
	tm := timersFor(t, edited(func(c *Config) { c.Output.Directory = folder }))
	err = tm.Engine().Owner.AppendFile("appended", func(w io.Writer) error { _, err := io.WriteString(w, "x"); return err })
	if !errors.Is(err, links.ErrUnsafe) {
		t.Errorf("appended: %v", err)
	}
	text, err := os.ReadFile(precious)
	info, wrong := os.Stat(precious)
	if err = errors.Join(err, wrong); err != nil || string(text) != "precious" || info.Mode() != 0o600 {
		t.Errorf("%q, %v, %v", text, info.Mode(), err)
	}
}
