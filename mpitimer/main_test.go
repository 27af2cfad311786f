//go:build !(mpi && cgo)

package mpitimer

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	remove := tablesForTests()
	code := m.Run()
	remove()
	os.Exit(code)
}
