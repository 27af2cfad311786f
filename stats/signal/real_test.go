//go:build linux

package signal

import (
	"errors"
	"math"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/procfs"
	"golang.org/x/sys/unix"

	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/stats/internal/node"
)

// touch lets the calling thread fault on some thousand pages of its own.
func touch(t testing.TB, pages int) {
	memory, err := unix.Mmap(-1, 0, pages*os.Getpagesize(), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Error(err)
		return
	}
	_ = unix.Madvise(memory, unix.MADV_NOHUGEPAGE)
	for i := 0; i < len(memory); i += os.Getpagesize() {
		memory[i] = 1
	}
	if err := unix.Munmap(memory); err != nil {
		t.Error(err)
	}
}

// onOtherThread runs f on a thread that is not the caller's.
func onOtherThread(f func()) {
	done := make(chan bool)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		defer close(done)
		f()
	}()
	<-done
}

func realCounter(t testing.TB, p *Platform, name string, domain Domain) *Counter {
	t.Helper()
	c, err := p.Counter(name, domain, 0)
	if errors.Is(err, ErrNoSource) || errors.Is(err, ErrPermission) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Err(); err != nil {
			t.Error(err)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func TestRealListed(t *testing.T) {
	p := Find(Options{})
	var listed []string
	for _, s := range p.Signals() {
		listed = append(listed, s.Name)
		if len(s.Indices) == 0 || s.Unit == "" || s.Description == "" || s.Labels != nil && len(s.Labels) != len(s.Indices) {
			t.Errorf("%+v", s)
		}
	}
	for _, a := range p.Absent() {
		if slices.Contains(listed, a.Name) || a.Reason == "" || !errors.Is(a.Err, ErrNoSource) && !errors.Is(a.Err, ErrPermission) {
			t.Errorf("%+v", a)
		}
		listed = append(listed, a.Name)
	}
	for _, name := range systemNames {
		if !slices.Contains(listed, name) {
			t.Errorf("%s is neither there nor absent", name)
		}
	}
	open := descriptors(t)
	for range 3 {
		Find(Options{})
	}
	if now := descriptors(t); now > open {
		t.Errorf("%d files open, then %d", open, now)
	}
}

func descriptors(t *testing.T) int {
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// Everything there is can be pushed, and read without memory being allocated.
func TestRealBatch(t *testing.T) {
	p := Find(Options{})
	all := pushAll(t, p)
	open := descriptors(t)
	for range 3 {
		if err := p.Read(); err != nil {
			t.Fatal(err)
		}
	}
	for _, i := range all {
		if math.IsNaN(p.Sample(i)) {
			t.Errorf("signal %d is NaN", i)
		}
	}
	noAllocations(t, func() { _ = p.Read() })
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if now := descriptors(t); now >= open {
		t.Errorf("%d files open before Close, %d after", open, now)
	}
}

func noAllocations(t *testing.T, f func()) {
	t.Helper()
	if race.Enabled {
		return // the race detector allocates
	}
	if n := testing.AllocsPerRun(50, f); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestFixtureBatchAllocates(t *testing.T) {
	p := newMachine(t).find()
	pushAll(t, p)
	for _, name := range []string{"CPU_ENERGY", "CPU_FREQUENCY_STATUS", "CPU_CORE_TEMPERATURE", "CPU_BUSY_TIME"} {
		push(t, p, name, Board, 0)
	}
	for range 2 {
		if err := p.Read(); err != nil {
			t.Fatal(err)
		}
	}
	noAllocations(t, func() { _ = p.Read() })
}

// Counters of every kind of source: read by many goroutines at once, they never run backwards.
func TestRealCounters(t *testing.T) {
	p := Find(Options{})
	for _, info := range p.Signals() {
		if info.Behavior != Monotone {
			continue
		}
		t.Run(info.Name, func(t *testing.T) {
			domain := info.Domain
			if domain != Process {
				domain = Board
			}
			c := realCounter(t, p, info.Name, domain)
			var group sync.WaitGroup
			for range 4 {
				group.Go(func() {
					last := c.Read()
					for range 50 {
						now := c.Read()
						if now < last {
							t.Errorf("%d after %d", now, last)
						}
						last = now
					}
				})
			}
			group.Wait()
			noAllocations(t, func() { c.Read() })
		})
	}
}

func TestRealPageFaults(t *testing.T) {
	p := Find(Options{})
	const pages = 2000
	c := realCounter(t, p, "PAGE_FAULTS_MINOR", Process)
	before := c.Read()
	onOtherThread(func() { touch(t, pages) })
	if grown := c.Read() - before; grown < pages {
		t.Errorf("process: %d faults of %d pages", grown, pages)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	own := realCounter(t, p, "PAGE_FAULTS_MINOR", Thread)
	if own.Name() != "PAGE_FAULTS_MINOR@thread" {
		t.Error(own.Name())
	}
	before = own.Read()
	onOtherThread(func() { touch(t, pages) })
	if grown := own.Read() - before; grown > pages/2 {
		t.Errorf("thread: %d faults, of another one", grown)
	}
	touch(t, pages)
	if grown := own.Read() - before; grown < pages {
		t.Errorf("thread: %d faults of %d pages", grown, pages)
	}
}

// Threads that exist, and those that begin and end while it counts, are all in an event of the process.
func TestRealProcessEvent(t *testing.T) {
	e := event{name: "faults", types: []eventType{software(unix.PERF_COUNT_SW_PAGE_FAULTS)}}
	if err := e.probe(0, -1); err != nil {
		t.Skip("no perf events here: ", err)
	}
	m, err := e.openProcess()
	if err != nil {
		t.Fatal(err)
	}
	defer m.close()
	before, err := m.steps(0)
	if err != nil {
		t.Fatal(err)
	}
	const threads, pages = 8, 500
	var group sync.WaitGroup
	for range threads {
		group.Go(func() {
			runtime.LockOSThread() // and never unlocked: the thread ends
			touch(t, pages)
			time.Sleep(time.Millisecond) // so that all have a thread of their own
		})
	}
	group.Wait()
	now, err := m.steps(0)
	if grown := now - before; err != nil || grown < threads*pages || grown > threads*pages*2 {
		t.Errorf("%d faults of %d pages, error %v", grown, threads*pages, err)
	}
}

func TestRealTaskClock(t *testing.T) {
	p := Find(Options{})
	process := realCounter(t, p, "TASK_CLOCK", Process)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	own := realCounter(t, p, "TASK_CLOCK", Thread)
	first, firstOwn := process.Read(), own.Read()
	onOtherThread(func() {
		for before := process.Read(); process.Read() < before+20e6; {
		}
	})
	grown, grownOwn := process.Read()-first, own.Read()-firstOwn
	if grown < 20e6 || grownOwn > grown/2 || grownOwn < 0 {
		t.Errorf("process %d ns, this thread %d ns", grown, grownOwn)
	}
	for before := own.Read(); own.Read() < before+1e6; {
	}
	var read int64 // by another thread, of this one's clock
	onOtherThread(func() { read = own.Read() })
	if read-firstOwn < 1e6 {
		t.Errorf("read by another thread: %d ns", read-firstOwn)
	}
}

func TestRealMemory(t *testing.T) {
	p := Find(Options{})
	highest := realCounter(t, p, "MEMORY_HIGH_WATER", Process)
	maxrss := realCounter(t, p, "MEMORY_MAXRSS", Process)
	resident, err := p.Gauge("MEMORY_RESIDENT", Process, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer resident.Close()
	const size = 64 << 20
	before, highestBefore := resident.Read(), highest.Read()
	memory, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	for i := range memory {
		memory[i] = 1
	}
	during := resident.Read()
	if err := unix.Munmap(memory); err != nil {
		t.Fatal(err)
	}
	after, highestAfter := resident.Read(), highest.Read()
	if during-before < size*9/10 || during-after < size*9/10 || highestAfter < during-size/20 || highestAfter < highestBefore {
		t.Errorf("resident %d, %d, %d; most %d, %d", before, during, after, highestBefore, highestAfter)
	}
	if got := maxrss.Read(); got < during-size/20 || got%1024 != 0 {
		t.Errorf("most %d by getrusage, with %d resident", got, during)
	}
	noAllocations(t, func() { resident.Read() })
}

// countedMeter counts its readings.
type countedMeter struct {
	meter
	readings int
}

func (m *countedMeter) steps(round uint64) (int64, error) {
	m.readings++
	return m.meter.steps(round)
}

// Where the process that has started this one had a higher mark, the file is read when there were page faults: once it was
// read every time.
func TestRealHighWaterBelowThatOfTheParent(t *testing.T) {
	p := Find(Options{})
	status, err := p.openFile(p.tree.Path("proc/self/status"), func(f *node.File) (int64, error) { return f.Kilobytes("VmHWM") })
	if err != nil {
		t.Fatal(err)
	}
	defer status.close()
	counted := &countedMeter{meter: status}
	m := &highWaterMeter{status: counted, real: true}
	const readings = 2000
	for range readings {
		if _, err := m.steps(0); err != nil {
			t.Fatal(err)
		}
		m.own.Store(false) // as if the mark were another one's
	}
	if counted.readings > readings/2 {
		t.Errorf("the file was read %d times in %d readings", counted.readings, readings)
	}
}

// A process that a larger one has started does not have its high-water mark.
func TestRealHighWaterOfAChild(t *testing.T) {
	const own, parents = 48 << 20, 160 << 20
	const asked = "SIGNAL_TEST_CHILD"
	touch := func(size int) []byte {
		memory, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < size; i += 4096 {
			memory[i] = 1
		}
		return memory
	}
	if os.Getenv(asked) != "" {
		highest := realCounter(t, Find(Options{}), "MEMORY_HIGH_WATER", Process)
		for _, size := range []int{own, 2 * own, 4 * own} { // below the parent's, and above
			before := highest.Read()
			memory := touch(size)
			grown := highest.Read() - before
			_ = unix.Munmap(memory)
			if least := int64(size)/2 - own/8; grown < least || grown > int64(size)*11/10 {
				t.Errorf("grown by %d in %d bytes", grown, size)
			}
		}
		return
	}
	defer unix.Munmap(touch(parents))
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program, "-test.run=^TestRealHighWaterOfAChild$")
	c.Env = append(os.Environ(), asked+"=1")
	if text, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
}

var sink []byte

func TestRealRuntime(t *testing.T) {
	p := Find(Options{})
	bytes := realCounter(t, p, "GO_HEAP_ALLOCATED", Process)
	cycles := realCounter(t, p, "GO_GC_CYCLES", Process)
	pauses := realCounter(t, p, "GO_GC_PAUSES", Process)
	paused := realCounter(t, p, "GO_GC_PAUSE_TIME", Process)
	goroutines, err := p.Gauge("GO_GOROUTINES", Process, 0)
	if err != nil {
		t.Fatal(err)
	}
	first := []int64{bytes.Read(), cycles.Read(), pauses.Read(), paused.Read(), goroutines.Read()}
	sink = make([]byte, 8<<20)
	runtime.GC()
	stop := make(chan bool)
	for range 10 {
		go func() { <-stop }()
	}
	if grown := bytes.Read() - first[0]; grown < 8<<20 {
		t.Errorf("allocated %d", grown)
	}
	if cycles.Read() <= first[1] || pauses.Read() <= first[2] || paused.Read() <= first[3] {
		t.Errorf("cycles %d, pauses %d, paused for %d ns", cycles.Read(), pauses.Read(), paused.Read())
	}
	if paused.Unit() != "s" || paused.Value(1e9) != 1 {
		t.Errorf("a pause of 1e9 steps is %v %s", paused.Value(1e9), paused.Unit())
	}
	if got := goroutines.Read(); got < 11 { // the ten and this one; those of tests that are over end meanwhile
		t.Errorf("%d goroutines, then %d", first[4], got)
	}
	close(stop)
	if first[4] < 1 {
		t.Errorf("%d goroutines", first[4])
	}
}

// What is read again and again agrees with what procfs makes of the same files.
func TestRealAgainstProcfs(t *testing.T) {
	proc, err := procfs.NewDefaultFS()
	if err != nil {
		t.Skip(err)
	}
	p := Find(Options{})
	defer p.Close()
	total, busy := push(t, p, "MEMORY_TOTAL", Board, 0), push(t, p, "CPU_BUSY_TIME", CPU, p.topo.cpus[0])
	at, err := p.Push("NETWORK_RECEIVED", Board, 0)
	network := err == nil
	before, beforeNet := procfsNow(t, proc, p)
	if err := p.Read(); err != nil {
		t.Fatal(err)
	}
	after, afterNet := procfsNow(t, proc, p)
	memory, err := proc.Meminfo()
	if err != nil || p.Sample(total) != float64(*memory.MemTotal)*1024 {
		t.Errorf("memory %v, error %v", p.Sample(total), err)
	}
	if got := p.Sample(busy); got < before-0.001 || got > after+0.001 {
		t.Errorf("busy for %v, not %v to %v", got, before, after)
	}
	if got := p.Sample(at); network && (got < beforeNet || got > afterNet) {
		t.Errorf("received %v, not %v to %v", got, beforeNet, afterNet)
	}
}

func procfsNow(t *testing.T, proc procfs.FS, p *Platform) (busy, received float64) {
	stat, err := proc.Stat()
	if err != nil {
		t.Fatal(err)
	}
	c := stat.CPU[int64(p.topo.cpus[0])]
	devices, err := proc.NetDev()
	if err != nil {
		t.Fatal(err)
	}
	info, _ := p.Info("NETWORK_RECEIVED")
	for _, name := range info.Labels {
		received += float64(devices[name].RxBytes)
	}
	return c.User + c.Nice + c.System + c.IRQ + c.SoftIRQ + c.Steal, received
}
