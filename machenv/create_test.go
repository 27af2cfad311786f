package machenv_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
)

// like checks all that an environment tells about itself. Ranks are those of the members in the
// parent, and in the default environment.
func like(e *machenv.MachEnv, me int, parent *machenv.MachEnv, master int, inParent, inDefault []int) error {
	rank := slices.Index(inDefault, me)
	if rank < 0 {
		if e.IsMember() || e.IsMaster() || e.Rank() != -1 || e.Size() != 0 || e.Master() != -1 || e.Comm() != nil ||
			e.ParentRanks() != nil || e.Ranks() != nil || e.Parent() != parent {
			return fmt.Errorf("%v: should be none, has size %d, master %d, ranks %v", e, e.Size(), e.Master(), e.Ranks())
		}
		if err := e.SetMaster(0); !errors.Is(err, machenv.ErrNotMember) {
			return fmt.Errorf("%v: set master: %v", e, err)
		}
		return nil
	}
	sorted := slices.Sorted(slices.Values(inDefault))
	if !e.IsMember() || e.Rank() != rank || e.Size() != len(inDefault) || e.Comm().Rank() != rank ||
		e.Comm().Size() != len(inDefault) || e.Master() != master || e.IsMaster() != (master == rank) ||
		e.Parent() != parent || !slices.Equal(e.ParentRanks(), inParent) || !slices.Equal(expand(e.Ranks()), sorted) {
		return fmt.Errorf("%v: has parent's ranks %v, ranks %v; expected rank %d of %d, master %d, parent's ranks %v, ranks %v",
			e, e.ParentRanks(), e.Ranks(), rank, len(inDefault), master, inParent, sorted)
	}
	sum, err := machenv.Allreduce(e.Comm(), machenv.Sum, []int64{int64(me)})
	if err != nil {
		return err
	}
	for _, r := range inDefault {
		sum[0] -= int64(r)
	}
	if sum[0] != 0 {
		return fmt.Errorf("%v: its communicator has other ranks than it says", e)
	}
	return nil
}

func expand(ranges []machenv.Range) []int {
	var ranks []int
	for _, s := range ranges {
		for i := range s.Len() {
			ranks = append(ranks, s.First+i*s.Stride)
		}
	}
	return ranks
}

// All forms on a communicator, and on one that hides what it offers beyond the interface.
func TestForms(t *testing.T) {
	t.Run("native", func(t *testing.T) { onRanks(t, forms, local.RanksPerNode(3)) })
	t.Run("by messages", func(t *testing.T) {
		onRanks(t, func(comm machenv.Communicator) error { return forms(plain{comm}) }, local.RanksPerNode(3))
	})
}

// plain is a communicator that offers the interface alone, and the host for SplitNode's sake.
type plain struct{ machenv.Communicator }

func (p plain) Host() string { return p.Communicator.(machenv.HostNamer).Host() }

func (p plain) Create(ranks []int) (machenv.Communicator, error) {
	comm, err := p.Communicator.Create(ranks)
	if comm == nil {
		return nil, err
	}
	return plain{comm}, err
}

func forms(comm machenv.Communicator) error {
	r, err := machenv.NewRegistry(comm)
	if err != nil {
		return err
	}
	me, size, d := comm.Rank(), comm.Size(), r.Default()
	half := (size + 1) / 2
	var all, first, even, odd, reversed []int
	for i := range size {
		all = append(all, i)
		if i < half {
			first = append(first, i)
		}
		if i%2 == 0 {
			even = append(even, i)
		} else {
			odd = append(odd, i)
		}
	}
	reversed = slices.Clone(all)
	slices.Reverse(reversed)
	node := all[me/3*3 : min(me/3*3+3, size)]
	parity := map[int][]int{0: even, 1: odd}[me%2]

	var errs []error
	check := func(master int, ranks []int, parent *machenv.MachEnv) func(*machenv.MachEnv, error) {
		return func(e *machenv.MachEnv, err error) {
			if err == nil {
				inParent := ranks
				if parent == nil {
					inParent = nil
				}
				err = like(e, me, parent, master, inParent, ranks)
			}
			errs = append(errs, err)
		}
	}
	check(0, first, d)(r.CreateFirst("first", d, half))
	check(half-1, first, d)(r.CreateFirst("first, last is master", d, half, machenv.WithMaster(half-1)))
	check(0, even, d)(r.CreateStrided("even", d, half, 0, 2))
	check(half-1, even, d)(r.CreateStrided("even, last is master", d, half, 0, 2, machenv.WithMaster(half-1)))
	check(0, []int{size - 1}, d)(r.CreateStrided("last", d, 1, size-1, math.MaxInt32))
	check(size-1, reversed, d)(r.CreateList("reversed", d, reversed, machenv.WithMaster(size-1)))
	check(0, append(slices.Clone(odd), 0), d)(r.CreateList("odd and 0", d, append(slices.Clone(odd), 0)))
	check(0, parity, d)(r.CreateSplit("parity", d, me%2, 0))
	check(0, reversed, d)(r.CreateSplit("turned", d, 7, -me, machenv.WithMaster(0)))
	var color int
	if me%2 == 0 {
		color = -1
	}
	check(0, odd, d)(r.CreateSplit("odd", d, color, 0))
	check(0, node, d)(r.CreatePerNode("node", d))
	check(size-1, all, nil)(r.CreateFromComm("from", comm, machenv.WithMaster(size-1)))
	return errors.Join(errors.Join(errs...), r.Close())
}

