package relation

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
	"github.com/go-hpc/timers/stats/hdtrace/internal/file"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
)

// salvage writes a damaged file of relations anew, with every record that can be read. Records that others need and the damage
// has destroyed are made up, without what is not known of them: a token is created where it is first named, and its states
// end with it.
type salvage struct {
	reader Reader // reads records, once they are found, and keeps account of tokens
	headed bool
	head   []byte

	piece  markup.Piece // where the record began that is being collected
	record []byte       // its bytes so far; empty between records
	tag    string

	held    *Record       // until the next one shows whether its time can be
	before  hdtrace.Epoch // the time of the one before it
	records int64
	after   int64 // a place in the file
	begun   int   // records that begin at that place and behind it
	losses  faults.Losses

	put func(r *Record) error
}

func newSalvage() *salvage {
	s := &salvage{before: hdtrace.MinEpoch, put: func(*Record) error { return nil }}
	s.reader.live = make(map[int64]int)
	return s
}

var errNoHeader = errors.New("its header is damaged, without which times mean nothing")

// run reads the file. The error is errNoHeader, or one of reading or of put.
func (s *salvage) run(r io.Reader) error {
	if err := markup.EachPiece(r, s.take); err != nil {
		return err
	}
	if !s.headed {
		return errNoHeader
	}
	if len(s.record) > 0 {
		s.losses.Lose(s.piece.Offset, s.piece.Line, "<%s> without an end", s.tag)
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
func (s *salvage) take(p *markup.Piece) error {
	t, _, ok := p.Tag(s.reader.elements.Scanner != nil && s.reader.elements.Latin1)
	name := string(t.Name)
	starts := ok && t.Kind != markup.EndTag && slices.Contains(tags[:], name) && bytes.Contains(t.Attributes, []byte("time="))
	if starts && p.Offset >= s.after {
		s.begun++
	}
	switch {
	case !s.headed && !starts:
		s.head = markup.AppendHead(s.head, p.Data)
		if ok && name == rootName {
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
			s.losses.Lose(s.piece.Offset, s.piece.Line, "<%s> without an end", s.tag)
		}
		s.piece, s.tag = *p, name
		s.record = append(s.record[:0], p.Data[:p.TagEnd()+1]...)
		if t.Kind == markup.EmptyTag {
			return s.parse()
		}
		s.record = append(s.record, p.Data[p.TagEnd()+1:]...)
		return nil
	}
	_, _, aside := p.Besides()
	switch {
	case len(s.record) > 0 && ok && t.Kind == markup.EndTag && name == s.tag:
		s.record = append(s.record, p.Data[:p.TagEnd()+1]...)
		return s.parse()
	case len(s.record)+len(p.Data) > markup.MaxTag:
		s.record = s.record[:0]
		s.losses.Lose(s.piece.Offset, s.piece.Line, "<%s> of more than %d bytes", s.tag, markup.MaxTag)
	case len(s.record) > 0 && ok && name == rootName:
		s.losses.Lose(s.piece.Offset, s.piece.Line, "<%s> without an end", s.tag)
		s.record = s.record[:0]
	case len(s.record) > 0:
		s.record = append(s.record, p.Data...)
	case !aside && (!ok || name != rootName):
		s.losses.Lose(p.Offset, p.Line, "no record: %s", printable.Clipped(string(bytes.TrimSpace(p.Data))))
	}
	return nil
}

// parse reads the record that has been collected.
func (s *salvage) parse() error {
	s.reader.elements = markup.Elements{Scanner: &markup.Scanner{Buf: s.record, End: len(s.record), Failed: io.EOF, Line: 1, Latin1: s.reader.elements.Scanner != nil && s.reader.elements.Latin1}}
	t, err := s.reader.elements.Next()
	r := &Record{Kind: Kind(slices.Index(tags[:], s.tag)), Offset: s.piece.Offset, Line: s.piece.Line}
	if err == nil {
		err = s.reader.take(r, &t)
	}
	s.record = s.record[:0]
	if err != nil {
		s.losses.Lose(s.piece.Offset, s.piece.Line, "%s", markup.ProblemOf(err, ""))
		return nil
	}
	return s.release(r.Clone())
}

// release puts the record that is held, and holds the next one. One whose time is out of order gets that of its
// neighbour.
func (s *salvage) release(next *Record) error {
	held := s.held
	s.held = next
	if held == nil {
		return nil
	}
	given := held.Time
	if next != nil && next.Time < held.Time && next.Time >= s.before {
		held.Time = next.Time
	}
	if held.Time < s.before || held.Time > hdtrace.MaxEpoch {
		held.Time = s.before
	}
	if held.Time != given {
		s.losses.Lose(held.Offset, held.Line, "its time %v is out of order, and becomes %v", given, held.Time)
	}
	s.before = held.Time
	return s.follow(held)
}

// follow puts a record, with what others need and is missing.
func (s *salvage) follow(r *Record) error {
	states, known := s.reader.live[r.Token]
	var err error
	switch {
	case r.Kind == Created && known:
		s.losses.Lose(r.Offset, r.Line, "token %d is created again; the one before ends here", r.Token)
		err = s.end(r.Token, r.Time)
	case r.Kind == Ended && states == 0:
		s.losses.Lose(r.Offset, r.Line, "a state of token %d ends, whose start is missing", r.Token)
		return nil
	case r.Kind != Created && !known:
		s.losses.Lose(r.Offset, r.Line, "the creation of token %d is missing", r.Token)
		err = s.emit(&Record{Kind: Created, Token: r.Token, Time: r.Time})
	case r.Kind == Destroyed && states > 0:
		s.losses.Lose(r.Offset, r.Line, "%d states of token %d have no end", states, r.Token)
		return s.end(r.Token, r.Time)
	}
	if err != nil {
		return err
	}
	return s.emit(r)
}

func (s *salvage) emit(r *Record) error {
	if problem := s.reader.follow(r); problem != "" {
		s.losses.Lose(r.Offset, r.Line, "%s", problem)
		return nil
	}
	s.records++
	return s.put(r)
}

// end ends the states of a token, and the token.
func (s *salvage) end(token int64, at hdtrace.Epoch) error {
	for range s.reader.live[token] {
		if err := s.emit(&Record{Kind: Ended, Token: token, Time: at, Attributes: []hdtrace.Attribute{{Name: hdtrace.UnfinishedAttribute, Value: "1"}}}); err != nil {
			return err
		}
	}
	return s.emit(&Record{Kind: Destroyed, Token: token, Time: at})
}

var headerAttributes = markup.AttributesNamed("hostID", "localToken", "topologyNumber", "timeAdjustment", "processorSpeedinMHZ", "processorModelName")

// finishHeader makes the header of what can be read of it.
func (s *salvage) finishHeader() error {
	s.headed = true
	if r, err := NewReader(bytes.NewReader(s.head), hdtrace.ReadOptions{}); err == nil {
		s.reader.header = r.header
	} else {
		if s.reader.header.set(headerAttributes.In(s.head)) != "" {
			return errNoHeader
		}
		s.losses.Lose(0, 1, "the header is damaged: %s", markup.ProblemOf(err, ""))
	}
	if !markup.Plausible(s.reader.header.TimeAdjustment, s.reader.header.ProcessorMHz) || int(int32(s.reader.header.Topology)) != s.reader.header.Topology {
		return errNoHeader
	}
	return nil
}

// write writes the file anew.
func (s *salvage) write(w io.Writer, r io.Reader) error {
	var x text
	var buf []byte
	s.put = func(r *Record) error {
		if x.between == "" {
			x = newText(&s.reader.header, 9, false)
			buf = s.reader.header.append(buf)
		}
		buf = x.record(buf, r)
		if len(buf) < file.CutRoom {
			return nil
		}
		err := file.WriteAll(w, buf)
		buf = buf[:0]
		return err
	}
	if err := s.run(r); err != nil {
		return err
	}
	return file.WriteAll(w, append(buf, ending...))
}

// planSalvage says how a file becomes readable that is damaged behind a place, up to which it reads, and not cut off
// there; false if it is. A file that is cut off has so many records at most that begin behind that place.
func planSalvage(fix hdtrace.Fix, r io.Reader, fault *hdtrace.FormatError, place int64, most int) (hdtrace.Fix, bool) {
	if !faults.Rewind(r) {
		return fix, false
	}
	s := newSalvage()
	s.after = place
	switch err := s.run(r); {
	case errors.Is(err, errNoHeader) && (fault.Err != hdtrace.ErrTruncated || s.begun > 0):
		fix.Left, fix.Why = true, err.Error()
		return fix, true
	case err != nil, s.begun <= most, s.records == 0:
		return fix, false
	}
	fix.Rewrite = func(w io.Writer, r io.Reader) error { return newSalvage().write(w, r) }
	fix.Losses, fix.MoreLosses = s.losses.List, s.losses.More
	fix.Why = fmt.Sprintf("%d records, damaged in %d places", s.records, s.losses.Count())
	return fix, true
}
