package ranktable

import (
	"errors"
	"os"
	"reflect"
	"testing"

	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
)

// The summary says how each rank ended, and where.
func TestHowRanksEnded(t *testing.T) {
	folder := runFolder(t, t.TempDir(), someRun)
	for rank, end := range []struct {
		state rankfile.State
		where int // the innermost open region, 0: none
		alive bool
	}{
		{rankfile.Running, 3, false}, {rankfile.Running, 3, false}, {rankfile.Running, 1, false}, {rankfile.Running, 2, true},
		{rankfile.Panicked, 0, false}, {rankfile.Kept, 0, false}, {rankfile.Reported, 0, false}, {rankfile.Running, 3, false},
	} {
		f, err := begin(folder, rank, 9)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = f.Close() })
		w := newTrack(f, 0)
		for i := range 3 {
			w.call(w.region(i))
		}
		for n := end.where; n > 0; n = int(w.Cold[n].Parent) {
			w.Records[n].Start = 2000
		}
		f.Finish(end.state)
		if !end.alive {
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	runs := find(t, folder)
	s, err := runs[0].Summary()
	if err != nil {
		t.Fatal(err)
	}
	var got []stats.WarningSummary
	for _, w := range s.Warnings {
		if w.Kind != "kind" {
			got = append(got, w)
		}
	}
	use := func(kind, path string, count uint64, first int) stats.WarningSummary {
		return stats.WarningSummary{Warning: stats.Warning{Kind: kind, Path: path, Count: count}, Ranks: int(count), FirstRank: first}
	}
	want := []stats.WarningSummary{
		use(WarnDied, "region 1", 1, 2), use(WarnDied, "region 1/region 3", 3, 0), use(WarnKept, "", 1, 5), use(WarnPanicked, "", 1, 4),
		use(WarnRunning, "region 1/region 2", 1, 3),
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if !reflect.DeepEqual(s.Missing, []stats.Range{{First: 8, Last: 8, Stride: 1}}) || s.Ranks != 8 {
		t.Errorf("missing %v, ranks %d", s.Missing, s.Ranks)
	}
	again, err := runs[0].Summary()
	if err != nil || len(again.Warnings) != len(s.Warnings) || len(runs[0].Problems) != 0 {
		t.Errorf("%v, %v, problems %v", again.Warnings, err, runs[0].Problems)
	}
}

// A damaged table is merged as far as it goes, and told of.
func TestSummaryOfDamagedTables(t *testing.T) {
	folder := runFolder(t, t.TempDir(), someRun)
	first := written(t, folder, 0, 3, 30)
	written(t, folder, 1, 3, 30)
	gone := written(t, folder, 2, 3, 30)
	runs := find(t, folder)
	if err := errors.Join(os.Truncate(first.Path(), 40000), os.Truncate(gone.Path(), 50)); err != nil {
		t.Fatal(err)
	}
	for range 3 { // problems do not add up
		s, err := runs[0].Summary()
		if err != nil || s.Ranks != 2 || !reflect.DeepEqual(s.Missing, []stats.Range{{First: 2, Last: 2, Stride: 1}}) {
			t.Fatalf("%+v %v", s, err)
		}
		expectProblems(t, runs[0].Problems, map[string]error{first.Path() + ": byte 40000:": ErrFormat, gone.Path() + ": byte 50:": ErrFormat})
		found := false
		for _, w := range s.Warnings {
			found = found || w.Kind == WarnDamaged && w.Ranks == 1 && w.FirstRank == 0
		}
		if !found {
			t.Errorf("%+v", s.Warnings)
		}
	}
}

// What had no room in the file is told, in the table and in the summary.
func TestTablesWithoutRoom(t *testing.T) {
	folder := runFolder(t, t.TempDir(), someRun)
	f, err := begin(folder, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	w := newTrack(f, 0)
	for i := range 10 {
		w.call(w.region(i))
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for i := range 100 {
		w.call(w.region(i)) // some of them in the heap
	}
	runs := find(t, folder)
	info, err := runs[0].Tables[0].Info()
	if err != nil || info.Complete {
		t.Errorf("%+v %v", info, err)
	}
	p, err := runs[0].Tables[0].Profile()
	if err != nil || len(p.Nodes) < 10 || len(p.Nodes) >= 100 || p.Warnings[1] != (stats.Warning{Kind: WarnRoom, Count: 1}) {
		t.Errorf("%d nodes, %v, %v", len(p.Nodes), p.Warnings, err)
	}
}

// A table that is at odds with itself must not hide the others.
func TestOneHostileTable(t *testing.T) {
	folder := runFolder(t, t.TempDir(), someRun)
	written(t, folder, 0, 2, 3)
	f, err := begin(folder, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	w := newTrack(f, 0)
	for range 2 {
		n := w.Add(1, table.Cold{Environment: 77}, "twice")
		w.Records[n] = table.Record{Calls: 1 << 63, Total: 1<<64 - 1, Max: 1<<64 - 1, Min: 1, Squares: 1<<64 - 1}
		w.Cold[n].SquaresHigh = 1<<64 - 1
	}
	runs := find(t, folder)
	s, err := runs[0].Summary()
	if err != nil || s.Ranks != 2 || len(runs[0].Problems) != 0 {
		t.Fatalf("%+v %v %v", s, err, runs[0].Problems)
	}
	if err := s.Check(); err != nil {
		t.Error(err)
	}
}
