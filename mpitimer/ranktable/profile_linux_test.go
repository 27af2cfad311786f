package ranktable

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
)

// The instants of the rank in example, ticks of half a nanosecond.
const (
	began    = 5_000_000
	lastBeat = began + 2_000_000_000
	lastTick = lastBeat + 1_000_000 // the last start
)

// example is the file of a rank that ends in the middle of things: rank 2 of 4.
func example(t testing.TB, folder string) *rankfile.File {
	t.Helper()
	f, err := rankfile.Create(folder, 2, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	var main, other, further table.Table
	main.Init(f, 0, 2)
	total := main.Add(1, table.Cold{}, "Total")
	step := main.Add(2, table.Cold{Parent: total, Level: 3, Histogram: main.Histograms.Make()}, "step")
	io := main.Add(3, table.Cold{Parent: step, Environment: 1}, "io")
	sampled := main.Add(4, table.Cold{Parent: step, Sample: 10, Timed: 3, Countdown: 4}, "sampled")
	main.Add(5, table.Cold{Parent: step}, "never")
	torn := main.Add(6, table.Cold{Parent: step, Recursion: 1}, "torn")
	main.Records[total].Start = began + 1000
	main.Records[step] = table.Record{Start: lastTick, Calls: 5, Total: 600, Min: 100, Max: 140, Squares: 80_000}
	main.Histograms.Count(main.Cold[step].Histogram, 10)
	main.Histograms.Count(main.Cold[step].Histogram, 200)
	main.Records[io] = table.Record{Calls: 2, Total: 50, Min: 20, Max: 30, Squares: 1300}
	main.Records[sampled] = table.Record{Calls: 3, Total: 60, Min: 10, Max: 30, Squares: 1400}
	main.Records[torn] = table.Record{Start: lastTick - 100 | table.Writing, Calls: 3, Total: 400, Min: 200, Max: 200, Squares: 80_000}
	main.PutAside([]table.Extreme{{Min: table.NoMin}, {Min: table.NoMin}, {Min: 80, Max: 120}})

	other.Init(f, 1, 2)
	total = other.Add(1, table.Cold{}, "Total")
	step = other.Add(2, table.Cold{Parent: total}, "step")
	other.Records[step] = table.Record{Calls: 1, Total: 1000, Min: 1000, Max: 1000, Squares: 1e6}

	further.Init(f, 2, 2)
	further.Mark(table.Gathers)
	further.Add(1, table.Cold{}, "Total")

	describe(t, f)
	return f
}

func describe(t testing.TB, f *rankfile.File) {
	t.Helper()
	text := rankfile.Text{
		Program: "model", Command: []string{"./model", "-n", "4"}, Host: "node7", Job: map[string]string{"SLURM_JOB_ID": "12"},
		Environments: []stats.Environment{
			{Name: "all", Size: 4, Ranks: []stats.Range{{First: 0, Last: 3, Stride: 1}}},
			{Name: "output", Size: 2, Ranks: []stats.Range{{First: 0, Last: 2, Stride: 2}}},
		},
		Warnings: []stats.Warning{{Kind: "stop without start", Path: "x", Caller: "main.go:7", Count: 3}},
	}
	f.Note(text.Encode())
	fixed := rankfile.Fixed{
		Rank: 2, Size: 4, PID: 77, Begin: 1_700_000_000_000_000_000, Clock: uint32(clock.TSC), Resolution: 20,
		FromTicks: began, FromNanos: 1_000_000, Hertz: 2e9, PairCost: 25, Beat: 1000,
	}
	copy(fixed.Run[:], someRun)
	fixed.Identify()
	f.Describe(fixed, rankfile.Mark{Ticks: lastBeat, Nanos: 1_000_000 + 1_000_000_000, Unix: 1_700_000_001_000_000_000})
}

// wanted is what the example says.
func wanted() *stats.Profile {
	const now = (lastTick - began) / 2
	one := func(m stats.Measure) []stats.TrackMeasure { return []stats.TrackMeasure{{Track: 0, Measure: m}} }
	squares := func(v uint64) stats.Uint128 { return stats.Uint128{Lo: v} }
	histogram := make([]uint64, 191)
	histogram[0], histogram[190] = 1, 1
	main := stats.Measure{
		Calls: 5, Running: 1, Total: 300, Timed: 5, Min: 40, Max: 70, Squares: squares(20_000),
		Histogram: stats.Histogram{First: 10, Counts: histogram},
	}
	other := stats.Measure{Calls: 1, Total: 500, Timed: 1, Min: 500, Max: 500, Squares: squares(250_000)}
	both := main
	both.Calls, both.Total, both.Timed, both.Max, both.Squares = 6, 800, 6, 500, squares(270_000)
	return &stats.Profile{
		Rank: 2, Size: 4, Host: "node7", PID: 77, Program: "model", Start: 1_700_000_000_000_000_000, To: now, Late: 1e9,
		Clock: stats.Clock{Name: "tsc", Hz: 2e9, Resolution: 10, PairCost: 25},
		Environments: []stats.Environment{
			{Name: "all", Size: 4, Ranks: []stats.Range{{First: 0, Last: 3, Stride: 1}}},
			{Name: "output", Size: 2, Ranks: []stats.Range{{First: 0, Last: 2, Stride: 2}}},
		},
		Tracks: []string{"main", "goroutine 1", "further goroutines"},
		Nodes: []stats.Node{
			{Parent: -1, Name: "Total", Measure: stats.Measure{Running: 1, Total: now - 500, Open: now - 500}},
			{Parent: 0, Name: "step", Level: 3, Measure: both, ByTrack: append(one(main), stats.TrackMeasure{Track: 1, Measure: other})},
			{Parent: 1, Name: "io", Environment: 1, Measure: stats.Measure{Calls: 2, Total: 25, Timed: 2, Min: 10, Max: 15, Squares: squares(325)}},
			{Parent: 1, Name: "sampled", Estimated: true, Sample: 10, Measure: stats.Measure{
				Calls: 26, Total: 260, Timed: 3, Min: 5, Max: 15, Squares: squares(3033),
			}},
			{Parent: 1, Name: "torn", Measure: stats.Measure{Calls: 3, Recursion: 1, Total: 200, Timed: 2, Min: 100, Max: 100, Squares: squares(20_000)}},
		},
		Warnings: []stats.Warning{
			{Kind: "stop without start", Path: "x", Caller: "main.go:7", Count: 3},
			{Kind: WarnTorn, Path: "Total/step/torn", Count: 1},
		},
	}
}

func TestProfile(t *testing.T) {
	table, err := Read(bytesOf(t, example(t, t.TempDir())), "example")
	if err != nil {
		t.Fatal(err)
	}
	p, err := table.Profile()
	if err != nil {
		t.Fatal(err)
	}
	if want := wanted(); !reflect.DeepEqual(p, want) {
		t.Errorf("got  %+v\nwant %+v", p, want)
	}
	open, err := table.OpenRegions()
	want := []OpenRegion{
		{Track: 0, TrackName: "main", Path: []string{"Total"}, Environment: "all", Elapsed: time.Second + 500_000 - 500},
		{Track: 0, TrackName: "main", Path: []string{"Total", "step"}, Environment: "all"},
	}
	if err != nil || !reflect.DeepEqual(open, want) {
		t.Errorf("got  %+v (%v)\nwant %+v", open, err, want)
	}
	info, err := table.Info()
	wantInfo := Info{
		File: "example", Owner: -1, Run: someRun, Program: "model", Command: []string{"./model", "-n", "4"}, Host: "node7",
		Job: map[string]string{"SLURM_JOB_ID": "12"}, Rank: 2, Size: 4, PID: 77, Begin: time.Unix(1_700_000_000, 0),
		LastSeen: time.Unix(1_700_000_001, 0), State: Died, Complete: true,
	}
	if err != nil || !reflect.DeepEqual(info, wantInfo) {
		t.Errorf("got  %+v (%v)\nwant %+v", info, err, wantInfo)
	}
}

// The profile of a rank that lives is as of now.
func TestProfileOfALivingRank(t *testing.T) {
	f, err := rankfile.Create(t.TempDir(), 0, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	from := clock.Nanotime()
	w := newTrack(f, 0)
	n := w.region(0)
	w.Records[n].Start = uint64(from)
	f.Note(note(0))
	fixed := rankfile.Fixed{Size: 1, FromTicks: uint64(from), FromNanos: from, Hertz: 1e9}
	fixed.Identify()
	f.Describe(fixed, rankfile.Mark{Ticks: uint64(from), Nanos: from, Unix: clock.Unix()})
	table, err := Open(f.Path())
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	before := clock.Nanotime() - from
	p, err := table.Profile()
	after := clock.Nanotime() - from
	if err != nil || p.To < before || p.To > after || p.Nodes[0].Open != p.To {
		t.Errorf("%d to %d: %+v %v", before, after, p, err)
	}
	for state, want := range map[rankfile.State]State{rankfile.Reported: Reported, rankfile.Kept: Kept, rankfile.Panicked: Panicked} {
		f.Finish(state)
		if info, err := table.Info(); err != nil || info.State != want || !info.Alive {
			t.Errorf("%+v %v, want %v", info, err, want)
		}
		if p, err := table.Profile(); err != nil || p.To != 0 {
			t.Errorf("%v: goes on for %d ns, %v", want, p.To, err)
		}
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if info, err := table.Info(); err != nil || info.Alive {
		t.Errorf("%+v %v", info, err)
	}
}

func TestStates(t *testing.T) {
	seen := make(map[string]bool)
	for s := Starting; s <= Panicked+1; s++ {
		if name := s.String(); name == "" || seen[name] {
			t.Errorf("%d is %q", s, name)
		}
		seen[s.String()] = true
	}
}

// A file that was cut gives what stands before the cut, and says where it is.
func TestCutFiles(t *testing.T) {
	race.Sequential(t)
	data := bytesOf(t, written(t, runFolder(t, t.TempDir(), someRun), 0, 1, 60))
	whole, err := Read(data, "whole")
	if err != nil {
		t.Fatal(err)
	}
	last, err := whole.Profile()
	if err != nil || len(last.Nodes) != 60 {
		t.Fatal(len(last.Nodes), err)
	}
	cuts := make(map[int]bool)
	for cut := len(data); cut >= 0; cut -= 64 {
		cuts[cut] = true
	}
	for range 500 {
		cuts[rand.IntN(len(data))] = true
	}
	errorless := 0
	for cut := len(data); cut >= 0; cut-- {
		if !cuts[cut] {
			continue
		}
		p, err := cutTo(data, cut)
		if err == nil {
			errorless = cut
		} else if !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), "name: byte ") {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		if p == nil && cut >= 128 {
			t.Fatalf("cut at %d: nothing, %v", cut, err)
		}
		if p == nil {
			continue
		}
		if err := p.Check(); err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		nodes, calls := sizeOf(p)
		if moreNodes, moreCalls := sizeOf(last); nodes > moreNodes || calls > moreCalls {
			t.Fatalf("cut at %d: %d nodes, %d calls, of more bytes %d and %d", cut, nodes, calls, moreNodes, moreCalls)
		}
		last = p
	}
	if end := endOf(t, data); errorless > end+64 || errorless < end-64 {
		t.Errorf("no error down to %d, the blocks end at %d", errorless, end)
	}
}

func cutTo(data []byte, cut int) (*stats.Profile, error) {
	table, err := Read(data[:cut], "name")
	if err != nil {
		return nil, err
	}
	if _, err := table.Info(); err != nil {
		return nil, fmt.Errorf("info: %w", err)
	}
	return table.Profile()
}

// sizeOf counts the nodes of all tracks, and their calls. A node whose name is cut off is not the one of
// that name on another track any more.
func sizeOf(p *stats.Profile) (nodes int, calls uint64) {
	for i := range p.Nodes {
		nodes += max(len(p.Nodes[i].ByTrack), 1)
		calls += p.Nodes[i].Calls
	}
	return nodes, calls
}

func endOf(t *testing.T, data []byte) int {
	t.Helper()
	h, err := rankfile.HeaderOf(append(aligned(0 + len(data))[:0], data...))
	if err != nil {
		t.Fatal(err)
	}
	return int(h.End())
}

// What is no table is refused with the reason.
func TestOpenRefuses(t *testing.T) {
	folder := t.TempDir()
	good := bytesOf(t, example(t, folder))
	change := func(at int, to ...byte) []byte {
		data := append([]byte(nil), good...)
		copy(data[at:], to)
		return data
	}
	for what, each := range map[string]struct {
		data []byte
		want error
	}{
		"empty":        {nil, ErrStarting},
		"one byte":     {good[:1], ErrFormat},
		"text":         {[]byte(strings.Repeat("text ", 2000)), ErrFormat},
		"zeros":        {make([]byte, 8192), ErrStarting},
		"magic":        {change(0, 'x'), ErrFormat},
		"checksum":     {change(40, 1, 2, 3, 4), ErrFormat},
		"version":      {change(8, rankfile.Version+1), ErrVersion},
		"byte order":   {change(12, 1, 2, 3, 4), ErrForeign},
		"short header": {good[:100], ErrFormat},
	} {
		path := filepath.Join(folder, what)
		if err := os.WriteFile(path, each.data, 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Open(path)
		if !errors.Is(err, each.want) || !strings.Contains(err.Error(), path+": byte ") {
			t.Errorf("%s: %v, want %v", what, err, each.want)
		}
		if what == "empty" {
			continue
		}
		if _, err := Read(each.data, "name"); !errors.Is(err, each.want) || !strings.Contains(err.Error(), "name: byte ") {
			t.Errorf("%s: %v, want %v", what, err, each.want)
		}
	}
}

// A table that is closed is no table.
func TestClosed(t *testing.T) {
	f := example(t, t.TempDir())
	opened, err := Open(f.Path())
	if err != nil {
		t.Fatal(err)
	}
	read, err := Read(bytesOf(t, f), "name")
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []*Table{opened, read} {
		if err := errors.Join(table.Close(), table.Close()); err != nil {
			t.Error(err)
		}
		if _, err := table.Profile(); !errors.Is(err, ErrClosed) {
			t.Error(err)
		}
		if _, err := table.OpenRegions(); !errors.Is(err, ErrClosed) {
			t.Error(err)
		}
		if info, err := table.Info(); !errors.Is(err, ErrClosed) || info.Rank != -1 {
			t.Error(info, err)
		}
	}
}

// A file of holes is not taken for one of a million regions.
func TestFileOfHoles(t *testing.T) {
	f := example(t, t.TempDir())
	path := filepath.Join(t.TempDir(), "holes")
	if err := errors.Join(os.WriteFile(path, bytesOf(t, f), 0o600), os.Truncate(path, 1<<40)); err != nil {
		t.Skipf("no files of holes here: %v", err)
	}
	table, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	if table.length > 1<<30 {
		t.Errorf("%d bytes are looked at", table.length)
	}
	if _, err := table.Profile(); err != nil {
		t.Error(err)
	}
}
