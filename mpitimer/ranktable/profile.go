package ranktable

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/blocks"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/fromfile"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/mpitimer/internal/snapshot"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
)

// The kinds of warnings that a Profile or a Summary has beside the rank's own. The path names the
// region concerned.
const (
	// WarnTorn: the rank died while it recorded the end of a call; its values are within one call.
	WarnTorn = "was being recorded when the rank died; within one call"
	// WarnChanging: the rank changed the region whenever it was looked at.
	WarnChanging = "was being recorded at every look; within one call"
	// WarnRoom: the rank's table lacks its later measurements.
	WarnRoom = "no room for all in the rank's table; old or missing values"
	// WarnDamaged: the table is cut or damaged.
	WarnDamaged = "the rank's table is damaged; what stands before the damage is there"
)

// Look holds the data about a rank at one moment.
type Look struct {
	Info
	Profile *stats.Profile // up to now if the rank lives, else up to its last sign of life
	Open    []OpenRegion   // by track, and on each the outermost first
	Rounds  []Round        // nil if calls of MPI were not recorded, or not all of them
}

// Look reads everything in the table. If the table is damaged, it returns the part before the damage
// and an error that matches ErrFormat. If there is nothing, the result is nil.
//
// The open regions do not include calls of a region within itself, or calls that sampling leaves out.
func (t *Table) Look() (*Look, error) { return t.lookWith(nil) }

// lookWith is Look. With work, what it returns holds until that is used again.
func (t *Table) lookWith(w *work) (*Look, error) {
	i, err := t.look(false, w)
	if err != nil {
		return nil, err
	}
	p, open, err := t.profile(i, w)
	if err != nil {
		return nil, err
	}
	return &Look{t.info(i), p, open, i.rounds}, i.damage
}

// Profile returns the Profile of a Look.
func (t *Table) Profile() (*stats.Profile, error) {
	l, err := t.Look()
	if l == nil {
		return nil, err
	}
	return l.Profile, err
}

// OpenRegions returns the open regions of a Look.
func (t *Table) OpenRegions() ([]OpenRegion, error) {
	l, err := t.Look()
	if l == nil {
		return nil, err
	}
	return l.Open, err
}

// OpenRegion is a region that is open, or was open when its rank died.
type OpenRegion struct {
	Track       int
	TrackName   string
	Path        []string // names from the outermost region on
	Environment string   // name of the machine environment
	Elapsed     time.Duration
	Wait        *Wait // of a call of MPI, nil for others
}

// Polling follows the name of a function of MPI which a thread calls again and again, to see whether something has come. It is no
// region, and has been open since the first of these calls.
const Polling = " (polling)"

// Wait describes the ranks that a running MPI call waits for.
type Wait struct {
	Call    string // as MPI_Recv
	Whom    Whom
	Partner int // the rank of MPI_COMM_WORLD, where there is one

	// Others are the ranks beside Partner if there are Several; More reports that there may be others still.
	Others []int
	More   bool

	// Members are the ranks of the communicator if it waits for a Group; nil if the table does not list
	// them. Number distinguishes communicators with the same members by their order. 0: unknown.
	Members []stats.Range
	Number  int

	// Round describes an operation with a root, Partner, and counts how often the rank had left it before; nil for others.
	Round *Round
}

// Whom is the kind of ranks that an MPI call waits for.
type Whom int

const (
	NotKnown  Whom = iota
	Sender         // for a message from Partner
	Several        // for messages to or from several ranks, or for one of these; some of them may have come
	AnySender      // for a message from any rank
	Receiver       // until Partner takes a message
	Everybody      // for all ranks of MPI_COMM_WORLD
	Group          // for all ranks of another communicator
)

// profile makes the profile of an image.
func (t *Table) profile(i *image, w *work) (*stats.Profile, []OpenRegion, error) {
	p := &stats.Profile{
		Rank: int(i.Rank), Size: int(i.Size), Host: i.text.Host, PID: int(i.PID), Program: i.text.Program,
		Start: i.Begin, To: i.since(i.FromTicks, i.now), Late: i.late(),
		Clock: stats.Clock{
			Name: clock.Source(min(i.Clock, math.MaxInt32)).String(), Hz: i.calibration.Hz(),
			Resolution: float64(i.Resolution) / i.calibration.Hz() * 1e9,
			PairCost:   i.PairCost, Drift: i.first.Drift(i.calibration),
		},
		Environments: i.environments(w),
		Tracks:       i.trackNames(),
		Warnings:     slices.Clone(i.text.Warnings),
	}
	var open []OpenRegion
	b := snapshot.Builder{Calibration: i.calibration, Now: i.now}
	if i.countersMakeSense() {
		p.Counters, p.Counted, p.Empty = i.text.Counters, i.text.Counted, i.text.Empty
		b.Kinds = i.columns()
	}
	for k := range i.tracks {
		track := &i.tracks[k]
		track.limitEnvironments(len(p.Environments))
		var s seen
		if i.alone() && w.again(&b, track, &s, p) {
			open = i.open(track, s.running, p)
			p.Warnings = append(append(p.Warnings, i.torn(track, s.torn)...), i.warnings()...)
			return p, open, nil
		}
		s = seen{}
		fromfile.Add(&b, track.number, track.table, s.see)
		open = append(open, i.open(track, s.running, p)...)
		p.Warnings = append(p.Warnings, i.torn(track, s.torn)...)
	}
	open = i.addCalls(&b, p, open)
	b.AddCopied(p)
	p.Nodes = b.Nodes()
	p.Warnings = append(p.Warnings, i.warnings()...)
	if err := p.Check(); err != nil {
		return nil, nil, t.wrong(fmt.Errorf("byte %d: %w: %w", rankfile.HeaderSize, err, ErrFormat))
	}
	if i.alone() {
		w.keep(i.tracks[0].table, p.Nodes)
	}
	return p, open, nil
}

