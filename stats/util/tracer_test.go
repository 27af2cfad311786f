package util

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/go-hpc/timers/stats/hdtrace"
	hdproject "github.com/go-hpc/timers/stats/hdtrace/project"
)

const interval = 100 * time.Millisecond

// traced runs f with a tracer of a made-up host in a bubble, in which time passes only while all wait, and
// returns what was written.
func traced(t *testing.T, o Options, f func(t *testing.T, h *host, tr *Tracer)) (rows []row, counts Counts) {
	t.Helper()
	h := newHost(t)
	o.Root, o.Mountpoint = h.Root, "/"
	if o.Interval == 0 {
		o.Interval = interval
	}
	synctest.Test(t, func(t *testing.T) {
		var file bytes.Buffer
		tr, err := Create(&file, testNode(t), o)
		if err != nil {
			t.Fatal(err)
		}
		f(t, h, tr)
		if err := tr.Finalize(); err != nil {
			t.Error(err)
		}
		counts = tr.Counts()
		if file.Len() > 0 {
			rows = readBack(t, &file)
		}
	})
	if int64(len(rows)) != counts.Entries {
		t.Errorf("%d entries, counted are %d", len(rows), counts.Entries)
	}
	return rows, counts
}

// spans are begins and ends of entries in milliseconds since 2000-01-01, when the time of a bubble begins.
func spans(rows []row) (list [][2]int64) {
	begin := hdtrace.EpochOf(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC))
	for _, r := range rows {
		list = append(list, [2]int64{r.start.Sub(begin).Milliseconds(), r.end.Sub(begin).Milliseconds()})
	}
	return list
}

func start(t *testing.T, tr *Tracer, want bool) {
	t.Helper()
	if changed, err := tr.Start(); err != nil || changed != want || !tr.Started() {
		t.Errorf("start: %v, %v", changed, err)
	}
	synctest.Wait()
}

func stop(t *testing.T, tr *Tracer, want bool) {
	t.Helper()
	if changed, err := tr.Stop(); err != nil || changed != want || tr.Started() {
		t.Errorf("stop: %v, %v", changed, err)
	}
	synctest.Wait()
}

func TestGrid(t *testing.T) {
	rows, counts := traced(t, Options{Sources: MEM | NET | CPU}, func(t *testing.T, h *host, tr *Tracer) {
		stop(t, tr, false)
		time.Sleep(30 * time.Millisecond)
		start(t, tr, true)
		start(t, tr, false)
		time.Sleep(300 * time.Millisecond) // 330
		h.nets[0].in += 10
		h.work(5, 5)
		h.write()
		stop(t, tr, true)
		stop(t, tr, false)
		time.Sleep(500 * time.Millisecond) // 830
		h.nets[0].in += 1000               // which nobody sees
		h.write()
		start(t, tr, true)
		h.nets[0].in += 7
		h.work(10, 0)
		h.write()
		time.Sleep(135 * time.Millisecond) // 965
	})
	want := [][2]int64{{30, 100}, {100, 200}, {200, 300}, {300, 400}, {400, 830}, {830, 900}, {900, 965}}
	if diff := cmp.Diff(want, spans(rows)); diff != "" {
		t.Fatal(diff)
	}
	expect(t, rows[3].values, map[string]float64{"NET_IN": 10, "CPU_TOTAL": 50})
	for name, v := range rows[4].values { // the pause
		if v != Unknown {
			t.Errorf("in the pause, %s is %v", name, v)
		}
	}
	expect(t, rows[5].values, map[string]float64{"NET_IN": 7, "CPU_TOTAL": 100})
	counts.Doubts = Doubts{}
	if want := (Counts{Entries: 7, Values: 6 * 16, Pauses: 1}); counts != want {
		t.Errorf("%+v", counts)
	}
}

