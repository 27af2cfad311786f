package machenv

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/go-hpc/timers/internal/rankset"
)

// ErrLost reports that ranks did not take part in a collective operation: they are dead, stopped or late, or
// this rank is.
var ErrLost = errors.New("ranks are missing")

// ErrLate reports that the others went on without this rank. Such errors match ErrLost, too.
var ErrLate = fmt.Errorf("too late: %w", ErrLost)

// ErrMismatch reports that other ranks called another collective operation.
var ErrMismatch = errors.New("ranks called different collective operations")

// Rounds are the collective operation of a communicator that ends even if ranks are late, stopped or dead.
// Broadcasts, gathers and reductions with a timeout are built on it: in a round the ranks find out which of
// them are present, each contributes something and all get one answer; and those present exchange whatever
// they like, in a [Group] of their own.
//
// Ranks tell their parent in a binomial tree which ranks they have heard of. Before its patience ends, rank 0
// asks the ranks it has not heard of one by one, since those below a lost rank only wait; then it tells all
// which ranks are present. If rank 0 itself is lost, rank 1 does so, or else rank 2. A rank that comes too
// late learns that it was given up. Messages are small, so that no MPI waits for their receiver. Each carries
// the number of its round, so that it is not taken for one of another round, and its operation, so that ranks
// that call different operations get an error instead of an answer.
//
// All ranks of the communicator make a Rounds of it, and open the same rounds in the same order. It belongs
// to one goroutine, and only one Rounds at a time may use the tags from FirstReservedTag on.
type Rounds struct {
	comm       Communicator
	rank, size int
	patience   time.Duration
	grace      time.Duration

	hostKey uint64
	nodes   *Nodes // where the ranks are, once Group.Nodes has found out

	members    rankset.Set // who took part in the last round
	call, step uint64      // of the last round
	since      uint64      // the call before which nothing matters any more
	last       *verdict
	ended      bool    // the others have had their last round without this rank
	unheard    bool    // in the last round nobody was heard of
	before     *Rounds // those that these succeed, until all ranks have come from there; see Succeed

	stash map[int][][]byte // by sender: messages of rounds to come
	gone  map[int]bool     // ranks of which the communicator says so
	back  map[int]bool     // ranks that were given up, and have noticed

	sent, taken map[int]uint64 // long messages to and from other ranks
}

// A Question describes the purpose of a round.
type Question struct {
	// Kind names the operation that the ranks have called, for messages. It is the same on all ranks.
	Kind string

	// Own is this rank's contribution, at most some hundred bytes. Join combines the contributions of two
	// ranks, in any order; one rank's contribution may be in both. Without Join nothing is combined.
	Own  []byte
	Join func(mine, theirs []byte) []byte

	// Decide makes the answer, on the one rank that speaks for all, from the combined contributions and the
	// list of missing ranks. Without it the answer is the combined contributions.
	Decide func(joined []byte, missing []int) []byte

	// Prompt means that all ranks come straight from the previous round, so the wait is short:
	// Group.Prompt, or Patience if that is longer, and never longer than the wait in other rounds.
	Prompt   bool
	Patience time.Duration

	// Heard means that no answer is expected: the round is only for ranks that have missed the verdict of the
	// last one, and the rank that speaks for all looks for them. Missing ranks are left out.
	Heard bool

	// Last means that this rank opens no further rounds. It is the same on all ranks.
	Last bool
}

// A Verdict is the result of a round, the same on all ranks that took part.
type Verdict struct {
	Answer  []byte
	Missing []int  // ranks that did not take part, ascending
	Wards   []int  // those of them that this rank is to answer for
	Group   *Group // those that did; its rank 0 is the one that speaks for all
}

// Lacks returns an error that matches ErrLost if one of these ranks took part in the round, although an
// operation went on without it.
func (v *Verdict) Lacks(without []Range) error {
	for _, r := range without {
		for rank := r.First; rank <= r.Last; rank++ {
			if _, missing := slices.BinarySearch(v.Missing, rank); !missing {
				return fmt.Errorf("%w: rank %d", ErrLost, rank)
			}
		}
	}
	return nil
}

