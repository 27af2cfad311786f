package signal

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/go-hpc/timers/internal/perfevent"
	"github.com/go-hpc/timers/stats/internal/node"
)

// coreKind is one of several kinds of cores in a processor, such as Intel's cpu_core and cpu_atom. Each has counters of its
// own: a general event of perf is counted on one kind, and on the first unless another is named.
type coreKind struct {
	name string
	kind uint32 // of its events
	cpus []int
}

// coreKinds lists them; nil where all cores are alike. Tests replace it.
var coreKinds = func(t *node.Tree) (list []coreKind) {
	const devices = "sys/bus/event_source/devices"
	for _, name := range node.Names(t.Path(devices)) {
		if !strings.HasPrefix(name, "cpu_") {
			continue
		}
		at := t.Path(devices, name)
		kind, err := t.Number(filepath.Join(at, "type"))
		if err != nil {
			continue
		}
		text, err := t.Text(filepath.Join(at, "cpus"))
		if err != nil {
			continue
		}
		if cpus, ok := node.ParseList(text); ok {
			list = append(list, coreKind{name, uint32(kind), cpus})
		}
	}
	if len(list) < 2 {
		return nil
	}
	slices.SortFunc(list, func(a, b coreKind) int { return a.cpus[0] - b.cpus[0] })
	return list
}

// kindsOf returns the kinds of cores on which an event has to be opened: that of a CPU, or all for a thread, which goes
// from one to the other; one of no kind where all cores are alike.
func (e *event) kindsOf(cpu int) []coreKind {
	alike := []coreKind{{}}
	if e.counted.kind != unix.PERF_TYPE_HARDWARE || len(e.cores) == 0 {
		return alike
	}
	if cpu < 0 {
		return e.cores
	}
	for _, k := range e.cores {
		if slices.Contains(k.cpus, cpu) {
			return []coreKind{k}
		}
	}
	return alike
}

// open opens the event of a thread or a CPU, once for each kind of cores; all or none.
func (e *event) open(pid, cpu int, bits uint64) (descriptors []int, err error) {
	const kindAt = 32 // above the number of a general event stands the kind of its counters
	for _, k := range e.kindsOf(cpu) {
		config := e.counted.config | uint64(k.kind)<<kindAt
		descriptor, err := perfEventOpen(perfevent.New(e.counted.kind, config, bits|perfevent.Modes(true, !e.user)), pid, cpu, -1)
		if err != nil {
			if k.name != "" {
				err = fmt.Errorf("on %s: %w", k.name, err)
			}
			return nil, errors.Join(err, closeAll(descriptors))
		}
		descriptors = append(descriptors, descriptor)
	}
	return descriptors, nil
}

func closeAll(descriptors []int) error {
	var errs []error
	for _, d := range descriptors {
		errs = append(errs, unix.Close(d))
	}
	return errors.Join(errs...)
}

// readKinds reads an event that was opened for each kind of cores. All of them are due while the thread runs, and the one
// for its core counts: their counts and the times in which they did add up.
func readKinds(descriptors []int) (sum perfevent.Count, err error) {
	for _, d := range descriptors {
		c, err := perfevent.ReadCount(d)
		if err != nil {
			return sum, err
		}
		sum.Value += c.Value
		sum.Running += c.Running
		sum.Enabled = max(sum.Enabled, c.Enabled)
	}
	return sum, nil
}
