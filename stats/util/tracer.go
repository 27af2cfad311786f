package util

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/go-hpc/timers/stats/hdtrace"
	hdproject "github.com/go-hpc/timers/stats/hdtrace/project"
	hdstat "github.com/go-hpc/timers/stats/hdtrace/stat"
)

// ErrFinalized reports a call to a tracer that was finalized.
var ErrFinalized = errors.New("util: the tracer is finalized")

// A Tracer writes samples of a host's utilization to a statistics group, in a goroutine of its own.
//
// Samples are taken at multiples of the interval since the tracer was created, even after it was stopped and
// started again. Timestamps are the time of creation plus the monotonic clock, so that setting the clock does
// not matter.
//
// Its methods may be called from any goroutine. A nil Tracer traces nothing.
type Tracer struct {
	reader   *reader // nil if another process of the host traces
	interval time.Duration
	values   []hdstat.Value
	out      *hdstat.Writer
	now      func() (time.Duration, hdtrace.Epoch) // since the creation, and by the clock
	epoch    hdtrace.Epoch                         // of the creation

	wake chan struct{} // something below has changed
	done chan struct{} // the goroutine has ended

	mu     sync.Mutex
	on     bool // started
	final  bool // finalized
	err    error
	counts Counts

	// Used by the goroutine only.
	mine    Counts
	failed  error
	entry   entry
	scratch []byte
	last    time.Duration // when the last sample was taken
	stamped hdtrace.Epoch // its timestamp
	flushed time.Duration // when entries were last written
	offset  hdtrace.Epoch // offset of the clock from the monotonic one
}

// Counts says what a tracer has done, and what it could not do.
type Counts struct {
	Entries   int64         // in the file
	Values    int64         // in all of these, those of pauses not among them
	Doubts    Doubts        // values that are Unknown
	Wraps     int64         // values known although a counter restarted from 0
	Overruns  int64         // points of the grid at which no sample was taken, because the one before took too long
	Pauses    int64         // entries for the time in which the tracer was stopped
	ClockSets int64         // how often the clock was set by more than 100 ms between two samples
	Newcomers int64         // network interfaces that appeared later and so have no values of their own
	MostLate  time.Duration // the most by which a sample was late
	TotalLate time.Duration // the same, summed over all samples
}

// Create makes a tracer that writes to w the file [hdtrace.Node.StatisticsFile] of the node, for the group
// Utilization. It is not started. Large hosts may have more than 256 values, which is more than the C library
// of HDTrace writes; its readers accept them.
//
// The error matches ErrNoSource if none of the sources exists.
func Create(w io.Writer, node *hdtrace.Node, o Options) (*Tracer, error) {
	return create(node, o, func(so hdstat.Options) (*hdstat.Writer, error) {
		return hdstat.NewWriter(w, node, Group, so)
	})
}

// CreateIn is Create for a file in a directory. The file is created with the first entries.
func CreateIn(d *hdproject.Directory, node *hdtrace.Node, o Options) (*Tracer, error) {
	return create(node, o, func(so hdstat.Options) (*hdstat.Writer, error) {
		return d.NewStatistics(node, Group, so)
	})
}

func create(node *hdtrace.Node, o Options, open func(hdstat.Options) (*hdstat.Writer, error)) (*Tracer, error) {
	if node == nil {
		return nil, errors.New("util: no node was given")
	}
	if err := o.complete(); err != nil {
		return nil, err
	}
	r, err := newReader(&o)
	if err != nil {
		return nil, err
	}
	t := &Tracer{reader: r, interval: o.Interval, values: r.values(), wake: make(chan struct{}, 1), done: make(chan struct{})}
	begin := time.Now()
	t.now = func() (time.Duration, hdtrace.Epoch) {
		now := time.Now()
		return now.Sub(begin), hdtrace.EpochOf(now)
	}
	if err := t.prepare(open); err != nil {
		r.close()
		return nil, err
	}
	go t.run()
	return t, nil
}

