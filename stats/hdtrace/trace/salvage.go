package trace

import (
	"bytes"
	"io"
	"strings"

	"github.com/go-hpc/timers/internal/lazyregexp"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
)

// salvager reads what is left of a damaged trace. It leaves out what does not read and goes on with the next tag
// that does; what the damage left open it closes.
//
// Of a sound trace it gives the same records as a [Reader].
type salvager struct {
	from   io.Reader
	reader Reader // reads tags, once they are found
	levels []salvageLevel
	depth  int // blocks that are open
	bytes  int // of the elements that are open

	headed bool
	head   []byte // what may have been the header

	broken  []byte // a tag without an end, which a byte too many may have parted from the piece behind it
	suspect []bool // by depth: a record is missing that may have contained those before it

	losses faults.Losses

	emit func(r *Record, suspect bool) error // nested records come first
	tags func(offset int64)                  // sees each tag that begins something; may be nil
}

// salvageLevel is an element that is open.
type salvageLevel struct {
	kind    salvageKind
	name    string
	record  Record
	element hdtrace.Element
}

type salvageKind int

const (
	salvageProgram salvageKind = iota
	salvageNested
	salvageRecord
	salvageData
	salvageJunk // what is in it belongs to nothing
)

func newSalvager(r io.Reader) *salvager {
	s := &salvager{from: r, levels: []salvageLevel{{kind: salvageProgram, name: markup.ProgramName}}}
	s.reader.elements.Scanner = &markup.Scanner{}
	return s
}

// run reads to the end. The error is that of emit or of the io.Reader.
func (s *salvager) run() error {
	if err := markup.EachPiece(s.from, s.piece); err != nil {
		return err
	}
	s.finishHeader()
	return s.closeTo(1)
}

func (s *salvager) top() *salvageLevel { return &s.levels[len(s.levels)-1] }

func (s *salvager) piece(p *markup.Piece) error {
	if cdata, text, is := p.Besides(); is {
		if bytes.HasPrefix(p.Data, []byte("<?xml")) && declaresLatin1().Match(p.Data) {
			s.reader.elements.Latin1 = true
		}
		if err := s.text(cdata, true, p); err != nil {
			return err
		}
		return s.text(text, false, p)
	}
	t, text, ok := p.Tag(s.reader.elements.Latin1)
	if !ok {
		return s.damaged(p)
	}
	s.broken = s.broken[:0]
	if !s.headed && s.header(&t, p) {
		return s.text(text, false, p)
	}
	var err error
	if t.Kind == markup.EndTag {
		err = s.end(&t, p)
	} else {
		if s.tags != nil {
			s.tags(p.Offset)
		}
		err = s.start(&t, p)
	}
	if err != nil {
		return err
	}
	return s.text(text, false, p)
}

var declaresLatin1 = lazyregexp.New(`(?i)encoding\s*=\s*["']ISO-8859-1["']`)

// damaged takes a piece that is no tag. One that is nearly the end tag that is due is that.
func (s *salvager) damaged(p *markup.Piece) error {
	text := bytes.TrimSpace(p.Data)
	if len(text) == 0 {
		return nil
	}
	if !s.headed {
		s.head = markup.AppendHead(s.head, text)
	}
	if found, err := s.due(text); found {
		return err
	}
	if len(s.broken) > 0 {
		if found, err := s.due(append(s.broken, text[min(1, len(text)):]...)); found {
			return err
		}
	}
	s.broken = append(s.broken[:0], text[:min(len(text), 100)]...)
	s.losses.Lose(p.Offset, p.Line, "no tag: %s", printable.Clipped(string(text)))
	return s.missing(bytes.HasSuffix(text, []byte("/>")) || text[0] != '<' || bytes.HasPrefix(text, []byte("</")))
}

// due reports whether a text is nearly the end tag that is due or <Nested>, and takes it for that.
func (s *salvager) due(text []byte) (bool, error) {
	if top := s.top(); len(s.levels) > 1 && isNear(text, "</"+top.name+">") {
		return true, s.close()
	}
	if kind := s.top().kind; (kind == salvageProgram || kind == salvageNested) && isNear(text, "<"+markup.NestedName+">") && s.depth < maxStates {
		s.nested()
		return true, nil
	}
	return false, nil
}

