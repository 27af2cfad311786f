package hdtrace

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// RelationOptions is how relations are written.
type RelationOptions struct {
	// Header is the begin of the file. Host must be set; Process is that of the program unless set, and
	// TimeAdjustment the whole second at which the writer is made.
	Header RelationHeader

	// Clock, Microseconds, ForceFlush, Buffer, MaxAge and Sequential are as those of a trace.
	Clock        func() Epoch
	Microseconds bool
	ForceFlush   bool
	Buffer       int
	MaxAge       time.Duration
	Sequential   bool

	// OneLine writes no line ends between the records, as the C library.
	OneLine bool
}

// Relations writes the relations of one node of a topology. Its methods and those of its tokens may be
// called from several goroutines; what belongs to one token is of one.
//
// As with [Trace], times never go back, and a file that can be written at any place is whole whenever the
// program is killed.
type Relations struct {
	mu      sync.Mutex
	options RelationOptions
	header  RelationHeader
	out     tailedFile
	clock   monotone
	buf     []byte
	text    relationText

	next    int64
	live    map[int64]*Token
	oldest  Epoch
	waiting bool
	closed  bool
	failed  error
}

// Token is what a relation is known by.
type Token struct {
	of     *Relations
	id     int64
	states int // that are open
	gone   bool
}

// NewRelations makes a writer. Nothing is written before there is a token: the viewer refuses the whole
// project if a file of relations has none. The error matches ErrInvalidArgument.
func NewRelations(w io.Writer, o RelationOptions) (*Relations, error) {
	h := o.Header
	if w == nil || h.Host == "" || h.Topology < 0 {
		return nil, fmt.Errorf("hdtrace: relations without an io.Writer or a host, or with a topology below 0: %w", ErrInvalidArgument)
	}
	if h.Process == "" {
		h.Process = strconv.Itoa(os.Getpid())
	}
	if strings.Contains(h.Process, ":") {
		return nil, &NameError{"process", h.Process, "has a colon, which ends it in the names of tokens"}
	}
	if o.Clock == nil {
		o.Clock = systemClock()
	}
	if h.TimeAdjustment == 0 {
		h.TimeAdjustment = Epoch(o.Clock().Seconds()) * second
	}
	if o.Buffer <= 0 {
		o.Buffer = traceBuffer
	}
	if o.MaxAge == 0 {
		o.MaxAge = time.Second
	}
	decimals := 9
	if o.Microseconds {
		decimals = 6
	}
	return &Relations{
		options: o, header: h, out: newTailedFile(w, o.Sequential), live: make(map[int64]*Token),
		buf: h.append(nil), text: newRelationText(&h, decimals, o.OneLine),
	}, nil
}

// Header is the begin of the file.
func (r *Relations) Header() RelationHeader { return r.header }

// Create makes the token of a relation that comes from nothing. Errors match ErrContext when the relations
// are closed, and ErrWrite.
func (r *Relations) Create() (*Token, error) { return r.create(RelationRecord{}) }

// Relate makes a token that is related to another one of the same process, of these or of other relations.
func (r *Relations) Relate(parent *Token) (*Token, error) {
	if parent == nil {
		return nil, fmt.Errorf("hdtrace: relation to a token that is nil: %w", ErrInvalidArgument)
	}
	n := parent.Name()
	return r.create(RelationRecord{Related: true, Parent: TokenName{Topology: n.Topology, ID: n.ID}})
}

// RelateLocal makes a token that is related to one of another process of the host, by its name Local. The
// error matches ErrInvalidArgument, or is as of Create.
func (r *Relations) RelateLocal(name string) (*Token, error) {
	n, err := ParseToken(name)
	if err == nil && (n.Process == "" || n.Host != "") {
		err = tokenError(name)
	}
	if err != nil {
		return nil, err
	}
	return r.create(RelationRecord{Related: true, Parent: n})
}

