package flight

import (
	"encoding/binary"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// beside is the name of a table that is there, with the mode of one.
func beside(t *testing.T) string {
	name := filepath.Join(t.TempDir(), rankfile.Name(7))
	if err := os.WriteFile(name, nil, 0o640); err != nil {
		t.Fatal(err)
	}
	return name
}

// hertz is that of the tests' clock: a tick is a nanosecond.
const hertz = 1e9

func create(t *testing.T, seconds float64) (*File, string) {
	name := beside(t)
	f, err := Create(name, hertz, seconds)
	if err != nil {
		t.Skipf("no files are mapped here: %v", err)
	}
	return f, name
}

func readBeside(name string) ([]Found, error) {
	f, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(f, math.MaxInt)
}

func found(t *rapid.T, name string, number int) Found { return lastOf(t, name, number, math.MaxInt) }

// lastOf is what is found of a track of so many of the last entries.
func lastOf(t *rapid.T, name string, number, most int) Found {
	f, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	list, err := Read(f, most)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) > 0 && len(list[0].Entries) > most {
		t.Fatalf("%d entries, at most %d were wanted", len(list[0].Entries), most)
	}
	at := slices.IndexFunc(list, func(f Found) bool { return f.Number == number })
	if at < 0 {
		return Found{}
	}
	return list[at]
}

// What is read is what was added last, in its order; only what is briefer than Shortest may be missing.
func TestLastIntervalsAreKept(t *testing.T) {
	name := beside(t)
	rapid.Check(t, func(t *rapid.T) {
		_ = os.Remove(rankfile.FlightOf(name))
		f, err := Create(name, hertz, rapid.Float64Range(0.1, 100).Draw(t, "seconds"))
		if err != nil {
			t.Fatal(err)
		}
		var of table.Table
		of.Init(nil, 3, 4)
		track := f.Track(3, 1000)
		type interval struct{ start, end uint64 }
		var all []interval
		now := uint64(1000)
		for range rapid.IntRange(0, 6).Draw(t, "parts") {
			mean := rapid.Uint64Range(1, 1e7).Draw(t, "mean")
			for i := range rapid.IntRange(1, otherEntries/16).Draw(t, "calls") {
				took := uint64(i)*0x9e3779b9%(2*mean) + 1
				now += took
				all = append(all, interval{now - took, now})
				if track.Add(uint32(i%5), now, took) {
					track.Tend(now, &of)
				}
			}
		}
		got := found(t, name, 3)
		some := lastOf(t, name, 3, rapid.IntRange(1, 2*len(all)+1).Draw(t, "most"))
		if tail := got.Entries[len(got.Entries)-min(len(some.Entries), len(got.Entries)):]; !slices.Equal(some.Entries, tail) || len(tail) < len(got.Entries) && !some.Missed {
			t.Fatalf("the last ones are %d, %v, of %d", len(some.Entries), some.Missed, len(got.Entries))
		}
		if len(all) == 0 {
			if len(got.Entries) > 0 {
				t.Fatalf("%d of none", len(got.Entries))
			}
			return
		}
		at := len(all)
		for _, e := range slices.Backward(got.Entries) {
			start, end := e.Interval()
			for at--; at >= 0 && (all[at] != interval{start, end}); at-- {
				if all[at].end-all[at].start >= got.Shortest {
					t.Fatalf("%+v is missing, %d ticks are the shortest that are kept", all[at], got.Shortest)
				}
			}
			if at < 0 {
				t.Fatalf("%d to %d was not added, or is in the wrong place", start, end)
			}
		}
		for at--; at >= 0 && !got.Missed; at-- {
			if all[at].end-all[at].start >= got.Shortest {
				t.Fatalf("%+v is missing, and nothing is said of it", all[at])
			}
		}
	})
}

// As many intervals as there are a second, those that are kept go back as far as they are to, if the others are brief.
func TestBriefOnesGiveWay(t *testing.T) {
	f, name := create(t, 10)
	var of table.Table
	of.Init(nil, 0, 4)
	track := f.Track(0, 0)
	now := uint64(0)
	for now < 30*hertz {
		for range 2000 {
			now += 1000
			if track.Add(2, now, 500) {
				track.Tend(now, &of)
			}
		}
		if track.Add(1, now, 2_000_000) {
			track.Tend(now, &of)
		}
	}
	list, err := readBeside(name)
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	long := 0
	for _, e := range list[0].Entries {
		if e.Node() == 1 {
			long++
		}
	}
	if long < 10*500 {
		t.Errorf("%d intervals of 2 ms of the last 10 s are kept, want all 5000; the shortest kept is of %d ticks", long, list[0].Shortest)
	}
}

