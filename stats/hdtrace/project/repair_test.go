package project

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
)

// The digit of the issue deleted the file.
func TestRepairStatisticsLength(t *testing.T) {
	folder := t.TempDir()
	sound := sampled(t, 800)
	name := filepath.Join(folder, "P_hostA_G.stat")
	for what, c := range map[string]struct {
		at   int
		to   byte
		left bool
	}{"more than the file": {0, '9', false}, "no digit": {2, 'x', false}, "less": {4, '0', false}, "XML": {bytes.Index(sound, []byte(" type=")) + 1, 'T', true}} {
		data := bytes.Clone(sound)
		data[c.at] = c.to
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
		fixes, err := Repair(folder)
		if err != nil || len(fixes) == 0 || fixes[0].Left != c.left {
			t.Errorf("%s: %v, %v", what, fixes, err)
		}
		want := sound
		if c.left {
			want = data
		}
		if got := hdtest.ReadFile(t, name); !bytes.Equal(got, want) {
			t.Errorf("%s: %d bytes, expected %d", what, len(got), len(want))
		}
	}
}
