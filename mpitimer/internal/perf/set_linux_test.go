package perf

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/go-hpc/timers/internal/perfevent"
	"github.com/go-hpc/timers/mpitimer/internal/stay"
)

// eventsOf looks events up, as numbers of the processor: r3 counts three of what is worked.
func eventsOf(t testing.TB, names ...string) (list []Event) {
	t.Helper()
	for _, name := range names {
		e, err := Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

// setOf opens events on an emulator, on a goroutine that stays on its thread until the test ends.
func setOf(t *testing.T, e *emulator, multiplex bool, names ...string) *Set {
	t.Helper()
	runtime.LockOSThread()
	t.Cleanup(runtime.UnlockOSThread)
	s, err := openWith(e, eventsOf(t, names...), multiplex)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const staying = 77 // a mark

func (s *Set) take(t *testing.T) []Reading {
	t.Helper()
	into := make([]Reading, s.Width())
	s.Read(into, uint32(unix.Gettid()), staying)
	return into
}

// counted is the difference of each count, or "gap" where that is not known.
func counted(before, after []Reading) string {
	var list []string
	for i := range before {
		if before[i].Mark == 0 || before[i].Mark != after[i].Mark {
			list = append(list, "gap")
			continue
		}
		list = append(list, fmt.Sprint(after[i].Value-before[i].Value))
	}
	return strings.Join(list, " ")
}

func expect(t *testing.T, what string, before, after []Reading, want string) {
	t.Helper()
	if got := counted(before, after); got != want {
		t.Errorf("%s: counted %s, want %s", what, got, want)
	}
}

// Both ways give what was counted, through the end of the counter's bits and through zero.
func TestReadBothWays(t *testing.T) {
	for _, width := range []uint{32, 40, 48, 64} {
		for _, allow := range []bool{true, false} {
			if allow && !hasRDPMC {
				continue
			}
			e := newEmulator(t)
			e.width, e.allow = width, allow
			s := setOf(t, e, false, "r1", "r3")
			want := BySystemCall
			if allow {
				want = ByInstruction
			}
			if s.Way() != want {
				t.Errorf("width %d: by %v, want %v", width, s.Way(), want)
			}
			first := s.take(t)
			for _, work := range []uint64{0, 1, 500, 1 << 20, 1 << 28} {
				before := s.take(t)
				e.work(work, 1000)
				expect(t, fmt.Sprintf("width %d, by %v", width, want), before, s.take(t), fmt.Sprint(work, " ", 3*work))
			}
			total := uint64(1 + 500 + 1<<20 + 1<<28)
			expect(t, "in all", first, s.take(t), fmt.Sprint(total, " ", 3*total))
			if !allow && e.used > 0 {
				t.Error("the instruction was used where it is not allowed")
			}
		}
	}
}

// The kernel writes the page while it is read: it is read again.
func TestPageThatChanges(t *testing.T) {
	if !hasRDPMC {
		t.Skip("pages are not read on this processor")
	}
	e := newEmulator(t)
	s := setOf(t, e, false, "r1")
	before := s.take(t)
	e.elsewise = func(e *emulator) {
		for _, one := range e.events { // as when the thread has been off its CPU: another counter
			one.count += 1000
			one.counter = 5
			e.publish(one)
		}
	}
	expect(t, "a page that changed once", before, s.take(t), "1000")
	for _, one := range e.events {
		one.page.Lock++
	}
	if r := s.take(t); r[0].Mark != 0 {
		t.Error("a page that is being written for ever has a count")
	}
}

// An interval in which the counters were taken away for some time is not known, whatever was counted in the rest.
func TestGapsAreTold(t *testing.T) {
	for _, allow := range []bool{true, false} {
		if allow && !hasRDPMC {
			continue
		}
		e := newEmulator(t)
		e.allow = allow
		s := setOf(t, e, false, "r1")
		s.take(t)
		before := s.take(t)
		e.work(100, 50)
		e.pause(1000, nil)
		e.work(100, 50)
		after := s.take(t)
		expect(t, s.Way().String(), before, after, "gap")
		e.work(7, 50)
		expect(t, s.Way().String()+" after it", after, s.take(t), "7")
	}
}

// What the caller knows of the goroutine decides, too.
func TestMarkOfTheCaller(t *testing.T) {
	e := newEmulator(t)
	s := setOf(t, e, false, "r1", "TASK_CLOCK")
	into := make([]Reading, 2)
	for _, mark := range []uint64{0, 5} {
		before := s.take(t)
		s.Read(into, uint32(unix.Gettid()), mark)
		expect(t, fmt.Sprint("mark ", mark), before, into, "gap gap")
	}
}

func TestEventsThatDoNotFit(t *testing.T) {
	e := newEmulator(t)
	e.fit = 3
	s, err := openWith(e, eventsOf(t, "r1", "r2", "r3", "r4", "r5"), false)
	if !errors.Is(err, ErrTooMany) || strings.Count(err.Error(), "3 fit at once (r1, r2, r3)") != 2 {
		t.Errorf("got %v", err)
	}
	if len(s.Events()) != 3 {
		t.Errorf("%d events are counted", len(s.Events()))
	}
	if s, err = openWith(e, eventsOf(t, "r1", "r2", "r3", "r4", "r5"), true); err != nil || len(s.Events()) != 5 || s.Width() != 15 {
		t.Errorf("taking turns: %v, %d events in %d readings", err, len(s.Events()), s.Width())
	}
}

func TestMoreEventsThanAreRead(t *testing.T) {
	e := newEmulator(t)
	var names []string
	for i := range mostEvents + 2 {
		names = append(names, fmt.Sprintf("r%x", i+1))
	}
	runtime.LockOSThread() // whose counters they are
	defer runtime.UnlockOSThread()
	s, err := openWith(e, eventsOf(t, names...), true)
	if !errors.Is(err, ErrTooMany) || len(s.Events()) != mostEvents {
		t.Fatalf("got %v, %d events", err, len(s.Events()))
	}
	before := s.take(t)
	e.work(1, 100)
	if after := s.take(t); after[3*(mostEvents-1)].Value-before[3*(mostEvents-1)].Value != mostEvents {
		t.Error("the last one is not counted")
	}
}

// Counters that another program holds, or the watchdog, never run: that is said, and no 0 counted.
func TestEventsThatNeverRun(t *testing.T) {
	e := newEmulator(t)
	e.core = 9 // none of those that there are
	s, err := openWith(e, eventsOf(t, "r1"), false)
	if !errors.Is(err, ErrTooMany) || !strings.Contains(err.Error(), "watchdog") || len(s.Events()) != 0 {
		t.Errorf("got %v, %d events", err, len(s.Events()))
	}
}

func TestEventsThatTakeTurns(t *testing.T) {
	e := newEmulator(t)
	s := setOf(t, e, true, "r1", "r2")
	before := s.take(t)
	e.work(50, 1000)
	e.pause(1000, func(one *emulated) bool { return one.attr.Config == 2 })
	after := s.take(t)
	for i, want := range []struct{ count, least, most int64 }{{50, 1900, 2100}, {100, 900, 1100}} {
		count := after[3*i].Value - before[3*i].Value
		should, did := after[3*i+1].Value-before[3*i+1].Value, after[3*i+2].Value-before[3*i+2].Value
		if count != want.count || did < want.least || did > want.most || should < 1900 {
			t.Errorf("event %d: counted %d, in %d of %d ns", i, count, did, should)
		}
	}
}

func TestWhatTheKernelRefuses(t *testing.T) {
	for _, c := range []struct {
		problem error
		is      error
		says    []string
	}{
		{unix.EACCES, perfevent.ErrDenied, []string{"perf_event_paranoid=2 or less, now 3", "seccomp"}},
		{unix.EPERM, perfevent.ErrDenied, []string{"seccomp"}},
		{unix.ENOENT, perfevent.ErrAbsent, []string{"virtual"}},
		{unix.ENOSYS, perfevent.ErrAbsent, []string{"no perf_event_open"}},
		{unix.EMFILE, unix.EMFILE, []string{"too many open files"}},
	} {
		e := newEmulator(t)
		e.file("proc/sys/kernel/perf_event_paranoid", "3\n")
		e.fail = func(int) error { return c.problem }
		s, err := openWith(e, eventsOf(t, "r1", "PAGE_FAULTS"), false)
		if !errors.Is(err, c.is) || strings.Count(err.Error(), "r1") != 1 {
			t.Errorf("%v: got %v", c.problem, err)
		}
		for _, text := range c.says {
			if err == nil || !strings.Contains(err.Error(), text) {
				t.Errorf("%v: %v does not say %q", c.problem, err, text)
			}
		}
		if got := s.Events(); len(got) != 1 || got[0].Name != "PAGE_FAULTS" {
			t.Errorf("%v: counted are %v", c.problem, got)
		}
	}
}

// A further thread that gets no events counts nothing, and the reason is known; what the kernel accounts is there.
func TestThreadWithoutEvents(t *testing.T) {
	e := newEmulator(t)
	s := setOf(t, e, false, "r1", "TASK_CLOCK")
	e.fail = func(int) error { return unix.EMFILE }
	if r := s.take(t); r[0].Mark != 0 || r[1].Mark == 0 || !errors.Is(s.Err(), unix.EMFILE) {
		t.Errorf("got %v, %v", r, s.Err())
	}
}

// Where there is no more memory for pages a thread's events are read by system calls.
func TestThreadWithoutPages(t *testing.T) {
	e := newEmulator(t)
	s := setOf(t, e, false, "r1")
	e.noPages = true
	s.take(t)
	before := s.take(t)
	e.work(3, 100)
	expect(t, "without pages", before, s.take(t), "3")
}

// A thread may get the number of one that has ended. The events of that one stand still. Where events take turns, what
// stands still is not counted as nothing either.
func TestNumberOfAThreadThatHasEnded(t *testing.T) {
	for _, multiplex := range []bool{false, true} {
		for _, allow := range []bool{true, false} {
			e := newEmulator(t)
			e.allow = allow
			s := setOf(t, e, multiplex, "r1")
			s.take(t)
			for _, one := range e.events {
				one.dead = true
				e.publish(one)
			}
			if r := s.take(t); r[0].Mark != 0 || s.threads.Load().find(uint32(unix.Gettid())) != nil {
				t.Errorf("multiplex %v, %v: what stands still is read as %v", multiplex, s.Way(), r)
			}
			start := s.take(t)
			e.work(3, 100)
			if got := counted(start, s.take(t)); !strings.HasPrefix(got, "3") {
				t.Errorf("multiplex %v, %v: counted %s, want 3", multiplex, s.Way(), got)
			}
		}
	}
}

// Two kinds of cores count apart. What was counted on both together is known, also where the thread changed over.
func TestKindsOfCores(t *testing.T) {
	for _, allow := range []bool{true, false} {
		if allow && !hasRDPMC {
			continue
		}
		e := newEmulator(t)
		e.allow, e.core = allow, 4
		e.file("sys/bus/event_source/devices/cpu_core/type", "4\n")
		e.file("sys/bus/event_source/devices/cpu_atom/type", "10\n")
		s := setOf(t, e, false, "INSTRUCTIONS")
		s.take(t)
		for range 2 {
			before := s.take(t)
			e.work(100, 50)
			middle := s.take(t)
			expect(t, s.Way().String(), before, middle, "100")
			e.move(14 - e.core)
			e.work(100, 50)
			s.take(t) // by a system call, it is not known at first which of them counts
			expect(t, s.Way().String()+", changed over", middle, s.take(t), "100")
		}
	}
}

// Of two kinds of cores, an event that the kernel counts itself, and one of one kind, are opened once: they once were for
// each kind, so that they counted twice where events take turns, and else were never known.
func TestEventsOfOneKindOfCores(t *testing.T) {
	for _, c := range []struct{ multiplex, allow, migrations bool }{
		{false, true, false}, {false, false, false}, {false, false, true}, {true, false, false}, {true, false, true},
	} {
		e := newEmulator(t)
		e.allow, e.core = c.allow && hasRDPMC, 4
		e.file("sys/bus/event_source/devices/cpu_core/type", "4\n")
		e.file("sys/bus/event_source/devices/cpu_atom/type", "10\n")
		e.file("sys/bus/event_source/devices/cpu_atom/format/event", "config:0-7\n")
		atom, err := lookup(e.folder, "cpu_atom/event=3/")
		if err != nil {
			t.Fatal(err)
		}
		// Of what is worked they count twice as much, as much, three times as much, and four times.
		events := append(eventsOf(t, "r2", "INSTRUCTIONS"), atom)
		if c.migrations {
			events = append(events, eventsOf(t, "MIGRATIONS")...)
		}
		countsOnKinds(t, e, events, c.multiplex)
	}
}

// countsOnKinds looks at what events count on one kind of cores and on the other.
func countsOnKinds(t *testing.T, e *emulator, events []Event, multiplex bool) {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	s, err := openWith(e, events, multiplex)
	if err != nil || len(s.Events()) != len(events) {
		t.Fatal(err)
	}
	defer s.Close()
	elsewhere := "gap"
	if multiplex {
		elsewhere = "0"
	}
	for core, want := range map[uint32]string{4: "200 100 " + elsewhere + " 400", 10: elsewhere + " 100 300 400"} {
		e.move(core)
		s.take(t)
		before := s.take(t)
		e.work(100, 50)
		after := s.take(t)
		if multiplex {
			for i := range events {
				before[i], after[i] = before[3*i], after[3*i]
			}
		}
		want = strings.Join(strings.Fields(want)[:len(events)], " ")
		expect(t, fmt.Sprintf("%v, multiplex %v, on %d", s.Way(), multiplex, core), before[:len(events)], after[:len(events)], want)
	}
}

// own is the time of the thread, which goes on while a virtual machine stands still.
func own() int64 {
	var now unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &now)
	return now.Nano()
}

// Real ones: what the kernel accounts is the thread's own.
func TestAccountedIsOfTheThread(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	s, err := Open(eventsOf(t, "TASK_CLOCK", "PAGE_FAULTS_MINOR", "CONTEXT_SWITCHES"), false)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var wait sync.WaitGroup
	wait.Go(func() { // another thread, which works, too
		runtime.LockOSThread()
		for begin := time.Now(); time.Since(begin) < 50*time.Millisecond; {
		}
	})
	memory, err := unix.Mmap(-1, 0, 1<<22, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Munmap(memory)
	_ = unix.Madvise(memory, unix.MADV_NOHUGEPAGE)
	outer := own()
	before := s.take(t)
	inner := own()
	for i := 0; i < len(memory); i += 4096 {
		memory[i] = 1
	}
	inside := own() - inner
	after := s.take(t)
	around := own() - outer
	wait.Wait()
	if took := after[0].Value - before[0].Value; took < inside || took > around {
		t.Errorf("%d ns of the thread, expected %d to %d", took, inside, around)
	}
	if pages := after[1].Value - before[1].Value; pages < 1024 || pages > 1024+64 {
		t.Errorf("%d page faults of 1024", pages)
	}
}

// A thousand threads, of which each counts for itself, with real events where the machine has some.
func TestThousandThreads(t *testing.T) {
	var events []Event
	for _, name := range []string{"INSTRUCTIONS", "MIGRATIONS", "TASK_CLOCK"} {
		e := eventsOf(t, name)
		if s, err := Open(e, false); err == nil {
			s.Close()
			events = append(events, e...)
			t.Logf("%s: real", name)
		} else {
			t.Logf("left out: %v", err)
		}
	}
	s, err := Open(events, false)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	threads := 1000
	if testing.Short() {
		threads = 100
	}
	var ready, wait sync.WaitGroup
	ready.Add(threads)
	end := make(chan bool)
	for range threads {
		wait.Go(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			begin := own()
			before := s.take(t)
			ready.Done()
			<-end
			last := len(events) - 1
			if took := s.take(t)[last].Value - before[last].Value; took <= 0 || took > own()-begin {
				t.Errorf("%d ns of a thread that waited", took)
			}
		})
	}
	ready.Wait()
	close(end)
	wait.Wait()
	if err := s.Err(); err != nil && !errors.Is(err, unix.EMFILE) {
		t.Error(err)
	}
}

// Reading allocates nothing, in any way.
func TestReadingAllocatesNothing(t *testing.T) {
	stay.Prepare()
	for _, allow := range []bool{true, false} {
		e := newEmulator(t)
		e.allow = allow
		s := setOf(t, e, false, "r1", "r2", "TASK_CLOCK", "PAGE_FAULTS")
		into := make([]Reading, s.Width())
		if n := testing.AllocsPerRun(100, func() {
			thread, mark := stay.Now()
			s.Read(into, thread, mark)
		}); n != 0 {
			t.Errorf("%v: %g allocations", s.Way(), n)
		}
	}
}
