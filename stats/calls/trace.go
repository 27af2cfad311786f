package calls

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/go-hpc/timers/stats/calls/functions"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// TraceOptions say how event traces are written.
type TraceOptions struct {
	// Epoch returns the time of day at a time of the rank's monotonic clock, in ns.
	Epoch func(nanos int64) hdtrace.Epoch

	// Ticks, if it is not nil, returns the time of day at a tick, for all calls, and times have nine decimals
	// then: those of calls that are to be nested in regions timed by the same clock.
	Ticks func(tick uint64) hdtrace.Epoch

	// Error, if it is not nil, returns by how much Epoch may be off the time that the clocks of all ranks show, in ns
	// ([Mapping.At]), UnknownError if they were not compared. The project then says of each rank where its clock stands.
	Error    func(nanos int64) int64
	OwnClock bool // the rank's clock is not that of other ranks of its host (Alignment.Apart)

	// Header is at the start of the files. Without a TimeAdjustment, to which all times are relative, it is
	// the whole second in which the first call started.
	Header trace.Header

	// Limit keeps each file from becoming too large. Events in the file report what it leaves out.
	Limit trace.Limit

	// MaxMembers is how many members a communicator may have whose map of ranks is written to the info file
	// of each of them; 0 means 1024. The maps of all ranks together grow with the square of that.
	MaxMembers int
}

const maxMembers = 1024

// Written is what became of a rank's calls in its traces.
type Written struct {
	Calls   int64         // in the files
	LeftOut trace.LeftOut // by the limit
	Dropped uint64        // calls that were not recorded

	// Beside says that traces of the rank's regions are in the directory, such as those of package timeline,
	// so that those of its calls get other thread labels.
	Beside bool
}

// TraceLevels are the types of the levels of a topology for traces, the same as the other tracers'.
func TraceLevels() []string { return []string{"Hostname", "Rank", "Thread"} }

// WriteTrace writes the event traces of a rank into a directory whose topology has the [TraceLevels]: one
// for each of its threads, nearly always one. They are those of HDTrace's MPI wrapper: a state for each
// call, named after the function without MPI_, with that wrapper's attributes and elements in its order;
// MPI_Init as a state without length at its end, and what ends a split collective access of a file as Wait.
// Functions that the wrapper does not know are states without attributes.
//
// Calls that ask time and again for what has not come, no more than PollGap apart, are one state with an attribute
// calls, their number; what they differ in is -1 there, as for any.
//
// The info file has the rank's communicators, datatypes and files. An event LeftOut at the start reports
// calls that were not recorded, further ones what the limit has left out, and an element LeftOut in a state
// that its record is incomplete. Nothing is written for a rank without calls.
//
// Traces of another tracer that are there stay: where a thread has one without an info file, which calls have,
// the label of each thread of the rank becomes mpi0, mpi1 and so on.
func WriteTrace(d *project.Directory, r *Rank, o TraceOptions) (Written, error) {
	result := Written{Dropped: r.Dropped}
	if o.Epoch == nil {
		return result, errors.New("calls: a trace needs the time of day of the rank's clock")
	}
	threads := byThread(r)
	result.Beside = traced(d, r, threads)
	var errs []error
	for i, events := range threads {
		t := traceWriter{rank: r, options: o, first: i == 0, beside: result.Beside}
		err := t.write(d, events)
		if err != nil {
			errs = append(errs, fmt.Errorf("calls: trace of rank %d: %w", r.Rank, err))
		}
		result.Calls += t.calls
		add(&result.LeftOut, t.left)
	}
	return result, errors.Join(errs...)
}

// traced reports whether another tracer has written a trace where those of a rank's calls would be.
func traced(d *project.Directory, r *Rank, threads [][]*Event) bool {
	found := false
	for _, events := range threads {
		node, err := threadNode(d, r, threadOf(events), false)
		if err != nil || d.Has(node.InfoFile()) {
			return false // of calls, or an error that comes again
		}
		found = found || d.Taken(node.TraceFile())
	}
	return found
}

// threadOf returns the number of the thread of calls.
func threadOf(events []*Event) int {
	if len(events) == 0 {
		return 0
	}
	return events[0].Thread
}

// threadNode returns the node of a thread of a rank.
func threadNode(d *project.Directory, r *Rank, thread int, beside bool) (*hdtrace.Node, error) {
	return d.Topology().Node(hdtrace.Label(r.Host), strconv.Itoa(r.Rank), threadLabel(thread, beside))
}

func threadLabel(thread int, beside bool) string {
	if beside {
		return "mpi" + strconv.Itoa(thread)
	}
	return strconv.Itoa(thread)
}

func add(sum *trace.LeftOut, l trace.LeftOut) {
	sum.Depth += l.Depth
	sum.Rate += l.Rate
	sum.Size += l.Size
	sum.Parts += l.Parts
	sum.Time += l.Time
}

// byThread divides the calls of a rank. There is at least one list, if only to report calls that were not
// recorded.
func byThread(r *Rank) [][]*Event {
	var list [][]*Event
	places := map[int]int{}
	for i := range r.Events {
		e := &r.Events[i]
		place, known := places[e.Thread]
		if !known {
			place = len(list)
			places[e.Thread] = place
			list = append(list, nil)
		}
		list[place] = append(list[place], e)
	}
	slices.SortFunc(list, func(a, b []*Event) int { return a[0].Thread - b[0].Thread })
	if len(list) == 0 && r.Dropped > 0 {
		list = append(list, nil)
	}
	return list
}

