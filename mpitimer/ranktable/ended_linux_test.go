package ranktable

import (
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// beginDead makes the table of a rank that never notes that it lives.
func beginDead(t *testing.T) *rankfile.File {
	t.Helper()
	f, err := begin(runFolder(t, t.TempDir(), "00112233445566ff"), 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// readDead reads what it has left.
func readDead(t *testing.T, f *rankfile.File) *Table {
	t.Helper()
	data := bytesOf(t, f)
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	dead, err := Read(data, "dead")
	if err != nil {
		t.Fatal(err)
	}
	return dead
}

// A rank that was killed in its last report, before it noted once that it lives, has run as long as its Total
// says: its regions have all ended.
func TestProfileKilledInFinalize(t *testing.T) {
	f := beginDead(t)
	var main table.Table
	main.Init(f, 0, 2)
	total := main.Add(1, table.Cold{}, "Total")
	step := main.Add(2, table.Cold{Parent: total}, "step")
	main.Records[total] = table.Record{Calls: 1, Total: 501e6, Min: 501e6, Max: 501e6}
	main.Records[step] = table.Record{Calls: 2, Total: 400e6, Min: 200e6, Max: 200e6}
	dead := readDead(t, f)
	l, err := dead.Look()
	if err != nil || l.Profile.To != 501e6 || l.LastSeen != time.Unix(1e9, 501e6) {
		t.Errorf("wall time %v, last seen %v, want 501 ms after the begin: %v", time.Duration(l.Profile.To), l.LastSeen, err)
	}
}

// A rank that was killed before it noted once that it lives ran at least as long as the regions that completed inside
// those that were running.
func TestProfileKilledBeforeTheFirstBeat(t *testing.T) {
	f := beginDead(t)
	var main, gathering table.Table
	main.Init(f, 0, 2)
	total := main.Add(1, table.Cold{}, "Total")
	loop := main.Add(2, table.Cold{Parent: total}, "loop")
	step := main.Add(3, table.Cold{Parent: loop}, "step")
	again := main.Add(4, table.Cold{Parent: total}, "again")
	inner := main.Add(5, table.Cold{Parent: again}, "inner")
	main.Records[total].Start = 1000
	main.Records[loop].Start = 1000 + 10e6
	main.Records[step] = table.Record{Calls: 2, Total: 40e6, Min: 20e6, Max: 20e6}
	main.Records[again] = table.Record{Start: 1000 + 10e6, Calls: 1, Total: 90e6, Min: 90e6, Max: 90e6} // what is inside may be of its first call
	main.Records[inner] = table.Record{Calls: 1, Total: 80e6, Min: 80e6, Max: 80e6}
	gathering.Init(f, 1, 2)
	gathering.Mark(table.Gathers)
	total = gathering.Add(1, table.Cold{}, "Total")
	step = gathering.Add(2, table.Cold{Parent: total}, "step")
	gathering.Records[total].Start = 1000
	gathering.Records[step] = table.Record{Calls: 9, Total: 900e6, Min: 100e6, Max: 100e6} // side by side
	dead := readDead(t, f)
	const want = 90e6 // again took as long, inside Total; loop alone says 50 ms
	l, err := dead.Look()
	if err != nil || l.Profile.To != want {
		t.Errorf("wall time %v, want %v: %v", time.Duration(l.Profile.To), time.Duration(want), err)
	}
}

// On a busy machine a beat comes late: what completed after the last one counts, too, as far as it can be true.
func TestProfileKilledAfterALateBeat(t *testing.T) {
	for _, c := range []struct{ step, want uint64 }{{1600e6, 1600e6}, {9000e6, 700e6}} {
		f := beginDead(t)
		var main table.Table
		main.Init(f, 0, 2)
		total := main.Add(1, table.Cold{}, "Total")
		loop := main.Add(2, table.Cold{Parent: total}, "loop")
		step := main.Add(3, table.Cold{Parent: loop}, "step")
		main.Records[total].Start, main.Records[loop].Start = 1000, 1000
		main.Records[step] = table.Record{Calls: 2, Total: c.step, Min: c.step / 2, Max: c.step / 2}
		beatDead(f)
		l, err := readDead(t, f).Look()
		if err != nil || l.Profile.To != int64(c.want) {
			t.Errorf("%d ns in a step: wall time %d ns, want %d: %v", c.step, l.Profile.To, c.want, err)
		}
	}
}

// A region that was set to zero while it ran has less than the regions inside it: no beat was late. (The random programs found it.)
func TestProfileKilledAfterResetNamed(t *testing.T) {
	f := beginDead(t)
	var main table.Table
	main.Init(f, 0, 2)
	total := main.Add(1, table.Cold{}, "Total")
	loop := main.Add(2, table.Cold{Parent: total}, "loop")
	step := main.Add(3, table.Cold{Parent: loop}, "step")
	main.Records[total].Start, main.Records[loop].Start = 1000, 1000+600e6
	main.Records[step] = table.Record{Calls: 2, Total: 500e6, Min: 250e6, Max: 250e6}
	main.ForgetExtremes(int(loop))
	beatDead(f)
	if l, err := readDead(t, f).Look(); err != nil || l.Profile.To != 700e6 {
		t.Errorf("wall time %d ns, want 700 ms: %v", l.Profile.To, err)
	}
}

// beatDead writes that a rank of which beginDead began the table noted last that it lives 700 ms after its begin.
func beatDead(f *rankfile.File) {
	fixed := rankfile.Fixed{Size: 1, PID: 1 << 30, Begin: 1e18, Resolution: 10, FromTicks: 1000, FromNanos: 1000, Hertz: 1e9, Beat: 1000}
	f.Describe(fixed, rankfile.Mark{Ticks: 1000 + 700e6, Nanos: 1000 + 700e6, Unix: 1e18 + 700e6})
}

// The same of a region that has completed calls before: what took longer inside it than these ran in the one that is open.
// (Killed between two inner regions, it had taken less than they did.)
func TestProfileKilledInALaterCall(t *testing.T) {
	f := beginDead(t)
	var main table.Table
	main.Init(f, 0, 2)
	total := main.Add(1, table.Cold{}, "Total")
	step := main.Add(2, table.Cold{Parent: total}, "step")
	halo := main.Add(3, table.Cold{Parent: step}, "halo")
	update := main.Add(4, table.Cold{Parent: step}, "update")
	main.Records[total].Start = 1000
	main.Records[step] = table.Record{Start: 1000 + 30e6, Calls: 3, Total: 20e6, Min: 6e6, Max: 7e6}
	main.Records[halo] = table.Record{Calls: 15, Total: 15e6, Min: 1e6, Max: 1e6}
	main.Records[update] = table.Record{Calls: 11, Total: 6.5e6, Min: 5e5, Max: 6e5}
	dead := readDead(t, f)
	l, err := dead.Look()
	if err != nil || l.Profile.To != 31.5e6 || l.Profile.Nodes[1].Total != 21.5e6 {
		t.Errorf("wall time %v, step %v, want 31.5 and 21.5 ms: %v", time.Duration(l.Profile.To), time.Duration(l.Profile.Nodes[1].Total), err)
	}
}
