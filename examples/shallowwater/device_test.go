//go:build linux && (amd64 || arm64)

package main

import (
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/go-hpc/timers/examples/shallowwater/gpu/gputest"
)

// same reports whether two runs give the same flow within rounding.
func same(a, b totals) bool {
	near := func(x, y float64) bool { return math.Abs(x-y) <= 1e-12*math.Abs(y) }
	return near(a.mass, b.mass) && near(a.energy, b.energy) && near(a.lost, b.lost) && near(a.courant, b.courant)
}

// The update on a device gives what it gives on the host, and stands in the tree beside the host's.
func TestDevice(t *testing.T) {
	cfg := small(t)
	host, said, err := simulate(cfg, 2)
	if err != nil || !strings.Contains(said, "the update runs on the host\n") {
		t.Fatal(err, said)
	}
	s := gputest.Use(t)
	before := s.Memories() // a device that was lost keeps its own
	cfg.Device = onGPU
	got, said, err := simulate(cfg, 2)
	if err != nil || !strings.Contains(said, "the update runs on gpu0, stand-in 0\n") {
		t.Fatal(err, said)
	}
	if !same(got, host) {
		t.Errorf("totals are %+v, on the host %+v", got, host)
	}
	if got.sum != host.sum && runtime.GOARCH == "amd64" { // the kernel rounds as the host does, unless the host fuses
		t.Errorf("checksum %x, on the host %x", got.sum, host.sum)
	}
	if n, want := s.Launches(), int32(2*3*3*cfg.Steps); n != want {
		t.Errorf("%d launches, want %d", n, want)
	}
	if left := s.Memories() - before; left != 0 {
		t.Errorf("%d buffers are left", left)
	}
}

// A device that is lost in the middle is left: the run goes on on the host, with the same result.
func TestDeviceLost(t *testing.T) {
	cfg := small(t)
	host, _, err := simulate(cfg, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, launch := range []int32{0, 7, 8, 100} { // the 9th is the last of a step, whose result replaces what it reads
		s := gputest.Use(t)
		s.FailFrom(launch)
		cfg.Device = onAuto
		got, said, err := simulate(cfg, 1)
		if err != nil || !strings.Contains(said, "the device is left, the update goes on on the host: cuLaunchKernel: error 719") {
			t.Fatal(err, said)
		}
		if !same(got, host) {
			t.Errorf("lost at launch %d: totals are %+v, on the host %+v", launch, got, host)
		}
	}
}
