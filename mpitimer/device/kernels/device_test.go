//go:build device && linux && (amd64 || arm64)

package kernels

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ebitengine/purego"

	"github.com/go-hpc/timers/internal/cudawork"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/device/internal/killed"
	"github.com/go-hpc/timers/mpitimer/device/internal/lanes"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/efficiency"
)

// These run on a device of NVIDIA with its own libraries: scripts/device-proof.sh.

// machines are the vendors of the machine, which TestMain hides from the other tests.
var machines = slices.Clone(vendors)

// onMachine lets the test use the machine's libraries.
func onMachine(t testing.TB) *cudawork.Work {
	t.Helper()
	w := cudawork.Use(t)
	former := vendors
	vendors = machines
	t.Cleanup(func() { vendors = former; lanes.Forget() })
	return w
}

// print logs the regions, so that one run tells all that there is to know.
func print(t testing.TB, p *stats.Profile, log string, counts map[string]uint64) {
	t.Helper()
	for i, n := range p.Nodes {
		name := n.Name
		for k := p.Nodes[i].Parent; k >= 0; k = p.Nodes[k].Parent {
			name = p.Nodes[k].Name + "/" + name
		}
		t.Logf("%-50s calls %7d total %12d min %10d max %10d", name, n.Calls, n.Total, n.Min, n.Max)
	}
	t.Logf("log:\n%s\nwarnings: %v", log, counts)
}

func must(t testing.TB, code int32) {
	t.Helper()
	if code != 0 {
		t.Errorf("error %d of CUDA", code)
	}
}

// within reports whether a region has the calls, and so much time as its kernels were told to take, or a bit more.
func within(n *stats.Node, calls uint64, each time.Duration) bool {
	per := float64(n.Total) / float64(max(n.Calls, 1))
	return n.Calls == calls && per > 0.98*float64(each)-2000 && per < 1.05*float64(each)+20_000
}

// Kernels by the runtime and by the driver, copies of each kind and memory that is set stand below the region that launched
// them, once each, with the device's times.
func TestDeviceKernels(t *testing.T) {
	w := onMachine(t)
	stream := w.Stream()
	const bytes = 64 << 20
	p, log, counts := timed(t, func() {
		step := mpitimer.Start("step")
		for range 10 {
			must(t, w.Kernel(0, stream, 2e6))
		}
		must(t, w.Kernel(1, stream, 1e6))
		step.Stop()
		must(t, w.Wait(stream))
		other := mpitimer.Start("driver")
		for range 5 {
			must(t, w.DriverKernel(stream, 1e6))
		}
		other.Stop()
		must(t, w.Wait(stream))
		for kind, name := range []string{"to device", "to host", "on device", "peer", "set"} {
			region := mpitimer.Start(name)
			must(t, w.Copy(int32(kind), stream, bytes))
			region.Stop()
		}
		must(t, w.Wait(stream))
	})
	print(t, p, log, counts)
	for path, want := range map[string]struct {
		calls uint64
		each  time.Duration
	}{
		"/Total/step/gpu0:flux": {10, 2e6}, "/Total/step/gpu0:update": {1, 1e6}, "/Total/driver/gpu0:flux": {5, 1e6},
	} {
		if n := node(p, path); !within(n, want.calls, want.each) {
			t.Errorf("%s: %+v", path, n.Measure)
		}
	}
	// CUDA makes a copy on the device of one between a device and itself.
	for _, path := range []string{"to device/gpu0:copy to device", "to host/gpu0:copy to host", "on device/gpu0:copy on device", "peer/gpu0:copy on device", "set/gpu0:set memory"} {
		n := node(p, "/Total/"+path)
		if rate := bytes / float64(max(n.Total, 1)); n.Calls != 1 || rate < 1 || rate > 5000 {
			t.Errorf("%s: %+v, %.3g GB/s", path, n.Measure, rate)
		}
	}
	if n := node(p, "/Total/step/gpu0:launch latency"); n.Calls != 11 || n.Total < 80e6 || n.Total > 130e6 { // 2 + 4 + … + 20
		t.Errorf("latency: %+v", n.Measure)
	}
	if !strings.Contains(log, "launches: 21\n") {
		t.Error("not 21 launches, one for each that the program did")
	}
	if len(counts) > 0 {
		t.Error(counts)
	}
}

