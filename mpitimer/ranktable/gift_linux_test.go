package ranktable

import (
	"reflect"
	"slices"
	"testing"

	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
)

// gifts is a file with a region that was timed, sampled and given time, and one that was only given time.
func gifts(t *testing.T) []byte {
	t.Helper()
	f, err := rankfile.Create(t.TempDir(), 2, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	var main table.Table
	main.Init(f, 0, 2)
	total := main.Add(1, table.Cold{}, "Total")
	main.Records[total].Start = began
	plain := main.Add(2, table.Cold{Parent: total}, "x")
	sampled := main.Add(3, table.Cold{Parent: total, Sample: 10, Timed: 1, Countdown: 5}, "x")
	main.Records[plain] = table.Record{Calls: 1, Total: 20, Min: 20, Max: 20, Squares: 400}
	main.Records[sampled] = table.Record{Calls: 1, Total: 40, Min: 40, Max: 40, Squares: 1600}
	main.Given.Add(plain, table.GivenOf(1003, 4), 100)
	for i := range uint32(10) { // so that the rows move to another block
		n := main.Add(0, table.Cold{Parent: total}, "only given "+string(rune('a'+i)))
		main.Given.Add(n, table.GivenOf(2_500_000_000, 1), 0)
	}
	main.Given.Add(plain, table.GivenOf(7, 7), 1<<40)
	describe(t, f)
	return bytesOf(t, f)
}

// profileIn is the profile of so many nodes in a file of a rank that has died.
func profileIn(t *testing.T, data []byte, nodes int) *stats.Profile {
	t.Helper()
	table, err := Read(data, "dead")
	if err != nil {
		t.Fatal(err)
	}
	p, err := table.Profile()
	if err != nil || len(p.Nodes) != nodes {
		t.Fatalf("%d nodes, %v", len(p.Nodes), err)
	}
	return p
}

// What was given to a rank that has died comes out as it was given, to the nanosecond.
func TestGiftsOfADeadRank(t *testing.T) {
	p := profileIn(t, gifts(t), 12)
	want := stats.Measure{
		Calls: 1 + 5 + 11, Total: 10 + 5*20 + 1003 + 7, Timed: 1 + 1, Min: 10, Max: 20,
		Squares: stats.Uint128{Lo: 100 + 5*400},
	}
	if got := p.Nodes[1].Measure; !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	// The bytes that a device has copied in it count in what it is in, too.
	if len(p.Counters) != 1 || p.Counters[0].Name != stats.DeviceCopied {
		t.Fatalf("counters %+v", p.Counters)
	}
	for i, name := range []string{"Total", "x"} {
		if n := &p.Nodes[i]; n.Name != name || !slices.Equal(n.Values, []int64{1<<40 + 100}) {
			t.Errorf("%+v", n)
		}
	}
	for i := range p.Nodes[2:] {
		if n := &p.Nodes[2+i]; n.Values != nil {
			t.Errorf("%s: copied %d", n.Name, n.Values)
		}
		if n := &p.Nodes[2+i]; n.Calls != 1 || n.Total != 2_500_000_000 || n.Estimated {
			t.Errorf("%s: %+v", n.Name, n.Measure)
		}
	}
}

// A file of which any part is missing or changed gives a profile that holds together.
func TestDamagedFiles(t *testing.T) {
	race.Sequential(t)
	for _, data := range [][]byte{gifts(t), waits(t)} {
		for at := rankfile.HeaderSize; at < len(data); at += 8 {
			changed := append([]byte(nil), data...)
			for i := range 8 {
				changed[at+i] ^= 0xff
			}
			readAll(t, changed)
			readAll(t, data[:at])
		}
	}
}
