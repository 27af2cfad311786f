package machenv

import (
	"errors"
	"fmt"

	"github.com/go-hpc/timers/internal/printable"
)

// An Option sets how an environment is made.
type Option func(*options)

type options struct {
	master int
}

// WithMaster makes a rank of the new environment its master. The default is rank 0.
func WithMaster(rank int) Option { return func(o *options) { o.master = rank } }

// collect returns the options for an environment of at most size ranks.
func collect(name string, opts []Option, size int) (o options, err error) {
	for _, opt := range opts {
		opt(&o)
	}
	if o.master < 0 || o.master >= size {
		err = masterError(name, o.master, size)
	}
	return o, err
}

// CreateFromComm makes an environment of all ranks of a communicator, over a copy of it; comm stays
// with the caller. It is collective over comm. A rank that has no such communicator (nil) gets an
// error that matches ErrNotMember.
func (r *Registry) CreateFromComm(name string, comm Communicator, opts ...Option) (*MachEnv, error) {
	if err := r.vacant(name); err != nil {
		return nil, err
	}
	if comm == nil {
		return nil, fmt.Errorf("machenv: environment %s: no communicator to make it from: %w", printable.Clipped(name), ErrNotMember)
	}
	o, err := collect(name, opts, comm.Size())
	if err != nil {
		return nil, err
	}
	group, err := Duplicate(comm)
	if err != nil {
		return nil, inEnvironment(name, err)
	}
	members, err := collectRuns(group, r.Default().Rank())
	if err != nil {
		return nil, errors.Join(inEnvironment(name, err), group.Free())
	}
	return r.enter(&MachEnv{name: name, members: members}, group, o), nil
}

// CreateFirst makes an environment of the first n ranks of parent. It is collective over parent; its other
// ranks get the environment as non-members. The error matches ErrInvalid, ErrExists, ErrNotMember if the
// caller is not in parent, or ErrFreed if parent was removed; then nothing was sent, and all ranks of parent
// have failed alike. Other errors come from the communicator.
func (r *Registry) CreateFirst(name string, parent *MachEnv, n int, opts ...Option) (*MachEnv, error) {
	return r.CreateStrided(name, parent, n, 0, 1, opts...)
}

// CreateStrided makes an environment of the n ranks first, first+stride, first+2·stride, … of
// parent; stride is at least 1. Everything else is as for CreateFirst.
func (r *Registry) CreateStrided(name string, parent *MachEnv, n, first, stride int, opts ...Option) (*MachEnv, error) {
	return r.create(name, parent, n, opts, func() error { return CheckStrided(n, first, stride, parent.size) },
		func() (Communicator, error) { return createStrided(parent.comm, n, first, stride) },
		func() runs { return runs{newRange(first, n, stride)} })
}

// CreateList makes an environment of the given ranks of parent, in that order. Everything else is
// as for CreateFirst.
func (r *Registry) CreateList(name string, parent *MachEnv, ranks []int, opts ...Option) (*MachEnv, error) {
	return r.create(name, parent, len(ranks), opts, func() error { return CheckRanks(ranks, parent.size) },
		func() (Communicator, error) { return parent.comm.Create(ranks) }, func() runs { return compress(ranks) })
}

// create makes an environment of n ranks of parent, which stand there in places.
func (r *Registry) create(name string, parent *MachEnv, n int, opts []Option, check func() error, make func() (Communicator, error), places func() runs) (*MachEnv, error) {
	if err := r.ready(name, parent); err != nil {
		return nil, err
	}
	if err := check(); err != nil {
		return nil, inEnvironment(name, err)
	}
	o, err := collect(name, opts, n)
	if err != nil {
		return nil, err
	}
	group, err := make()
	if err != nil {
		return nil, inEnvironment(name, err)
	}
	return r.enter(&MachEnv{name: name, parent: parent, places: places()}, group, o), nil
}

// CreateSplit divides parent into groups under one name: the ranks that give the same color, in the order of
// their keys, and among equal keys in the order of their ranks in parent. Each rank sees its own group. Ranks
// with a negative color are not in any group. A master must be a rank of every group. Everything else is as
// for CreateFirst, except that a master which is too large for some group is found only after the ranks have
// exchanged their colors; all ranks fail alike then, too.
func (r *Registry) CreateSplit(name string, parent *MachEnv, color, key int, opts ...Option) (*MachEnv, error) {
	return r.split(name, parent, opts, func(comm Communicator) (Communicator, error) { return split(comm, color, key) })
}

