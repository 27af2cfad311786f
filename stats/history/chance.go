package history

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
)

// Changes are found in all regions together. The commits, each with its runs, are dealt to the places of the history in other orders: if
// nothing has changed, the order in which they really are is like any other. How far regions stand out then by chance, the most of them
// and wherever in the history that is, says how far one has to stand out: so one error rate is that of all regions and commits, however
// many there are and however they depend on each other, and however alike the runs of a commit are, which often follow each other on one
// machine. Of few commits there are too few orders; then single runs are dealt.

const (
	mostDeals, leastDeals = 200, 50
	mostSteps             = 50_000_000 // of all deals together, unless that makes them too few
	pairs                 = 256        // of commits beside each other, and of runs, of which the noise is made
	fewest                = 10         // commits that are dealt
)

// LeastAlpha is the smallest error rate that Find keeps to.
const LeastAlpha = 0.001

// dealer deals the blocks of a group: its commits, or its runs.
type dealer struct {
	begins  []bool // a commit begins with that run
	blocks  []int  // the runs with which they begin, and the number of runs
	single  bool   // a block is a run: not each begins a commit
	weights map[int][]float64
}

func newDealer(g *Group) *dealer {
	d := &dealer{begins: make([]bool, len(g.Runs)+1), weights: make(map[int][]float64)}
	for _, c := range g.Commits {
		d.begins[c.First] = true
	}
	d.single = len(g.Commits) < fewest
	for i := range g.Runs {
		if d.single || d.begins[i] {
			d.blocks = append(d.blocks, i)
		}
	}
	d.blocks = append(d.blocks, len(g.Runs))
	return d
}

// block is what a commit, or a run, has of a region.
type block struct {
	count int
	sum   float64
}

func (b *block) mean() float64 { return b.sum / float64(b.count) }

// blocksOf returns the blocks of some values.
func (d *dealer) blocksOf(values []float64) []block {
	list := make([]block, len(d.blocks)-1)
	for k := range list {
		b := &list[k]
		for _, v := range values[d.blocks[k]:d.blocks[k+1]] {
			if !math.IsNaN(v) {
				b.count++
				b.sum += v
			}
		}
	}
	return list
}

// deal returns how far the region that stands out most does so in other orders. It looks only at regions that have changed since the last
// call.
func (d *dealer) deal(list, changed []*series) *chance {
	deals := min(max(mostSteps/(len(d.blocks)*len(list)), leastDeals), mostDeals)
	rests := make([][]block, len(changed))
	weights := make([][]float64, len(changed))
	for i, s := range changed {
		var there int
		rests[i], there = s.rest(d)
		weights[i] = d.weightsOf(there)
		s.stands = make([]float64, deals)
	}
	numbers := make(chan int)
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), deals) {
		workers.Go(func() {
			w := worker{dealer: d}
			for n := range numbers {
				order := rand.New(rand.NewPCG(1, uint64(n))).Perm(len(d.blocks) - 1) // the same files have the same answer
				for i, s := range changed {
					s.stands[n] = w.stand(rests[i], order, weights[i]) / w.noise(rests[i], order, s.least)
				}
			}
		})
	}
	for n := range deals {
		numbers <- n
	}
	close(numbers)
	workers.Wait()
	most := make([]float64, deals)
	for _, s := range list {
		for n, z := range s.stands {
			most[n] = max(most[n], z)
		}
	}
	return chanceOf(most)
}

// chance is how far regions stand out where nothing changes: the most of them, in each deal, ascending, and the law of largest values
// (Gumbel's) that has their mean and deviation.
type chance struct {
	most         []float64
	place, scale float64
}

func chanceOf(most []float64) *chance {
	slices.Sort(most)
	n, mean, square := float64(len(most)), 0.0, 0.0
	for _, z := range most {
		mean, square = mean+z/n, square+z*z/n
	}
	const euler = 0.57721566
	c := &chance{most: most, scale: math.Sqrt(max(square-mean*mean, 0)) * math.Sqrt(6) / math.Pi}
	c.place = mean - euler*c.scale
	return c
}

