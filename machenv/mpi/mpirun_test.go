//go:build mpi && cgo

package mpi

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// mpirun starts this test program anew, unless it is itself under an mpirun.
func mpirun(t *testing.T, launcher, ranks string, args ...string) string {
	if _, _, by, ok := Launched(); ok {
		t.Skip("started by " + by)
	}
	command, err := exec.LookPath(launcher)
	if err != nil {
		t.Skip(err)
	}
	self, err := filepath.Abs(os.Args[0])
	must(t, err)
	line := []string{"-n", ranks}
	if strings.HasSuffix(launcher, "openmpi") {
		line = append(line, "--oversubscribe")
	}
	line = append(append(line, self, "-test.timeout=2m"), args...)
	out, err := output(t, exec.CommandContext(t.Context(), command, line...))
	if err != nil {
		t.Fatalf("%v: %v\n%s", line, err, out)
	}
	return out
}

// output runs an mpirun.
func output(t *testing.T, c *exec.Cmd) (string, error) {
	t.Helper()
	c.WaitDelay = patience
	c.Env = append(os.Environ(), "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
	out, err := c.CombinedOutput()
	return string(out), err
}

// launcherNames are the names, where several MPIs are installed, of our mpirun and of another one's.
func launcherNames(t *testing.T) (ours, other string) {
	switch product(Library()) {
	case "Open MPI":
		return "mpirun.openmpi", "mpirun.mpich"
	case "MPICH":
		return "mpirun.mpich", "mpirun.openmpi"
	}
	t.Skip("no launcher is known for " + Library())
	return
}

func TestWrongLauncher(t *testing.T) {
	_, other := launcherNames(t)
	out := mpirun(t, other, "2", "-wrong-launcher")
	if n := strings.Count(out, "of 2 by "); n != 2 {
		t.Errorf("%d ranks complain, expected 2:\n%s", n, out)
	}
}

func TestLessThanSerialized(t *testing.T) {
	ours, _ := launcherNames(t)
	for _, level := range []string{"0", "1"} {
		mpirun(t, ours, "2", "-level="+level)
	}
}

// A message that nobody receives must not keep Finalize for ever: Open MPI finalises all the same, and
// with MPICH, which would not come back, Finalize says so.
func TestFinalizeWithMessageUnderWay(t *testing.T) {
	if _, _, by, ok := Launched(); ok {
		t.Skip("started by " + by)
	}
	ours, _ := launcherNames(t)
	command, err := exec.LookPath(ours)
	if err != nil {
		t.Skip(err)
	}
	line := []string{"-n", "2", os.Args[0], "-test.run=TestThreadLevel", "-leave-send"}
	if strings.HasSuffix(ours, "openmpi") {
		line = append([]string{"--oversubscribe"}, line...)
	}
	out, err := output(t, exec.CommandContext(t.Context(), command, line...))
	if err != nil && !strings.Contains(out, ErrNotFinalized.Error()) || strings.Contains(out, "hangs") {
		t.Errorf("%v\n%s", err, out)
	}
}
