package ranktable

import (
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"testing"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
)

// drawn writes the table of a rank that has died: one of few trees, any numbers, and now and then something odd.
func drawn(t *testing.T, folder string, rank int, odd bool) string {
	t.Helper()
	f, err := rankfile.Create(folder, rank, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	oddly := func() bool { return odd && rand.IntN(60) == 0 }
	var main table.Table
	main.Init(f, 0, 4)
	shape := rand.New(rand.NewPCG(uint64(max(rand.IntN(12)-9, 0)), 1)) // most are of one kind
	for n := 1; n < 12; n++ {
		cold := table.Cold{Parent: uint32(shape.IntN(n)), Environment: uint32(shape.IntN(2)), Level: int32(n % 3)}
		if n%4 == 0 {
			cold.Histogram = main.Histograms.Make()
		}
		if oddly() {
			cold.Environment = 7
		}
		if oddly() {
			cold.Sample, cold.Timed, cold.Countdown = 10, 3, 4
		}
		at := main.Add(uint64(n), cold, fmt.Sprint("region ", shape.IntN(3), n))
		calls := rand.Uint64N(100) + 1
		main.Records[at] = table.Record{
			Calls: calls, Total: rand.Uint64N(1e9), Min: rand.Uint64N(1e3), Max: 1e3 + rand.Uint64N(1e6), Squares: rand.Uint64(),
		}
		main.Cold[at].Recursion = rand.Uint64N(calls)
		switch r := &main.Records[at]; {
		case oddly():
			*r = table.Record{Min: table.NoMin}
		case oddly():
			r.Start = lastTick - 100 | table.Writing
		case oddly():
			main.Given.Add(at, table.GivenOf(70, 2), 0)
		case rand.IntN(4) == 0:
			r.Start = lastBeat - rand.Uint64N(1e6)
		}
		if cold.Histogram > 0 {
			main.Histograms.Count(cold.Histogram, rand.Int32N(stats.Buckets))
		}
	}
	if rand.IntN(3) == 0 {
		main.PutAside([]table.Extreme{{Min: table.NoMin}, {Min: table.NoMin}, {Min: 80, Max: 1 << 40}})
	}
	if oddly() {
		var other table.Table
		other.Init(f, 1, 2)
		at := other.Add(1, table.Cold{}, "region 1")
		other.Records[at] = table.Record{Calls: 1, Total: 10, Min: 10, Max: 10, Squares: 100}
	}
	whole := stats.Environment{Name: "all", Size: 100, Ranks: []stats.Range{{First: 0, Last: 99, Stride: 1}}}
	text := rankfile.Text{Program: "model", Host: fmt.Sprint("node", rand.IntN(2)), Environments: []stats.Environment{whole, whole}}
	if text.Environments[1].Name = "output"; oddly() {
		text.Environments[1].Size = 3
	}
	if oddly() {
		text.Counters = []stats.Counter{{Name: "PAGE_FAULTS", Unit: "1", Step: 1}}
	}
	f.Note(text.Encode())
	f.Describe(rankfile.Fixed{
		Rank: uint32(rank), Size: 100, PID: uint32(os.Getpid()), Begin: 1e18, Clock: uint32(clock.TSC), Resolution: 20,
		FromTicks: began, FromNanos: 1_000_000, Hertz: 2e9, PairCost: 25, Beat: 1000,
	}, rankfile.Mark{Ticks: lastBeat, Nanos: 1_001_000_000, Unix: 1e18 + 1e9})
	path := f.Path()
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// What ranks have alike is kept from one to the next. What is read is what a look at each alone finds.
func TestLooksThatShareWork(t *testing.T) {
	folder := runFolder(t, t.TempDir(), someRun)
	var w work
	var last *stats.Node
	shared := 0
	for rank := range 100 {
		path := drawn(t, folder, rank, rank > 30)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		table, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := table.lookWith(&w)
		if err != nil {
			t.Fatal(err)
		}
		if last == &got.Profile.Nodes[0] {
			shared++
		}
		last = &got.Profile.Nodes[0]
		want, err := table.Look()
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("rank %d (%v):\n%+v\n%+v\nwant\n%+v\n%+v", rank, err, got, got.Profile, want, want.Profile)
		}
		held, err := Read(data, path) // which copies nodes as those of a rank that lives
		if err != nil {
			t.Fatal(err)
		}
		if want, err = held.Look(); err != nil || !reflect.DeepEqual(got.Profile, want.Profile) || !reflect.DeepEqual(got.Open, want.Open) {
			t.Fatalf("rank %d in memory (%v):\n%+v\nwant\n%+v", rank, err, got.Profile, want.Profile)
		}
		if err := table.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if shared < 5 {
		t.Errorf("%d of 100 ranks had the tree of two before: too few to test that", shared)
	}
}

// However the tables are dealt to processors, the Summary is that of all Profiles together.
func TestSummaryOfParts(t *testing.T) {
	base := t.TempDir()
	folder := runFolder(t, base, someRun)
	for rank := range 50 {
		drawn(t, folder, rank, true)
	}
	run := find(t, base)[0]
	var profiles []*stats.Profile
	for l, err := range run.Looks() {
		if err != nil {
			t.Fatal(err)
		}
		profiles = append(profiles, l.Marked())
	}
	want, err := stats.Merge(profiles)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	got, err := run.Through(func(n int, l *Look, err error) {
		if seen++; err != nil || l.Rank != n || l.Profile.Nodes != nil {
			t.Errorf("table %d: %+v %v", n, l, err)
		}
	})
	if err != nil || seen != 50 || !reflect.DeepEqual(got, want) {
		t.Errorf("%d ranks, %v:\n%+v\nwant\n%+v", seen, err, got, want)
	}
}
