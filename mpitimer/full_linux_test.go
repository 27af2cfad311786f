package mpitimer

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
)

// A disk without room costs the files their place, and nothing else: what was there before is whole, no
// temporary file is left, and the rank's table is.
func TestReportFullDisk(t *testing.T) {
	full := t.TempDir()
	if err := syscall.Mount("test", full, "tmpfs", 0, "size=8k"); err != nil {
		t.Skipf("cannot mount a tmpfs: %v", err)
	}
	defer syscall.Unmount(full, syscall.MNT_DETACH)
	tables := t.TempDir()
	timerstest.InTables(t, tables)
	t.Setenv("TMPDIR", t.TempDir())
	before := strings.Repeat("of yesterday ", 500)
	if err := os.WriteFile(filepath.Join(full, "timing.summary"), []byte(before), 0o666); err != nil {
		t.Fatal(err)
	}
	log, err := reportOf(t, func(c *Config) { c.Output.Directory = full })
	if err == nil || !strings.Contains(err.Error(), "no space left") {
		t.Errorf("error is %v", err)
	}
	found := fallbackOf.FindAllStringSubmatch(log, -1)
	if len(found) == 0 {
		t.Errorf("the log names no other place:\n%s", log)
	}
	for _, f := range found {
		if info, err := os.Stat(f[1]); err != nil || info.Size() == 0 {
			t.Errorf("the fallback: %v", err)
		}
	}
	if text, err := os.ReadFile(filepath.Join(full, "timing.summary")); err != nil || string(text) != before {
		t.Errorf("a file that could not be replaced has %d bytes: %v", len(text), err)
	}
	if left, err := filepath.Glob(filepath.Join(full, ".*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	if len(runsIn(t, tables)) == 0 {
		t.Error("the tables are gone")
	}
	expectNothingLeft(t)
}

// Files of the same name that belong to two directories do not meet where both are instead.
func TestReportTwoFilesOfOneName(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	tm := timersFor(t)
	for range 2 {
		for _, name := range []string{"a", "b"} {
			err := tm.WriteFile(filepath.Join(file, name, "x"), func(w io.Writer) error { _, err := io.WriteString(w, name); return err })
			found := fallbackOf.FindStringSubmatch(err.Error())
			if len(found) != 2 {
				t.Fatal(err)
			}
			if text, err := os.ReadFile(found[1]); err != nil || string(text) != name {
				t.Errorf("%s has %q: %v", found[1], text, err)
			}
		}
	}
	if all, err := filepath.Glob(filepath.Join(os.Getenv("TMPDIR"), "*", "*")); err != nil || len(all) != 2 {
		t.Errorf("%v, want two files: %v", all, err)
	}
}
