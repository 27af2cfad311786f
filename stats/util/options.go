package util

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	hdstat "github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/internal/node"
)

// Group is the name of the statistics group.
const Group = "Utilization"

// MinInterval is the shortest interval. Below 10 ms, the kernel's unit of processor time, some entries lack
// processor time.
const MinInterval = time.Millisecond

// MountpointVariable is the environment variable that names the mount point whose device is traced.
const MountpointVariable = "RUT_HDD_MOUNTPOINT"

// ErrNoSource reports that a source does not exist on this machine, or that no source was given.
var ErrNoSource = errors.New("no such source here")

// Options says what is traced.
type Options struct {
	// Sources says what is traced; None means All.
	Sources Sources

	// Interval is the time between samples, at least MinInterval; 0 means 100 ms.
	Interval time.Duration

	// Mountpoint is the directory whose device the disk sources are about. If it is empty, the environment
	// variable RUT_HDD_MOUNTPOINT names it, and by default it is "/".
	Mountpoint string

	// Strict makes it an error, which matches ErrNoSource, if this machine lacks one of the sources.
	// Otherwise the trace leaves it out, and Missing lists it.
	Strict bool

	// Root is the directory with /proc and /sys; "" means the machine's own.
	Root string
}

// Missing is a source that this machine lacks.
type Missing struct {
	Sources Sources
	Err     error // says why
}

// complete checks the options and fills in defaults.
func (o *Options) complete() error {
	if o.Sources == None {
		o.Sources = All
	}
	if o.Sources&^All != 0 {
		return fmt.Errorf("util: sources %#x do not exist: %w", uint32(o.Sources&^All), ErrNoSource)
	}
	if o.Interval == 0 {
		o.Interval = 100 * time.Millisecond
	}
	if o.Interval < MinInterval {
		return fmt.Errorf("util: interval %v, expected %v at least", o.Interval, MinInterval)
	}
	if o.Mountpoint == "" {
		o.Mountpoint = os.Getenv(MountpointVariable)
	}
	if o.Mountpoint == "" {
		o.Mountpoint = "/"
	}
	if !strings.HasPrefix(o.Mountpoint, "/") {
		return fmt.Errorf("util: mount point %q, expected an absolute path", o.Mountpoint)
	}
	return nil
}

// reader reads all sources of a trace.
type reader struct {
	stat       *stat // nil if nobody needs it
	network    *network
	collectors []collector
	missing    []Missing
}

// newReader opens the sources. Those that do not exist are missing.
func newReader(o *Options) (*reader, error) {
	r := &reader{}
	tree := &node.Tree{Root: o.Root}
	var ids []int
	if o.Sources.has(CPU | ContextSwitches | CPUFreqX | CPUIdleX) {
		ids = processors(tree)
		r.stat = newStat(tree, ids, o.Sources.has(ContextSwitches))
		defer r.dropStat()
	}
	r.add(o, CPU|ContextSwitches, func(s Sources) (collector, error) {
		if _, err := r.stat.table.Load(); err != nil {
			return nil, err
		}
		return newCPU(r.stat, s, ids), nil
	})
	if len(ids) == 0 {
		ids = []int{0} // whose missing sources are to be listed
	}
	r.add(o, CPUFreqX, func(Sources) (collector, error) { return wrap(newFreq(tree, ids)) })
	r.add(o, CPUIdleX, func(Sources) (collector, error) { return wrap(newIdle(tree, r.stat, ids)) })
	r.add(o, MEM, func(s Sources) (collector, error) { return wrap(newMem(tree, s)) })
	r.add(o, NET, func(s Sources) (collector, error) {
		n, err := newNetwork(tree, s)
		if err == nil {
			r.network = n
		}
		return wrap(n, err)
	})
	if o.Sources.has(HDD|HDDStats) && o.Mountpoint != "/" && !tree.Has(tree.Path(o.Mountpoint)) {
		r.close()
		return nil, fmt.Errorf("util: mount point %s: %w", o.Mountpoint, fs.ErrNotExist)
	}
	r.add(o, HDD, func(s Sources) (collector, error) { return wrap(newDisk(tree, o.Mountpoint, s)) })
	r.add(o, HDDStats, func(Sources) (collector, error) { return wrap(newDisks(tree, o.Mountpoint)) })
	var errs []error
	for _, m := range r.missing {
		errs = append(errs, m.Err)
	}
	if len(r.collectors) == 0 || o.Strict && len(errs) > 0 {
		r.close()
		return nil, fmt.Errorf("util: %w: %w", ErrNoSource, errors.Join(errs...))
	}
	return r, nil
}

// dropStat does without /proc/stat if nobody reads it.
func (r *reader) dropStat() {
	for _, c := range r.collectors {
		switch c.(type) {
		case *cpu, *idle:
			return
		}
	}
	_ = r.stat.table.Close()
	r.stat = nil
}

// wrap makes a collector of a pointer that may be nil.
func wrap[C collector](c C, err error) (collector, error) {
	if err != nil {
		return nil, err
	}
	return c, nil
}

// add opens some sources if they are wanted.
func (r *reader) add(o *Options, all Sources, open func(Sources) (collector, error)) {
	wanted := o.Sources & all
	if wanted == None {
		return
	}
	c, err := open(wanted)
	if err == nil && len(c.values()) == 0 { // an interface is wanted, and there is none
		c.close()
		err = ErrNoSource
	}
	if err != nil {
		r.missing = append(r.missing, Missing{wanted, fmt.Errorf("%v: %w", wanted, err)})
		return
	}
	r.collectors = append(r.collectors, c)
}

func (r *reader) values() (list []hdstat.Value) {
	for _, c := range r.collectors {
		list = append(list, c.values()...)
	}
	return list
}

func (r *reader) forget() {
	for _, c := range r.collectors {
		c.forget()
	}
}

// sample reads everything.
func (r *reader) sample(e *entry, elapsed time.Duration) {
	e.begin(elapsed)
	if r.stat != nil {
		r.stat.read()
	}
	for _, c := range r.collectors {
		c.sample(e)
	}
}

func (r *reader) close() {
	if r.stat != nil {
		_ = r.stat.table.Close()
	}
	for _, c := range r.collectors {
		c.close()
	}
}

// processors returns the numbers of the processors that are plugged in, online or not; if the machine does
// not list them, those that are online.
func processors(tree *node.Tree) (ids []int) {
	if text, err := tree.Text(tree.Path("sys/devices/system/cpu/present")); err == nil {
		if ids, ok := node.ParseList(text); ok {
			return ids
		}
	}
	stat := tree.Stat()
	defer stat.Close()
	rows, _ := stat.Load()
	for _, r := range rows {
		if r.Number >= 0 {
			ids = append(ids, r.Number)
		}
	}
	return ids
}
