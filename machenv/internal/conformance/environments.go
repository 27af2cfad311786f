package conformance

import (
	"errors"
	"fmt"
	"slices"

	"github.com/go-hpc/timers/machenv"
)

// optional: what a communicator offers beyond the interface does what it says.
func (s *suite) optional() error {
	all := lists(s.Size())[0]
	if d, ok := s.Communicator.(machenv.Duplicator); ok {
		comm, err := d.Dup()
		if err := errors.Join(err, used(comm, s.Rank(), all)); err != nil {
			return fmt.Errorf("duplicate: %w", err)
		}
	}
	if c, ok := s.Communicator.(machenv.StridedCreator); ok {
		if err := s.ranges(c); err != nil {
			return fmt.Errorf("create range: %w", err)
		}
	}
	if d, ok := s.Communicator.(machenv.Splitter); ok {
		// Three colors, of which one is none, in reverse order with equal keys in pairs.
		color := s.Rank()%3 - 1
		comm, err := d.Split(color, -(s.Rank() / 6))
		if err := errors.Join(err, used(comm, s.Rank(), s.divided(color))); err != nil {
			return fmt.Errorf("split: %w", err)
		}
	}
	if d, ok := s.Communicator.(machenv.SharedSplitter); ok {
		comm, err := d.SplitShared()
		if err != nil {
			return fmt.Errorf("split by node: %w", err)
		}
		if comm == nil {
			return errors.New("split by node: a rank is on no node")
		}
		if err := errors.Join(exchange(comm, 1, func(int) string { return "neighbour" }), comm.Free()); err != nil {
			return fmt.Errorf("split by node: %w", err)
		}
	}
	return nil
}

// divided is the group that a rank should get from the split in optional.
func (s *suite) divided(color int) []int {
	if color < 0 {
		return nil
	}
	var ranks []int
	for rank := range s.Size() {
		if rank%3-1 == color {
			ranks = append(ranks, rank)
		}
	}
	slices.SortStableFunc(ranks, func(a, b int) int { return b/6 - a/6 })
	return ranks
}

func (s *suite) ranges(c machenv.StridedCreator) error {
	for begin := range min(s.Size(), 3) {
		for stride := 1; stride <= 3; stride++ {
			var ranks []int
			for rank := begin; rank < s.Size(); rank += stride {
				ranks = append(ranks, rank)
			}
			comm, err := c.CreateStrided(len(ranks), begin, stride)
			if err := errors.Join(err, used(comm, s.Rank(), ranks)); err != nil {
				return err
			}
		}
	}
	_, err := c.CreateStrided(s.Size(), 1, 1)
	return want("range beyond the end", err, machenv.ErrInvalid)
}

// environments: a registry works over the communicator.
func (s *suite) environments() error {
	r, err := machenv.NewRegistry(s.Communicator)
	if err != nil {
		return err
	}
	half := (s.Size() + 1) / 2
	even, err := r.CreateStrided("even", r.Default(), half, 0, 2, machenv.WithMaster(half-1))
	if err != nil {
		return err
	}
	if even.IsMember() != (s.Rank()%2 == 0) {
		return fmt.Errorf("rank %d is a member of the even ranks: %v", s.Rank(), even.IsMember())
	}
	pair, err := r.CreateSplit("pair", r.Default(), s.Rank()/2, -s.Rank())
	if err != nil {
		return err
	}
	mates := []int{s.Rank() | 1, s.Rank() &^ 1}
	if mates[0] == s.Size() {
		mates = mates[1:]
	}
	if !slices.Equal(pair.ParentRanks(), mates) {
		return fmt.Errorf("rank %d is in a pair of ranks %v, expected %v", s.Rank(), pair.ParentRanks(), mates)
	}
	node, err := r.CreatePerNode("node", r.Default())
	if err != nil {
		return err
	}
	if node.ParentRanks()[node.Rank()] != s.Rank() {
		return fmt.Errorf("rank %d is not itself among %v on its node", s.Rank(), node.ParentRanks())
	}
	again, err := r.CreateFromComm("again", s.Communicator)
	if err != nil {
		return err
	}
	if again.Size() != s.Size() || again.Rank() != s.Rank() {
		return fmt.Errorf("environment of the communicator is %v", again)
	}
	return r.Close()
}
