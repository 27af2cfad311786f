package hdtrace

import (
	"io"
)

// tailedFile is a file that ends with a tail, which the next write replaces: whenever the program is
// killed, but for the few microseconds of a write, the file has its end. Where files can only grow the tail
// is left out until the last write.
type tailedFile struct {
	w    io.Writer
	at   placedFile // nil for a file that can only grow
	kept int64      // bytes that will not be written again
	end  int64      // length of the file
}

// placedFile is what can be cut and written at any place, such as an *os.File.
type placedFile interface {
	io.WriterAt
	Truncate(size int64) error
}

func newTailedFile(w io.Writer, sequential bool) tailedFile {
	f := tailedFile{w: w}
	if at, ok := w.(placedFile); ok && !sequential {
		f.at = at
	}
	return f
}

// write writes data behind what is kept. Of it keep bytes are kept in turn; a file that can only grow takes
// no more.
func (f *tailedFile) write(data []byte, keep int) error {
	if f.at == nil {
		return f.append(data[:keep])
	}
	// The tail is cut off first. New text over half of an old one could look like something that was
	// never meant, if the program is killed in the middle of the write.
	if f.end > f.kept {
		if err := f.at.Truncate(f.kept); err != nil {
			return err
		}
	}
	n, err := f.at.WriteAt(data, f.kept)
	if err != nil && n <= 0 && f.end == 0 {
		f.at = nil // a pipe, or a file that was opened for appending
		return f.append(data[:keep])
	}
	f.end = f.kept + int64(max(n, 0))
	if err == nil {
		f.kept += int64(keep)
	}
	return err
}

func (f *tailedFile) append(data []byte) error {
	n, err := f.w.Write(data)
	if err == nil && n < len(data) {
		err = io.ErrShortWrite
	}
	f.kept += int64(n)
	return err
}

// unfinished is the attribute of a state that runs on.
const unfinished = UnfinishedAttribute + "='1' "

// Flush writes what waits. It matches ErrWrite.
func (t *Trace) Flush() error {
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
func (t *Trace) isEmpty() bool {
	return t.records == 0 && t.recorded == 0 && t.limits.total == t.limits.reported
}

// Close ends the trace. States that are open end now, with the attribute unfinished. It does not close
// the io.Writer. The error matches ErrWrite; a second Close does nothing.
func (t *Trace) Close() error {
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
func (t *Trace) flush(at Epoch, last bool) error {
	if last {
		t.close(t.text, at, true)
		return t.flushed(len(t.text.buf), nil)
	}
	keep := t.settled()
	if t.out.at == nil && keep == 0 {
		return nil
	}
	return t.flushed(keep, t.provisional(at))
}

// flushed writes the buffer, of which so many bytes are there to stay, with a tail that is not. A trace
// that can't be written records nothing more.
func (t *Trace) flushed(keep int, tail []byte) error {
	body := len(t.text.buf)
	t.text.buf = append(t.text.buf, tail...)
	err := t.out.write(t.text.buf, keep)
	t.text.buf = t.text.buf[:body]
	if err != nil {
		t.failed = writeError("trace", err)
		t.disabled = true
		return t.failed
	}
	t.text.taken(keep)
	t.waiting = false
	return nil
}

// settled is how much of the buffer will stay as it is. States within one that has elements may have to
// follow them; but not for ever.
func (t *Trace) settled() int {
	if len(t.text.buf) >= 4*t.options.Buffer || t.options.ForceFlush && t.out.at == nil {
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
func (t *Trace) provisional(at Epoch) []byte {
	if t.out.at == nil {
		return nil
	}
	x := *t.text
	x.buf = t.tail[:0]
	x.blocks = append([]traceBlock(nil), t.text.blocks...)
	for i := range x.blocks {
		x.blocks[i].at = -1
	}
	t.close(&x, at, false)
	t.tail = x.buf
	return x.buf
}

// close closes what is open.
func (t *Trace) close(x *traceText, at Epoch, last bool) {
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
