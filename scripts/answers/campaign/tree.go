package campaign

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// node is one of the call tree that all ranks have together.
type node struct {
	parent, depth int
	name          string
	environment   int
	phase         int
	workers       bool    // the master does not run it
	only          bool    // those alone run it that are slow
	sync          bool    // ranks wait in it or below it
	stage         int     // of a step, which has as many as it has syncs
	from, to      int     // ranks that run it; 0, 0: all
	group         int     // of ranks that have an environment of their own; 0: none
	weight        float64 // of its own time in its phase
}

// sync is where ranks wait: in the row, and a share in the node around it that the row does not see.
type sync struct {
	row, around int
	gap         float64
}

var (
	plain = []string{"dynamics", "physics", "radiation", "solve", "advect", "pack", "flux", "assemble", "smooth", "update", "vertical"}
	waits = []string{"global_sum", "exchange", "halo", "norm", "reduce"}
	calls = map[string][]string{
		barrier: {"MPI_Barrier", "MPI_Allreduce"}, neighbours: {"MPI_Wait", "MPI_Waitall", "MPI_Recv"},
		ring: {"MPI_Recv", "MPI_Sendrecv"}, master: {"MPI_Recv", "MPI_Probe"}, components: {"MPI_Allreduce", "MPI_Recv"},
	}
)

const long = "a_rather_long_name_of_a_subroutine_in_the_dynamical_core_of_an_atmosphere_"

// add adds a node below another, with a name that none beside it has, and for real timers, which take that for recursion, none
// around it.
func (r *Run) add(parent int, name string, phase int) int {
	n := node{parent: parent, name: name, phase: phase}
	if parent >= 0 {
		up := &r.nodes[parent]
		n.depth, n.environment, n.workers = up.depth+1, up.environment, up.workers
		n.from, n.to = up.from, up.to
	}
	for i := 2; r.taken(parent, n.name); i++ {
		n.name = fmt.Sprint(name, "_", i)
	}
	r.nodes = append(r.nodes, n)
	return len(r.nodes) - 1
}

func (r *Run) taken(parent int, name string) bool {
	for i := range r.nodes {
		if r.nodes[i].parent == parent && r.nodes[i].name == name {
			return true
		}
	}
	for up := parent; r.real && up >= 0; up = r.nodes[up].parent {
		if r.nodes[up].name == name {
			return true
		}
	}
	return false
}

// plant makes the tree and chooses the culprit.
func (r *Run) plant() {
	size, depth := r.scale(3, 300), 2+r.r.IntN(14)
	if r.Ranks > 64 {
		size = min(size, 30)
	}
	if r.Ranks > 1000 {
		size = min(size, 6)
	}
	if r.real { // whose processors have to keep time
		size, depth = 3+r.r.IntN(5), 2+r.r.IntN(5)
	}
	if r.Culprit == double {
		size = max(size, 8)
	}
	if r.Culprit == deep {
		size, depth = max(size, 30), max(depth, 11)
	}
	r.Steps = max(3, min(r.scale(3, 40), 400_000/(r.Ranks*size)))
	if r.real {
		r.Steps = 8 + r.Steps%5
	}
	r.Truth.node, r.Truth.row, r.less, r.Trap = -1, -1, -1, "none"
	r.second.node, r.pair = -1, -1
	if r.init {
		r.add(-1, "MPI_Init", before)
	}
	root := r.add(-1, pick(r.r, "Total", "main", "run"), before)
	if size > 5 || r.Culprit == startUp {
		first := r.add(root, pick(r.r, "init", "read_mesh"), before)
		r.nodes[first].weight = 1
		if r.Culprit == startUp {
			r.Truth.node = first
		}
	}
	step := r.add(root, pick(r.r, "step", "time_step"), steps)
	r.grow(step, size, depth)
	r.couple(root, step)
	r.weigh(step)
	r.choose(root, step)
	r.divide(root, step)
	for i := range r.nodes {
		r.Depth = max(r.Depth, r.nodes[i].depth+1)
	}
}

// couple adds where ranks wait: below the step, or deeper, at the end of each stage.
func (r *Run) couple(root, step int) {
	r.syncs, r.pipe.around = [phases]sync{before: {around: -1}, after: {around: -1}}, -1
	if r.Coupling == apart {
		r.Record, r.stages = "no waits", []sync{{around: -1}}
		return
	}
	if r.Record == nowhere && r.Culprit == own { // the two could not be told apart by anybody
		r.Record = unnamed
	}
	if r.chance(0.5) {
		r.syncs[before] = r.addSync(root, before)
	}
	if r.Coupling == barrier && !r.planted() && r.recorded() && !r.real && r.chance(0.3) {
		r.Trap, r.pipe = "pipeline", r.addSync(step, steps)
	}
	stages := 1
	if r.Coupling != components && r.Coupling != master && r.chance(0.4) {
		stages = 2 + r.r.IntN(2)
	}
	for i := step + 1; i < len(r.nodes); i++ {
		if n := &r.nodes[i]; n.parent == step {
			n.stage = r.r.IntN(stages)
		} else if n.parent > step {
			n.stage = r.nodes[n.parent].stage
		}
	}
	last := len(r.nodes)
	for stage := range stages {
		parent := step
		for i := step + 1; i < last && r.chance(0.5); i++ {
			if n := &r.nodes[i]; n.stage == stage && n.environment == 0 && !n.workers && !n.sync && !r.leaf(i) {
				parent = i
			}
		}
		r.stages = append(r.stages, r.addSync(parent, steps))
	}
	if r.chance(0.5) {
		r.syncs[after] = r.addSync(root, after)
	}
}

// recorded reports whether the record tells where ranks wait.
func (r *Run) recorded() bool { return r.Record != unnamed && r.Record != nowhere && r.Record != some }