// missing notes that a tag is missing, and whether what it began has nothing in it.
func (s *salvager) missing(empty bool) error {
	switch s.top().kind {
	case salvageProgram, salvageNested:
		s.suspects(s.depth, true)
	}
	if !empty && s.top().kind != salvageJunk {
		s.levels = append(s.levels, salvageLevel{kind: salvageJunk})
	}
	return nil
}

func (s *salvager) suspects(depth int, is bool) bool {
	for len(s.suspect) <= depth {
		s.suspect = append(s.suspect, false)
	}
	was := s.suspect[depth]
	s.suspect[depth] = is
	return was
}

func (s *salvager) nested() {
	s.depth++
	s.suspects(s.depth, false)
	s.levels = append(s.levels, salvageLevel{kind: salvageNested, name: markup.NestedName})
}

// start takes a start tag, or an empty one.
func (s *salvager) start(t *markup.Token, p *markup.Piece) error {
	if string(t.Name) == markup.NestedName {
		for k := s.top().kind; k == salvageData || k == salvageJunk; k = s.top().kind {
			if err := s.close(); err != nil {
				return err
			}
		}
		if t.Kind == markup.EmptyTag || s.depth >= maxStates {
			s.losses.Lose(p.Offset, p.Line, "a block of nested states, which is empty or too deep")
			return nil
		}
		s.nested()
		return nil
	}
	var r Record
	if string(t.Name) == markup.EventName {
		r.Kind = Event
	}
	r.Depth = s.depth
	problem := s.reader.begin(&r, t)
	if problem == nil {
		if err := s.leave(&r); err != nil {
			return err
		}
	}
	switch top := s.top(); top.kind {
	case salvageProgram, salvageNested:
		if problem != nil {
			return s.noRecord(t, p, problem)
		}
		s.levels = append(s.levels, salvageLevel{kind: salvageRecord, name: string(t.Name), record: r})
		s.bytes = 0
	case salvageJunk:
		return nil
	default:
		s.bytes += len(t.Name) + len(t.Attributes) + 100
		e := hdtrace.Element{Name: string(t.Name)}
		_, text := markup.TagText(t)
		attributes, err := s.reader.elements.Attributes(nil, t, text)
		e.Attributes = attributes
		if err != nil || s.bytes > markup.MaxTag || len(s.levels) > maxStates*2+markup.MaxElementDepth {
			s.losses.Lose(p.Offset, p.Line, "element %.40q: %s", t.Name, markup.ProblemOf(err, "too much of them"))
			return s.missing(t.Kind == markup.EmptyTag)
		}
		s.levels = append(s.levels, salvageLevel{kind: salvageData, name: e.Name, element: e})
	}
	if t.Kind == markup.EmptyTag {
		return s.close()
	}
	return nil
}

// leave closes what a record that has been found cannot be in: what belongs to nothing, and a state that had ended
// when it begins, of which the end is missing then.
func (s *salvager) leave(r *Record) error {
	for i := len(s.levels) - 1; i > 0 && s.levels[i].kind != salvageNested; i-- {
		switch l := &s.levels[i]; {
		case l.kind == salvageJunk, l.kind == salvageRecord && r.Start >= l.record.End:
			if err := s.closeTo(i); err != nil {
				return err
			}
		}
	}
	r.Depth = s.depth
	return nil
}

// noRecord takes a tag between states that is none.
func (s *salvager) noRecord(t *markup.Token, p *markup.Piece, problem error) error {
	if end := p.TagEnd(); end >= 0 && t.Kind == markup.StartTag {
		if found, err := s.due(p.Data[:end+1]); found {
			return err
		}
	}
	s.losses.Lose(p.Offset, p.Line, "%s", markup.ProblemOf(problem, ""))
	return s.missing(t.Kind == markup.EmptyTag)
}

