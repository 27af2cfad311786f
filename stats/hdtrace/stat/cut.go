package stat

import (
	"io"
	"iter"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
)

// Cut writes the part of a statistics file that lies between from and to: all entries that end
// after from and begin before to, as they are. The initial timestamp becomes the time at which the first of
// them begins, also where the file had none. If there are no entries nothing is written, because viewers
// refuse files without. It returns the number of entries.
//
// Header and values keep their bytes; a time adjustment in the header stays, and counts for from and to.
func Cut(w io.Writer, f *File, from, to hdtrace.Epoch) (int64, error) {
	return copyEntries(w, f.header, f.Range(from, to))
}

// copyEntries writes entries behind the header of their file, in the form that they had there.
func copyEntries(w io.Writer, h *Header, entries iter.Seq2[*Entry, error]) (n int64, err error) {
	buf := make([]byte, 0, readRoom)
	for e, err := range entries {
		if err != nil {
			return n, err
		}
		switch {
		case n == 0:
			buf = h.appendStamp(append(buf, h.raw...), e.Start)
		case e.Restarted:
			buf = append(buf, 0xFF, 0xFF, 0xFF, 0xFF)
			buf = h.appendStamp(buf, e.Start)
		}
		buf = e.appendRaw(h.appendStamp(buf, e.End))
		n++
		if len(buf) >= readRoom/2 {
			if _, err := w.Write(buf); err != nil {
				return n, faults.Write("cut", err)
			}
			buf = buf[:0]
		}
	}
	if _, err := w.Write(buf); n > 0 && err != nil {
		return n, faults.Write("cut", err)
	}
	return n, nil
}

// appendStamp appends a timestamp as the file has it: without the adjustment, which is in its header.
func (h *Header) appendStamp(dst []byte, t hdtrace.Epoch) []byte {
	t -= h.Adjustment
	if h.Stamp32 {
		return appendValue(dst, TypeInt32, uint64(t/h.StampUnit))
	}
	return appendStamp(dst, t)
}

// appendRaw appends the values as they were read, bit by bit.
func (e *Entry) appendRaw(dst []byte) []byte {
	for i, typ := range e.types {
		if typ == TypeString {
			dst = append(dst, byte(len(e.texts[i])>>8), byte(len(e.texts[i])))
			dst = append(dst, e.texts[i]...)
			continue
		}
		dst = appendValue(dst, typ, e.bits[i])
	}
	return dst
}