// Kernels of two streams run beside each other; the overlap counts that time once.
func TestDeviceOverlap(t *testing.T) {
	w := onMachine(t)
	a, b := w.Stream(), w.Stream()
	p, log, counts := timed(t, func() {
		for range 5 {
			step := mpitimer.Start("step")
			must(t, w.Kernel(0, a, 20e6))
			must(t, w.Kernel(0, b, 20e6))
			time.Sleep(5 * time.Millisecond)
			step.Stop()
			must(t, w.Wait(a))
			must(t, w.Wait(b))
		}
	})
	print(t, p, log, counts)
	step, overlap, work := node(p, "/Total/step"), node(p, "/Total/step/gpu0:overlap"), node(p, "/Total/step/gpu0:flux")
	if overlap.Calls != 5 || overlap.Total < 5*4e6 || overlap.Total > step.Total+1e6 || !within(work, 10, 20*time.Millisecond) || len(counts) > 0 {
		t.Errorf("overlap %+v, step %+v, kernels %+v, %v", overlap.Measure, step.Measure, work.Measure, counts)
	}
	if got := tracksOf(p, "gpu0:flux"); len(got) != 2 {
		t.Errorf("on tracks %q", got)
	}
}

// How much of a run the device works is its efficiency: half of it where the host works as long as the kernels and waits for
// them, and all of it but the launches where it works beside them.
func TestDeviceEfficiency(t *testing.T) {
	w := onMachine(t)
	stream := w.Stream()
	work := func(name string, beside bool) {
		for range 10 {
			step := mpitimer.Start(name)
			must(t, w.Kernel(0, stream, 20e6))
			if !beside {
				must(t, w.Wait(stream))
			}
			for begin := time.Now(); time.Since(begin) < 20*time.Millisecond; {
			}
			must(t, w.Wait(stream))
			step.Stop()
		}
	}
	p, log, counts := timed(t, func() { work("in turns", false); work("beside", true) })
	print(t, p, log, counts)
	s, err := stats.Merge([]*stats.Profile{p})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range efficiency.Of(s, nil).Regions {
		share, known := g.Share(efficiency.Devices)
		t.Logf("figure device efficiency of %q: %.4f", s.Regions[g.Index].Name, share)
		least, most := 0.3, 1.0 // of Total, which also begins and ends
		switch s.Regions[g.Index].Name {
		case "in turns":
			least, most = 0.48, 0.502
		case "beside":
			least = 0.95
		}
		if !known || share < least || share > most {
			t.Errorf("%s: %g (known: %t), want %g to %g", s.Regions[g.Index].Name, share, known, least, most)
		}
	}
}

// Thousands of launches may wait for the device, and none is lost.
func TestDeviceQueue(t *testing.T) {
	w := onMachine(t)
	stream := w.Stream()
	const kernels = 5000
	p, log, counts := timed(t, func() {
		step := mpitimer.Start("step")
		for range kernels {
			must(t, w.Kernel(0, stream, 4e5))
		}
		step.Stop()
		must(t, w.Wait(stream))
	})
	print(t, p, log, counts)
	if n := node(p, "/Total/step/gpu0:flux"); !within(n, kernels, 400*time.Microsecond) || len(counts) > 0 {
		t.Errorf("%+v, %v", n.Measure, counts)
	}
}

