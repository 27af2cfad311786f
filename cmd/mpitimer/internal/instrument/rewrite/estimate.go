package rewrite

import (
	"fmt"
	"go/ast"
	"math"
	"slices"
)

const (
	timers     = 30   // a start and a stop
	budget     = 0.03 // the most that timers may cost of a function that they are in
	heatFactor = 2    // how much more a function must cost for each loop around the call of it
	mostHeat   = 3

	begunThreshold = 500 // what a goroutine must do to be a region: to start one, and to give it a track, costs as much
)

// estimate decides on the functions that nothing else decides on, from those that call no other to those
// that call them.
func estimate(groups []*group, o *Options, undecided map[*unit]bool) {
	r := newResolver(groups)
	var all []*unit
	for _, g := range groups {
		all = append(all, g.units...)
	}
	nodes, counting := make(map[*unit]int), make(map[*unit]bool)
	for _, u := range all {
		u.cost.nodes = r.nodesOf(u, nodes, counting)
	}
	order := r.components(all)
	for _, u := range all {
		u.cost.inlined = r.inlineLimit(u)
	}
	for range 2 { // in the first round what calls by interfaces may cost is not known everywhere
		for _, component := range order {
			for _, u := range component {
				r.weigh(u)
			}
			for _, u := range component {
				u.add()
			}
		}
	}
	spreadHeat(order)
	r.findBegun(all)
	outlines := r.spines(order)
	for _, component := range order { // again, for who calls a function in loops is known only now
		for _, u := range component {
			u.addTimers()
			heat := u.heat()
			if outlines[u].recursive { // most of its calls are the innermost, which do the least
				heat++
			}
			u.Estimate.Needed = o.Threshold * math.Pow(heatFactor, float64(heat))
		}
		for _, u := range component {
			if undecided[u] {
				u.Chosen, u.Why = u.judged(outlines[u], o)
			}
		}
	}
}

// spreadHeat finds how deep in loops functions are called. Calls in closures count as made where the closures
// are called.
func spreadHeat(order [][]*unit) {
	for _, component := range slices.Backward(order) {
		for _, u := range component {
			around := 0
			if u.literal != nil {
				around = u.cost.heat
			}
			for _, part := range u.cost.entries {
				if part.call != nil {
					part.call.heat(u, around+part.call.depth)
				}
			}
		}
	}
}

// heat reports a call to the functions that it may reach. A caller through an interface knows less about what
// it calls, and calls it more often.
func (c *call) heat(caller *unit, depth int) {
	if !c.exact {
		depth++
	}
	for _, callee := range c.callees {
		callee.cost.called = true
		if callee.cost.component != caller.cost.component {
			callee.cost.heat = max(callee.cost.heat, min(depth, mostHeat))
		}
	}
}

// heat returns how deep in loops a function is called. One that nobody calls by name and nobody outside can
// call is called by value, from a table or as a callback.
func (u *unit) heat() int {
	byName := u.cost.called || u.decl != nil && (u.decl.Name.IsExported() || u.Name == "main") || u.started == byGo
	if byName {
		return u.cost.heat
	}
	return max(u.cost.heat, 1)
}

// most bounds an estimate: nested calls in loops soon go beyond any number.
const most = 1e15

// add sums up what a function costs.
func (u *unit) add() {
	e := &u.Estimate
	e.Total, e.Own = 0, 0
	for _, part := range u.cost.entries {
		e.Total += part.Cost
		if part.call == nil {
			e.Own += part.Cost
		}
	}
	e.Total, e.Own = min(e.Total, most), min(e.Own, most)
	e.Nodes, e.Inlined, e.Parts = u.cost.nodes, u.cost.inlined, u.cost.parts()
	u.cost.known = true
}

// addTimers adds up what the timers in called functions cost.
func (u *unit) addTimers() {
	for _, part := range u.cost.entries {
		if part.call != nil {
			u.Estimate.Timers += part.Times * u.timersOf(*part.call)
		}
	}
	u.Estimate.Timers = min(u.Estimate.Timers, most)
}

// costOf returns what a called function costs, zero for one that calls the caller in turn: each round of a
// recursion starts and stops its own timers. If the callee may be one of several, the cheapest counts, or
// else what methods of that name cost elsewhere; a high cost does not count in full, because the actual
// callee may do nothing.
func (u *unit) costOf(c call) float64 {
	least := math.Inf(1)
	if !c.exact {
		if known, ok := methodCosts[c.callees[0].decl.Name.Name]; ok {
			least = known
		}
	}
	for _, callee := range c.callees {
		cost := callee.Estimate.Total
		switch {
		case callee.cost.component == u.cost.component:
			cost = 0
		case !callee.cost.known:
			cost = otherMethod
		}
		least = min(least, cost)
	}
	if !c.exact && least > dear {
		return dear + takenDear*(least-dear)
	}
	return least
}

