package util

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/internal/node"
)

const second = time.Second

func TestAllSources(t *testing.T) {
	h := newHost(t)
	p := newProbe(t, h, All)
	h.work(25, 75)
	h.cpus[0].times[1] += 25 // nice
	h.cpus[0].times[3] -= 25
	h.sleep[0][1] -= 250_000
	h.ctxt += 42
	h.nets[0].in += 1000
	h.nets[0].out += 200
	h.nets[1].in += 30
	h.nets[1].out += 30
	h.mem["MemFree"] = 500
	h.disk = [node.DiskColumns]uint64{3, 1, 16, 5, 4, 2, 32, 6, 7, 8, 9}
	h.write()
	got := p.sample(second)
	expect(t, got, map[string]float64{
		"CPU_TOTAL": 37.5, "CPU_TOTAL_0": 50, "CPU_TOTAL_1": 25, "CONTEXT_SWITCHES": 42,
		"CPU_FREQ_AVG_0": 2400000, "CPU_FREQ_AVG_1": 1200000, "CPU_FREQ_AVG": 1800000,
		"CPU_IDLE_0_C0": 0, "CPU_IDLE_0_C1": 50, "CPU_IDLE_1_C1": 75, "CPU_IDLE_CPU_C0": 0, "CPU_IDLE_CPU_C1": 62.5,
		"MEM_USED": 500 << 10, "MEM_FREE": 500 << 10, "MEM_SHARED": 7 << 10, "MEM_BUFFER": 10 << 10, "MEM_CACHED": 120 << 10,
		"NET_IN_lo": 30, "NET_OUT_lo": 30, "NET_IN_eth0": 1000, "NET_OUT_eth0": 200,
		"NET_IN_EXT": 1000, "NET_OUT_EXT": 200, "NET_IN": 1030, "NET_OUT": 230, "HDD_READ": 16 * 512, "HDD_WRITE": 32 * 512,
		"READS:vda": 3, "READS_MERGED:vda": 1, "READS_SECTORS:vda": 16, "READS_TIME_SPEND:vda": 5, "WRITES_COMPLETED:vda": 4, "WRITES_MERGED:vda": 2,
		"WRITTEN_SECTORS:vda": 32, "WRITES_TIME_SPEND:vda": 6, "IOS_INPROGRESS:vda": 7, "IOS_TIME_SPEND:vda": 8, "WEIGHTED_WAITTIME:vda": 9,
	})
	if len(got) != 39 {
		t.Errorf("%d values", len(got))
	}
	if p.entry.doubts != (Doubts{}) {
		t.Errorf("%+v", p.entry.doubts)
	}
}

func TestChosenSources(t *testing.T) {
	h := newHost(t)
	p := newProbe(t, h, NetOut|MemUsed|CPUUtilX|NetOutX)
	var list []string
	for _, v := range p.values {
		list = append(list, v.Name)
	}
	if got := strings.Join(list, " "); got != "CPU_TOTAL_0 CPU_TOTAL_1 MEM_USED NET_OUT_lo NET_OUT_eth0 NET_OUT" {
		t.Error(got)
	}
	h.nets[0].out += 5
	h.work(1, 9)
	h.write()
	expect(t, p.sample(100*time.Millisecond), map[string]float64{"CPU_TOTAL_1": 10, "MEM_USED": 400 << 10, "NET_OUT_lo": 0, "NET_OUT_eth0": 5, "NET_OUT": 5})
	if p.reader.stat == nil || len(p.reader.collectors) != 3 {
		t.Error("not only what is needed is read")
	}
	if q := newProbe(t, h, MemUsed); q.reader.stat != nil || len(q.reader.collectors) != 1 {
		t.Error("not only what is needed is read")
	}
}

