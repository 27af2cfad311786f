//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

// job runs the commands of one step, and keeps what they say.
type job struct {
	suite     *suite
	ctx       context.Context
	env       []string // beside that of the suite
	said      bytes.Buffer
	processor time.Duration
}

// with is the job with more in the environment of its commands; what they use and say is the job's.
func (j *job) with(env []string, run func() error) error {
	before := j.env
	j.env = append(before[:len(before):len(before)], env...)
	defer func() { j.env = before }()
	return run()
}

// command runs a command. Its output goes through a file and not a pipe, which a process that it leaves behind would keep
// open.
func (j *job) command(name string, args ...string) error {
	f, err := os.CreateTemp(j.suite.logs, "said")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	c := j.prepare(name, args)
	c.Stdout, c.Stderr = f, f
	err = j.wait(c)
	if _, seek := f.Seek(0, io.SeekStart); seek != nil {
		return errors.Join(err, seek)
	}
	_, read := io.Copy(&j.said, f)
	return errors.Join(err, read)
}

// output runs a command and returns what it writes to its standard output.
func (j *job) output(name string, args ...string) (string, error) {
	var out bytes.Buffer
	c := j.prepare(name, args)
	c.Stdout, c.Stderr = &out, &j.said
	err := j.wait(c)
	return out.String(), err
}

// lines is output, split.
func (j *job) lines(name string, args ...string) ([]string, error) {
	text, err := j.output(name, args...)
	return strings.Fields(text), err
}

// bash runs a script that knows the functions of scripts/mpi-env.sh.
func (j *job) bash(script string, args ...string) error {
	return j.command("bash", append([]string{"-c", "set -euo pipefail; source scripts/mpi-env.sh; " + script, "suite"}, args...)...)
}

func (j *job) prepare(name string, args []string) *exec.Cmd {
	c := exec.CommandContext(j.ctx, name, args...)
	c.Env = append(os.Environ(), j.env...)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGTERM) }
	c.WaitDelay = 10 * time.Second
	return c
}

// wait runs the command to its end, and counts what it, and the processes that it has waited for, have used.
func (j *job) wait(c *exec.Cmd) error {
	err := c.Run()
	if c.ProcessState != nil {
		j.processor += c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", strings.Join(c.Args[:min(len(c.Args), 4)], " "), err)
	}
	return nil
}

// needed remembers what is on the machine.
type needed struct {
	mu    sync.Mutex // who installs something keeps others from it
	known map[string]error
}

// wholeChromium installs Chromium with its windows. It takes three times as much of the processor as the shell without them.
const wholeChromium = "scripts/debian-install.sh 'chromium|chromium-browser|google-chrome|google-chrome-stable|headless-shell' -- chromium fonts-dejavu-core"

// needs is how to see whether something is on the machine, or to install it.
var needs = map[string]string{
	"openmpi":    "scripts/mpi-install.sh openmpi && mpi_find openmpi",
	"mpich":      "scripts/mpi-install.sh mpich && mpi_find mpich",
	"firefox":    "scripts/debian-install.sh 'firefox|firefox-esr' -- firefox-esr",
	"headless":   "scripts/debian-install.sh 'chromium-headless-shell|headless-shell' -- chromium-headless-shell fonts-dejavu-core || " + wholeChromium,
	"chromium":   wholeChromium,
	"c":          "scripts/debian-install.sh cc pkg-config -- gcc libc6-dev pkg-config",
	"fortran":    "scripts/debian-install.sh g++ gfortran -- g++ gfortran",
	"papi":       "scripts/debian-install.sh cc pkg-config /usr/include/papi.h -- gcc libc6-dev pkg-config libpapi-dev",
	"otf2":       "scripts/debian-install.sh cc otf2-config otf2-print -- gcc libc6-dev libotf2-trace-dev otf2-tools python3-otf2",
	"gompi":      "go mod download github.com/sbromberger/gompi",
	"eslint":     "npx --yes " + eslint + " --version",
	"tmux":       "scripts/debian-install.sh tmux -- tmux",
	"slurm":      "scripts/debian-install.sh sshd ssh slurmctld slurmd srun munged -- openssh-server openssh-client slurm-wlm munge",
	"namespaces": "scripts/hosts-test.sh --check",
	"manual":     "scripts/debian-install.sh man /usr/share/bash-completion/bash_completion -- man-db bash-completion",
	"debian":     "scripts/debian-install.sh dh dpkg-buildpackage debootstrap -- debhelper dpkg-dev debootstrap && [[ $(id -u) == 0 ]]",

	"release":         lastRelease,
	"vulnerabilities": "go run " + govulncheck + " -version | grep -q 'DB updated: 20'",
	"memory":          `[[ ${TIMERS_OWN_MEMORY:-} == 1 ]]`, // see scripts/in-memory.sh
}

// optional are rights that many containers lack, and what is not tested without.
var optional = map[string]string{
	"namespaces": "hosts that are namespaces may not be made",
	"gompi":      "the module proxy does not have it",
	"eslint":     "npm is not installed, or its registry does not have it",
	"memory":     "/dev/shm is shared with other programs",
	"debian":     "only root makes a clean system",

	"release":         "there is no release yet to compare with",
	"vulnerabilities": "the database of vulnerabilities is out of reach",
}

// have says why one of these is not here.
func (n *needed) have(j *job, names []string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.known == nil {
		n.known = map[string]error{}
	}
	for _, name := range names {
		err, asked := n.known[name]
		if !asked {
			if j.bash(needs[name]) != nil {
				err = fmt.Errorf("there is no %s, and it could not be installed", name)
				if what := optional[name]; what != "" {
					err = fmt.Errorf("%s: %w", what, errOptional)
				}
			}
			n.known[name] = err
		}
		if err != nil {
			return err
		}
	}
	return nil
}
