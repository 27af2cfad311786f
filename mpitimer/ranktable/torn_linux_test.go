package ranktable

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/go-hpc/timers/stats"
)

// intact says what is wrong with a profile of a hammered table: all calls last as long, so all values
// follow from the number of calls.
func intact(p *stats.Profile) error {
	if len(p.Warnings) == 0 || p.Warnings[0].Kind != "kind" {
		return fmt.Errorf("warnings %v", p.Warnings)
	}
	for _, w := range p.Warnings[1:] {
		return fmt.Errorf("warning %v", w)
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if parent := n.Parent; parent >= 0 && p.Nodes[parent].Name != nameOf(numberOf(n.Name)/2) {
			return fmt.Errorf("%q is below %q", n.Name, p.Nodes[parent].Name)
		}
		measures := []stats.Measure{n.Measure}
		for _, t := range n.ByTrack {
			measures = append(measures, t.Measure)
		}
		for _, m := range measures {
			if err := whole(&m); err != nil {
				return fmt.Errorf("%q: %w: %+v", n.Name, err, m)
			}
		}
	}
	return p.Check()
}

func numberOf(name string) int {
	n := 0
	_, _ = fmt.Sscanf(name, "region %d", &n)
	return n
}

func whole(m *stats.Measure) error {
	squares := stats.Uint128{}
	square := stats.Square(lasts)
	for calls := m.Timed; calls > 0; calls >>= 1 {
		if calls&1 != 0 {
			squares = squares.Add(square)
		}
		square = square.Add(square)
	}
	switch {
	case m.Total-m.Open != int64(m.Calls)*lasts:
		return errors.New("total")
	case m.Squares != squares:
		return errors.New("squares")
	case m.Timed > 0 && (m.Min != lasts || m.Max != lasts), m.Timed == 0 && (m.Min != 0 || m.Max != 0): // what was given is read later than the calls before it
		return errors.New("extremes")
	case len(m.Histogram.Counts) > 1 || len(m.Histogram.Counts) == 1 && m.Histogram.First != stats.BucketOf(lasts):
		return errors.New("histogram")
	}
	return nil
}

// Who reads while another process writes gets each record as it was at one moment, and no node goes.
func TestReadingWhileWriting(t *testing.T) {
	folder := runFolder(t, t.TempDir(), someRun)
	_, stop := start(t, folder)
	table, err := Open(filepath.Join(folder, "000000"+Extension))
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	wanted, least := mostNodes/2, 50 // nodes that have come while it was read, and looks
	if testing.Short() {
		wanted, least = mostNodes/10, 10
	}
	looks, nodes, calls := 0, 0, uint64(0)
	for ; nodes < wanted || looks < least; looks++ {
		p, err := table.Profile()
		if err != nil {
			t.Fatal(err)
		}
		if err := intact(p); err != nil {
			t.Fatalf("look %d: %v", looks, err)
		}
		sum := uint64(0)
		for i := range p.Nodes {
			sum += p.Nodes[i].Calls
		}
		if len(p.Nodes) < nodes || sum < calls {
			t.Fatalf("look %d: %d nodes and %d calls, before %d and %d", looks, len(p.Nodes), sum, nodes, calls)
		}
		nodes, calls = len(p.Nodes), sum
	}
	info, err := table.Info()
	if err != nil || info.State != Running || !info.Alive {
		t.Errorf("%+v %v", info, err)
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
	if info, err := table.Info(); err != nil || info.State != Died || info.Alive {
		t.Errorf("%+v %v", info, err)
	}
	t.Logf("%d looks, %d nodes, %d calls", looks, nodes, calls)
}

// However a process is killed in the middle of its work, what is left is within one call.
func TestReadingWhatWasKilled(t *testing.T) {
	kills := 30
	if testing.Short() {
		kills = 5
	}
	torn := 0
	for range kills {
		folder := runFolder(t, t.TempDir(), someRun)
		cmd, stop := start(t, folder)
		table, err := Open(filepath.Join(folder, "000000"+Extension))
		if err != nil {
			t.Fatal(err)
		}
		defer table.Close()
		var before *stats.Profile
		for before == nil || len(before.Nodes) < mostNodes/2 {
			if before, err = table.Profile(); err != nil {
				t.Fatal(err)
			}
		}
		if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		if err := stop(); err == nil {
			t.Fatal("it was not killed")
		}
		p, err := table.Profile()
		if err != nil {
			t.Fatal(err)
		}
		paths := make(map[string]bool) // of torn records
		p.Warnings = slices.DeleteFunc(p.Warnings, func(w stats.Warning) bool {
			if w.Kind == WarnTorn {
				paths[w.Path] = true
			}
			return w.Kind == WarnTorn
		})
		torn += len(paths)
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if !paths[strings.Join(p.Path(i), "/")] {
				continue
			}
			for k := range n.ByTrack {
				n.ByTrack[k].Measure = stats.Measure{} // which one is not known
			}
			if calls, totals := n.Calls, uint64(n.Total-n.Open)/lasts; max(calls, totals)-min(calls, totals) > 1 {
				t.Errorf("%q: %d calls, the time of %d", n.Name, calls, totals)
			}
			n.Measure = stats.Measure{}
		}
		if err := intact(p); err != nil {
			t.Error(err)
		}
		if len(p.Nodes) < len(before.Nodes) {
			t.Errorf("%d nodes, while it lived %d", len(p.Nodes), len(before.Nodes))
		}
	}
	t.Logf("%d torn records in %d processes", torn, kills)
}

