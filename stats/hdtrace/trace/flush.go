package trace

import (
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
)

// unfinished is the attribute of a state that runs on.
const unfinished = hdtrace.UnfinishedAttribute + "='1' "

// Flush writes what waits. It matches ErrWrite.
func (t *Writer) Flush() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.usable("flush"); err != nil {
		return err
	}
	if t.isEmpty() || len(t.text.buf) == 0 && t.recorded == 0 {
		return nil
	}
	return t.flush(t.latest(), false)
}

// isEmpty says that there is nothing to be written, not even what was left out.
func (t *Writer) isEmpty() bool {
	return t.records == 0 && t.recorded == 0 && t.limits.total == t.limits.reported
}

// Close ends the trace. States that are open end now, with the attribute unfinished. It does not close
// the io.Writer. The error matches ErrWrite; a second Close does nothing.
func (t *Writer) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return nil
	}
	t.closed = true
	if t.failed != nil {
		return t.failed
	}
	if t.isEmpty() {
		return nil
	}
	return t.flush(t.latest(), true)
}

// flush writes what there is; at the end all of it is kept.
func (t *Writer) flush(at hdtrace.Epoch, last bool) error {
	if last {
		t.close(t.text, at, true)
		return t.flushed(len(t.text.buf), nil)
	}
	keep := t.settled()
	if t.out.At == nil && keep == 0 {
		return nil
	}
	return t.flushed(keep, t.provisional(at))
}

// flushed writes the buffer, of which so many bytes are there to stay, with a tail that is not. A trace
// that can't be written records nothing more.
func (t *Writer) flushed(keep int, tail []byte) error {
	body := len(t.text.buf)
	t.text.buf = append(t.text.buf, tail...)
	err := t.out.Write(t.text.buf, keep)
	t.text.buf = t.text.buf[:body]
	if err != nil {
		t.failed = faults.Write("trace", err)
		t.disabled = true
		return t.failed
	}
	t.text.taken(keep)
	t.waiting = false
	return nil
}

// settled is how much of the buffer will stay as it is. States within one that has elements may have to
// follow them; but not for ever.
func (t *Writer) settled() int {
	if len(t.text.buf) >= 4*t.options.Buffer || t.options.ForceFlush && t.out.At == nil {
		return len(t.text.buf)
	}
	depth := 0
	for i := range t.stack {
		if t.stack[i].ignored {
			continue
		}
		if depth < len(t.text.blocks) && len(t.stack[i].content) > 0 && t.text.blocks[depth].at >= 0 {
			return t.text.blocks[depth].at
		}
		depth++
	}
	return len(t.text.buf)
}

// provisional is the text that closes what is open, until more comes.
func (t *Writer) provisional(at hdtrace.Epoch) []byte {
	if t.out.At == nil {
		return nil
	}
	x := *t.text
	x.buf = t.tail[:0]
	x.blocks = append([]block(nil), t.text.blocks...)
	for i := range x.blocks {
		x.blocks[i].at = -1
	}
	t.close(&x, at, false)
	t.tail = x.buf
	return x.buf
}

// close closes what is open.
func (t *Writer) close(x *text, at hdtrace.Epoch, last bool) {
	limits := t.limits
	if t.skip > 0 {
		limits.over(at)
	}
	depth, records := t.recorded, int64(0)
	if limits.total != limits.reported {
		x.put(depth, limits.event(at))
		records++
	}
	for i := len(t.stack) - 1; i >= 0; i-- {
		s := &t.stack[i]
		if s.ignored {
			continue
		}
		depth--
		it := s.item(at)
		it.attributes = append(append([]byte(nil), it.attributes...), unfinished...)
		x.put(depth, it)
		records++
	}
	x.finish()
	if last {
		t.limits, t.records = limits, t.records+records
	}
}
