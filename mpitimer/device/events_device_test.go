//go:build device && linux && (amd64 || arm64)

package device

import (
	"math"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/go-hpc/timers/internal/cudawork"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/stats"
)

// These run on a device of NVIDIA with its own driver: scripts/device-proof.sh.

// machine has the libraries of the machine, which TestMain hides from the other tests.
var machine = func() (list [][]string) {
	for _, d := range dialects {
		list = append(list, d.libraries)
	}
	return list
}()

// onMachine lets the test use them.
func onMachine(t testing.TB) *cudawork.Work {
	t.Helper()
	w := cudawork.Use(t)
	for i := range dialects {
		dialects[i].libraries = machine[i]
	}
	vendor = sync.OnceValue(open)
	if !Present() {
		t.Fatal(describe())
	}
	return w
}

// within reports whether a region has the calls, and so much time as its kernels were told to take, or a bit more.
func within(n *stats.Node, calls uint64, each time.Duration) bool {
	if n == nil {
		return false
	}
	per := float64(n.Total) / float64(max(n.Calls, 1))
	return n.Calls == calls && per > 0.98*float64(each)-2000 && per < 1.05*float64(each)+30_000
}

func must(t testing.TB, code int32) {
	t.Helper()
	if code != 0 {
		t.Errorf("error %d of CUDA", code)
	}
}

func print(t testing.TB, p *stats.Profile, faults map[string]uint64) {
	t.Helper()
	for i, n := range p.Nodes {
		name := n.Name
		for k := p.Nodes[i].Parent; k >= 0; k = p.Nodes[k].Parent {
			name = p.Nodes[k].Name + "/" + name
		}
		t.Logf("%-50s calls %7d total %12d min %10d max %10d", name, n.Calls, n.Total, n.Min, n.Max)
	}
	t.Logf("warnings: %v; clock known to ±%d ns", faults, (the.aligner.worst+1)/2)
}

// Regions of a stream have the times of the kernels in them, nest, and overlap with the host as they did.
func TestDeviceRegions(t *testing.T) {
	w := onMachine(t)
	t.Log(describe())
	stream := w.Stream()
	end := begin(t)
	for range 5 {
		step := mpitimer.Start("step")
		whole := Start(Stream(stream), "whole")
		for range 4 {
			flux := Start(Stream(stream), "flux")
			must(t, w.Kernel(0, stream, 2e6))
			flux.Stop()
		}
		whole.Stop()
		time.Sleep(4 * time.Millisecond)
		step.Stop()
		must(t, w.Wait(stream))
	}
	worst := the.aligner.worst
	p, faults := end()
	print(t, p, faults)
	t.Logf("figure clock of events known to ±%d ns", (max(worst, the.aligner.worst)+1)/2)
	if n := node(p, "/Total/step/gpu0:whole"); !within(n, 5, 8*time.Millisecond) {
		t.Errorf("whole: %+v", n)
	}
	if n := node(p, "/Total/step/gpu0:whole/gpu0:flux"); !within(n, 20, 2*time.Millisecond) {
		t.Errorf("flux: %+v", n)
	}
	step, overlap := node(p, "/Total/step"), node(p, "/Total/step/gpu0:overlap")
	if overlap == nil || overlap.Calls != 5 || overlap.Total < 5*3_500_000 || overlap.Total > step.Total+5*20_000 {
		t.Errorf("overlap %+v, step %+v", overlap, step)
	}
	if len(faults) > 0 {
		t.Error(faults)
	}
}

// Threads with a stream each, and the default stream.
func TestDeviceThreads(t *testing.T) {
	w := onMachine(t)
	end := begin(t)
	var group sync.WaitGroup
	for k := range 4 {
		group.Go(func() {
			w := cudawork.Use(t)
			var stream uintptr
			if k > 0 {
				stream = w.Stream()
			}
			for range 50 {
				flux := Start(Stream(stream), "flux")
				must(t, w.Kernel(0, stream, 1e5))
				flux.Stop()
			}
			must(t, w.Wait(stream))
		})
	}
	group.Wait()
	p, faults := end()
	print(t, p, faults)
	if n := node(p, "/Total/gpu0:flux"); n == nil || n.Calls != 200 || n.Min < 98_000 || len(faults) > 0 {
		t.Errorf("%+v, %v", n, faults)
	}
	_ = w
}

