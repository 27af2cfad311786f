package project

import (
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
)

// Files is a project with the names of the files that belong to it and are there.
type Files struct {
	*Project
	Nodes []NodeFiles // all nodes, the root first and each before its children
}

// NodeFiles is the names of a node's files, "" for those that are not there.
type NodeFiles struct {
	Node       *hdtrace.Node
	Trace      string
	Relation   string
	Info       string
	Statistics []GroupFile
}

// GroupFile is the name of a file of statistics.
type GroupFile struct {
	Group string
	File  string
}

// Open reads a project file and finds the project's other files, which lie beside it. A name that has
// characters which the Java reader deletes is looked for as it is, and then without them.
//
// It refuses what the Java reader refuses: also statistics with another group in their header than in their
// name. The contents of the files are not looked at otherwise; [Check] does.
func Open(fsys fs.FS, name string, options hdtrace.ReadOptions) (*Files, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, fmt.Errorf("hdtrace: open a project: %w", err)
	}
	defer f.Close()
	if options.Name == "" {
		options.Name = name
	}
	p, err := Read(f, options)
	if err != nil {
		return nil, err
	}
	o := projectOpener{fsys: fsys, dir: path.Dir(name), options: options}
	files := &Files{Project: p}
	for n := range p.Topology.All() {
		node, err := o.node(n, p.Groups)
		if err != nil {
			return nil, err
		}
		files.Nodes = append(files.Nodes, node)
	}
	return files, nil
}

type projectOpener struct {
	fsys    fs.FS
	dir     string
	options hdtrace.ReadOptions
}

// find is the first of the names that a file has, "" if there is none.
func (o *projectOpener) find(names ...string) (string, error) {
	for _, name := range names {
		name = path.Join(o.dir, name)
		_, err := fs.Stat(o.fsys, name)
		switch {
		case err == nil:
			return name, nil
		case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrInvalid):
			return "", fmt.Errorf("hdtrace: open a project: %w", err)
		}
	}
	return "", nil
}

func (o *projectOpener) node(n *hdtrace.Node, groups []string) (files NodeFiles, err error) {
	files.Node = n
	java := javaPath(n)
	if n.Parent() != nil {
		for _, kind := range []struct {
			to   *string
			name string
			ext  string
		}{{&files.Trace, n.TraceFile(), naming.ExtTrace}, {&files.Relation, n.RelationFile(), naming.ExtRelation}, {&files.Info, n.InfoFile(), naming.ExtInfo}} {
			if *kind.to, err = o.find(kind.name, java+kind.ext); err != nil {
				return files, err
			}
		}
	}
	for _, group := range groups {
		file, err := o.find(n.StatisticsFile(group), java+"_"+javaName(group)+naming.ExtStatistics)
		if err != nil {
			return files, err
		}
		if file == "" {
			continue
		}
		if err := o.group(file, group); err != nil {
			return files, err
		}
		files.Statistics = append(files.Statistics, GroupFile{group, file})
	}
	return files, nil
}

// group checks that the header of statistics is of the group.
func (o *projectOpener) group(file, group string) error {
	if o.options.Tolerant {
		return nil
	}
	f, err := o.fsys.Open(file)
	if err != nil {
		return fmt.Errorf("hdtrace: open a project: %w", err)
	}
	defer f.Close()
	s, err := stat.NewReader(f, hdtrace.ReadOptions{Name: file})
	if err != nil {
		return err
	}
	if h := s.Header(); h.Group != group {
		return &hdtrace.FormatError{File: file, Text: fmt.Sprintf("the group is %s, the project %s expects %s", printable.Clipped(h.Group), o.options.Name, printable.Clipped(group)), Err: hdtrace.ErrSyntax}
	}
	return nil
}