func (r *Run) addSync(parent, phase int) sync {
	call := pick(r.r, calls[r.Coupling]...)
	around, record := parent, r.Record
	if record == some {
		record = pick(r.r, syncs, unnamed, nowhere)
		if record == nowhere && r.Culprit == own {
			record = unnamed
		}
	}
	switch {
	case record == nowhere:
		return sync{row: parent, around: parent}
	case record == syncs:
		row := r.add(parent, "sync_"+pick(r.r, waits...), phase)
		return sync{row: row, around: row}
	case record != rows || r.chance(0.6):
		around = r.add(parent, pick(r.r, waits...), phase)
		r.nodes[around].sync, r.nodes[around].weight = true, 0.02
	}
	switch record {
	case unnamed:
		return sync{row: around, around: around}
	case polls:
		return sync{row: r.add(around, "MPI_Test", phase), around: around, gap: r.gap}
	}
	return sync{row: r.add(around, call, phase), around: around}
}

// grow adds regions below the step up to so many, down to a depth.
func (r *Run) grow(step, size, depth int) {
	bases := []int{step}
	switch r.Coupling {
	case components:
		r.part = make([]int, r.Ranks)
		split, turned := max(2, r.Ranks/4+r.r.IntN(r.Ranks/2+1)), r.r.IntN(2)
		split = min(split, r.Ranks-2)
		bases = nil
		for i, name := range []string{"atmosphere", "ocean"} {
			base := r.add(step, name, steps)
			r.nodes[base].environment = 1 + i
			r.inner[1+i] = r.addSync(base, steps)
			bases = append(bases, base, r.addPlain(base))
			if i == 0 && r.Culprit == between {
				r.Truth.node = base
			}
		}
		for rank := range r.part {
			r.part[rank] = 1 + turned
			if rank >= split {
				r.part[rank] = 2 - turned
			}
		}
	case master:
		base := r.add(step, "work", steps)
		r.nodes[base].workers = true
		bases = []int{base}
	}
	at := bases[0]
	for r.nodes[at].depth < depth-1 && len(r.nodes) < size { // a chain down
		at = r.addPlain(at)
		bases = append(bases, at)
	}
	for first := true; first || len(r.nodes) < size; first = false {
		at := pick(r.r, bases...)
		if r.nodes[at].depth >= depth {
			at = bases[0]
		}
		if at = r.addPlain(at); r.nodes[at].depth < depth {
			bases = append(bases, at)
		}
	}
}

func (r *Run) addPlain(parent int) int {
	name := pick(r.r, plain...)
	if r.Shape == recursion && r.chance(0.4) {
		name = r.nodes[parent].name
	}
	if r.Seed%4 == 0 {
		name = long + name
	}
	if r.Shape != recursion && r.chance(0.5) {
		name = fmt.Sprint(name, "_", r.r.IntN(30))
	}
	return r.add(parent, name, steps)
}

// leaf reports whether nothing is below a node.
func (r *Run) leaf(i int) bool {
	for k := i + 1; k < len(r.nodes); k++ {
		if r.nodes[k].parent == i {
			return false
		}
	}
	return true
}

// within reports whether a node is another one or below it.
func (r *Run) within(i, top int) bool {
	for i > top {
		i = r.nodes[i].parent
	}
	return i == top
}

// weigh gives each region below the step a share of its time: in each component they are 1.
func (r *Run) weigh(step int) {
	var sums [3]float64
	for i := step; i < len(r.nodes); i++ {
		n := &r.nodes[i]
		switch {
		case n.phase != steps || n.sync || waiting(n.name):
			continue
		case r.leaf(i):
			n.weight = math.Exp(r.r.NormFloat64())
		case r.chance(0.5):
			n.weight = r.uniform(0, 0.1)
		}
		sums[n.environment] += n.weight
	}
	for i := step; i < len(r.nodes); i++ {
		if n := &r.nodes[i]; n.phase == steps && !n.sync && sums[n.environment] > 0 && (n.environment > 0 || r.part == nil) {
			n.weight /= sums[n.environment]
		}
	}
}

// waiting reports whether a region of that name is only waited in.
func waiting(name string) bool {
	return strings.HasPrefix(name, "MPI_") || strings.HasPrefix(name, "sync_")
}

// choose chooses the culprit.
func (r *Run) choose(root, step int) {
	var list []int
	for i := step; i < len(r.nodes); i++ {
		n := &r.nodes[i]
		if n.phase != steps || n.sync || waiting(n.name) || n.environment != min(len(r.part), 1) || r.Coupling == master && !n.workers {
			continue
		}
		if r.leaf(i) == (r.Culprit != own) && (r.Culprit != deep || n.depth >= 9) {
			list = append(list, i)
		}
	}
	t := &r.Truth
	t.own = r.Culprit == own
	switch r.Culprit {
	case kernel, deep, own, double:
		t.node = pick(r.r, list...)
		if other := pick(r.r, list...); r.Culprit == double && len(list) == 1 {
			r.Culprit = kernel
		} else if r.Culprit == double {
			r.second.node = list[(slices.Index(list, t.node)+1+r.r.IntN(len(list)-1))%len(list)]
		} else if r.chance(0.3) && !t.own && other != t.node && r.nodes[other].stage == r.nodes[t.node].stage {
			r.Trap, r.less = "less elsewhere", other
		}
	case file:
		phase, at := after, root
		if r.chance(0.5) {
			phase, at = steps, step
		}
		t.node = r.add(at, pick(r.r, "output", "write_restart"), phase)
		r.nodes[t.node].only = r.chance(0.5)
		if !r.real && r.chance(0.3) {
			t.row = r.add(t.node, "MPI_File_write", phase)
			r.nodes[t.row].only = r.nodes[t.node].only
		}
	}
}
