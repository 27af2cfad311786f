//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/go-hpc/timers/scripts/kill/ledger"
)

// launcher is an MPI: how its mpirun is called, and the programs that are linked with it.
type launcher struct {
	name     string
	programs string // directory
	command  []string
}

// parseLauncher reads NAME=FOLDER:COMMAND.
func parseLauncher(text string) (launcher, error) {
	name, rest, ok := strings.Cut(text, "=")
	folder, command, ok2 := strings.Cut(rest, ":")
	l := launcher{name, folder, strings.Fields(command)}
	if !ok || !ok2 || len(l.command) == 0 {
		return l, fmt.Errorf("-mpi %q: expected NAME=FOLDER:COMMAND", text)
	}
	return l, nil
}

// job is a program that runs under mpirun.
type job struct {
	folder  string
	size    int
	mark    string
	scratch []string // directories of the MPI, which may not be able to remove them
	command *exec.Cmd
	log     *os.File
	done    chan struct{} // closed when mpirun has ended
	status  error         // of mpirun, once it has
	seen    map[process]bool
}

// start runs a program on some ranks. Rank r's output goes to out.r, whatever mpirun does with pending output
// when it dies.
func start(l launcher, folder string, ranks int, environment []string, program string, args ...string) (*job, error) {
	j := &job{folder: folder, size: ranks, done: make(chan struct{}), seen: make(map[process]bool)}
	j.mark = fmt.Sprintf("%d-%d", os.Getpid(), time.Now().UnixNano())
	var err error
	if j.log, err = os.Create(filepath.Join(folder, "mpirun.log")); err != nil {
		return nil, err
	}
	if err = j.makeScratch(); err != nil {
		return nil, err
	}
	const toFile = `exec "$0" "$@" >"$TIMERS_KILL_OUT.${OMPI_COMM_WORLD_RANK-$PMI_RANK}" 2>&1`
	line := append(l.command[1:len(l.command):len(l.command)], "-n", strconv.Itoa(ranks), "/bin/sh", "-c", toFile, filepath.Join(l.programs, program))
	j.command = exec.Command(l.command[0], append(line, args...)...)
	j.command.Stdout, j.command.Stderr = j.log, j.log
	j.command.Env = append(os.Environ(), markVariable+"="+j.mark, "TIMERS_KILL_OUT="+filepath.Join(folder, "out"))
	j.command.Env = append(j.command.Env, "TMPDIR="+j.scratch[0],
		"OMPI_MCA_btl_vader_backing_directory="+j.scratch[1], "OMPI_MCA_btl_sm_backing_directory="+j.scratch[1])
	j.command.Env = append(j.command.Env, environment...)
	// An interrupt from the keyboard is for this program, which cleans up.
	j.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := j.command.Start(); err != nil {
		j.log.Close()
		return nil, errors.Join(err, os.RemoveAll(j.scratch[0]), os.RemoveAll(j.scratch[1]))
	}
	go func() {
		j.status = j.command.Wait()
		close(j.done)
	}()
	return j, nil
}

// makeScratch makes directories for what an MPI leaves behind when its mpirun is killed.
func (j *job) makeScratch() error {
	for _, place := range []string{"", "/dev/shm"} { // names of sockets have to be short
		folder, err := os.MkdirTemp(place, "mpitimer-kill-")
		if err != nil {
			return err
		}
		j.scratch = append(j.scratch, folder)
	}
	return nil
}

// output returns what a rank has printed.
func (j *job) output(rank int) string {
	text, err := os.ReadFile(filepath.Join(j.folder, "out."+strconv.Itoa(rank)))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err.Error()
	}
	return string(text)
}

// processes returns the job's live processes, and remembers them.
func (j *job) processes() []process {
	list := processesOf(j.mark)
	for _, p := range list {
		j.seen[p] = true
	}
	return list
}

// rank returns the process of a rank, if it lives.
func (j *job) rank(rank int) (process, bool) {
	for _, p := range j.processes() {
		if p.rank == rank {
			return p, true
		}
	}
	return process{}, false
}

// ended reports whether mpirun has ended.
func (j *job) ended() bool {
	select {
	case <-j.done:
		return true
	default:
		return false
	}
}

func (j *job) ledger(rank int) string { return filepath.Join(j.folder, ledger.File(rank)) }

// reached reports whether a rank has come at least this far.
func (j *job) reached(rank int, p ledger.Phase) bool {
	at, _, err := ledger.Glance(j.ledger(rank))
	return err == nil && at >= p
}

// await waits until ranks have come so far; an error tells why they did not.
func (j *job) await(p ledger.Phase, ranks ...int) error {
	const limit = time.Minute
	ok := waitFor(limit, time.Millisecond, func() bool {
		for _, r := range ranks {
			if !j.reached(r, p) {
				return j.ended()
			}
		}
		return true
	})
	for _, r := range ranks {
		if !j.reached(r, p) {
			return fmt.Errorf("rank %d did not come to phase %d (mpirun ended: %t, in time: %t)", r, p, j.ended(), ok)
		}
	}
	return nil
}

// finish waits for the end of a job some of whose ranks have died. What its mpirun leaves running is ended by
// force: first through mpirun, as batch systems do.
func (j *job) finish(patience time.Duration) {
	j.processes()
	if !waitFor(patience, 5*time.Millisecond, j.ended) {
		_ = j.command.Process.Signal(syscall.SIGTERM)
		if !waitFor(time.Second, 5*time.Millisecond, j.ended) {
			_ = j.command.Process.Kill()
		}
	}
	<-j.done
	j.log.Close()
	// mpirun may have ended before those that it has told to end.
	if !waitFor(500*time.Millisecond, 5*time.Millisecond, func() bool { return len(j.processes()) == 0 }) {
		for _, p := range j.processes() {
			p.signal(syscall.SIGKILL)
		}
	}
	// A process that is ending shows no environment any more, but still has its files.
	waitFor(10*time.Second, 5*time.Millisecond, func() bool {
		for p := range j.seen {
			if p.alive() {
				return false
			}
		}
		return true
	})
	for _, folder := range j.scratch {
		_ = os.RemoveAll(folder) // else it is a matter of some kilobytes
	}
}

// all returns the numbers of the ranks.
func (j *job) all() []int {
	list := make([]int, j.size)
	for i := range list {
		list[i] = i
	}
	return list
}
