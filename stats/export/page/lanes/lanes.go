// Package lanes gathers a project of HDTrace for a page: for each event trace a lane of states over time, whole where
// there are few and in bins with shares where there are many; for each value of statistics its course; and the call
// tree of each rank, as timers would have measured it.
package lanes

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"time"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers/steps"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/mpistate"
	"github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/hdtrace/relation"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// ErrNothing is returned for a project without states and statistics.
var ErrNothing = errors.New("the project has neither states nor statistics")

// Options say how much is kept.
type Options struct {
	Tolerant bool  // of damaged files what stands before the fault
	States   int64 // of all lanes together that are kept whole; 0 for 6 500 000

	// From and To are an interval of which every state is kept where there are too many of all, in nanoseconds since the
	// start; none if they are equal. As many of it as States says are kept, the first.
	From, To int64

	// Only, unless it is nil, returns of which part of a rank's time its Profile is, in nanoseconds since the start: calls that lie partly
	// in it are cut. A rank has the label that the project gives it.
	Only func(rank string) (from, to int64)
}

const (
	mostStates = 6_500_000
	mostBins   = 2048     // of a lane
	leastBins  = 64       // of a lane, however many there are
	binBytes   = 10 << 20 // of all lanes, about
)

// Timeline is a project for a page. Times of lanes and series are nanoseconds since Start.
type Timeline struct {
	Name   string
	Start  int64 // nanoseconds since 1970
	Length int64
	Names  []string // of states
	Calls  []bool   // of these, which are calls of MPI
	Whole  bool     // every state is there
	Bins   int      // of a lane, if not
	Lanes  []Lane
	Series []Series
	Steps  *steps.Times // nil if nothing was measured step by step
	Clocks []Clock
	// Aligned says whose measurement all times are on one axis by; Conflict, by how much messages are received too early even so.
	Aligned  Aligned
	Conflict int64
	// Messages are those between lanes, and what ranks waited for in collective calls: six numbers each in MessageData.
	// They are left out, as many as MessagesLeft says, where they are too many.
	Messages     int
	MessageData  []byte
	MessagesLeft int
	// Unpaired is of how many more messages one end is not there or not known.
	Unpaired int
	// Odd are the states that cannot be drawn as such, since they overlap others or end before they begin: they have no length, as
	// marks at their start. Unseen are those without length where not all states are there.
	Odd, Unseen int64
	// Path is the one back from the end of the run, from its end, if calls of MPI are recorded. Of PathLeft messages and parts of
	// collective calls there are too many to be followed.
	Path     []Part
	PathLeft int64

	blind, met map[int][]span // by lane, calls of which it is not known whom they wait for, and those of which it is

	// RelationsLeft is how many relations there are no lanes for.
	RelationsLeft int

	Profiles []*stats.Profile // of ranks, without those of traces that belong to none
}

// Lane is an event trace.
type Lane struct {
	Host, Rank, Thread string
	Clock              int // that its times stand by
	States             int64
	// Data is, if all states are there, for each in the order of their starts, four numbers in base 128 (as
	// encoding/binary has unsigned ones): the place of the name, the depth, the time from the start of the one before to
	// its start, and how long it takes. Otherwise it is for each bin how many names share it, and for each the place of
	// the name and 255ths of the bin in which it was the innermost state.
	Data []byte
	// Late is, where not all states are there, those from Since on up to Until (0: the end), as if all were: LateStates of
	// them. What took less than Brief may be missing from them; its time is of the state around.
	Late         []byte
	LateStates   int64
	Since, Until int64
	Brief        int64
}

