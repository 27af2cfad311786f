package auto

import (
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"github.com/go-hpc/timers/stats"
)

// The stack of a goroutine says where it stands, and whether something keeps it from running.
func TestStandingOfStack(t *testing.T) {
	regions := map[string]bool{"main.run": true}
	modules := []string{"main", "example.com/group"}
	for _, c := range []struct {
		stack    []string
		function string // blank: it says nothing
		how      how
	}{
		{[]string{"main.run", "main.main"}, ownText, runs},
		{[]string{"runtime.asyncPreempt2", "runtime.asyncPreempt", "main.help", "main.run"}, "main.help", runs},
		{[]string{"runtime.gopark", "runtime.chanrecv", "runtime.chanrecv1", "main.run"}, "blocked on a channel", receives},
		{[]string{"runtime.gopark", "runtime.chansend", "runtime.chansend1", "main.run"}, "blocked on a channel", sends},
		{[]string{"runtime.gopark", "runtime.selectgo", "main.help", "main.run"}, "blocked on a channel in main.help", receives},
		{[]string{"runtime.gopark", "runtime.semacquire1", "sync.runtime_SemacquireMutex", "internal/sync.(*Mutex).lockSlow", "sync.(*Mutex).Lock", "main.run"}, "blocked in sync.(*Mutex).Lock", blocked},
		{[]string{"runtime.gopark", "runtime.semacquire1", "sync.runtime_SemacquireWaitGroup", "sync.(*WaitGroup).Wait", "example.com/group.(*Group).Wait", "main.run"}, "blocked in sync.(*WaitGroup).Wait", waits},
		{[]string{"runtime.gopark", "time.Sleep", "main.run"}, "blocked in time.Sleep", blocked},
		{[]string{"runtime.gopark", "runtime.gcParkAssist", "runtime.mallocgc", "main.run"}, "blocked in Go's runtime", blocked},
		{[]string{"internal/runtime/syscall.Syscall6", "syscall.read", "os.(*File).Read", "main.run"}, "os.(*File).Read", calls},
		{[]string{"runtime.cgocall", "example.com/group._Cfunc_wait", "main.run"}, "", runs},
		{[]string{"runtime.gopark", "runtime.chanrecv", "runtime.chanrecv1", "main.worker"}, "", runs},
		{[]string{"runtime.gopark", "runtime.chanrecv", "runtime.chanrecv1", "main.main", "runtime.main"}, "blocked on a channel in main.main", receives},
		{[]string{"runtime.gopark", "internal/poll.runtime_pollWait", "net.(*netFD).accept"}, "", runs},
	} {
		got, ok := standingOf(c.stack, regions, modules)
		if ok != (c.function != "") || ok && (got.function != c.function || got.how != c.how) {
			t.Errorf("%q: %q, %d, %t, want %q, %d", c.stack, got.function, got.how, ok, c.function, c.how)
		}
	}
}

// stood lists the rows of a run of one region, with so many samples of its own text.
func stood(t *testing.T, p *stats.Profile, samples int64, list ...standing) map[string]int64 {
	t.Helper()
	in := insideOf(&profile.Profile{Sample: []*profile.Sample{sampled(samples, "main.run")}, Period: 1e7}, map[string]bool{"main.run": true}, []string{"main"})
	in.standing = list
	joined := in.join(p)
	if err := joined.Check(); err != nil {
		t.Error(err)
	}
	rows := make(map[string]int64)
	for _, n := range joined.Nodes[len(p.Nodes):] {
		rows[n.Name] = n.Total / 1e6
	}
	return rows
}

func in(function string, how how, ms int64) standing {
	return standing{place{around: "main.run\n", function: function}, how, ms * 1e6}
}

// What used no processor has rows where it stood, which take no more than the region has left.
func TestRowsOfBlockedGoroutines(t *testing.T) {
	p := treeOf(region(-1, "Total", 1000), region(0, "main.run", 1000))
	wantRows(t, stood(t, p, 20, in("blocked in sync.(*Mutex).Lock", blocked, 600)),
		map[string]int64{"inside: its own text": 200, "inside: blocked in sync.(*Mutex).Lock": 600})
	wantRows(t, stood(t, p, 20, in("blocked in sync.(*Mutex).Lock", blocked, 1200), in("blocked on a channel", receives, 400)),
		map[string]int64{"inside: its own text": 200, "inside: blocked in sync.(*Mutex).Lock": 600, "inside: blocked on a channel": 200})
}

