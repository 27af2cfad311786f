package mpiwrap_test

import (
	"os/exec"
	"testing"
)

// The table of requests is what a plain list of them would be: of several with one handle the oldest counts.
func TestRequestTable(t *testing.T) {
	each(t, func(t *testing.T, m mpi) {
		c := exec.Command(m.c(t, "requests"))
		c.Env = environment()
		out, err := c.CombinedOutput()
		if err != nil || string(out) != "same 400000\n" {
			t.Errorf("%v: %s", err, out)
		}
	})
}