// Several threads may launch so much: none is lost, and each stands below the region that launched it.
func TestDeviceQueues(t *testing.T) {
	w := onMachine(t)
	const threads, kernels = 4, 2000
	p, log, counts := timed(t, func() {
		var all sync.WaitGroup
		for i := range threads {
			all.Go(func() {
				runtime.LockOSThread()
				defer runtime.UnlockOSThread()
				stream := w.Stream()
				step := mpitimer.Start("thread " + strconv.Itoa(i))
				for range kernels {
					must(t, w.Kernel(0, stream, 4e5))
				}
				step.Stop()
				must(t, w.Wait(stream))
			})
		}
		all.Wait()
	})
	print(t, p, log, counts)
	for i := range threads {
		if n := node(p, "/Total/thread "+strconv.Itoa(i)+"/gpu0:flux"); !within(n, kernels, 400*time.Microsecond) || len(counts) > 0 {
			t.Errorf("thread %d: %+v, %v", i, n.Measure, counts)
		}
	}
}

// A graph is one launch with many records.
func TestDeviceGraph(t *testing.T) {
	w := onMachine(t)
	stream := w.Stream()
	p, log, counts := timed(t, func() {
		step := mpitimer.Start("step")
		second := w.Stream()
		must(t, w.Capture(stream)) // no thread may spoil it, and ours that takes up records does not
		must(t, w.Kernel(0, stream, 1e5))
		must(t, w.Kernel(0, second, 1e6))
		time.Sleep(200 * time.Millisecond)
		must(t, w.Uncapture(stream))
		must(t, w.Graph(stream, 1e5, 7, 3))
		step.Stop()
		must(t, w.Wait(stream))
	})
	print(t, p, log, counts)
	if n := node(p, "/Total/step/gpu0:update"); !within(n, 21, 100*time.Microsecond) {
		t.Errorf("%+v", n.Measure)
	}
	if n := node(p, "/Total/step/gpu0:copy on device"); n.Calls != 3 {
		t.Errorf("%+v", n.Measure)
	}
	if len(counts) > 0 {
		t.Error(counts)
	}
}

// A launch that is refused is no kernel, and is not waited for; threads that Go has not made have theirs under Total.
func TestDeviceRefusedAndThreads(t *testing.T) {
	w := onMachine(t)
	stream := w.Stream()
	p, log, counts := timed(t, func() {
		step := mpitimer.Start("step")
		for range 3 {
			if w.Refused(stream) == 0 {
				t.Error("not refused")
			}
		}
		if n := the.launched.waiting(); n != 0 {
			t.Errorf("waits for %d", n)
		}
		must(t, w.Thread(50))
		step.Stop()
	})
	print(t, p, log, counts)
	if n := node(p, "/Total/gpu0:update"); n.Calls != 50 || len(counts) > 0 {
		t.Errorf("%+v, %v", n.Measure, counts)
	}
}

// A context that is destroyed takes none of the run with it.
func TestDeviceContextDestroyed(t *testing.T) {
	w := onMachine(t)
	own := w.Stream()
	p, log, counts := timed(t, func() {
		step := mpitimer.Start("step")
		context := w.NewContext()
		if context == 0 {
			t.Fatal("no second context")
		}
		must(t, w.DriverSet(w.DriverStream(), 1<<20))
		must(t, w.EndContext(context))
		must(t, w.Kernel(0, own, 1e6))
		step.Stop()
		must(t, w.Wait(own))
	})
	print(t, p, log, counts)
	if n := node(p, "/Total/step/gpu0:flux"); !within(n, 1, time.Millisecond) {
		t.Errorf("%+v", n.Measure)
	}
}

// The recorder can be had again.
func TestDeviceAgain(t *testing.T) {
	w := onMachine(t)
	stream := w.Stream()
	for range 3 {
		p, log, counts := timed(t, func() {
			must(t, w.Kernel(0, stream, 1e6))
			must(t, w.Wait(stream))
		})
		if n := node(p, "/Total/gpu0:flux"); !within(n, 1, time.Millisecond) || len(counts) > 0 {
			print(t, p, log, counts)
			t.Errorf("%+v, %v", n.Measure, counts)
		}
	}
}

