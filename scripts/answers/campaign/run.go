// Package campaign makes runs in which it is known who is slow, where, and what could be won, and scores what package answers
// finds in them. No program links it.
package campaign

import (
	"math"
	"math/rand/v2"

	"github.com/go-hpc/timers/stats"
)

// Culprits.
const (
	kernel  = "kernel"     // a leaf of the step
	deep    = "deep"       // a leaf at least ten deep
	own     = "own time"   // a region outside of those below it
	file    = "file"       // one rank writes
	startUp = "start-up"   // before the first step
	between = "component"  // the ranks of one component have more to do than those of the other
	costly  = "barrier"    // takes long on all ranks alike
	arrival = "MPI_Init"   // ranks began at different times, and do the same
	nothing = "no culprit" // but noise
	double  = "two kernels"
	network = "network" // messages between two ranks take long
)

// Couplings: for whom a rank waits at the end of a step.
const (
	barrier    = "barrier"
	neighbours = "neighbours"
	ring       = "ring"       // for the rank before it
	master     = "master"     // has nothing to do but to wait for the workers
	components = "components" // on ranks of their own; at the end of a step each waits for the other
	apart      = "no coupling"
)

// How waiting is recorded.
const (
	rows    = "MPI rows"
	polls   = "MPI_Test" // which has most of the waiting; the rest is time of the region around
	syncs   = "sync_"
	some    = "some sync_" // and ranks wait in other regions, too
	unnamed = "a region"   // of which nothing tells that ranks wait in it
	nowhere = "in no region"
)

// Shapes of a program.
const (
	plainly   = "plain"
	threads   = "threads"   // of each rank, some leaves run on several
	devices   = "devices"   // some leaves start something on one
	recursion = "recursion" // regions that start themselves
	groups    = "groups"    // of ranks, in environments of their own, run the same regions
	programs  = "programs"  // two, each on some of the ranks
	restarted = "restarted" // one rank was, and has no figures of what was before
)

// running is a run that has not ended.
const running = "still running"

// A Run is one made-up run.
type Run struct {
	Seed uint64

	Culprit, Slow, Coupling, Record, Trap, Shape string

	Ranks, Steps, Depth int
	Noise               float64

	Truth Truth

	r       *rand.Rand
	nodes   []node
	levels  []float64      // how much of the excess a rank has, 0 to 1
	mean    float64        // of these
	excess  float64        // how much more a rank has to do each time, in steps
	part    []int          // of components: the environment of each rank
	perNode int            // ranks of a host
	lasting bool           // noise differs between ranks and not between steps:
	steady  [][]float64    // that of each node and rank
	init    bool           // there is a root in which ranks wait for those that began later
	share   float64        // of the run that is to win
	step    float64        // nanoseconds of a step
	costs   float64        // of a barrier, in steps
	gap     float64        // share of a wait that is not in polls
	syncs   [phases]sync   // where ranks wait before the first step and after the last; around -1: they do not
	stages  []sync         // and at the end of each stage of a step
	pipe    sync           // and in turn, at its beginning
	lost    int            // a rank of which nothing is known; -1: none
	less    int            // a node in which the slow ranks have less to do, by less; -1: none
	inner   [3]sync        // within a component
	split   int            // of programs and groups: the first rank of the second one
	twins   []int          // of the nodes of one program those of the other; itself: it is of all
	second  second         // culprit
	again   int            // a rank that was restarted; -1: none
	since   since          // in which steps ranks are slow
	now     int            // the step that the ranks are in
	lane    lane           // a timeline
	real    bool           // it is for ranks of a real MPI
	early   float64        // how long is what comes before the first step, in steps
	is      *stats.Summary // what was measured; nil: nobody did
	pair    int            // two ranks from this one on have a slow network between them; -1: none
	work    [][]float64    // of each node outside of those below, for each rank
	wait    [][]float64    // likewise
	busy    [][]float64    // work in it and below
	idle    [][]float64    // likewise
}

// Phases of a run.
const (
	before = iota
	steps
	after
	phases
)

// New makes the run of a seed.
func New(seed uint64) *Run {
	r := &Run{Seed: seed, r: rand.New(rand.NewPCG(seed, 0x616e7377657273))}
	r.draw()
	return r.make()
}

// make is what follows when the dimensions are drawn.
func (r *Run) make() *Run {
	r.plant()
	r.place()
	r.excess = r.moreEach()
	r.second.excess = r.excess * r.second.ratio
	r.disturb()
	r.restart()
	r.placeSince()
	for range 12 { // noise that hides what was planted is made less
		r.simulate()
		if r.settle() {
			break
		}
		r.Noise /= 2
	}
	return r
}

