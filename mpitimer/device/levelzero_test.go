//go:build linux && (amd64 || arm64)

package device

import (
	"math"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/internal/standin"
	"github.com/go-hpc/timers/mpitimer"
)

// zeStandin is a loader that behaves as Level Zero's does.
type zeStandin struct {
	*standin.Library
	context, device func(index int32) uintptr
	list            func(context, device uintptr, immediate, inOrder int32) uintptr
	clock           func(hz float64, bits uint32, wraps int64, old uint32)
	launch          func(list uintptr, ns int64)
	lose            func(code uint32)
	limit           func(pools int32)
	count           func(which int32) int32
}

// What is counted of calls.
const poolsMade, appended, synchronised, clockRead = 0, 1, 2, 3

// useLevelZero makes a stand-in what is found where there is neither CUDA nor HIP. Its clocks have 36 bits of ns, and wrap
// after 10 ms, and again after a minute. Nothing may ever call a function that synchronises.
func useLevelZero(t testing.TB, options ...string) *zeStandin {
	t.Helper()
	l := standin.Build(t, "libze_loader.so.1", "testdata/levelzero.c", options...)
	former := levelZeroLibraries
	t.Cleanup(func() { levelZeroLibraries = former }) // last
	levelZeroLibraries = []string{l.Path}
	replace(t, "none.so")
	s := &zeStandin{Library: l}
	l.Bind(map[string]any{
		"standinContext": &s.context, "standinDevice": &s.device, "standinList": &s.list, "standinClock": &s.clock, "standinLaunch": &s.launch,
		"standinLose": &s.lose, "standinLimit": &s.limit, "standinCount": &s.count,
	})
	s.clock(1e9, 36, 10e6, 0)
	t.Cleanup(func() {
		if n := s.count(synchronised); n != 0 {
			t.Errorf("%d calls wait for the device", n)
		}
	})
	return s
}

// holdLevelZero is useLevelZero with clocks that stand still.
func holdLevelZero(t testing.TB) (s *zeStandin, pass func(ns int64)) {
	t.Helper()
	s = useLevelZero(t)
	pass = hold(t, s.Library)
	s.clock(1e9, 32, 10e6, 0)
	return s, pass
}

// queue is an immediate command list in order, of a device or (2 and 3) one of the parts of the first.
func (s *zeStandin) queue(device int32) uintptr { return s.list(s.context(0), s.device(device), 1, 1) }

// near reports whether a time is what the device was busy for, by its clock, which is 40 ppm fast.
func near(is int64, want float64) bool { return math.Abs(float64(is)-want) < 1e-4*want+200 }

// Intel's devices are timed as those of others are, by command lists, whatever their clocks are like.
func TestLevelZero(t *testing.T) {
	for _, c := range []struct {
		name  string
		hz    float64
		bits  uint32
		wraps int64
		old   uint32 // drivers that give ns: they do not know the later structure, or refuse it
	}{
		{"cycles of 36 bits", 19.2e6, 36, 350e6, 0},
		{"ns of 32 bits", 1e9, 32, 350e6, 0},
		{"old driver", 12.5e6, 32, 350e6, 1},
		{"strict old driver", 12.5e6, 32, 350e6, 2},
		{"between the regions", 1e9, 32, 410e6, 0},
		{"all bits", 1e9, 64, 1e15, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, pass := holdLevelZero(t)
			if said := describe(); said != "2 by Level Zero, version 1.9" {
				t.Fatal(said)
			}
			s.clock(c.hz, c.bits, c.wraps, c.old)
			end := begin(t)
			first, second, part := s.queue(0), s.queue(1), s.queue(3)
			step := mpitimer.Start("step")
			for _, list := range []uintptr{first, second, part} {
				s.launch(list, 300e6)
				for range 2 {
					flux := Start(Stream(list), "flux")
					s.launch(list, 100e6)
					flux.Stop()
					s.launch(list, 20e6) // between them
				}
			}
			step.Stop()
			pass(600e6)
			p, faults := end()
			for path, calls := range map[string]uint64{"/Total/step/gpu0:flux": 4, "/Total/step/gpu1:flux": 2} {
				if n := node(p, path); n == nil || n.Calls != calls || !near(n.Total, float64(calls)*100e6) || !near(n.Min, 100e6) {
					t.Errorf("%s: %+v", path, n)
				}
			}
			if node(p, "/Total/step/gpu0:overlap") == nil || len(faults) > 0 {
				t.Errorf("%+v, %v", p.Nodes, faults)
			}
		})
	}
}

