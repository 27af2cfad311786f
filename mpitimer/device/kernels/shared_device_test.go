//go:build device && linux && (amd64 || arm64)

package kernels

import (
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-hpc/timers/internal/cudawork"
	"github.com/go-hpc/timers/mpitimer"
)

// sharing says that the process is one of two that share the device.
const sharing = "TEST_DEVICE_SHARING"

// mps controls the server through which processes share a device.
func mps(t *testing.T, command string) string {
	t.Helper()
	c := exec.Command("nvidia-cuda-mps-control")
	if command == "-d" {
		c.Args = append(c.Args, "-d")
	} else {
		c.Stdin = strings.NewReader(command + "\n")
	}
	out, err := c.CombinedOutput()
	t.Logf("MPS, %s: %s %v", command, out, err)
	return strings.TrimSpace(string(out))
}

// Two processes share a device through MPS: each has its own kernels, all of them, with the times that they take beside those of the other.
func TestDeviceShared(t *testing.T) {
	if os.Getenv(sharing) != "" {
		shareDevice(t)
		return
	}
	if os.Getenv(cudawork.Library) == "" {
		t.Skip("no device here")
	}
	if _, err := exec.LookPath("nvidia-cuda-mps-control"); err != nil {
		t.Skip(err)
	}
	t.Setenv("CUDA_MPS_PIPE_DIRECTORY", t.TempDir())
	t.Setenv("CUDA_MPS_LOG_DIRECTORY", t.TempDir())
	mps(t, "-d")
	defer mps(t, "quit")
	var wait sync.WaitGroup
	var out [2][]byte
	var err [2]error
	for i := range out {
		wait.Go(func() {
			c := exec.Command(os.Args[0], "-test.run=^TestDeviceShared$", "-test.v", "-test.timeout=25s")
			c.Env = append(os.Environ(), sharing+"=1")
			out[i], err[i] = c.CombinedOutput()
		})
	}
	time.Sleep(3 * time.Second)
	server := mps(t, "get_server_list")
	clients := ""
	if server != "" {
		clients = mps(t, "get_client_list "+strings.Fields(server)[0])
	}
	wait.Wait()
	for i := range out {
		t.Logf("%s", out[i])
		if err[i] != nil {
			t.Errorf("process %d: %v", i, err[i])
		}
	}
	if len(strings.Fields(clients)) != 2 {
		t.Errorf("the server of MPS has the clients %q, expected two", clients)
	}
}

// shareDevice works for some seconds, in which the other process does so too.
func shareDevice(t *testing.T) {
	w := onMachine(t)
	stream := w.Stream()
	const launches, ahead = 2500, 10
	p, log, counts := timed(t, func() {
		step := mpitimer.Start("step")
		for i := range launches {
			must(t, w.Kernel(0, stream, 2e6))
			if i%ahead == ahead-1 {
				must(t, w.Wait(stream))
			}
		}
		step.Stop()
	})
	print(t, p, log, counts)
	n, step := node(p, "/Total/step/gpu0:flux"), node(p, "/Total/step")
	t.Logf("figure kernels of 2 ms beside those of another process through MPS: %.4f ms each, %.4f with their gaps", float64(n.Total)/1e6/float64(n.Calls), float64(step.Total)/1e6/launches)
	if !within(n, launches, 2*time.Millisecond) {
		t.Errorf("%+v", n.Measure)
	}
	if len(counts) > 0 {
		t.Error(counts)
	}
}
