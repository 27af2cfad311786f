package ranktable

import (
	"bytes"
	"io"
	"sync"

	"github.com/go-hpc/timers/mpitimer/internal/blocks"
	"github.com/go-hpc/timers/mpitimer/internal/fromfile"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/mpitimer/internal/snapshot"
	"github.com/go-hpc/timers/stats"
)

// work is what looks at tables, one after the other, have in common: the memory into which files are copied, and what
// most ranks of a run have alike. Looks without one keep nothing.
type work struct {
	data  []byte
	note  []byte // what was decoded last
	text  rankfile.Text
	known []stats.Environment // of text, for runs of so many ranks
	size  uint32
	tree  fromfile.Tree
}

var works = sync.Pool{New: func() any { return new(work) }}

// room is memory for so many bytes.
func (w *work) room(size int) []byte {
	if len(w.data) < size {
		w.data = aligned(max(size, 2*len(w.data)))
	}
	return w.data[:size]
}

// decode is decodeText.
func (w *work) decode(note []byte) (rankfile.Text, error) {
	if w == nil {
		return decodeText(note)
	}
	if w.note != nil && bytes.Equal(note, w.note) {
		return w.text, nil
	}
	text, err := decodeText(note)
	if err == nil {
		w.note, w.text, w.known = append(w.note[:0], note...), text, nil
	}
	return text, err
}

// again makes the nodes of a Profile out of the table of its only track, if that is like one before.
func (w *work) again(b *snapshot.Builder, t *trackImage, s *seen, p *stats.Profile) (done bool) {
	if w == nil || len(p.Counters) > 0 {
		return false
	}
	p.Nodes, done = w.tree.Again(b, t.table, s.see)
	return done
}

// lookCopied is look for a file whose rank does not live, so that it will be what it is. A copy takes less time than
// mapping it does: the kernel has to tell all processors of the end of a mapping.
func (t *Table) lookCopied(light bool, w *work) (*image, error) {
	if t.closed || t.known == nil || t.data != nil || t.reopen() != nil {
		return nil, nil
	}
	switch {
	case w != nil:
	case light: // it has no memory of w
		w = works.Get().(*work)
		defer works.Put(w)
	default:
		w = new(work)
	}
	defer t.drop()
	if t.copyInto(w, rankfile.HeaderSize) != nil || t.length < rankfile.HeaderSize {
		return nil, nil
	}
	h, err := t.header()
	if err != nil || t.alive(h) {
		return nil, nil
	}
	// The header again, too: by now it is the last one.
	if t.copyInto(w, h.End()) != nil {
		return nil, nil
	}
	i, err := t.take(light, w)
	if err != nil {
		return nil, nil // look says what is wrong
	}
	if i.damage != nil {
		i.damage = t.wrong(i.damage)
	}
	return i, nil
}

// copyInto makes the data a copy of the first bytes of the file, as far as it goes.
func (t *Table) copyInto(w *work, bytes uint64) error {
	const few = 1 << 20 // there is that much memory, whatever a header says
	if bytes > few {
		size, err := t.size()
		if err != nil {
			return err
		}
		bytes = min(bytes, uint64(size))
	}
	data := w.room(max(int(bytes), rankfile.HeaderSize))
	n, err := t.file.ReadAt(data[:bytes], 0)
	if err != nil && err != io.EOF {
		return err
	}
	clear(data[n:])
	t.data, t.length, t.mapped = data, n, false
	return nil
}

// drop forgets the data that stand in work.
func (t *Table) drop() { t.data, t.length = nil, 0 }

// keep keeps what the next tables may have alike.
func (w *work) keep(t *blocks.Table, nodes []stats.Node) {
	if w != nil {
		w.tree.Keep(t, nodes)
	}
}
