//go:build !(mpi && cgo)

package mpitimer

import (
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// A program without MPI that mpirun starts is N programs of one rank each. It must say so, and run.
func TestLifecycleLaunchedWithoutMPI(t *testing.T) {
	for launcher, variables := range map[string][2]string{
		"Open MPI's mpirun": {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
		"PMI":               {"PMI_RANK", "PMI_SIZE"},
	} {
		for _, size := range []string{"1", "2"} {
			t.Run(launcher+" "+size, func(t *testing.T) {
				t.Setenv(variables[0], "0")
				t.Setenv(variables[1], size)
				err := Initialize(WithConfig(quietConfig()), WithLog(io.Discard))
				if alone := size == "1"; alone != (err == nil) {
					t.Errorf("Initialize returns %v", err)
				}
				if err != nil && (!strings.Contains(err.Error(), "rank 0 of 2 by") || !strings.Contains(err.Error(), launcher) || !strings.Contains(err.Error(), "-tags mpi")) {
					t.Errorf("the error does not tell what to do: %v", err)
				}
				Start("work").Stop()
				if v, _ := Default().Query("work"); v.Calls != 1 {
					t.Error("the timers do not run")
				}
				if err := Finalize(); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// The same under the mpirun that is installed.
func TestLifecycleMpirunWithoutMPI(t *testing.T) {
	if os.Getenv("LAUNCHED_FOR_TEST") != "" {
		err := Initialize(WithConfig(quietConfig()), WithLog(io.Discard))
		os.Stdout.WriteString("initialized: " + err.Error() + "\n")
		Start("work").Stop()
		if err := Finalize(); err != nil {
			t.Error(err)
		}
		return
	}
	found := false
	for _, name := range []string{"mpirun.openmpi", "mpirun.mpich", "mpirun"} {
		path, err := exec.LookPath(name)
		if err != nil || found && name == "mpirun" { // one of the two
			continue
		}
		found = true
		c := exec.CommandContext(t.Context(), path, "-n", "2", os.Args[0], "-test.run=^"+t.Name()+"$")
		c.WaitDelay = time.Second
		c.Env = append(os.Environ(), "LAUNCHED_FOR_TEST=1", "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
			"OMPI_MCA_rmaps_base_oversubscribe=1", "HYDRA_LAUNCHER=fork")
		out, err := c.CombinedOutput()
		if n := strings.Count(string(out), "built without -tags mpi"); err != nil || n != 2 {
			t.Errorf("%s: %v, %d ranks complain, want 2:\n%s", name, err, n, out)
		}
	}
	if !found {
		t.Skip("there is no mpirun")
	}
}
