package project

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/dump"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
	"github.com/go-hpc/timers/stats/hdtrace/relation"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// View writes traces, relations and statistics in Chrome's trace event format, which Perfetto,
// chrome://tracing and speedscope open: JSON, times in microseconds.
//
// The node of a trace becomes a thread: its last label, in the process of the others. States become slices,
// events instants, the values of a statistics group counters of the process, relations asynchronous slices,
// messages flows.
type View struct {
	w     *bufio.Writer
	start hdtrace.Epoch
	begun bool // start is known
	n     int  // events
	line  []byte

	processes map[string]int
	threads   map[string]int
	err       error
}

// NewView begins a view. Times become relative to start, since the numbers of JSON lose the nanoseconds of
// times since 1970; 0 means the start of what is added first.
func NewView(w io.Writer, start hdtrace.Epoch) *View {
	v := &View{w: bufio.NewWriterSize(w, 64<<10), start: start, begun: start != 0, processes: make(map[string]int), threads: make(map[string]int)}
	v.w.WriteString("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[")
	return v
}

// AddTrace adds an event trace of the node with that path. What comes before a fault is added, then the
// fault is returned, and more can be added.
func (v *View) AddTrace(r *trace.Reader, labels ...string) error {
	v.begin(r.Header().TimeAdjustment)
	pid, tid := v.thread(labels)
	for record, err := range r.Records() {
		if err != nil {
			return err
		}
		v.slice(record, pid, tid)
		if v.err != nil {
			return v.err
		}
	}
	return v.err
}

// begin fixes the time that others are relative to.
func (v *View) begin(at hdtrace.Epoch) {
	if !v.begun {
		v.start, v.begun = at, true
	}
}

// slice adds a state or an event.
func (v *View) slice(r *trace.Record, pid, tid int) {
	if r.Kind == trace.Event {
		v.open("i", r.Name, r.Start, pid, tid)
		v.line = append(v.line, ",\"s\":\"t\""...)
	} else {
		v.open("X", r.Name, r.Start, pid, tid)
		v.line = appendMicros(append(v.line, ",\"dur\":"...), max(r.End-r.Start, 0))
	}
	v.details(r.Attributes, r.Elements, r.Text)
	v.close()
}

// open begins an event of the view.
func (v *View) open(phase, name string, at hdtrace.Epoch, pid, tid int) {
	v.line = append(append(v.line[:0], dump.Comma(v.n)...), "\n{\"ph\":\""...)
	v.line = append(append(v.line, phase...), "\",\"name\":"...)
	v.line = append(v.line, dump.JSON(name)...)
	v.line = appendMicros(append(v.line, ",\"ts\":"...), at-v.start)
	v.line = strconv.AppendInt(append(v.line, ",\"pid\":"...), int64(pid), 10)
	v.line = strconv.AppendInt(append(v.line, ",\"tid\":"...), int64(tid), 10)
	v.n++
}

func (v *View) close() {
	if _, err := v.w.Write(append(v.line, '}')); err != nil && v.err == nil {
		v.err = faults.Write("view", err)
	}
}

// AddMessage adds an arrow from a node to another, between the slices that these are in at two times. Their traces have been added: it
// reports whether they are there.
func (v *View) AddMessage(id int, from []string, sent hdtrace.Epoch, to []string, received hdtrace.Epoch, bytes uint64) bool {
	for _, labels := range [][]string{from, to} {
		if _, known := v.threads[strings.Join(labels, "\x00")]; !known {
			return false
		}
	}
	end := func(phase string, labels []string, at hdtrace.Epoch) {
		pid, tid := v.thread(labels)
		v.open(phase, "message", at, pid, tid)
		v.line = fmt.Appendf(v.line, ",\"cat\":\"message\",\"id\":%d", id)
	}
	end("s", from, sent)
	v.line = fmt.Appendf(v.line, ",\"args\":{\"bytes\":%d}", bytes)
	v.close()
	end("f", to, received)
	v.line = append(v.line, ",\"bp\":\"e\""...) // of the slice around, not of the next one
	v.close()
	return true
}

// details adds attributes, elements and text as what a viewer shows of a slice that was chosen.
func (v *View) details(attributes []hdtrace.Attribute, elements []hdtrace.Element, text string) {
	if len(attributes)+len(elements) == 0 && text == "" {
		return
	}
	v.line = append(v.line, ",\"args\":"...)
	at := len(v.line)
	v.line = dump.AppendJSONAttributes(v.line, attributes)
	v.line = v.line[:len(v.line)-1]
	if rest := dump.AppendJSON(nil, nil, elements, text); len(rest) > 0 {
		if len(v.line) == at+1 {
			rest = rest[1:] // no comma behind the bracket
		}
		v.line = append(v.line, rest...)
	}
	v.line = append(v.line, '}')
}

