//go:build !mpi || !cgo

package mpi

import (
	"errors"
	"testing"
	"unsafe"
)

func TestNotBuilt(t *testing.T) {
	var handle int
	_, world := World()
	_, fromHandle := FromHandle(unsafe.Pointer(&handle))
	_, fromFortran := FromFortran(0)
	for call, err := range map[string]error{"World": world, "FromHandle": fromHandle, "FromFortran": fromFortran} {
		if !errors.Is(err, ErrNotBuilt) {
			t.Errorf("%s: %v, expected ErrNotBuilt", call, err)
		}
	}
	if err := Finalize(); err != nil {
		t.Errorf("Finalize: %v", err)
	}
	if Built || Initialized() || Finalized() || Library() != "" || ThreadLevel() != ThreadsUnknown {
		t.Error("there is an MPI after all")
	}
}

// A zero Comm is a mistake, but no crash.
func TestZeroComm(t *testing.T) {
	if err := new(Comm).Barrier(); !errors.Is(err, ErrNotBuilt) {
		t.Error(err)
	}
}
