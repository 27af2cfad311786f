package timeline

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	hdproject "github.com/go-hpc/timers/stats/hdtrace/project"
)

// part is what rank 0 must know about a rank for the project file.
type part struct {
	Host         string
	Rank         int
	Threads      []string // labels of those with a trace
	Groups       []string
	Environments []environment
	LeftOut      int64 // states that are not in the traces
	Missing      int   // call paths that are not among the values
}

// environment is an environment that the rank is a member of.
type environment struct {
	Name    string
	Members string // which tells environments of the same name apart
	Local   int
	CID     int
}

// writeProject makes the project file of all ranks, on rank 0.
func (r *Recorder) writeProject() error {
	mine, err := json.Marshal(r.part())
	if err != nil {
		return err
	}
	texts, missing := r.gather(mine)
	if r.comm.Rank() != 0 || r.directory == nil {
		return missing
	}
	// Not all that belongs to the project is ours, and the files of other ranks may be elsewhere.
	project := r.directory.Project()
	project.Description = r.options.Description
	found, _, err := hdproject.Build(os.DirFS(r.options.Directory), r.options.Project, hdproject.BuildOptions{Levels: levels})
	if err == nil {
		err = project.Merge(found)
	} else if errors.Is(err, fs.ErrNotExist) {
		err = nil // nothing was written here
	}
	if err == nil {
		err = addParts(project, texts)
	}
	return errors.Join(missing, err, r.directory.MergeProject(project))
}

// Messages of gather.
const (
	tagPart = iota
	tagEnd
)

// gather collects the ranks' parts on rank 0, and frees the communicator. It waits no longer than Patience;
// ranks that did not come have nil. The communicator is not freed then: that takes all of them.
func (r *Recorder) gather(mine []byte) (texts [][]byte, problem error) {
	comm, patience := r.comm, r.options.Patience
	if patience <= 0 {
		patience = time.Minute
	}
	complete := []byte{1}
	if comm.Rank() != 0 {
		err := comm.Send(0, tagPart, mine, patience)
		if err == nil {
			complete, err = comm.Recv(0, tagEnd, 2*patience)
		}
		if err != nil {
			return nil, fmt.Errorf("timeline: rank 0, which writes the project file: %w", err)
		}
	} else {
		texts = make([][]byte, comm.Size())
		texts[0] = mine
		for rank := 1; rank < comm.Size(); rank++ {
			var err error
			if texts[rank], err = comm.Recv(rank, tagPart, patience); err != nil {
				texts[rank], complete = nil, []byte{0}
				problem = errors.Join(problem, fmt.Errorf("timeline: the project file lacks rank %d: %w", rank, err))
				patience = max(patience/2, time.Millisecond) // others may be lost, too
			}
		}
		for rank := 1; rank < comm.Size(); rank++ {
			if texts[rank] != nil {
				_ = comm.Send(rank, tagEnd, complete, patience) // a rank that does not take it has reported that
			}
		}
	}
	if len(complete) == 1 && complete[0] == 1 {
		problem = errors.Join(problem, comm.Free(), r.release())
	}
	return texts, problem
}

// part describes this rank.
func (r *Recorder) part() part {
	p := part{Host: r.host, Rank: r.rank, LeftOut: r.LeftOut().States(), Missing: r.sampler.leftOut}
	if r.directory == nil {
		return p
	}
	written := r.directory.Project()
	for n := range written.Topology.All() {
		if labels := n.Labels(); len(labels) == len(levels) {
			p.Threads = append(p.Threads, labels[len(labels)-1])
		}
	}
	p.Groups = written.Groups
	profile := r.timers.Profile()
	for i, c := range profile.Environments {
		env, err := r.timers.Environments().Get(c.Name)
		if err == nil && env.IsMember() {
			p.Environments = append(p.Environments, environment{c.Name, fmt.Sprint(c.Ranks), env.Rank(), i})
		}
	}
	return p
}

// addParts adds the nodes, groups and environments of all ranks.
func addParts(project *hdproject.Project, texts [][]byte) error {
	parts := make([]part, len(texts))
	var states int64
	missing := 0
	for i, text := range texts {
		if text == nil {
			continue
		}
		if err := json.Unmarshal(text, &parts[i]); err != nil {
			return fmt.Errorf("timeline: what rank %d says of its files: %w", i, err)
		}
		p := &parts[i]
		states += p.LeftOut
		missing = max(missing, p.Missing)
		for _, g := range p.Groups {
			project.AddGroup(g)
			if _, err := project.Topology.Node(p.Host, strconv.Itoa(p.Rank)); err != nil {
				return err
			}
		}
		for _, thread := range p.Threads {
			if _, err := project.Topology.Node(p.Host, strconv.Itoa(p.Rank), thread); err != nil {
				return err
			}
		}
	}
	project.Communicators = append(project.Communicators, communicators(parts)...)
	project.Description = describe(project.Description, states, missing)
	return nil
}

// describe adds to a description what is missing from the files.
func describe(text string, states int64, missing int) string {
	var lines []string
	if text != "" {
		lines = append(lines, text)
	}
	if states > 0 {
		lines = append(lines, fmt.Sprintf("The limits have left %d states out of the traces.", states))
	}
	if missing > 0 {
		lines = append(lines, fmt.Sprintf("%d call paths came too late to be among the values of %s.", missing, Group))
	}
	return strings.Join(lines, "\n")
}

// communicators joins the ranks' lists of their environments.
func communicators(parts []part) []hdproject.Communicator {
	type identity struct{ name, members string }
	var order []identity
	members := make(map[identity][]hdproject.Member)
	for _, p := range parts {
		for _, c := range p.Environments {
			id := identity{c.Name, c.Members}
			if members[id] == nil {
				order = append(order, id)
			}
			members[id] = append(members[id], hdproject.Member{Global: p.Rank, Local: c.Local, CID: c.CID})
		}
	}
	var list []hdproject.Communicator
	for _, id := range order {
		m := members[id]
		slices.SortFunc(m, func(a, b hdproject.Member) int { return cmp.Compare(a.Global, b.Global) })
		list = append(list, hdproject.Communicator{Name: id.name, Members: m})
	}
	return list
}