// Commands of a list that is not in order run beside each other: a region ends after the last of them, and begins after those
// before.
func TestLevelZeroBesideEachOther(t *testing.T) {
	s, pass := holdLevelZero(t)
	end := begin(t)
	list := s.list(s.context(0), s.device(0), 1, 0)
	s.launch(list, 10e6)
	a := Start(Stream(list), "a")
	s.launch(list, 20e6)
	s.launch(list, 60e6)
	a.Stop()
	pass(70e6)
	p, faults := end()
	if n := node(p, "/Total/gpu0:a"); n == nil || !near(n.Total, 60e6) || len(faults) > 0 {
		t.Errorf("%+v, %v", n, faults)
	}
}

// The device's clock is compared with the host's: what was inside a host region counts, and of what goes on after it no more
// than that.
func TestLevelZeroOverlap(t *testing.T) {
	s, pass := holdLevelZero(t)
	end := begin(t)
	list := s.queue(0)
	for _, name := range []string{"around", "before"} {
		step := mpitimer.Start(name)
		a := Start(Stream(list), "a")
		if s.launch(list, 20e6); name == "before" {
			s.launch(list, 1e9)
		}
		a.Stop()
		if pass(20e6); name == "around" {
			the.finish(time.Minute, nil)
		}
		step.Stop()
	}
	pass(1e9)
	p, faults := end()
	for path, want := range map[string]float64{"/around": 20e6, "/around/gpu0:overlap": 20e6, "/around/gpu0:a": 20e6, "/before": 20e6, "/before/gpu0:overlap": 20e6, "/before/gpu0:a": 1020e6} {
		if n := node(p, "/Total"+path); n == nil || !near(n.Total, want) || len(faults) > 0 {
			t.Errorf("%s: %+v, want %g; %v", path, n, want, faults)
		}
	}
}

// Regions may last longer than the clock takes to wrap, on the device as well as on the host.
func TestLevelZeroLong(t *testing.T) {
	s, pass := holdLevelZero(t)
	s.clock(1e9, 30, 400e6, 0) // wraps every 1.07 s
	end := begin(t)
	goOn := func(times int) { // the collector looks several times meanwhile
		for range times {
			pass(200e6)
			the.collect()
		}
	}
	device, host := s.queue(0), s.queue(1)
	s.launch(device, 300e6)
	long, open := Start(Stream(device), "long"), Start(Stream(host), "open")
	s.launch(device, 1.3e9)
	s.launch(host, 1.2e9)
	long.Stop()
	goOn(6)
	open.Stop()
	goOn(2)
	p, faults := end()
	if n := node(p, "/Total/gpu0:long"); n == nil || !near(n.Total, 1.3e9) {
		t.Errorf("%+v", n)
	}
	if n := node(p, "/Total/gpu1:open"); n == nil || !near(n.Total, 1.2e9) || len(faults) > 0 {
		t.Errorf("%+v, %v", n, faults)
	}
}

// Times that cannot be told, as the clock may have wrapped while nobody looked, are counted and not given.
func TestLevelZeroUnseen(t *testing.T) {
	s, pass := holdLevelZero(t)
	s.clock(1e9, 24, 1e6, 0) // wraps every 17 ms
	end := begin(t)
	list := s.queue(0)
	the.mu.Lock()
	a := Start(Stream(list), "a")
	s.launch(list, 1e6)
	a.Stop()
	pass(60e6)
	the.mu.Unlock()
	if p, faults := end(); node(p, "/Total/gpu0:a") != nil || faults[warnWrapped] != 1 {
		t.Errorf("%+v, %v", p.Nodes, faults)
	}
}

