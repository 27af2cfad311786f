//go:build !(mpi && cgo)

package perfmod

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	os.Setenv("MPITIMER_TABLES", "off") // they would be in the memory of the node
	os.Exit(m.Run())
}