// Rows say what each node had run at one tick, whatever was thrown out to make room, and are as far apart as they can be.
func TestRows(t *testing.T) {
	name := beside(t)
	rapid.Check(t, func(t *rapid.T) {
		_ = os.Remove(rankfile.FlightOf(name))
		f, err := Create(name, hertz, 10)
		if err != nil {
			t.Fatal(err)
		}
		var of table.Table
		of.Init(nil, 1, 4)
		track := f.Track(1, 0)
		now, step := uint64(0), uint64(0)
		sums := map[uint64][]uint64{}
		for range rapid.IntRange(0, 8).Draw(t, "parts") {
			for range rapid.IntRange(0, 300).Draw(t, "nodes") {
				of.Add(0, table.Cold{}, "a")
			}
			for range rapid.IntRange(1, 400).Draw(t, "rows") {
				step = rapid.Uint64Range(1, 3*hertz).Draw(t, "step")
				now += step
				for n := 1; n < of.Len(); n++ {
					of.Records[n].Total += step % uint64(n+1)
				}
				if of.Len() > 1 {
					of.Records[1].Start = now - step/2
				}
				track.Tend(now, &of)
				row := make([]uint64, of.Len())
				for n := 1; n < of.Len(); n++ {
					row[n] = of.Records[n].Total
				}
				if of.Len() > 1 {
					row[1] += step / 2
				}
				sums[now] = row
			}
		}
		got := found(t, name, 1).Rows
		last := uint64(0)
		for i, row := range got {
			want, is := sums[row.At]
			if !is || i > 0 && row.At <= last {
				t.Fatalf("row %d of tick %d, behind %d", i, row.At, last)
			}
			last = row.At
			for n := 1; n < len(row.Ticks); n++ {
				if n < len(want) && row.Ticks[n] != want[n] || n >= len(want) && row.Ticks[n] != 0 {
					t.Fatalf("tick %d, node %d: %d, want %v", row.At, n, row.Ticks[n], want)
				}
			}
		}
		if cells := otherRows / 8; of.Len()*leastRows <= cells && len(sums) > 0 && now > 10*hertz && len(got) == 0 {
			t.Errorf("no rows of %d with %d nodes", len(sums), of.Len())
		}
	})
}

// Of a long run there are rows from its begin to its end, evenly but for a factor of two or so.
func TestRowsOfALongRun(t *testing.T) {
	f, name := create(t, 10)
	var of table.Table
	of.Init(nil, 1, 4)
	for range 100 {
		of.Add(0, table.Cold{}, "a")
	}
	track := f.Track(1, 0)
	const length = 7 * 24 * 3600 * hertz
	for now := uint64(hertz); now <= length; now += hertz {
		track.Tend(now, &of)
	}
	list, err := readBeside(name)
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	rows := list[0].Rows
	if most := otherRows / 8 / 128; len(rows) < most/2 || len(rows) > most {
		t.Errorf("%d rows, there is room for %d", len(rows), most)
	}
	last := uint64(0)
	for _, row := range append(rows, Row{At: length}) {
		if row.At-last > 4*length/uint64(len(rows)) {
			t.Errorf("nothing between %d and %d s of %d", last/hertz, row.At/hertz, uint64(length)/hertz)
		}
		last = row.At
	}
}

// Of a track with more nodes than there is room for there are no rows, and no panic.
func TestTooManyNodes(t *testing.T) {
	f, name := create(t, 10)
	var of table.Table
	of.Init(nil, 1, 4)
	track := f.Track(1, 0)
	for i := range uint64(40) {
		for range 100 << (i / 5) {
			of.Add(0, table.Cold{}, "a")
		}
		track.Tend((i+1)*hertz, &of)
	}
	if list, err := readBeside(name); err != nil || len(list) != 0 {
		t.Errorf("%d tracks, %v", len(list), err)
	}
}

func TestFurtherTracksHaveNone(t *testing.T) {
	f, _ := create(t, 10)
	var none *File
	if f.Track(tracks, 0) != nil || none.Track(0, 0) != nil {
		t.Error("a track without room has entries")
	}
}

// Who may read the table may read what is beside it, and none is overwritten.
func TestFile(t *testing.T) {
	_, name := create(t, 10)
	if info, err := os.Stat(rankfile.FlightOf(name)); err != nil || info.Mode().Perm() != 0o640 || info.Size() != Size {
		t.Errorf("%v, %v", info, err)
	}
	if _, err := Create(name, hertz, 10); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second one beside the same table: %v", err)
	}
	rankfile.RemoveBeside(name)
	if _, err := readBeside(name); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it stays when the table goes: %v", err)
	}
	if _, err := Create(filepath.Join(t.TempDir(), rankfile.Name(0)), hertz, 10); err == nil {
		t.Error("made beside a table that is not there")
	}
}

