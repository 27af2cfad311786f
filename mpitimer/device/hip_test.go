//go:build linux && (amd64 || arm64)

package device

import (
	"strings"
	"sync"
	"testing"

	"github.com/go-hpc/timers/internal/experimental"
	"github.com/go-hpc/timers/internal/pcibus"
	"github.com/go-hpc/timers/internal/standin"
	"github.com/go-hpc/timers/mpitimer"
)

// useHIP makes HIP's stand-in what is found where there is no driver of CUDA.
func useHIP(t *testing.T) *driverStandin {
	t.Helper()
	all := dialects
	l := standin.Build(t, "libamdhip64.so", "testdata/hip.c")
	s := bound(t, l)
	dialects, vendor = append(dialects[:0:0], all...), sync.OnceValue(open)
	dialects[1].libraries = []string{l.Path}
	return s
}

// AMD's devices are timed as NVIDIA's are, by HIP, on threads that have a device and no context.
func TestHIP(t *testing.T) {
	s := useHIP(t)
	if said := describe(); said != "2 by HIP, version 60200000" {
		t.Fatal(said)
	}
	pass := hold(t, s.Library)
	end := begin(t)
	step := mpitimer.Start("step")
	inContext(t, 2, func() { // the second device
		for range 5 {
			flux := Start(7, "flux")
			s.launch(7, 2e6)
			flux.Stop()
		}
	})
	done := make(chan struct{})
	go func() { // on a thread that has chosen no device
		defer close(done)
		Start(3, "beside").Stop()
	}()
	<-done
	step.Stop()
	pass(10e6)
	p, faults := end()
	if n := node(p, "/Total/step/gpu1:flux"); n == nil || n.Calls != 5 || n.Total != 10e6 {
		t.Errorf("%+v", n)
	}
	if n := node(p, "/Total/gpu0:beside"); n == nil || n.Calls != 1 {
		t.Errorf("%+v", p.Nodes)
	}
	if n := node(p, "/Total/step/gpu1:overlap"); n == nil || n.Calls != 1 || len(faults) > 0 {
		t.Errorf("%+v, %v", n, faults)
	}
}

// A device of AMD that is lost is told of as one of NVIDIA is.
func TestHIPLost(t *testing.T) {
	s := useHIP(t)
	hold(t, s.Library)
	end := begin(t)
	inContext(t, 1, func() {
		lost := Start(1, "a")
		s.launch(1, 20e6)
		lost.Stop()
		s.lose(709)
		Start(1, "b").Stop()
	})
	if _, faults := end(); faults[warnLost] != 1 {
		t.Errorf("%v", faults)
	}
}

// Only programs that say so have what no device of AMD or Intel has run.
func TestExperimental(t *testing.T) {
	experimental.On = false
	defer func() { experimental.On = true }()
	replace(t, "nowhere.so")
	if said := describe(); !strings.Contains(said, "there is no nowhere.so; HIP or Level Zero needs a program that is built with the tag experimental)") {
		t.Error(said)
	}
}

// What is said names each library that is missing.
func TestAbsentOfAll(t *testing.T) {
	replace(t, "nowhere.so")
	dialects, vendor = append(dialects, dialect{libraries: []string{"neither.so"}}), sync.OnceValue(open)
	if said := describe(); !strings.Contains(said, "there is no nowhere.so; there is no neither.so") {
		t.Error(said)
	}
}

// Devices that signals number in another order are matched by their addresses on the PCI bus, of each vendor.
func TestOtherNumbers(t *testing.T) {
	defer pcibus.Tell("", nil)
	for _, c := range []struct {
		name  string
		use   func(t *testing.T)
		first string
	}{
		{"CUDA", func(t *testing.T) { use(t) }, "2 by CUDA's driver, version 12.4"},
		{"HIP", func(t *testing.T) { useHIP(t) }, "2 by HIP, version 60200000"},
		{"Level Zero", func(t *testing.T) { useLevelZero(t) }, "2 by Level Zero, version 1.9"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.use(t)
			for _, signals := range []struct {
				are  []string
				want string
			}{
				{[]string{"0000:3b:00.0", "0000:1b:00.0"}, ""},
				{[]string{"", "0000:ff:00.0"}, ""},
				{[]string{"0000:1b:00.0", "0000:2b:00.0", "0000:3b:00.0"}, "; signals number them in another order: gpu0 is gpu-2 (0000:3b:00.0), gpu1 is gpu-0 (0000:1b:00.0)"},
			} {
				pcibus.Tell("gpu-", func() []string { return signals.are })
				if said := describe(); said != c.first+signals.want {
					t.Errorf("%q, want %q", said, c.first+signals.want)
				}
			}
		})
	}
}