// traceWriter writes the trace of one thread.
type traceWriter struct {
	rank    *Rank
	options TraceOptions
	first   bool // of the rank: it has what belongs to all threads
	beside  bool // as Written.Beside
	trace   *trace.Writer
	calls   int64
	left    trace.LeftOut
}

func (t *traceWriter) at(tick uint64) hdtrace.Epoch {
	if t.options.Ticks != nil {
		return t.options.Ticks(tick)
	}
	return t.options.Epoch(t.rank.nanos(tick))
}

func (t *traceWriter) write(d *project.Directory, events []*Event) error {
	begin := t.options.Epoch(0)
	if len(events) > 0 {
		begin = t.at(events[0].Start)
	}
	node, err := threadNode(d, t.rank, threadOf(events), t.beside)
	if err != nil {
		return err
	}
	header := t.options.Header
	if header.TimeAdjustment == 0 {
		header.TimeAdjustment = begin - hdtrace.Epoch(begin.Nanoseconds())
	}
	t.trace, err = d.StartTrace(node, trace.Options{Header: header, Microseconds: t.options.Ticks == nil, Limit: t.options.Limit, MaxAge: -1, Sequential: true})
	if err != nil {
		return err
	}
	err = t.states(events, begin)
	t.left = t.trace.LeftOut()
	t.calls -= t.left.States()
	if err == nil && t.first {
		err = t.trace.WriteInfo(infoText(t.rank, t.options.MaxMembers))
	}
	return errors.Join(err, t.trace.Close())
}

func (t *traceWriter) states(events []*Event, begin hdtrace.Epoch) error {
	if t.first && t.rank.Dropped > 0 {
		if err := t.dropped(events, begin); err != nil {
			return err
		}
	}
	for len(events) > 0 {
		p := t.rank.polls(events)
		if err := t.state(&p); err != nil {
			return err
		}
		events = events[p.events:]
	}
	return nil
}

// dropped reports at the start of the file, where no limit can leave it out, what was not recorded.
func (t *traceWriter) dropped(events []*Event, begin hdtrace.Epoch) error {
	number := strconv.FormatUint(t.rank.Dropped, 10)
	list := []hdtrace.Attribute{{Name: "states", Value: number}, {Name: "recorder", Value: number}}
	if len(events) > 0 {
		list = append(list, hdtrace.Attribute{Name: "since", Value: t.at(events[len(events)-1].End).String()})
	}
	return t.trace.EventAt(begin, trace.LeftOutEvent, list)
}

func (t *traceWriter) state(p *polls) error {
	e := p.first
	f := e.Info()
	start, end := t.at(e.Start), t.at(p.last.End)
	if f.Name == "Init" || f.Name == "Init_thread" {
		start = end
	}
	if err := t.trace.BeginAt(start, f.Element); err != nil {
		return err
	}
	t.calls += p.calls
	for _, a := range p.attributes() {
		if err := t.trace.Attribute(a.Name, a.Value); err != nil {
			return err
		}
	}
	for _, part := range p.elements() {
		if part.Child.Hidden {
			continue
		}
		list := visible(part.Child.Attributes, part.Values)
		if part.Child.Element == "Done" {
			if list = done(&part); len(list) == 1 && (f.Name == "Wait" || f.Name == "Waitall") {
				continue // what the call waits for is done
			}
		}
		if err := t.trace.Element(hdtrace.Element{Name: part.Child.Element, Attributes: list}); err != nil {
			return err
		}
	}
	if e.Flags&PartsLeftOut != 0 {
		if err := t.trace.Element(hdtrace.Element{Name: trace.LeftOutEvent}); err != nil {
			return err
		}
	}
	return t.trace.EndAt(end)
}

// done is what a trace says of a request that has completed: of a receive whence the message came, its tag, its bytes and its
// communicator.
func done(part *Element) []hdtrace.Attribute {
	get := func(name string) int64 { n, _ := part.Number(name); return n }
	list := []hdtrace.Attribute{{Name: "rid", Value: strconv.FormatInt(get("rid"), 10)}}
	source, tag, bytes := get("source"), get("tag"), get("bytes")
	if bytes < 0 {
		return append(list, hdtrace.Attribute{Name: "cancelled", Value: "1"})
	}
	if source < noRank && tag < 0 {
		return list // a send, or no message
	}
	for _, a := range []struct {
		name   string
		number int64
		known  bool
	}{{"source", source, source >= noRank}, {"tag", tag, tag >= 0}, {"bytes", bytes, true}, {"cid", get("cid"), true}} {
		if a.known {
			list = append(list, hdtrace.Attribute{Name: a.name, Value: strconv.FormatInt(a.number, 10)})
		}
	}
	return list
}

// visible returns what a trace has of values. Of a receive also its bytes, and, if it takes what comes, whence that came:
// HDTrace's wrapper says neither, and nobody could match the message.
func visible(attributes []functions.Attribute, values []Value) []hdtrace.Attribute {
	var list []hdtrace.Attribute
	open, got := false, false
	for i, v := range values {
		a := &attributes[i]
		got = got || a.Name == "source" && v.Number >= noRank // with a message, or as from MPI_PROC_NULL
		open = open || a.Name == "fromRank" && v.Number == anyRank || a.Name == "fromTag" && v.Number == anyTag
		came := open && (a.Name == "source" || a.Name == "tag") && v.Number >= 0 || a.Name == "bytes" && got && v.Number >= 0
		switch {
		case a.Hidden && !came:
		case a.Text:
			list = append(list, hdtrace.Attribute{Name: a.Name, Value: v.Text})
		default:
			list = append(list, hdtrace.Attribute{Name: a.Name, Value: strconv.FormatInt(v.Number, 10)})
		}
	}
	return list
}