// limit returns how far a region has to stand out at an error rate: more than in all deals but that share, and than the law says.
func (c *chance) limit(alpha float64) float64 {
	at := min(int(math.Ceil((1-alpha)*float64(len(c.most)))), len(c.most)-1)
	return max(c.most[at], c.place-c.scale*math.Log(-math.Log1p(-alpha)))
}

// p returns how often chance makes any region stand out so far.
func (c *chance) p(z float64) float64 {
	if c.scale == 0 {
		return 0
	}
	return -math.Expm1(-math.Exp(-(z - c.place) / c.scale))
}

// weightsOf returns the weights of so many values of so many; none where too few are on a side.
func (d *dealer) weightsOf(all int) []float64 {
	if w := d.weights[all]; w != nil {
		return w
	}
	w := make([]float64, all+1)
	for some := least; some <= all-least; some++ {
		w[some] = weight(some, all)
	}
	d.weights[all] = w
	return w
}

// rest returns the blocks less the median of their part, so that their sum is 0, and how many values that is.
func (s *series) rest(d *dealer) (rest []block, there int) {
	values := slices.Clone(s.values)
	for k := 0; k <= len(s.cuts); k++ {
		from, to := 0, len(values)
		if k > 0 {
			from = s.cuts[k-1]
		}
		if k < len(s.cuts) {
			to = s.cuts[k]
		}
		var part []float64
		for _, v := range values[from:to] {
			if !math.IsNaN(v) {
				part = append(part, v)
			}
		}
		middle := median(part)
		for i := from; i < to; i++ {
			values[i] -= middle
		}
	}
	rest = d.blocksOf(values)
	sum := 0.0
	for _, b := range rest {
		there += b.count
		sum += b.sum
	}
	for k := range rest {
		rest[k].sum -= sum * float64(rest[k].count) / float64(there)
	}
	return rest, there
}

// worker makes deals.
type worker struct {
	*dealer
	steps []float64
}

// stand returns by how much a region stands out most in an order of the blocks.
func (w *worker) stand(rest []block, order []int, weights []float64) (z float64) {
	before, left := 0, 0.0
	for place, k := range order {
		if here := math.Abs(left) * weights[before]; here > z && (!w.single || w.begins[place]) {
			z = here
		}
		b := &rest[k]
		before += b.count
		left += b.sum
	}
	return z
}

// noise returns the standard deviation of a run, as blocks that follow each other differ: a change is in one such pair only. Of many
// pairs, some are looked at. Without an order they are taken as they are.
func (w *worker) noise(list []block, order []int, least float64) float64 {
	w.steps = w.steps[:0]
	at := func(place int) *block {
		if order != nil {
			place = order[place]
		}
		return &list[place]
	}
	for i, stride := 0, 1+len(list)/pairs; i+1 < len(list); i += stride {
		a, k := at(i), i+1
		for k+1 < len(list) && at(k).count == 0 {
			k++
		}
		if b := at(k); a.count > 0 && b.count > 0 {
			w.steps = append(w.steps, math.Abs(b.mean()-a.mean())/math.Sqrt(1/float64(a.count)+1/float64(b.count)))
		}
	}
	if len(w.steps) == 0 {
		return least
	}
	return max(selected(w.steps, len(w.steps)/2)/(0.6745*math.Sqrt2), least)
}

// ofRuns returns the standard deviation of a run as those that follow each other differ: runs of a commit, most of them.
func (w *worker) ofRuns(values []float64) float64 {
	list := make([]block, len(values))
	for i, v := range values {
		if !math.IsNaN(v) {
			list[i] = block{1, v}
		}
	}
	return w.noise(list, nil, quiet)
}

// selected returns the value that would have an index if the values were sorted, in linear time: each deal needs it for each region.
func selected(x []float64, at int) float64 {
	for from, to := 0, len(x)-1; from < to; {
		pivot, i, j := x[(from+to)/2], from, to
		for i <= j {
			for x[i] < pivot {
				i++
			}
			for x[j] > pivot {
				j--
			}
			if i <= j {
				x[i], x[j] = x[j], x[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case at <= j:
			to = j
		case at >= i:
			from = i
		default:
			return x[at]
		}
	}
	return x[at]
}