// The first entry is no shorter than half an interval, nor the last one than the ticks of the kernel.
func TestEndsOfGrid(t *testing.T) {
	rows, _ := traced(t, Options{Sources: MEM}, func(t *testing.T, _ *host, tr *Tracer) {
		time.Sleep(60 * time.Millisecond)
		start(t, tr, true)
		time.Sleep(345 * time.Millisecond) // 405
	})
	if diff := cmp.Diff([][2]int64{{60, 200}, {200, 300}, {300, 400}}, spans(rows)); diff != "" {
		t.Error(diff)
	}
	rows, _ = traced(t, Options{Sources: MEM, Interval: time.Minute}, func(t *testing.T, _ *host, tr *Tracer) {
		start(t, tr, true)
		time.Sleep(90 * time.Second)
	})
	if diff := cmp.Diff([][2]int64{{0, 60000}, {60000, 90000}}, spans(rows)); diff != "" {
		t.Error(diff)
	}
}

func TestRestartWithinInterval(t *testing.T) {
	rows, counts := traced(t, Options{Sources: NET}, func(t *testing.T, _ *host, tr *Tracer) {
		start(t, tr, true)
		time.Sleep(120 * time.Millisecond)
		stop(t, tr, true)
		time.Sleep(20 * time.Millisecond)
		start(t, tr, true)
		time.Sleep(80 * time.Millisecond)
	})
	if diff := cmp.Diff([][2]int64{{0, 100}, {100, 200}, {200, 220}}, spans(rows)); diff != "" || counts.Pauses != 0 {
		t.Error(diff, counts)
	}
}

func TestNothingTraced(t *testing.T) {
	rows, counts := traced(t, Options{}, func(t *testing.T, _ *host, tr *Tracer) { time.Sleep(time.Second) })
	if rows != nil || counts != (Counts{}) {
		t.Errorf("%v, %+v", rows, counts)
	}
	rows, _ = traced(t, Options{Sources: MEM}, func(t *testing.T, _ *host, tr *Tracer) { // finalized at once
		start(t, tr, true)
	})
	if rows != nil {
		t.Error(rows)
	}
}

func TestAfterFinalize(t *testing.T) {
	traced(t, Options{Sources: MEM}, func(t *testing.T, _ *host, tr *Tracer) {
		start(t, tr, true)
		time.Sleep(time.Second)
		for range 3 {
			if err := tr.Finalize(); err != nil {
				t.Error(err)
			}
		}
		if changed, err := tr.Start(); changed || !errors.Is(err, ErrFinalized) {
			t.Error(changed, err)
		}
		if changed, err := tr.Stop(); changed || !errors.Is(err, ErrFinalized) || tr.Started() {
			t.Error(changed, err)
		}
	})
	var none *Tracer
	for _, tr := range []*Tracer{none, idleTracer()} {
		_, err1 := tr.Start()
		_, err2 := tr.Stop()
		if err := errors.Join(err1, err2, tr.Finalize()); err != nil || tr.Traces() || tr.Values() != nil || tr.Missing() != nil || tr.Counts() != (Counts{}) {
			t.Error(err)
		}
	}
}

// slowly is a writer that takes its time, now and then.
type slowly struct {
	bytes.Buffer
	takes []time.Duration
	fails error
}

func (s *slowly) Write(p []byte) (int, error) {
	if len(s.takes) > 0 {
		time.Sleep(s.takes[0])
		s.takes = s.takes[1:]
	}
	if s.fails != nil {
		return 0, s.fails
	}
	return s.Buffer.Write(p)
}

// An entry that comes late covers the points of the grid that it has missed, which are counted.
func TestOverruns(t *testing.T) {
	h := newHost(t)
	synctest.Test(t, func(t *testing.T) {
		w := &slowly{takes: []time.Duration{330 * time.Millisecond, 40 * time.Millisecond}}
		tr, err := Create(w, testNode(t), Options{Sources: NET, Interval: interval, Root: h.Root})
		if err != nil {
			t.Fatal(err)
		}
		start(t, tr, true)
		time.Sleep(3450 * time.Millisecond)
		if err := tr.Finalize(); err != nil {
			t.Error(err)
		}
		rows := readBack(t, &w.Buffer)
		got := spans(rows)[19:24] // flushed after two seconds
		if diff := cmp.Diff([][2]int64{{1900, 2000}, {2000, 2400}, {2400, 2500}, {2500, 2600}, {2600, 2700}}, got); diff != "" {
			t.Error(diff)
		}
		if c := tr.Counts(); c.Overruns != 3 {
			t.Errorf("%+v", c)
		}
	})
}