// alone reports whether only the main program was timed, and nothing of MPI beside it.
func (i *image) alone() bool {
	return len(i.tracks) == 1 && i.tracks[0].number == 0 && i.tracks[0].table.Calls == nil
}

// seen is the nodes of a track that are running, or were being changed.
type seen struct{ running, torn []fromfile.Node }

func (s *seen) see(f fromfile.Node) {
	if f.Start != 0 {
		s.running = append(s.running, f)
	}
	if f.Torn {
		s.torn = append(s.torn, f)
	}
}

// late is for how long a rank may have gone on after its last sign of life: it gives one every so often, unless it
// ended by itself or still lives.
func (i *image) late() int64 {
	if i.alive && i.sameClock() || i.state > rankfile.Running {
		return 0
	}
	return int64(min(i.Beat, 1e5)) * int64(time.Millisecond)
}

// countersMakeSense reports whether what the note says of them can be relied on.
func (i *image) countersMakeSense() bool {
	alone := stats.Profile{Size: 1, Counters: i.text.Counters, Counted: i.text.Counted, Empty: i.text.Empty}
	return alone.Check() == nil && i.columns() != nil
}

// columns is what the rows of the tables have; nil where that does not fit the counters.
func (i *image) columns() (kinds []table.CounterKind) {
	shown := 0
	for _, column := range i.text.Columns {
		kind := table.CounterKind(column)
		kinds = append(kinds, kind)
		if kind&table.Hidden == 0 {
			shown++
		}
	}
	if shown != len(i.text.Counters) {
		return nil
	}
	return kinds
}

// open are the regions of a track that are open. The nodes of a rank that lives were not read at the
// same moment: while one that runs was read and a later one was not yet, the first may have ended and
// the other begun. What is open is the one that was started last, and the regions around it.
func (i *image) open(t *trackImage, running []fromfile.Node, p *stats.Profile) (list []OpenRegion) {
	if len(running) == 0 {
		return nil
	}
	last := slices.MaxFunc(running, func(a, b fromfile.Node) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Node, b.Node)) // the clock may be coarse
	})
	around := t.around(last.Node)
	path := t.path(around)
	for _, f := range running {
		depth, found := slices.BinarySearch(around, f.Node)
		if !found {
			continue
		}
		_, c, _ := t.table.Look(f.Node)
		list = append(list, OpenRegion{
			Track: t.number, TrackName: p.Tracks[t.number], Path: path[: depth+1 : depth+1],
			Environment: p.Environments[c.Environment].Name, Elapsed: time.Duration(i.since(f.Start, i.now)),
		})
	}
	return list
}

// mostTorn is how many records of a track that were being changed are named: a writer changes one at a
// time.
const mostTorn = 8

// torn are the warnings of records that were being changed.
func (i *image) torn(t *trackImage, nodes []fromfile.Node) (list []stats.Warning) {
	kind := WarnTorn
	if i.alive {
		kind = WarnChanging
	}
	for _, f := range nodes[:min(len(nodes), mostTorn)] {
		list = append(list, stats.Warning{Kind: kind, Path: strings.Join(t.path(t.around(f.Node)), "/"), Count: 1})
	}
	if rest := len(nodes) - len(list); rest > 0 {
		list = append(list, stats.Warning{Kind: kind, Count: uint64(rest)})
	}
	return list
}

// warnings tell of what is not there.
func (i *image) warnings() (list []stats.Warning) {
	if i.lost {
		list = append(list, stats.Warning{Kind: WarnRoom, Count: 1})
	}
	if i.damage != nil {
		list = append(list, stats.Warning{Kind: WarnDamaged, Count: 1})
	}
	return list
}

// trackNames are the names that the rank itself gives its tracks.
func (i *image) trackNames() []string {
	names := []string{"main"}
	for _, t := range i.tracks {
		for n := len(names); n <= t.number; n++ {
			names = append(names, fmt.Sprintf("goroutine %d", n))
		}
		if t.flags&table.Gathers != 0 {
			names[t.number] = "further goroutines"
		}
		if name := blocks.LaneName(t.flags); name != "" {
			names[t.number] = name
		}
	}
	return names
}

// around are a node and those above it, from the outermost on.
func (t *trackImage) around(n int) (nodes []int) {
	for n != 0 {
		nodes = append(nodes, n)
		_, c, _ := t.table.Look(n)
		n = int(c.Parent)
	}
	slices.Reverse(nodes)
	return nodes
}

// path is the names of nodes.
func (t *trackImage) path(nodes []int) (names []string) {
	for _, n := range nodes {
		_, c, _ := t.table.Look(n)
		names = append(names, t.table.Name(&c))
	}
	return names
}

// limitEnvironments puts nodes whose environment nobody knows into the last one.
func (t *trackImage) limitEnvironments(environments int) {
	for n := range t.table.Cold {
		c := &t.table.Cold[n]
		c.Environment = min(c.Environment, uint32(environments-1))
	}
}
