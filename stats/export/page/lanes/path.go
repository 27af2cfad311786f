package lanes

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
)

// Part is a stretch of the path back from the end of a run, in one lane. At its beginning what this had waited for came from the
// lane of the next Part. Until Until, if that is later, a call is still at it.
type Part struct {
	Lane            int
	From, To, Until int64
}

// extent is when the states of a lane begin and end.
type extent struct {
	rank     int
	from, to int64
	any      bool
}

// connect sets what lanes have to do with each other.
func (r *reader) connect() {
	list := r.traffic.messages(r.causes())
	r.t.Unpaired = r.traffic.unpaired
	r.t.PathLeft = r.meetings.left + r.traffic.left
	if r.mpi {
		r.t.Path = r.pathBack(list)
	}
	r.spans(list)
	if len(list) > mostMessages { // of collective calls the path has who came last
		all := len(list)
		list = slices.DeleteFunc(list, func(m Message) bool { return m.Kind == Collective })
		r.t.MessagesLeft = all - len(list)
	}
	if r.traffic.n >= mostParts || len(list) > mostMessages {
		r.t.MessagesLeft += max(len(list), r.traffic.n)
		return
	}
	r.t.Messages = len(list)
	r.t.MessageData = encodeMessages(list)
}

// spans sets of which calls it is known whom they wait for, and of which not.
func (r *reader) spans(list []Message) {
	r.t.blind, r.t.met = map[int][]span{}, map[int][]span{}
	met := r.traffic.met
	for i := range list {
		if m := &list[i]; m.Kind != Caused {
			met[m.To] = append(met[m.To], span{min(m.Since, m.Until), m.Until})
		}
	}
	for place, ranks := range r.traffic.collectives { // those that not all ranks have come to
		known := len(r.meetings.complete(place))
		for _, parts := range ranks {
			for _, one := range parts[min(known, len(parts)):] {
				r.traffic.blind[one.lane] = append(r.traffic.blind[one.lane], span{one.since, one.until})
			}
		}
	}
	for lane, spans := range met {
		r.t.met[lane] = joined(spans)
	}
	for lane, spans := range r.traffic.blind {
		r.t.blind[lane] = joined(spans)
	}
}

// pathBack finds the path, from its end: in the lane that ends last back to the last time at which it waited for another one,
// from there in that one, and so on. Waits that may be none but for the clocks do not count. Messages are in the order of At.
func (r *reader) pathBack(list []Message) (parts []Part) {
	lane := -1
	for i := range r.extents {
		if e := &r.extents[i]; e.any && (lane < 0 || e.to > r.extents[lane].to) {
			lane = i
		}
	}
	if lane < 0 {
		return nil
	}
	waits := make([][]int32, len(r.extents))
	for i := range list {
		if m := &list[i]; m.Kind != Caused && m.At < m.Until && m.At > m.Since && !r.t.within(m) {
			waits[m.To] = append(waits[m.To], int32(i))
		}
	}
	known := make([][]meeting, len(r.meetings.of))
	for i := range known {
		known[i] = r.meetings.complete(i)
	}
	for t := r.extents[lane].to; ; {
		w := waits[lane]
		for len(w) > 0 && list[w[len(w)-1]].At >= t {
			w = w[:len(w)-1]
		}
		waits[lane] = w
		next, part := -1, Part{Lane: lane, From: r.extents[lane].from, To: t}
		since := part.From
		if len(w) > 0 {
			m := &list[w[len(w)-1]]
			next, part.From, part.Until, since = m.From, m.At, min(m.Until, t), m.At
		}
		if at, by, found := r.meetings.before(known, lane, r.extents[lane].rank, t, since); found {
			next, part.From, part.Until = by, at, 0
		}
		if part.From < part.To {
			parts = append(parts, part)
		}
		if next < 0 {
			return parts
		}
		t, lane = part.From, next
	}
}

// within reports whether a wait may be none but for the clocks.
func (t *Timeline) within(m *Message) bool {
	one, other := &t.Clocks[t.Lanes[m.From].Clock], &t.Clocks[t.Lanes[m.To].Clock]
	switch {
	case one.Own == other.Own:
		return false
	case one.Group != other.Group: // nobody has compared them
		return false
	}
	return min(m.At, m.Until)-m.Since <= one.Error+other.Error
}