// Environments of environments: ranks are told in the parent and in the default environment.
func TestNested(t *testing.T) {
	err := local.Run(8, func(comm machenv.Communicator) error {
		r, err := machenv.NewRegistry(comm)
		if err != nil {
			return err
		}
		me := comm.Rank()
		outer, err := r.CreateList("outer", r.Default(), []int{6, 1, 4, 3, 0})
		if err != nil {
			return err
		}
		if !outer.IsMember() {
			for name, make := range makers(r, outer) {
				if _, err := make("x"); !errors.Is(err, machenv.ErrNotMember) || !strings.Contains(err.Error(), `"outer"`) {
					return fmt.Errorf("%s over a parent that does not have rank %d: %v", name, me, err)
				}
			}
			return r.Close()
		}
		inner, err := r.CreateStrided("inner", outer, 3, 0, 2, machenv.WithMaster(2))
		if err != nil {
			return err
		}
		if err := like(inner, me, outer, 2, []int{0, 2, 4}, []int{6, 4, 0}); err != nil {
			return err
		}
		if inner.IsMember() {
			core, err := r.CreateSplit("core", inner, 0, -inner.Rank())
			if err != nil {
				return err
			}
			if err := like(core, me, inner, 0, []int{2, 1, 0}, []int{0, 4, 6}); err != nil {
				return err
			}
			from, err := r.CreateFromComm("from", core.Comm())
			if err != nil {
				return err
			}
			if err := like(from, me, nil, 0, nil, []int{0, 4, 6}); err != nil {
				return err
			}
		}
		return r.Close()
	})
	if err != nil {
		t.Fatal(err)
	}
}

// makers are the forms that have a parent, on arguments that would be right in one of 2 ranks.
func makers(r *machenv.Registry, parent *machenv.MachEnv) map[string]func(name string, opts ...machenv.Option) (*machenv.MachEnv, error) {
	type opt = machenv.Option
	return map[string]func(string, ...opt) (*machenv.MachEnv, error){
		"first":   func(n string, o ...opt) (*machenv.MachEnv, error) { return r.CreateFirst(n, parent, 2, o...) },
		"strided": func(n string, o ...opt) (*machenv.MachEnv, error) { return r.CreateStrided(n, parent, 2, 0, 1, o...) },
		"list":    func(n string, o ...opt) (*machenv.MachEnv, error) { return r.CreateList(n, parent, []int{1, 0}, o...) },
		"split":   func(n string, o ...opt) (*machenv.MachEnv, error) { return r.CreateSplit(n, parent, 0, 0, o...) },
		"node":    func(n string, o ...opt) (*machenv.MachEnv, error) { return r.CreatePerNode(n, parent, o...) },
	}
}

type timeout = time.Duration

// mute is a communicator on which everything that is sent is a fault.
type mute struct{ machenv.Communicator }

func (mute) Send(int, int, []byte, timeout) error                      { return errSent }
func (mute) Recv(int, int, timeout) ([]byte, error)                    { return nil, errSent }
func (mute) Create([]int) (machenv.Communicator, error)                { return nil, errSent }
func (mute) Split(int, int) (machenv.Communicator, error)              { return nil, errSent }
func (mute) SplitShared() (machenv.Communicator, error)                { return nil, errSent }
func (mute) CreateStrided(int, int, int) (machenv.Communicator, error) { return nil, errSent }
func (mute) Dup() (machenv.Communicator, error)                        { return nil, errSent }
func (mute) Rank() int                                                 { return 1 }
func (mute) Size() int                                                 { return 4 }

var errSent = errors.New("something was sent")

