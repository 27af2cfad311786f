package machenv

import (
	"fmt"
	"runtime"
	"sync/atomic"

	"github.com/go-hpc/timers/internal/printable"
)

// MachEnv is a machine environment: a named group of ranks, as one rank sees it. Ranks of the
// parent that are not in the group have the environment too, and know from it that they are none.
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

// Name is the name under which the registry knows the environment.
func (e *MachEnv) Name() string { return e.name }

// Comm is the communicator of the members, nil on other ranks. The registry frees it when the
// environment is removed, except that of the default environment, which belongs to the caller of
// NewRegistry.
func (e *MachEnv) Comm() Communicator { return e.comm }

// IsMember says whether the calling rank is in the environment.
func (e *MachEnv) IsMember() bool { return e.comm != nil }

// Rank is the rank of the caller in the environment, from 0 to Size()-1; -1 when it is no member.
func (e *MachEnv) Rank() int { return e.rank }

// Size is the number of ranks in the environment; 0 on ranks that are no members.
func (e *MachEnv) Size() int { return e.size }

// Master is the rank, in the environment, that does what one rank alone should do, such as output.
// It is -1 on ranks that are no members.
func (e *MachEnv) Master() int { return int(e.master.Load()) }

// IsMaster says whether the calling rank is the master.
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

// Parent is the environment of which this one was made a part; nil for the default environment and
// for one made from a communicator.
func (e *MachEnv) Parent() *MachEnv { return e.parent }

// ParentRanks is a new list with, for each member in turn, its rank in the parent. It is nil on
// ranks that are no members and where there is no parent.
func (e *MachEnv) ParentRanks() []int {
	if e.places == nil {
		return nil
	}
	return e.places.expand()
}

// Ranks is the members as ranks of the default environment, ascending, as few runs where the
// environment is regular. It is nil on ranks that are no members. The caller must not change it.
func (e *MachEnv) Ranks() []Span { return e.sorted }

// Host is the name of the host that the calling rank runs on.
func (e *MachEnv) Host() string { return e.host }

// Threads is how many threads of the calling rank can run Go code at a time.
func (e *MachEnv) Threads() int { return runtime.GOMAXPROCS(0) }

// String says in a few words what the calling rank is in the environment.
func (e *MachEnv) String() string {
	if !e.IsMember() {
		return fmt.Sprintf("%s: not a member", printable.Name(e.name))
	}
	return fmt.Sprintf("%s: rank %d of %d, master %d, host %s", printable.Name(e.name), e.rank, e.size, e.Master(), e.host)
}
