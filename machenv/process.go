package machenv

import (
	"fmt"
	"sync/atomic"
)

// process is the registry of this process, for programs in which a process is one rank.
var process atomic.Pointer[Registry]

// InitDefault makes the registry of this process, with comm as its default environment; see NewRegistry.
// It is for programs in which each process is one rank. The error matches ErrExists when there is
// such a registry that was not closed.
func InitDefault(comm Communicator) error {
	r, err := NewRegistry(comm)
	if err != nil {
		return err
	}
	if !process.CompareAndSwap(nil, r) {
		return fmt.Errorf("machenv: Init was called before, in this process: %w", ErrExists)
	}
	return nil
}

// Default returns the registry of this process, or nil before InitDefault and after its Close.
func Default() *Registry { return process.Load() }
