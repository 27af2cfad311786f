//go:build linux && (amd64 || arm64)

package device

import (
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-hpc/timers/internal/experimental"
	"github.com/go-hpc/timers/internal/standin"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/device/internal/lanes"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/stats"
)

// driverStandin is a driver that behaves as CUDA's does.
type driverStandin struct {
	*standin.Library
	launch    func(stream uintptr, ns int64)
	lose      func(code int32)
	destroy   func(context uintptr)
	limit     func(most int32)
	noStreams func()
	events    func() int32
	capture   func(stream uintptr) (spoiled int32)
}

// use builds a stand-in, and makes it the driver of the test.
func use(t testing.TB, options ...string) *driverStandin {
	t.Helper()
	return bound(t, standin.Build(t, "libcuda.so.1", "testdata/standin.c", options...))
}

// bound makes a library the driver of the test.
func bound(t testing.TB, l *standin.Library) *driverStandin {
	t.Helper()
	replace(t, l.Path)
	s := &driverStandin{Library: l}
	l.Bind(map[string]any{
		"standinLaunch": &s.launch, "standinLose": &s.lose, "standinDestroy": &s.destroy, "standinLimit": &s.limit, "standinEvents": &s.events, "standinNoStreams": &s.noStreams, "standinCapture": &s.capture,
	})
	return s
}

// replace makes a library the driver until the test ends.
func replace(t testing.TB, name string) {
	formerDialects, former := dialects, vendor
	dialects, vendor = slices.Clone(dialects[:1]), sync.OnceValue(open)
	dialects[0].libraries = []string{name}
	the.finish(0, nil)
	forget()
	t.Cleanup(func() {
		the.finish(time.Minute, mine())
		untilIdle() // or it would meet the next driver
		dialects, vendor = formerDialects, former
		forget()
	})
}

// untilIdle waits until nobody asks the device any more.
func untilIdle() {
	for running := true; running; time.Sleep(time.Millisecond) {
		the.arriving.Lock()
		running = the.arriving.running
		the.arriving.Unlock()
	}
}

// held is the time of clocks that stand still.
var held int64

// hold holds the clocks of the host and of a stand-in's devices still, so that a test does not depend on how fast it runs: time
// goes by only when what is returned says so. Whoever waits for the device meanwhile waits for ever.
func hold(t testing.TB, l *standin.Library) (pass func(ns int64)) {
	t.Helper()
	var tell func(*int64)
	l.Bind(map[string]any{"standinHold": &tell})
	atomic.StoreInt64(&held, clock.Nanotime())
	tell(&held)
	restore := clock.Simulate(func() int64 { return atomic.LoadInt64(&held) })
	t.Cleanup(func() {
		the.finish(0, mine())
		untilIdle()
		restore()
	})
	return func(ns int64) { atomic.AddInt64(&held, ns) }
}

// forget forgets what another driver has made.
func forget() {
	the.pool.free, the.pool.counts = nil, nil
	the.streams.innermost, the.streams.live = nil, nil
	the.aligner = aligner{}
	lanes.Forget()
}

// mine is the rank of the calling goroutine, nil without timers.
func mine() *engine.Rank {
	if tm := mpitimer.Default(); tm != nil {
		return engine.Of(tm)
	}
	return nil
}

// begin starts the timers of a program with one rank; what it returns ends them, and gives the last profile and
// what was told of faults, by kind.
func begin(t testing.TB) (end func() (*stats.Profile, map[string]uint64)) {
	t.Helper()
	c := mpitimer.DefaultConfig()
	c.Output.Directory, c.Output.GlobalFile, c.Output.RankFiles, c.Output.Tables = t.TempDir(), "none", 0, "off"
	if err := mpitimer.Initialize(mpitimer.WithCommunicator(machenv.NewSerial()), mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard)); err != nil {
		t.Fatal(err)
	}
	tm := mpitimer.Default()
	return func() (*stats.Profile, map[string]uint64) {
		the.finish(time.Minute, mine())
		faults := map[string]uint64{}
		for what, n := range the.pool.counts {
			faults[what[0]] += n
		}
		p := tm.Profile()
		if err := mpitimer.Finalize(); err != nil {
			t.Error(err)
		}
		if len(the.pool.counts) > 0 {
			t.Error("faults are not told at the end")
		}
		return p, faults
	}
}