// A regular list may be executed any number of times, as may a graph into which one is captured: nothing is put into them.
func TestLevelZeroRegular(t *testing.T) {
	s := useLevelZero(t)
	end := begin(t)
	Start(Stream(s.list(s.context(0), s.device(0), 0, 0)), "a").Stop()
	Start(Stream(s.list(s.context(0), s.device(0), 1, 2)), "a").Stop()
	Start(0, "a").Stop()
	if p, faults := end(); len(p.Nodes) != 1 || len(faults) != 1 || faults[warnList] != 3 || s.count(appended) != 0 {
		t.Errorf("%+v, %v", p.Nodes, faults)
	}
}

// Old loaders do not tell what a list was made for: the program does.
func TestLevelZeroOldLoader(t *testing.T) {
	s := useLevelZero(t, "-DOLD")
	end := begin(t)
	list := s.queue(1)
	Start(Stream(list), "a").Stop()
	Immediate(Stream(list), s.context(0), s.device(1))
	Start(Stream(list), "a").Stop()
	Immediate(Stream(list), 0, 0)
	Start(Stream(list), "a").Stop()
	p, faults := end()
	if n := node(p, "/Total/gpu1:a"); n == nil || n.Calls != 1 || faults[warnUndeclared] != 2 {
		t.Errorf("%+v, %v", p.Nodes, faults)
	}
}

// Parts of devices are numbered as the driver lists them; a device of which only the parts are listed has the number of the first.
func TestLevelZeroParts(t *testing.T) {
	s := useLevelZero(t, "-DCOMBINED")
	if said := describe(); !strings.HasPrefix(said, "3 by") {
		t.Fatal(said)
	}
	end := begin(t)
	for _, device := range []int32{0, 1, 2, 3} { // the first has the parts 2 and 3
		Start(Stream(s.queue(device)), "a").Stop()
	}
	p, faults := end()
	for path, calls := range map[string]uint64{"/Total/gpu0:a": 2, "/Total/gpu1:a": 1, "/Total/gpu2:a": 1} {
		if n := node(p, path); n == nil || n.Calls != calls {
			t.Errorf("%s: %+v, %v", path, n, faults)
		}
	}
}

// Lists of several threads, in two contexts and on two devices.
func TestLevelZeroThreads(t *testing.T) {
	s, pass := holdLevelZero(t)
	end := begin(t)
	var group sync.WaitGroup
	for k := range int32(4) {
		list := s.list(s.context(k/2), s.device(k%2), 1, 1)
		group.Go(func() {
			for range 300 {
				outer := Start(Stream(list), "work")
				Start(Stream(list), "inner").Stop()
				s.launch(list, 1e5)
				outer.Stop()
			}
		})
	}
	group.Wait()
	pass(30e6)
	p, faults := end()
	for _, path := range []string{"/Total/gpu0:work", "/Total/gpu1:work"} {
		if n := node(p, path); n == nil || n.Calls != 600 || !near(n.Total, 600*1e5) {
			t.Errorf("%s: %+v", path, n)
		}
		if n := node(p, path+path[len("/Total"):len("/Total/gpu0:")]+"inner"); n == nil || n.Calls != 600 {
			t.Errorf("%s: %+v, %v", path, n, faults)
		}
	}
}

// A driver without room for events is told of; those that are there are used again.
func TestLevelZeroExhausted(t *testing.T) {
	s := useLevelZero(t)
	s.limit(1)
	end := begin(t)
	list := s.queue(0)
	for range 2 {
		the.mu.Lock() // nothing is taken up meanwhile
		for range many {
			Start(Stream(list), "a").Stop()
		}
		the.mu.Unlock()
		the.finish(time.Minute, nil)
	}
	p, faults := end()
	if n := node(p, "/Total/gpu0:a"); n == nil || n.Calls != many || faults[warnCreate] != many || s.count(poolsMade) != 1 {
		t.Errorf("%+v, %v", n, faults)
	}
}

