package hdtrace

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"
)

// A statistics file with a damaged header loses nothing: its length is found again, and where more is damaged the
// file stays as it is.
func TestRepairStatisticsHeader(t *testing.T) {
	sound := sample(t, 800, StatisticsOptions{})
	if len(sound) < 16000 {
		t.Fatalf("%d bytes", len(sound))
	}
	xml := bytes.IndexByte(sound, '\n') + 1
	h, want, err := entriesOf(sound, ReadOptions{})
	expectOK(t, err)
	found, left := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.OneOf(rapid.IntRange(0, xml-1), rapid.IntRange(0, h.Size()-1)).Draw(t, "at")
		data := bytes.Clone(sound)
		data[at] ^= byte(rapid.IntRange(1, 255).Draw(t, "bits"))
		fix, ok := fixStatistics("P_hostA_G.stat", bytes.NewReader(data), int64(len(data)))
		if ok && fix.Remove {
			t.Fatalf("%v", fix)
		}
		mended := data
		if ok && !fix.Left {
			mended = applyFix(data, &fix)
		}
		if _, got, err := entriesOf(mended, ReadOptions{}); at < xml && (err != nil || len(got) != len(want)) {
			t.Fatalf("%d entries, %v", len(got), err)
		}
		switch {
		case ok && fix.Left:
			left++
		case ok:
			found++
		}
	})
	if found == 0 || left == 0 {
		t.Errorf("%d lengths were found, %d files left as they are", found, left)
	}
}

// The digit of the issue deleted the file.
func TestRepairStatisticsLength(t *testing.T) {
	folder := t.TempDir()
	sound := sample(t, 800, StatisticsOptions{})
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
		if got := readFile(t, name); !bytes.Equal(got, want) {
			t.Errorf("%s: %d bytes, expected %d", what, len(got), len(want))
		}
	}
}