// RelateRemote makes a token that is related to one of another host, by its name Remote. Errors are as of
// RelateLocal.
func (r *Relations) RelateRemote(name string) (*Token, error) {
	n, err := ParseToken(name)
	if err == nil && n.Host == "" {
		err = tokenError(name)
	}
	if err != nil {
		return nil, err
	}
	return r.create(RelationRecord{Related: true, Parent: n})
}

func (r *Relations) create(record RelationRecord) (*Token, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.usable("token created"); err != nil {
		return nil, err
	}
	t := &Token{of: r, id: r.next}
	r.next++
	r.live[t.id] = t
	record.Kind, record.Token, record.Time = Created, t.id, r.clock.next(r.options.Clock())
	r.buf = r.text.record(r.buf, &record)
	return t, r.added(record.Time)
}

// usable says what is wrong with a call.
func (r *Relations) usable(what string) error {
	if r.closed {
		return fmt.Errorf("hdtrace: %s in relations that are closed: %w", what, ErrContext)
	}
	return r.failed
}

// Name is what the token is called elsewhere; its Local and Remote are for other processes and hosts.
func (t *Token) Name() TokenName {
	h := &t.of.header
	return TokenName{Host: h.Host, Process: h.Process, Topology: h.Topology, ID: t.id}
}

// Start begins a state. The name may be any text. Attributes that are given at the end of the state, too,
// replace these. Errors match ErrContext when the token was destroyed, ErrInvalidArgument, and ErrWrite.
func (t *Token) Start(name string, attributes []Attribute, elements ...Element) error {
	if name == "" {
		return &NameError{"state", name, "is empty"}
	}
	return t.state(RelationRecord{Kind: Started, Name: name, Attributes: attributes, Elements: elements}, +1)
}

// End ends the innermost state. Errors match ErrContext when there is none, too.
func (t *Token) End(attributes []Attribute, elements ...Element) error {
	return t.state(RelationRecord{Kind: Ended, Attributes: attributes, Elements: elements}, -1)
}

func (t *Token) state(record RelationRecord, change int) error {
	r := t.of
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := t.usable("state"); err != nil {
		return err
	}
	if err := checkRelated(record.Attributes, record.Elements); err != nil {
		return err
	}
	if t.states+change < 0 {
		return fmt.Errorf("hdtrace: end of a state of token %v, which has none: %w", t.Name(), ErrContext)
	}
	t.states += change
	record.Token, record.Time = t.id, r.clock.next(r.options.Clock())
	r.buf = r.text.record(r.buf, &record)
	return r.added(record.Time)
}

func (t *Token) usable(what string) error {
	if t.gone {
		return fmt.Errorf("hdtrace: %s of token %v, which is destroyed: %w", what, t.Name(), ErrContext)
	}
	return t.of.usable(what + " of a token")
}

func checkRelated(attributes []Attribute, elements []Element) error {
	for i, a := range attributes {
		switch a.Name {
		case "t", "time", "end", "name":
			return &NameError{"attribute", a.Name, "has a meaning of its own in relations"}
		}
		if err := checkName("attribute", a.Name); err != nil {
			return err
		}
		if _, twice := valueOf(attributes[:i], a.Name); twice {
			return &NameError{"attribute", a.Name, "is given twice, which readers refuse"}
		}
	}
	for i := range elements {
		if err := checkElement(&elements[i], 0); err != nil {
			return err
		}
	}
	return nil
}

// Destroy ends the relation. States that are open end with it, and carry the attribute unfinished: readers
// refuse the file otherwise. The error matches ErrContext then, too, as after an earlier Destroy.
func (t *Token) Destroy() error {
	r := t.of
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := t.usable("end"); err != nil {
		return err
	}
	at := r.clock.next(r.options.Clock())
	r.buf = r.text.close(r.buf, t.id, t.states, at)
	open := t.states
	t.gone, t.states = true, 0
	delete(r.live, t.id)
	err := r.added(at)
	if err == nil && open > 0 {
		err = fmt.Errorf("hdtrace: token %v destroyed while %d states were open, which end with it: %w", t.Name(), open, ErrContext)
	}
	return err
}