func TestHotplug(t *testing.T) {
	h := newHost(t)
	p := newProbe(t, h, CPU|CPUIdleX|CPUFreqX)
	step := func(total, cpu0, cpu1 float64) {
		t.Helper()
		h.work(40, 60)
		h.write()
		expect(t, p.sample(second), map[string]float64{"CPU_TOTAL": total, "CPU_TOTAL_0": cpu0, "CPU_TOTAL_1": cpu1})
	}
	step(40, 40, 40)
	h.cpus[1].offline = true
	h.cpus[1].times[3] += 100000 // the sum jumps, as it does in the kernel
	h.freq[1] = ""
	step(Unknown, 40, Unknown)
	expect(t, p.decode(), map[string]float64{"CPU_IDLE_0_C1": 60, "CPU_IDLE_1_C1": Unknown, "CPU_IDLE_CPU_C1": 60, "CPU_FREQ_AVG_1": Unknown})
	step(40, 40, Unknown)
	h.cpus[1].offline = false
	h.cpus[1].times = [8]uint64{} // begins anew
	step(Unknown, 40, Unknown)
	step(40, 40, 40)
	expect(t, p.decode(), map[string]float64{"CPU_IDLE_1_C1": 60, "CPU_IDLE_CPU_C1": 60})
	// One that was never there has no value, and makes the sum unknown when it comes.
	h.cpus = append(h.cpus, hostCPU{})
	h.sleep = append(h.sleep, []uint64{0, 0})
	step(Unknown, 40, 40)
	step(40, 40, 40)
}

func TestFrequencyOfOfflineProcessor(t *testing.T) {
	h := newHost(t)
	h.freq[1] = ""
	h.write()
	name := "sys/devices/system/cpu/cpu1/cpufreq/scaling_cur_freq"
	h.Remove(name)
	p := newProbe(t, h, CPUFreqX)
	expect(t, p.sample(second), map[string]float64{"CPU_FREQ_AVG_0": 2400000, "CPU_FREQ_AVG_1": Unknown, "CPU_FREQ_AVG": 2400000})
	h.Write(name, "<unknown>\n")
	expect(t, p.sample(second), map[string]float64{"CPU_FREQ_AVG_1": Unknown, "CPU_FREQ_AVG": Unknown})
	h.Write(name, "1000000\n")
	expect(t, p.sample(second), map[string]float64{"CPU_FREQ_AVG_1": 1000000, "CPU_FREQ_AVG": 1700000})
	if p.entry.doubts != (Doubts{}) {
		t.Errorf("%+v", p.entry.doubts)
	}
}

func TestCoarse(t *testing.T) {
	h := newHost(t)
	p := newProbe(t, h, CPU)
	for range 3 { // nothing is lost where no tick has passed
		expect(t, p.sample(2*time.Millisecond), map[string]float64{"CPU_TOTAL": Unknown, "CPU_TOTAL_0": Unknown})
	}
	h.work(1, 1)
	h.write()
	expect(t, p.sample(2*time.Millisecond), map[string]float64{"CPU_TOTAL": 50, "CPU_TOTAL_0": 50})
	// More time than has passed: a jump ahead.
	h.work(10, 1000)
	h.write()
	expect(t, p.sample(10*time.Millisecond), map[string]float64{"CPU_TOTAL": Unknown, "CPU_TOTAL_0": Unknown})
	if d := p.entry.doubts; d.Leaped != 3 || d.Total() != 3 {
		t.Errorf("%+v", d)
	}
}

// Idle states are booked when a processor leaves them.
func TestIdleBookedLate(t *testing.T) {
	h := newHost(t)
	p := newProbe(t, h, CPUIdleX)
	h.work(10, 90)
	h.sleep[1][1] -= 900_000 // still asleep
	h.write()
	expect(t, p.sample(second), map[string]float64{"CPU_IDLE_0_C1": 90, "CPU_IDLE_1_C1": Unknown, "CPU_IDLE_1_C0": Unknown, "CPU_IDLE_CPU_C1": Unknown})
	h.work(0, 100)
	h.sleep[1][1] += 900_000
	h.write()
	expect(t, p.sample(second), map[string]float64{"CPU_IDLE_0_C1": 100, "CPU_IDLE_1_C1": Unknown})
	h.work(100, 0)
	h.write()
	expect(t, p.sample(second), map[string]float64{"CPU_IDLE_0_C1": 0, "CPU_IDLE_1_C1": 0, "CPU_IDLE_CPU_C1": 0})
}

