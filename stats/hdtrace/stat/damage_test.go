package stat

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
)

// A statistics file with a damaged header loses nothing: its length is found again, and where more is damaged the
// file stays as it is.
func TestRepairStatisticsHeader(t *testing.T) {
	sound := sample(t, 800, Options{})
	if len(sound) < 16000 {
		t.Fatalf("%d bytes", len(sound))
	}
	xml := bytes.IndexByte(sound, '\n') + 1
	h, want, err := entriesOf(sound, hdtrace.ReadOptions{})
	hdtest.ExpectOK(t, err)
	found, left := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.OneOf(rapid.IntRange(0, xml-1), rapid.IntRange(0, h.Size()-1)).Draw(t, "at")
		data := bytes.Clone(sound)
		data[at] ^= byte(rapid.IntRange(1, 255).Draw(t, "bits"))
		fix, ok := planRepair("P_hostA_G.stat", bytes.NewReader(data), int64(len(data)))
		if ok && fix.Remove {
			t.Fatalf("%v", fix)
		}
		mended := data
		if ok && !fix.Left {
			mended = hdtest.ApplyFix(data, &fix)
		}
		if _, got, err := entriesOf(mended, hdtrace.ReadOptions{}); at < xml && (err != nil || len(got) != len(want)) {
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
