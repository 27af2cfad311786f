//go:build mpi && cgo

package mpi

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
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
	line = append(append(line, self, "-test.timeout=60s"), args...)
	c := exec.CommandContext(t.Context(), command, line...)
	c.WaitDelay = time.Second
	c.Env = append(os.Environ(), "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", c.Args, err, out)
	}
	return string(out)
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

func TestFinalizeWithMessageUnderWay(t *testing.T) {
	ours, _ := launcherNames(t)
	mpirun(t, ours, "2", "-test.run=TestThreadLevel", "-leave-send")
}