// Read reads a project, whose files lie beside its project file.
func Read(fsys fs.FS, name string, o Options) (*Timeline, error) {
	r, err := begin(fsys, name, o)
	if err != nil {
		return nil, err
	}
	p := r.files
	if !r.mpi {
		clear(r.t.Calls)
	}
	if err := r.extend(); err != nil {
		return nil, err
	}
	if r.t.Whole = r.states <= r.most(); !r.t.Whole {
		r.t.Bins = min(max(binBytes/5/max(len(r.traces), 1), leastBins), mostBins)
	}
	for i := range p.Nodes {
		if err := r.node(&p.Nodes[i]); err != nil {
			return nil, err
		}
	}
	r.finish()
	r.t.Steps = r.steps.done()
	r.traffic.move(func(lane int, at int64) int64 {
		return r.since(&r.clocks.list[r.clocks.byLane[lane]], hdtrace.Epoch(at))
	})
	r.connect()
	return r.t, nil
}

// extend finds out when the project begins and ends, on the axis of all.
func (r *reader) extend() error {
	if err := r.align(); err != nil {
		return err
	}
	if r.from > r.to {
		return fmt.Errorf("%s: %w", r.files.Name, ErrNothing)
	}
	r.t.Start, r.t.Length = int64(r.from), max(r.to.Sub(r.from).Nanoseconds(), 1)
	return nil
}

// begin reads how much there is in a project, and its messages.
func begin(fsys fs.FS, name string, o Options) (*reader, error) {
	p, err := project.Open(fsys, name, hdtrace.ReadOptions{Name: name, Tolerant: o.Tolerant})
	if err != nil {
		return nil, err
	}
	r := &reader{fsys: fsys, files: p, o: o, t: &Timeline{Name: p.Name}, place: map[string]uint32{}, from: hdtrace.EndOfTime, to: hdtrace.BeginningOfTime}
	r.related = relations{byFile: map[string][][]*token{}, byName: map[relation.TokenName][]*token{}}
	r.traffic = traffic{ranks: mpistate.RanksOf(p), sent: map[mpistate.Channel][]end{}, got: map[mpistate.Channel][]end{}, collectives: map[int]map[int][]together{}, met: map[int][]span{}, blind: map[int][]span{}}
	r.meetings = newMeetings(r.traffic.ranks)
	return r, r.survey()
}

// Clocks returns where the clocks of a project's traces stood, for those who want its times on one axis: as the project tells, or
// as its messages do. There are none where nothing is known, and where nothing would change.
func Clocks(fsys fs.FS, name string, o Options) ([]project.Clock, error) {
	r, err := begin(fsys, name, o)
	if err != nil {
		return nil, err
	}
	if err := r.align(); err != nil || r.t.Aligned != ByMessages {
		return r.files.Clocks, err
	}
	var list []project.Clock
	for i := range r.traces {
		s := &r.traces[i]
		c := &r.clocks.list[r.clocks.byLane[i]]
		for _, at := range slices.Compact([]hdtrace.Epoch{s.from, s.to}) {
			if s.rank >= 0 && s.from <= s.to {
				list = append(list, project.Clock{Rank: s.rank, Thread: s.Thread, Time: at, Offset: r.moved(c, at).Sub(at), Error: time.Duration(c.Error)})
			}
		}
	}
	return list, nil
}

type reader struct {
	fsys  fs.FS
	files *project.Files
	o     Options
	t     *Timeline

	from, to hdtrace.Epoch
	states   int64
	traces   []surveyed
	clocks   clocks
	mpi      bool // a state names a communicator
	traffic  traffic
	meetings *meetings
	extents  []extent // by lane
	place    map[string]uint32
	ranks    []*rank
	current  *rank // whose lanes are read
	steps    building
	related  relations
	detailed int64 // states that are kept whole of an interval
}

// most is how many states are kept whole.
func (r *reader) most() int64 { return cmp.Or(r.o.States, mostStates) }

// survey finds how much there is.
func (r *reader) survey() error {
	for i := range r.files.Nodes {
		n := &r.files.Nodes[i]
		if n.Trace != "" {
			if err := r.surveyLane(n); err != nil {
				return err
			}
		}
		if n.Relation != "" {
			if err := r.surveyRelations(n); err != nil {
				return err
			}
		}
	}
	r.traffic.sort()
	return nil
}

