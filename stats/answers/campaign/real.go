package campaign

import (
	"math/rand/v2"
	"time"
)

// NewReal makes the run of a seed for ranks of a real MPI: small, and without noise, which the machine has. Recorded says
// that its calls of MPI are.
func NewReal(seed uint64, recorded bool) *Run {
	r := &Run{Seed: seed, r: rand.New(rand.NewPCG(seed, 0x7265616c)), real: true}
	r.Culprit = pick(r.r, kernel, kernel, own, file, startUp, nothing, double)
	r.Coupling = pick(r.r, barrier, barrier, neighbours, ring)
	if r.Culprit == double {
		r.Coupling = barrier
	}
	if r.Record = unnamed; recorded {
		r.Record = rows
	}
	r.Shape, r.Ranks, r.perNode, r.step = plainly, r.scale(2, 8), 4, 3e8
	return r.make()
}

// Program is what a rank of a real run needs.
type Program struct {
	Start func(region string)
	Stop  func(region string)
	Meet  func() error // waits for those that the coupling says
}

// Execute runs a rank as it was planned. It sleeps for what it is to do, so that more ranks than processors do not falsify it.
func (r *Run) Execute(rank int, p *Program) error {
	root := 0
	p.Start(r.nodes[root].name)
	defer p.Stop(r.nodes[root].name)
	r.visit(root, rank, before, 0, p)
	if err := r.meetReal(r.syncs[before], p); err != nil {
		return err
	}
	for range r.Steps {
		for stage, s := range r.stages {
			r.visit(root, rank, steps, stage, p)
			if err := r.meetReal(s, p); err != nil {
				return err
			}
		}
	}
	r.visit(root, rank, after, 0, p)
	return r.meetReal(r.syncs[after], p)
}

// visit does what a rank has to do below a node in a phase and stage.
func (r *Run) visit(at, rank, phase, stage int, p *Program) {
	for i := at + 1; i < len(r.nodes); i++ {
		n := &r.nodes[i]
		if n.parent != at || n.phase != phase || n.sync || r.meets(i) || !r.runs(i, rank) || r.empty(i, rank, stage) {
			continue
		}
		p.Start(n.name)
		if n.stage == stage {
			long := 1.0
			if phase == before {
				long = r.early
			}
			time.Sleep(time.Duration(r.amount(i, rank, long)))
		}
		r.visit(i, rank, phase, stage, p)
		p.Stop(n.name)
	}
}

// meets reports whether ranks do nothing in a node but to meet.
func (r *Run) meets(i int) bool { return waiting(r.nodes[i].name) }

// empty reports whether nothing is to be done in a node, nor below it, in a stage.
func (r *Run) empty(i, rank, stage int) bool {
	if r.nodes[i].stage == stage {
		return false
	}
	for k := i + 1; k < len(r.nodes); k++ {
		if r.nodes[k].stage == stage && r.within(k, i) && !r.nodes[k].sync && !r.meets(k) && r.runs(k, rank) {
			return false
		}
	}
	return true
}

// meetReal is meet in the regions around.
func (r *Run) meetReal(s sync, p *Program) error {
	if s.around < 0 {
		return nil
	}
	var path []string
	for i := s.around; r.nodes[i].parent >= 0; i = r.nodes[i].parent {
		path = append(path, r.nodes[i].name)
	}
	for i := len(path) - 1; i >= 0; i-- {
		p.Start(path[i])
	}
	err := p.Meet()
	for _, name := range path {
		p.Stop(name)
	}
	return err
}

// What Meet tells apart; all else is a barrier of all ranks.
const (
	Neighbours = neighbours
	Ring       = ring
)