// Bounds of the time in which a rank that waits in a round answers, on a machine that is busy.
const (
	leastGrace = 2 * time.Second
	mostGrace  = time.Minute
)

// known is the rounds of communicators of this process, so that whoever uses one goes on in step.
var known = struct {
	sync.Mutex
	rounds map[Communicator]*Rounds
}{rounds: make(map[Communicator]*Rounds)}

// RoundsOf returns the rounds of a communicator: the same to all who use it, until ForgetRounds. Patience
// is as for NewRounds.
func RoundsOf(comm Communicator, patience time.Duration) *Rounds {
	if !reflect.ValueOf(comm).Comparable() {
		return NewRounds(comm, patience)
	}
	known.Lock()
	defer known.Unlock()
	r := known.rounds[comm]
	if r == nil {
		r = NewRounds(comm, patience)
		known.rounds[comm] = r
	}
	r.SetPatience(patience)
	return r
}

// ForgetRounds forgets the rounds of a communicator that is no longer used.
func ForgetRounds(comm Communicator) {
	if !reflect.ValueOf(comm).Comparable() {
		return
	}
	known.Lock()
	defer known.Unlock()
	delete(known.rounds, comm)
}

// NewRounds returns new rounds of a communicator. Patience is how long ranks wait for a missing one. It
// is not collective.
func NewRounds(comm Communicator, patience time.Duration) *Rounds {
	r := &Rounds{
		comm: comm, rank: comm.Rank(), size: comm.Size(), members: rankset.UpTo(comm.Size()), hostKey: hostKey(comm),
		stash: make(map[int][][]byte), gone: make(map[int]bool), back: make(map[int]bool),
		sent: make(map[int]uint64), taken: make(map[int]uint64),
	}
	r.SetPatience(patience)
	return r
}

// Succeed returns rounds of another communicator of the same ranks, agreed on in the last round. They
// pass that verdict on to ranks that have not heard it because their informant is lost: such a rank
// would otherwise stay with the old rounds, along with the ranks that it speaks for.
func (r *Rounds) Succeed(comm Communicator, patience time.Duration) *Rounds {
	next := NewRounds(comm, patience)
	next.before, next.nodes = r, r.nodes
	return next
}

// SetPatience changes how long ranks wait for a missing one, from the next round on. Rank 0's setting
// counts; the others wait for rank 0 as long as their own setting.
func (r *Rounds) SetPatience(patience time.Duration) {
	r.patience = min(max(patience, time.Millisecond), 365*24*time.Hour)
	r.grace = min(max(r.patience, leastGrace), mostGrace)
}

// Open holds a round that any rank may join, whatever it has missed. An error that matches ErrLost
// means that this rank came too late, or reaches nobody; the others go on without it. If it came too
// late it gets an answer beside the error. All ranks that took part return an error that matches
// ErrMismatch. Missing ranks are not an error: the following operations are for the ranks present.
func (r *Rounds) Open(q Question) (*Verdict, error) {
	r.call++
	r.step = 0
	return r.muster(&q)
}

// Ask holds a further round of the ranks that took part in the last one.
func (r *Rounds) Ask(q Question) (*Verdict, error) {
	r.step++
	return r.muster(&q)
}

// Restart is for ranks that know by other means that all of them are present, in one operation: rounds go on
// as if none had been missed.
func (r *Rounds) Restart() {
	const apart = 1 << 40
	r.call, r.step = (r.call/apart+1)*apart, 0
	r.members, r.ended, r.last, r.since = rankset.UpTo(r.size), false, nil, r.call
	clear(r.back)
}

func (r *Rounds) muster(q *Question) (*Verdict, error) {
	if r.ended {
		return nil, fmt.Errorf("machenv: %s: rank %d: the other ranks have ended: %w", q.Kind, r.rank, ErrLate)
	}
	v, err := newRound(r, q).run()
	r.unheard = errors.Is(err, errNoVerdict)
	if err != nil {
		return nil, fmt.Errorf("machenv: %s: rank %d: %w: %w", q.Kind, r.rank, ErrLost, err)
	}
	here := v.present.Has(r.rank)
	r.settle(v)
	if !here {
		r.send(v.root, message{kind: tellBack, call: r.call, step: r.step})
	}
	out := &Verdict{Answer: v.answer, Missing: rankset.UpTo(r.size).Without(v.present)}
	switch {
	case v.mismatch != "" && here:
		return nil, fmt.Errorf("machenv: %s: %w: %s", q.Kind, ErrMismatch, v.mismatch)
	case v.mismatch != "" || !here:
		return out, fmt.Errorf("machenv: %s: %w: the others (%s of %d) go on without rank %d", q.Kind, ErrLate, named(v.present), r.size, r.rank)
	}
	if out.Group, out.Wards = newGroup(r, v), r.nodes.wards(out.Missing); out.Group.Rank() == 0 {
		out.Wards = out.Missing
	}
	return out, nil
}