func TestInterfaces(t *testing.T) {
	h := newHost(t)
	p := newProbe(t, h, NET)
	step := func(in, ext, eth0 float64) {
		t.Helper()
		h.write()
		expect(t, p.sample(second), map[string]float64{"NET_IN": in, "NET_IN_EXT": ext, "NET_IN_eth0": eth0})
	}
	h.nets[0].in += 10
	step(10, 10, 10)
	h.nets = append(h.nets, hostNet{"veth1", 0, 0}) // came, and has moved nothing
	step(0, 0, 0)
	h.nets[2].in += 7
	step(7, 7, 0)
	h.nets = append(h.nets, hostNet{"wg0", 500, 0}) // came with bytes that may be old
	step(Unknown, Unknown, 0)
	h.nets[3].in += 5
	step(5, 5, 0)
	eth0 := h.nets[0]
	h.nets = h.nets[1:] // eth0 goes
	step(Unknown, Unknown, Unknown)
	step(0, 0, Unknown)
	h.nets = append(h.nets, eth0) // and is back
	step(Unknown, Unknown, Unknown)
	step(0, 0, 0)
	h.nets = slices.DeleteFunc(h.nets, func(n hostNet) bool { return n.name != "lo" && n.name != "eth0" })
	step(Unknown, Unknown, 0)
	h.nets[0].in += 3 // lo
	step(3, 0, 0)
	if n := p.reader.network; n.newcomers != 2 || len(n.list) != n.fixed {
		t.Errorf("%d newcomers, %d interfaces", n.newcomers, len(n.list))
	}
}

func TestInterfaceCounters(t *testing.T) {
	h := newHost(t)
	h.nets[0].in = 1<<32 - 1000
	h.write()
	p := newProbe(t, h, NET)
	h.nets[0].in = 500 // a counter of 32 bits
	h.nets[0].out += 50
	h.write()
	expect(t, p.sampled(h), map[string]float64{"NET_IN_eth0": 1500, "NET_OUT_eth0": 50, "NET_IN_EXT": 1500})
	if p.entry.wraps != 1 { // in the sums it is not counted again
		t.Errorf("%d wraps", p.entry.wraps)
	}
	h.nets[0].in, h.nets[0].out = 40, 40 // reset
	expect(t, p.sampled(h), map[string]float64{"NET_IN_eth0": Unknown, "NET_OUT_eth0": Unknown, "NET_IN": Unknown, "NET_OUT_EXT": Unknown, "NET_IN_lo": 0})
	if p.entry.doubts.Back != 6 {
		t.Errorf("%+v", p.entry.doubts)
	}
	h.nets[0].in += 1 << 60
	expect(t, p.sampled(h), map[string]float64{"NET_IN_eth0": Unknown, "NET_OUT_eth0": 0})
	if p.entry.doubts.Leaped != 3 {
		t.Errorf("%+v", p.entry.doubts)
	}
}

// sampled brings the files up to date and samples.
func (p *probe) sampled(h *host) map[string]float64 {
	h.write()
	return p.sample(second)
}