// Goroutines that stood where they run, for longer than the processor's time, were ready.
func TestRowsOfReadyGoroutines(t *testing.T) {
	p := treeOf(region(-1, "Total", 1000), region(0, "main.run", 1000))
	wantRows(t, stood(t, p, 20, in(ownText, runs, 900)), map[string]int64{"inside: its own text": 200, "inside: " + ready: 700})
	wantRows(t, stood(t, p, 90, in(ownText, runs, 850)), nil)
}

// The system uses a processor for a part of the time that a call takes.
func TestRowsOfSystemCalls(t *testing.T) {
	p := treeOf(region(-1, "Total", 1000), region(0, "main.run", 1000))
	for samples, want := range map[int64]int64{20: 700e6, 100: 1000e6} {
		one := insideOf(&profile.Profile{Sample: []*profile.Sample{sampled(samples, "os.(*File).Read", "main.run")}, Period: 1e7}, map[string]bool{"main.run": true}, []string{"main"})
		one.standing = []standing{in("os.(*File).Read", calls, 700)}
		if joined := one.join(p); len(joined.Nodes) != 3 || joined.Nodes[2].Total != want {
			t.Errorf("%d samples: rows %+v", samples, joined.Nodes[2:])
		}
	}
}

// Where a function waits it has rows: what the looks say of these is no part of its own time.
func TestWaitsWithRowsAreNotInside(t *testing.T) {
	for row, how := range map[string]how{"waits: g.Wait()": waits, "waits: <-done": receives, "waits: range jobs": receives, "waits: jobs <-": sends} {
		p := treeOf(region(-1, "Total", 1000), region(0, "main.run", 1000), region(1, row, 500))
		wantRows(t, stood(t, p, 20, in("blocked", how, 500)), map[string]int64{"inside: its own text": 200})
		if other := (receives + sends) - how; how != waits && stood(t, p, 20, in("blocked", other, 300))["inside: blocked"] != 300 {
			t.Errorf("%s: no row of what has none", row)
		}
		p.Nodes[2].Parent = 0
		if got := stood(t, p, 20, in("blocked", how, 500)); got["inside: blocked"] != 500 {
			t.Errorf("%s elsewhere: rows %v", row, got)
		}
	}
}

// Looks at the goroutines of this process find those that wait.
func TestWatch(t *testing.T) {
	var mu sync.Mutex
	jobs := make(chan int)
	mu.Lock()
	var both sync.WaitGroup
	both.Go(func() { locks(&mu) })
	both.Go(func() { takes(jobs) })
	defer both.Wait()
	defer mu.Unlock()
	defer close(jobs)
	regions := map[string]bool{"mpitimer/auto.locks": true, "mpitimer/auto.takes": true}
	for begun := time.Now(); ; {
		w := startWatch()
		time.Sleep(50 * time.Millisecond)
		w.end()
		got := make(map[string]how)
		for _, at := range w.found(regions, []string{"github.com/go-hpc/timers"}) {
			if at.ns <= 0 {
				t.Errorf("%+v", at)
			}
			got[at.around+at.function] = at.how
		}
		if got["mpitimer/auto.locks\nblocked in sync.(*Mutex).Lock"] == blocked && got["mpitimer/auto.takes\nblocked on a channel"] == receives {
			return
		}
		if time.Since(begun) > time.Minute {
			t.Fatalf("found only %v", got)
		}
	}
}

//go:noinline
func locks(mu *sync.Mutex) {
	mu.Lock()
	defer mu.Unlock()
}

//go:noinline
func takes(jobs chan int) { <-jobs }

// Nobody looks at very many goroutines.
func TestNoWatchOfManyGoroutines(t *testing.T) {
	over := make(chan struct{})
	var all sync.WaitGroup
	for range mostGoroutines + 1 {
		all.Go(func() { <-over })
	}
	w := startWatch()
	time.Sleep(5 * watchEvery)
	if n := runtime.NumGoroutine(); n <= mostGoroutines {
		t.Errorf("%d goroutines", n)
	}
	w.end()
	close(over)
	all.Wait()
	if len(w.stacks) > 0 {
		t.Errorf("%d stacks", len(w.stacks))
	}
}
