//go:build mpi && cgo

package viewers

import (
	"testing"

	"github.com/go-hpc/timers/machenv/mpi"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
)

// world is what the collective tests run on.
var world *mpi.Comm

func TestMain(m *testing.M) { timerstest.RunMPI(m, &world) }