func TestWriteFails(t *testing.T) {
	h := newHost(t)
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("disk full")
		w := &slowly{fails: broken}
		tr, err := Create(w, testNode(t), Options{Sources: NET, Interval: interval, Root: h.Root})
		if err != nil {
			t.Fatal(err)
		}
		start(t, tr, true)
		time.Sleep(2500 * time.Millisecond)
		if tr.Started() {
			t.Error("goes on after a write that failed")
		}
		if _, err := tr.Start(); !errors.Is(err, broken) {
			t.Error(err)
		}
		if err := tr.Finalize(); !errors.Is(err, broken) || !errors.Is(err, hdtrace.ErrWrite) || Code(err) != NoTrace {
			t.Error(err)
		}
	})
}

// The codes are those of libRUT, not of the thesis.
func TestCodes(t *testing.T) {
	tr, err := Create(io.Discard, testNode(t), Options{Sources: NET, Interval: interval, Root: newHost(t).Root})
	if Code(err) != 0 {
		t.Fatal(err)
	}
	if err := tr.Finalize(); Code(err) != 0 {
		t.Error(err)
	}
	if _, err := Create(io.Discard, testNode(t), Options{Root: t.TempDir()}); !errors.Is(err, ErrNoSource) || Code(err) != -7 {
		t.Error(err)
	}
	if _, err := NewDirectory("/dev/null/x", "p", hdproject.DirectoryOptions{}); Code(err) != -7 {
		t.Error(err)
	}
	if code := Code(fmt.Errorf("map: %w", syscall.ENOMEM)); code != -6 {
		t.Error(code)
	}
}

// A clock that is set changes nothing but the count.
func TestClockSet(t *testing.T) {
	rows, counts := traced(t, Options{Sources: MEM}, func(t *testing.T, _ *host, tr *Tracer) {
		var mu sync.Mutex
		var set hdtrace.Epoch
		now := tr.now
		tr.now = func() (time.Duration, hdtrace.Epoch) { // before it is started, nobody else reads it
			mu.Lock()
			defer mu.Unlock()
			mono, wall := now()
			return mono, wall + set
		}
		start(t, tr, true)
		for _, to := range []time.Duration{-time.Hour, 24 * time.Hour} {
			time.Sleep(250 * time.Millisecond)
			mu.Lock()
			set = hdtrace.Epoch(to)
			mu.Unlock()
		}
		time.Sleep(250 * time.Millisecond)
	})
	if counts.ClockSets != 2 || len(rows) != 8 {
		t.Errorf("%+v", counts)
	}
	if diff := cmp.Diff([2]int64{600, 700}, spans(rows)[6]); diff != "" {
		t.Error(diff)
	}
}

// What is written survives a program that dies: it is flushed every two seconds, and at a stop.
func TestFlushed(t *testing.T) {
	for _, c := range []struct {
		interval, run time.Duration
		entries       int
	}{{interval, 2450 * time.Millisecond, 20}, {5 * time.Second, 21 * time.Second, 4}} {
		h := newHost(t)
		synctest.Test(t, func(t *testing.T) {
			var file bytes.Buffer
			tr, err := Create(&file, testNode(t), Options{Sources: NET, Interval: c.interval, Root: h.Root})
			if err != nil {
				t.Fatal(err)
			}
			start(t, tr, true)
			time.Sleep(c.run)
			synctest.Wait()
			if n := len(readBack(t, bytes.NewBuffer(file.Bytes()))); n != c.entries {
				t.Errorf("%d entries are written, want %d", n, c.entries)
			}
			stop(t, tr, true)
			time.Sleep(c.interval)
			synctest.Wait()
			if n := len(readBack(t, bytes.NewBuffer(file.Bytes()))); int64(n) != tr.Counts().Entries {
				t.Errorf("%d of %d entries are written after a stop", n, tr.Counts().Entries)
			}
			if err := tr.Finalize(); err != nil {
				t.Error(err)
			}
		})
	}
}
