//go:build linux && (amd64 || arm64)

package kernels

import (
	"bytes"
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
	"github.com/go-hpc/timers/mpitimer"
	_ "github.com/go-hpc/timers/mpitimer/counters"
	"github.com/go-hpc/timers/mpitimer/device/internal/lanes"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/stats"
)

// standIn is a library that behaves as a vendor's does, and the launches of a program that it sees.
type standIn struct {
	*standin.Library
	name   string
	kernel func(flux int32, stream uint32, ns int64, code int32)
	copy   func(kind uint32, bytes uint64, ns int64)
	host   func()
	refuse func(code int32)
	other  func(on int32)
	stick  func(on int32)
	thread func(n int64)
	record func(on, code int32) // CUPTI's only
	told   func() int64         // CUPTI's only
	cost   func(ns uint64)
	others func(ns int64)
}

// The kinds of copies, of the stand-ins.
const toDevice, toHost, withinDevice, elsewhere, set = 1, 2, 8, 9, 100

// use builds a stand-in for CUPTI, and makes it the library of the test.
func use(t testing.TB, options ...string) *standIn {
	t.Helper()
	return useOf(t, 0, options...)
}

// useOf builds one for a vendor, by its place in vendors: it stands in for its driver too.
func useOf(t testing.TB, which int, options ...string) *standIn {
	t.Helper()
	name, source := "CUPTI", "testdata/cupti.c"
	if which == 1 {
		name, source = "roctracer", "testdata/roctracer.c"
		useTopology(t)
	}
	return opened(t, which, name, standin.Build(t, "lib"+name+".so", source, options...))
}

// opened makes a stand-in the library of a vendor, for the test.
func opened(t testing.TB, which int, name string, l *standin.Library) *standIn {
	t.Helper()
	s := &standIn{Library: l, name: name}
	former := vendors
	vendors = slices.Clone(former)
	vendors[which].driver, vendors[which].library = []string{s.Path}, []string{s.Path}
	t.Cleanup(func() { vendors = former; lanes.Forget() })
	s.Bind(map[string]any{
		"standinKernel": &s.kernel, "standinCopy": &s.copy, "standinHost": &s.host, "standinRefuse": &s.refuse,
		"standinOther": &s.other, "standinStick": &s.stick, "standinThread": &s.thread, "standinCost": &s.cost,
		"standinOthers": &s.others,
	})
	if name == "CUPTI" {
		s.Bind(map[string]any{"standinCapture": &s.record, "standinTold": &s.told})
	}
	return s
}

// held is the time of clocks that stand still.
var held int64

// hold holds the clocks of the host and of the devices still, so that a test does not depend on how fast it runs: time goes by
// only when what is returned says so.
func (s *standIn) hold(t testing.TB) (pass func(ns int64)) {
	t.Helper()
	var tell func(*int64)
	s.Bind(map[string]any{"standinHold": &tell})
	atomic.StoreInt64(&held, clock.Nanotime())
	tell(&held)
	t.Cleanup(clock.Simulate(func() int64 { return atomic.LoadInt64(&held) }))
	return func(ns int64) { atomic.AddInt64(&held, ns) }
}

// untilTaken waits until the device has done what was launched, and that is known.
func untilTaken() {
	for begin := time.Now(); the.launched.waiting() > 0 && time.Since(begin) < time.Minute; {
		time.Sleep(time.Millisecond)
	}
	the.collect(true) // else what has been taken may not be given yet
}

// both runs a test with each vendor's stand-in.
func both(t *testing.T, f func(t *testing.T, s *standIn)) {
	for which, name := range []string{"CUPTI", "roctracer"} {
		t.Run(name, func(t *testing.T) { f(t, useOf(t, which)) })
	}
}

