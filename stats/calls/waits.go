package calls

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/go-hpc/timers/machenv"
)

// WaitKind says what a call has waited for.
type WaitKind uint8

const (
	// LateSender: a receive, or the completion of one, was entered before its message was sent.
	LateSender WaitKind = iota

	// LateReceiver: a synchronous send, or a send that lasted until then, was entered before its receive.
	LateReceiver

	// AtBarrier: other ranks came later to a barrier.
	AtBarrier

	// AtCollective: those came later to another collective operation without which it cannot end: all
	// others, or the root, or at the root the others.
	AtCollective

	waitKinds = iota
)

// String describes the kind in words.
func (k WaitKind) String() string {
	switch k {
	case LateSender:
		return "late sender"
	case LateReceiver:
		return "late receiver"
	case AtBarrier:
		return "at barrier"
	case AtCollective:
		return "at collective"
	}
	return fmt.Sprintf("kind %d", int(k))
}

// Wait is how long the calls of a function at one call path have waited for other ranks.
type Wait struct {
	Node, Track uint32
	Function    int // index in [Functions]
	Kind        WaitKind

	Calls     uint64 // that were looked at, whether they have waited or not
	Unmatched uint64 // whose partner is not known, for it was not recorded or might be another
	NotLooked uint64 // that were beyond the limit of records

	// Nanos is the sum of the calls' waits, and Uncertainty the most it may be off.
	Nanos, Uncertainty int64
}

// Told reports whether there is an answer: the wait is larger than its uncertainty, or there is surely none.
func (w *Wait) Told() bool { return told(w.Nanos, w.Uncertainty) }

func told(nanos, uncertainty int64) bool { return nanos > uncertainty || uncertainty == 0 }

// WaitOptions bound the work of [FindWaits].
type WaitOptions struct {
	// Records is how many of its first sends, receives and collective calls a rank reports to others; 0 means
	// 100 000. A rank passes on eight times as many for others.
	Records int

	// Timeout is how far apart ranks may call FindWaits without being left out. Zero means no limit.
	Timeout time.Duration

	// Epoch counts the calls of FindWaits over one communicator, the same on all ranks. It tells a message
	// that comes too late from one of the next call, and matters only with a Timeout.
	Epoch uint64
}

const (
	defaultRecords = 100_000
	carryFactor    = 8
)

// FindWaits finds out how long the calls of a rank have waited for other ranks. All ranks call it, over a
// communicator in which they have the ranks that they have in MPI_COMM_WORLD. At converts a time of the
// rank's clock to that of all ranks, with its error, as [Mapping.At] does.
//
// The n-th message from one rank to another with one tag in one communicator is received by the n-th
// receive that was posted for such a message, since MPI keeps their order; the n-th collective call on a
// communicator is the same operation on all its ranks. What comes after a call of which it is not known
// what it did (it failed, may have been cancelled, took a message from anyone and has not ended) is unmatched,
// as is what has no counterpart. The calls must be there from MPI_Init on, or from a moment at which no message was
// on its way, to the first that was dropped, and no call may still be running in another thread.
//
// What counts as wait:
//
//   - of a receive, and of the completion of receives, the time from its entry to that of the (last) send,
//     but not beyond its own end; of Waitsome to that of the first send;
//   - of tests (Test, Testall, …) that ask for the same receive time and again, and of probes (Iprobe, Improbe) before
//     a receive, the time from the first to the send, as one wait of the last; calls more than 10 µs apart are
//     taken for work between them, which does not count;
//   - of a synchronous send the time from its entry to that of the receive; of a standard send only if it
//     lasted longer than that, for otherwise it did not wait; of the completion of such sends, if it
//     completes no receives, likewise;
//   - of a barrier or other collective call the time from its entry to the last that it needs.
//
// The uncertainty of a wait is how far the errors of both clocks can change it: not at all for a wait that is
// far from zero and from its whole call, and completely for one shorter than the errors.
//
// Communicators are the same on different ranks if they have the same members and were the first, second, …
// to be made with those.
//
// A rank sends 2·⌈log₂P⌉ messages: in round k to the rank 2ᵏ above, and on the way back to the one below,
// with all that has to go there or farther; blocks of collective calls are joined on the way. With
// blocking sends each rank either sends or receives first, by bit k of its rank. Ranks could only wait for
// each other in a ring, one that steps by 2ᵏ; there the bit differs between ranks that are neighbours without
// going around the end, so not all of them send first and not all receive first, and the ring moves.
//
// With an error that matches [ErrLost] what could be found without some ranks is returned. Other ranks may
// have none: all go on to [ReduceWaits] all the same.
func FindWaits(c machenv.Communicator, r *Rank, at func(local int64) (global, uncertainty int64), o WaitOptions) ([]Wait, error) {
	if o.Records <= 0 {
		o.Records = defaultRecords
	}
	var fault error
	if r == nil || r.Rank != c.Rank() || r.Size != c.Size() {
		fault = fmt.Errorf("calls: waits of rank %d of %d: its record is that of another rank", c.Rank(), c.Size())
		r = &Rank{Rank: c.Rank(), Size: c.Size()} // the others wait for its messages
	}
	out := makeOutline(r, at, o.Records)
	x := newExchange(newLink(c, WaitTag, o.Timeout), o.Epoch, carryFactor*o.Records, out.wanted)
	for _, b := range out.blocks() {
		x.add(b)
	}
	lost := x.run()
	waits := out.assess(x)
	slices.SortFunc(waits, func(a, b Wait) int {
		return cmp.Or(cmp.Compare(a.Track, b.Track), cmp.Compare(a.Node, b.Node), cmp.Compare(a.Function, b.Function), cmp.Compare(a.Kind, b.Kind))
	})
	return waits, errors.Join(fault, lost)
}
