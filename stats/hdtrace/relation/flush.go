package relation

import (
	"maps"
	"slices"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
)

// added is what follows a record.
func (r *Writer) added(at hdtrace.Epoch) error {
	if !r.waiting {
		r.oldest, r.waiting = at, true
	}
	switch {
	case r.options.ForceFlush, len(r.buf) >= r.options.Buffer,
		r.options.MaxAge > 0 && at.Sub(r.oldest) >= r.options.MaxAge:
		return r.flush(at, false)
	}
	return nil
}

// Flush writes what waits. It matches ErrWrite.
func (r *Writer) Flush() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.usable("flush"); err != nil {
		return err
	}
	if r.next == 0 || len(r.buf) == 0 && len(r.live) == 0 {
		return nil
	}
	return r.flush(r.clock.Next(r.options.Clock()), false)
}

// Close ends all relations that are open, as Destroy does, and the file. It does not close the io.Writer. The
// error matches ErrWrite; a second Close does nothing.
func (r *Writer) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil
	}
	r.closed = true
	if r.failed != nil || r.next == 0 {
		return r.failed
	}
	return r.flush(r.clock.Next(r.options.Clock()), true)
}

// Tokens is how many tokens were made. A file without any should not stay: the viewer refuses it.
func (r *Writer) Tokens() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.next
}

// maxProvisional is how many tokens are ended at each write, in case that it is the last. Readers do not see
// the others, then, but they read the file.
const maxProvisional = 1000

// flush writes what there is, and what closes all that is open.
func (r *Writer) flush(at hdtrace.Epoch, last bool) error {
	keep := len(r.buf)
	if r.out.At == nil && !last {
		return r.flushed(keep)
	}
	if last || len(r.live) <= maxProvisional {
		for _, id := range slices.Sorted(maps.Keys(r.live)) {
			r.buf = r.text.close(r.buf, id, r.live[id].states, at)
		}
	}
	r.buf = append(r.buf, ending...)
	if last {
		keep = len(r.buf)
	}
	return r.flushed(keep)
}

// flushed writes the buffer, of which so many bytes are there to stay.
func (r *Writer) flushed(keep int) error {
	if err := r.out.Write(r.buf, keep); err != nil {
		r.failed = faults.Write("relations", err)
		return r.failed
	}
	r.buf, r.waiting = r.buf[:0], false
	return nil
}
