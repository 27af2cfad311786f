package trace

import (
	"errors"
	"io"

	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
	"github.com/go-hpc/timers/stats/hdtrace/internal/file"
)

// rewrite writes a damaged trace anew, with all that can be read of it.
type rewrite struct {
	times  times
	losses faults.Losses
	after  int64 // a place in the file
	beyond int64 // tags that begin something at that place and behind it
}

// plan reads the trace. The error is one of reading.
func (w *rewrite) plan(r io.Reader) error {
	s := newSalvager(r)
	s.tags = func(offset int64) {
		if offset >= w.after {
			w.beyond++
		}
	}
	s.emit = func(r *Record, _ bool) error {
		w.times.see(r)
		return nil
	}
	if err := s.run(); err != nil {
		return err
	}
	w.losses = s.losses
	for _, m := range w.times.mends {
		if m.loss == nil {
			w.losses.More++
		} else {
			w.losses.List = append(w.losses.List, *m.loss)
		}
	}
	w.losses.Clip()
	return nil
}

// write writes the trace anew.
func (w *rewrite) write(to io.Writer, r io.Reader) error {
	s := newSalvager(r)
	var x *text
	number := int64(0)
	s.emit = func(r *Record, suspect bool) error {
		if x == nil {
			x = newText(s.reader.header, 9, "\t", false)
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
		if held := x.heldFrom(file.CutRoom); held > 0 {
			if err := file.WriteAll(to, x.buf[:held]); err != nil {
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
	return file.WriteAll(to, x.buf)
}