// inContext runs f on a thread with a context, as a program does that uses the driver.
func inContext(t testing.TB, context uintptr, f func()) {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if vendor() == nil {
		t.Fatal("no driver: ", absent)
	}
	former := vendor().current()
	if code := vendor().enter(context); code != success {
		t.Fatal("context: ", code)
	}
	defer vendor().enter(former)
	f()
}

// node is the region of that path, nil if there is none.
func node(p *stats.Profile, path string) *stats.Node {
	for i := range p.Nodes {
		name := ""
		for n := i; n >= 0; n = p.Nodes[n].Parent {
			name = "/" + p.Nodes[n].Name + name
		}
		if name == path {
			return &p.Nodes[i]
		}
	}
	return nil
}

// What the device did stands below the region that launched it, with its own times, and takes nothing from the host's.
func TestRegions(t *testing.T) {
	s := use(t)
	pass := hold(t, s.Library)
	end := begin(t)
	inContext(t, 2, func() { // of the second device
		s.launch(7, 1e9) // all that follows waits for it
		step := mpitimer.Start("step")
		for i := range 10 {
			flux := Start(7, "flux")
			s.launch(7, int64(1+i%2)*5e6)
			flux.Stop()
		}
		step.Stop()
	})
	pass(2e9)
	p, faults := end()
	host, device := node(p, "/Total/step"), node(p, "/Total/step/gpu1:flux")
	if host == nil || device == nil {
		t.Fatalf("%+v", p.Nodes)
	}
	if device.Calls != 10 || device.Total != 75e6 || device.Min != 5e6 || device.Max != 10e6 || host.Total != 0 {
		t.Errorf("device: %+v, host: %+v", device.Measure, host.Measure)
	}
	if len(faults) > 0 {
		t.Error(faults)
	}
}

// A start and a stop wait for nothing, however much the device has to do: here they would wait for ever.
func TestNothingWaits(t *testing.T) {
	s := use(t)
	pass := hold(t, s.Library)
	end := begin(t)
	inContext(t, 1, func() {
		s.launch(3, 1e9)
		for range 1000 {
			Start(3, "a").Stop()
		}
	})
	pass(1e9)
	p, _ := end()
	if n := node(p, "/Total/gpu0:a"); n == nil || n.Calls != 1000 {
		t.Errorf("%+v", n)
	}
}

// Streams of several threads, in contexts of two devices.
func TestThreads(t *testing.T) {
	s := use(t)
	end := begin(t)
	var group sync.WaitGroup
	for k := range 4 {
		group.Go(func() {
			inContext(t, uintptr(1+k%2), func() {
				for range 50 {
					i := Start(Stream(10+k), "work")
					s.launch(uintptr(10+k), 1e5)
					i.Stop()
				}
			})
		})
	}
	group.Wait()
	p, _ := end()
	for _, path := range []string{"/Total/gpu0:work", "/Total/gpu1:work"} {
		if n := node(p, path); n == nil || n.Calls != 100 || n.Total < 100*9e4 {
			t.Errorf("%s: %+v", path, n)
		}
	}
}

// Each rank of a process has its own.
func TestEmbeddedRanks(t *testing.T) {
	s := use(t)
	_ = s
	err := local.Run(2, func(comm machenv.Communicator) error {
		c := mpitimer.DefaultConfig()
		c.Output.Directory, c.Output.GlobalFile, c.Output.RankFiles, c.Output.Tables, c.Output.SummaryFile = t.TempDir(), "none", 0, "off", false
		if err := mpitimer.Initialize(mpitimer.WithCommunicator(comm), mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard)); err != nil {
			return err
		}
		inContext(t, 1, func() {
			for range 1 + comm.Rank() {
				Start(Stream(comm.Rank()), "own").Stop()
			}
		})
		the.finish(time.Minute, mine())
		if err := comm.Barrier(); err != nil {
			return err
		}
		if n := node(mpitimer.Default().Profile(), "/Total/gpu0:own"); n == nil || n.Calls != uint64(1+comm.Rank()) {
			t.Errorf("rank %d: %+v", comm.Rank(), n)
		}
		return mpitimer.Finalize()
	})
	if err != nil {
		t.Fatal(err)
	}
}

