package hdtrace

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
)

// traceRewrite writes a damaged trace anew, with all that can be read of it.
type traceRewrite struct {
	times  traceTimes
	losses losses
	after  int64 // a place in the file
	beyond int64 // tags that begin something at that place and behind it
}

// plan reads the trace. The error is one of reading.
func (w *traceRewrite) plan(r io.Reader) error {
	s := newSalvager(r)
	s.lost = w.losses.add
	s.tags = func(offset int64) {
		if offset >= w.after {
			w.beyond++
		}
	}
	s.emit = func(r *TraceRecord, _ bool) error {
		w.times.see(r)
		return nil
	}
	if err := s.run(); err != nil {
		return err
	}
	for _, m := range w.times.mends {
		if m.loss == nil {
			w.losses.more++
		} else {
			w.losses.list = append(w.losses.list, *m.loss)
		}
	}
	w.losses.clip()
	return nil
}

// write writes the trace anew.
func (w *traceRewrite) write(to io.Writer, r io.Reader) error {
	s := newSalvager(r)
	var x *traceText
	number := int64(0)
	s.emit = func(r *TraceRecord, suspect bool) error {
		if x == nil {
			x = newTraceText(s.reader.header, 9, "\t", false)
		}
		w.times.apply(number, r)
		number++
		if n := len(x.blocks); suspect && r.Kind == State && n == r.Depth+1 {
			// The state is missing that contained them. Is this one around them?
			if b := x.blocks[n-1]; b.first < r.Start || b.last > r.End {
				x.closeOrphans()
			}
		}
		x.putRecord(r)
		if held := x.heldFrom(cutRoom); held > 0 {
			if err := writeAll(to, x.buf[:held]); err != nil {
				return err
			}
			x.taken(held)
		}
		return nil
	}
	if err := s.run(); err != nil {
		return err
	}
	if x == nil {
		return errors.New("there is no record in it")
	}
	x.finish()
	return writeAll(to, x.buf)
}

// Loss is what a repair leaves out of a file, or changes in it.
type Loss struct {
	Offset int64 // bytes from the beginning of the damaged file
	Line   int   // counted from 1, 0 where there is none
	Text   string
}

// String is the loss on one line.
func (l Loss) String() string {
	if l.Line > 0 {
		return fmt.Sprintf("line %d, byte %d: %s", l.Line, l.Offset, l.Text)
	}
	return fmt.Sprintf("byte %d: %s", l.Offset, l.Text)
}

// mostLosses is how many are told of a file.
const mostLosses = 100

// losses collects losses. The first are kept, the others counted.
type losses struct {
	list []Loss
	more int
}

func (l *losses) add(one Loss) {
	if len(l.list) >= mostLosses {
		l.more++
		return
	}
	l.list = append(l.list, one)
}

// clip brings them into order, and keeps the first.
func (l *losses) clip() {
	slices.SortStableFunc(l.list, func(a, b Loss) int { return cmp.Compare(a.Offset, b.Offset) })
	n := max(len(l.list)-mostLosses, 0)
	l.list = l.list[:len(l.list)-n]
	l.more += n
}

func (l *losses) count() int { return len(l.list) + l.more }
