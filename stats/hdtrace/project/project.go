// Package project writes and reads HDTrace's project files, and other parts that belong to a whole project.
// [Directory] puts a program's files into a directory, [Build] makes the project file for what lies there,
// [Check] tells what the readers would refuse, and [Repair] mends what a program left that was killed.
package project

import (
	"cmp"
	"slices"

	"github.com/go-hpc/timers/stats/hdtrace"
)

// Project is the contents of a project file: what a viewer has to know to find the other files, and what
// the numbers in MPI traces mean.
type Project struct {
	// Name is that of the application. The names of the files begin with that of the topology instead.
	Name        string
	Description string

	Topology *hdtrace.Topology

	// Groups is the names of the statistics groups. Groups that are not in it are never read.
	Groups []string

	Files         []AccessedFile // that MPI has accessed
	Communicators []Communicator
	Datatypes     []RankDatatypes
	Clocks        []Clock // of ranks, where they were compared

	Extra []hdtrace.Element // elements without a meaning here
}

// AccessedFile is a file that the traced program has accessed, for HDTrace's simulator.
type AccessedFile struct {
	Name         string
	Size         int64  // in bytes, when it was opened first
	Distribution string // class of the simulator; "" for SimpleStripe
	ChunkSize    string // such as 64K, which "" stands for
}

// What the project merger of HDTrace writes unless told otherwise.
const (
	simpleStripe = "de.hd.pvs.piosim.model.inputOutput.distribution.SimpleStripe"
	defaultChunk = "64K"
)

// Communicator is an MPI communicator.
type Communicator struct {
	Name    string   `json:"name"` // such as WORLD; "" for most
	Members []Member `json:"members"`
}

// Member is a rank of a communicator.
type Member struct {
	Global int `json:"global"` // rank in MPI_COMM_WORLD
	Local  int `json:"local"`  // rank in the communicator
	CID    int `json:"cid"`    // number by which the traces of that rank call the communicator
}

// RankDatatypes is the MPI datatypes that the trace of a rank speaks of.
type RankDatatypes struct {
	Rank   int
	Thread string // label of the thread; "" where there is none

	// Types is one element for each datatype. Its name is that of the MPI combiner without
	// MPI_COMBINER_, its attributes id, name and what belongs to the combiner.
	Types []hdtrace.Element
}

// New makes a project of a topology. Its name is that of the topology.
func New(topology *hdtrace.Topology) *Project {
	return &Project{Name: topology.Project(), Topology: topology}
}

// AddGroup adds the name of a statistics group, unless it is there.
func (p *Project) AddGroup(name string) {
	if !slices.Contains(p.Groups, name) {
		p.Groups = append(p.Groups, name)
	}
}

// Merge adds what another project has and this one has not: nodes, types of levels that are deeper, groups,
// files, communicators, and datatypes and clocks of ranks that have none here. Both must have the same project name and
// agree on the types of the levels; the error matches ErrInvalidArgument.
func (p *Project) Merge(other *Project) error {
	if err := p.Topology.Merge(other.Topology); err != nil {
		return err
	}
	for _, group := range other.Groups {
		p.AddGroup(group)
	}
	p.mergeFiles(other.Files)
	for _, c := range other.Communicators {
		if !slices.ContainsFunc(p.Communicators, c.equal) {
			p.Communicators = append(p.Communicators, c)
		}
	}
	for _, d := range other.Datatypes {
		if !slices.ContainsFunc(p.Datatypes, func(mine RankDatatypes) bool { return mine.Rank == d.Rank && mine.Thread == d.Thread }) {
			p.Datatypes = append(p.Datatypes, d)
		}
	}
	p.mergeClocks(other.Clocks)
	if p.Description == "" {
		p.Description = other.Description
	}
	return nil
}

func (p *Project) mergeFiles(files []AccessedFile) {
	for _, f := range files {
		if !slices.ContainsFunc(p.Files, func(mine AccessedFile) bool { return mine.Name == f.Name }) {
			p.Files = append(p.Files, f)
		}
	}
}

func (c Communicator) equal(other Communicator) bool {
	return c.Name == other.Name && slices.Equal(c.sorted(), other.sorted())
}

// sorted is the members by their rank in MPI_COMM_WORLD.
func (c Communicator) sorted() []Member {
	list := slices.Clone(c.Members)
	slices.SortFunc(list, func(a, b Member) int {
		return cmp.Or(cmp.Compare(a.Global, b.Global), cmp.Compare(a.Local, b.Local), cmp.Compare(a.CID, b.CID))
	})
	return list
}
