package machenv

import (
	"errors"
	"fmt"
)

// The errors of this package and of every Communicator match these with errors.Is. Their text adds the
// environment or communicator, the argument, and the expected value.
var (
	// ErrInvalid reports that an argument is out of range. Nothing was sent.
	ErrInvalid = errors.New("invalid argument")

	// ErrTimeout reports that a wait ended without the message.
	ErrTimeout = errors.New("timed out")

	// ErrRankDead reports that the other rank has ended, or has freed the communicator, so that the message
	// or the barrier can never be completed. Not every MPI detects this.
	ErrRankDead = errors.New("rank is gone")

	// ErrFreed reports that the communicator was freed, or the environment removed, before the call.
	ErrFreed = errors.New("already freed")

	// ErrNotMember reports that the calling rank is not in the environment that the call is about.
	ErrNotMember = errors.New("rank is not a member")

	// ErrExists reports that a registry already has an environment of that name.
	ErrExists = errors.New("environment exists already")

	// ErrUnknown reports that a registry has no environment of that name.
	ErrUnknown = errors.New("unknown environment")
)

// CheckMessage checks the arguments of Send and Recv: a rank of a communicator of the given size, and a tag.
// Implementations of Communicator call it first, so that they all refuse the same arguments with the same
// message. The error matches ErrInvalid.
func CheckMessage(rank, tag, size int) error {
	if rank < 0 || rank >= size {
		return fmt.Errorf("rank %d is not in the communicator of %d ranks (0 to %d): %w",
			rank, size, size-1, ErrInvalid)
	}
	if tag < 0 || tag > MaxTag {
		return fmt.Errorf("tag %d of a message with rank %d of %d is not between 0 and %d: %w",
			tag, rank, size, MaxTag, ErrInvalid)
	}
	return nil
}

// CheckRanks checks the argument of Create: at least one rank of a communicator of the given size, without
// duplicates. The error matches ErrInvalid.
func CheckRanks(ranks []int, size int) error {
	if len(ranks) == 0 {
		return fmt.Errorf("the list of ranks is empty, expected 1 to %d ranks: %w", size, ErrInvalid)
	}
	if len(ranks) > size {
		return fmt.Errorf("%d ranks of a communicator that has only %d: %w", len(ranks), size, ErrInvalid)
	}
	place := make([]bool, size)
	for i, rank := range ranks {
		if rank < 0 || rank >= size {
			return fmt.Errorf("rank %d (place %d of the list) is not in the communicator of %d ranks (0 to %d): %w",
				rank, i, size, size-1, ErrInvalid)
		}
		if place[rank] {
			return fmt.Errorf("rank %d stands twice in the list of ranks, again in place %d: %w", rank, i, ErrInvalid)
		}
		place[rank] = true
	}
	return nil
}

// CheckStrided is CheckRanks for the n ranks first, first+stride, …; stride is at least 1. The error
// matches ErrInvalid.
func CheckStrided(n, first, stride, size int) error {
	switch {
	case n <= 0:
		return fmt.Errorf("%d ranks asked for, expected 1 to %d: %w", n, size, ErrInvalid)
	case n > size:
		return fmt.Errorf("%d ranks asked for, of %d: %w", n, size, ErrInvalid)
	case first < 0 || first >= size:
		return fmt.Errorf("first rank %d is not one of %d (0 to %d): %w", first, size, size-1, ErrInvalid)
	case stride < 1:
		return fmt.Errorf("stride %d, expected at least 1: %w", stride, ErrInvalid)
	case n > 1 && (size-1-first)/(n-1) < stride: // not first+(n-1)*stride, which could overflow
		return fmt.Errorf("the last of %d ranks from %d with stride %d is beyond rank %d, the last of %d: %w",
			n, first, stride, size-1, size, ErrInvalid)
	}
	return nil
}
