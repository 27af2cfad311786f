package signal

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/go-hpc/timers/stats/internal/node"
)

// Options says where a Platform looks.
type Options struct {
	// Root replaces "/": below it are proc and sys, as recorded on another machine. Empty or "/" means this
	// machine. A recorded tree has only the signals in files: no perf events, no accounting of this process.
	Root string

	// Children lets what is counted of this process include the programs that it starts: events as they happen, and what
	// the kernel accounts once a program has ended and was waited for.
	Children bool

	// fault is called before a file is opened or read: tests make files vanish and deny permissions.
	fault func(path string) error
}

// A Platform offers the signals of this machine, or of a tree recorded on another. It is a Batch.
//
// Push, Read and Sample are for one goroutine at a time. Many goroutines may read a Counter or Gauge taken
// from it at once. A signal that is neither pushed nor taken as a Counter or Gauge costs nothing: no file is
// open for it.
type Platform struct {
	tree  node.Tree
	real  bool // this machine, not a recorded tree
	heirs bool // Options.Children
	topo  topology
	start time.Time

	sources  map[string]*source
	absences map[string]Absence

	batch   batch
	metrics metricSet // of counters and gauges
}

// source is a signal that this machine has.
type source struct {
	info Info

	// open starts counting at one native instance; its readings are in steps.
	open func(s *session, index int) (meter, error)

	// openThread starts counting for the calling thread alone; nil means that the source does not distinguish
	// threads.
	openThread func(s *session) (meter, error)

	scale scale
	slope bool // the signal is the slope over time of open's count
}

// meter reads one instance of a signal, in steps of the source.
type meter interface {
	// steps takes a reading. Readings in the same round, if it is not 0, may share one reading of a file,
	// or of Go's runtime.
	steps(round uint64) (int64, error)
	close() error
}

// Find looks for the signals of this machine. It always returns a Platform; Absent lists what is missing.
func Find(o Options) *Platform {
	p := &Platform{tree: node.Tree{Root: o.Root, Fault: o.fault}, start: time.Now(), sources: make(map[string]*source), absences: make(map[string]Absence)}
	p.real, p.heirs = p.tree.Real(), o.Children
	p.batch.session = session{platform: p, metrics: new(metricSet)}
	p.topo = p.findTopology()
	p.findTime()
	p.findEnergy()
	p.findFrequency()
	p.findSensors()
	p.findGPUs()
	p.findSystem()
	p.findRuntime()
	return p
}

// Signals lists the signals that exist, by name.
func (p *Platform) Signals() []Info {
	list := make([]Info, 0, len(p.sources))
	for _, s := range p.sources {
		list = append(list, s.describe())
	}
	slices.SortFunc(list, func(a, b Info) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// Absent lists, by name, the signals that this package knows and this machine does not have or does not show.
// If only some instances of an energy may not be read, the name is that of the instance:
// CPU_ENERGY@package-1.
func (p *Platform) Absent() []Absence {
	list := make([]Absence, 0, len(p.absences))
	for _, a := range p.absences {
		list = append(list, a)
	}
	slices.SortFunc(list, func(a, b Absence) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// Info implements Batch.
func (p *Platform) Info(name string) (Info, error) {
	s, err := p.source(name)
	if err != nil {
		return Info{}, err
	}
	return s.describe(), nil
}

// describe returns copies: indices are shared between signals.
func (s *source) describe() Info {
	info := s.info
	info.Indices, info.Labels = slices.Clone(info.Indices), slices.Clone(info.Labels)
	return info
}

func (p *Platform) source(name string) (*source, error) {
	if s := p.sources[name]; s != nil {
		return s, nil
	}
	if a, known := p.absences[name]; known {
		return nil, a.Err
	}
	if strings.HasPrefix(name, sensorPrefix) {
		return nil, fmt.Errorf("%w: %s: no such sensor", ErrNoSource, name)
	}
	return nil, fmt.Errorf("%w: %q", ErrUnknown, name)
}

// Close ends what was pushed; Samples stay. Counters and Gauges must be closed separately.
func (p *Platform) Close() error { return p.batch.close() }

// add adds a signal. The first source of a name is the best one: later ones are ignored.
func (p *Platform) add(s source) {
	if _, known := p.sources[s.info.Name]; known {
		return
	}
	if s.info.Quantum != 0 {
		s.scale = scaleOf(s.info.Quantum)
	}
	if s.info.Domain == Board || s.info.Domain == Process {
		s.info.Indices = []int{0}
	}
	p.sources[s.info.Name] = &s
	delete(p.absences, s.info.Name)
}

// absent lists a signal as absent, unless it is present.
func (p *Platform) absent(name string, kind error, reason, remedy string) {
	if _, known := p.sources[name]; known {
		return
	}
	text := reason
	if remedy != "" {
		text += " (" + remedy + ")"
	}
	p.absences[name] = Absence{Name: name, Reason: reason, Remedy: remedy, Err: fmt.Errorf("%w: %s: %s", kind, name, text)}
}

// absentFor lists a signal as absent because of an error: no permission, or no such thing.
func (p *Platform) absentFor(name string, err error, remedy string) {
	if node.Denied(err) {
		p.absent(name, ErrPermission, "permission denied: "+err.Error(), remedy)
		return
	}
	p.absent(name, ErrNoSource, "cannot be read: "+err.Error(), "")
}

// findTime adds the only signal that every machine has.
func (p *Platform) findTime() {
	domain := CPU
	if len(p.topo.cpus) == 0 { // which a recorded tree may lack
		domain = Board
	}
	p.add(source{
		info: Info{
			Name: Time, Description: "time since the Platform was found, of the monotonic clock",
			Unit: "s", Behavior: Monotone, Domain: domain, Indices: p.topo.cpus, Aggregation: First, Quantum: 1e-9,
		},
		open:       func(*session, int) (meter, error) { return timeMeter{p.start}, nil },
		openThread: func(*session) (meter, error) { return timeMeter{p.start}, nil },
	})
}

type timeMeter struct{ start time.Time }

func (m timeMeter) steps(uint64) (int64, error) { return int64(time.Since(m.start)), nil }
func (m timeMeter) close() error                { return nil }
