package project

import (
	"fmt"
	"io"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/relation"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// NewStatistics makes a group of statistics, to which values can be added, as [stat.NewWriter].
func (d *Directory) NewStatistics(node *hdtrace.Node, group string, options stat.Options) (*stat.Writer, error) {
	return d.statistics(node, group, func(f io.Writer) (*stat.Writer, error) { return stat.NewWriter(f, node, group, options) })
}

// StartStatistics makes a group of statistics, commits and enables it, as [stat.Start].
func (d *Directory) StartStatistics(node *hdtrace.Node, group string, values []stat.Value, options stat.Options) (*stat.Writer, error) {
	return d.statistics(node, group, func(f io.Writer) (*stat.Writer, error) {
		return stat.Start(f, node, group, values, options)
	})
}

func (d *Directory) statistics(node *hdtrace.Node, group string, make func(f io.Writer) (*stat.Writer, error)) (*stat.Writer, error) {
	if node == nil {
		return nil, fmt.Errorf("hdtrace: statistics group %s without a node: %w", printable.Clipped(group), hdtrace.ErrInvalidArgument)
	}
	if err := hdtrace.CheckGroup(group); err != nil {
		return nil, err // before its name becomes that of a file
	}
	f, err := d.file(node.StatisticsFile(group))
	if err != nil {
		return nil, err
	}
	s, err := make(f)
	if err != nil {
		d.forget(f)
		return nil, err
	}
	d.add(attached{closer: s, file: f, group: group, node: node})
	return s, nil
}

// NewTrace makes an event trace, as [trace.NewWriter]. Its info file is the node's, unless the
// options have another.
func (d *Directory) NewTrace(node *hdtrace.Node, options trace.Options) (*trace.Writer, error) {
	if node == nil || node.Parent() == nil {
		return nil, fmt.Errorf("hdtrace: trace of no node or of the project itself, where readers do not look for one: %w", hdtrace.ErrInvalidArgument)
	}
	f, err := d.file(node.TraceFile())
	if err != nil {
		return nil, err
	}
	if options.Info == nil {
		info, err := d.file(node.InfoFile())
		if err != nil {
			d.forget(f)
			return nil, err
		}
		options.Info = info
	}
	t, err := trace.NewWriter(f, options)
	if err != nil {
		d.forget(f)
		if info, ok := options.Info.(*lazyFile); ok {
			d.forget(info)
		}
		return nil, err
	}
	d.add(attached{closer: t, file: f, node: node})
	return t, nil
}

// StartTrace makes an event trace and enables it.
func (d *Directory) StartTrace(node *hdtrace.Node, options trace.Options) (*trace.Writer, error) {
	t, err := d.NewTrace(node, options)
	if err != nil {
		return nil, err
	}
	_, err = t.Enable()
	return t, err
}

// NewRelations makes relations, as [relation.NewWriter]. Without a host in the options it is the label of
// level 1.
func (d *Directory) NewRelations(node *hdtrace.Node, options relation.Options) (*relation.Writer, error) {
	if node == nil || node.Parent() == nil {
		return nil, fmt.Errorf("hdtrace: relations of no node or of the project itself, where readers do not look for them: %w", hdtrace.ErrInvalidArgument)
	}
	f, err := d.file(node.RelationFile())
	if err != nil {
		return nil, err
	}
	if options.Header.Host == "" {
		options.Header.Host, _ = node.Label(1)
	}
	r, err := relation.NewWriter(f, options)
	if err != nil {
		d.forget(f)
		return nil, err
	}
	d.add(attached{closer: r, file: f, node: node})
	return r, nil
}

// Project is the project of the files that were made here: their nodes and groups. After Close it leaves out
// those to which nothing was written. The caller may change it.
func (d *Directory) Project() *Project {
	d.mu.Lock()
	defer d.mu.Unlock()
	p := New(emptied(d.topology))
	// Whatever the caller has made of the last one is not lost.
	_ = p.Merge(d.project)
	for _, e := range d.open {
		if d.closed && !e.file.exists() {
			continue
		}
		p.Topology.UncheckedNode(e.node.Labels()...)
		if e.group != "" {
			p.AddGroup(e.group)
		}
	}
	return p
}
