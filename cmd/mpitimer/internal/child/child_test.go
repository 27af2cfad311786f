//go:build unix

package child

import (
	"errors"
	"os/exec"
	"testing"
)

func TestRunStatus(t *testing.T) {
	signals, stop := Signals()
	defer stop()
	for script, want := range map[string]Status{"exit 0": 0, "exit 7": 7, "kill -9 $$": 137} {
		var status Status
		err := Run(exec.Command("sh", "-c", script), signals)
		if errors.As(err, &status); status != want || (err == nil) != (want == 0) || Reason(err) != nil {
			t.Errorf("%s: %v, want %d", script, err, want)
		}
	}
	var status Status
	err := Run(exec.Command("/no/such/program"), signals)
	if !errors.As(err, &status) || status != 127 || Reason(err) == nil {
		t.Errorf("a program that is not there: %v, status %d, reason %v", err, status, Reason(err))
	}
}

// Whatever has started the processes of a host, one of them is the lowest.
func TestLowestOfHost(t *testing.T) {
	for _, name := range LocalRanks {
		t.Setenv(name, "")
	}
	if !LowestOfHost() {
		t.Error("a process without a launcher is not the lowest")
	}
	for _, name := range LocalRanks {
		t.Run(name, func(t *testing.T) {
			for value, want := range map[string]bool{"0": true, "1": false, "17": false, "none": true} {
				t.Setenv(name, value)
				if LowestOfHost() != want {
					t.Errorf("%s=%s: lowest is %t", name, value, !want)
				}
			}
		})
	}
}