func pick[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

func (r *Run) chance(p float64) bool { return r.r.Float64() < p }

func (r *Run) uniform(from, to float64) float64 { return from + (to-from)*r.r.Float64() }

// scale draws a number from first to last, each power of two as often.
func (r *Run) scale(first, last int) int {
	return int(math.Exp(r.uniform(math.Log(float64(first)), math.Log(float64(last)+1))))
}

// draw draws the dimensions.
func (r *Run) draw() {
	r.Culprit = pick(r.r, kernel, kernel, deep, own, file, startUp, costly, arrival, nothing, nothing, double, network)
	r.Shape = pick(r.r, plainly, plainly, plainly, threads, devices, recursion, groups, programs, restarted)
	r.Coupling = pick(r.r, barrier, barrier, neighbours, ring, master, components, apart)
	r.Record = pick(r.r, rows, rows, polls, syncs, some, unnamed, nowhere)
	switch {
	case r.Culprit == costly || r.Culprit == double:
		r.Coupling = barrier
	case r.Culprit == network:
		r.Coupling, r.Record = pick(r.r, barrier, neighbours), pick(r.r, rows, polls, syncs)
	case r.Coupling == components && r.chance(0.3):
		r.Culprit = between
	}
	r.Ranks = r.scale(2, 64)
	switch p := r.r.Float64(); {
	case p < 0.004:
		r.Ranks = 100_000
	case p < 0.05:
		r.Ranks = r.scale(65, 1000)
	}
	switch {
	case r.Coupling == master && !r.planted(): // of fewer ranks, one that does nothing is much of the run
		r.Ranks = max(r.Ranks, 60)
	case r.Coupling == master || r.Coupling == components:
		r.Ranks = max(r.Ranks, 4)
	}
	r.Noise = pick(r.r, 0, r.uniform(0, 0.05), r.uniform(0, 0.2))
	r.lasting, r.init = r.chance(0.4), r.chance(0.2) || r.Culprit == arrival
	r.perNode = max(pick(r.r, 2, 4, 8, 64), r.Ranks/200)
	r.step = math.Exp(r.uniform(math.Log(1e5), math.Log(1e9)))
	r.costs, r.gap = r.uniform(0, 0.02), r.uniform(0, 0.5)
	if r.Culprit == costly {
		r.costs = r.uniform(0.2, 1)
	}
}

// planted reports whether something is to win.
func (r *Run) planted() bool {
	return r.Culprit != nothing && r.Culprit != costly && r.Culprit != arrival && r.Culprit != network
}

// place draws which ranks are slow, of those that run the culprit.
func (r *Run) place() {
	r.levels = make([]float64, r.Ranks)
	if !r.planted() {
		r.Slow = "none"
		return
	}
	var of []int
	for rank := range r.Ranks {
		if r.may(rank) && (r.Coupling != master || r.Culprit != file || rank > 0) { // a master has time to write while others work
			of = append(of, rank)
		}
	}
	n := len(of)
	kind := pick(r.r, "one", "several", "half", "three quarters", "all but one", "one host", "scattered", "gradient")
	if kind == "all but one" && n > 10 || n < 4 { // what is to win would be less than noise
		kind = "one"
	}
	first, count := r.r.IntN(n), 1
	r.Slow = kind
	switch {
	case r.Culprit == between:
		r.Slow, first, count = "a component", 0, n
	case r.Culprit == file:
		r.Slow = "one"
	case kind == "gradient":
		for i, rank := range of {
			r.levels[rank] = float64(i) / float64(n-1)
		}
		count = 0
	case kind == "several":
		count = min(2+r.r.IntN(3), n-1)
	case kind == "half":
		first, count = pick(r.r, 0, n-n/2, first), n/2
	case kind == "three quarters":
		count = n * 3 / 4
	case kind == "all but one":
		count = n - 1
	case kind == "one host":
		for first > 0 && of[first-1]/r.perNode == of[first]/r.perNode {
			first--
		}
		for count < n*3/4 && first+count < n && of[first+count]/r.perNode == of[first]/r.perNode {
			count++
		}
	case kind == "scattered":
		count = max(1, int(r.uniform(0.1, 0.4)*float64(n)))
	}
	if (kind == "several" || kind == "scattered") && count > 1 {
		r.r.Shuffle(n, func(i, j int) { of[i], of[j] = of[j], of[i] })
	}
	for i := range count {
		r.levels[of[(first+i)%n]] = 1
	}
	r.mean = r.meanLevel()
	r.placeSecond(of)
	r.share = r.uniform(0.04, min(0.4, 0.55*(1-r.mean)))
	if r.only() {
		r.share = r.uniform(0.04, 0.3)
	}
}

// disturb lets a rank be lost that is not slow, or the run go on.
func (r *Run) disturb() {
	r.lost = -1
	if r.real || r.Trap != "none" || !r.chance(0.1) {
		return
	}
	if rank := r.r.IntN(r.Ranks); r.Ranks >= 16 && r.mean < 0.2 && r.levels[rank] == 0 {
		r.Trap, r.lost = "a rank is lost", rank
		return
	}
	r.Trap = running
}

// meanLevel is that of the ranks that run the culprit, or of all for what is between them.
func (r *Run) meanLevel() float64 {
	sum, n := 0.0, 0
	for rank, l := range r.levels {
		if r.Culprit == between || r.may(rank) {
			sum, n = sum+l, n+1
		}
	}
	return sum / float64(n)
}

// may reports whether a rank runs the culprit or, where the slow ranks alone do, is of the program that has it.
func (r *Run) may(rank int) bool {
	if n := &r.nodes[r.Truth.node]; r.only() {
		return n.to == 0 || rank >= n.from && rank < n.to
	}
	return r.runs(r.Truth.node, rank)
}
