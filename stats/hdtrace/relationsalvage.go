package hdtrace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"

	"github.com/go-hpc/timers/internal/printable"
)

// relationSalvage writes a damaged file of relations anew, with all records that read. What the damage has taken and
// others need comes back without what is not known of it: a token is created where it is first named, and its states
// end with it.
type relationSalvage struct {
	reader RelationReader // reads records, once they are found, and keeps account of tokens
	headed bool
	head   []byte

	piece  piece  // where the record began that is being collected
	record []byte // its bytes so far; empty between records
	tag    string

	held    *RelationRecord // until the next one shows whether its time can be
	before  Epoch           // the time of the one before it
	records int64
	after   int64 // a place in the file
	begun   int   // records that begin at that place and behind it
	losses  losses

	put func(r *RelationRecord) error
}

func newRelationSalvage() *relationSalvage {
	s := &relationSalvage{before: MinEpoch, put: func(*RelationRecord) error { return nil }}
	s.reader.live = make(map[int64]int)
	return s
}

func (s *relationSalvage) lose(p *piece, format string, args ...any) {
	l := Loss{Offset: p.offset, Line: p.line}
	if len(s.losses.list) < mostLosses {
		l.Text = fmt.Sprintf(format, args...)
	}
	s.losses.add(l)
}

var errNoHeader = errors.New("its header is damaged, without which times mean nothing")

// run reads the file. The error is errNoHeader, or one of reading or of put.
func (s *relationSalvage) run(r io.Reader) error {
	pieces := newTracePieces(r)
	for {
		p, more := pieces.next()
		if !more {
			break
		}
		if err := s.take(&p); err != nil {
			return err
		}
	}
	if pieces.failed != io.EOF {
		return pieces.failed
	}
	if !s.headed {
		return errNoHeader
	}
	if len(s.record) > 0 {
		s.lose(&s.piece, "<%s> without an end", s.tag)
	}
	if err := s.release(nil); err != nil {
		return err
	}
	for _, token := range slices.Sorted(maps.Keys(s.reader.live)) {
		if err := s.end(token, s.before); err != nil {
			return err
		}
	}
	return nil
}

// take adds a piece to the record that is being collected, or begins one.
func (s *relationSalvage) take(p *piece) error {
	t, _, ok := p.tag()
	name := string(t.name)
	starts := ok && t.kind != endTag && slices.Contains(relationTags[:], name) && bytes.Contains(t.attributes, []byte("time="))
	if starts && p.offset >= s.after {
		s.begun++
	}
	switch {
	case !s.headed && !starts:
		s.head = append(s.head, p.data[:min(len(p.data), pieceRoom-len(s.head))]...)
		if ok && name == relationName {
			return s.finishHeader()
		}
		return nil
	case !s.headed:
		if err := s.finishHeader(); err != nil {
			return err
		}
	}
	if starts {
		if len(s.record) > 0 {
			s.lose(&s.piece, "<%s> without an end", s.tag)
		}
		s.piece, s.tag = *p, name
		s.record = append(s.record[:0], p.data[:p.tagEnd()+1]...)
		if t.kind == emptyTag {
			return s.parse()
		}
		s.record = append(s.record, p.data[p.tagEnd()+1:]...)
		return nil
	}
	_, _, aside := p.besides()
	switch {
	case len(s.record) > 0 && ok && t.kind == endTag && name == s.tag:
		s.record = append(s.record, p.data[:p.tagEnd()+1]...)
		return s.parse()
	case len(s.record)+len(p.data) > maxTag:
		s.record = s.record[:0]
		s.lose(&s.piece, "<%s> of more than %d bytes", s.tag, maxTag)
	case len(s.record) > 0 && ok && name == relationName:
		s.lose(&s.piece, "<%s> without an end", s.tag)
		s.record = s.record[:0]
	case len(s.record) > 0:
		s.record = append(s.record, p.data...)
	case !aside && (!ok || name != relationName):
		s.lose(p, "no record: %s", printable.Clipped(string(bytes.TrimSpace(p.data))))
	}
	return nil
}

// parse reads the record that has been collected.
func (s *relationSalvage) parse() error {
	s.reader.elements = elements{scanner: &scanner{buf: s.record, end: len(s.record), failed: io.EOF, line: 1, latin1: s.reader.scanner != nil && s.reader.latin1}}
	t, err := s.reader.next()
	r := &RelationRecord{Kind: RelationKind(slices.Index(relationTags[:], s.tag)), Offset: s.piece.offset, Line: s.piece.line}
	if err == nil {
		err = s.reader.take(r, &t)
	}
	s.record = s.record[:0]
	if err != nil {
		s.lose(&s.piece, "%s", problemOf(err, ""))
		return nil
	}
	return s.release(r.Clone())
}