// What is lost is counted, the rest is there, and the program goes on.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name    string
		fault   func(s *driverStandin)
		warning string
		calls   uint64
	}{
		{"device lost", func(s *driverStandin) { s.lose(700) }, warnLost, 1},
		{"driver gone", func(s *driverStandin) { s.lose(4) }, warnLost, 1},
		{"as in a forked child", func(s *driverStandin) { s.lose(3) }, warnLost, 1}, // which the driver answers as if it had not been initialised
		{"context destroyed", func(s *driverStandin) { s.destroy(1) }, warnLost, 1},
		{"no more events", func(s *driverStandin) { s.limit(s.events()) }, warnCreate, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := use(t)
			pass := hold(t, s.Library)
			end := begin(t)
			inContext(t, 1, func() {
				first := Start(1, "a")
				first.Stop()
				the.finish(time.Minute, mine())
				lost := Start(1, "a")
				s.launch(1, 20e6)
				lost.Stop()
				c.fault(s)
				for range 3 {
					Start(1, "b").Stop()
				}
			})
			pass(20e6)
			p, faults := end()
			if n := node(p, "/Total/gpu0:a"); n == nil || n.Calls != c.calls {
				t.Errorf("%+v", n)
			}
			if faults[c.warning] == 0 {
				t.Errorf("no %q in %v", c.warning, faults)
			}
		})
	}
}

// A region that was lost is marked with its name, those of another context go on, and so does the run.
func TestLostContextOfTwo(t *testing.T) {
	s := use(t)
	pass := hold(t, s.Library)
	end := begin(t)
	for _, context := range []uintptr{1, 2} {
		inContext(t, context, func() {
			i := Start(Stream(context), "work")
			s.launch(context, 5e6)
			i.Stop()
		})
	}
	s.destroy(1)
	pass(5e6)
	the.finish(time.Minute, nil)
	if n := the.pool.counts[[2]string{warnLost, "work"}]; n != 1 {
		t.Errorf("%d regions are marked as lost: %v", n, the.pool.counts)
	}
	inContext(t, 2, func() { Start(2, "work").Stop() })
	p, _ := end()
	if node(p, "/Total/gpu0:work") != nil || node(p, "/Total/gpu1:work").Calls != 2 {
		t.Errorf("%+v", p.Nodes)
	}
}

// A thread without a context, as when a goroutine has moved, is told of.
func TestWithoutContext(t *testing.T) {
	use(t)
	end := begin(t)
	inContext(t, 0, func() { Start(1, "a").Stop() })
	p, faults := end()
	if n := node(p, "/Total/gpu0:a"); n != nil || len(faults) != 1 || faults[warnContext] != 1 {
		t.Errorf("%+v, %v", n, faults)
	}
}

// No driver, one that lacks a function, and none of this: regions do nothing.
func TestAbsent(t *testing.T) {
	for name, says := range map[string]string{"nowhere.so": "there is no", "": "lacks cuEventRecord"} {
		if name == "" {
			use(t, "-DWITHOUT_RECORD=1", "-Wl,--unresolved-symbols=ignore-all")
		} else {
			replace(t, name)
		}
		end := begin(t)
		Start(1, "a").Stop()
		if Present() || !strings.Contains(describe(), says) {
			t.Errorf("%q: %s", name, describe())
		}
		if p, faults := end(); len(p.Nodes) != 1 || len(faults) > 0 {
			t.Errorf("%q: %+v, %v", name, p, faults)
		}
	}
}

// However many regions there are, the memory for those that wait is bounded.
func TestMany(t *testing.T) {
	s := use(t)
	end := begin(t)
	const regions = mostWaiting + 10_000
	inContext(t, 1, func() {
		s.launch(1, 50e6)
		for range regions {
			Start(1, "a").Stop()
		}
	})
	if made := s.events(); made > 4*mostWaiting+4 {
		t.Errorf("%d events for at most %d intervals that wait", made, mostWaiting)
	}
	p, faults := end()
	if n := node(p, "/Total/gpu0:a"); n == nil || n.Calls+faults[warnDropped] != regions || n.Calls < mostWaiting/2 {
		t.Errorf("%+v, %v", n, faults)
	}
}

// BenchmarkRegion is what a start and a stop cost the host.
func BenchmarkRegion(b *testing.B) {
	use(b)
	end := begin(b)
	inContext(b, 1, func() {
		for b.Loop() {
			Start(1, "a").Stop()
		}
	})
	end()
}

func TestMain(m *testing.M) {
	experimental.On, levelZeroLibraries = true, []string{"none of the machine's"}
	for i := range dialects {
		dialects[i].libraries = []string{"none of the machine's"}
	}
	os.Exit(m.Run())
}
