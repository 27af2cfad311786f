package signal

import (
	"fmt"
	"os"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"github.com/go-hpc/timers/stats/internal/node"
)

func (p *Platform) findSystem() {
	p.findProcessMemory()
	p.findAccounting()
	p.findEvents()
	p.findNode()
}

func (p *Platform) addProcess(info Info, open func(*session, int) (meter, error), openThread func(*session) (meter, error)) {
	info.Domain, info.Aggregation = Process, Sum
	p.add(source{info: info, open: open, openThread: openThread})
}

// findProcessMemory takes the high-water mark from VmHWM, and under another name from ru_maxrss of getrusage:
// that costs less, but starts with the mark of the parent process, and newer kernels only estimate it.
func (p *Platform) findProcessMemory() {
	status := p.tree.Path("proc/self/status")
	text, err := p.tree.Content(status)
	for _, s := range []struct {
		name, key, what string
		behavior        Behavior
	}{
		{"MEMORY_HIGH_WATER", "VmHWM", "most memory that this process has had resident (VmHWM)", Monotone},
		{"MEMORY_RESIDENT", "VmRSS", "memory that this process has resident (VmRSS)", Variable},
	} {
		if err != nil {
			p.absentFor(s.name, err, "")
			continue
		}
		if _, err := node.KilobytesOf(text, s.key); err != nil {
			p.absent(s.name, ErrNoSource, fmt.Sprintf("cannot be read: %s: %v", status, err), "")
			continue
		}
		info := Info{Name: s.name, Description: s.what, Unit: "B", Behavior: s.behavior, Quantum: 1}
		p.addProcess(info, func(*session, int) (meter, error) {
			if s.behavior == Variable && p.real { // a fifth of the cost of status
				page := int64(os.Getpagesize())
				return p.openFile(p.tree.Path("proc/self/statm"), func(f *node.File) (int64, error) {
					pages, err := f.Field(1)
					return pages * page, err
				})
			}
			m, err := p.openFile(status, func(f *node.File) (int64, error) { return f.Kilobytes(s.key) })
			if err == nil && s.behavior == Monotone {
				return &highWaterMeter{status: m, real: p.real}, nil
			}
			return m, err
		}, nil)
	}
	if !p.real {
		p.absentRecorded("MEMORY_MAXRSS")
		return
	}
	info := Info{Name: "MEMORY_MAXRSS", Description: "most memory that this process, or the one it was started by, has had resident (getrusage)", Unit: "B", Behavior: Monotone, Quantum: 1}
	p.addProcess(info, func(*session, int) (meter, error) {
		highest := new(ratchet)
		return &usageMeter{unix.RUSAGE_SELF, func(r unix.Rusage) int64 { return highest.up(int64(r.Maxrss) * 1024) }}, nil
	}, nil)
}

// accounted are what the kernel counts for every process anyway: one call reads it for all threads, including
// those that have ended, and needs no permission. A perf event would have to be read for each thread.
var accounted = []struct {
	name, what string
	of         func(unix.Rusage) int64
	event      eventType // which counts the same for one thread
	inKernel   bool
}{
	{"PAGE_FAULTS", "page faults, minor and major", func(r unix.Rusage) int64 { return int64(r.Minflt) + int64(r.Majflt) }, software(unix.PERF_COUNT_SW_PAGE_FAULTS), false},
	{"PAGE_FAULTS_MINOR", "page faults for which nothing had to be read", func(r unix.Rusage) int64 { return int64(r.Minflt) }, software(unix.PERF_COUNT_SW_PAGE_FAULTS_MIN), false},
	{"PAGE_FAULTS_MAJOR", "page faults for which a disk had to be read", func(r unix.Rusage) int64 { return int64(r.Majflt) }, software(unix.PERF_COUNT_SW_PAGE_FAULTS_MAJ), false},
	{"CONTEXT_SWITCHES", "times that a thread gave way to another one", func(r unix.Rusage) int64 { return int64(r.Nvcsw) + int64(r.Nivcsw) }, software(unix.PERF_COUNT_SW_CONTEXT_SWITCHES), true},
}

