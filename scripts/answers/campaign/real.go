package campaign

import (
	"fmt"
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
	r.Shape, r.Ranks, r.perNode, r.step = plainly, r.scale(2, 8), 4, 1e8
	return r.make()
}

// Project is the name of the timeline of a real run.
const Project = "campaign"

// Program is what a rank of a real run needs.
type Program struct {
	Start func(region string)
	Stop  func(region string)
	Step  func()       // begins the next step
	Meet  func() error // waits for those that the coupling says
}

// Measured is how long a rank of a real run took in each node, outside of those below it, by a clock that is not the timers'.
type Measured struct {
	Work, Wait []float64 // nanoseconds; Wait is in Meet, of the node that has it
}

// watch measures what a rank does.
type watch struct {
	*Program
	r    *Run
	at   int // the node that the rank is in, -1: none
	last time.Time
	Measured
}

// pass gives the time since the last look to the node that the rank is in.
func (w *watch) pass(list []float64) {
	now := time.Now()
	if w.at >= 0 {
		list[w.at] += float64(now.Sub(w.last))
	}
	w.last = now
}

func (w *watch) start(i int) {
	w.pass(w.Work)
	w.at = i
	w.Start(w.r.nodes[i].name)
}

func (w *watch) stop() {
	n := &w.r.nodes[w.at]
	w.Stop(n.name)
	w.pass(w.Work)
	w.at = n.parent
}

// Execute runs a rank as it was planned, and returns how long it took. It sleeps for what it is to do, so that more ranks than
// processors do not falsify it much.
func (r *Run) Execute(rank int, p *Program) (*Measured, error) {
	w := &watch{Program: p, r: r, at: -1, Measured: Measured{make([]float64, len(r.nodes)), make([]float64, len(r.nodes))}}
	root := 0
	w.start(root)
	defer w.stop()
	r.visit(root, rank, before, 0, w)
	if err := r.meetReal(r.syncs[before], w); err != nil {
		return nil, err
	}
	for step := range r.Steps {
		r.now = step
		w.Step()
		for stage, s := range r.stages {
			r.visit(root, rank, steps, stage, w)
			if err := r.meetReal(s, w); err != nil {
				return nil, err
			}
		}
	}
	r.visit(root, rank, after, 0, w)
	return &w.Measured, r.meetReal(r.syncs[after], w)
}

// visit does what a rank has to do below a node in a phase and stage.
func (r *Run) visit(at, rank, phase, stage int, w *watch) {
	for i := at + 1; i < len(r.nodes); i++ {
		n := &r.nodes[i]
		if n.parent != at || n.phase != phase || n.sync || r.meets(i) || !r.runs(i, rank) || r.empty(i, rank, stage) {
			continue
		}
		w.start(i)
		if n.stage == stage {
			long := 1.0
			if phase == before {
				long = r.early
			}
			time.Sleep(time.Duration(r.amount(i, rank, long)))
		}
		r.visit(i, rank, phase, stage, w)
		w.stop()
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
func (r *Run) meetReal(s sync, w *watch) error {
	if s.around < 0 {
		return nil
	}
	var path []int
	for i := s.around; r.nodes[i].parent >= 0; i = r.nodes[i].parent {
		path = append(path, i)
	}
	for k := len(path) - 1; k >= 0; k-- {
		w.start(path[k])
	}
	w.pass(w.Work)
	w.at = s.row
	err := w.Meet()
	w.pass(w.Wait)
	w.at = s.around
	for range path {
		w.stop()
	}
	return err
}

// measured makes what ranks took the truth of a run, in place of what was planned: other work of the machine makes ranks slow, too.
func (r *Run) measured(ranks []Measured) error {
	r.work, r.wait = table(len(r.nodes), r.Ranks), table(len(r.nodes), r.Ranks)
	for rank, m := range ranks {
		if len(ranks) != r.Ranks || len(m.Work) != len(r.nodes) || len(m.Wait) != len(r.nodes) {
			return fmt.Errorf("rank %d of %d measured %d and %d regions, expected %d", rank, len(ranks), len(m.Work), len(m.Wait), len(r.nodes))
		}
		for i := range r.nodes {
			r.work[i][rank], r.wait[i][rank] = m.Work[i], m.Wait[i]
		}
	}
	r.sum()
	t := &r.Truth
	if t.noisy = !r.settle(); t.noisy {
		t.Suffices = false
	}
	t.most = t.Run - mean(r.busy[0])
	return nil
}

// What Meet tells apart; all else is a barrier of all ranks.
const (
	Neighbours = neighbours
	Ring       = ring
)
