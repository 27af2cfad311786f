package mpitimer

import (
	"fmt"

	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

// Region is a handle: a region's name and how it is to be timed. It is made once, usually as a
// package variable, and started anywhere:
//
//	var dynamics = mpitimer.Define("dynamics", mpitimer.Level(1))
//
//	func step() {
//		defer dynamics.Start().Stop()
//		…
//	}
//
// A Region is not a timer: the same Region started below different parents, or by different ranks of
// one process, fills different nodes of their call trees, just as its name alone would.
type Region engine.Region

// RegionOption is an option of Define.
type RegionOption interface{ apply(*engine.Definition) }

type regionOption func(*engine.Definition)

func (o regionOption) apply(d *engine.Definition) { o(d) }

// Define makes a Region.
func Define(name string, options ...RegionOption) *Region {
	d := engine.Definition{Name: name}
	for _, o := range options {
		o.apply(&d)
	}
	return (*Region)(engine.Define(d))
}

// Name is the name that the region was defined with.
func (r *Region) Name() string { return (*engine.Region)(r).Definition().Name }

// Start begins an interval of the region on the calling goroutine.
func (r *Region) Start() Interval {
	if d := engine.Process.Load(); d != nil {
		return Interval(d.StartRegion((*engine.Region)(r)))
	}
	return Interval{}
}

// InEnvironment says in which machine environment the region runs: the statistics are then taken over the ranks
// of that environment. Without it they are taken over all ranks.
//
// What the name means when the region starts counts: an environment may be removed and made again. If it
// then has the same ranks it is the same row of a report, on all ranks; with other ranks it is a row of its
// own. While there is no environment of that name the region stands in the default one, with a warning.
func InEnvironment(environment string) RegionOption {
	return regionOption(func(d *engine.Definition) { d.Environment = environment })
}

// Level gives the region a timing level. A region is timed when its level is not above the timing
// level in force (see Config.Level). Regions without it have level 0 and are always timed. A region that is
// left out is not counted either: what starts inside it stands below what is around it, and its stop ends
// nothing, by name or by its Interval, whatever the level is by then.
func Level(n int) RegionOption {
	return regionOption(func(d *engine.Definition) {
		if n < 0 || n > engine.MaxLevel {
			d.Problem = fmt.Sprintf("level %d is not within 0 to %d", n, engine.MaxLevel)
			n = min(max(n, 0), engine.MaxLevel)
		}
		d.Level = n
	})
}

// Communicates says that the region does nothing but communicate with other ranks, or wait for them: none of its time is
// useful, nor that of regions inside it on the same goroutine. A program that marks one of its regions so marks all that
// communicate, since the rest is then taken for work. It costs nothing per call, and holds for the call path, however that
// is started. Where ranks disagree, the useful time of each goes by what it says itself.
func Communicates() RegionOption {
	return regionOption(func(d *engine.Definition) { d.Communicates = true })
}

// SampleEvery times one call in n, the first to begin with, and counts the others: for regions so short that
// reading the clock would cost more than they do. Calls stay exact; times are scaled from the sample, and
// every output marks them as estimated. The sample is that of the handle: starts of the same region by name
// are all timed, and other handles of that name have samples of their own. Time that is given with Add is
// never scaled.
func SampleEvery(n int) RegionOption {
	return regionOption(func(d *engine.Definition) {
		if n < 1 || n > engine.MaxSample {
			d.Problem = fmt.Sprintf("sample %d is not within 1 to %d", n, engine.MaxSample)
			n = min(max(n, 1), engine.MaxSample)
		}
		d.Sample = n
	})
}

// Throttle lets the timers sample the region, one call in 64, from the moment on at which more than
// 100 000 of its calls below one parent have taken less than a microsecond on average: for code that is
// instrumented without a look at each function. Calls stay exact; the times of the calls until then are
// as measured, those of later ones are scaled from the sample, and every output marks them as estimated.
// Starts of the same region by name are timed as before. Counters are not read for such a region, only for
// those around it: that would cost more than it does.
// When a goroutine has met 16 384 call paths, further ones that such regions would make are not timed,
// and a warning says so.
func Throttle() RegionOption {
	return regionOption(func(d *engine.Definition) { d.Throttled = true })
}
