package machenv

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/go-hpc/timers/internal/printable"
)

// DefaultName is the name of the default environment.
const DefaultName = "Default"

// A Registry holds the machine environments of one rank, by name. A program under MPI has one in each
// process; if several ranks live in one process, each has its own.
//
// Environments are made and removed by one goroutine at a time, in the same order on all ranks
// that take part; looking them up is safe from any goroutine.
type Registry struct {
	host string

	mu     sync.RWMutex
	envs   []*MachEnv // in the order of creation; the first is the default environment
	byName map[string]*MachEnv
	closed bool

	changes Changes
}

// NewRegistry returns a registry whose default environment has all ranks of comm. It uses comm as
// it is, without a copy, and leaves it to the caller to free it after Close. It sends nothing.
func NewRegistry(comm Communicator) (*Registry, error) {
	if comm == nil {
		return nil, fmt.Errorf("machenv: new registry without a communicator: %w", ErrInvalid)
	}
	rank, size := comm.Rank(), comm.Size()
	if rank < 0 || rank >= size {
		return nil, fmt.Errorf("machenv: new registry: the communicator says that this is rank %d of %d: %w", rank, size, ErrInvalid)
	}
	all := runs{newRange(0, size, 1)}
	r := &Registry{host: hostOf(comm), byName: make(map[string]*MachEnv)}
	r.add(&MachEnv{
		name: DefaultName, host: r.host, registry: r,
		comm: comm, rank: rank, size: size,
		members: all, sorted: all,
	})
	return r, nil
}

// hostOf is the host name of the calling rank. A host without a name must not stop a program.
func hostOf(comm Communicator) string {
	if h, ok := comm.(HostNamer); ok {
		return h.Host()
	}
	host, err := os.Hostname()
	if err != nil || host == "" {
		return "unknown"
	}
	return host
}

// Default returns the environment of all ranks, with rank 0 as its master until SetMaster.
func (r *Registry) Default() *MachEnv {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.envs[0]
}

// Get returns the environment of that name, also on ranks that are not members of it. If there is none, the
// error matches ErrUnknown and lists the known names.
func (r *Registry) Get(name string) (*MachEnv, error) {
	r.mu.RLock()
	env, ok := r.byName[name]
	r.mu.RUnlock()
	if !ok {
		return nil, fmt.Errorf("machenv: environment %s: %w (known are %s)", printable.Clipped(name), ErrUnknown, r.known())
	}
	return env, nil
}

// Changes counts the environments that were added or removed.
type Changes struct{ n atomic.Uint64 }

// Load returns their number. It is safe from any goroutine.
func (c *Changes) Load() uint64 { return c.n.Load() }

// Changes returns their counter. While it stays the same, Get returns the same for each name.
func (r *Registry) Changes() *Changes { return &r.changes }

// Names lists the environments in the order of creation.
func (r *Registry) Names() []string {
	r.mu.RLock()
	defer r.mu.RUnlock()
	names := make([]string, len(r.envs))
	for i, e := range r.envs {
		names[i] = e.name
	}
	return names
}

// known is the names for an error message, not all of very many.
func (r *Registry) known() string {
	const most = 16
	names := r.Names()
	rest := len(names) - most
	var list []string
	for _, name := range names[:min(len(names), most)] {
		list = append(list, printable.Clipped(name))
	}
	if rest > 0 {
		list = append(list, fmt.Sprintf("and %d more", rest))
	}
	return strings.Join(list, ", ")
}

// Remove forgets an environment and frees its communicator. It is collective over the members; other ranks
// may call it too, to forget the name. Environments that were made from it stay. Errors match ErrUnknown, or
// ErrInvalid for the default environment, or come from the communicator; the name is free in the last case
// too.
func (r *Registry) Remove(name string) error {
	env, err := r.Get(name)
	if err != nil {
		return err
	}
	if env == r.Default() {
		return fmt.Errorf("machenv: environment %q is the default and cannot be removed: %w", name, ErrInvalid)
	}
	r.mu.Lock()
	delete(r.byName, name)
	r.envs = slices.DeleteFunc(r.envs, func(e *MachEnv) bool { return e == env })
	r.changes.n.Add(1)
	r.mu.Unlock()
	return env.free()
}

// free releases the communicator that the registry has made for the environment.
func (e *MachEnv) free() error {
	e.removed.Store(true)
	if !e.IsMember() {
		return nil
	}
	if err := e.comm.Free(); err != nil {
		return fmt.Errorf("machenv: remove environment %q: %w", e.name, err)
	}
	return nil
}

// RemoveAll removes all environments but the default, the newest first. It is collective over all
// ranks of the default environment.
func (r *Registry) RemoveAll() error {
	names := r.Names()[1:]
	slices.Reverse(names)
	var errs []error
	for _, name := range names {
		errs = append(errs, r.Remove(name))
	}
	return errors.Join(errs...)
}

// Close removes all environments but the default, as RemoveAll does, and refuses to make new ones. If InitDefault
// made the registry, the function Default returns nil from then on. Closing again does nothing.
func (r *Registry) Close() error {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	process.CompareAndSwap(r, nil)
	return r.RemoveAll()
}

// vacant checks that an environment of that name could be added.
func (r *Registry) vacant(name string) error {
	r.mu.RLock()
	defer r.mu.RUnlock()
	switch {
	case r.closed:
		return fmt.Errorf("machenv: environment %s: its registry is closed: %w", printable.Clipped(name), ErrFreed)
	case name == "":
		return fmt.Errorf("machenv: an environment needs a name, got an empty one: %w", ErrInvalid)
	case r.byName[name] != nil:
		return fmt.Errorf("machenv: environment %s: %w", printable.Clipped(name), ErrExists)
	}
	return nil
}

func (r *Registry) add(env *MachEnv) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.envs = append(r.envs, env)
	r.byName[env.name] = env
	r.changes.n.Add(1)
}
