package machenv

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/go-hpc/timers/internal/rankset"
)

// A Group holds the ranks that took part in a round, as a communicator that is used until the next one. Every
// message has a timeout, that of the rounds if it has none of its own, and ends at once with an error that
// matches ErrLost if the others have gone on to a later round.
//
// A message keeps the tag that it would have without the Group. A long one is announced and sent only when
// its receiver asks for it, so that none is under way to a rank that no longer takes it: MPI could not end
// then.
type Group struct {
	rounds     *Rounds
	members    rankset.Set
	all        bool
	spread     bool // over several hosts
	placed     bool // all of them know where all ranks are, or have tried to find out
	rank       int
	call, step uint64
}

var _ Communicator = (*Group)(nil)

func newGroup(r *Rounds, v *verdict) *Group {
	n := v.present.Len()
	return &Group{
		rounds: r, members: v.present, all: n == r.size, spread: v.spread, placed: v.placed,
		rank: v.present.Index(r.rank), call: v.call, step: v.step,
	}
}

// Rank returns the position of the calling rank in the group.
func (g *Group) Rank() int { return g.rank }

// Size returns the number of ranks in the group.
func (g *Group) Size() int { return g.members.Len() }

// RankOf converts a rank of the group to a rank in the communicator of the rounds.
func (g *Group) RankOf(rank int) int {
	if g.all {
		return rank
	}
	return g.members.At(rank)
}

// Nodes returns which ranks are on which node, for operations that go node by node, or nil if all are
// on one host, if ranks are missing, or if it is unknown. The first call for ranks on several hosts is
// collective, and uses FindNodes.
//
// No rank waits longer than Prompt for all of it, or the others would take it for lost. If another rank
// is lost meanwhile and only some ranks find out, their operations over different trees fail in time,
// and they try again after the next round.
func (g *Group) Nodes() *Nodes {
	if !g.all || !g.spread {
		return nil
	}
	if !g.placed {
		g.placed = true
		levels := BinomialTree(0, g.Size()).Levels
		g.rounds.nodes, _ = findNodes(g, g.rounds.hostKey, g.Prompt()/time.Duration(4*(levels+1)))
	}
	return g.rounds.nodes
}

// Part returns a group of some of the ranks, in ascending order, which must include the calling one.
func (g *Group) Part(ranks []int) *Group {
	part := *g
	part.members, part.all = nil, false
	for _, rank := range ranks {
		part.members = part.members.And(g.RankOf(rank))
	}
	part.rank = part.members.Index(g.rounds.rank)
	return &part
}

// Prompt returns how long to wait for a rank of the group, which is known to be present.
func (g *Group) Prompt() time.Duration { return g.rounds.grace }

// short is the longest message that every MPI sends without its receiver.
const short = 2048

// Below the data of a message stand its round, 16 bytes, and one of them.
const (
	groupWhole    = byte(iota)
	groupAnnounce // the data are the number of the message that is to come
)

const groupTrailer = 17

func (g *Group) stamp(data []byte, kind byte) []byte {
	b := make([]byte, 0, len(data)+groupTrailer)
	b = binary.LittleEndian.AppendUint64(append(b, data...), g.call)
	return append(binary.LittleEndian.AppendUint64(b, g.step), kind)
}

// unstamp returns the data of a message, and whether it is of this round and of that kind.
func (g *Group) unstamp(data []byte) (body []byte, kind byte, own bool) {
	at := len(data) - groupTrailer
	if at < 0 {
		return nil, 0, false
	}
	own = binary.LittleEndian.Uint64(data[at:]) == g.call && binary.LittleEndian.Uint64(data[at+8:]) == g.step
	return data[:at:at], data[at+16], own
}

// Send sends to a rank of the group.
func (g *Group) Send(to, tag int, data []byte, timeout time.Duration) error {
	if err := CheckMessage(to, tag, g.Size()); err != nil {
		return fmt.Errorf("machenv: group: %w", err)
	}
	r, whom := g.rounds, g.RankOf(to)
	limit := g.limit(timeout)
	if len(data) <= short {
		return g.wrap(r.comm.Send(whom, tag, g.stamp(data, groupWhole), time.Until(limit)))
	}
	number := binary.LittleEndian.AppendUint64(nil, r.sent[whom])
	if err := r.comm.Send(whom, tag, g.stamp(number, groupAnnounce), time.Until(limit)); err != nil {
		return g.wrap(err)
	}
	for {
		asked, err := g.receive(whom, tagClear, limit)
		if err != nil {
			return err
		}
		if body, _, own := g.unstamp(asked); own && string(body) == string(number) {
			r.sent[whom]++
			return g.wrap(r.comm.Send(whom, tagBulk, data, max(time.Until(limit), time.Millisecond)))
		}
	}
}

// Recv takes the next message of a rank of the group.
func (g *Group) Recv(from, tag int, timeout time.Duration) ([]byte, error) {
	if err := CheckMessage(from, tag, g.Size()); err != nil {
		return nil, fmt.Errorf("machenv: group: %w", err)
	}
	whom, limit := g.RankOf(from), g.limit(timeout)
	for {
		data, err := g.receive(whom, tag, limit)
		if err != nil {
			return nil, err
		}
		body, kind, own := g.unstamp(data)
		switch {
		case !own: // of a round that was given up
		case kind == groupAnnounce && len(body) == 8:
			return g.fetch(whom, body, limit)
		default:
			return body, nil
		}
	}
}

// fetch asks for a long message. Those before it that came too late are dropped.
func (g *Group) fetch(whom int, number []byte, limit time.Time) ([]byte, error) {
	r := g.rounds
	if err := r.comm.Send(whom, tagClear, g.stamp(number, groupWhole), time.Until(limit)); err != nil {
		return nil, g.wrap(err)
	}
	for {
		data, err := g.receive(whom, tagBulk, limit)
		if err != nil {
			return nil, err
		}
		r.taken[whom]++
		if r.taken[whom] > binary.LittleEndian.Uint64(number) {
			return data, nil
		}
	}
}

// limit is when a message is given up.
func (g *Group) limit(timeout time.Duration) time.Time {
	most := max(g.rounds.patience, g.rounds.grace)
	if timeout <= 0 || timeout > most {
		timeout = most
	}
	return time.Now().Add(timeout)
}

// receive waits in steps, between which it looks whether the others still wait for this rank.
func (g *Group) receive(whom, tag int, limit time.Time) ([]byte, error) {
	r := g.rounds
	for step := 10 * time.Millisecond; ; step = min(2*step, 100*time.Millisecond) {
		left := time.Until(limit)
		data, err := r.comm.Recv(whom, tag, max(min(left, step), 1))
		switch {
		case err == nil || !errors.Is(err, ErrTimeout):
			return data, g.wrap(err)
		case r.called():
			return nil, fmt.Errorf("machenv: group of %d ranks: the others go on: %w", g.Size(), ErrLost)
		case left <= step:
			return nil, g.wrap(err)
		}
	}
}

func (g *Group) wrap(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("machenv: group of %d ranks: %w: %w", g.Size(), ErrLost, err)
}

// Barrier returns an error, since a round is a barrier already.
func (g *Group) Barrier() error {
	return fmt.Errorf("machenv: barrier of a group: %w", ErrInvalid)
}

// Create returns an error, since groups only exchange messages.
func (g *Group) Create([]int) (Communicator, error) {
	return nil, fmt.Errorf("machenv: communicator of a group: %w", ErrInvalid)
}

// Free does nothing.
func (g *Group) Free() error { return nil }
