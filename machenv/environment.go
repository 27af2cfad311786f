package machenv

import (
	"fmt"
	"runtime"
	"sync/atomic"

	"github.com/go-hpc/timers/internal/printable"
)

// A MachEnv is a machine environment: a named group of ranks, as one rank sees it. Ranks of the parent that
// are not in the group get a MachEnv too; its IsMember method returns false.
//
// Its methods may be called from several goroutines; its communicator may not.
type MachEnv struct {
	name   string
	parent *MachEnv
	host   string
	comm   Communicator // nil on ranks that are not members
	rank   int          // -1 on ranks that are not members
	size   int          // 0 on ranks that are not members
	master atomic.Int64 // -1 on ranks that are not members

	places  runs // of each member in turn, its rank in the parent; nil without a parent
	members runs // of each member in turn, its rank in the default environment
	sorted  runs // members, ascending

	registry *Registry
	removed  atomic.Bool
}

// Name returns the environment's name in the registry.
func (e *MachEnv) Name() string { return e.name }

// Comm returns the communicator of the members, or nil on other ranks. The registry frees it when the
// environment is removed, except that of the default environment, which belongs to the caller of NewRegistry.
func (e *MachEnv) Comm() Communicator { return e.comm }

// IsMember reports whether the calling rank belongs to the environment.
func (e *MachEnv) IsMember() bool { return e.comm != nil }

// Rank returns the rank of the caller in the environment, from 0 to Size()-1, or -1 if it is not a member.
func (e *MachEnv) Rank() int { return e.rank }

// Size returns the number of ranks in the environment, or 0 on ranks that are not members.
func (e *MachEnv) Size() int { return e.size }

// Master returns the rank, in the environment, that does what only one rank should do, such as output. It
// returns -1 on ranks that are not members.
func (e *MachEnv) Master() int { return int(e.master.Load()) }

// IsMaster reports whether the calling rank is the master.
func (e *MachEnv) IsMaster() bool { return e.IsMember() && e.Master() == e.rank }

// SetMaster makes another rank of the environment the master. It is local: all members that care
// must call it with the same rank. The error matches ErrNotMember or ErrInvalid.
func (e *MachEnv) SetMaster(rank int) error {
	if !e.IsMember() {
		return fmt.Errorf("machenv: set the master of environment %q: %w", e.name, ErrNotMember)
	}
	if rank < 0 || rank >= e.size {
		return masterError(e.name, rank, e.size)
	}
	e.master.Store(int64(rank))
	return nil
}

func masterError(name string, master, size int) error {
	return fmt.Errorf("machenv: environment %q: master %d is not one of its %d ranks (0 to %d): %w",
		name, master, size, size-1, ErrInvalid)
}

// Parent returns the environment that this one was made from. It is nil for the default environment and for
// one made from a communicator.
func (e *MachEnv) Parent() *MachEnv { return e.parent }

// ParentRanks returns a new list of the members' ranks in the parent. It is nil on ranks that are not
// members, and if there is no parent.
func (e *MachEnv) ParentRanks() []int {
	if e.places == nil {
		return nil
	}
	return e.places.expand()
}

// Ranks returns the members as ranks of the default environment, in ascending order, in as few runs as
// possible. It is nil on ranks that are not members. The caller must not change it.
func (e *MachEnv) Ranks() []Range { return e.sorted }

// Host returns the name of the host that the calling rank runs on.
func (e *MachEnv) Host() string { return e.host }

// Threads returns how many threads of the calling rank can run Go code at a time.
func (e *MachEnv) Threads() int { return runtime.GOMAXPROCS(0) }

// String describes the calling rank's part in the environment in a few words.
func (e *MachEnv) String() string {
	if !e.IsMember() {
		return fmt.Sprintf("%s: not a member", printable.Name(e.name))
	}
	return fmt.Sprintf("%s: rank %d of %d, master %d, host %s", printable.Name(e.name), e.rank, e.size, e.Master(), e.host)
}
