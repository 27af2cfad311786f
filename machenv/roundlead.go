package machenv

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/go-hpc/timers/internal/rankset"
)

// This file is how ranks come to a verdict: one speaks for all, the others wait for it.

// lead speaks for all: this rank finds out who is there and tells all. Ballot is its place among those that
// do so. Only the first has heard of others along the tree.
func (x *round) lead(ballot int) {
	x.leading = true
	defer func() { x.leading = false }()
	limit, certain := x.end, x.end
	if ballot == 0 {
		x.collect(0)
	} else if limit, certain = x.asked.Add(x.window), time.Now().Add(x.grace); x.asked.IsZero() {
		limit = certain
	}
	missing := x.members.Without(x.heard)
	if !x.interrupted() {
		for _, rank := range missing {
			x.send(rank, message{kind: tellCall, call: x.call, step: x.step, ballot: uint64(ballot), verdict: x.last})
			if b := x.before; b != nil && b.last != nil { // it may not have heard that there are these rounds
				b.send(rank, message{kind: tellVerdict, call: b.last.call, step: b.last.step, verdict: b.last})
			}
		}
		for _, rank := range missing {
			if x.hearAll(rank); x.answered.Has(rank) {
				x.await(rank, certain)
			} else {
				x.await(rank, limit)
			}
		}
		x.admit(certain)
		x.look() // somebody else may have given this rank up and speak for all by now
	}
	switch v := x.verdict; {
	case v != nil && ballot > 0:
		v.ballot = uint64(ballot)
		for _, rank := range missing {
			x.send(rank, message{kind: tellVerdict, call: v.call, step: v.step, verdict: v})
		}
	case !x.interrupted():
		x.decide(ballot)
	}
}

// admit takes in ranks that were given up before and are here again, in rounds in which any rank may come.
func (x *round) admit(limit time.Time) {
	if x.step != 0 {
		return
	}
	for _, rank := range rankset.UpTo(x.size).Without(x.members) {
		x.hearAll(rank)
		if x.back[rank] && !x.await(rank, limit) {
			delete(x.back, rank)
		}
	}
}

// decide makes the verdict and tells it: those that it has heard along the tree, those that it has heard
// directly, and those that it gives up.
func (x *round) decide(ballot int) {
	v := &verdict{
		call: x.call, step: x.step, ballot: uint64(ballot), root: x.rank,
		present: x.heard, told: x.direct, spread: x.host == 0, placed: x.placed, last: x.q.Last, mismatch: tellKinds(x.kinds), answer: x.joined,
	}
	absent := rankset.UpTo(x.size).Without(v.present)
	if v.mismatch != "" {
		v.answer, v.last = nil, false
	} else if x.q.Decide != nil {
		v.answer = x.q.Decide(x.joined, absent)
	}
	if x.q.Heard && x.last != nil {
		x.verdict = x.last
		return
	}
	x.verdict = v
	tell := message{kind: tellVerdict, call: v.call, step: v.step, verdict: v}
	x.forward(v)
	for _, rank := range v.told.Without(nil) {
		x.send(rank, tell)
	}
	for _, rank := range absent {
		x.send(rank, tell)
	}
}

// forward tells those of its children that count on it.
func (x *round) forward(v *verdict) {
	place := x.members.Index(x.rank)
	if place < 0 {
		return
	}
	depth := 0
	for place&(1<<depth) == 0 && place+1<<depth < x.members.Len() {
		depth++
	}
	for depth--; depth >= 0; depth-- { // those with the most ranks behind them first
		if child := x.members.At(place + 1<<depth); v.present.Has(child) && !v.told.Has(child) {
			x.send(child, message{kind: tellVerdict, call: v.call, step: v.step, verdict: v})
		}
	}
}

var (
	errNoVerdict = errors.New("no rank that could speak for all has answered")
	errBehind    = fmt.Errorf("%w: the others are in a later collective operation", ErrLate)
)

// follow waits for the verdict.
func (x *round) follow() (*verdict, error) {
	final := x.begin.Add(2*x.patience + 8*x.grace)
	if x.unheard { // it would cost the program as much at each of its operations
		final = x.begin.Add(2 * x.grace)
	}
	for {
		from := x.source()
		switch now := time.Now(); {
		case x.verdict != nil:
			if v := x.verdict; v.root != x.rank && !v.told.Has(x.rank) {
				x.forward(v)
			}
			return x.verdict, nil
		case x.broken != nil:
			return nil, x.broken
		case x.behind:
			return nil, errBehind
		case x.candidate > 0 && (now.After(x.takeOver) || from < 0):
			x.succeed()
		case from < 0 || now.After(final):
			return nil, errNoVerdict
		default:
			x.doubt(now)
			x.listen(from, x.slice())
		}
	}
}

// source is the rank that the verdict is expected from; -1 if it is in vain.
func (x *round) source() int {
	list := []int{x.caller, x.parent()}
	for i, s := range x.speakers {
		if x.candidate < 0 || i < x.candidate {
			list = append(list, s)
		}
	}
	i := slices.IndexFunc(list, func(rank int) bool { return rank >= 0 && rank != x.rank && !x.gone[rank] })
	if i < 0 {
		return -1
	}
	return list[i]
}

// doubt asks those that should speak for all whether they are here, some time before this rank does so in their place;
// and if they say nothing all others, so that it knows then for whom it has to wait.
func (x *round) doubt(now time.Time) {
	switch {
	case x.candidate <= 0 || x.caller >= 0 || x.here || now.Before(x.ask):
	case x.doubted.IsZero():
		x.doubted = now
		x.askWhetherHere(x.speakers[:x.candidate])
	case !x.q.Prompt && x.asked.IsZero() && now.After(x.doubted.Add(x.window/16)):
		x.asked = now
		x.askWhetherHere(x.members.Without(rankset.One(x.rank)))
	}
}

func (x *round) askWhetherHere(ranks []int) {
	for _, rank := range ranks {
		x.send(rank, message{kind: tellTakeover, call: x.call, step: x.step, ballot: uint64(x.candidate)})
	}
}

// succeed speaks for all if those that should do it do not answer.
func (x *round) succeed() {
	x.caller = -1
	if x.doubted.IsZero() {
		x.doubted, x.here = time.Now(), false
		x.askWhetherHere(x.speakers[:x.candidate])
	}
	limit := x.doubted.Add(x.window)
	for _, s := range x.speakers[:x.candidate] {
		for late := false; !x.here && !x.gone[s] && !x.interrupted() && !late; {
			late = !time.Now().Before(limit)
			x.listen(s, x.slice())
		}
	}
	if x.interrupted() {
		return
	}
	if !x.here {
		x.promised = uint64(x.candidate)
		x.alone()
		x.lead(x.candidate)
	}
	// Again if nobody speaks for all after all.
	x.takeOver = time.Now().Add(x.patience + 2*x.grace)
	x.ask, x.doubted, x.asked, x.here = x.takeOver.Add(-x.window), time.Time{}, time.Time{}, false
}
