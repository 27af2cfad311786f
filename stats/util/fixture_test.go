package util

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/stats/hdtrace"
)

// host is a made-up host whose counters a test controls. Its files are what the kernel would show.
type host struct {
	t    testing.TB
	root string

	cpus  []hostCPU
	total *[8]uint64 // nil: the sum of those online
	ctxt  uint64
	mem   map[string]uint64 // kB
	nets  []hostNet
	disk  [diskFields]uint64
	freq  []string // by CPU; "" is no file
	sleep [][]uint64
}

type hostCPU struct {
	offline bool
	times   [8]uint64 // user nice system idle iowait irq softirq steal
}

type hostNet struct {
	name    string
	in, out uint64
}

// newHost has two processors with two idle states, lo and eth0, and a disk vda mounted at /.
func newHost(t testing.TB) *host {
	h := &host{
		t: t, root: t.TempDir(), cpus: make([]hostCPU, 2), ctxt: 1000,
		mem:  map[string]uint64{"MemTotal": 1000, "MemFree": 600, "Buffers": 10, "Cached": 100, "Shmem": 7, "Slab": 20},
		nets: []hostNet{{"eth0", 5000, 3000}, {"lo", 100, 100}},
		freq: []string{"2400000", "1200000"}, sleep: [][]uint64{{0, 1000}, {0, 2000}},
	}
	h.file("sys/devices/system/cpu/present", "0-1\n")
	h.file("sys/class/net/lo/flags", "0x9\n")
	h.file("sys/class/net/eth0/flags", "0x1003\n")
	h.file("sys/dev/block/254:1/uevent", "MAJOR=254\nMINOR=1\nDEVNAME=vda\nDEVTYPE=disk\n")
	h.file("proc/self/mountinfo", "22 1 0:21 / /proc rw - proc proc rw\n27 1 254:1 / / rw,relatime - ext4 /dev/vda rw\n28 27 0:30 / /tmp\\040dir rw - tmpfs tmpfs rw\n")
	h.write()
	return h
}

// file writes a file in place, as a reader that keeps it open sees the kernel's.
func (h *host) file(name, text string) {
	h.t.Helper()
	path := filepath.Join(h.root, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		h.t.Fatal(err)
	}
}

func (h *host) remove(name string) {
	h.t.Helper()
	if err := os.Remove(filepath.Join(h.root, name)); err != nil && !os.IsNotExist(err) {
		h.t.Fatal(err)
	}
}

// write brings all files up to date.
func (h *host) write() {
	h.t.Helper()
	h.file("proc/stat", h.statText())
	var b strings.Builder
	for _, key := range []string{"MemTotal", "MemFree", "MemAvailable", "Buffers", "Cached", "SwapCached", "Shmem", "Slab", "HugePages_Total"} {
		if kB, ok := h.mem[key]; ok {
			fmt.Fprintf(&b, "%-15s %8d kB\n", key+":", kB)
		}
	}
	h.file("proc/meminfo", b.String())
	b.Reset()
	b.WriteString("Inter-|   Receive  |  Transmit\n face |bytes packets errs drop fifo frame compressed multicast|bytes packets errs drop fifo colls carrier compressed\n")
	for _, n := range h.nets {
		fmt.Fprintf(&b, "%6s: %d 1 0 0 0 0 0 0 %d 2 0 0 0 0 0 0\n", n.name, n.in, n.out)
	}
	h.file("proc/net/dev", b.String())
	h.file("sys/dev/block/254:1/stat", strings.Trim(fmt.Sprint(h.disk), "[]")+" 0 0 0 0\n")
	for i, text := range h.freq {
		h.file(fmt.Sprintf("sys/devices/system/cpu/cpu%d/cpufreq/scaling_cur_freq", i), text+"\n")
	}
	for i, states := range h.sleep {
		for n, us := range states {
			h.file(fmt.Sprintf("sys/devices/system/cpu/cpu%d/cpuidle/state%d/time", i, n), fmt.Sprintln(us))
		}
	}
}

func (h *host) statText() string {
	var b strings.Builder
	var sum [8]uint64
	for _, c := range h.cpus {
		for i, v := range c.times {
			sum[i] += v
		}
	}
	if h.total != nil {
		sum = *h.total
	}
	fmt.Fprintf(&b, "cpu  %s 0 0\n", strings.Trim(fmt.Sprint(sum), "[]"))
	for i, c := range h.cpus {
		if !c.offline {
			fmt.Fprintf(&b, "cpu%d %s 0 0\n", i, strings.Trim(fmt.Sprint(c.times), "[]"))
		}
	}
	fmt.Fprintf(&b, "intr 81923813%s\nctxt %d\nbtime 1795221413\nprocesses 498257\n", strings.Repeat(" 0", 300), h.ctxt)
	return b.String()
}

// work lets time pass on each processor: ticks in use and idle.
func (h *host) work(busy, idle uint64) {
	for i := range h.cpus {
		if !h.cpus[i].offline {
			h.cpus[i].times[0] += busy
			h.cpus[i].times[3] += idle
			h.sleep[i][1] += idle * 10_000
		}
	}
}

// probe reads a host sample by sample, without goroutine and clock.
type probe struct {
	t      testing.TB
	reader *reader
	entry  entry
	values []hdtrace.Value
}

func newProbe(t testing.TB, h *host, sources Sources) *probe {
	t.Helper()
	o := Options{Sources: sources, Root: h.root, Strict: true, Mountpoint: "/"}
	if err := o.complete(); err != nil {
		t.Fatal(err)
	}
	r, err := newReader(&o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.close)
	p := &probe{t: t, reader: r, values: r.values()}
	r.forget()
	r.sample(&p.entry, 0)
	return p
}

// sample is the values by name after an interval.
func (p *probe) sample(interval time.Duration) map[string]float64 {
	p.t.Helper()
	p.reader.sample(&p.entry, interval)
	return p.decode()
}

func (p *probe) decode() map[string]float64 {
	p.t.Helper()
	topology, err := hdtrace.NewTopology("P", Levels()...)
	if err != nil {
		p.t.Fatal(err)
	}
	node, _ := topology.Node("h")
	var file bytes.Buffer
	out, err := hdtrace.StartStatistics(&file, node, Group, p.values, hdtrace.StatisticsOptions{})
	if err != nil {
		p.t.Fatal(err)
	}
	if err := out.WriteRaw(hdtrace.EpochOf(time.Now()), p.entry.data); err != nil {
		p.t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		p.t.Fatal(err)
	}
	list := readBack(p.t, &file)
	return list[0].values
}

// row is an entry of a file.
type row struct {
	start, end hdtrace.Epoch
	values     map[string]float64
}

// readBack reads a statistics file.
func readBack(t testing.TB, file *bytes.Buffer) (rows []row) {
	t.Helper()
	r, err := hdtrace.NewStatisticsReader(file, hdtrace.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for e, err := range r.Entries() {
		if err != nil {
			t.Fatal(err)
		}
		values := make(map[string]float64)
		for i, v := range r.Header().Values {
			values[v.Name] = e.Float(i)
		}
		rows = append(rows, row{e.Start, e.End, values})
	}
	return rows
}

// expect fails unless the values are as wanted.
func expect(t testing.TB, got, want map[string]float64) {
	t.Helper()
	for name, w := range want {
		if g, ok := got[name]; !ok || g < w-1e-4*max(w, 1) || g > w+1e-4*max(w, 1) {
			t.Errorf("%s = %v, want %v", name, g, w)
		}
	}
}