// prepare makes the output.
func (t *Tracer) prepare(open func(hdstat.Options) (*hdstat.Writer, error)) error {
	since, wall := t.now()
	t.epoch = wall - hdtrace.Epoch(since)
	t.offset = t.epoch
	t.stamped = wall
	out, err := open(hdstat.Options{
		Unlimited: len(t.values) > hdtrace.MaxValues,
		MaxAge:    -1, // a timer for that would cost more than the samples, so they flush
		Clock:     func() hdtrace.Epoch { return t.stamped },
	})
	if err != nil {
		return err
	}
	for _, v := range t.values {
		if err := out.AddValue(v); err != nil {
			return err
		}
	}
	t.out = out
	return out.Commit()
}

// Values describes the values of an entry.
func (t *Tracer) Values() []hdstat.Value {
	if t == nil {
		return nil
	}
	return slices.Clone(t.values)
}

// Missing lists the requested sources that this machine lacks.
func (t *Tracer) Missing() []Missing {
	if t == nil || t.reader == nil {
		return nil
	}
	return slices.Clone(t.reader.missing)
}

// Traces reports whether this tracer writes: in a parallel program other ranks do so for most of them.
func (t *Tracer) Traces() bool { return t != nil && t.reader != nil }

// Start starts tracing, and reports whether that is a change. The first entry starts now, and ends at the
// first multiple of the interval that is at least half an interval away. After a stop an entry of Unknown
// values comes first, which covers the pause.
//
// The error matches ErrFinalized, or is that of a write that failed: then nothing is traced any more.
func (t *Tracer) Start() (changed bool, err error) { return t.change(true) }

// Stop stops tracing, and reports whether that is a change. It does not wait: the tracer finishes the running
// interval and writes its entry first. The error is as for Start.
func (t *Tracer) Stop() (changed bool, err error) { return t.change(false) }

func (t *Tracer) change(on bool) (bool, error) {
	if t == nil {
		return false, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.final:
		return false, ErrFinalized
	case t.err != nil:
		return false, t.err
	case t.on == on:
		return false, nil
	}
	t.on = on
	t.signal()
	return true, nil
}

// signal wakes the goroutine.
func (t *Tracer) signal() {
	select {
	case t.wake <- struct{}{}:
	default: // it has been woken already
	}
}

// Started reports whether the tracer is started.
func (t *Tracer) Started() bool {
	if t == nil {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.on && !t.final
}

// Finalize ends the trace: it writes what the running interval has brought so far, if that is at least 10 ms
// or half an interval, and completes the file. If nothing was traced, nothing is written at all. The output
// is not closed. The error is the first that occurred. Further calls do nothing, and return the same error.
func (t *Tracer) Finalize() error {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	first := !t.final
	t.final = true
	t.signal()
	t.mu.Unlock()
	if t.reader == nil {
		return nil
	}
	<-t.done
	t.mu.Lock()
	defer t.mu.Unlock()
	if first {
		t.reader.close()
		if err := t.out.Close(); t.err == nil && err != nil {
			t.err = fmt.Errorf("util: %w", err)
		}
	}
	return t.err
}

// Counts returns what the tracer has done so far.
func (t *Tracer) Counts() Counts {
	if t == nil {
		return Counts{}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.counts
}

// Levels are the types of the levels of a project's topology, as the tools of HDTrace and the timers'
// timeline name them. A trace of utilization belongs to a node of the first level.
func Levels() []string { return []string{"Hostname", "Rank", "Thread"} }

// NewDirectory makes a directory for the files of a project with Levels. Characters not allowed in the
// project's name become '-'.
func NewDirectory(path, project string, options hdproject.DirectoryOptions) (*hdproject.Directory, error) {
	topology, err := hdtrace.NewTopology(hdtrace.Label(project), Levels()...)
	if err != nil {
		return nil, err
	}
	return hdproject.NewDirectory(path, topology, options)
}

// hostNode returns the node of a host.
func hostNode(topology *hdtrace.Topology, host string) (*hdtrace.Node, error) {
	if host == "" {
		var err error
		if host, err = os.Hostname(); err != nil {
			return nil, err
		}
	}
	return topology.Node(hdtrace.Label(host))
}