// release puts the record that is held, and holds the next one. One whose time is out of order gets that of its
// neighbour.
func (s *relationSalvage) release(next *RelationRecord) error {
	held := s.held
	s.held = next
	if held == nil {
		return nil
	}
	given := held.Time
	if next != nil && next.Time < held.Time && next.Time >= s.before {
		held.Time = next.Time
	}
	if held.Time < s.before || held.Time > MaxEpoch {
		held.Time = s.before
	}
	if held.Time != given {
		s.lose(&piece{offset: held.Offset, line: held.Line}, "its time %v is out of order, and becomes %v", given, held.Time)
	}
	s.before = held.Time
	return s.follow(held)
}

// follow puts a record, with what others need and is missing.
func (s *relationSalvage) follow(r *RelationRecord) error {
	at := &piece{offset: r.Offset, line: r.Line}
	states, known := s.reader.live[r.Token]
	var err error
	switch {
	case r.Kind == Created && known:
		s.lose(at, "token %d is created again; the one before ends here", r.Token)
		err = s.end(r.Token, r.Time)
	case r.Kind == Ended && states == 0:
		s.lose(at, "a state of token %d ends, whose start is missing", r.Token)
		return nil
	case r.Kind != Created && !known:
		s.lose(at, "the creation of token %d is missing", r.Token)
		err = s.emit(&RelationRecord{Kind: Created, Token: r.Token, Time: r.Time})
	case r.Kind == Destroyed && states > 0:
		s.lose(at, "%d states of token %d have no end", states, r.Token)
		return s.end(r.Token, r.Time)
	}
	if err != nil {
		return err
	}
	return s.emit(r)
}

func (s *relationSalvage) emit(r *RelationRecord) error {
	if problem := s.reader.follow(r); problem != "" {
		s.lose(&piece{offset: r.Offset, line: r.Line}, "%s", problem)
		return nil
	}
	s.records++
	return s.put(r)
}

// end ends the states of a token, and the token.
func (s *relationSalvage) end(token int64, at Epoch) error {
	for range s.reader.live[token] {
		if err := s.emit(&RelationRecord{Kind: Ended, Token: token, Time: at, Attributes: []Attribute{{UnfinishedAttribute, "1"}}}); err != nil {
			return err
		}
	}
	return s.emit(&RelationRecord{Kind: Destroyed, Token: token, Time: at})
}

var relationAttribute = regexp.MustCompile(`(hostID|localToken|topologyNumber|timeAdjustment|processorSpeedinMHZ|processorModelName)\s*=\s*("[^"<&=]*"|'[^'<&=]*')`)

// finishHeader makes the header of what can be read of it.
func (s *relationSalvage) finishHeader() error {
	s.headed = true
	if r, err := NewRelationReader(bytes.NewReader(s.head), ReadOptions{}); err == nil {
		s.reader.header = r.header
	} else {
		var found []Attribute
		for _, m := range relationAttribute.FindAllSubmatch(s.head, -1) {
			found = append(found, Attribute{string(m[1]), string(m[2][1 : len(m[2])-1])})
		}
		if s.reader.header.set(found) != "" {
			return errNoHeader
		}
		s.lose(&piece{line: 1}, "the header is damaged: %s", problemOf(err, ""))
	}
	h := TraceHeader{TimeAdjustment: s.reader.header.TimeAdjustment, ProcessorMHz: s.reader.header.ProcessorMHz}
	if !h.plausible() || int(int32(s.reader.header.Topology)) != s.reader.header.Topology {
		return errNoHeader
	}
	return nil
}

// write writes the file anew.
func (s *relationSalvage) write(w io.Writer, r io.Reader) error {
	var x relationText
	var buf []byte
	s.put = func(r *RelationRecord) error {
		if x.between == "" {
			x = newRelationText(&s.reader.header, 9, false)
			buf = s.reader.header.append(buf)
		}
		buf = x.record(buf, r)
		if len(buf) < cutRoom {
			return nil
		}
		err := writeAll(w, buf)
		buf = buf[:0]
		return err
	}
	if err := s.run(r); err != nil {
		return err
	}
	return writeAll(w, append(buf, relationEnd...))
}

// salvageRelations says how a file becomes readable that is damaged behind a place, up to which it reads, and not cut off
// there; false if it is. A file that is cut off has so many records at most that begin behind that place.
func salvageRelations(fix Fix, r io.Reader, fault *FormatError, place int64, most int) (Fix, bool) {
	again, ok := r.(io.Seeker)
	if !ok {
		return fix, false
	}
	if _, err := again.Seek(0, io.SeekStart); err != nil {
		return fix, false
	}
	s := newRelationSalvage()
	s.after = place
	switch err := s.run(r); {
	case errors.Is(err, errNoHeader) && (fault.Err != ErrTruncated || s.begun > 0):
		fix.Left, fix.Why = true, err.Error()
		return fix, true
	case err != nil, s.begun <= most, s.records == 0:
		return fix, false
	}
	fix.rewrite = func(w io.Writer, r io.Reader) error { return newRelationSalvage().write(w, r) }
	fix.Losses, fix.MoreLosses = s.losses.list, s.losses.more
	fix.Why = fmt.Sprintf("%d records, damaged in %d places", s.records, s.losses.count())
	return fix, true
}
