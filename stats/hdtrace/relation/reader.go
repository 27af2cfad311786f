package relation

import (
	"fmt"
	"io"
	"iter"
	"strconv"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
)

// Reader reads a file of relations from its beginning to its end. What it holds grows with the
// tokens that exist at one time only.
type Reader struct {
	elements markup.Elements
	stream   faults.Stream
	header   Header
	ended    bool // the end tag has come
	comment  bool // something stands before the start that the Java reader takes for it

	record  Record
	unnamed bool          // it is a state without a name
	live    map[int64]int // states that are open, of each token

	whole func(r *Record) // for the repair: a record has just ended; may be nil
}

// maxTokens is how many tokens a file may have at one time.
const maxTokens = 16 << 20

// NewReader reads the start of a file of relations. The error is a [*hdtrace.FormatError].
func NewReader(r io.Reader, options hdtrace.ReadOptions) (*Reader, error) {
	rr := &Reader{elements: markup.Elements{Scanner: markup.NewScanner(r)}, stream: faults.Stream{Options: options}, live: make(map[int64]int)}
	if err := rr.readHeader(); err != nil {
		return nil, faults.In(options.Name, err)
	}
	return rr, nil
}

// Header is the start of the file.
func (r *Reader) Header() Header { return r.header }

// Fault is what a tolerant reader stopped at, nil while there was none.
func (r *Reader) Fault() error { return r.stream.Fault }

// Next reads a record, whose lists are valid until the next call; its texts stay. The error is io.EOF at
// the end, a [*hdtrace.FormatError] at a fault, after which there is no more.
func (r *Reader) Next() (*Record, error) { return faults.Next(&r.stream, r.read) }

// Records is what Next gives, for range. A fault is the last that comes.
func (r *Reader) Records() iter.Seq2[*Record, error] { return faults.All(r.Next) }

func (r *Reader) readHeader() error {
	token, err := r.elements.Next()
	switch {
	case err == io.EOF:
		return markup.FaultAt(0, 1, "an empty file, expected <relation>", true)
	case err != nil:
		return err
	case token.Kind > markup.EmptyTag || string(token.Name) != rootName:
		return markup.FaultAt(token.Offset, token.Line, markup.Describe(&token)+", expected <relation>", false)
	}
	r.comment = r.elements.Comments > 0
	r.stream.Done = token.Kind == markup.EmptyTag
	offset, line := token.Offset, token.Line
	_, text := markup.TagText(&token)
	attributes, err := r.elements.Attributes(nil, &token, text)
	if err != nil {
		return err
	}
	if problem := r.header.set(attributes); problem != "" {
		return markup.FaultAt(offset, line, problem, false)
	}
	return nil
}

// set takes the attributes of the start. The reader in Java stops without the last two.
func (h *Header) set(attributes []hdtrace.Attribute) (problem string) {
	var err error
	seen := 0
	for _, a := range attributes {
		switch a.Name {
		case "hostID":
			h.Host = a.Value
		case "localToken":
			h.Process = a.Value
		case "topologyNumber":
			h.Topology, err = strconv.Atoi(a.Value)
			seen++
		case "timeAdjustment":
			h.TimeAdjustment, err = hdtrace.ParseEpoch(a.Value)
			seen++
		case "processorSpeedinMHZ":
			if mhz, wrong := strconv.Atoi(a.Value); wrong == nil { // the reader in Java does not look at it
				h.ProcessorMHz = mhz
			}
		case "processorModelName":
			h.ProcessorModel = a.Value
		}
		if err != nil {
			return fmt.Sprintf("%s %s, expected a number", a.Name, printable.Clipped(a.Value))
		}
	}
	if seen < 2 {
		return "<relation> without topologyNumber or timeAdjustment"
	}
	return ""
}

// read reads a record.
func (r *Reader) read() (*Record, error) {
	token, err := r.elements.Next()
	switch {
	case err != nil:
		return nil, r.elements.Unended(err, rootName, 1)
	case token.Kind == markup.TextToken:
		return nil, markup.FaultAt(token.Offset, token.Line, markup.Describe(&token)+" between records", false)
	case token.Kind == markup.EndTag && string(token.Name) == rootName:
		r.ended = true
		token, err = r.elements.Next()
		if err == nil {
			err = markup.FaultAt(token.Offset, token.Line, markup.Describe(&token)+" behind the end of the relations", false)
		}
		return nil, err
	case token.Kind == markup.EndTag:
		return nil, markup.FaultAt(token.Offset, token.Line, markup.Describe(&token)+", expected that of \"relation\"", false)
	}
	record := &r.record
	*record = Record{Offset: token.Offset, Line: token.Line, Attributes: record.Attributes[:0], Elements: record.Elements[:0], Kind: -1}
	for kind, tag := range tags {
		if string(token.Name) == tag {
			record.Kind = Kind(kind)
		}
	}
	if record.Kind < 0 {
		return nil, markup.FaultAt(token.Offset, token.Line, markup.Describe(&token)+", expected one of <rel> <s> <e> <un>", false)
	}
	if err := r.take(record, &token); err != nil {
		return nil, err
	}
	if problem := r.follow(record); problem != "" {
		return nil, markup.FaultAt(record.Offset, record.Line, problem, false)
	}
	if r.whole != nil {
		r.whole(record)
	}
	return record, nil
}