// CreatePerNode divides parent into groups under one name: the ranks that run on the same node, in their
// order in parent. Each rank sees its own group. If the communicator cannot tell which ranks share a node,
// the names of their hosts decide. The rest is as for CreateSplit.
func (r *Registry) CreatePerNode(name string, parent *MachEnv, opts ...Option) (*MachEnv, error) {
	return r.split(name, parent, opts, func(comm Communicator) (Communicator, error) { return splitNode(comm, r.host) })
}

// split makes an environment with the group that divide returns for the calling rank.
func (r *Registry) split(name string, parent *MachEnv, opts []Option, divide func(Communicator) (Communicator, error)) (*MachEnv, error) {
	if err := r.ready(name, parent); err != nil {
		return nil, err
	}
	o, err := collect(name, opts, parent.size)
	if err != nil {
		return nil, err
	}
	group, err := divide(parent.comm)
	if err != nil {
		return nil, inEnvironment(name, err)
	}
	places, err := agreeOnGroups(parent, group, name, o.master)
	if err != nil {
		if group != nil {
			err = errors.Join(err, group.Free())
		}
		return nil, err
	}
	return r.enter(&MachEnv{name: name, parent: parent, places: places}, group, o), nil
}

// agreeOnGroups returns the ranks in parent of the members of the caller's group. All ranks of
// parent get an error when the master is beyond the end of one of the groups.
func agreeOnGroups(parent *MachEnv, group Communicator, name string, master int) (runs, error) {
	var places runs
	tooSmall := int64(parent.size) // lowest rank of parent whose group has no such master
	if group != nil {
		var err error
		if places, err = collectRuns(group, parent.rank); err != nil {
			return nil, inEnvironment(name, err)
		}
		if master >= group.Size() {
			tooSmall = int64(parent.rank)
		}
	}
	lowest, err := Allreduce(parent.comm, Min, []int64{tooSmall})
	if err != nil {
		return nil, inEnvironment(name, err)
	}
	if lowest[0] < int64(parent.size) {
		return nil, fmt.Errorf("machenv: environment %s: the group of rank %d of the parent is too small for master %d: %w",
			printable.Clipped(name), lowest[0], master, ErrInvalid)
	}
	return places, nil
}

// ready checks what all forms need of the name and of the parent.
func (r *Registry) ready(name string, parent *MachEnv) error {
	if err := r.vacant(name); err != nil {
		return err
	}
	switch {
	case parent == nil:
		return fmt.Errorf("machenv: environment %s: no parent to make it from: %w", printable.Clipped(name), ErrInvalid)
	case parent.registry != r:
		return fmt.Errorf("machenv: environment %s: its parent %s is of another registry: %w", printable.Clipped(name), printable.Clipped(parent.name), ErrInvalid)
	case parent.removed.Load():
		return fmt.Errorf("machenv: environment %s: its parent %s was removed: %w", printable.Clipped(name), printable.Clipped(parent.name), ErrFreed)
	case !parent.IsMember():
		return fmt.Errorf("machenv: environment %s: its parent %s does not have the calling rank (%d of %s): %w",
			printable.Clipped(name), printable.Clipped(parent.name), r.Default().Rank(), DefaultName, ErrNotMember)
	}
	return nil
}

// enter completes an environment for the calling rank and adds it to the registry. Group is nil on
// ranks that are no members; they keep nothing of what only members know.
func (r *Registry) enter(env *MachEnv, group Communicator, o options) *MachEnv {
	env.registry, env.host = r, r.host
	if group == nil {
		env.rank, env.places = -1, nil
		env.master.Store(-1)
	} else {
		env.comm, env.rank, env.size = group, group.Rank(), group.Size()
		env.master.Store(int64(o.master))
		if env.parent != nil {
			env.members = env.places.through(env.parent.members)
		}
		env.sorted = env.members.ascending()
	}
	r.add(env)
	return env
}

func inEnvironment(name string, err error) error {
	return fmt.Errorf("machenv: environment %s: %w", printable.Clipped(name), err)
}