// surveyed is an event trace before it is known how its clock stands.
type surveyed struct {
	Host, Rank, Thread string
	rank               int // of MPI's world, or negative
	from, to           hdtrace.Epoch
}

func (r *reader) surveyLane(n *project.NodeFiles) error {
	s := surveyed{rank: r.traffic.ranks.Rank(n.Node), from: hdtrace.EndOfTime, to: hdtrace.BeginningOfTime}
	s.Host, s.Rank, s.Thread = labels(n.Node)
	var b builder
	err := r.records(n.Trace, func(record *trace.Record) {
		r.steps.mark(s.Host, s.Rank, record)
		if isMark(record) {
			return
		}
		r.note(record)
		s.from, s.to = min(s.from, record.Start), max(s.to, record.Start, record.End)
		if len(r.files.Communicators) > 0 { // without, nothing is known of messages
			b.add(state{int64(record.Start), int64(record.End), 0, record.Depth, 0, callOf(record), false})
		}
	})
	r.traffic.add(len(r.traces), s.rank, &b)
	r.traces = append(r.traces, s)
	return err
}

// align finds out how the clocks of the traces stand, and when the first of them begins and the last one ends on one axis.
func (r *reader) align() error {
	if len(r.files.Clocks) > 0 {
		r.t.Aligned, r.clocks = ByRun, recorded(r.files.Clocks, r.traces)
	} else {
		r.clocks, r.t.Conflict = estimated(&r.traffic, r.traces)
	}
	for i := range r.traces {
		s := &r.traces[i]
		clock := &r.clocks.list[r.clocks.byLane[i]]
		if s.from <= s.to {
			r.from, r.to = min(r.from, r.moved(clock, s.from)), max(r.to, r.moved(clock, s.to))
		}
	}
	for i := range r.files.Nodes {
		n := &r.files.Nodes[i]
		for _, g := range n.Statistics {
			if err := r.extent(n.Node, g.File); err != nil {
				return err
			}
		}
	}
	if r.from > r.to {
		return nil
	}
	r.t.Clocks = slices.Clone(r.clocks.list)
	for i := range r.t.Clocks {
		c := &r.t.Clocks[i]
		c.Points = slices.Clone(c.Points)
		for k, p := range c.Points {
			if r.t.Aligned == AsRecorded && (p.Offset != 0 || c.Group != i) {
				r.t.Aligned = ByMessages
			}
			if p.At != 0 {
				c.Points[k].At = r.since(&r.clocks.list[i], hdtrace.Epoch(p.At))
			}
		}
	}
	return nil
}

// moved is a time on the axis of all.
func (r *reader) moved(c *Clock, at hdtrace.Epoch) hdtrace.Epoch {
	if c == nil {
		return at
	}
	return hdtrace.Epoch(c.add(int64(at)))
}

// since is the nanoseconds from the start of the timeline to a time of a clock.
func (r *reader) since(c *Clock, at hdtrace.Epoch) int64 {
	return r.moved(c, at).Sub(r.from).Nanoseconds()
}

func (r *reader) note(record *trace.Record) {
	r.states++
	at := r.name(record.Name)
	if record.Call() {
		_, named := record.Value("cid")
		r.t.Calls[at], r.mpi = true, r.mpi || named
	}
}

// name is the place of a state's name.
func (r *reader) name(name string) uint32 {
	at, known := r.place[name]
	if !known {
		at = uint32(len(r.t.Names))
		r.place[name] = at
		r.t.Names = append(r.t.Names, name)
		r.t.Calls = append(r.t.Calls, false)
	}
	return at
}

// records gives the records of a trace.
func (r *reader) records(name string, f func(*trace.Record)) error {
	return r.read(name, func(file io.Reader, o hdtrace.ReadOptions) error {
		t, err := trace.NewReader(file, o)
		if err != nil {
			return err
		}
		for record, err := range t.Records() {
			if err != nil {
				return err
			}
			f(record)
		}
		return nil
	})
}

