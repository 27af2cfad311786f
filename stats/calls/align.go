package calls

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"time"

	"github.com/go-hpc/timers/machenv"
)

// Alignment is where a rank's clock stands against that of rank 0, which is the clock of all: at the
// time Local of the rank it is Local + Offset on that clock, within Error.
type Alignment struct {
	Known  bool  // the others are of no use without it
	Local  int64 // ns of the rank's clock
	Offset int64 // ns
	Error  int64 // ns, 0 on rank 0

	Steps int  // measured links between the rank and rank 0
	Hosts int  // hosts of all ranks
	Apart bool // the clock differs from that of the host's other ranks, and was measured separately
}

const (
	alignTrials = 20 // of a link between hosts
	checkTrials = 5  // of a link within a host

	// sameClock is how far apart two ranks of a host may read the one clock that they share, in ns: the
	// kernel keeps it from going back between processors, but a time stamp counter that is read without a
	// fence may be read some tens of ns before or after the surrounding instructions.
	sameClock = 100

	// maxDrift is how fast two clocks may diverge, as a share: 1/maxDrift is 500 ppm, the most by which Linux
	// corrects a clock, and several times the difference between two crystals.
	maxDrift = 2000
)

// Align measures the clock of each rank against that of rank 0. All ranks of the communicator call it;
// now is the rank's own clock in ns, and host the name of its host. It takes some milliseconds.
//
// Ranks of one host share a clock, which is checked. Of each host the lowest rank measures its clock
// against that of another host's along a binomial tree, by messages that go there and back: the other
// clock was read at some time between the two readings of the own one. So the error is half of the
// shortest of 20 such ways, or less where the others narrow it; it is added up along the tree, with what the
// clocks may drift (500 ppm at most is taken for granted) between one measurement and the next. Nothing is
// assumed of the network: a message that takes longer in one direction than in the other, or waits, makes
// the error larger and not wrong.
//
// A rank sends some 20·log₂ of the number of hosts messages, and 5·log₂ of its host's ranks.
//
// With a timeout no wait is longer than some 4·log₂P times that. A rank that does not answer is left out, and
// with it the ranks that can be reached only through it: theirs is not Known, and the error matches [ErrLost].
func Align(c machenv.Communicator, host string, now func() int64, timeout time.Duration) (Alignment, error) {
	own, hosts, err := findHosts(newLink(c, AlignTag, timeout), host)
	if own == nil {
		return Alignment{}, err
	}
	a := aligner{link: newLink(c, AlignTag, timeout), now: now, hosts: len(hosts), limit: levels(len(hosts)) + levels(len(own))}
	a.alignment.Hosts = len(hosts)
	errs := []error{err}
	within := position{members: own, at: placeOf(own, c.Rank())}
	inner := a.measure(&within, checkTrials)
	var outer *edge
	between := position{members: hosts, at: placeOf(hosts, own[0])}
	if within.at == 0 {
		outer = a.measure(&between, alignTrials)
	}
	switch {
	case c.Rank() == 0:
		a.alignment.Known, a.alignment.Local = true, now()
	case within.at == 0:
		errs = append(errs, a.learn(&between, outer, false))
	default:
		errs = append(errs, a.learn(&within, inner, true))
	}
	if within.at == 0 {
		a.pass(&between)
	}
	a.pass(&within)
	errs = append(errs, a.errs...)
	result := a.alignment
	if result.Known && within.at != 0 && !result.Apart {
		result.Error += sameClock
	}
	return result, errors.Join(errs...)
}

// position is the place of a rank in a binomial tree of some ranks. The parent of place i is the place
// without the lowest one-bit of i.
type position struct {
	members []int
	at      int
	last    map[int]int64 // what the child of a round was measured at last, by its place
}

func placeOf(members []int, rank int) int {
	for i, m := range members {
		if m == rank {
			return i
		}
	}
	return 0
}

func (p *position) parent() int { return p.members[p.at&(p.at-1)] }

// children calls f for the places of the children, the one with the fewest ranks behind it first.
func (p *position) children(f func(place, round int)) {
	for round := 0; p.at+1<<round < len(p.members); round++ {
		if p.at&(1<<round) != 0 {
			return
		}
		f(p.at+1<<round, round)
	}
}

// aligner is one Align in one rank.
type aligner struct {
	link      *link
	now       func() int64
	hosts     int
	limit     int // depth of both trees
	alignment Alignment
	errs      []error
}

// edge is a round trip to the parent: its clock read there at a time between sent and back.
type edge struct {
	sent, back int64 // of the own clock
	there      int64 // of the parent's
	last       int64 // what the last message has said, by which its answer is known
}

// measure measures the clocks of the children's links and that of the own one. In round k the ranks whose
// places differ in bit k alone meet, so that all links of a round are measured at the same time, and nobody
// waits for a rank that waits for it: a rank first serves its children, in the order of the rounds, and then
// asks its parent.
func (a *aligner) measure(p *position, trials int) *edge {
	p.last = map[int]int64{}
	p.children(func(place, round int) {
		if err := a.serve(p, place, round, trials); err != nil {
			a.errs = append(a.errs, fmt.Errorf("%w: clock of rank %d: %w", ErrLost, p.members[place], err))
		}
	})
	if p.at == 0 {
		return nil
	}
	e, err := a.ask(p.parent(), bits.TrailingZeros(uint(p.at)), trials)
	if err != nil {
		a.errs = append(a.errs, fmt.Errorf("%w: clock of rank %d: %w", ErrLost, p.parent(), err))
		return nil
	}
	return e
}