// What is lost is counted, and the program goes on.
func TestLevelZeroFaults(t *testing.T) {
	for name, code := range map[string]result{"device lost": 0x70000001, "as in a forked child": 0x78000001} {
		t.Run(name, func(t *testing.T) {
			s := useLevelZero(t)
			end := begin(t)
			list := s.queue(0)
			Start(Stream(list), "a").Stop()
			the.finish(time.Minute, nil)
			lost := Start(Stream(list), "a")
			s.launch(list, 1e12)
			lost.Stop()
			s.lose(uint32(code))
			Start(Stream(list), "b").Stop()
			the.finish(time.Minute, nil)
			for _, kind := range []string{warnFault, warnRecord} {
				if the.pool.counts[[2]string{kind, code.String()}] != 1 {
					t.Errorf("no %q %v in %v", kind, code, the.pool.counts)
				}
			}
			if p, faults := end(); node(p, "/Total/gpu0:a").Calls != 1 || faults[warnLost] != 1 {
				t.Errorf("%+v, %v", p.Nodes, faults)
			}
		})
	}
}

// Why there is nothing is said.
func TestLevelZeroAbsent(t *testing.T) {
	for option, says := range map[string]string{"-DNO_DRIVER": "Level Zero finds none, error 0x78000001", "-DWITHOUT_WRITE": "lacks zeCommandListAppendWriteGlobalTimestamp"} {
		useLevelZero(t, option)
		if said := describe(); Present() || !strings.Contains(said, "there is no none.so; ") || !strings.Contains(said, says) {
			t.Errorf("%s: %s", option, said)
		}
	}
}

// The structures are as C lays them out, by ze_api.h of version 1.17.
func TestLevelZeroLayout(t *testing.T) {
	var p zeDeviceProperties
	for what, c := range map[string]struct{ is, want uintptr }{
		"properties": {unsafe.Sizeof(p), 368}, "type": {unsafe.Offsetof(p.kind), 16}, "resolution": {unsafe.Offsetof(p.timerResolution), 80}, "bits": {unsafe.Offsetof(p.timestampValidBits), 88},
		"description": {unsafe.Sizeof(zeDescription{}), 24}, "event": {unsafe.Sizeof(zeEventDescription{}), 32},
	} {
		if c.is != c.want {
			t.Errorf("%s: %d, want %d", what, c.is, c.want)
		}
	}
}

// Whenever the clock is read, and however often it wraps between: a time that it tells is right, by its own rate.
func TestTicks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hz := rapid.Float64Range(1e6, 1e9).Draw(t, "hz")
		clock := newTicks(uint64(hz), rapid.Uint32Range(20, 64).Draw(t, "bits"))
		mask := uint64(math.MaxUint64) >> (64 - clock.bits)
		wrong := 1 + rapid.Float64Range(-1e-4, 1e-4).Draw(t, "wrong")
		offset := rapid.Uint64().Draw(t, "offset") >> 2
		ticksAt := func(ns int64) uint64 { return offset + uint64(float64(ns)*clock.hz/1e9*wrong) }
		now := int64(1)
		first := ticksAt(now)
		clock.set(first&mask, now)
		base := clock.last
		for range rapid.IntRange(1, 5).Draw(t, "readings") {
			most := 1000 * math.Ldexp(1e9/clock.hz, int(clock.bits)) // beyond some thousands the rate is not known well enough
			now += int64(rapid.Float64Range(0, min(most, 1e15)).Draw(t, "later"))
			clock.set(ticksAt(now)&mask, now)
			if is, want := clock.last-base, int64(ticksAt(now)-first); is != want {
				t.Fatalf("%d ticks since the first reading, want %d", is, want)
			}
		}
		at := now + int64(rapid.Float64Range(-1, 1).Draw(t, "at")*float64(min(now, 1<<40)))
		told := clock.tells(min(at, now), max(at, now))
		if is, want := clock.beside(ticksAt(at)&mask)-base, int64(ticksAt(at)-first); told && is != want {
			t.Errorf("%d ticks, want %d", is, want)
		}
	})
}

// BenchmarkLevelZero is what a start and a stop cost the host there.
func BenchmarkLevelZero(b *testing.B) {
	s := useLevelZero(b)
	end := begin(b)
	list := Stream(s.queue(0))
	for b.Loop() {
		Start(list, "a").Stop()
	}
	end()
}
