package trace

import (
	"io"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
	"github.com/go-hpc/timers/stats/hdtrace/internal/file"
)

// Cut writes the part of a trace that lies between from and to: all states that end after from and
// begin before to, whole, and the events from from on and before to. If there is none nothing is written,
// because viewers refuse traces without any. It returns the number of records.
//
// States that contain both states and elements get the form that readers understand. A fault of what is
// read is returned after what came before it was written.
func Cut(w io.Writer, r *Reader, from, to hdtrace.Epoch) (n int64, err error) {
	x := newText(r.Header(), 9, "\t", false)
	var fault error
	for record, err := range r.Records() {
		if fault = err; err != nil {
			break
		}
		// A state that is outside and contains one that is inside stays: what it contains must have one.
		if !overlaps(record, from, to) && (record.Kind == Event || len(x.blocks) <= record.Depth) {
			continue
		}
		x.putRecord(record)
		n++
		if held := x.heldFrom(file.CutRoom); held > 0 {
			if err := file.WriteAll(w, x.buf[:held]); err != nil {
				return n, faults.Write("cut", err)
			}
			x.taken(held)
		}
	}
	if n == 0 {
		return 0, fault
	}
	x.finish()
	if err := file.WriteAll(w, x.buf); err != nil {
		return n, faults.Write("cut", err)
	}
	return n, fault
}

// heldFrom is how much of the text can be written, once it is much.
func (x *text) heldFrom(room int) int {
	if len(x.buf) < room {
		return 0
	}
	if len(x.blocks) > 0 && x.blocks[0].at >= 0 && len(x.buf) < 4*room {
		return x.blocks[0].at
	}
	return len(x.buf)
}

// overlaps reports whether a record lies in a time, or partly does.
func overlaps(r *Record, from, to hdtrace.Epoch) bool {
	if r.Start == r.End {
		return r.Start >= from && r.Start < to
	}
	return r.End > from && r.Start < to
}