// A rank that was killed while it made the file has kept nothing, and is no fault of anybody's.
func TestBeingMade(t *testing.T) {
	for _, size := range []int{0, Size} {
		name := beside(t)
		if err := os.WriteFile(rankfile.FlightOf(name), make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
		if list, err := readBeside(name); !errors.Is(err, rankfile.ErrStarting) || list != nil {
			t.Errorf("of %d bytes: %v, %v", size, list, err)
		}
	}
}

// The file may hold anything.
func FuzzRead(f *testing.F) {
	file, err := Create(func() string {
		name := filepath.Join(f.TempDir(), rankfile.Name(7))
		_ = os.WriteFile(name, nil, 0o600)
		return name
	}(), hertz, 10)
	if err != nil {
		f.Skip(err)
	}
	var of table.Table
	of.Init(nil, 0, 4)
	of.Add(0, table.Cold{}, "a")
	track := file.Track(8, 0)
	for i := range uint64(100) {
		if track.Add(1, i*1e8+1, i) {
			track.Tend(i*1e8+1, &of)
		}
	}
	seed := slices.Clone(file.bytes[:headerSize])
	p := &file.head.tracks[8]
	end := slices.Clone(file.bytes[p.entries:][:2000])
	rows := slices.Clone(file.bytes[p.rows:][:4000])
	f.Add(seed, end, rows, uint8(8), uint16(0), uint64(0))
	f.Add(seed[:100], end, rows, uint8(8), uint16(0), uint64(0))
	f.Add([]byte("mpflight\x01\x00\x00\x00\xff"), end, rows, uint8(0), uint16(0), uint64(0))
	for _, word := range []uint16{0, 1, 2, 4, 6} {
		f.Add(seed, end, rows, uint8(8), word, uint64(1<<63))
		f.Add(seed, end, rows, uint8(8), word, uint64(1<<20))
	}
	f.Fuzz(func(t *testing.T, head, entries, rows []byte, number uint8, word uint16, value uint64) {
		name := filepath.Join(t.TempDir(), rankfile.Name(0))
		data := make([]byte, max(len(head), headerSize)+16<<10)
		copy(data, head)
		if at := 64 + 64*int(number%tracks) + 8*int(word%8); word > 0 && at+8 <= len(data) {
			binary.NativeEndian.PutUint64(data[at:], value)
		}
		copy(data[headerSize:], entries)
		copy(data[headerSize+8<<10:], rows)
		if err := os.WriteFile(rankfile.FlightOf(name), data, 0o600); err != nil {
			t.Fatal(err)
		}
		list, err := readBeside(name)
		if err != nil && !errors.Is(err, rankfile.ErrFormat) && !errors.Is(err, rankfile.ErrVersion) && !errors.Is(err, rankfile.ErrForeign) && !errors.Is(err, rankfile.ErrStarting) && len(list) > 0 {
			t.Errorf("%d tracks and %v", len(list), err)
		}
		for _, one := range list {
			last := uint64(0)
			for _, row := range one.Rows {
				if row.At <= last {
					t.Errorf("row of %d behind %d", row.At, last)
				}
				last = row.At
			}
			for _, e := range one.Entries {
				if start, end := e.Interval(); e.Node() != 0 && start > end {
					t.Errorf("from %d to %d", start, end)
				}
			}
		}
	})
}

// Steps of the program stand among the intervals, whatever is left out of these.
func TestMarks(t *testing.T) {
	f, name := create(t, 10)
	track := f.Track(3, 1000)
	track.shortest = 100
	for i := range uint64(20) {
		track.Mark(1000 + 1000*i)
		track.Add(5, 1010+1000*i, 10)
		track.Add(6, 1500+1000*i, 500)
	}
	track.parts.shortest = 100
	list, err := readBeside(name)
	if err != nil || len(list) != 1 || len(list[0].Entries) != 40 {
		t.Fatalf("%v, %v", list, err)
	}
	for i, e := range list[0].Entries {
		if number, at := e.Epoch(); i%2 == 0 && (e.Node() != 0 || number != uint64(i/2+1) || at != uint64(1000+500*i)) {
			t.Errorf("entry %d: step %d at %d, of node %d", i, number, at, e.Node())
		}
		if i%2 == 1 && e.Node() != 6 {
			t.Errorf("entry %d: node %d", i, e.Node())
		}
	}
}

// A goroutine whose last intervals are all too brief to be kept is among those that are found, though with none of them: what
// runs there is of interest.
func TestLastIntervalIsTooBrief(t *testing.T) {
	f, name := create(t, 10)
	track := f.Track(0, 0)
	track.Add(1, 1000, 100)
	track.Add(1, 2000, 5)
	table.Store(&track.parts.shortest, 10) // as a glance does when there are too many
	file, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	list, err := Read(file, 1)
	if err != nil || len(list) != 1 || len(list[0].Entries) != 0 || !list[0].Missed {
		t.Errorf("%+v, %v", list, err)
	}
}