func TestDiskCounters(t *testing.T) {
	h := newHost(t)
	h.disk[3] = 1<<32 - 5 // ms, of 32 bits
	h.disk[2] = 1 << 40
	h.write()
	p := newProbe(t, h, HDD|HDDStats)
	h.disk[3], h.disk[2], h.disk[8] = 10, 1<<40+8, 2
	expect(t, p.sampled(h), map[string]float64{"READS_TIME_SPEND:vda": 15, "HDD_READ": 4096, "IOS_INPROGRESS:vda": 2})
	h.disk = [node.DiskColumns]uint64{0, 0, 8, 1}
	expect(t, p.sampled(h), map[string]float64{"READS_TIME_SPEND:vda": Unknown, "HDD_READ": Unknown, "HDD_WRITE": Unknown, "IOS_INPROGRESS:vda": 0})
	h.disk[8] = 1<<32 - 1 // below 0
	expect(t, p.sampled(h), map[string]float64{"HDD_READ": 0, "HDD_WRITE": 0, "IOS_INPROGRESS:vda": Unknown})
}

// What cannot be read or understood is unknown, and so is the entry after it.
func TestUnreadable(t *testing.T) {
	names := []string{"proc/stat", "proc/meminfo", "proc/net/dev", "sys/dev/block/254:1/stat", "sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "sys/devices/system/cpu/cpu0/cpuidle/state0/time"}
	for _, text := range []string{"", "garbage\n", "cpu  1 2 x\ncpu0 \nctxt -1\n", "MemTotal: 99999999999999999999 kB\n", "a\nb\n eth0: 1 2 3\n", "-1 0 0 0 0 0 0 0 0 0 0\n"} {
		h := newHost(t)
		p := newProbe(t, h, All)
		for _, name := range names {
			h.Write(name, text)
		}
		p.reader.sample(&p.entry, second)
		for name, v := range p.decode() {
			whole := name != "CPU_FREQ_AVG_1" && text == "" && !strings.HasPrefix(name, "NET_") // no interface is no error
			if v != Unknown && whole && !strings.HasPrefix(name, "CPU_IDLE_1") {
				t.Errorf("%q: %s = %v", text, name, v)
			}
		}
		h.write()
		p.reader.sample(&p.entry, second)
		h.work(1, 99)
		h.write()
		expect(t, p.sample(second), map[string]float64{"CPU_TOTAL": 1, "CPU_TOTAL_1": 1, "HDD_READ": 0, "MEM_FREE": 600 << 10, "NET_IN": 0, "CPU_IDLE_0_C1": 99})
	}
}

func TestMissing(t *testing.T) {
	h := newHost(t)
	h.Write("proc/self/mountinfo", "27 1 0:50 / / rw,relatime - overlay overlay rw\n")
	h.freq = nil
	for i := range 2 {
		if err := os.RemoveAll(filepath.Join(h.Root, "sys/devices/system/cpu", []string{"cpu0", "cpu1"}[i])); err != nil {
			t.Fatal(err)
		}
	}
	o := Options{Root: h.Root, Sources: All}
	r := readerOf(t, &o)
	var missing Sources
	for _, m := range r.missing {
		missing |= m.Sources
	}
	if missing != HDD|HDDStats|CPUFreqX|CPUIdleX || !errors.Is(r.missing[2].Err, ErrNoSource) {
		t.Errorf("%v missing: %v", missing, r.missing)
	}
	o.Strict = true
	if _, err := newReader(&o); !errors.Is(err, ErrNoSource) || !strings.Contains(err.Error(), "overlay") {
		t.Error(err)
	}
	o = Options{Root: h.Root, Sources: HDD, Mountpoint: "/"}
	if _, err := newReader(&o); !errors.Is(err, ErrNoSource) {
		t.Error(err)
	}
}

// The statistics are those of all disks, whatever is mounted; a mount point that does not exist is an error.
func TestAllDisks(t *testing.T) {
	h := newHost(t)
	for i, name := range []string{"loop0", "sda", "vda", "zram0"} {
		h.Write("sys/block/"+name+"/stat", fmt.Sprintf("%d 0 0 0 0 0 0 0 0 0 0\n", i))
		if name == "sda" || name == "vda" {
			h.Write("sys/block/"+name+"/device/model", "disk\n")
		}
	}
	p := newProbe(t, h, HDD|HDDStats)
	var names []string
	for _, v := range p.values {
		if !strings.Contains(v.Name, ":") || strings.HasPrefix(v.Name, "READS:") {
			names = append(names, v.Name)
		}
	}
	if want := []string{"HDD_READ", "HDD_WRITE", "READS:sda", "READS:vda"}; !slices.Equal(names, want) || len(p.values) != 2+22 {
		t.Errorf("%d values, %v, want %v", len(p.values), names, want)
	}
	h.Write("sys/block/vda/stat", "103 0 0 0 0 0 0 0 0 0 0\n")
	expect(t, p.sampled(h), map[string]float64{"READS:sda": 0, "READS:vda": 101, "HDD_READ": 0})
	if err := os.RemoveAll(filepath.Join(h.Root, "sys/block/sda/stat")); err != nil {
		t.Fatal(err)
	}
	p.sampled(h)
	expect(t, p.sampled(h), map[string]float64{"READS:vda": 0})
	_, err := Create(io.Discard, testNode(t), Options{Root: h.Root, Mountpoint: "/nowhere"})
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "/nowhere") {
		t.Errorf("a mount point that does not exist: %v", err)
	}
}

