package relation

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/file"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
)

// Options is how relations are written.
type Options struct {
	// Header is the start of the file. Host must be set; Process is that of the program unless set, and
	// TimeAdjustment the whole second at which the writer is made.
	Header Header

	// Clock, Microseconds, ForceFlush, Buffer, MaxAge and Sequential are as those of a trace.
	Clock        func() hdtrace.Epoch
	Microseconds bool
	ForceFlush   bool
	Buffer       int
	MaxAge       time.Duration
	Sequential   bool

	// OneLine writes no line ends between the records, as the C library.
	OneLine bool
}

// Writer writes the relations of one node of a topology. Its methods and those of its tokens may be
// called from several goroutines; what belongs to one token is of one.
//
// As in traces, times never go back, and a file that can be written at any place is whole whenever the
// program is killed.
type Writer struct {
	mu      sync.Mutex
	options Options
	header  Header
	out     file.Tailed
	clock   file.Monotone
	buf     []byte
	text    text

	next    int64
	live    map[int64]*Token
	oldest  hdtrace.Epoch
	waiting bool
	closed  bool
	failed  error
}

// Token is what a relation is known by.
type Token struct {
	of     *Writer
	id     int64
	states int // that are open
	gone   bool
}

// NewWriter makes a writer. Nothing is written before there is a token: the viewer refuses the whole
// project if a file of relations has none. The error matches ErrInvalidArgument.
func NewWriter(w io.Writer, o Options) (*Writer, error) {
	h := o.Header
	if w == nil || h.Host == "" || h.Topology < 0 {
		return nil, fmt.Errorf("hdtrace: relations without an io.Writer or a host, or with a topology below 0: %w", hdtrace.ErrInvalidArgument)
	}
	if h.Process == "" {
		h.Process = strconv.Itoa(os.Getpid())
	}
	if strings.Contains(h.Process, ":") {
		return nil, &hdtrace.NameError{What: "process", Name: h.Process, Why: "has a colon, which ends it in the names of tokens"}
	}
	if o.Clock == nil {
		o.Clock = file.SystemClock()
	}
	if h.TimeAdjustment == 0 {
		h.TimeAdjustment = hdtrace.Epoch(o.Clock().Seconds()) * hdtrace.Second
	}
	if o.Buffer <= 0 {
		o.Buffer = file.Buffer
	}
	if o.MaxAge == 0 {
		o.MaxAge = time.Second
	}
	decimals := 9
	if o.Microseconds {
		decimals = 6
	}
	return &Writer{
		options: o, header: h, out: file.NewTailed(w, o.Sequential), live: make(map[int64]*Token),
		buf: h.append(nil), text: newText(&h, decimals, o.OneLine),
	}, nil
}

// Header is the start of the file.
func (r *Writer) Header() Header { return r.header }

// Create makes the token of a relation that comes from nothing. Errors match ErrContext when the relations
// are closed, and ErrWrite.
func (r *Writer) Create() (*Token, error) { return r.create(Record{}) }

// Relate makes a token that is related to another one of the same process, of these or of other relations.
func (r *Writer) Relate(parent *Token) (*Token, error) {
	if parent == nil {
		return nil, fmt.Errorf("hdtrace: relation to a token that is nil: %w", hdtrace.ErrInvalidArgument)
	}
	n := parent.Name()
	return r.create(Record{Related: true, Parent: TokenName{Topology: n.Topology, ID: n.ID}})
}

// RelateLocal makes a token that is related to one of another process of the host, by its name Local. The
// error matches ErrInvalidArgument, or is as of Create.
func (r *Writer) RelateLocal(name string) (*Token, error) {
	n, err := ParseToken(name)
	if err == nil && (n.Process == "" || n.Host != "") {
		err = tokenError(name)
	}
	if err != nil {
		return nil, err
	}
	return r.create(Record{Related: true, Parent: n})
}

// RelateRemote makes a token that is related to one of another host, by its name Remote. Errors are as of
// RelateLocal.
func (r *Writer) RelateRemote(name string) (*Token, error) {
	n, err := ParseToken(name)
	if err == nil && n.Host == "" {
		err = tokenError(name)
	}
	if err != nil {
		return nil, err
	}
	return r.create(Record{Related: true, Parent: n})
}

func (r *Writer) create(record Record) (*Token, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.usable("token created"); err != nil {
		return nil, err
	}
	t := &Token{of: r, id: r.next}
	r.next++
	r.live[t.id] = t
	record.Kind, record.Token, record.Time = Created, t.id, r.clock.Next(r.options.Clock())
	r.buf = r.text.record(r.buf, &record)
	return t, r.added(record.Time)
}

// usable says what is wrong with a call.
func (r *Writer) usable(what string) error {
	if r.closed {
		return fmt.Errorf("hdtrace: %s in relations that are closed: %w", what, hdtrace.ErrContext)
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
func (t *Token) Start(name string, attributes []hdtrace.Attribute, elements ...hdtrace.Element) error {
	if name == "" {
		return &hdtrace.NameError{What: "state", Name: name, Why: "is empty"}
	}
	return t.state(Record{Kind: Started, Name: name, Attributes: attributes, Elements: elements}, +1)
}

// End ends the innermost state. Errors match ErrContext when there is none, too.
func (t *Token) End(attributes []hdtrace.Attribute, elements ...hdtrace.Element) error {
	return t.state(Record{Kind: Ended, Attributes: attributes, Elements: elements}, -1)
}

func (t *Token) state(record Record, change int) error {
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
		return fmt.Errorf("hdtrace: end of a state of token %v, which has none: %w", t.Name(), hdtrace.ErrContext)
	}
	t.states += change
	record.Token, record.Time = t.id, r.clock.Next(r.options.Clock())
	r.buf = r.text.record(r.buf, &record)
	return r.added(record.Time)
}

func (t *Token) usable(what string) error {
	if t.gone {
		return fmt.Errorf("hdtrace: %s of token %v, which is destroyed: %w", what, t.Name(), hdtrace.ErrContext)
	}
	return t.of.usable(what + " of a token")
}

func checkRelated(attributes []hdtrace.Attribute, elements []hdtrace.Element) error {
	return markup.CheckRecord("relations", attributes, elements, "t", "time", "end", "name")
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
	at := r.clock.Next(r.options.Clock())
	r.buf = r.text.close(r.buf, t.id, t.states, at)
	open := t.states
	t.gone, t.states = true, 0
	delete(r.live, t.id)
	err := r.added(at)
	if err == nil && open > 0 {
		err = fmt.Errorf("hdtrace: token %v destroyed while %d states were open, which end with it: %w", t.Name(), open, hdtrace.ErrContext)
	}
	return err
}
