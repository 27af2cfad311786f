package trace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-hpc/timers/internal/finding"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
)

// begin reads the tag of a record.
func (t *Reader) begin(r *Record, token *markup.Token) error {
	r.Offset, r.Line = token.Offset, token.Line
	name, text := markup.TagText(token)
	r.Name = name
	list, err := t.elements.Attributes(r.Attributes, token, text)
	r.Attributes = list
	if err != nil {
		return err
	}
	kept := r.Attributes[:0]
	var start, end, own bool
	for _, a := range list {
		switch {
		case a.Name == "time":
			r.Start, err = t.time(a.Value, r)
			start = true
		case a.Name == "end":
			if end = true; r.Kind == State { // of an event it means nothing
				r.End, err = t.time(a.Value, r)
			}
		case a.Name == "name" && r.Kind == Event:
			r.Name, own = a.Value, true
		default:
			kept = append(kept, a)
		}
		if err != nil {
			return err
		}
	}
	r.Attributes = kept
	problem := ""
	switch {
	case !start:
		problem = "without a time"
	case r.Kind == Event && (!own || utf16Length(r.Name) < 2):
		problem = "without a name of two characters or more"
	case r.Kind == State && !end:
		problem = "without an end"
	}
	if problem != "" {
		return markup.FaultAt(r.Offset, r.Line, fmt.Sprintf("%v %.40q %s", r.Kind, r.Name, problem), false)
	}
	if r.Kind == Event {
		r.End = r.Start
	}
	return nil
}

// utf16Length is how long Java has a text.
func utf16Length(text string) (n int) {
	for _, c := range text {
		if n++; c > 0xffff {
			n++
		}
	}
	return n
}

// plainTime reads a time that has digits and a point, and lies where times can.
func plainTime(text string, adjustment hdtrace.Epoch) (sum hdtrace.Epoch, ok bool) {
	e, ok := markup.PlainTime(text)
	sum, there := adjusted(e, adjustment)
	return sum, ok && there
}

// adjusted adds the adjustment of the file to a time. It reports whether there are such times.
func adjusted(e, adjustment hdtrace.Epoch) (sum hdtrace.Epoch, ok bool) {
	sum = e + adjustment
	return sum, (sum >= e) == (adjustment >= 0)
}

// time reads a time: digits and a point, as all writers have them, or any other form.
func (t *Reader) time(text string, r *Record) (hdtrace.Epoch, error) {
	if sum, ok := plainTime(text, t.header.TimeAdjustment); ok {
		return sum, nil
	}
	e, problem := markup.AdjustedTime(text, t.header.TimeAdjustment)
	if _, fraction, _ := strings.Cut(text, "."); len(fraction) > 9 && len(strings.TrimRight(fraction, "ms")) > 9 {
		t.tell(finding.Wrong, r.Offset, r.Line, fmt.Sprintf("time %s has more than nine decimals, which readers take for nanoseconds", printable.Clipped(text)))
	}
	if problem != "" {
		return 0, markup.FaultAt(r.Offset, r.Line, fmt.Sprintf("%v %.40q: %s", r.Kind, r.Name, problem), false)
	}
	return e, nil
}

// families begin the names of functions of MPI, without MPI_, that have attributes of other kinds, or none.
var families = []string{"Comm_", "File_", "Win_", "Type_", "Wait", "Test", "Probe", "Iprobe", "Mprobe", "Improbe", "Init", "Finalize"}

// Call reports whether a state is a call of MPI by what HDTrace's wrappers and ours write of it: it names a communicator,
// or has the name of a function without one. In a trace without calls of MPI a name proves nothing.
func (r *Record) Call() bool {
	if _, named := r.Value("cid"); named {
		return r.Kind == State
	}
	return r.Kind == State && slices.ContainsFunc(families, func(f string) bool {
		rest, ok := strings.CutPrefix(r.Name, f)
		return ok && (strings.HasSuffix(f, "_") || rest == "" || slices.Contains([]string{"all", "any", "some", "_thread", "_cancelled"}, rest))
	})
}
