package util

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/go-hpc/timers/machenv"
	hdproject "github.com/go-hpc/timers/stats/hdtrace/project"
)

// CreatePerHost makes one trace for each host: the lowest of parent's ranks on it traces, in the directory
// and under the host's name, and the other ranks get a tracer that does nothing. It is collective over
// parent. All ranks use their tracers alike; [Tracer.Traces] reports which ranks trace.
//
// A rank that cannot trace, for example because its directory is not writable, gets a tracer that does
// nothing along with the error, so that it can go on like the others. After an error of the communication
// there is no tracer.
func CreatePerHost(registry *machenv.Registry, parent *machenv.MachEnv, d *hdproject.Directory, o Options) (*Tracer, error) {
	lowest, err := lowestOfHost(registry, parent)
	if err != nil {
		return nil, fmt.Errorf("util: %w", err)
	}
	if !lowest {
		return idleTracer(), nil
	}
	node, err := hostNode(d.Topology(), parent.Host())
	if err != nil {
		return idleTracer(), err
	}
	t, err := CreateIn(d, node, o)
	if err != nil {
		return idleTracer(), err
	}
	return t, nil
}

// idleTracer returns one that traces nothing.
func idleTracer() *Tracer { return &Tracer{} }

// lowestOfHost reports whether the caller is the lowest rank of its host.
func lowestOfHost(registry *machenv.Registry, parent *machenv.MachEnv) (bool, error) {
	const name = "hosts of " + Group // for a moment: it is removed again
	node, err := registry.CreatePerNode(name, parent)
	if err != nil {
		return false, err
	}
	lowest := node.Rank() == 0
	return lowest, registry.Remove(name)
}

// WriteProject writes the project file of a directory's project: it names all hosts, ranks and groups that
// have files in fsys, which is that directory, and keeps what an existing project file says. So utilization
// joins the same project as the timers of a timeline, whichever is closed first.
//
// One rank calls it after all tracers are finalized, or one process on each host. Files that cannot be read
// are left out.
func WriteProject(d *hdproject.Directory, fsys fs.FS) error {
	project := d.Project()
	found, _, err := hdproject.Build(fsys, project.Topology.Project(), hdproject.BuildOptions{Levels: Levels()})
	if err == nil {
		err = project.Merge(found)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // or nothing was written here
		return err
	}
	return d.MergeProject(project)
}