func TestWrongArguments(t *testing.T) {
	comm := mute{machenv.NewSerial()}
	r, err := machenv.NewRegistry(comm)
	if err != nil {
		t.Fatal(err)
	}
	d := r.Default()
	other, err := machenv.NewRegistry(comm)
	if err != nil {
		t.Fatal(err)
	}
	fails := func(what string, target error, text string) func(*machenv.MachEnv, error) {
		return func(e *machenv.MachEnv, err error) {
			t.Helper()
			if e != nil || !errors.Is(err, target) || !strings.Contains(err.Error(), text) || errors.Is(err, errSent) {
				t.Errorf("%s: %v, %v; expected an error that matches %q and has %q", what, e, err, target, text)
			}
		}
	}
	for form, make := range makers(r, d) {
		fails(form+" without a name", machenv.ErrInvalid, "name")(make(""))
		fails(form+" under a name in use", machenv.ErrExists, `"Default"`)(make("Default"))
		fails(form+" with master -1", machenv.ErrInvalid, `"e": master -1`)(make("e", machenv.WithMaster(-1)))
		fails(form+" with master 4", machenv.ErrInvalid, `"e": master 4`)(make("e", machenv.WithMaster(4)))
	}
	for form, make := range makers(r, nil) {
		fails(form+" without a parent", machenv.ErrInvalid, `"e"`)(make("e"))
	}
	for form, make := range makers(r, other.Default()) {
		fails(form+" of another registry", machenv.ErrInvalid, `"e"`)(make("e"))
	}
	fails("master beyond the first", machenv.ErrInvalid, "master 2")(r.CreateFirst("e", d, 2, machenv.WithMaster(2)))
	fails("master beyond the list", machenv.ErrInvalid, "master 2")(r.CreateList("e", d, []int{0, 1}, machenv.WithMaster(2)))
	fails("master beyond the communicator", machenv.ErrInvalid, "master 4")(r.CreateFromComm("e", comm, machenv.WithMaster(4)))
	fails("no communicator", machenv.ErrNotMember, `"e"`)(r.CreateFromComm("e", nil))
	fails("communicator without a name", machenv.ErrInvalid, "name")(r.CreateFromComm("", comm))
	for _, n := range []int{-1, 0, 5} {
		fails(fmt.Sprint("first ", n), machenv.ErrInvalid, `"e": `+fmt.Sprint(n))(r.CreateFirst("e", d, n))
	}
	for _, c := range []struct {
		n, begin, stride int
		text             string
	}{
		{0, 0, 1, "0 ranks"}, {5, 0, 1, "5 ranks"}, {1, -1, 1, "first rank -1"}, {1, 4, 1, "first rank 4"}, {2, 0, 0, "stride 0"},
		{2, 3, -1, "stride -1"}, {2, 3, 1, "beyond"}, {3, 0, 2, "beyond"}, {3, 0, math.MaxInt/2 + 1, "beyond"}, {1, 0, 0, "stride 0"},
	} {
		fails(fmt.Sprint("strided ", c), machenv.ErrInvalid, c.text)(r.CreateStrided("e", d, c.n, c.begin, c.stride))
	}
	for text, ranks := range map[string][]int{
		"empty": nil, "rank -1": {0, -1}, "rank 4": {4}, "rank 2 stands twice": {2, 1, 2}, "5 ranks": {0, 1, 2, 3, 3},
	} {
		fails("list", machenv.ErrInvalid, text)(r.CreateList("e", d, ranks))
	}
	if names := r.Names(); !slices.Equal(names, []string{"Default"}) {
		t.Errorf("after failures there are %v", names)
	}
}

// A master that only some groups of a split have is an error on all ranks, whatever their group.
func TestSplitMaster(t *testing.T) {
	run := func(comm machenv.Communicator) error {
		r, err := machenv.NewRegistry(comm)
		if err != nil {
			return err
		}
		for range 2 { // the name stays free
			_, err = r.CreateSplit("s", r.Default(), min(comm.Rank(), 1), 0, machenv.WithMaster(1))
			if !errors.Is(err, machenv.ErrInvalid) || !strings.Contains(err.Error(), "group of rank 0") {
				return fmt.Errorf("groups of 1 and 3: %v", err)
			}
		}
		_, err = r.CreateSplit("s", r.Default(), comm.Rank()%2, 0, machenv.WithMaster(1))
		return err
	}
	if err := local.Run(4, run); err != nil {
		t.Error(err)
	}
	if err := local.Run(4, func(comm machenv.Communicator) error { return run(plain{comm}) }); err != nil {
		t.Error(err)
	}
}
