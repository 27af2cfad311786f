package stat

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
)

// File is a statistics file of which parts are read, by time or by place.
//
// Where entries are all equally long, as they are but for strings, a part is found by halving: a few
// reads, however long the file is. A file that is small, or whose timestamps are found not to be where they
// should, as they are not behind a restart marker, is read from its beginning instead.
//
// Its methods may be called from several goroutines if those of the io.ReaderAt may.
type File struct {
	r       io.ReaderAt
	size    int64
	options hdtrace.ReadOptions
	header  *Header
	first   hdtrace.Epoch // the initial timestamp
	data    int64         // where the entries begin
	small   bool          // it is not worth searching, which trusts that all entries are equally long
	entries int64         // that are whole; -1 if they have no fixed size
}

// smallFile is how long a file may be that is read rather than searched.
const smallFile = 1 << 20

// Open reads the header of a file of that size. The error is a [*hdtrace.FormatError].
func Open(r io.ReaderAt, size int64, options hdtrace.ReadOptions) (*File, error) {
	s, err := NewReader(io.NewSectionReader(r, 0, size), options)
	if err != nil {
		return nil, err
	}
	f := &File{r: r, size: size, options: options, header: s.Header(), first: s.last, data: s.offset(), entries: -1, small: size <= smallFile}
	if n := f.header.EntrySize(); n > 0 {
		f.entries = (size - f.data) / int64(n)
	}
	return f, nil
}

// Header is the file's header.
func (f *File) Header() *Header { return f.header }

// Start is the initial timestamp.
func (f *File) Start() hdtrace.Epoch { return f.first }

// Len is the number of whole entries, and false if that is not known without reading them all: where
// entries are not equally long. A restart marker, which only files in the thesis' form have, counts for
// part of an entry.
func (f *File) Len() (int64, bool) { return max(f.entries, 0), f.entries >= 0 }

// End is the timestamp of the last whole entry, that of the start if there is none.
func (f *File) End() (hdtrace.Epoch, error) {
	if f.entries == 0 {
		return f.first, nil
	}
	if f.entries > 0 && !f.small {
		// Among the last entries the search finds a marker, if it did not before.
		if place, end, err := f.search(hdtrace.EndOfTime); err == nil && place == f.entries && f.orderly(place) {
			return end, nil
		}
	}
	end := f.first
	s := f.from(0, f.first)
	for e, err := range s.Entries() {
		if err != nil {
			return end, err
		}
		end = e.End
	}
	return end, nil
}

// stampOf is the timestamp of an entry, by place.
func (f *File) stampOf(i int64) (hdtrace.Epoch, error) {
	var b [8]byte
	size := f.header.stampSize()
	at := f.data + i*int64(f.header.EntrySize())
	if n, err := f.r.ReadAt(b[:size], at); n < size {
		return 0, faults.In(f.options.Name, &hdtrace.FormatError{Offset: at, Text: "read a timestamp", Err: err})
	}
	s := Reader{header: f.header}
	return s.stamp(b[:]), nil
}

// orderly reports whether the timestamps of the entries before a place are in order.
func (f *File) orderly(place int64) bool {
	const looked = 64
	last := f.first
	for i := max(0, place-looked); i < place; i++ {
		t, err := f.stampOf(i)
		if err != nil || t < last {
			return false
		}
		last = t
	}
	return true
}

// from is a reader of the entries from place i on, which follow that time. Places count only in files with
// entries of fixed size; others begin at 0.
func (f *File) from(i int64, start hdtrace.Epoch) *Reader {
	at := f.data + i*int64(f.header.EntrySize())
	s := &Reader{
		options: f.options, last: start, base: at,
		r: io.NewSectionReader(f.r, at, f.size-at), buf: make([]byte, readRoom),
	}
	s.begin(f.header)
	return s
}

// errOrder says that a file's timestamps cannot be halved.
var errOrder = errors.New("timestamps are not in order")

// Search is the place of the first entry that ends after t, and the time at which it begins. It is Len for
// a time after the last entry. The error matches ErrUnsupported where entries are not equally long, and
// ErrBackwards where timestamps are found not to be in order.
func (f *File) Search(t hdtrace.Epoch) (place int64, start hdtrace.Epoch, err error) {
	if f.entries < 0 {
		return 0, f.first, faults.In(f.options.Name, &hdtrace.FormatError{Offset: f.data, Text: "entries are not equally long, they cannot be searched", Err: hdtrace.ErrUnsupported})
	}
	place, start, err = f.search(t)
	if errors.Is(err, errOrder) {
		err = faults.In(f.options.Name, &hdtrace.FormatError{Offset: f.data + place*int64(f.header.EntrySize()), Text: err.Error(), Err: hdtrace.ErrBackwards})
	}
	return place, start, err
}

// search halves. It looks that timestamps lie between those around them; if one does not, the error is
// errOrder and the place that of the entry.
func (f *File) search(t hdtrace.Epoch) (place int64, start hdtrace.Epoch, err error) {
	low, high := f.first, hdtrace.MaxEpoch+max(f.header.Adjustment, 0)
	begin, end := int64(0), f.entries
	for begin < end {
		middle := begin + (end-begin)/2
		stamp, err := f.stampOf(middle)
		if err != nil {
			return middle, f.first, err
		}
		if stamp < low || stamp > high {
			return middle, f.first, fmt.Errorf("timestamp %v of entry %d should lie between %v and %v: %w", stamp, middle, low, high, errOrder)
		}
		if stamp > t {
			end, high = middle, stamp
		} else {
			begin, low = middle+1, stamp
		}
	}
	return begin, low, nil
}

// Range goes through the entries that lie in the time between from and to, or partly do: that end after
// from and begin before to. An entry is valid until the next one. A fault is the last that comes.
func (f *File) Range(from, to hdtrace.Epoch) iter.Seq2[*Entry, error] {
	return func(yield func(*Entry, error) bool) {
		s := f.from(0, f.first)
		if f.entries >= 0 && !f.small {
			place, start, err := f.search(from)
			if err != nil && !errors.Is(err, errOrder) {
				yield(nil, err)
				return
			}
			if err == nil {
				s = f.from(place, start)
			}
		}
		for e, err := range s.Entries() {
			if err == nil && e.End <= from {
				continue
			}
			if err == nil && e.Start >= to || !yield(e, err) {
				return
			}
		}
	}
}