// after does something that may go wrong, and then a region that must not.
func after(t *testing.T, w *cudawork.Work, wrong func(stream uintptr)) {
	t.Helper()
	stream := w.Stream()
	end := begin(t)
	wrong(stream)
	flux := Start(Stream(stream), "flux")
	must(t, w.Kernel(0, stream, 1e6))
	flux.Stop()
	must(t, w.Wait(stream))
	p, faults := end()
	print(t, p, faults)
	if n := node(p, "/Total/gpu0:flux"); !within(n, 1, time.Millisecond) {
		t.Errorf("%+v", n)
	}
}

// A stream that is captured into a graph costs its regions, which are counted, and does not spoil the capture.
func TestDeviceCapture(t *testing.T) {
	w := onMachine(t)
	second := w.Stream()
	after(t, w, func(stream uintptr) {
		must(t, w.Kernel(0, second, 1e6))
		must(t, w.Capture(stream))
		captured := Start(Stream(stream), "captured")
		must(t, w.Kernel(0, stream, 1e5))
		captured.Stop()
		Start(0, "default").Stop()
		other := Start(Stream(second), "other")
		must(t, w.Kernel(0, second, 50e6))
		other.Stop()
		time.Sleep(200 * time.Millisecond)
		must(t, w.Uncapture(stream))
	})
}

// A thread without a context cannot time anything, and says so.
func TestDeviceNoContext(t *testing.T) {
	w := onMachine(t)
	after(t, w, func(stream uintptr) {
		done := make(chan bool)
		go func() { // on another thread than this one, which is locked
			former := vendor().current()
			vendor().enter(0)
			Start(Stream(stream), "nowhere").Stop()
			vendor().enter(former)
			done <- true
		}()
		<-done
	})
}

// A context that is destroyed with events in it costs them.
func TestDeviceDestroyed(t *testing.T) {
	w := onMachine(t)
	after(t, w, func(uintptr) {
		own := w.Context()
		if other := w.NewContext(); other == 0 || other == own {
			t.Fatal("no second context")
		} else {
			stream := w.DriverStream()
			must(t, w.DriverSet(stream, 1<<20))
			for range 10 {
				Start(Stream(stream), "lost").Stop()
			}
			must(t, w.EndContext(other))
		}
		if code := vendor().enter(own); code != success {
			t.Fatal(code)
		}
	})
}

// What a start and a stop cost the host, beside a launch.
func TestDevicePair(t *testing.T) {
	w := onMachine(t)
	stream := w.Stream()
	var bare, regions, nested []float64
	const rounds, each = 40, 500
	end := begin(t)
	for range rounds {
		begin := time.Now()
		for range each {
			w.Kernel(0, stream, 1000)
		}
		bare = append(bare, float64(time.Since(begin).Nanoseconds())/each)
		must(t, w.Wait(stream))
		begin = time.Now()
		for range each {
			flux := Start(Stream(stream), "flux")
			w.Kernel(0, stream, 1000)
			flux.Stop()
		}
		regions = append(regions, float64(time.Since(begin).Nanoseconds())/each)
		must(t, w.Wait(stream))
		begin = time.Now()
		for range each {
			Start(Stream(stream), "empty").Stop()
		}
		nested = append(nested, float64(time.Since(begin).Nanoseconds())/each)
		must(t, w.Wait(stream))
		Collect()
	}
	p, faults := end()
	middle := func(list []float64) float64 { slices.Sort(list); return list[len(list)/2] }
	t.Logf("figure launch %.0f ns, with a region %.0f ns, a region alone %.0f ns (medians; least %.0f, %.0f, %.0f)",
		middle(bare), middle(regions), middle(nested), slices.Min(bare), slices.Min(regions), slices.Min(nested))
	n := node(p, "/Total/gpu0:empty")
	if n == nil || n.Calls != rounds*each || len(faults) > 0 || math.Abs(float64(node(p, "/Total/gpu0:flux").Calls)-rounds*each) > 0 {
		t.Errorf("%+v, %v", n, faults)
	} else {
		t.Logf("figure an empty region on the device: %.0f ns, at least %d", float64(n.Total)/float64(n.Calls), n.Min)
	}
}
