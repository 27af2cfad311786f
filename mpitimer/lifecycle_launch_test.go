//go:build !(mpi && cgo)

package mpitimer

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
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

// The ranks of such a program do not write over each other's files, wherever they write.
func TestLaunchedRanksKeepTheirFiles(t *testing.T) {
	folder, other := t.TempDir(), t.TempDir()
	c := DefaultConfig()
	c.Output.Directory, c.Output.TimerFile = folder, filepath.Join(other, "tree")
	t.Setenv("OMPI_COMM_WORLD_SIZE", "3")
	for rank := range 3 {
		t.Setenv("OMPI_COMM_WORLD_RANK", strconv.Itoa(rank))
		log := new(syncBuffer)
		if err := Initialize(WithConfig(c), WithLog(log)); err == nil {
			t.Error("no error")
		}
		Start("region of rank " + strconv.Itoa(rank)).Stop()
		if err := Finalize(); err != nil {
			t.Error(err)
		}
		want := map[bool]int{true: 1, false: 0}[rank == 0]
		if n := strings.Count(log.String(), "build with -tags mpi"); n != want {
			t.Errorf("rank %d: the log has %d lines about it, want %d:\n%s", rank, n, want, log.String())
		}
	}
	for _, name := range []string{filepath.Join(folder, "timing.mptsum"), filepath.Join(folder, "timing.0"), filepath.Join(other, "tree")} {
		for rank := range 3 {
			path := name
			if rank > 0 {
				path = filepath.Join(filepath.Dir(name), "rank-"+strconv.Itoa(rank), filepath.Base(name))
			}
			text, err := os.ReadFile(path)
			if err != nil || !strings.Contains(string(text), "region of rank "+strconv.Itoa(rank)) {
				t.Errorf("%s: %v, %d bytes without the region of rank %d", path, err, len(text), rank)
			}
		}
	}
}

// The same under the mpirun that is installed.
func TestLifecycleMpirunWithoutMPI(t *testing.T) {
	if os.Getenv("LAUNCHED_FOR_TEST") != "" {
		err := Initialize(WithConfig(quietConfig()), WithLog(os.Stdout))
		os.Stdout.WriteString("initialized: " + strings.ReplaceAll(err.Error(), "mpitimer: ", "") + "\n")
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
		c.WaitDelay = time.Minute
		c.Env = append(os.Environ(), "LAUNCHED_FOR_TEST=1", "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
			"OMPI_MCA_rmaps_base_oversubscribe=1", "HYDRA_LAUNCHER=fork")
		out, err := c.CombinedOutput()
		returned, logged := strings.Count(string(out), "initialized: started as rank "), strings.Count(string(out), "mpitimer: started as rank 0 of 2 by ")
		if err != nil || returned != 2 || logged != 1 {
			t.Errorf("%s: %v, %d ranks return an error, want 2, and %d lines are in the log, want that of rank 0:\n%s", name, err, returned, logged, out)
		}
	}
	if !found {
		t.Skip("there is no mpirun")
	}
}
