package calls

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"slices"
)

// exchange brings blocks to their destinations, in ⌈log₂P⌉ rounds: in round k a rank sends to the rank 2ᵏ
// above the blocks with bit k in the distance that they still have to go. Blocks of one communicator meet on
// the way and become one. The results go back the way they came.
type exchange struct {
	link  *link
	epoch uint64
	room  int // records of others that can still be taken

	// wanted returns how many times of a channel the rank can use.
	wanted func(blockKey) int

	held    []*block                   // of messages, on their way
	joined  map[communicatorKey]*joint // of collective calls, on their way or here
	arrived map[blockKey]*block        // of messages, by what they tell
}

// joint is a communicator's block, and from where it came together.
type joint struct {
	*block
	rounds uint64 // in which something came
	result bool   // it is the whole of all members
}

func newExchange(l *link, epoch uint64, room int, wanted func(blockKey) int) *exchange {
	return &exchange{link: l, epoch: epoch, room: room, wanted: wanted, joined: map[communicatorKey]*joint{}, arrived: map[blockKey]*block{}}
}

// distance returns how far a rank is from this one, upwards and around.
func (x *exchange) distance(rank int) int {
	size := x.link.comm.Size()
	return (rank - x.link.comm.Rank() + size) % size
}

// add takes a block that begins here.
func (x *exchange) add(b *block) { x.take(b, 0) }

// take takes a block that came in a round. One for which there is no room is lost: its counterparts remain
// unmatched, and blocks that it is joined with have too few members.
func (x *exchange) take(b *block, rounds uint64) {
	if j := x.joined[b.communicator]; j != nil && b.kind == collectiveTimes {
		j.merge(b)
		j.rounds |= rounds
		return
	}
	here := b.destination == x.link.comm.Rank()
	if here && b.kind != collectiveTimes {
		if n := min(x.wanted(b.blockKey), len(b.times)); n > 0 {
			b.times = slices.Clone(b.times[:n])
			x.arrived[b.blockKey] = b
		}
		return
	}
	if rounds != 0 && !here {
		if x.room < b.size() {
			return
		}
		x.room -= b.size()
	}
	if b.kind == collectiveTimes {
		x.joined[b.communicator] = &joint{block: b, rounds: rounds}
	} else {
		x.held = append(x.held, b)
	}
}

// run does all rounds. The error names ranks that did not answer.
func (x *exchange) run() error {
	var errs []error
	rounds := levels(x.link.comm.Size())
	for k := range rounds {
		step := 1 << k
		data, err := x.swap(k, step, k+1, x.upwards(k))
		wrong := x.read(data, func(b *block) { x.take(b, uint64(step)) })
		if err = errors.Join(err, wrong); err != nil {
			errs = append(errs, fmt.Errorf("%w: round %d: %w", ErrLost, k, err))
		}
	}
	for _, j := range x.joined {
		j.result = x.distance(j.destination) == 0
	}
	for k := rounds - 1; k >= 0; k-- {
		step := 1 << k
		data, err := x.swap(rounds+k, -step, 2*rounds-k, x.downwards(k))
		if err = errors.Join(err, x.read(data, x.learn)); err != nil {
			errs = append(errs, fmt.Errorf("%w: round %d back: %w", ErrLost, k, err))
		}
	}
	return errors.Join(errs...)
}

// upwards returns what leaves in a round. What is nearer has left, or is here.
func (x *exchange) upwards(k int) []byte {
	var data []byte
	rest := x.held[:0]
	for _, b := range x.held {
		if x.distance(b.destination)&(1<<k) == 0 {
			rest = append(rest, b)
			continue
		}
		data = b.append(data)
		if b.source != x.link.comm.Rank() {
			x.room += b.size()
		}
	}
	x.held = rest
	for _, j := range x.joined {
		if d := x.distance(j.destination); d != 0 && bits.TrailingZeros(uint(d)) == k {
			data = j.append(data)
		}
	}
	return data
}

// downwards returns the results of what came in a round.
func (x *exchange) downwards(k int) []byte {
	var data []byte
	for _, j := range x.joined {
		if j.result && j.rounds&(1<<k) != 0 {
			data = j.append(data)
		}
	}
	return data
}

// learn takes a result.
func (x *exchange) learn(b *block) {
	if j := x.joined[b.communicator]; j != nil && b.kind == collectiveTimes {
		j.block, j.result = b, true
	}
}

func (x *exchange) read(data []byte, take func(*block)) error {
	p := parser{data: data}
	for len(p.data) > 0 {
		b := parseBlock(&p, x.link.comm.Size())
		if p.bad {
			break
		}
		take(b)
	}
	return p.end()
}

// swap sends to the rank that many above, and receives from the one that many below, without waiting for a
// ring of ranks that all send. What was received is returned even if sending failed.
func (x *exchange) swap(round, step, steps int, data []byte) ([]byte, error) {
	rank, size := x.link.comm.Rank(), x.link.comm.Size()
	to, from := ((rank+step)%size+size)%size, ((rank-step)%size+size)%size
	head := binary.AppendUvarint(binary.AppendUvarint(nil, x.epoch), uint64(round))
	data = append(head, data...)
	if rank/max(step, -step)%2 == 0 {
		sent := x.link.send(to, data, steps+1)
		answer, err := x.receive(from, round, steps+1)
		return answer, errors.Join(sent, err)
	}
	answer, err := x.receive(from, round, steps+1)
	return answer, errors.Join(err, x.link.send(to, data, steps+1))
}

// receive passes over what came too late for earlier calls and rounds.
func (x *exchange) receive(from, round, steps int) ([]byte, error) {
	for {
		data, err := x.link.recv(from, steps)
		if err != nil {
			return nil, err
		}
		p := parser{data: data}
		epoch, in := p.uint(), p.uint()
		switch {
		case p.bad, epoch > x.epoch:
			return nil, fmt.Errorf("%w: from rank %d", errMessage, from)
		case epoch == x.epoch && in == uint64(round):
			return p.data, nil
		}
	}
}
