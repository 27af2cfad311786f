package machenv

import "time"

// Communicator is the part of a message-passing library that this module needs: point-to-point messages
// within a fixed group of ranks, and the creation of smaller groups. It is small on purpose, so that any MPI
// binding can be adapted in some fifty lines; everything else (broadcasts, splits, reductions) is built on
// it.
//
// A Communicator belongs to one rank and is used by one goroutine at a time.
type Communicator interface {
	// Rank is the position of the calling rank in the group, from 0 to Size()-1.
	Rank() int

	// Size returns the number of ranks in the group.
	Size() int

	// Send delivers data to rank to under tag. It may return as soon as data can be reused, or
	// only when the receiver has taken the message. A positive timeout bounds the wait: after
	// it Send returns an error that matches ErrTimeout and the message may or may not arrive.
	// Zero waits for as long as it takes. An adapter that cannot bound a wait ignores timeout.
	// Messages between two ranks under the same tag arrive in the order in which they were sent.
	Send(to, tag int, data []byte, timeout time.Duration) error

	// Recv returns the next message from rank from under tag. The slice belongs to the caller.
	// Timeout is as for Send.
	Recv(from, tag int, timeout time.Duration) ([]byte, error)

	// Barrier returns when all ranks of the group have entered it.
	Barrier() error

	// Create makes a communicator of the given ranks of this one, in that order. All ranks of
	// this communicator call it with the same list; those that are not in the list get nil.
	Create(ranks []int) (Communicator, error)

	// Free releases what Create (or the library) allocated for this communicator. It is
	// collective over the group. The communicator must not be used afterwards.
	Free() error
}

// Tags of messages are integers from 0 to MaxTag; MPI guarantees no more.
const MaxTag = 32767
