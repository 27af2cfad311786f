package conformance

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/go-hpc/timers/machenv"
)

// lists are some lists of ranks of a communicator.
func lists(size int) [][]int {
	all := make([]int, size)
	var even, odd []int
	for i := range all {
		all[i] = i
		if i%2 == 0 {
			even = append(even, i)
		} else {
			odd = append(odd, i)
		}
	}
	reversed := slices.Clone(all)
	slices.Reverse(reversed)
	found := [][]int{all, reversed, even, {size - 1}, append(slices.Clone(odd), 0)}
	if odd != nil {
		found = append(found, odd)
	}
	return found
}

// placed checks that comm is what the calling rank, old in the parent, should have got of a group
// of the given ranks.
func placed(comm machenv.Communicator, old int, ranks []int) error {
	place := slices.Index(ranks, old)
	switch {
	case place < 0 && comm != nil:
		return fmt.Errorf("rank %d is not in %v but gets a communicator", old, ranks)
	case place < 0:
		return nil
	case comm == nil:
		return fmt.Errorf("rank %d is in %v but gets none", old, ranks)
	case comm.Rank() != place || comm.Size() != len(ranks):
		return fmt.Errorf("rank %d in %v is rank %d of %d, expected %d of %d",
			old, ranks, comm.Rank(), comm.Size(), place, len(ranks))
	}
	return nil
}

// used checks that a group of the given ranks works, and frees it.
func used(comm machenv.Communicator, old int, ranks []int) error {
	if err := placed(comm, old, ranks); err != nil || comm == nil {
		return err
	}
	text := func(rank int) string { return fmt.Sprintf("%d in %v", rank, ranks) }
	return errors.Join(exchange(comm, 1, text), comm.Barrier(), comm.Free())
}

func (s *suite) create() error {
	for _, ranks := range lists(s.Size()) {
		comm, err := s.Create(ranks)
		if err != nil {
			return err
		}
		if err := used(comm, s.Rank(), ranks); err != nil {
			return err
		}
	}
	return nil
}

// nested: groups of groups, made by their members alone.
func (s *suite) nested() error {
	for _, ranks := range lists(s.Size()) {
		outer, err := s.Create(ranks)
		if err != nil {
			return err
		}
		if err := placed(outer, s.Rank(), ranks); err != nil {
			return err
		}
		if outer == nil {
			continue
		}
		for _, ranks := range lists(outer.Size()) {
			inner, err := outer.Create(ranks)
			if err != nil {
				return err
			}
			if err := used(inner, outer.Rank(), ranks); err != nil {
				return err
			}
		}
		if err := outer.Free(); err != nil {
			return err
		}
	}
	return nil
}

// separate: messages of two communicators of the same ranks are not mixed up.
func (s *suite) separate() error {
	all := lists(s.Size())[0]
	a, errA := s.Create(all)
	b, errB := s.Create(all)
	if err := errors.Join(errA, errB); err != nil {
		return err
	}
	// Received in another order than sent, or else the order would hide the fault.
	to, from := (s.Rank()+1)%s.Size(), (s.Rank()-1+s.Size())%s.Size()
	for i, comm := range []machenv.Communicator{s, a, b} {
		if err := comm.Send(to, 6, fmt.Appendf(nil, "on %d", i), patience); err != nil {
			return err
		}
	}
	for i, comm := range []machenv.Communicator{b, a, s} {
		if err := expect(comm, from, 6, fmt.Sprintf("on %d", 2-i)); err != nil {
			return err
		}
	}
	return errors.Join(a.Free(), b.Free())
}

// free: afterwards every call fails, and no other communicator is touched.
func (s *suite) free() error {
	comm, err := s.Create(lists(s.Size())[0])
	if err != nil {
		return err
	}
	if err := errors.Join(comm.Barrier(), comm.Free()); err != nil {
		return err
	}
	// Bounded, because a communicator that was not freed would wait for ever.
	_, received := comm.Recv(0, 1, time.Second)
	_, created := comm.Create([]int{0})
	return errors.Join(
		want("send after free", comm.Send(0, 1, nil, time.Second), machenv.ErrFreed),
		want("receive after free", received, machenv.ErrFreed),
		want("barrier after free", comm.Barrier(), machenv.ErrFreed),
		want("create after free", created, machenv.ErrFreed),
		want("free after free", comm.Free(), machenv.ErrFreed),
		s.Barrier(),
	)
}

func (s *suite) broadcast() error {
	for root := range min(s.Size(), 4) {
		data := []byte("not this")
		if s.Rank() == root {
			data = fmt.Appendf(nil, "from %d", root)
		}
		got, err := machenv.Broadcast(s, root, data)
		if err != nil {
			return err
		}
		if want := fmt.Sprintf("from %d", root); string(got) != want {
			return fmt.Errorf("%q, expected %q", got, want)
		}
	}
	return nil
}

func (s *suite) gather() error {
	text := func(rank int) string { return fmt.Sprintf("%*d", rank%5, rank) }
	for root := range min(s.Size(), 4) {
		parts, err := machenv.Gather(s, root, []byte(text(s.Rank())))
		if err != nil {
			return err
		}
		if s.Rank() != root {
			if parts != nil {
				return fmt.Errorf("rank %d is not the root %d but gets %q", s.Rank(), root, parts)
			}
			continue
		}
		if len(parts) != s.Size() {
			return fmt.Errorf("%d parts of %d ranks", len(parts), s.Size())
		}
		for rank, part := range parts {
			if string(part) != text(rank) {
				return fmt.Errorf("part of rank %d is %q, expected %q", rank, part, text(rank))
			}
		}
	}
	return nil
}

func (s *suite) allreduce() error {
	n := int64(s.Size())
	me := int64(s.Rank())
	for _, c := range []struct {
		op   machenv.Op
		want []int64
	}{
		{machenv.Sum, []int64{n, n * (n - 1) / 2, -n * (n - 1) / 2}},
		{machenv.Min, []int64{1, 0, -(n - 1)}},
		{machenv.Max, []int64{1, n - 1, 0}},
	} {
		got, err := machenv.Allreduce(s, c.op, []int64{1, me, -me})
		if err != nil {
			return err
		}
		if !slices.Equal(got, c.want) {
			return fmt.Errorf("operation %d: %v, expected %v", c.op, got, c.want)
		}
	}
	sum, err := machenv.Allreduce(s, machenv.Sum, []float64{0.5, math.Inf(1)})
	if err != nil {
		return err
	}
	if sum[0] != 0.5*float64(n) || !math.IsInf(sum[1], 1) {
		return fmt.Errorf("sum of floating point numbers: %v", sum)
	}
	return nil
}
