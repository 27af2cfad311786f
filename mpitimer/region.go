package mpitimer

import (
	"fmt"

	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

// Region is a handle: a region's name and its timing options. Define it once, usually as a package
// variable, and start it anywhere:
//
//	var dynamics = mpitimer.Define("dynamics", mpitimer.Level(1))
//
//	func step() {
//		defer dynamics.Start().Stop()
//		…
//	}
//
// A Region is not a timer: if it starts below different parents, or on different ranks of one process,
// it fills different nodes of their call trees, just as its name alone would.
type Region region

type region = engine.Region

// RegionOption is an option of Define.
type RegionOption interface{ apply(*engine.Definition) }

type regionOption func(*engine.Definition)

func (o regionOption) apply(d *engine.Definition) { o(d) }

// Define returns a new Region.
func Define(name string, options ...RegionOption) *Region {
	d := engine.Definition{Name: name}
	for _, o := range options {
		o.apply(&d)
	}
	return (*Region)(engine.Define(d))
}

// Name returns the region's name.
func (r *Region) Name() string { return (*engine.Region)(r).Definition().Name }

// Start starts an interval of the region on the calling goroutine.
func (r *Region) Start() Interval {
	if d := engine.Process.Load(); d != nil {
		return Interval(d.StartRegion((*engine.Region)(r)))
	}
	return Interval{}
}

// InEnvironment sets the region's machine environment: its statistics are over the ranks of that
// environment. Without it they are over all ranks.
//
// The region uses the environment that has the name when it starts: an environment may be removed and made again. If it
// then has the same ranks, the region stays in the same row of a report; with other ranks it gets a row of its own.
// While there is no environment of that name, the region counts in the default one, with a warning.
func InEnvironment(environment string) RegionOption {
	return regionOption(func(d *engine.Definition) { d.Environment = environment })
}

// Level sets the region's timing level. A region is timed if its level is not above the current timing
// level (see Config.Level). Regions without it have level 0 and are always timed. A region that is not
// timed is not counted either: regions inside it appear below the region around it, and its stop has no
// effect, by name or by its Interval, whatever the level is by then.
func Level(n int) RegionOption {
	return regionOption(func(d *engine.Definition) {
		if n < 0 || n > engine.MaxLevel {
			d.Problem = fmt.Sprintf("level %d is not within 0 to %d", n, engine.MaxLevel)
			n = min(max(n, 0), engine.MaxLevel)
		}
		d.Level = n
	})
}

// Communicates marks a region that only communicates with other ranks, or waits for them: its time is not
// useful time, nor is the time of regions inside it on the same goroutine. A program that marks one such region
// must mark all of them, since the rest counts as work. The mark costs nothing per call, and holds for the call
// path, however it starts. If ranks disagree, each computes its useful time by its own mark.
func Communicates() RegionOption {
	return regionOption(func(d *engine.Definition) { d.Communicates = true })
}

// SampleEvery times one call in n, starting with the first, and counts the others: for regions so short that reading
// the clock would cost more than they do. Calls stay exact; times are scaled from the sample, and every output marks
// them as estimated. The sample belongs to the handle: starts of the same region by name are all timed, and other
// handles of that name have samples of their own. Time from Add is never scaled.
func SampleEvery(n int) RegionOption {
	return regionOption(func(d *engine.Definition) {
		if n < 1 || n > engine.MaxSample {
			d.Problem = fmt.Sprintf("sample %d is not within 1 to %d", n, engine.MaxSample)
			n = min(max(n, 1), engine.MaxSample)
		}
		d.Sample = n
	})
}

// Throttle samples the region, one call in 64, once more than 100 000 calls below one parent have averaged less than 1
// µs: for code that is instrumented without a look at each function. Calls stay exact. The times of calls until then
// are as measured; later times are scaled from the sample, and every output marks them as estimated. Starts of the same
// region by name are timed as before. Counters are read only for the regions around it, since reading them would cost
// more than the region. When a goroutine has reached 16 384 call paths, further paths of such regions are not timed,
// and a warning counts them.
func Throttle() RegionOption {
	return regionOption(func(d *engine.Definition) { d.Throttled = true })
}