// A file that somebody cuts while it is read gives what is left, or an error.
func TestReadingWhileSomebodyCuts(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "table")
	data := bytesOf(t, written(t, runFolder(t, folder, someRun), 0, 1, 500))
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	table, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	// Surely in the middle of it:
	for _, length := range []int64{int64(len(data)) / 2, 4096, 100, 0} {
		if err := os.Truncate(path, length); err != nil {
			t.Fatal(err)
		}
		if at := pageAfter(int(length)); table.mapped && at < len(table.data) {
			err := table.guard(func() error { return fmt.Errorf("read %d", table.data[at]) })
			if !errors.Is(err, errShrunk) || !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), fmt.Sprintf("byte %d:", at)) {
				t.Errorf("cut to %d: %v", length, err)
			}
		}
		if p, err := table.Profile(); err == nil {
			t.Errorf("cut to %d: %d nodes, no error", length, len(p.Nodes))
		}
	}
	cutAndRead(t, table, path, data)
}

func pageAfter(length int) int {
	page := os.Getpagesize()
	return (length + page - 1) / page * page
}

// cutAndRead reads while the file is cut and written again and again.
func cutAndRead(t *testing.T, table *Table, path string, data []byte) {
	if raceDetector {
		t.Skip("the race detector's own loads end the program when their memory is gone")
	}
	looks := 2000
	if testing.Short() {
		looks = 200
	}
	quit := make(chan struct{})
	var wait sync.WaitGroup
	wait.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-quit:
				return
			default:
				if err := errors.Join(os.WriteFile(path, data, 0o600), os.Truncate(path, int64(i*4099%len(data)))); err != nil {
					t.Error(err)
				}
			}
		}
	})
	read, failed := 0, 0
	for range looks {
		p, err := table.Profile()
		switch {
		case err == nil:
			read++
		case !errors.Is(err, ErrFormat) && !errors.Is(err, ErrStarting):
			t.Errorf("%v", err)
		default:
			failed++
		}
		if p != nil {
			if err := p.Check(); err != nil {
				t.Error(err)
			}
		}
	}
	close(quit)
	wait.Wait()
	if failed == 0 {
		t.Errorf("%d looks, all well", read)
	}
	t.Logf("%d looks at all of it, %d at less", read, failed)
}

// Other faults are nobody's but the program's.
func TestGuardIsForTheFileOnly(t *testing.T) {
	table, err := Read(bytesOf(t, written(t, runFolder(t, t.TempDir(), someRun), 0, 1, 1)), "x")
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	_ = table.guard(func() error { panic("something else") })
}
