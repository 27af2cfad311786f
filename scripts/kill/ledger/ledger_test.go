//go:build linux

package ledger

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestAccountOfLedger(t *testing.T) {
	path := filepath.Join(t.TempDir(), File(3))
	l, err := Create(path, 3, 5)
	if err != nil {
		t.Fatal(err)
	}
	l.Enter(Running)
	step, err := l.Track(0).Root("Total/step", Timed)
	if err != nil {
		t.Fatal(err)
	}
	call := func(r *Region) {
		r.Begin()
		r.Started()
		r.Ending()
		r.Ended()
	}
	for range 3 {
		call(step)
	}
	step.Begin()
	step.Started()
	call(step) // a recursion
	other, err := l.Track(7).Root("Total/step", Counted)
	if err != nil {
		t.Fatal(err)
	}
	other.Begin()
	below, err := step.Below("halo", Timed)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := step.Below("halo", Timed); again != below || err != nil {
		t.Errorf("the second look-up found another region, error %v", err)
	}
	below.Begin()
	below.Started()
	below.Ending()

	a, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if a.Rank != 3 || a.Size != 5 || a.Phase != Running || len(a.Regions) != 3 {
		t.Errorf("read %+v", a)
	}
	e := a.Regions[Key{0, "Total/step"}]
	if must, can := e.Open(); !must || !can || e.Began != 5 || e.Ended != 4 || e.Nested != 1 || e.Ending != 4 {
		t.Errorf("step: open %t %t, %+v", must, can, e)
	}
	if e.Inner < 0 || e.Outer <= e.Inner || e.Begin == 0 || e.Start < e.Begin {
		t.Errorf("step: %+v", e)
	}
	if must, can := a.Regions[Key{7, "Total/step"}].Open(); must || !can {
		t.Errorf("a region that is about to start: open %t %t", must, can)
	}
	if must, can := a.Regions[Key{0, "Total/step/halo"}].Open(); must || !can {
		t.Errorf("a region that is about to stop: open %t %t", must, can)
	}
	if _, err := l.Track(0).Root(strings.Repeat("x", longestPath+1), Timed); err == nil {
		t.Error("a path that is too long has no error")
	}
	if _, err := Create(path, 3, 5); err == nil {
		t.Error("a ledger that exists was made again")
	}
}

func TestReadWhatIsNoLedger(t *testing.T) {
	if _, err := Read(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("no error")
	}
	if _, err := Read("ledger.go"); err == nil {
		t.Error("no error for a text")
	}
}
