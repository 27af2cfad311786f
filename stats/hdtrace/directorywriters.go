package hdtrace

import (
	"fmt"
	"io"
	"slices"

	"github.com/go-hpc/timers/internal/printable"
)

// NewStatistics makes a group of statistics, to which values can be added, as the function of that name.
func (d *Directory) NewStatistics(node *Node, group string, options StatisticsOptions) (*Statistics, error) {
	if node == nil {
		return nil, fmt.Errorf("hdtrace: statistics group %s without a node: %w", printable.Clipped(group), ErrInvalidArgument)
	}
	if err := CheckGroup(group); err != nil {
		return nil, err // before its name becomes that of a file
	}
	f, err := d.file(node.StatisticsFile(group))
	if err != nil {
		return nil, err
	}
	s, err := NewStatistics(f, node, group, options)
	if err != nil {
		d.forget(f)
		return nil, err
	}
	d.add(attached{closer: s, file: f, group: group, node: node})
	return s, nil
}

// StartStatistics makes a group of statistics, commits and enables it, as the function of that name.
func (d *Directory) StartStatistics(node *Node, group string, values []Value, options StatisticsOptions) (*Statistics, error) {
	s, err := d.NewStatistics(node, group, options)
	if err != nil {
		return nil, err
	}
	if err := s.start(values); err != nil {
		d.drop(s)
		return nil, err
	}
	return s, nil
}

// drop takes a writer back.
func (d *Directory) drop(closer io.Closer) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.open = slices.DeleteFunc(d.open, func(e attached) bool {
		if e.closer != closer {
			return false
		}
		d.files = slices.DeleteFunc(d.files, func(f *lazyFile) bool { return f == e.file })
		return true
	})
}

// NewTrace makes an event trace, as the function of that name. Its info file is the node's, unless the
// options have another.
func (d *Directory) NewTrace(node *Node, options TraceOptions) (*Trace, error) {
	if node == nil || node.parent == nil {
		return nil, fmt.Errorf("hdtrace: trace of no node or of the project itself, where readers do not look for one: %w", ErrInvalidArgument)
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
	t, err := NewTrace(f, options)
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
func (d *Directory) StartTrace(node *Node, options TraceOptions) (*Trace, error) {
	t, err := d.NewTrace(node, options)
	if err != nil {
		return nil, err
	}
	_, err = t.Enable()
	return t, err
}

// NewRelations makes relations, as the function of that name. Without a host in the options it is the label of
// level 1.
func (d *Directory) NewRelations(node *Node, options RelationOptions) (*Relations, error) {
	if node == nil || node.parent == nil {
		return nil, fmt.Errorf("hdtrace: relations of no node or of the project itself, where readers do not look for them: %w", ErrInvalidArgument)
	}
	f, err := d.file(node.RelationFile())
	if err != nil {
		return nil, err
	}
	if options.Header.Host == "" {
		options.Header.Host = node.up(1).label
	}
	r, err := NewRelations(f, options)
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
	p := NewProject(d.topology.empty())
	// Whatever the caller has made of the last one is not lost.
	_ = p.Merge(d.project)
	for _, e := range d.open {
		if d.closed && !e.file.exists() {
			continue
		}
		p.Topology.anyNode(e.node.Labels())
		if e.group != "" {
			p.AddGroup(e.group)
		}
	}
	return p
}
