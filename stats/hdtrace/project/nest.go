package project

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/go-hpc/timers/internal/atomicfile"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// errApart reports that a trace does not fit into another.
var errApart = errors.New("hdtrace: its records cross the states of the other")

// Nest puts the trace of a node that lies in another directory, as of the calls of a library, into the states of
// the node's trace here (see [trace.Nest]), with its info file. The directory must be closed. If a record
// would be moved by more than most, the two are not of one thread: the other becomes a trace of its own, of the
// sibling of that label.
//
// Without a trace there it does nothing, and without one here it moves the other here.
func (d *Directory) Nest(node *hdtrace.Node, folder string, most time.Duration, apart string) error {
	inner, err := os.Open(filepath.Join(folder, node.TraceFile()))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("hdtrace: nest: %w", err)
	}
	defer inner.Close()
	to := node
	switch err := d.nest(node, inner, most); {
	case errors.Is(err, errApart):
		labels := node.Labels()
		if to, err = d.topology.Node(append(labels[:len(labels)-1], apart)...); err != nil {
			return err
		}
		fallthrough
	case errors.Is(err, fs.ErrNotExist):
		if err := d.copyOf(inner.Name(), to.TraceFile()); err != nil {
			return err
		}
	case err != nil:
		return fmt.Errorf("hdtrace: nest %s: %w", inner.Name(), err)
	}
	info := filepath.Join(folder, node.InfoFile())
	if err := d.copyOf(info, to.InfoFile()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	d.mu.Lock()
	d.project.Topology.UncheckedNode(to.Labels()...)
	d.mu.Unlock()
	_ = os.Remove(info) // there need not be one
	return os.Remove(inner.Name())
}

// nest replaces the trace of a node by one with the inner trace in it.
func (d *Directory) nest(node *hdtrace.Node, inner io.Reader, most time.Duration) error {
	target := filepath.Join(d.path, node.TraceFile())
	outer, err := os.Open(target)
	if err != nil {
		return err
	}
	defer outer.Close()
	return atomicfile.Write(target, func(w io.Writer) error {
		n, err := trace.Nest(w, outer, inner)
		if err == nil && n.Most > most {
			return errApart
		}
		return err
	})
}

// copyOf makes a copy of a file.
func (d *Directory) copyOf(path, name string) error {
	from, err := os.Open(path)
	if err != nil {
		return err
	}
	defer from.Close()
	return atomicfile.Write(filepath.Join(d.path, name), func(w io.Writer) error { _, err := io.Copy(w, from); return err })
}
