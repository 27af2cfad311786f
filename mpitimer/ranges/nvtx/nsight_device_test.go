//go:build device && linux && cgo && (amd64 || arm64)

package nvtx_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-hpc/timers/internal/cudawork"
	"github.com/go-hpc/timers/mpitimer/ranges/nvtx"
)

// underNsight says that Nsight Compute has started the process.
const underNsight = "TEST_DEVICE_NSIGHT"

// Nsight Compute knows the regions: it shows in which of them a kernel was launched, and takes those of one region alone.
func TestDeviceNsight(t *testing.T) {
	if os.Getenv(underNsight) != "" {
		launchInRegions(t)
		return
	}
	cudawork.Use(t)
	ncu, err := exec.LookPath("ncu")
	for _, pattern := range []string{"/usr/local/cuda*/bin/ncu", "/opt/nvidia/nsight-compute/*/ncu"} {
		if found, _ := filepath.Glob(pattern); err != nil && len(found) > 0 {
			ncu, err = found[0], nil
		}
	}
	if err != nil {
		t.Skip(err)
	}
	profile := func(options ...string) string {
		arguments := append([]string{"--target-processes", "all", "--nvtx", "--metrics", "gpu__time_duration.sum"}, options...)
		c := exec.Command(ncu, append(arguments, os.Args[0], "-test.run=^TestDeviceNsight$", "-test.v")...)
		c.Env = append(os.Environ(), underNsight+"=1")
		out, err := c.CombinedOutput()
		if err != nil {
			t.Errorf("ncu %v: %v", options, err)
		}
		t.Logf("ncu %v\n%s", options, out)
		return string(out)
	}
	if all := profile(); !strings.Contains(all, "inner") || !strings.Contains(all, "step") || !strings.Contains(all, "Total") {
		t.Error("the regions are not shown")
	}
	for region, want := range map[string]int{"step/": 3, "inner/": 1, "other/": 0} {
		if got := strings.Count(profile("--csv", "--nvtx-include", region), `"gpu__time_duration.sum"`); got != want {
			t.Errorf("%s: %d kernels, expected %d", region, got, want)
		}
	}
}

// launchInRegions launches kernels in no region of its own, in step and in inner.
func launchInRegions(t *testing.T) {
	w := cudawork.Use(t)
	nvtx.SetLibrary(t, filepath.Join(t.TempDir(), "none.so"))
	tm, log := timersFor(t, "nvtx")
	stream := w.Stream()
	launch := func(n int) {
		for range n {
			if code := w.Kernel(0, stream, 1e5); code != 0 {
				t.Errorf("error %d of CUDA", code)
			}
		}
	}
	launch(3)
	step := tm.Start("step")
	launch(2)
	inner := tm.Start("inner")
	launch(1)
	inner.Stop()
	step.Stop()
	if code := w.Wait(stream); code != 0 {
		t.Errorf("error %d of CUDA", code)
	}
	if err := tm.Finalize(); err != nil || strings.Contains(log.String(), "no ranges") {
		t.Errorf("%v\n%s", err, log)
	}
	t.Logf("NVTX_INJECTION64_PATH=%s\n%s", os.Getenv("NVTX_INJECTION64_PATH"), log)
}
