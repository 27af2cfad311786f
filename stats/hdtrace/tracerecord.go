package hdtrace

import (
	"fmt"
	"strings"

	"github.com/go-hpc/timers/internal/printable"
)

// begin reads the tag of a record.
func (t *TraceReader) begin(r *TraceRecord, token *token) error {
	r.Offset, r.Line = token.offset, token.line
	name, text := tagText(token)
	r.Name = name
	list, err := t.attributes(r.Attributes, token, text)
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
		return faultAt(r.Offset, r.Line, fmt.Sprintf("%v %.40q %s", r.Kind, r.Name, problem), false)
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

// time reads a time: digits and a point, as all writers have them, or any other form.
func (t *TraceReader) time(text string, r *TraceRecord) (Epoch, error) {
	e, ok := plainTime(text)
	if sum := e + t.header.TimeAdjustment; ok && (sum >= e) == (t.header.TimeAdjustment >= 0) {
		return sum, nil
	}
	e, problem := adjustedTime(text, t.header.TimeAdjustment)
	if _, fraction, _ := strings.Cut(text, "."); len(fraction) > 9 && len(strings.TrimRight(fraction, "ms")) > 9 {
		t.tell(Wrong, r.Offset, r.Line, fmt.Sprintf("time %s has more than nine decimals, which readers take for nanoseconds", printable.Clipped(text)))
	}
	if problem != "" {
		return 0, faultAt(r.Offset, r.Line, fmt.Sprintf("%v %.40q: %s", r.Kind, r.Name, problem), false)
	}
	return e, nil
}

// adjustedTime reads a time and adds the adjustment of the file.
func adjustedTime(text string, adjustment Epoch) (e Epoch, problem string) {
	e, ok := plainTime(text)
	if !ok {
		var err error
		if e, err = ParseEpoch(text); err != nil {
			return 0, err.Error()
		}
	}
	sum := e + adjustment
	if (sum > e) != (adjustment > 0) && adjustment != 0 {
		return 0, fmt.Sprintf("time %s after %v is beyond what 64 bits of nanoseconds hold", printable.Clipped(text), adjustment)
	}
	return sum, ""
}

// plainTime is ParseEpoch for the form that all C programs write, in a fifth of the time.
func plainTime(text string) (Epoch, bool) {
	var whole, fraction, digits int64
	i := 0
	for ; i < len(text) && text[i]-'0' <= 9; i++ {
		whole = whole*10 + int64(text[i]-'0')
	}
	if i == 0 || i > 10 || i == len(text) || text[i] != '.' {
		return 0, false
	}
	for i++; i < len(text) && text[i]-'0' <= 9; i++ {
		fraction = fraction*10 + int64(text[i]-'0')
		digits++
	}
	if i < len(text) || digits == 0 || digits > 9 || whole > int64(MaxEpoch/second)*4 {
		return 0, false
	}
	for ; digits < 9; digits++ {
		fraction *= 10
	}
	return Epoch(whole)*second + Epoch(fraction), true
}