// What it costs to record 10⁵ launches: empty kernels, whose launches are the host's bound, and kernels of 5 and 20 µs, which are the
// device's. None is lost.
func TestDeviceLoop(t *testing.T) {
	w := onMachine(t)
	stream := w.Stream()
	const kernels = 100_000
	for _, ns := range []uint64{0, 5000, 20_000} {
		var launched, done [2][]float64
		n, turns := int32(kernels), 3
		if ns == 20_000 {
			n = kernels / 5
		}
		loop := func(which int) {
			var a, b float64
			must(t, w.Many(stream, n, ns, &a, &b))
			launched[which], done[which] = append(launched[which], a), append(done[which], b)
		}
		loop(0)
		launched[0], done[0] = nil, nil // the first one warms up
		for range turns {
			loop(0)
			p, log, counts := timed(t, func() { loop(1) })
			name := "flux"
			if ns == 0 {
				name = "nothing"
			}
			if got := node(p, "/Total/gpu0:"+name).Calls; got+counts[warnDropped] != uint64(n) || len(counts) > 0 {
				t.Errorf("%d of %d recorded, %v", got, n, counts)
			}
			if ns == 0 {
				t.Log(log)
			}
		}
		t.Logf("figure loop of %d kernels of %d ns: launching %.2f µs each, recorded %.2f; done after %.1f ms, recorded %.1f (%+.1f %%)",
			n, ns, slices.Min(launched[0])/1e3/float64(n), slices.Min(launched[1])/1e3/float64(n), slices.Min(done[0])/1e6, slices.Min(done[1])/1e6,
			100*(slices.Min(done[1])/slices.Min(done[0])-1))
	}
}

// What of it is CUPTI's own: the loop with records but without our callbacks, and with callbacks but without records.
func TestDeviceLoopOfCUPTIAlone(t *testing.T) {
	w := onMachine(t)
	stream := w.Stream()
	const kernels = 100_000
	measure := func(what string, begin, end func()) {
		least := math.Inf(1)
		for range 3 {
			var a, b float64
			begin()
			must(t, w.Many(stream, kernels, 0, &a, &b))
			end()
			least = min(least, a)
		}
		t.Logf("figure %s: launching %.2f µs each", what, least/1e3/kernels)
	}
	measure("without CUPTI", func() {}, func() {})
	driver, err := load(machines[0].driver)
	if err != nil {
		t.Fatal(err)
	}
	handle, err := load(machines[0].library)
	if err != nil {
		t.Fatal(err)
	}
	s, err := openCUPTI(driver, handle)
	if err != nil {
		t.Fatal(err)
	}
	c := s.(*cupti)
	measure("records without callbacks", func() {
		if code := c.register(callbacks().request, callbacks().complete); code != 0 {
			t.Error(c.fault("register", code))
		}
		if code := c.enable(kindConcurrent); code != 0 {
			t.Error(c.fault("enable", code))
		}
	}, func() {
		c.take(true)
		c.disable(kindConcurrent)
	})
	asked.Store(c)
	for _, of := range []struct {
		what     string
		callback uintptr
		leave    uint32
	}{
		{"callbacks without records", callbacks().call, 0}, {"callbacks by the driver alone", callbacks().call, domainRuntime},
		{"callbacks by the runtime alone", callbacks().call, domainDriver}, {"callbacks by purego, of the driver alone", purego.NewCallback(called), domainRuntime}, {"callbacks in C that do nothing", w.Callback(), 0}, {"callbacks in C by the driver alone", w.Callback(), domainRuntime},
	} {
		measure(of.what, func() {
			if code := c.subscribe(&c.subscriber, of.callback, 0); code != 0 {
				t.Error(c.fault("subscribe", code))
			}
			c.enableLaunches()
			for call := uint32(1); of.leave > 0 && call < mostCalls; call++ {
				c.enableCall(0, c.subscriber, of.leave, call)
			}
		}, func() {
			c.unsubscribe(c.subscriber)
			n, each := the.launched.cost()
			t.Logf("%s: %d launches told, %v each here", of.what, n, each)
			the.launched.clear()
		})
	}
}