// OnPath says what lies on the path. Regions in which, as far as is known otherwise, ranks only wait have these names.
func (t *Timeline) OnPath(waits func(name string) bool) *answers.Path {
	if len(t.Path) == 0 {
		return nil
	}
	p := &answers.Path{Unpaired: t.Unpaired, Left: t.PathLeft, Partly: !t.Whole}
	byLane := map[int][]*Part{}
	for i := range t.Path {
		part := &t.Path[i]
		p.Length += float64(part.To - part.From)
		byLane[part.Lane] = append(byLane[part.Lane], part)
	}
	if p.Partly {
		return p
	}
	kinds := make([]kind, len(t.Names))
	for i, name := range t.Names {
		kinds[i] = kindOf(name, t.Calls[i], waits)
	}
	inside := map[string]float64{}
	for i := range t.Lanes {
		parts := byLane[i]
		slices.Reverse(parts) // which were found from the end
		useful := t.alongLane(i, kinds, parts, p, inside)
		p.Useful = max(p.Useful, useful)
	}
	p.Work = p.Length - p.Transfer
	for name, ns := range inside {
		p.Waits = append(p.Waits, answers.PathWait{Name: name, Time: ns})
		p.Work -= ns
	}
	slices.SortFunc(p.Waits, func(a, b answers.PathWait) int {
		return cmp.Or(cmp.Compare(b.Time, a.Time), cmp.Compare(a.Name, b.Name))
	})
	return p
}

// kind is what it means that a lane is in a state.
type kind uint8

const (
	working kind = iota
	calling      // in communication
	asking       // whether what it waits for has come
	waiting      // for whom is not recorded
)

func kindOf(name string, call bool, waits func(name string) bool) kind {
	switch {
	case call && (isProbe(name) || isTest(name)):
		return asking
	case call && stats.Communicates("MPI_"+name):
		return calling
	case stats.Communicates(name), waits != nil && waits(name):
		return waiting
	}
	return working
}

// alongLane adds what a lane's parts of the path lie in, and returns what it has done outside of communication in the whole run.
func (t *Timeline) alongLane(lane int, kinds []kind, parts []*Part, p *answers.Path, inside map[string]float64) (useful float64) {
	blind, met := t.blind[lane], t.met[lane]
	first, last, apart := int64(-1), int64(0), 0.0
	t.Lanes[lane].innermost(func(name uint32, from, to int64) {
		if first < 0 {
			first = from
		}
		last = max(last, to)
		k := kinds[name]
		if k == working {
			return
		}
		apart += float64(to - from)
		for len(parts) > 0 && parts[0].To <= from {
			parts = parts[1:]
		}
		for _, part := range parts {
			low, high := max(from, part.From), min(to, part.To)
			if part.From >= to {
				break
			}
			if low >= high {
				continue
			}
			came := min(max(part.Until, low), high) // until then what has come is taken
			unknown := high - came
			switch {
			case k == calling:
				unknown = inSpans(blind, came, high)
			case k == asking:
				unknown -= inSpans(met, came, high)
			}
			if unknown > 0 {
				call := t.Names[name]
				if k != waiting {
					call = "MPI_" + call
				}
				inside[call] += float64(unknown)
			}
			p.Transfer += float64(high - low - unknown)
		}
	})
	return float64(last-max(first, 0)) - apart
}

// inSpans is how much of a time lies in spans, which are ascending and apart.
func inSpans(list []span, from, to int64) (sum int64) {
	at, _ := slices.BinarySearchFunc(list, from, func(s span, from int64) int { return cmp.Compare(s.until, from) })
	for ; at < len(list) && list[at].since < to; at++ {
		sum += max(min(list[at].until, to)-max(list[at].since, from), 0)
	}
	return sum
}

// joined makes spans ascending and apart.
func joined(list []span) (all []span) {
	slices.SortFunc(list, func(a, b span) int { return cmp.Compare(a.since, b.since) })
	for _, s := range list {
		if n := len(all); n > 0 && s.since <= all[n-1].until {
			all[n-1].until = max(all[n-1].until, s.until)
		} else {
			all = append(all, s)
		}
	}
	return all
}

// innermost gives the stretches in which a state was the innermost one, of a lane whose states are all there.
func (l *Lane) innermost(f func(name uint32, from, to int64)) {
	type open struct {
		name uint32
		end  int64
	}
	var stack []open
	at, start := int64(0), int64(0)
	until := func(t int64) {
		for len(stack) > 0 {
			top := stack[len(stack)-1]
			if end := min(top.end, t); end > at {
				f(top.name, at, end)
				at = end
			}
			if top.end > t {
				return
			}
			stack = stack[:len(stack)-1]
		}
		at = max(at, t)
	}
	for data := l.Data; len(data) > 0; {
		var v [4]uint64
		for i := range v {
			n := 0
			if v[i], n = binary.Uvarint(data); n <= 0 {
				return
			}
			data = data[n:]
		}
		start += int64(v[2])
		until(start)
		at = start
		stack = append(stack[:min(int(v[1]), len(stack))], open{uint32(v[0]), start + int64(v[3])})
	}
	until(1 << 62)
}

// EncodePath returns the path for the page: the lane of each part and its length, from the end.
func EncodePath(parts []Part) (data []byte) {
	for i := range parts {
		data = binary.AppendUvarint(data, uint64(parts[i].Lane))
		data = binary.AppendUvarint(data, uint64(parts[i].To-parts[i].From))
	}
	return data
}