func TestMountpoints(t *testing.T) {
	text := "27 1 254:1 / / rw - ext4 /dev/vda rw\n30 27 254:2 / /home rw - ext4 /dev/vdb rw\n31 27 254:3 / /a\\040b rw - ext4 /dev/vdc rw\n32 30 254:4 / /home rw - ext4 /dev/vdd rw\nbad\n"
	for mountpoint, want := range map[string]string{"/": "254:1", "/home": "254:4", "/home/": "254:4", "/home/x": "254:4", "/homes": "254:1", "/a b": "254:3"} {
		if m, ok := findMount(text, mountpoint); !ok || m.device != want {
			t.Errorf("%s: %+v", mountpoint, m)
		}
	}
	if _, ok := findMount("", "/"); ok {
		t.Error("found in nothing")
	}
	// A file system with a number of its own leads to the device by its source.
	h := newHost(t)
	h.Write("proc/self/mountinfo", "27 1 0:25 / / rw - btrfs /dev/mapper/root rw\n")
	h.Write("dev/dm-0", "")
	h.Write("sys/class/block/dm-0/stat", "1 0 8 0 0 0 0 0 0 0 0\n")
	if err := os.MkdirAll(filepath.Join(h.Root, "dev/mapper"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../dm-0", filepath.Join(h.Root, "dev/mapper/root")); err != nil {
		t.Fatal(err)
	}
	d, err := newDisk(&node.Tree{Root: h.Root}, "/", HDD)
	if err != nil || d.name != "dm-0" {
		t.Fatalf("%+v, %v", d, err)
	}
	d.close()
}

func TestWrongOptions(t *testing.T) {
	for _, o := range []Options{{Interval: -1}, {Interval: time.Microsecond}, {Sources: 1 << 30}, {Mountpoint: "home"}} {
		if _, err := Create(nil, testNode(t), o); err == nil {
			t.Errorf("%+v is taken", o)
		}
	}
	if _, err := Create(nil, nil, Options{}); err == nil {
		t.Error("no node is taken")
	}
	t.Setenv(MountpointVariable, "/mnt/data")
	var o Options
	if err := o.complete(); err != nil || o.Mountpoint != "/mnt/data" || o.Sources != All || o.Interval != 100*time.Millisecond {
		t.Errorf("%+v, %v", o, err)
	}
}

func testNode(t testing.TB) *hdtrace.Node {
	t.Helper()
	topology, err := hdtrace.NewTopology("P", Levels()...)
	if err != nil {
		t.Fatal(err)
	}
	node, err := topology.Node("node06")
	if err != nil {
		t.Fatal(err)
	}
	return node
}
