//go:build unix

package relay

import (
	"os/exec"
	"syscall"
)

// apart keeps a signal from the keyboard from a launcher: mpitimer ends it by closing its input.
func apart(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// kill ends a launcher and what it has started on this machine.
func kill(c *exec.Cmd) {
	if c.Process != nil {
		_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
	}
}

// processor is the processor's time of this process, in seconds.
func processor() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
