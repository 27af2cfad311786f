package hdtrace

import (
	"fmt"
	"io"
	"iter"
	"strconv"

	"github.com/go-hpc/timers/internal/printable"
)

// RelationReader reads a file of relations from its beginning to its end. What it holds grows with the
// tokens that exist at one time only.
type RelationReader struct {
	elements
	options ReadOptions
	header  RelationHeader
	comment bool // something stands before the begin that the Java reader takes for it

	record RelationRecord
	live   map[int64]int // states that are open, of each token
	done   bool
	fault  error

	whole func(r *RelationRecord) // for the repair: a record has just ended; may be nil
}

// maxTokens is how many tokens a file may have at one time.
const maxTokens = 16 << 20

// NewRelationReader reads the begin of a file of relations. The error is a [*FormatError].
func NewRelationReader(r io.Reader, options ReadOptions) (*RelationReader, error) {
	rr := &RelationReader{elements: elements{scanner: newScanner(r)}, options: options, live: make(map[int64]int)}
	if err := rr.readHeader(); err != nil {
		return nil, inFile(options.Name, err)
	}
	return rr, nil
}

// Header is the begin of the file.
func (r *RelationReader) Header() RelationHeader { return r.header }

// Fault is what a tolerant reader stopped at, nil while there was none.
func (r *RelationReader) Fault() error { return r.fault }

// Next reads a record, whose lists are valid until the next call; its texts stay. The error is io.EOF at
// the end, a [*FormatError] at a fault, after which there is no more.
func (r *RelationReader) Next() (*RelationRecord, error) {
	if r.fault == nil && !r.done {
		record, err := r.read()
		if err == nil {
			return record, nil
		}
		if err == io.EOF {
			r.done = true
		} else {
			r.fault = inFile(r.options.Name, err)
		}
	}
	if r.fault == nil || r.options.Tolerant {
		return nil, io.EOF
	}
	return nil, r.fault
}

// Records is what Next gives, for range. A fault is the last that comes.
func (r *RelationReader) Records() iter.Seq2[*RelationRecord, error] {
	return func(yield func(*RelationRecord, error) bool) {
		for {
			record, err := r.Next()
			if err == io.EOF || !yield(record, err) || err != nil {
				return
			}
		}
	}
}

func (r *RelationReader) readHeader() error {
	token, err := r.next()
	switch {
	case err == io.EOF:
		return faultAt(0, 1, "an empty file, expected <relation>", true)
	case err != nil:
		return err
	case token.kind > emptyTag || string(token.name) != relationName:
		return faultAt(token.offset, token.line, describe(&token)+", expected <relation>", false)
	}
	r.comment = r.comments > 0
	r.done = token.kind == emptyTag
	offset, line := token.offset, token.line
	_, text := tagText(&token)
	attributes, err := r.attributes(nil, &token, text)
	if err != nil {
		return err
	}
	if problem := r.header.set(attributes); problem != "" {
		return faultAt(offset, line, problem, false)
	}
	return nil
}

// set takes the attributes of the begin. The reader in Java stops without the last two.
func (h *RelationHeader) set(attributes []Attribute) (problem string) {
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
			h.TimeAdjustment, err = ParseEpoch(a.Value)
			seen++
		case "processorSpeedinMHZ":
			h.ProcessorMHz, err = strconv.Atoi(a.Value)
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
func (r *RelationReader) read() (*RelationRecord, error) {
	token, err := r.next()
	switch {
	case err != nil:
		return nil, r.unended(err, relationName, 1)
	case token.kind == textToken:
		return nil, faultAt(token.offset, token.line, describe(&token)+" between records", false)
	case token.kind == endTag && string(token.name) == relationName:
		token, err = r.next()
		if err == nil {
			err = faultAt(token.offset, token.line, describe(&token)+" behind the end of the relations", false)
		}
		return nil, err
	case token.kind == endTag:
		return nil, faultAt(token.offset, token.line, describe(&token)+", expected that of \"relation\"", false)
	}
	record := &r.record
	*record = RelationRecord{Offset: token.offset, Line: token.line, Attributes: record.Attributes[:0], Elements: record.Elements[:0], Kind: -1}
	for kind, tag := range relationTags {
		if string(token.name) == tag {
			record.Kind = RelationKind(kind)
		}
	}
	if record.Kind < 0 {
		return nil, faultAt(token.offset, token.line, describe(&token)+", expected one of <rel> <s> <e> <un>", false)
	}
	if err := r.take(record, &token); err != nil {
		return nil, err
	}
	if problem := r.follow(record); problem != "" {
		return nil, faultAt(record.Offset, record.Line, problem, false)
	}
	if r.whole != nil {
		r.whole(record)
	}
	return record, nil
}

// take reads the tag of a record and what is in it.
func (r *RelationReader) take(record *RelationRecord, token *token) error {
	empty := token.kind == emptyTag
	r.consumed = 0
	_, text := tagText(token)
	list, err := r.attributes(record.Attributes, token, text)
	record.Attributes = list
	if err != nil {
		return err
	}
	if problem := record.set(r.header.TimeAdjustment); problem != "" {
		return faultAt(record.Offset, record.Line, problem, false)
	}
	if !empty {
		record.Elements, record.Text, err = r.content(relationTags[record.Kind], record.Offset, record.Line, 0)
	}
	return err
}

// set takes the attributes that have a meaning out of the record's.
func (r *RelationRecord) set(adjustment Epoch) (problem string) {
	kept := r.Attributes[:0]
	var token, stamp, named bool
	var err error
	for _, a := range r.Attributes {
		switch {
		case a.Name == "t":
			r.Token, err = strconv.ParseInt(a.Value, 10, 64)
			token = true
		case a.Name == "time":
			if r.Time, problem = adjustedTime(a.Value, adjustment); problem != "" {
				return problem
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
			return fmt.Sprintf("<%s>: attribute %s %s: expected a number, a time or a token", relationTags[r.Kind], a.Name, printable.Clipped(a.Value))
		}
	}
	r.Attributes = kept
	if !token || !stamp || r.Kind == Started && !named {
		return fmt.Sprintf("<%s> without t, time or name", relationTags[r.Kind])
	}
	return ""
}

// follow keeps account of the tokens, and says what can't be.
func (r *RelationReader) follow(record *RelationRecord) (problem string) {
	states, known := r.live[record.Token]
	switch {
	case record.Kind == Created && known:
		return fmt.Sprintf("token %d is created a second time", record.Token)
	case record.Kind != Created && !known:
		return fmt.Sprintf("<%s> of token %d, which does not exist", relationTags[record.Kind], record.Token)
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
func (r *RelationRecord) Clone() *RelationRecord {
	c := *r
	c.Attributes = append([]Attribute(nil), r.Attributes...)
	c.Elements = append([]Element(nil), r.Elements...)
	return &c
}

// Assembled reads whole relations, each when it ends, as the Java reader does; tokens without an end are left
// out. A fault is the last that comes. It takes the place of Next and Records.
func (r *RelationReader) Assembled() iter.Seq2[*Relation, error] {
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
				a.states = append(a.states, RelationState{Name: c.Name, Start: c.Time, Attributes: c.Attributes, Elements: c.Elements})
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
	states   []RelationState // that are open
}

// end ends the innermost state.
func (a *assembly) end(r *RelationRecord) {
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
