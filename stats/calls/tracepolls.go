package calls

import (
	"slices"
	"strconv"

	"github.com/go-hpc/timers/stats/calls/functions"
	"github.com/go-hpc/timers/stats/hdtrace"
)

// polls are calls that a trace has as one state: one call, or such as have asked in vain, one after the other.
type polls struct {
	first, last *Event
	events      int // records
	calls       int64
	values      []Value   // of the attributes; -1 where the calls differ
	requests    []Element // that were asked for
}

// mostRequests bounds what a state says of them.
const mostRequests = 64

// polls returns what the calls of a thread begin with.
func (r *Rank) polls(events []*Event) polls {
	p := polls{first: events[0], last: events[0], events: 1, calls: 1 + int64(events[0].More), values: events[0].Arguments()}
	f := p.first.Info()
	if !p.first.vain(f) {
		return p
	}
	p.ask(p.first)
	for _, e := range events[1:] {
		if e.Function != p.first.Function || e.Node != p.first.Node || !e.vain(f) || r.nanos(e.Start)-r.nanos(p.last.End) > PollGap || !p.ask(e) {
			break
		}
		for i, v := range e.Arguments() {
			if p.values[i] != v {
				p.values[i] = Value{Number: -1}
			}
		}
		p.last = e
		p.events++
		p.calls += 1 + int64(e.More)
	}
	return p
}

// ask adds the requests of a call to those that were asked for, unless there are too many.
func (p *polls) ask(e *Event) bool {
	list := p.requests
	for _, part := range e.Elements() {
		if !slices.ContainsFunc(list, func(had Element) bool { return slices.Equal(had.Values, part.Values) }) {
			list = append(list, part)
		}
	}
	if len(list) > mostRequests && p.last != e {
		return false
	}
	p.requests = list
	return true
}

// vain reports whether a call has asked for something and not taken anything.
func (e *Event) vain(f *functions.Function) bool {
	if f.Blocking || e.Flags&^Repeated != 0 {
		return false
	}
	switch f.Kind {
	case functions.Probe:
		source, ok := e.Number("source")
		return ok && (f.Name == "Iprobe" || source < 0)
	case functions.Completion:
		return !slices.ContainsFunc(e.Elements(), func(part Element) bool { return part.Child.Element == "Done" })
	}
	return false
}

func (p *polls) attributes() []hdtrace.Attribute {
	list := visible(p.first.Info().Attributes, p.values)
	if source, ok := p.first.Number("source"); ok && source < anyRank { // nobody's: it was not found
		list = slices.DeleteFunc(list, func(a hdtrace.Attribute) bool { return a.Name == "source" || a.Name == "tag" })
	}
	if f := p.first.Info(); f.Kind == functions.Completion && p.first.Flags&Failed != 0 {
		list = append(list, hdtrace.Attribute{Name: "failed", Value: "1"})
	}
	if p.calls > 1 || p.first.Info().Kind == functions.Completion && p.first.vain(p.first.Info()) {
		list = append(list, hdtrace.Attribute{Name: "calls", Value: strconv.FormatInt(p.calls, 10)})
	}
	return list
}

func (p *polls) elements() []Element {
	if p.events > 1 {
		return p.requests
	}
	return p.first.Elements()
}
