package util

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/stats/hdtrace"
	hdstat "github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/internal/node"
	"github.com/go-hpc/timers/stats/internal/node/nodetest"
)

// host is a made-up host whose counters a test controls. Its files are what the kernel would show.
type host struct {
	*nodetest.Machine
	t testing.TB

	cpus  []hostCPU
	total *[8]uint64 // nil: the sum of those online
	ctxt  uint64
	mem   map[string]uint64 // kB
	nets  []hostNet
	disk  [node.DiskColumns]uint64
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
		Machine: nodetest.New(t, "host"), t: t, cpus: make([]hostCPU, 2), ctxt: 1000,
		mem:  map[string]uint64{"MemTotal": 1000, "MemFree": 600, "Buffers": 10, "Cached": 100, "Shmem": 7, "Slab": 20},
		nets: []hostNet{{"eth0", 5000, 3000}, {"lo", 100, 100}},
		freq: []string{"2400000", "1200000"}, sleep: [][]uint64{{0, 1000}, {0, 2000}},
	}
	h.write()
	return h
}

// write brings all files up to date.
func (h *host) write() {
	h.t.Helper()
	h.Write("proc/stat", h.statText())
	var b strings.Builder
	for _, key := range []string{"MemTotal", "MemFree", "MemAvailable", "Buffers", "Cached", "SwapCached", "Shmem", "Slab", "HugePages_Total"} {
		if kB, ok := h.mem[key]; ok {
			fmt.Fprintf(&b, "%-15s %8d kB\n", key+":", kB)
		}
	}
	h.Write("proc/meminfo", b.String())
	b.Reset()
	b.WriteString("Inter-|   Receive  |  Transmit\n face |bytes packets errs drop fifo frame compressed multicast|bytes packets errs drop fifo colls carrier compressed\n")
	for _, n := range h.nets {
		fmt.Fprintf(&b, "%6s: %d 1 0 0 0 0 0 0 %d 2 0 0 0 0 0 0\n", n.name, n.in, n.out)
	}
	h.Write("proc/net/dev", b.String())
	h.Write("sys/dev/block/254:1/stat", strings.Trim(fmt.Sprint(h.disk), "[]")+" 0 0 0 0\n")
	for i, text := range h.freq {
		h.Write(fmt.Sprintf("sys/devices/system/cpu/cpu%d/cpufreq/scaling_cur_freq", i), text+"\n")
	}
	for i, states := range h.sleep {
		for n, us := range states {
			h.Write(fmt.Sprintf("sys/devices/system/cpu/cpu%d/cpuidle/state%d/time", i, n), fmt.Sprintln(us))
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
	values []hdstat.Value
}

// readerOf is a reader that ends with the test.
func readerOf(t testing.TB, o *Options) *reader {
	t.Helper()
	if err := o.complete(); err != nil {
		t.Fatal(err)
	}
	r, err := newReader(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.close)
	return r
}

func newProbe(t testing.TB, h *host, sources Sources) *probe {
	t.Helper()
	r := readerOf(t, &Options{Sources: sources, Root: h.Root, Strict: true, Mountpoint: "/"})
	p := &probe{t: t, reader: r, values: r.values()}
	r.forget()
	r.sample(&p.entry, 0)
	return p
}

// sample returns the values by name after an interval.
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
	out, err := hdstat.Start(&file, node, Group, p.values, hdstat.Options{})
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
	r, err := hdstat.NewReader(file, hdtrace.ReadOptions{})
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