// settle takes over who is there.
func (r *Rounds) settle(v *verdict) {
	r.members, r.last = v.present, v
	if v.present.Len() == r.size { // nobody is left behind in the rounds before
		r.before = nil
	}
	r.ended = v.last && !v.present.Has(r.rank)
	maps.DeleteFunc(r.back, func(rank int, _ bool) bool { return v.present.Has(rank) })
}

// send sends a message that is small enough not to wait for its receiver. Whether it arrives shows in what
// comes back.
func (r *Rounds) send(to int, m message) {
	if to == r.rank || r.gone[to] {
		return
	}
	if err := r.comm.Send(to, tagRound, m.encode(), min(r.grace, time.Second)); errors.Is(err, ErrRankDead) {
		r.gone[to] = true
	}
}

// receive takes the next message of a rank: of those that were put aside first.
func (r *Rounds) receive(from int, wait time.Duration) (message, error) {
	for i, data := range r.stash[from] {
		m, err := parseMessage(data, r.size)
		if err == nil && m.compare(r.call, r.step) > 0 {
			continue
		}
		r.stash[from] = append(r.stash[from][:i:i], r.stash[from][i+1:]...)
		return m, err
	}
	data, err := r.comm.Recv(from, tagRound, max(wait, 1)) // also of one that is gone: it may have said something before
	if err != nil {
		return message{}, err
	}
	return parseMessage(data, r.size)
}

// keep puts a message of a later round aside. Who would speak for all there, and not this rank, hears that it is on its way.
func (r *Rounds) keep(from int, m message) {
	if m.kind == tellTakeover && uint64(slices.Index(r.spokesmen(), r.rank)) > m.ballot { // also of none, which is -1
		r.send(from, message{kind: tellHere, call: m.call, step: m.step})
	}
	r.stash[from] = append(r.stash[from], m.encode())
}

// spokesmen are the ranks that speak for all: the first, or else the next that is there.
func (r *Rounds) spokesmen() []int {
	list := make([]int, 0, 3)
	for i := range min(3, r.members.Len()) {
		list = append(list, r.members.At(i))
	}
	return list
}

// called reports whether one of those that speak for all goes on without waiting for this rank: it looks
// for it in vain in a later round. To one that looks for it in the last round it tells how that has ended.
func (r *Rounds) called() bool {
	if r.before != nil {
		r.before.called()
	}
	for _, s := range r.spokesmen() {
		for s != r.rank {
			data, err := r.comm.Recv(s, tagRound, 1)
			if err != nil {
				break
			}
			switch m, err := parseMessage(data, r.size); {
			case err != nil:
			case m.kind == tellBack:
				r.back[s] = true
			case m.compare(r.call, r.step) > 0:
				r.keep(s, m)
			default:
				r.repeat(s, m)
			}
		}
		if slices.ContainsFunc(r.stash[s], func(data []byte) bool {
			m, err := parseMessage(data, r.size)
			return err == nil && m.compare(r.call, r.step) > 0 && (m.kind == tellCall || m.kind == tellVerdict)
		}) {
			return true
		}
	}
	return false
}

// repeat tells the last verdict to a rank that has missed it.
func (r *Rounds) repeat(to int, m message) {
	asks := m.kind == tellCall || m.kind == tellTakeover
	if v := r.last; asks && v != nil && v.compare(m.call, m.step) == 0 {
		r.send(to, message{kind: tellVerdict, call: v.call, step: v.step, verdict: v})
	}
}

// Size returns the number of ranks of the communicator.
func (r *Rounds) Size() int { return r.size }