// timed runs f with timers, waits for what it launched, and returns the profile, the log and the warnings.
func timed(t testing.TB, f func(), settings ...string) (p *stats.Profile, log string, counts map[string]uint64) {
	t.Helper()
	c := mpitimer.DefaultConfig()
	c.Output.Directory, c.Output.GlobalFile, c.Output.RankFiles, c.Output.Tables = t.TempDir(), "none", 0, "off"
	for i := 0; i < len(settings); i += 2 {
		if err := c.Set(settings[i], settings[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	var said bytes.Buffer
	if err := mpitimer.Initialize(mpitimer.WithCommunicator(machenv.NewSerial()), mpitimer.WithConfig(c), mpitimer.WithLog(&said)); err != nil {
		t.Fatal(err)
	}
	tm := mpitimer.Default()
	f()
	untilTaken()
	the.mu.Lock()
	counts = map[string]uint64{}
	for kind, n := range the.counts {
		counts[kind] = n
	}
	the.mu.Unlock()
	p = tm.Profile()
	if err := mpitimer.Finalize(); err != nil {
		t.Error(err)
	}
	return p, said.String(), counts
}

// node is the region of that path, an empty one if there is none.
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
	return new(stats.Node)
}

// tracksOf are the names of the tracks on which regions of a name ran.
func tracksOf(p *stats.Profile, name string) (list []string) {
	for _, n := range p.Nodes {
		for _, m := range n.ByTrack {
			if n.Name == name && !slices.Contains(list, p.Tracks[m.Track]) {
				list = append(list, p.Tracks[m.Track])
			}
		}
	}
	return list
}

// near reports whether a region has the calls and, but for the rounding of the clocks, the time.
func near(n *stats.Node, calls uint64, total time.Duration) bool {
	return n.Calls == calls && n.Total >= int64(total)-1000 && n.Total <= int64(total)+1000
}

// Kernels and copies stand below the regions that launched them, with the device's times.
func TestKernels(t *testing.T) {
	both(t, func(t *testing.T, s *standIn) {
		pass := s.hold(t)
		p, log, counts := timed(t, func() {
			step := mpitimer.Start("step")
			s.copy(toDevice, 1<<20, 1e6)
			for range 10 {
				s.kernel(1, 0, 2e6, 0)
			}
			step.Stop()
			pass(60e6)
			other := mpitimer.Start("other")
			s.kernel(1, 0, 1e6, 0)
			s.kernel(0, 8, 3e6, 0) // on the second device
			pass(2e6)
			other.Stop()
			pass(1e6)
		})
		for path, want := range map[string]struct {
			calls uint64
			total int64
		}{
			"/Total/step": {1, 0}, "/Total/other": {1, 2e6},
			"/Total/step/gpu0:flux": {10, 20e6}, "/Total/step/gpu0:copy to device": {1, 1e6},
			"/Total/other/gpu0:flux": {1, 1e6}, "/Total/other/gpu1:update": {1, 3e6},
			"/Total/step/gpu0:launch latency": {11, 100e6}, // each kernel waited for those before it: 1 + 3 + 5 … ms
			"/Total/other/gpu0:idle":          {1, 39e6},
			"/Total/other/gpu0:overlap":       {1, 1e6}, "/Total/other/gpu1:overlap": {1, 2e6},
		} {
			if n := node(p, path); n.Calls != want.calls || n.Total != want.total {
				t.Errorf("%s: %+v, want %+v", path, n.Measure, want)
			}
		}
		if got := tracksOf(p, "gpu0:flux"); !slices.Equal(got, []string{"gpu0 stream 0"}) || !slices.Equal(tracksOf(p, "gpu0:idle"), []string{"gpu0"}) {
			t.Errorf("on tracks %q", got)
		}
		if len(counts) > 0 {
			t.Error(counts)
		}
		if !strings.Contains(log, "by "+s.name) || !strings.Contains(log, "gpu0:copy to device: 1048576 bytes, 1.05 GB/s") {
			t.Error(log)
		}
	})
}

// Goroutines that launch at the same time have their own; a thread that Go has not made has its kernels under Total.
func TestThreads(t *testing.T) {
	both(t, func(t *testing.T, s *standIn) {
		p, _, counts := timed(t, func() {
			var group sync.WaitGroup
			for k, name := range []string{"a", "b", "c"} {
				group.Go(func() {
					region := mpitimer.Start(name)
					for range 100 * (k + 1) {
						s.kernel(1, uint32(k), 1e4, 0)
					}
					region.Stop()
				})
			}
			group.Wait()
			s.thread(50)
		})
		for k, name := range []string{"a", "b", "c"} {
			if n := node(p, "/Total/"+name+"/gpu0:flux"); n.Calls != uint64(100*(k+1)) {
				t.Errorf("%s: %+v", name, n.Measure)
			}
		}
		if n := node(p, "/Total/gpu0:update"); n.Calls != 50 {
			t.Errorf("%+v", n.Measure)
		}
		if len(counts) > 0 {
			t.Error(counts)
		}
	})
}

// A launch that the driver refuses is not waited for.
func TestRefusedLaunch(t *testing.T) {
	s := use(t)
	p, _, counts := timed(t, func() {
		s.kernel(1, 0, 1e6, 700)
		if n := the.launched.waiting(); n != 0 {
			t.Errorf("waits for %d", n)
		}
		s.kernel(1, 0, 1e6, 0)
	})
	if n := node(p, "/Total/gpu0:flux"); n.Calls != 1 || len(counts) > 0 {
		t.Errorf("%+v, %v", n.Measure, counts)
	}
}

// A device that never ends its work is told of, and does not hold up the end for longer than patience.
func TestStuck(t *testing.T) {
	both(t, func(t *testing.T, s *standIn) {
		if said := the.open(); !strings.Contains(said, "by "+s.name) {
			t.Fatal(said)
		}
		s.stick(1)
		for range 3 {
			s.kernel(1, 0, 1, 0)
		}
		if _, counts := the.close(nil, 20*time.Millisecond); counts[warnLate] != 3 {
			t.Error(counts)
		}
	})
}

// However many kernels there are, buffers and launches are bounded, and each kernel is recorded or counted.
func TestMany(t *testing.T) {
	both(t, func(t *testing.T, s *standIn) {
		kernels := uint64(300_000)
		if testing.Short() { // under the race detector and on busy machines, where each of them is dear
			kernels = 30_000
		}
		p, _, counts := timed(t, func() {
			for range kernels {
				s.kernel(1, 0, 1, 0)
			}
		})
		n := node(p, "/Total/gpu0:flux")
		if n.Calls+counts[warnDropped] != kernels || n.Calls < bufferLen/200 {
			t.Errorf("%d recorded, %v", n.Calls, counts)
		}
		if store.made > buffers {
			t.Errorf("%d buffers", store.made)
		}
	})
}

// The environment switches recording off, so that another tool may have CUPTI.
func TestSwitchedOff(t *testing.T) {
	for _, asked := range []string{"", "true", "false"} {
		use(t)
		t.Setenv(variable, asked)
		_, log, _ := timed(t, func() {})
		if strings.Contains(log, "mpitimer: kernels: by CUPTI") != (asked != "false") {
			t.Errorf("%s=%s:\n%s", variable, asked, log)
		}
	}
}

// Launches that wait for the device for a minute, while records are taken up 50 times a second, lose no record.
func TestLongQueue(t *testing.T) {
	s := useOf(t, 0)
	pass := s.hold(t)
	const kernels = int(time.Minute / often)
	p, _, counts := timed(t, func() {
		for range kernels {
			s.kernel(1, 0, int64(often), 0)
			the.collect(false)
		}
		pass(int64(time.Minute))
	})
	if n := node(p, "/Total/gpu0:flux"); n.Calls != uint64(kernels) || len(counts) > 0 {
		t.Errorf("%d of %d recorded, %v", n.Calls, kernels, counts)
	}
}

// A launch by CUDA's runtime, which calls the driver, is told twice with one number: it is one launch, also where the driver refuses it.
func TestLaunchWithinLaunch(t *testing.T) {
	s := use(t)
	p, _, counts := timed(t, func() {
		for range 4 { // every second one is the runtime's
			s.kernel(1, 0, 1e5, 0)
			s.kernel(1, 0, 1e5, 719)
			s.kernel(0, 0, 1e5, 0)
		}
		if n, _ := the.launched.cost(); n != 12 {
			t.Errorf("%d launches, want 12", n)
		}
	})
	for _, name := range []string{"flux", "update"} {
		if n := node(p, "/Total/gpu0:"+name); n.Calls != 4 || len(counts) > 0 {
			t.Errorf("%s: %+v, %v", name, n.Measure, counts)
		}
	}
}

// A function of the runtime that has been seen to call the driver's is left to that: each callback is dear.
func TestNestedCallsAreLeft(t *testing.T) {
	s := use(t)
	p, _, counts := timed(t, func() {
		for range 2 {
			s.kernel(1, 0, 1e5, 0)
		}
		the.collect(false)
		before := s.told()
		for range 10 {
			s.kernel(1, 0, 1e5, 0)
		}
		if n := s.told() - before; n != 10 {
			t.Errorf("%d calls told for 10 launches", n)
		}
	})
	if n := node(p, "/Total/gpu0:flux"); n.Calls != 12 || len(counts) > 0 {
		t.Errorf("%+v, %v", n.Measure, counts)
	}
}

// What is captured into a graph has no record: it is not waited for, while launches before and after it are.
func TestCapture(t *testing.T) {
	s := use(t)
	pass := s.hold(t)
	p, _, counts := timed(t, func() {
		s.record(1, 901) // refused
		s.kernel(1, 0, 1e6, 0)
		if n := the.launched.waiting(); n != 1 {
			t.Errorf("waits for %d", n)
		}
		s.record(1, 0)
		for range 5 {
			s.kernel(1, 0, 1e6, 0)
		}
		s.record(0, 0)
		s.record(0, 401) // that of a capture that began before
		if n := the.launched.waiting(); n > 1 {
			t.Errorf("waits for %d, though they are captured", n)
		}
		s.kernel(1, 0, 1e6, 0)
		pass(2e6)
	})
	if n := node(p, "/Total/gpu0:flux"); n.Calls != 2 || len(counts) > 0 {
		t.Errorf("%+v, %v", n.Measure, counts)
	}
}

// At 10⁶ kernels a minute none is dropped, memory stays bounded, and the log tells what it costs.
func TestMillionAMinute(t *testing.T) {
	both(t, func(t *testing.T, s *standIn) {
		const rate = 1_000_000 / 60
		milliseconds := 1000
		if testing.Short() {
			milliseconds = 200
		}
		var before, after runtime.MemStats
		p, _, counts := timed(t, func() {
			runtime.GC()
			runtime.ReadMemStats(&before)
			for range milliseconds {
				for range rate / 1000 {
					s.kernel(1, 0, 1e4, 0)
				}
				time.Sleep(time.Millisecond)
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			n, each := the.launched.cost()
			if n != uint64(milliseconds*(rate/1000)) || each <= 0 {
				t.Errorf("%d launches, each held up by %v", n, each)
			}
		})
		if n := node(p, "/Total/gpu0:flux"); n.Calls != uint64(milliseconds*(rate/1000)) || len(counts) > 0 {
			t.Errorf("%d recorded, %v", n.Calls, counts)
		}
		if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 16<<20 || store.made > buffers {
			t.Errorf("the heap has grown by %d bytes, %d buffers", grown, store.made)
		}
	})
}

// A device that other processes share, as by MPS, keeps kernels waiting: that is launch latency, not time of kernels.
func TestSharedDevice(t *testing.T) {
	both(t, func(t *testing.T, s *standIn) {
		pass := s.hold(t)
		p, log, counts := timed(t, func() {
			s.kernel(1, 0, 1e6, 0)
			s.others(50e6)
			s.kernel(1, 0, 1e6, 0)
			pass(60e6)
		})
		if n := node(p, "/Total/gpu0:flux"); !near(n, 2, 2e6) {
			t.Errorf("%+v", n.Measure)
		}
		if n := node(p, "/Total/gpu0:launch latency"); n.Calls != 2 || n.Max != 50e6 {
			t.Errorf("latency: %+v", n.Measure)
		}
		if len(counts) > 0 || !strings.Contains(log, "kernels: by "+s.name) {
			t.Error(counts, log)
		}
	})
}

// Records that never come, as those of a context that is destroyed: their launches are counted at the end.
func TestRecordsThatNeverCome(t *testing.T) {
	both(t, func(t *testing.T, s *standIn) {
		if said := the.open(); !strings.Contains(said, "by "+s.name) {
			t.Fatal(said)
		}
		s.kernel(1, 0, 1, 0)
		untilTaken()
		s.stick(1)
		for range 2 {
			s.kernel(1, 0, 1, 0)
		}
		if _, counts := the.close(nil, 20*time.Millisecond); counts[warnLate] != 2 {
			t.Error(counts)
		}
	})
}

// The recorder can be had again, as by timers that are initialized again, and by several ranks.
func TestAgain(t *testing.T) {
	both(t, func(t *testing.T, s *standIn) {
		for range 3 {
			if p, _, _ := timed(t, func() { s.kernel(1, 0, 1e5, 0) }); node(p, "/Total/gpu0:flux").Calls != 1 {
				t.Errorf("%+v", p.Nodes)
			}
		}
		the.open()
		the.open()
		if _, counts := the.close(nil, 0); counts != nil || the.source == nil {
			t.Error("the first rank has ended the recorder of the second")
		}
		the.close(nil, 0)
		if the.source != nil {
			t.Error("the recorder goes on without ranks")
		}
	})
}

// BenchmarkKernel is what it costs the host to have a kernel recorded: with the recorder less without.
func BenchmarkKernel(b *testing.B) { benchmarkKernel(b, use(b)) }

// BenchmarkHIP is the same with AMD's library.
func BenchmarkHIP(b *testing.B) { benchmarkKernel(b, useOf(b, 1)) }

func benchmarkKernel(b *testing.B, s *standIn) {
	b.Run("without", func(b *testing.B) {
		for b.Loop() {
			s.kernel(1, 0, 1, 0)
		}
	})
	b.Run("recorded", func(b *testing.B) {
		timed(b, func() {
			for b.Loop() {
				s.kernel(1, 0, 1, 0)
			}
		})
	})
}

// BenchmarkLoop is by how much recording prolongs a loop that does nothing but launch 10⁵ kernels, with a driver that needs
// 5 µs for each: the least of some turns with and without.
func BenchmarkLoop(b *testing.B) {
	s := use(b)
	s.cost(5000)
	const kernels = 100_000
	loop := func() time.Duration {
		from := time.Now()
		for range kernels {
			s.kernel(1, 0, 1, 0)
		}
		return time.Since(from)
	}
	for b.Loop() {
		least := [2]time.Duration{time.Hour, time.Hour}
		for range 5 {
			least[0] = min(least[0], loop())
			timed(b, func() { least[1] = min(least[1], loop()) })
		}
		b.ReportMetric(100*(least[1].Seconds()/least[0].Seconds()-1), "%")
	}
}

func TestMain(m *testing.M) {
	experimental.On = true
	for i, name := range []string{"nowhere.so", "neither.so"} { // none of the machine's
		vendors[i].driver, vendors[i].library = []string{name}, []string{name}
	}
	os.Exit(m.Run())
}

// A step that is over before its kernels are has the device's time until it was over, and that of several streams once.
func TestOverlap(t *testing.T) {
	both(t, func(t *testing.T, s *standIn) {
		pass := s.hold(t)
		p, _, counts := timed(t, func() {
			for range 5 {
				step := mpitimer.Start("step")
				s.kernel(1, 0, 20e6, 0)
				s.kernel(1, 1, 20e6, 0)
				pass(5e6)
				step.Stop()
				pass(40e6)
			}
		})
		if overlap := node(p, "/Total/step/gpu0:overlap"); !near(overlap, 5, 25*time.Millisecond) || len(counts) > 0 {
			t.Errorf("overlap %+v, step %+v, %v", overlap.Measure, node(p, "/Total/step").Measure, counts)
		}
		if got := tracksOf(p, "gpu0:flux"); !slices.Equal(got, []string{"gpu0 stream 0", "gpu0 stream 1"}) {
			t.Errorf("on tracks %q", got)
		}
	})
}
