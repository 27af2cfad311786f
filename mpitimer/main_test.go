//go:build !(mpi && cgo)

package mpitimer

import (
	"os"
	"testing"

	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
)

func TestMain(m *testing.M) {
	remove := timerstest.TablesForTests()
	code := m.Run()
	remove()
	os.Exit(code)
}