// take reads the tag of a record and what is in it.
func (r *Reader) take(record *Record, token *markup.Token) error {
	empty := token.Kind == markup.EmptyTag
	r.elements.Consumed = 0
	_, text := markup.TagText(token)
	list, err := r.elements.Attributes(record.Attributes, token, text)
	record.Attributes = list
	if err != nil {
		return err
	}
	named, problem := record.set(r.header.TimeAdjustment)
	r.unnamed = !named
	if problem != "" {
		return markup.FaultAt(record.Offset, record.Line, problem, false)
	}
	if !empty {
		record.Elements, record.Text, err = r.elements.Content(tags[record.Kind], record.Offset, record.Line, 0)
	}
	return err
}

// set takes the attributes that have a meaning out of the record's. A state has a name, but readers take one without.
func (r *Record) set(adjustment hdtrace.Epoch) (named bool, problem string) {
	kept := r.Attributes[:0]
	var token, stamp bool
	named = r.Kind != Started
	var err error
	for _, a := range r.Attributes {
		switch {
		case a.Name == "t":
			r.Token, err = strconv.ParseInt(a.Value, 10, 64)
			token = true
		case a.Name == "time":
			if r.Time, problem = markup.AdjustedTime(a.Value, adjustment); problem != "" {
				return named, problem
			}
			stamp = true
		case a.Name == "name" && r.Kind == Started:
			r.Name, named = a.Value, true
		case r.Kind == Created && (a.Name == "p" || a.Name == "l" || a.Name == "r" || a.Name == "i"):
			r.Related = true
			r.Parent, err = ParseToken(a.Value)
		default:
			kept = append(kept, a)
		}
		if err != nil {
			return named, fmt.Sprintf("<%s>: attribute %s %s: expected a number, a time or a token", tags[r.Kind], a.Name, printable.Clipped(a.Value))
		}
	}
	r.Attributes = kept
	if !token || !stamp {
		return named, fmt.Sprintf("<%s> without t or time", tags[r.Kind])
	}
	return named, ""
}

// follow keeps account of the tokens, and says what can't be.
func (r *Reader) follow(record *Record) (problem string) {
	states, known := r.live[record.Token]
	switch {
	case record.Kind == Created && known:
		return fmt.Sprintf("token %d is created a second time", record.Token)
	case record.Kind != Created && !known:
		return fmt.Sprintf("<%s> of token %d, which does not exist", tags[record.Kind], record.Token)
	case record.Kind == Ended && states == 0:
		return fmt.Sprintf("a state of token %d ends, but none is open", record.Token)
	case record.Kind == Destroyed && states > 0:
		return fmt.Sprintf("token %d ends while %d states are open", record.Token, states)
	}
	switch record.Kind {
	case Created:
		if len(r.live) >= maxTokens {
			return fmt.Sprintf("more than %d tokens at one time", maxTokens)
		}
		r.live[record.Token] = 0
	case Started:
		r.live[record.Token]++
	case Ended:
		r.live[record.Token]--
	case Destroyed:
		delete(r.live, record.Token)
	}
	return ""
}

// Clone is a copy that stays as it is when the reader goes on.
func (r *Record) Clone() *Record {
	c := *r
	c.Attributes = append([]hdtrace.Attribute(nil), r.Attributes...)
	c.Elements = append([]hdtrace.Element(nil), r.Elements...)
	return &c
}

// Assembled reads whole relations, each when it ends, as the Java reader does; tokens without an end are left
// out. A fault is the last that comes. It takes the place of Next and Records.
func (r *Reader) Assembled() iter.Seq2[*Relation, error] {
	return func(yield func(*Relation, error) bool) {
		open := make(map[int64]*assembly)
		for record, err := range r.Records() {
			if err != nil {
				yield(nil, err)
				return
			}
			a := open[record.Token]
			switch record.Kind {
			case Created:
				open[record.Token] = &assembly{relation: Relation{Token: record.Token, Related: record.Related, Parent: record.Parent, Start: record.Time}}
			case Started:
				c := record.Clone()
				a.states = append(a.states, State{Name: c.Name, Start: c.Time, Attributes: c.Attributes, Elements: c.Elements})
			case Ended:
				a.end(record.Clone())
			case Destroyed:
				delete(open, record.Token)
				a.relation.End = record.Time
				if !yield(&a.relation, nil) {
					return
				}
			}
		}
	}
}

// assembly is a relation that has not ended.
type assembly struct {
	relation Relation
	states   []State // that are open
}

// end ends the innermost state.
func (a *assembly) end(r *Record) {
	last := len(a.states) - 1
	s := a.states[last]
	a.states = a.states[:last]
	s.End = r.Time
	s.Elements = append(s.Elements, r.Elements...)
	for _, given := range r.Attributes {
		replaced := false
		for i := range s.Attributes {
			if s.Attributes[i].Name == given.Name {
				s.Attributes[i].Value, replaced = given.Value, true
			}
		}
		if !replaced {
			s.Attributes = append(s.Attributes, given)
		}
	}
	if last > 0 {
		a.states[last-1].States = append(a.states[last-1].States, s)
	} else {
		a.relation.States = append(a.relation.States, s)
	}
}
