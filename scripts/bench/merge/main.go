// Command merge measures what the Summary of many ranks costs without MPI: per rank and region with stats.Merge,
// and with stats.Reduce over ranks that are goroutines of one process. It prints
//
//	figure merge/rank-region VALUE ns limit <=25
//	figure reduce-embedded/time VALUE s limit <=6
//	figure reduce-embedded/rank VALUE kB limit <=64
//
// Merge is measured in turns, of which the lower quartile counts: a neighbour makes a turn slower, never
// faster. The limit is for two processors. Of Reduce the memory is what the system has given for all ranks
// together, less what there was before.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/stats"
)

var (
	ranks   = flag.Int("ranks", 65_536, "ranks of the embedded reduction; 0 leaves it out")
	regions = flag.Int("regions", 1000, "regions of each")
)

func main() {
	flag.Parse()
	if err := merge(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if *ranks > 0 {
		if err := reduce(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

func merge() error {
	const size, regions, turns = 1000, 200, 25
	runtime.GOMAXPROCS(min(2, runtime.NumCPU()))
	defer runtime.GOMAXPROCS(runtime.NumCPU())
	profiles := make([]*stats.Profile, size)
	for rank := range profiles {
		profiles[rank] = profile(rank, size, regions)
	}
	var times []float64
	for range turns {
		start := time.Now()
		if _, err := stats.Merge(profiles); err != nil {
			return err
		}
		times = append(times, float64(time.Since(start))/(size*regions))
	}
	slices.Sort(times)
	fmt.Printf("figure merge/rank-region %.1f ns limit <=25\n", times[turns/4])
	return nil
}

// reduce is Reduce of ranks whose profiles share their names, as those of one program do.
func reduce() error {
	p := profile(0, *ranks, *regions)
	var before runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var took time.Duration
	var mu sync.Mutex
	var wrong error
	err := local.Run(*ranks, func(c machenv.Communicator) error {
		own := *p
		own.Rank = c.Rank()
		if err := c.Barrier(); err != nil {
			return err
		}
		start := time.Now()
		_, err := stats.Reduce(c, &own, stats.Options{})
		mu.Lock()
		defer mu.Unlock()
		took = max(took, time.Since(start))
		if wrong == nil {
			wrong = err
		}
		return nil
	})
	if err == nil {
		err = wrong
	}
	if err != nil {
		return err
	}
	var after runtime.MemStats
	runtime.ReadMemStats(&after)
	fmt.Printf("figure reduce-embedded/time %.2f s limit <=6\n", took.Seconds())
	fmt.Printf("figure reduce-embedded/rank %.0f kB limit <=64\n", float64(after.Sys-before.Sys)/float64(*ranks)/1e3)
	return nil
}

func profile(rank, size, regions int) *stats.Profile {
	p := &stats.Profile{Rank: rank, Size: size, Host: "node", Clock: stats.Clock{Name: "tsc", PairCost: 36}, Tracks: []string{"main"},
		Contexts: []stats.Context{{Name: "default", Size: size, Ranks: []stats.Span{{First: 0, Last: size - 1, Stride: 1}}}}}
	for i := range regions {
		calls, each := uint64(1+i*37%5000), int64(1_234_567+i*7919+rank*31)
		p.Nodes = append(p.Nodes, stats.Node{Parent: (i+11)/12 - 1, Name: fmt.Sprintf("CPL:RUN_LOOP_%d", i),
			Measure: stats.Measure{Calls: calls, Timed: calls, Total: int64(calls) * each, Min: each / 2, Max: each * 3,
				Squares: stats.Square(uint64(each))}})
	}
	return p
}
