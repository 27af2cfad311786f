package relation

import (
	"io"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
	"github.com/go-hpc/timers/stats/hdtrace/internal/file"
)

// Cut writes the relations that lie between from and to, those that end after from and begin before to, whole,
// and those of the same file that they are related to, and these in turn. Open opens what is read, twice: the file
// may be larger than the memory, its tokens, 40 bytes each, may not. If there is none nothing is written, because the
// viewer refuses such a file. It returns the number of records. A fault of what is read is returned after what came
// before it was written.
func Cut(w io.Writer, open func() (*Reader, error), from, to hdtrace.Epoch) (n int64, err error) {
	r, err := open()
	if err != nil {
		return 0, err
	}
	lives, fault := livesOf(r, from, to)
	if r, err = open(); err != nil {
		return 0, err
	}
	h := r.Header()
	x := newText(&h, 9, false)
	buf := h.append(nil)
	lives.restart()
	for record, err := range r.Records() {
		if err != nil {
			break // as the first time
		}
		if record.Kind == Created && lives.begun == len(lives.list) {
			break // the file has grown meanwhile
		}
		if !lives.of(record).kept {
			continue
		}
		buf = x.record(buf, record)
		n++
		if len(buf) >= file.CutRoom {
			if err := file.WriteAll(w, buf); err != nil {
				return n, faults.Write("cut", err)
			}
			buf = buf[:0]
		}
	}
	if n == 0 {
		return 0, fault
	}
	if err := file.WriteAll(w, append(buf, ending...)); err != nil {
		return n, faults.Write("cut", err)
	}
	return n, fault
}

// life is what happened to a token, from its creation to its end.
type life struct {
	start, end hdtrace.Epoch
	parent     int // in lives, -1 for none there
	kept       bool
}

// lives are those of a file, in the order of their creation; a number may be that of several tokens, one after
// the other.
type lives struct {
	list   []life
	begun  int
	latest map[int64]int // by number
}

func (l *lives) restart() { l.begun, l.latest = 0, make(map[int64]int) }

// of returns the life that a record belongs to.
func (l *lives) of(r *Record) *life {
	if r.Kind == Created {
		l.latest[r.Token] = l.begun
		l.begun++
	}
	return &l.list[l.latest[r.Token]]
}

// livesOf reads a file and finds what to keep of it.
func livesOf(r *Reader, from, to hdtrace.Epoch) (*lives, error) {
	l := &lives{}
	l.restart()
	var fault error
	for record, err := range r.Records() {
		if err != nil {
			fault = err
			break
		}
		if record.Kind == Created {
			l.list = append(l.list, life{start: record.Time, end: hdtrace.EndOfTime, parent: l.parentOf(r, record)})
		}
		if one := l.of(record); record.Kind == Destroyed {
			one.end = record.Time
		}
	}
	for i := len(l.list) - 1; i >= 0; i-- { // those that others are related to come before them
		one := &l.list[i]
		one.kept = one.kept || one.end > from && one.start < to || one.start == one.end && one.start == from
		if one.kept && one.parent >= 0 {
			l.list[one.parent].kept = true
		}
	}
	return l, fault
}

// parentOf returns the place of the token that one is related to, -1 for none of this file.
func (l *lives) parentOf(r *Reader, record *Record) int {
	p, h := record.Parent, r.Header()
	own := (p.Host == "" || p.Host == h.Host) && (p.Process == "" || p.Process == h.Process) && p.Topology == h.Topology
	if at, known := l.latest[p.ID]; record.Related && own && known {
		return at
	}
	return -1
}
