package steps

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

const count = 120 // of steps

// made is what ranks took: about 1 s, and so much more on some of them in some steps.
func made(random *rand.Rand, ranks int, noise, more float64, slow func(rank, step int) float64) [][]float64 {
	seconds := make([][]float64, ranks)
	for rank := range seconds {
		for step := range count {
			seconds[rank] = append(seconds[rank], 1+noise*random.NormFloat64()+more*slow(rank, step))
		}
	}
	return seconds
}

func when(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// planted are changes by construction.
var planted = []struct {
	name  string
	ranks int
	slow  func(rank, step int) float64
	want  Change
	rare  bool // in few steps: of 5 deviations it need not be found
}{
	{"one rank always", 8, func(rank, _ int) float64 { return when(rank == 3) }, Change{Pattern: Always, Ranks: []int{3}, Last: 119}, false},
	{"one rank from a step on", 8, func(rank, step int) float64 { return when(rank == 3 && step >= 60) }, Change{Pattern: Stretch, Ranks: []int{3}, First: 60, Last: 119}, false},
	{"two ranks from a step on", 8, func(rank, step int) float64 { return when(rank >= 6 && step >= 60) }, Change{Pattern: Stretch, Ranks: []int{6, 7}, First: 60, Last: 119}, false},
	{"one of two from a step on", 2, func(rank, step int) float64 { return when(rank == 1 && step >= 40) }, Change{Pattern: Stretch, Ranks: []int{1}, First: 40, Last: 119}, false},
	{"two of three from a step on", 3, func(rank, step int) float64 { return when(rank > 0 && step >= 40) }, Change{Pattern: Stretch, Ranks: []int{1, 2}, First: 40, Last: 119}, false},
	{"half from a step on", 8, func(rank, step int) float64 { return when(rank%2 == 1 && step >= 30) }, Change{Pattern: Stretch, Ranks: []int{1, 3, 5, 7}, First: 30, Last: 119}, false},
	{"half always", 64, func(rank, _ int) float64 { return when(rank < 32) }, Change{Pattern: Always, Ranks: upTo(32), Last: 119}, false},
	{"three quarters always", 64, func(rank, _ int) float64 { return when(rank < 48) }, Change{Pattern: Always, Ranks: upTo(48), Last: 119}, false},
	{"three quarters from a step on", 64, func(rank, step int) float64 { return when(rank < 48 && step >= 60) }, Change{Pattern: Stretch, Ranks: upTo(48), First: 60, Last: 119, Before: true}, false},
	{"all but one from a step on", 8, func(rank, step int) float64 { return when(rank < 7 && step >= 60) }, Change{Pattern: Stretch, Ranks: upTo(7), First: 60, Last: 119, Before: true}, false},
	{"all from a step on", 8, func(_, step int) float64 { return when(step >= 60) }, Change{Pattern: Stretch, Ranks: upTo(8), All: true, First: 60, Last: 119, Before: true}, false},
	{"the only rank, from a step on", 1, func(_, step int) float64 { return when(step >= 60) }, Change{Pattern: Stretch, Ranks: upTo(1), All: true, First: 60, Last: 119, Before: true}, false},
	{"one rank until a step", 8, func(rank, step int) float64 { return when(rank == 3 && step < 20) }, Change{Pattern: Stretch, Ranks: []int{3}, Last: 19}, false},
	{"one rank within", 8, func(rank, step int) float64 { return when(rank == 3 && step >= 20 && step < 40) }, Change{Pattern: Stretch, Ranks: []int{3}, First: 20, Last: 39}, false},
	{"one step of one rank", 8, func(rank, step int) float64 { return when(rank == 2 && step == 77) }, Change{Pattern: Stretch, Ranks: []int{2}, First: 77, Last: 77}, true},
	{"one step of all ranks", 8, func(_, step int) float64 { return when(step == 77) }, Change{Pattern: Stretch, Ranks: upTo(8), All: true, First: 77, Last: 77, Before: true}, true},
	{"each tenth step of two ranks", 8, func(rank, step int) float64 { return when(rank < 2 && step%10 == 4) }, Change{Pattern: Periodic, Ranks: []int{0, 1}, First: 4, Last: 114, Period: 10}, true},
	{"each second step of one rank", 8, func(rank, step int) float64 { return when(rank == 5 && step%2 == 1) }, Change{Pattern: Periodic, Ranks: []int{5}, First: 1, Last: 119, Period: 2}, false},
	{"some steps of one rank", 8, func(rank, step int) float64 {
		return when(rank == 5 && (step == 7 || step == 50 || step == 60 || step == 101))
	}, Change{Pattern: Some, Ranks: []int{5}, First: 7, Last: 101}, true},
	{"growing on one rank", 8, func(rank, step int) float64 { return when(rank == 5) * float64(step) / (count - 1) }, Change{Pattern: Growing, Ranks: []int{5}, Last: 119}, false},
	{"in turn, of eight", 8, func(rank, step int) float64 { return when(rank == step%8) }, Change{Pattern: InTurn, Ranks: upTo(8), All: true, Last: 119}, false},
	{"in turn, of two", 2, func(rank, step int) float64 { return when(rank == step%2) }, Change{Pattern: InTurn, Ranks: upTo(2), All: true, Last: 119}, false},
}

func upTo(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

// What was planted is found: pattern, set of ranks, steps and how much, without noise and with some.
func TestFindPlanted(t *testing.T) {
	random := rand.New(rand.NewPCG(40, 5))
	runs := 5
	if testing.Short() {
		runs = 1
	}
	for range runs {
		for _, c := range planted {
			for _, noise := range []float64{0, 0.01, 0.1} {
				more := []float64{0.5, 1, 3}
				if noise < 0.1 {
					more = append(more, 0.1)
				}
				for _, more := range more {
					name := fmt.Sprintf("%s, %g more, noise %g", c.name, more, noise)
					got, ok := Find(made(random, c.ranks, noise, more, c.slow), nil)
					near := func(a, b int) bool { return a == b || more <= 5*noise && max(a-b, b-a) == 1 }
					same := got.Pattern == c.want.Pattern && slices.Equal(got.Ranks, c.want.Ranks) && near(got.First, c.want.First) && near(got.Last, c.want.Last) &&
						got.Period == c.want.Period && (got.Before == c.want.Before || c.rare) && got.All == c.want.All
					if !ok && more <= 5*noise && c.rare {
						continue
					}
					if !ok || !same {
						t.Errorf("%s: %+v, want %+v", name, got, c.want)
					} else if math.Abs(got.Seconds-more) > 0.1*more+2*noise/math.Sqrt(float64(got.Slow)) {
						t.Errorf("%s: %g s in each step", name, got.Seconds)
					}
				}
			}
		}
	}
}

// Where nothing is planted nothing is found.
func TestFindNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(40, 6))
	for run := range 200 {
		ranks := []int{1, 2, 3, 4, 8, 64}[run%6]
		for _, noise := range []float64{0, 0.01, 0.1, 0.2} {
			if got, ok := Find(made(random, ranks, noise, 0, func(int, int) float64 { return 0 }), nil); ok {
				t.Errorf("%d ranks, noise %g: %+v", ranks, noise, got)
			}
		}
	}
	for name, seconds := range map[string][][]float64{"no rank": nil, "no step": {{}, {}}, "few steps": {{1, 2}, {1, 3}}, "nothing known": {{math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN()}}, "nothing": {make([]float64, 9), make([]float64, 9)}} {
		if got, ok := Find(seconds, nil); ok {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// One step in which a rank is disturbed does not hide that another one is slow from a step on, if that one is asked for.
func TestFindAmong(t *testing.T) {
	seconds := made(rand.New(rand.NewPCG(40, 7)), 8, 0.1, 1, func(rank, step int) float64 {
		return when(rank >= 6 && step >= 60) + 200*when(rank == 3 && step == 20)
	})
	if got, ok := Find(seconds, []int{7}); !ok || !slices.Equal(got.Ranks, []int{6, 7}) || got.First != 60 || got.Last != 119 {
		t.Errorf("%+v", got)
	}
	if got, ok := Find(seconds, nil); !ok || !slices.Equal(got.Ranks, []int{3}) || got.First != 20 || got.Last != 20 {
		t.Errorf("%+v", got)
	}
}

// What is so on the mean alone is not said of each step.
func TestFindOnTheMean(t *testing.T) {
	seconds := made(rand.New(rand.NewPCG(40, 9)), 8, 0.2, 0.2, func(rank, _ int) float64 { return when(rank == 6) })
	if got, ok := Find(seconds, nil); !ok || got.Pattern != Always || !got.Mean || !slices.Equal(got.Ranks, []int{6}) {
		t.Errorf("%+v", got)
	}
}

// Ranks that do not run a region, or not in all steps, are none of the others.
func TestFindUnknown(t *testing.T) {
	seconds := made(rand.New(rand.NewPCG(40, 8)), 8, 0.05, 1, func(rank, step int) float64 { return when(rank == 6 && step >= 60) })
	for step := range count {
		seconds[0][step] = math.NaN()
		if step%3 == 0 {
			seconds[1][step] = math.NaN()
		}
	}
	seconds[2] = seconds[2][:50]
	if got, ok := Find(seconds, nil); !ok || !slices.Equal(got.Ranks, []int{6}) || got.First != 60 || got.Last != 119 {
		t.Errorf("%+v", got)
	}
}

func TestText(t *testing.T) {
	times := &Times{}
	for step := range count + 1 {
		times.Numbers = append(times.Numbers, step+1)
	}
	for _, c := range []struct {
		change Change
		want   string
	}{
		{Change{Pattern: Always, Ranks: []int{3}, Last: 119, Seconds: 0.05}, "Rank 3 takes 50.00 ms longer in kernel than the others in every step."},
		{Change{Pattern: Stretch, Ranks: []int{6, 7}, First: 60, Last: 119, Seconds: 0.05}, "Ranks 6-7 take 50.00 ms longer in kernel than the others in each step from step 61 of 120 on."},
		{Change{Pattern: Always, Ranks: []int{3}, Last: 119, Seconds: 0.05, Mean: true}, "Rank 3 takes 50.00 ms longer in kernel than the others on average over all steps."},
		{Change{Pattern: Stretch, Ranks: []int{6, 7}, First: 60, Last: 119, Seconds: 0.05, Mean: true}, "Ranks 6-7 take 50.00 ms longer in kernel than the others on average from step 61 of 120 on."},
		{Change{Pattern: Stretch, Ranks: []int{0, 2, 3}, Last: 19, Seconds: 0.05}, "Ranks 0, 2-3 take 50.00 ms longer in kernel than the others in each step until step 20 of 120."},
		{Change{Pattern: Stretch, Ranks: []int{0}, First: 10, Last: 19, Seconds: 2}, "Rank 0 takes 2.000 s longer in kernel than the others in each step from step 11 to step 20 of 120."},
		{Change{Pattern: Stretch, Ranks: upTo(8), All: true, First: 7, Last: 7, Seconds: 2, Before: true}, "All ranks take 2.000 s longer in kernel than in other steps in step 8 of 120 only."},
		{Change{Pattern: Stretch, Ranks: []int{0}, First: 119, Last: 119, Seconds: 2}, "Rank 0 takes 2.000 s longer in kernel than the others in step 120, the last one, or after it."},
		{Change{Pattern: Periodic, Ranks: []int{0}, First: 4, Last: 114, Period: 10, Seconds: 2}, "Rank 0 takes 2.000 s longer in kernel than the others in every 10th step from step 5 on, of 120."},
		{Change{Pattern: Some, Ranks: []int{0}, First: 4, Last: 114, Slow: 3, Of: 120, Seconds: 2}, "Rank 0 takes 2.000 s longer in kernel than the others in 3 of 120 steps, first in step 5."},
		{Change{Pattern: Growing, Ranks: []int{0}, Last: 119, Seconds: 2}, "What rank 0 takes longer in kernel grows from step to step, by 2.000 s from step 1 to step 120."},
		{Change{Pattern: InTurn, Ranks: upTo(4), All: true, Last: 119, Slow: 118, Of: 120, Seconds: 2}, "In 118 of 120 steps one rank alone takes longer in kernel than the others, by 2.000 s, and in turn another: all ranks. No single rank is to blame."},
	} {
		if got := c.change.Since(upTo(8), times).Text("kernel"); got != c.want {
			t.Errorf("%+v: %q, want %q", c.change, got, c.want)
		}
	}
}

// What is known of checkpoints alone is said of them, whatever a region is called.
func TestTextCheckpoints(t *testing.T) {
	times := &Times{Unit: "checkpoint"}
	for number := range 11 {
		times.Numbers = append(times.Numbers, number+1)
	}
	c := Change{Pattern: Stretch, Ranks: []int{6, 7}, First: 5, Last: 9, Seconds: 0.05}
	const want = "Ranks 6-7 take 50.00 ms longer in time_step than the others in each checkpoint from checkpoint 6 of 10 on."
	if got := c.Since(upTo(8), times).Text("time_step"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A region that most ranks pass by has steps, and of ranks that differ by more and more of them the slowest is told.
func TestFindSlowestOnly(t *testing.T) {
	const ranks, steps = 12, 24
	make := func(took func(rank, step int) float64) (list [][]float64) {
		for rank := range ranks {
			list = append(list, nil)
			for step := range steps {
				list[rank] = append(list[rank], took(rank, step))
			}
		}
		return list
	}
	for what, c := range map[string]struct {
		took func(rank, step int) float64
		want Change
	}{
		"a region that most ranks pass by": {func(rank, step int) float64 { return b2f(rank == 3 && step >= 15) }, Change{Pattern: Stretch, First: 15, Last: 23, Ranks: []int{3}}},
		"a gradient from a step on":        {func(rank, step int) float64 { return 1 + b2f(step >= 15)*float64(rank) }, Change{Pattern: Stretch, First: 15, Last: 23, Ranks: []int{11}, Before: true}},
		"a gradient that grows":            {func(rank, step int) float64 { return 1 + float64(step*rank) }, Change{Pattern: Growing, First: 0, Last: 23, Ranks: []int{11}}},
		"most ranks grow":                  {func(rank, step int) float64 { return 1 + b2f(rank > 2)*float64(step) }, Change{Pattern: Growing, First: 0, Last: 23, Ranks: []int{3, 4, 5, 6, 7, 8, 9, 10, 11}}},
	} {
		got, ok := Find(make(c.took), []int{c.want.Ranks[len(c.want.Ranks)-1]})
		if !ok || got.Pattern != c.want.Pattern || got.First != c.want.First || got.Last != c.want.Last || got.Before != c.want.Before || !slices.Equal(got.Ranks, c.want.Ranks) {
			t.Errorf("%s: %t %+v, want %+v", what, ok, got, c.want)
		}
	}
}

func b2f(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// Some ranks are slow until a step, and others from it on. Over the whole run all of them are, but in no step: what is said is true
// of one of the two sets, with its steps.
func TestOneSetAfterTheOther(t *testing.T) {
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 21))
		ranks, n, cut := 6+random.IntN(30), 40+random.IntN(100), 0.3+0.4*random.Float64()
		order, at := random.Perm(ranks), int(cut*float64(n))
		first, second := order[:1+random.IntN(ranks/5)], order[ranks-1-random.IntN(ranks/5):]
		slices.Sort(first)
		slices.Sort(second)
		seconds := make([][]float64, ranks)
		for rank := range seconds {
			for step := range n {
				v := 1 + 0.03*random.NormFloat64()
				if step < at && slices.Contains(first, rank) || step >= at && slices.Contains(second, rank) {
					v++
				}
				seconds[rank] = append(seconds[rank], v)
			}
		}
		c, ok := Find(seconds, nil)
		isFirst := slices.Equal(c.Ranks, first) && c.First == 0 && c.Last == at-1
		isSecond := slices.Equal(c.Ranks, second) && c.First == at && c.Last == n-1
		if !ok || c.Pattern != Stretch || !isFirst && !isSecond {
			t.Errorf("seed %d: %v until step %d of %d, then %v: %+v", seed, first, at, n, second, c)
		}
	}
}

// Ranks that are slow in turn, but too few to be no one's fault, are slow on average, and not in every step.
func TestSlowInTurnOnAverage(t *testing.T) {
	for name, slow := range map[string]func(rank, step int) bool{
		"each second step": func(rank, step int) bool { return step%2 == 0 && rank == 1 || step%2 == 1 && rank == 3 },
		"by chance":        func(rank, step int) bool { return rank == 1+2*(step*7919>>3&1) },
		"three":            func(rank, step int) bool { return rank == 1+2*(step%3) },
		"ten steps each":   func(rank, step int) bool { return rank == 1+2*(step/10%2) },
	} {
		random := rand.New(rand.NewPCG(1, 22))
		c, ok := Find(made(random, 8, 0.03, 1, func(rank, step int) float64 { return when(slow(rank, step)) }), nil)
		if !ok || c.Pattern != Always || !c.Mean || !slices.Contains(c.Ranks, 1) || !slices.Contains(c.Ranks, 3) {
			t.Errorf("%s: %+v, %v", name, c, ok)
		}
	}
}