func (p *Platform) findAccounting() {
	if !p.real {
		p.absentRecorded("PAGE_FAULTS", "PAGE_FAULTS_MINOR", "PAGE_FAULTS_MAJOR", "CONTEXT_SWITCHES", "TASK_CLOCK")
		return
	}
	for _, a := range accounted {
		info := Info{Name: a.name, Description: a.what + " (getrusage)", Unit: "1", Behavior: Monotone, Quantum: 1, Children: p.heirs}
		e := event{name: a.name, types: []eventType{a.event}, inKernel: a.inKernel}
		p.addProcess(info,
			func(*session, int) (meter, error) {
				return p.withChildren(&usageMeter{unix.RUSAGE_SELF, a.of}, a.of), nil
			},
			func(*session) (meter, error) { return p.openThreadEvent(&e) })
	}
	info := Info{Name: "TASK_CLOCK", Description: "CPU time of all threads of this process (clock_gettime)", Unit: "s", Behavior: Monotone, Quantum: 1e-9, Children: p.heirs}
	p.addProcess(info,
		func(*session, int) (meter, error) {
			return p.withChildren(clockMeter(unix.CLOCK_PROCESS_CPUTIME_ID), func(r unix.Rusage) int64 { return r.Utime.Nano() + r.Stime.Nano() }), nil
		},
		// The clock of one thread, which all threads can read: see MAKE_THREAD_CPUCLOCK in Linux's
		// posix-timers.h.
		func(*session) (meter, error) { return clockMeter(^int32(unix.Gettid())<<3 | 6), nil })
}

func (p *Platform) absentRecorded(names ...string) {
	for _, name := range names {
		p.absent(name, ErrNoSource, "a recorded tree holds no running process", "")
	}
}

// withChildren adds what programs have that were started, if that is asked for.
func (p *Platform) withChildren(m meter, of func(unix.Rusage) int64) meter {
	if !p.heirs {
		return m
	}
	return sumMeter{m, &usageMeter{unix.RUSAGE_CHILDREN, of}}
}

type usageMeter struct {
	who int
	of  func(unix.Rusage) int64
}

func (m *usageMeter) steps(uint64) (int64, error) {
	var usage unix.Rusage
	if err := unix.Getrusage(m.who, &usage); err != nil {
		return 0, os.NewSyscallError("getrusage", err)
	}
	return m.of(usage), nil
}

func (m *usageMeter) close() error { return nil }

// highWaterMeter reads /proc/self/status, which costs 20 times as much as getrusage, only when the mark may have moved.
// That is when ru_maxrss has: that of a thread is the mark of its process, and does not cost more where there are many
// threads. It tells of growth only when it is the mark of this process: before, it may be that of the process that has
// started it. Until then the page faults of all threads tell, without which nothing more gets resident.
type highWaterMeter struct {
	status  meter
	real    bool
	own     atomic.Bool  // ru_maxrss is that of this process
	mark    atomic.Int64 // ru_maxrss at the last look
	faults  atomic.Int64 // of all threads then; 0 before the first
	highest ratchet
}

// nearly is by how much the two may differ: since Linux 6.2 each CPU may hold back some pages of ru_maxrss.
const nearly = 1 << 20

func (m *highWaterMeter) steps(round uint64) (int64, error) {
	own, usage := m.own.Load(), unix.Rusage{}
	who := unix.RUSAGE_SELF
	if own {
		who = unix.RUSAGE_THREAD
	}
	problem := unix.Getrusage(who, &usage)
	mark, faults := int64(usage.Maxrss)*1024, int64(usage.Minflt)+int64(usage.Majflt)
	if problem == nil && m.real && (own && mark == m.mark.Load() || !own && faults == m.faults.Load() && faults > 0) {
		return m.highest.highest.Load(), nil
	}
	value, err := m.status.steps(round)
	if err != nil {
		return 0, err
	}
	value = m.highest.up(value)
	if problem == nil {
		m.mark.Store(mark)
		if !own {
			m.faults.Store(faults)
		}
		m.own.Store(m.real && mark <= value+nearly)
	}
	return value, nil
}

func (m *highWaterMeter) close() error { return m.status.close() }

type clockMeter int32

func (m clockMeter) steps(uint64) (int64, error) {
	var now unix.Timespec
	if err := unix.ClockGettime(int32(m), &now); err != nil {
		return 0, os.NewSyscallError("clock_gettime", err)
	}
	return now.Nano(), nil
}

func (m clockMeter) close() error { return nil }