// appendMicros writes nanoseconds as microseconds.
func appendMicros(dst []byte, e hdtrace.Epoch) []byte {
	magnitude := uint64(e)
	if e < 0 {
		dst, magnitude = append(dst, '-'), -magnitude
	}
	dst = strconv.AppendUint(dst, magnitude/1000, 10)
	rest := magnitude % 1000
	return append(dst, '.', byte('0'+rest/100), byte('0'+rest/10%10), byte('0'+rest%10))
}

// AddStatistics adds a statistics file as counters. Each value counts from the start of its entry to the end.
func (v *View) AddStatistics(h *stat.Header, entries iter.Seq2[*stat.Entry, error]) error {
	pid := -1
	for e, err := range entries {
		if err != nil {
			return err
		}
		if pid < 0 {
			v.begin(e.Start)
			pid = v.process(h.Labels)
		}
		for i := range h.Values {
			f := e.Float(i)
			if math.IsNaN(f) || math.IsInf(f, 0) {
				continue
			}
			v.open("C", h.Group+" "+h.Values[i].Name, e.Start, pid, 0)
			v.line = append(append(v.line, ",\"args\":{"...), dump.JSON(unitOf(&h.Values[i]))...)
			v.line = append(e.AppendValue(append(v.line, ':'), i), '}')
			v.close()
		}
		if v.err != nil {
			return v.err
		}
	}
	return v.err
}

// AddRelations adds the relations of the node with that path: the states of a token as slices of their own
// row, which is named after the token.
func (v *View) AddRelations(r *relation.Reader, labels ...string) error {
	h := r.Header()
	v.begin(h.TimeAdjustment)
	pid, tid := v.thread(labels)
	for one, err := range r.Assembled() {
		if err != nil {
			return err
		}
		name := relation.TokenName{Host: h.Host, Process: h.Process, Topology: h.Topology, ID: one.Token}.String()
		whole := relation.State{Name: "relation " + name, Start: one.Start, End: one.End, States: one.States}
		if one.Related {
			whole.Attributes = []hdtrace.Attribute{{Name: "parent", Value: one.Parent.String()}}
		}
		v.asynchronous(&whole, name, pid, tid)
		if v.err != nil {
			return v.err
		}
	}
	return v.err
}

// asynchronous adds a state and those in it, which nest within the others of that name.
func (v *View) asynchronous(s *relation.State, id string, pid, tid int) {
	identity := append([]byte(",\"cat\":\"relation\",\"id\":"), dump.JSON(id)...)
	v.open("b", s.Name, s.Start, pid, tid)
	v.line = append(v.line, identity...)
	v.details(s.Attributes, s.Elements, "")
	v.close()
	for i := range s.States {
		v.asynchronous(&s.States[i], id, pid, tid)
	}
	v.open("e", s.Name, s.End, pid, tid)
	v.line = append(v.line, identity...)
	v.close()
}

func unitOf(v *stat.Value) string {
	if v.Unit == "" {
		return "value"
	}
	return v.Unit
}

// process is the number of the process of that name, which is told to the viewer when it is new.
func (v *View) process(labels []string) int {
	name := strings.Join(labels, " ")
	pid, known := v.processes[name]
	if !known {
		pid = len(v.processes) + 1
		v.processes[name] = pid
		v.named("process_name", name, pid, 0)
		v.named("process_sort_index", pid, pid, 0)
	}
	return pid
}

// thread is the numbers of the process and the thread that stand for a node.
func (v *View) thread(labels []string) (pid, tid int) {
	last := max(len(labels)-1, 0)
	pid = v.process(labels[:max(last, min(1, len(labels)))])
	key := strings.Join(labels, "\x00")
	tid, known := v.threads[key]
	if !known {
		tid = len(v.threads) + 1
		v.threads[key] = tid
		if len(labels) > 0 {
			v.named("thread_name", labels[last], pid, tid)
		}
		v.named("thread_sort_index", tid, pid, tid)
	}
	return pid, tid
}

// named adds what a viewer is to know of a process or a thread.
func (v *View) named(what string, value any, pid, tid int) {
	key, text := "sort_index", fmt.Sprint(value)
	if name, ok := value.(string); ok {
		key, text = "name", string(dump.JSON(name))
	}
	v.line = append(append(v.line[:0], dump.Comma(v.n)...), fmt.Sprintf("\n{\"ph\":\"M\",\"name\":%q,\"pid\":%d,\"tid\":%d,\"args\":{%q:%s}", what, pid, tid, key, text)...)
	v.n++
	v.close()
}

// Close ends the view; it does not close the io.Writer.
func (v *View) Close() error {
	fmt.Fprintf(v.w, "\n],\"otherData\":{\"start\":\"%v\"}}\n", v.start)
	if err := v.w.Flush(); err != nil {
		v.err = errors.Join(v.err, faults.Write("view", err))
	}
	return v.err
}
