package otf2

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/mpistate"
	"github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// Options are how a project is read.
type Options struct {
	hdtrace.ReadOptions

	// Clocks say where the clocks of traces stood if the project does not.
	Clocks []project.Clock
}

// Write makes a trace of a project in a directory that does not exist yet; traces.otf2 in it is what tools open. The
// project's files lie in fsys beside its project file. One of its event traces at a time is in memory. Errors match
// ErrNoLibrary or ErrNothing, are a *hdtrace.FormatError, or the library's; the directory is then removed.
func Write(folder string, fsys fs.FS, name string, options Options) (w *Written, err error) {
	options.Name = name
	p, err := project.Open(fsys, name, options.ReadOptions)
	if err != nil {
		return nil, err
	}
	if len(p.Clocks) == 0 {
		p.Clocks = options.Clocks
	}
	if _, err := os.Lstat(folder); err == nil {
		return nil, fmt.Errorf("%s: %w", folder, fs.ErrExist)
	}
	b := &builder{fsys: fsys, files: p, tolerant: options.Tolerant, written: &Written{}, regions: map[string]uint32{}}
	b.text("") // descriptions
	if err := b.survey(); err != nil {
		return nil, err
	}
	if b.archive, err = create(folder); err != nil {
		return nil, err
	}
	err = b.write()
	if closing := b.archive.close(); err == nil {
		err = closing
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	return b.written, nil
}

// builder makes a trace of a project.
type builder struct {
	definitions
	fsys     fs.FS
	files    *project.Files
	tolerant bool
	archive  archive
	written  *Written

	zero     hdtrace.Epoch              // the earliest time
	clocks   map[string][]project.Clock // of nodes, by their labels
	ahead    uint64                     // by how much times move on at most by their clocks
	regions  map[string]uint32
	messages messages
	group    map[string]uint32 // of a node's path
	node     map[string]uint32
}

func (b *builder) write() error {
	b.definitions.start = uint64(max(b.zero, 0))
	b.group, b.node = map[string]uint32{}, map[string]uint32{}
	b.nodes = []node{{b.text(b.files.Name), b.text("project"), none}}
	b.node[""] = 0
	for i := range b.files.Nodes {
		n := &b.files.Nodes[i]
		if n.Trace != "" {
			if err := b.trace(n); err != nil {
				return err
			}
		}
		for _, g := range n.Statistics {
			if err := b.statistics(n, g); err != nil {
				return err
			}
		}
		if n.Relation != "" {
			b.written.Relations++
		}
	}
	b.length += b.ahead
	b.messages.define(&b.definitions)
	b.written.Locations, b.written.Regions = len(b.locations), len(b.definitions.regions)
	b.written.Communicators, b.written.Metrics = len(b.communicators), len(b.metrics)
	return b.archive.define(&b.definitions)
}

// at is a time as the trace has it.
func (b *builder) at(e hdtrace.Epoch) uint64 {
	at := uint64(max(e.Sub(b.zero), 0))
	b.length = max(b.length, at+1)
	return at
}

// survey finds the earliest time, which states are calls of MPI, and what is sent.
func (b *builder) survey() error {
	b.zero = math.MaxInt64
	b.messages = messages{Ranks: mpistate.RanksOf(b.files), sizes: map[mpistate.Channel][]int64{}, place: map[int]uint64{}}
	b.surveyClocks()
	for i := range b.files.Nodes {
		n := &b.files.Nodes[i]
		if n.Trace != "" {
			if err := b.surveyTrace(n); err != nil {
				return err
			}
		}
		for _, g := range n.Statistics {
			if err := b.surveyStatistics(n.Node, g.File); err != nil {
				return err
			}
		}
	}
	if b.zero == math.MaxInt64 {
		return fmt.Errorf("%s: %w", b.files.Name, ErrNothing)
	}
	return nil
}

func (b *builder) surveyTrace(n *project.NodeFiles) error {
	rank := b.messages.Rank(n.Node)
	return b.records(n.Trace, func(r *trace.Record) error {
		b.begins(n.Node, r.Start)
		c := mpistate.Of(r)
		b.note(r, c)
		if c != nil {
			b.messages.sent(rank, c)
		} else if mpistate.IsPlain(r) {
			b.written.Plain++
		}
		return nil
	})
}

// note gives a state's name a region.
func (b *builder) note(r *trace.Record, c *mpistate.Call) {
	at, known := b.regions[r.Name]
	if !known {
		at = uint32(len(b.definitions.regions))
		b.regions[r.Name] = at
		b.definitions.regions = append(b.definitions.regions, region{name: b.text(r.Name)})
	}
	if one := &b.definitions.regions[at]; !one.mpi && (c != nil || r.Call() && len(b.files.Communicators) > 0) {
		one.mpi, one.name = true, b.text("MPI_"+r.Name)
	}
}

// records gives the records of a trace.
func (b *builder) records(name string, f func(*trace.Record) error) error {
	return b.read(name, func(file io.Reader, o hdtrace.ReadOptions) error {
		r, err := trace.NewReader(file, o)
		if err != nil {
			return err
		}
		for record, err := range r.Records() {
			if err != nil {
				return err
			}
			if err := f(record); err != nil {
				return err
			}
		}
		return nil
	})
}

// read opens a file of the project for a function that reads it.
func (b *builder) read(name string, with func(io.Reader, hdtrace.ReadOptions) error) error {
	file, err := b.fsys.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(with(file, hdtrace.ReadOptions{Name: name, Tolerant: b.tolerant}), file.Close())
}

// entries gives the entries of statistics.
func (b *builder) entries(name string, f func(*stat.Header, *stat.Entry) (more bool, err error)) error {
	return b.read(name, func(file io.Reader, o hdtrace.ReadOptions) error {
		r, err := stat.NewReader(file, o)
		if err != nil {
			return err
		}
		for entry, err := range r.Entries() {
			if err != nil {
				return err
			}
			if more, err := f(r.Header(), entry); err != nil || !more {
				return err
			}
		}
		return nil
	})
}

func (b *builder) surveyStatistics(n *hdtrace.Node, name string) error {
	return b.entries(name, func(_ *stat.Header, e *stat.Entry) (bool, error) {
		b.begins(n, e.Start)
		return false, nil
	})
}

// statistics writes those of a group as a metric at a location of its own.
func (b *builder) statistics(n *project.NodeFiles, g project.GroupFile) error {
	m := metric{}
	if len(b.metrics) > 0 {
		last := b.metrics[len(b.metrics)-1]
		m.first = last.first + uint32(len(last.members))
	}
	number, place := uint32(len(b.metrics)), uint64(len(b.locations))
	if err := b.archive.begin(place); err != nil {
		return err
	}
	var columns []int
	var values []value
	err := b.entries(g.File, func(h *stat.Header, e *stat.Entry) (bool, error) {
		if columns == nil {
			columns = []int{}
			for i, v := range h.Values {
				if t := e.Type(i); t != stat.TypeString && len(columns) < math.MaxUint8 {
					columns = append(columns, i)
					m.members = append(m.members, member{b.text(g.Group + "/" + v.Name), b.text(v.Unit), t == stat.TypeDouble || t == stat.TypeFloat})
				}
			}
			values = make([]value, len(columns))
		}
		if len(columns) == 0 {
			return false, nil
		}
		for j, i := range columns {
			values[j] = value{e.Int(i), e.Float(i)}
		}
		return true, b.archive.metric(b.at(e.End), number, m.members, values)
	})
	if err != nil {
		return err
	}
	if len(m.members) > 0 {
		b.metrics = append(b.metrics, m)
	}
	return b.endLocation(n.Node, location{name: b.text(g.Group), group: b.groupOf(n.Node), metric: true})
}

func (b *builder) endLocation(n *hdtrace.Node, l location) error {
	var err error
	l.clock = b.offsets(n)
	if l.events, err = b.archive.end(); err != nil {
		return err
	}
	b.written.Events += l.events
	b.locations = append(b.locations, l)
	return nil
}

// groupOf returns the process that a node is of, or stands for one.
func (b *builder) groupOf(n *hdtrace.Node) uint32 {
	labels := n.Labels()
	if n.Level() >= 3 { // host, rank, thread
		labels = labels[:len(labels)-1]
	}
	key := fmt.Sprintf("%q", labels)
	at, known := b.group[key]
	if !known {
		name, above := b.files.Name, labels
		if len(labels) > 0 {
			name, above = n.Topology().LevelType(len(labels))+" "+labels[len(labels)-1], labels[:len(labels)-1]
		}
		at = uint32(len(b.groups))
		b.group[key] = at
		b.groups = append(b.groups, group{b.text(name), b.nodeOf(n.Topology(), above), true})
	}
	return at
}

// nodeOf returns a node of the system tree.
func (b *builder) nodeOf(t *hdtrace.Topology, labels []string) uint32 {
	if len(labels) == 0 {
		return 0
	}
	key := fmt.Sprintf("%q", labels)
	at, known := b.node[key]
	if !known {
		parent := b.nodeOf(t, labels[:len(labels)-1])
		at = uint32(len(b.nodes))
		b.node[key] = at
		b.nodes = append(b.nodes, node{b.text(labels[len(labels)-1]), b.text(t.LevelType(len(labels))), parent})
	}
	return at
}