// timersOf returns what timers cost in a call; of several functions it takes the one with the most.
func (u *unit) timersOf(c call) float64 {
	most := 0.0
	for _, callee := range c.callees {
		if callee.cost.component == u.cost.component || !c.exact && callee.Estimate.Total > 2*u.costOf(c) {
			continue
		}
		cost := callee.Estimate.Timers
		if callee.Chosen {
			cost += timers
		}
		most = max(most, cost)
	}
	return most
}

// judged decides on a function by what is known of it: a profile, or its text.
func (u *unit) judged(of *outline, o *Options) (chosen bool, why string) {
	if o.Profile != nil {
		return u.carries(of, o)
	}
	chosen, why = u.worth()
	if u.begun && u.neverEnds() {
		return false, "a goroutine begins with it that never ends"
	}
	if chosen {
		return chosen, why
	}
	if u.begun && u.Estimate.Total >= begunThreshold {
		return true, fmt.Sprintf("a goroutine begins with it, estimated at %s", duration(u.Estimate.Total))
	}
	if better, yes := of.matters(u); yes {
		return true, better
	}
	return chosen, why
}

// inlineWorth is how many times more a function has to cost that the compiler may inline: it is short, so that all that it costs is
// in loops of which the rounds are seldom known.
const inlineWorth = 8

// worth reports whether a function's estimate makes it a region.
func (u *unit) worth() (chosen bool, why string) {
	e := u.Estimate
	switch {
	case u.mayInline() && e.Total < inlineWorth*max(e.Needed, DefaultThreshold):
		return false, "the compiler may inline it"
	case e.Total < e.Needed:
		return false, fmt.Sprintf("estimated at %s, below %s", duration(e.Total), duration(e.Needed))
	case timers+e.Timers > budget*e.Total:
		return false, fmt.Sprintf("estimated at %s; timers would take %s of this, including its own: more than %.0f %%",
			duration(e.Total), duration(timers+e.Timers), 100*budget)
	}
	return true, fmt.Sprintf("estimated at %s", duration(e.Total))
}

// mayInline reports whether the compiler may inline a function.
func (u *unit) mayInline() bool { return u.Estimate.Nodes <= u.Estimate.Inlined+inlineMargin }

// inlineLimit returns how large a function may be for the compiler to inline it. A closure that is called in
// one place may be larger, whether that is where it is written or where a function that takes it was inlined;
// but a closure that a goroutine or a deferred call starts with is never inlined.
func (r *resolver) inlineLimit(u *unit) int {
	if u.literal == nil || u.started == byGo || u.started == byDefer {
		return inlineBudget
	}
	if u.started == asArgument {
		callees, exact := r.callees(u.file, u.callee.Fun, maxSteps)
		if exact && len(callees) == 1 && callees[0].cost.nodes > inlineBudget && callees[0].literal == nil {
			return inlineBudget
		}
	}
	return closureBudget
}

// components returns the functions in the order bottom-up, those together that call each other (Tarjan).
func (r *resolver) components(all []*unit) (order [][]*unit) {
	type state struct{ index, low int }
	states := make(map[*unit]*state, len(all))
	onStack := make(map[*unit]bool)
	var stack []*unit
	var visit func(u *unit) *state
	visit = func(u *unit) *state {
		s := &state{len(states), len(states)}
		states[u] = s
		stack = append(stack, u)
		onStack[u] = true
		for _, callee := range r.allCallees(u) {
			if seen := states[callee]; seen == nil {
				s.low = min(s.low, visit(callee).low)
			} else if onStack[callee] {
				s.low = min(s.low, seen.index)
			}
		}
		if s.low == s.index {
			at := slices.Index(stack, u)
			component := slices.Clone(stack[at:])
			for _, member := range component {
				onStack[member] = false
				member.cost.component = len(order) + 1
			}
			stack = stack[:at]
			order = append(order, component)
		}
		return s
	}
	for _, u := range all {
		if states[u] == nil {
			visit(u)
		}
	}
	return order
}

// allCallees returns the functions that one is seen to call, with the closures that it hands to others.
func (r *resolver) allCallees(u *unit) (list []*unit) {
	if u.body == nil {
		return nil
	}
	inspectBody(u.body, func(n ast.Node) {
		e, ok := n.(*ast.CallExpr)
		if !ok {
			return
		}
		if callees, exact := r.called(u, e); exact {
			list = append(list, callees...)
		}
		for _, a := range e.Args {
			if l, ok := a.(*ast.FuncLit); ok && r.literals[l] != nil {
				list = append(list, r.literals[l])
			}
		}
	})
	return list
}

// duration writes nanoseconds with two digits.
func duration(ns float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}} {
		if value := min(ns/unit.size, 999); ns >= 9.95*unit.size {
			return fmt.Sprintf("%.0f %s", value, unit.name)
		} else if ns >= unit.size {
			return fmt.Sprintf("%.1f %s", value, unit.name)
		}
	}
	return fmt.Sprintf("%.0f ns", ns)
}