// end takes an end tag.
func (s *salvager) end(t *markup.Token, p *markup.Piece) error {
	name := string(t.Name)
	if name == markup.ProgramName {
		return s.closeTo(1)
	}
	for i := len(s.levels) - 1; i > 0; i-- {
		if s.levels[i].name == name {
			return s.closeTo(i)
		}
		if s.levels[i].kind == salvageNested {
			break
		}
	}
	if s.top().kind == salvageJunk {
		return s.close()
	}
	if end := p.TagEnd(); end >= 0 {
		if found, err := s.due(p.Data[:end+1]); found {
			return err
		}
	}
	s.losses.Lose(p.Offset, p.Line, "end tag %.40q of nothing", name)
	return nil
}

// closeTo closes levels until so many are open.
func (s *salvager) closeTo(levels int) error {
	for len(s.levels) > levels {
		if err := s.close(); err != nil {
			return err
		}
	}
	return nil
}

// close closes the innermost level.
func (s *salvager) close() error {
	l := *s.top()
	s.levels = s.levels[:len(s.levels)-1]
	switch l.kind {
	case salvageNested:
		s.depth--
	case salvageRecord:
		return s.emit(&l.record, s.suspects(l.record.Depth, false))
	case salvageData:
		switch around := s.top(); around.kind {
		case salvageData:
			around.element.Elements = append(around.element.Elements, l.element)
		case salvageRecord:
			around.record.Elements = append(around.record.Elements, l.element)
		}
	}
	return nil
}

// text takes the text behind a tag.
func (s *salvager) text(text []byte, verbatim bool, p *markup.Piece) error {
	if !verbatim {
		if text = bytes.Trim(text, " \t\r\n"); len(text) == 0 {
			return nil
		}
	} else if text == nil {
		return nil
	}
	if found, err := s.due(text); found {
		return err
	}
	top := s.top()
	if top.kind == salvageJunk {
		return nil
	}
	decoded, problem := s.reader.elements.Decode(nil, text, false, verbatim)
	s.bytes += len(text)
	switch {
	case top.kind == salvageProgram || top.kind == salvageNested:
		s.losses.Lose(p.Offset, p.Line, "text %.40q between states", text)
		s.suspects(s.depth, true)
	case problem != "" || s.bytes > markup.MaxTag:
		s.losses.Lose(p.Offset, p.Line, "text in %.40q: %s", top.name, problem)
	case top.kind == salvageData:
		top.element.Text = string(decoded)
	default:
		top.record.Text = string(decoded)
	}
	return nil
}

// header looks for the header in a tag, and reports whether it was a part of it.
func (s *salvager) header(t *markup.Token, p *markup.Piece) bool {
	var r Record
	switch {
	case t.Kind != markup.EndTag && string(t.Name) == markup.ProgramName:
		_, text := markup.TagText(t)
		attributes, err := s.reader.elements.Attributes(nil, t, text)
		for _, a := range attributes {
			if err != nil || s.reader.header.set(a) != nil || !s.reader.header.plausible() {
				err = hdtrace.ErrSyntax
			}
		}
		if err == nil {
			s.headed = true
			return true
		}
	case t.Kind == markup.EndTag || string(t.Name) == markup.NestedName || s.reader.begin(&r, t) == nil:
		s.finishHeader()
		return false
	}
	s.head = markup.AppendHead(s.head, p.Data)
	return true
}

func (h *Header) plausible() bool { return markup.Plausible(h.TimeAdjustment, h.ProcessorMHz) }

var headerAttributes = markup.AttributesNamed("timeAdjustment", "processorSpeedinMHZ", "processorModelName")

// finishHeader makes the header of what can be read of it.
func (s *salvager) finishHeader() {
	if s.headed {
		return
	}
	s.headed = true
	var h Header
	found := map[string]bool{}
	for _, a := range headerAttributes.In(s.head) {
		with := h
		if with.set(a) == nil && with.plausible() && !found[a.Name] {
			h = with
			found[a.Name] = true
		}
	}
	s.reader.header = h
	what := "the header is damaged"
	if !found["timeAdjustment"] {
		what += "; the time is lost that the trace begins at: times count from 0"
	}
	s.losses.Lose(0, 1, "%s", strings.TrimSpace(what))
	s.head = nil
}
