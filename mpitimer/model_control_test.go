package mpitimer

import (
	"math/big"
	"slices"

	"github.com/go-hpc/timers/mpitimer/internal/byname"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

// What the oracle knows of verbs other than start and stop.

func (o *oracle) add(th *oThread, name string, total int64, calls int) {
	if o.closed {
		return
	}
	if total < 0 || calls < 0 {
		o.warn(engine.WarnValue, name)
		total, calls = max(total, 0), max(calls, 0)
	}
	if o.disabled > 0 {
		return
	}
	n, _ := o.find(th, want{name: name})
	if r := n.record(oGiven, th.way()); calls == 1 {
		r.add(total)
	} else { // nobody knows how long each took, and of no call the time counts all the same
		r.calls, r.total = r.calls+uint64(calls), r.total+total
	}
}

// startNamed is start below a limit of open regions; what is beyond is counted, so that its stop ends nothing.
func (o *oracle) startNamed(th *oThread, name string, limit int) {
	if o.disabled > 0 || o.closed {
		return
	}
	if th.beyond > 0 || th.regions() >= max(limit, 0) {
		th.beyond++
		return
	}
	o.start(th, want{name: name})
}

// regions is how many regions are open, without Total and recursive calls.
func (th *oThread) regions() (count int) {
	for _, f := range th.stack[th.floor:] {
		if f.node != nil && !f.nested {
			count++
		}
	}
	return count
}

func (o *oracle) stopNamed(th *oThread, name string) byname.Ended {
	if th.beyond > 0 && o.disabled == 0 && !o.closed {
		th.beyond--
		return byname.EndedLeftOut
	}
	return o.stopName(th, name)
}

// addNamed is add below the limit.
func (o *oracle) addNamed(th *oThread, name string, total int64, calls, limit int) {
	if th.beyond > 0 || th.regions() >= limit {
		return
	}
	o.add(th, name, total, calls)
}

// reset sets everything to zero. What runs goes on, from now.
func (o *oracle) reset() {
	for _, tree := range o.trees {
		tree.root.each(func(n *oNode) { o.resetNode(n) })
	}
	o.reported = [2]*oSnapshot{}
}

func (o *oracle) resetNode(n *oNode) {
	for _, r := range n.records {
		*r = oRecord{running: r.running, sample: r.sample, way: r.way, throttled: r.throttled}
		if f := r.running; f != nil {
			f.start = o.now()
			r.countdown = max(r.sample-1, 0)
			if f.read != nil {
				*f.read = o.read()
			}
		}
	}
}

// each visits the nodes below n, parents before children.
func (n *oNode) each(f func(n *oNode)) {
	for _, c := range n.children {
		f(c)
		c.each(f)
	}
}

func (o *oracle) resetNamed(name string) (found bool) {
	for _, tree := range o.trees {
		tree.root.each(func(n *oNode) {
			if n.defined && n.name == name && (n.parent.parent != nil || name != TotalName) {
				found = true
				o.resetNode(n)
			}
		})
	}
	for _, s := range o.reported {
		if s != nil && found {
			s.forget(name)
		}
	}
	return found
}

// forget takes the regions of a name out of a snapshot.
func (s *oSnapshot) forget(name string) {
	s.lines = slices.DeleteFunc(s.lines, func(l oLine) bool {
		names := namesOf(l.key)
		return len(names) > 1 && names[len(names)-1] == name
	})
}

// interval begins a new one.
func (o *oracle) interval(which int) {
	for _, tree := range o.trees {
		tree.root.each(func(n *oNode) {
			for _, r := range n.records {
				r.recent[which] = oExtremes{}
			}
		})
	}
}

// abandon forgets what a goroutine has left open when it ended, as if these calls had never been made.
func (o *oracle) abandon(th *oThread) {
	th.own, th.beyond = "", 0
	for len(th.stack) > 0 {
		f := th.stack[len(th.stack)-1]
		th.stack = th.stack[:len(th.stack)-1]
		if f.node == nil {
			continue
		}
		o.warn(engine.WarnAbandoned, f.node.path())
		switch r := f.record; {
		case f.nested:
		case f.left:
			if r.calls > 0 { // unless a Reset has come between
				r.calls--
				r.countdown++
			}
		case r.running == f:
			r.running, r.countdown = nil, 0
		}
	}
}

// oPlace is a path from the root.
type oPlace []oStep
type oStep struct{ name, environment string }

func (th *oThread) here() (p oPlace) {
	for n := th.current; n.parent != nil; n = n.parent {
		p = append(oPlace{{n.name, n.environment}}, p...)
	}
	return p
}

func (th *oThread) place(p oPlace) {
	n := th.tree.root
	for _, step := range p {
		n = n.child(step.name, step.environment)
	}
	th.settle(n)
}

// do is what Path.Run finds: whether the regions stand elsewhere for its duration, and where before.
func (th *oThread) do(p oPlace) (before oPlace, moved bool) {
	if th.floor > 0 || th.innermost() >= 0 {
		return nil, false
	}
	before = th.here()
	th.place(p)
	return before, true
}

// finalize stops what runs on the main goroutine's track, and tells what was left running.
func (o *oracle) finalize(main *oThread) {
	for _, tree := range o.trees[1:] {
		tree.root.each(func(n *oNode) {
			for _, r := range n.records {
				if r.running != nil {
					o.warn(engine.WarnLeftOpen, n.path())
				}
			}
		})
	}
	for _, f := range main.stack[1:] {
		if !f.next && f.node != nil {
			o.warn(engine.WarnLeftOpen, f.node.path())
		}
	}
	now := o.now()
	for len(main.stack) > 0 {
		o.leave(main, now)
	}
	o.closed = true
}

// scaled is what a sum over the calls of a sample stands for over all of them.
func scaled(sum *big.Int, calls, timed uint64) *big.Int {
	if timed == 0 {
		return sum
	}
	all := new(big.Int).Mul(sum, new(big.Int).SetUint64(calls))
	return all.Div(all, new(big.Int).SetUint64(timed))
}
