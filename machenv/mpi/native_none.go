//go:build !mpi || !cgo

package mpi

import (
	"time"
	"unsafe"
)

// This file is the package in programs without an MPI: nothing ever makes a communicator.

const built = false

type native struct{}

func initialise() error       { return ErrNotBuilt }
func finalise() error         { return nil }
func hold(bool) func() error  { return finalise }
func isSole() bool            { return false }
func initialized() bool       { return false }
func finalized() bool         { return false }
func library() string         { return "" }
func threadLevel() Threads    { return ThreadsUnknown }
func worldSize() (int, error) { return 0, ErrNotBuilt }

func dupWorld() (native, int, int, error)                { return native{}, 0, 0, ErrNotBuilt }
func dupHandle(unsafe.Pointer) (native, int, int, error) { return native{}, 0, 0, ErrNotBuilt }
func dupFortran(int) (native, int, int, error)           { return native{}, 0, 0, ErrNotBuilt }

func (native) send(int, int, []byte, time.Duration, bool) error { return ErrNotBuilt }
func (native) recv(int, int, time.Duration) ([]byte, error)     { return nil, ErrNotBuilt }
func (native) barrier() error                                   { return ErrNotBuilt }
func (native) create([]int) (native, int, int, error)           { return native{}, 0, 0, ErrNotBuilt }
func (native) createRange(int, int, int) (native, int, int, error) {
	return native{}, 0, 0, ErrNotBuilt
}
func (native) split(int, int) (native, int, int, error) { return native{}, 0, 0, ErrNotBuilt }
func (native) splitShared() (native, int, int, error)   { return native{}, 0, 0, ErrNotBuilt }
func (native) dup() (native, int, int, error)           { return native{}, 0, 0, ErrNotBuilt }
func (native) worldRanks(int) ([]int, error)            { return nil, ErrNotBuilt }
func (native) free() error                              { return ErrNotBuilt }
