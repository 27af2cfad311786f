//go:build !unix

package relay

import "os/exec"

func apart(*exec.Cmd) {}

func kill(c *exec.Cmd) {
	if c.Process != nil {
		_ = c.Process.Kill()
	}
}

func processor() float64 { return 0 }
