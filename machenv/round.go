package machenv

import (
	"errors"
	"slices"
	"time"

	"github.com/go-hpc/timers/internal/rankset"
)

// round is one round in one rank.
type round struct {
	*Rounds
	q         *Question
	begin     time.Time
	patience  time.Duration
	speakers  []int // who may speak for all, in this order
	candidate int   // this rank's place among them; -1 if it has none

	heard  rankset.Set // ranks that are here, as far as this rank knows
	direct rankset.Set // those of them that have said so to this rank alone
	kinds  []kindRanks
	joined []byte
	host   uint64 // of the ranks that were heard of; 0 for several
	placed bool   // they know where all ranks are

	promised uint64        // the ballot of the last one that speaks for all
	caller   int           // who that was, if it has asked for this rank; -1 if not
	leading  bool          // this rank speaks for all
	ask      time.Time     // when ranks that were not heard of are asked whether they are here
	window   time.Duration // in which they answer
	end      time.Time     // when ranks that have not answered are given up
	takeOver time.Time     // when this rank speaks for all, unless somebody else does
	doubted  time.Time     // when it has asked those that should; zero: not yet
	asked    time.Time     // when it has asked the others as well
	here     bool          // one of those that should has answered
	answered rankset.Set   // others that have
	verdict  *verdict
	behind   bool  // the others are in a later round
	broken   error // of the communicator
}

func newRound(r *Rounds, q *Question) *round {
	x := &round{Rounds: r, q: q, begin: time.Now(), patience: r.patience, speakers: r.spokesmen(), caller: -1}
	// Ranks are asked while the patience lasts, so that it is all that others wait for those that are lost. Those that come
	// straight from another round are not: who is called gives up what it still does there.
	x.window = max(r.grace/2, min(r.grace, leastGrace))
	ask := max(x.patience-x.window, x.patience/8)
	if q.Prompt {
		x.patience, x.window = max(r.grace, min(q.Patience, r.patience)), r.grace
		ask = x.patience
	}
	if q.Heard { // the others are on their way to the next round
		ask, x.window = r.grace/8, r.grace/2
	}
	x.ask, x.end = x.begin.Add(ask), x.begin.Add(ask+x.window)
	x.candidate = slices.Index(x.speakers, r.rank)
	x.takeOver = x.end.Add(time.Duration(x.candidate-1) * r.grace)
	x.alone()
	return x
}

// alone forgets what was heard of others.
func (x *round) alone() {
	x.heard = rankset.One(x.rank)
	x.direct = nil
	x.kinds = []kindRanks{{x.q.Kind, x.heard}}
	x.joined = x.q.Own
	x.host, x.placed = x.hostKey, x.nodes != nil
}

func (x *round) run() (*verdict, error) {
	place := x.members.Index(x.rank)
	switch {
	case place == 0:
		x.lead(0)
	case place < 0: // given up before: no rank waits for this one in the tree
		for _, s := range x.speakers {
			x.answer(s)
		}
	case x.collect(place):
		x.send(x.parent(), message{kind: tellReady, call: x.call, step: x.step, host: x.host, placed: x.placed, kinds: x.kinds, body: x.joined})
	}
	if x.q.Heard && x.verdict == nil && x.last != nil {
		return x.last, x.broken
	}
	return x.follow()
}

// collect takes in what the children have heard, and reports whether there is no more to wait for.
func (x *round) collect(place int) bool {
	limit := x.begin.Add(x.patience)
	if place == 0 {
		limit = x.ask
	}
	complete := true
	for depth := 0; place&(1<<depth) == 0 && place+1<<depth < x.members.Len(); depth++ {
		child := x.members.At(place + 1<<depth)
		complete = (x.await(child, limit) || x.gone[child]) && complete
	}
	return complete && !x.interrupted()
}

// parent is the rank that hears of others through this one; -1 if there is none.
func (x *round) parent() int {
	if place := x.members.Index(x.rank); place > 0 {
		return x.members.At(place & (place - 1))
	}
	return -1
}

// await waits until a rank is heard of. What is there at the end of the time still counts.
func (x *round) await(rank int, limit time.Time) bool {
	for more := true; more && !x.heard.Has(rank) && !x.gone[rank] && !x.interrupted(); {
		left := time.Until(limit)
		more = x.listen(rank, min(left, x.slice())) || left > 0
	}
	return x.heard.Has(rank)
}

// interrupted reports whether it is not for this rank any more to find out who is there.
func (x *round) interrupted() bool {
	return x.verdict != nil || x.caller >= 0 || x.behind || x.broken != nil
}

