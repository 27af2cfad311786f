//go:build linux && (amd64 || arm64)

package kernels

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/internal/experimental"
	"github.com/go-hpc/timers/internal/pcibus"
	"github.com/go-hpc/timers/mpitimer"
)

// useTopology makes two devices of AMD at nodes 4 and 5, behind processors.
func useTopology(t testing.TB) {
	t.Helper()
	former := topology
	topology = t.TempDir()
	t.Cleanup(func() { topology = former })
	for node, location := range map[int]int{0: 0, 4: 0xc100, 5: 0xc600} {
		folder := filepath.Join(topology, fmt.Sprint(node))
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf("simd_count 440\nunique_id 18446744073709551615\nlocation_id %d\ndomain 0\n", location)
		if err := os.WriteFile(filepath.Join(folder, "properties"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// Without a library, with one that lacks a function, that another tool has, or that refuses, the log says so and regions are
// as ever.
func TestAbsent(t *testing.T) {
	for name, c := range map[string]struct {
		prepare func(t *testing.T)
		says    string
	}{
		"none": {func(*testing.T) {}, "not recorded (there is no nowhere.so; there is no neither.so)"},
		"experimental": {func(t *testing.T) {
			experimental.On = false
			t.Cleanup(func() { experimental.On = true })
		}, "not recorded (there is no nowhere.so; roctracer needs a program that is built with the tag experimental)"},
		"no driver": {func(t *testing.T) {
			use(t)
			vendors[0].driver = []string{"no driver.so"}
		}, "not recorded (there is no no driver.so; "},
		"lacks":     {func(t *testing.T) { use(t, "-DWITHOUT_DROPPED") }, "CUPTI lacks cuptiActivityGetNumDroppedRecords"},
		"other":     {func(t *testing.T) { use(t).other(1) }, "CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED"},
		"privilege": {func(t *testing.T) { use(t).refuse(35) }, "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES; ERR_NVGPUCTRPERM: the administrator must"},

		"roctracer lacks":  {func(t *testing.T) { useOf(t, 1, "-DWITHOUT_FLUSH") }, "roctracer lacks roctracer_flush_activity_expl"},
		"no HIP":           {func(t *testing.T) { useOf(t, 1); vendors[1].driver = []string{"no HIP.so"} }, "there is no no HIP.so)"},
		"roctracer other":  {func(t *testing.T) { useOf(t, 1).other(1) }, "another tool uses roctracer"},
		"roctracer error":  {func(t *testing.T) { useOf(t, 1).refuse(-8) }, "roctracer_enable_op_activity_expl: error -8, error: refused by the test)"},
		"interface":        {func(t *testing.T) { useOf(t, 1, "-DMAJOR=5") }, "roctracer's interface is 5; expected 4"},
		"records":          {func(t *testing.T) { useOf(t, 1, "-DRECORD=72") }, "roctracer's records are not those of its interface 4.1"},
		"without launches": {func(t *testing.T) { useOf(t, 1, "-DWITHOUT_LAUNCHES") }, "roctracer knows no function that launches"},
	} {
		t.Run(name, func(t *testing.T) {
			c.prepare(t)
			p, log, counts := timed(t, func() { mpitimer.Start("step").Stop() })
			if !strings.Contains(log, c.says) || node(p, "/Total/step").Calls != 1 || len(counts) > 0 {
				t.Errorf("%v\n%s", counts, log)
			}
		})
	}
}

// AMD's library is used where CUPTI refuses, and not where CUPTI records.
func TestVendors(t *testing.T) {
	nvidia, amd := use(t), useOf(t, 1)
	if _, log, _ := timed(t, func() { nvidia.kernel(1, 0, 1e5, 0) }); !strings.Contains(log, "by CUPTI 24, its clock known to ±") {
		t.Error(log)
	}
	nvidia.refuse(1)
	p, log, counts := timed(t, func() { amd.kernel(1, 0, 1e5, 0) })
	if !strings.Contains(log, "by roctracer 4.1, its clock known to ±") || !strings.Contains(log, "kernels: launches: 1\n") {
		t.Error(log)
	}
	if n := node(p, "/Total/gpu0:flux"); n.Calls != 1 || len(counts) > 0 {
		t.Errorf("%+v, %v", n.Measure, counts)
	}
}

// Copies have their direction and their bytes, whichever vendor's.
func TestDirections(t *testing.T) {
	both(t, func(t *testing.T, s *standIn) {
		p, log, counts := timed(t, func() {
			for i, kind := range []uint32{toDevice, toHost, withinDevice, set, elsewhere} {
				s.copy(kind, 1000<<i, 1e5)
			}
		})
		for i, name := range []string{"copy to device", "copy to host", "copy on device", "set memory", "copy"} {
			n, says := node(p, "/Total/gpu0:"+name), fmt.Sprintf("gpu0:%s: %d bytes", name, 1000<<i)
			if !near(n, 1, 1e5*time.Nanosecond) || !strings.Contains(log, says) {
				t.Errorf("%s: %+v, no %q in\n%s", name, n.Measure, says, log)
			}
		}
		if len(counts) > 0 {
			t.Error(counts)
		}
	})
}

// A copy between two devices has a record of its own: a row, and nothing that is waited for at the end.
func TestCopyBetweenDevices(t *testing.T) {
	s := use(t)
	const betweenDevices = 10
	p, log, counts := timed(t, func() {
		s.copy(betweenDevices, 4096, 1e5)
		s.copy(toDevice, 1000, 1e5)
	})
	if n := node(p, "/Total/gpu0:copy"); !near(n, 1, 1e5*time.Nanosecond) || !strings.Contains(log, "gpu0:copy: 4096 bytes") {
		t.Errorf("%+v in\n%s", n.Measure, log)
	}
	if n := node(p, "/Total/gpu0:copy to device"); n.Calls != 1 || len(counts) > 0 {
		t.Errorf("%+v, %v", n.Measure, counts)
	}
}

// The names of kernels are those of the program: two kernels have one name only where the compiler gives them one.
func TestNamesOfKernels(t *testing.T) {
	n := make(names)
	for _, each := range [][2]string{
		{"flux", "flux"}, {"_Z4fluxy", "flux(unsigned long long)"}, {"_Z4fluxf", "flux(float)"}, {"_Z4fluxy", "flux(unsigned long long)"},
		{"_ZN5ocean6updateILi4ENS_4GridIfEEEEviT0_", "ocean::update<4, ocean::Grid<float> >"}, {"_ZN5ocean6upd", "_ZN5ocean6upd"},
	} {
		text := append([]byte(each[0]), 0)
		if got := n.of(&text[0]); got != each[1] {
			t.Errorf("%s: %q, want %q", each[0], got, each[1])
		}
	}
}

// NVIDIA's library has a name for each version of CUDA 11, and lies where CUDA_HOME says.
func TestNamesOfCUPTI(t *testing.T) {
	t.Setenv("CUDA_HOME", "/opt/cuda-11.8")
	t.Setenv("CUDA_PATH", "relative")
	names := cuptiNames()
	for _, name := range []string{"libcupti.so.11.8", "libcupti.so.11.0", "/opt/cuda-11.8/extras/CUPTI/lib64/libcupti.so", "/usr/local/cuda/extras/CUPTI/lib64/libcupti.so"} {
		if !slices.Contains(names, name) {
			t.Errorf("no %s in %v", name, names)
		}
	}
	for _, name := range names {
		if strings.Contains(name, "relative") {
			t.Errorf("%s depends on the directory", name)
		}
	}
}

// A function of the host in a stream has no record, and is not waited for.
func TestHostFunction(t *testing.T) {
	both(t, func(t *testing.T, s *standIn) {
		if said := the.open(); !strings.Contains(said, "by "+s.name) {
			t.Fatal(said)
		}
		s.host()
		if n := the.launched.waiting(); n != 0 {
			t.Errorf("waits for %d", n)
		}
		s.stick(1) // or it may be done before
		s.kernel(1, 0, 1, 0)
		if n := the.launched.waiting(); n != 1 {
			t.Errorf("waits for %d, and not for a kernel", n)
		}
		the.close(nil, 0)
	})
}

// A launch that HIP refuses cannot be told from one that the device has not done: it is counted at the end.
func TestRefusedByHIP(t *testing.T) {
	s := useOf(t, 1)
	the.open()
	s.kernel(1, 0, 1e6, 1)
	if _, counts := the.close(nil, 20*time.Millisecond); counts[warnLate] != 1 {
		t.Error(counts)
	}
}

// Records of other kinds, of nodes and names that cannot be, and buffers that are short, empty or none at all are passed
// over.
func TestStrangeRecords(t *testing.T) {
	s := useOf(t, 1)
	var record func(domain, kind, op uint32, node int32, what uint64)
	var hand func(bytes int64, none int32)
	s.Bind(map[string]any{"standinRecord": &record, "standinHand": &hand})
	p, _, counts := timed(t, func() {
		record(6, 0, 0, 4, 0)                  // of ROCTX
		record(domainOps, 0x11F0, 3, 4, 0)     // of an operation that is not known
		record(domainOps, 0x11F0, 2, 4, 0)     // a barrier
		record(domainOps, 0x11F0, 0, -1, 0)    // of no node
		record(domainOps, 0x11F0, 0, 1<<30, 0) // of one that no machine has
		record(domainOps, 0x11F0, 0, 4, 0)     // a kernel without a name
		record(domainOps, 0x11F0, 0, 4, 17)    // with bytes for a name
		record(domainOps, 0xffff, 1, 9, 1000)  // a copy of a kind and a node that are not known
		for _, bytes := range []int64{-64, 0, 1, 63, 1 << 40} {
			hand(bytes, 0)
		}
		hand(100, 1)
		hand(2*64+63, 0) // two and what is no third
		s.kernel(1, 0, 1e5, 0)
	})
	for path, want := range map[string]uint64{
		"/Total/gpu0:kernel": 2, "/Total/gpu9:copy": 1, "/Total/gpu0:set memory": 2, "/Total/gpu0:flux": 1,
	} {
		if n := node(p, path); n.Calls != want {
			t.Errorf("%s: %+v, want %d calls", path, n.Measure, want)
		}
	}
	if counts[warnUnmatched] != 5 {
		t.Error(counts)
	}
}

// Devices have HIP's numbers; those that HIP does not know, or has several of, have their nodes'.
func TestNumbersOfNodes(t *testing.T) {
	names := func(s *standIn) (list []string) {
		p, _, _ := timed(t, func() { s.kernel(1, 0, 1e5, 0); s.kernel(1, 8, 1e5, 0) })
		for _, n := range p.Nodes {
			if strings.HasSuffix(n.Name, ":flux") {
				list = append(list, n.Name)
			}
		}
		return list
	}
	s := useOf(t, 1)
	if got := fmt.Sprint(names(s)); got != "[gpu0:flux gpu1:flux]" {
		t.Error(got)
	}
	if err := os.WriteFile(filepath.Join(topology, "5", "properties"), []byte("location_id 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(topology, "4")); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(names(s)); got != "[gpu4:flux gpu5:flux]" {
		t.Error(got)
	}
	if got := fmt.Sprint(names(useOf(t, 1, "-DPARTITIONS"))); got != "[gpu4:flux gpu5:flux]" {
		t.Errorf("partitions of one device: %s", got)
	}
}

// The clock of AMD's devices runs once the program uses one; until then it cannot be compared.
func TestClockThatSleeps(t *testing.T) {
	s := useOf(t, 1)
	var sleep func(on int32)
	s.Bind(map[string]any{"standinSleep": &sleep})
	sleep(1)
	p, log, counts := timed(t, func() {
		time.Sleep(50 * time.Millisecond)
		sleep(0)
		region := mpitimer.Start("step")
		s.kernel(1, 0, 1e6, 0)
		region.Stop()
	})
	if !strings.Contains(log, "its clock known when a device is first used") {
		t.Error(log)
	}
	if n := node(p, "/Total/step/gpu0:flux"); !near(n, 1, 1e6) || len(counts) > 0 {
		t.Errorf("%+v, %v", n.Measure, counts)
	}
	if n := node(p, "/Total/step/gpu0:launch latency"); n.Calls != 1 || n.Total > int64(time.Minute) {
		t.Errorf("%+v", n.Measure)
	}
}

// Records that came when the clock was not known are counted.
func TestPlace(t *testing.T) {
	var o offset
	list := []activity{{name: "a", begin: 5, end: 7}, {name: "b", begin: 0, end: 7}, {name: "c", begin: 5}}
	if placed, untimed := o.place(append([]activity(nil), list...)); len(placed) != 0 || untimed != 3 {
		t.Errorf("%v, %d", placed, untimed)
	}
	o = offset{known: true, ns: 100}
	if placed, untimed := o.place(list); len(placed) != 1 || placed[0].begin != 105 || placed[0].end != 107 || untimed != 2 {
		t.Errorf("%v, %d", placed, untimed)
	}
}

// A launch that has no record for a minute does not keep the overlap from being known; one that has comes all the same.
func TestHopelessLaunch(t *testing.T) {
	var r ring
	const now = 100 * int64(time.Minute)
	r.put(launch{id: 1, open: true, at: now - hopeless}, 0)
	r.put(launch{id: 2, open: true, at: now - hopeless + 1}, 0)
	if got := r.since(now); got != now-hopeless+1-apart {
		t.Errorf("since %d, want the second launch", now-got)
	}
	if got := r.since(now + 1); got != now+1 {
		t.Errorf("since %d, want now", now-got)
	}
	if _, known := r.find(1); !known || r.waiting() != 1 {
		t.Error("the launch is forgotten")
	}
	if got := r.since(now + 1); got != now+1 {
		t.Errorf("since %d, want now", now-got)
	}
}

// What is done so late is counted.
func TestHopelessRecord(t *testing.T) {
	s := use(t)
	_, _, counts := timed(t, func() {
		s.stick(1) // or it may be given before
		s.kernel(1, 0, 1e5, 0)
		the.launched.mu.Lock()
		for i := range the.launched.list {
			the.launched.list[i].at -= hopeless
		}
		the.launched.mu.Unlock()
		s.stick(0)
	})
	if counts[warnHopeless] != 1 {
		t.Error(counts)
	}
}

// Where signals number the devices in another order the log says which is which.
func TestOtherNumbers(t *testing.T) {
	defer pcibus.Tell("", nil)
	const says = "mpitimer: kernels: signals number devices in another order: gpu0 is gpu-1 (0000:c1:00.0), gpu1 is gpu-0 (0000:c6:00.0)\n"
	for _, reordered := range []bool{false, true} {
		both(t, func(t *testing.T, s *standIn) {
			list := []string{"0000:c1:00.0", "0000:c6:00.0"}
			if reordered {
				slices.Reverse(list)
			}
			pcibus.Tell("gpu-", func() []string { return list })
			_, log, _ := timed(t, func() { s.kernel(0, 7, 1e6, 0) })
			if strings.Contains(log, says) != reordered {
				t.Errorf("reordered %v:\n%s", reordered, log)
			}
		})
	}
}