func (a *aligner) serve(p *position, place, round, trials int) error {
	child := p.members[place]
	for range trials {
		question, err := a.link.recv(child, round+2)
		if err != nil {
			return err
		}
		read := a.now()
		q := parser{data: question}
		p.last[place] = q.int()
		if err := q.end(); err != nil {
			return err
		}
		if err := a.link.send(child, binary.AppendVarint(question[:len(question):len(question)], read), round+2); err != nil {
			return err
		}
	}
	return nil
}

func (a *aligner) ask(parent, round, trials int) (*edge, error) {
	var tried []edge
	last := int64(math.MinInt64)
	for range trials {
		sent := max(a.now(), last+1) // each message says something else
		last = sent
		if err := a.link.send(parent, binary.AppendVarint(nil, sent), round+3); err != nil {
			return nil, err
		}
		there, err := a.answer(parent, round, sent)
		if err != nil {
			return nil, err
		}
		tried = append(tried, edge{sent: sent, back: max(a.now(), sent), there: there})
	}
	best := narrowest(tried)
	best.last = last
	return &best, nil
}

// narrowest returns the shortest round trip, narrowed by the others: one whose way there was fast bounds the
// other clock on one side, one whose way back was fast on the other. It does not say more than they do, for
// the clocks may have drifted in between.
func narrowest(tried []edge) edge {
	best := slices.MinFunc(tried, func(a, b edge) int { return cmp.Compare(a.back-a.sent, b.back-b.sent) })
	least, most := best.there-best.back, best.there-best.sent // that the other clock is ahead
	for _, e := range tried {
		d := drift(e.there - best.there)
		if e.there == best.there {
			d = 0
		}
		least, most = max(least, e.there-e.back-d), min(most, e.there-e.sent+d)
	}
	if least > most {
		return best // the clocks run apart faster than they should
	}
	best.sent, best.back = best.there-most, best.there-least
	return best
}

// answer passes over answers to messages that an earlier Align has given up.
func (a *aligner) answer(parent, round int, sent int64) (int64, error) {
	for {
		data, err := a.link.recv(parent, round+3)
		if err != nil {
			return 0, err
		}
		r := parser{data: data}
		echo, there := r.int(), r.int()
		if r.end() == nil && echo == sent {
			return there, nil
		}
	}
}

// learn takes the parent's alignment and makes the own one of it.
func (a *aligner) learn(p *position, e *edge, sameHost bool) error {
	if e == nil {
		return nil // measure has told
	}
	for {
		data, err := a.link.recv(p.parent(), 2*a.limit+2+bits.OnesCount(uint(p.at)))
		if err != nil {
			return fmt.Errorf("%w: clock of rank %d: %w", ErrLost, p.parent(), err)
		}
		r := parser{data: data}
		echo := r.int()
		parent := Alignment{Known: r.uint() == 1, Local: r.int(), Offset: r.int(), Error: r.int(), Steps: int(r.int()), Apart: r.uint() == 1}
		if r.end() != nil || echo != e.last {
			continue // of an Align that was given up
		}
		if !parent.Known {
			return fmt.Errorf("%w: rank %d, whose clock this one is measured by, does not know its own", ErrLost, p.parent())
		}
		a.alignment = a.derive(parent, e, sameHost)
		return nil
	}
}

func (a *aligner) derive(parent Alignment, e *edge, sameHost bool) Alignment {
	parent.Hosts = a.hosts
	if sameHost && e.there-e.back <= sameClock && e.there-e.sent >= -sameClock {
		return parent // nothing speaks against the one clock
	}
	own := parent
	own.Steps++
	own.Apart = sameHost
	half := (e.back - e.sent + 1) / 2
	own.Local = e.sent + half
	own.Offset = e.there + parent.Offset - own.Local
	own.Error = parent.Error + half + half/maxDrift + 1
	if parent.Steps > 0 { // otherwise it is the clock of rank 0, which cannot drift against itself
		own.Error += drift(e.there - parent.Local)
	}
	return own
}

// drift returns how far clocks may diverge in a time.
func drift(d int64) int64 { return max(d, -d)/maxDrift + 1 }

// pass tells the children.
func (a *aligner) pass(p *position) {
	own := &a.alignment
	p.children(func(place, _ int) {
		last, served := p.last[place]
		if !served {
			return
		}
		data := binary.AppendVarint(nil, last)
		data = appendBool(data, own.Known)
		data = binary.AppendVarint(data, own.Local)
		data = binary.AppendVarint(data, own.Offset)
		data = binary.AppendVarint(data, own.Error)
		data = binary.AppendVarint(data, int64(own.Steps))
		data = appendBool(data, own.Apart)
		if err := a.link.send(p.members[place], data, 2*a.limit+3+bits.OnesCount(uint(p.at))); err != nil {
			a.errs = append(a.errs, fmt.Errorf("%w: clock of rank %d: %w", ErrLost, p.members[place], err))
		}
	})
}

func appendBool(dst []byte, b bool) []byte {
	if b {
		return append(dst, 1)
	}
	return append(dst, 0)
}