// deviceChild is the environment variable that makes TestDeviceChild a program: where it keeps its tables, and what is to
// happen to it.
const deviceChild, deviceFault = "TIMERS_DEVICE_CHILD", "TIMERS_DEVICE_FAULT"

// TestDeviceChild is that program.
func TestDeviceChild(t *testing.T) {
	folder := os.Getenv(deviceChild)
	if folder == "" {
		t.Skip("for TestDeviceKilled and TestDeviceLost")
	}
	w := onMachine(t)
	stream := w.Stream()
	c := mpitimer.DefaultConfig()
	c.Output.Directory, c.Output.GlobalFile, c.Output.RankFiles, c.Output.Tables = folder, "none", 0, filepath.Join(folder, "tables")
	if err := mpitimer.Initialize(mpitimer.WithCommunicator(machenv.NewSerial()), mpitimer.WithConfig(c), mpitimer.WithLog(os.Stdout)); err != nil {
		t.Fatal(err)
	}
	step := mpitimer.Start("step")
	for range 10 {
		must(t, w.Kernel(0, stream, 1e6))
	}
	must(t, w.Copy(cudawork.ToHost, stream, 1<<20))
	must(t, w.Wait(stream))
	step.Stop()
	time.Sleep(200 * time.Millisecond) // taken up 50 times a second
	if os.Getenv(deviceFault) != "" {
		fmt.Println("fault:", w.Fault(stream))
		fmt.Println("after:", w.Kernel(0, stream, 1e6))
		begin := time.Now()
		err := mpitimer.Finalize()
		fmt.Printf("ended within %v, %v\n", time.Since(begin).Round(time.Millisecond), err)
		return
	}
	must(t, w.Kernel(1, stream, 20e9)) // not done when it is killed
	fmt.Println("ready")
	time.Sleep(time.Hour)
}

func child(folder string, environment ...string) *exec.Cmd {
	program := exec.Command(os.Args[0], "-test.run=^TestDeviceChild$")
	program.Env = append(os.Environ(), append(environment, deviceChild+"="+folder)...)
	return program
}

// The tables of a program that was killed have what was known of the device, and none of what it had not done.
func TestDeviceKilled(t *testing.T) {
	cudawork.Use(t)
	folder := t.TempDir()
	p, said := killed.Profile(t, child(folder), filepath.Join(folder, "tables"))
	print(t, p, said, nil)
	if n := node(p, "/Total/step/gpu0:flux"); !within(n, 10, time.Millisecond) {
		t.Errorf("%+v", n.Measure)
	}
	if n := node(p, "/Total/step/gpu0:copy to host"); n.Calls != 1 {
		t.Errorf("%+v", n.Measure)
	}
	if n := node(p, "/Total/gpu0:update"); n.Calls != 0 {
		t.Errorf("%+v, though it was not done", n.Measure)
	}
}

// A device whose context is lost by a fault of the program does not hold up the end, and what was known is kept.
func TestDeviceLost(t *testing.T) {
	cudawork.Use(t)
	out, err := child(t.TempDir(), deviceFault+"=1").CombinedOutput()
	t.Logf("%s\n%v", out, err)
	if err != nil || !strings.Contains(string(out), "ended within") || !strings.Contains(string(out), "gpu0:flux") {
		t.Error("the run did not go on")
	}
}

// The records and callbacks are as the headers of the machine's CUDA declare them, in each of their versions.
func TestDeviceLayouts(t *testing.T) {
	cudawork.Use(t)
	include := strings.Fields(os.Getenv(cudawork.Include))
	if len(include) == 0 {
		t.Skip("no device here")
	}
	got, err := headerLayouts(t.TempDir(), include)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(strings.Join(got, "\n"))
	checkLayouts(t, got)
}
