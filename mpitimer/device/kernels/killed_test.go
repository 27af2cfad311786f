//go:build linux && (amd64 || arm64)

package kernels

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/go-hpc/timers/internal/standin"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/device/internal/killed"
)

// Where the program that is to be killed keeps its tables, and which vendor's library it has.
const killFolder, killVendor, killLibrary = "KERNELS_TEST_TABLES", "KERNELS_TEST_VENDOR", "KERNELS_TEST_LIBRARY"

// TestKilledProgram is that program.
func TestKilledProgram(t *testing.T) {
	folder := os.Getenv(killFolder)
	if folder == "" {
		t.Skip("for TestKilled")
	}
	which, _ := strconv.Atoi(os.Getenv(killVendor))
	useTopology(t)
	s := opened(t, which, "", standin.At(t, os.Getenv(killLibrary)))
	c := mpitimer.DefaultConfig()
	c.Output.Directory, c.Output.GlobalFile, c.Output.RankFiles, c.Output.Tables = folder, "none", 0, filepath.Join(folder, "tables")
	if err := mpitimer.Initialize(mpitimer.WithCommunicator(machenv.NewSerial()), mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard)); err != nil {
		t.Fatal(err)
	}
	step := mpitimer.Start("step")
	for range 10 {
		s.kernel(1, 0, 1e6, 0)
	}
	s.copy(toHost, 1000, 1e6)
	step.Stop()
	untilTaken()
	s.stick(1)
	s.kernel(0, 0, 1e6, 0) // the device never does it
	os.Stdout.WriteString("ready\n")
	time.Sleep(time.Hour)
}

// The tables of a program that was killed have the kernels and copies that were known.
func TestKilled(t *testing.T) {
	both(t, func(t *testing.T, s *standIn) {
		folder, which := t.TempDir(), map[string]string{"CUPTI": "0", "roctracer": "1"}[s.name]
		program := exec.Command(os.Args[0], "-test.run=^TestKilledProgram$")
		program.Env = append(os.Environ(), killFolder+"="+folder, killVendor+"="+which, killLibrary+"="+s.Path, "TMPDIR="+folder)
		p, _ := killed.Profile(t, program, filepath.Join(folder, "tables"))
		if n := node(p, "/Total/step/gpu0:flux"); !near(n, 10, 10*time.Millisecond) || !slices.Equal(tracksOf(p, "gpu0:flux"), []string{"gpu0 stream 0"}) {
			t.Errorf("%+v on %q", n.Measure, tracksOf(p, "gpu0:flux"))
		}
		if n := node(p, "/Total/step/gpu0:copy to host"); !near(n, 1, time.Millisecond) {
			t.Errorf("%+v", n.Measure)
		}
		if n := node(p, "/Total/gpu0:update"); n.Calls != 0 {
			t.Errorf("%+v, though it was not done", n.Measure)
		}
	})
}