// slice is how long to wait for one rank without looking what others say.
func (x *round) slice() time.Duration {
	return min(max(time.Since(x.begin)/4, 2*time.Millisecond), 100*time.Millisecond)
}

// listen waits for a message of a rank, and if none comes looks what those say from whom a verdict may come.
// It reports whether there was one.
func (x *round) listen(rank int, wait time.Duration) bool {
	if x.hear(rank, wait) {
		return true
	}
	x.look()
	return false
}

func (x *round) look() {
	if x.before != nil {
		x.before.called()
	}
	if p := x.parent(); p >= 0 && !slices.Contains(x.speakers, p) {
		x.hearAll(p)
	}
	for _, s := range x.speakers {
		if s != x.rank {
			x.hearAll(s)
		}
	}
}

// hearAll takes the messages of a rank that are there.
func (x *round) hearAll(from int) {
	for x.hear(from, 0) {
	}
}

// hear takes a message.
func (x *round) hear(from int, wait time.Duration) bool {
	m, err := x.receive(from, wait)
	switch {
	case err == nil:
		x.take(from, m)
		return true
	case errors.Is(err, ErrRankDead):
		x.gone[from] = true
	case !errors.Is(err, ErrTimeout) && !errors.Is(err, errRound):
		x.broken = err
	}
	return false
}

// take acts on a message.
func (x *round) take(from int, m message) {
	order := m.compare(x.call, x.step)
	switch m.kind {
	case tellBack:
		x.back[from] = true
	case tellReady:
		x.takeReady(from, m, order)
	case tellCall:
		x.takeCall(from, m, order)
	case tellVerdict:
		x.takeVerdict(from, m, order)
	case tellTakeover:
		switch {
		case order > 0:
			x.keep(from, m)
		case order == 0:
			x.send(from, message{kind: tellHere, call: x.call, step: x.step})
		default:
			x.repeat(from, m)
		}
	case tellHere:
		switch first := slices.Index(x.speakers, from); {
		case order != 0:
		case first >= 0 && first < x.candidate:
			x.here = true
		default:
			x.answered = x.answered.And(from)
		}
	}
}

func (x *round) takeReady(from int, m message, order int) {
	switch {
	case order > 0:
		x.keep(from, m)
		return
	case order < 0 || x.heard.Has(from):
		return
	case m.direct:
		x.direct = x.direct.And(from)
	}
	if x.q.Join != nil && m.kinds[0].kind == x.q.Kind {
		x.joined = x.q.Join(x.joined, m.body)
	}
	if x.placed = x.placed && m.placed; x.host != m.host {
		x.host = 0
	}
	for _, k := range m.kinds {
		x.heard = x.heard.With(k.ranks)
	}
	x.kinds = addKinds(x.kinds, m.kinds)
}

func (x *round) takeCall(from int, m message, order int) {
	switch {
	case order < 0:
		x.repeat(from, m)
	case order > 0:
		x.keep(from, m)
		if v := m.verdict; v != nil && v.compare(x.call, x.step) == 0 {
			x.verdict = v
		} else {
			x.behind = true
		}
	case m.ballot >= x.promised:
		x.promised, x.caller = m.ballot, from
		x.takeOver = time.Now().Add(4 * x.grace)
		x.answer(from)
	}
}

// answer tells one that speaks for all that this rank is here.
func (x *round) answer(to int) {
	own := []kindRanks{{x.q.Kind, rankset.One(x.rank)}}
	x.send(to, message{
		kind: tellReady, call: x.call, step: x.step, direct: true,
		host: x.hostKey, placed: x.nodes != nil, kinds: own, body: x.q.Own,
	})
}

func (x *round) takeVerdict(from int, m message, order int) {
	switch {
	case order > 0:
		x.keep(from, m)
		x.behind = true
	case order == 0 && (m.verdict.ballot >= x.promised || x.leading):
		x.verdict = m.verdict
	case order < 0 && m.call >= x.since && (x.last == nil || m.verdict.compare(x.last.call, x.last.step) > 0):
		x.settle(m.verdict) // of a round that this rank has given up
		x.speakers = x.spokesmen()
		x.candidate = slices.Index(x.speakers, x.rank)
		x.behind = x.ended
		if !x.members.Has(x.rank) && !x.leading {
			x.send(from, message{kind: tellBack, call: x.call, step: x.step})
			x.answer(from)
		}
	}
}