// read opens a file of the project for a function that reads it.
func (r *reader) read(name string, with func(io.Reader, hdtrace.ReadOptions) error) error {
	file, err := r.fsys.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(with(file, hdtrace.ReadOptions{Name: name, Tolerant: r.o.Tolerant}), file.Close())
}

// node adds what there is of a node.
func (r *reader) node(n *project.NodeFiles) error {
	if n.Trace != "" {
		if err := r.lane(n); err != nil {
			return err
		}
	}
	if n.Relation != "" {
		r.relationLanes(n)
	}
	for _, g := range n.Statistics {
		if err := r.series(n.Node, g); err != nil {
			return err
		}
		if err := r.addSteps(n.Node, g); err != nil {
			return err
		}
	}
	return nil
}

// lane adds an event trace.
func (r *reader) lane(n *project.NodeFiles) error {
	var b builder
	clock := &r.clocks.list[r.clocks.byLane[len(r.t.Lanes)]]
	comes := r.meetings.lane(len(r.t.Lanes), r.traffic.ranks.Rank(n.Node))
	err := r.records(n.Trace, func(record *trace.Record) {
		if isMark(record) {
			return
		}
		if r.mpi {
			comes.record(record, r.since(clock, record.Start))
		}
		b.add(state{r.since(clock, record.Start), r.since(clock, record.End), r.place[record.Name], record.Depth, 0, nil, false})
	})
	if err != nil {
		return err
	}
	r.t.Odd += b.settle()
	for i := range b.states {
		if s := &b.states[i]; s.start == s.end && !r.t.Whole {
			r.t.Unseen++
		}
	}
	_, _, thread := labels(n.Node)
	r.addLane(n, &b, thread)
	return nil
}

// addLane adds what a node's thread, which a label tells, did.
func (r *reader) addLane(n *project.NodeFiles, b *builder, thread string) {
	lane := Lane{Clock: r.clocks.byLane[len(r.t.Lanes)], States: int64(len(b.states)), Thread: thread}
	lane.Host, lane.Rank, _ = labels(n.Node)
	if r.t.Whole {
		lane.Data = b.whole()
	} else {
		lane.Data = b.bins(r.t.Length, r.t.Bins)
		r.detail(&lane, b)
	}
	r.t.Lanes = append(r.t.Lanes, lane)
	e := extent{rank: r.traffic.ranks.Rank(n.Node), any: len(b.states) > 0}
	for i := range b.states {
		if s := &b.states[i]; i == 0 {
			e.from, e.to = s.start, s.end
		} else {
			e.from, e.to = min(e.from, s.start), max(e.to, s.end)
		}
	}
	r.extents = append(r.extents, e)
	r.rankOf(&lane).add(b)
}

// detail adds the states of the interval that was chosen, with those around it.
func (r *reader) detail(lane *Lane, b *builder) {
	from, to := max(r.o.From, 0), min(r.o.To, r.t.Length)
	if from >= to {
		return
	}
	var part builder
	for i := range b.states {
		if s := b.states[i]; s.end > from && s.start < to {
			part.add(s)
		}
	}
	if r.detailed += int64(len(part.states)); r.detailed <= r.most() {
		lane.Late, lane.LateStates, lane.Since, lane.Until = part.whole(), int64(len(part.states)), from, to
	}
}

// labels returns those of a path that stand for the host, the rank and the thread.
func labels(n *hdtrace.Node) (host, rank, thread string) {
	list := n.Labels()
	at := slices.Index(n.Topology().Levels(), "Rank")
	if at < 0 {
		at = min(1, len(list)-1)
	}
	join := func(list []string) string {
		text := ""
		for i, label := range list {
			if i > 0 {
				text += "/"
			}
			text += label
		}
		return text
	}
	if at < 0 || at >= len(list) {
		return join(list), "", ""
	}
	return join(list[:at]), list[at], join(list[at+1:])
}

// number returns the rank that a label is, or a negative one.
func number(label string) int {
	n, err := strconv.Atoi(label)
	if err != nil || n < 0 {
		return -1
	}
	return n
}
