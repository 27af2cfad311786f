package faults

import (
	"errors"
	"io"
	"os"
	"testing"

	"github.com/go-hpc/timers/stats/hdtrace"
)

func TestIOErrors(t *testing.T) {
	for err, want := range map[error]error{os.ErrDeadlineExceeded: hdtrace.ErrTimeout, io.ErrShortWrite: hdtrace.ErrWrite} {
		if got := IO(err); !errors.Is(got, want) || !errors.Is(got, err) {
			t.Errorf("%v: %v, expected an error that matches both it and %v", err, got, want)
		}
	}
}
