package stats_test

import (
	"flag"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/stats"
)

// BenchmarkFigures prints the figures of make bench: what the Summary of many ranks costs without MPI, per rank and region with
// stats.Merge, and with stats.Reduce over ranks that are goroutines of one process.
//
// Crossing messages are those from node to node, of 1152 ranks on 12 nodes: blocks of 96 ranks, or in turns. The bound
// is three for each node but that of rank 0; flat is a reduction that knows of no nodes.
//
// Merge is measured in turns, the quickest of which counts: a neighbour makes a turn slower, never faster.
// The limit is for two processors. The floor is a loop that only reads what is merged, on as many. For Reduce
// the memory is what the system has given to all ranks together, less what there was before.
func BenchmarkFigures(b *testing.B) {
	for b.Loop() {
		for _, measure := range []func() error{merge, crossing, reduce} {
			if err := measure(); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func merge() error {
	const size, regions, turns = 1000, 200, 60
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
	var floor []float64
	for range turns {
		start := time.Now()
		touch(profiles)
		floor = append(floor, float64(time.Since(start))/(size*regions))
	}
	slices.Sort(times)
	slices.Sort(floor)
	fmt.Printf("figure merge/floor %.1f ns\n", floor[0])
	fmt.Printf("figure merge/rank-region %.1f ns limit <=25\n", times[0])
	return nil
}

// touch adds up the numbers of all nodes and compares their names with those of the first rank, on two processors.
func touch(profiles []*stats.Profile) {
	var done sync.WaitGroup
	for part := range 2 {
		done.Go(func() {
			sums, first := make([]stats.Measure, len(profiles[0].Nodes)), profiles[0].Nodes
			for _, p := range profiles[part*len(profiles)/2 : (part+1)*len(profiles)/2] {
				for i := range p.Nodes {
					n, to := &p.Nodes[i], &sums[i]
					to.Calls += n.Calls
					to.Timed += n.Timed
					to.Total += n.Total
					to.Min, to.Max = min(to.Min, n.Min), max(to.Max, n.Max)
					to.Squares = to.Squares.Add(n.Squares)
					if n.Name != first[i].Name || n.ByTrack != nil || n.Histogram.Counts != nil {
						panic("the trees differ")
					}
				}
			}
		})
	}
	done.Wait()
}

func crossing() error {
	const size, nodes, regions = 1152, 12, 100
	for _, arranged := range []struct {
		name string
		node func(rank int) int
	}{
		{"blocks", func(rank int) int { return rank / (size / nodes) }},
		{"turns", func(rank int) int { return rank % nodes }},
	} {
		for _, flat := range []string{"", "-flat"} {
			var crossed atomic.Int64
			err := local.Run(size, func(c machenv.Communicator) (err error) {
				var opts stats.ReduceOptions
				if flat == "" {
					if opts.Nodes, err = machenv.FindNodes(c, 0); err != nil {
						return err
					}
				}
				before, _ := local.TrafficOf(c)
				_, err = stats.Reduce(c, profile(c.Rank(), size, regions), opts)
				after, _ := local.TrafficOf(c)
				crossed.Add(after.Crossed - before.Crossed)
				return err
			}, local.Placed(arranged.node))
			if err != nil {
				return err
			}
			limit := ""
			if flat == "" {
				limit = fmt.Sprintf(" limit <=%.3f", 3.*(nodes-1)/size)
			}
			fmt.Printf("figure reduce/crossing-%s%s %.3f messages/rank%s\n", arranged.name, flat, float64(crossed.Load())/size, limit)
		}
	}
	return nil
}

// reduce is Reduce on ranks whose profiles share their names, as those of one program do.
func reduce() error {
	const ranks, regions = 65_536, 1000
	p := profile(0, ranks, regions)
	var before runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var took time.Duration
	var mu sync.Mutex
	var wrong error
	err := local.Run(ranks, func(c machenv.Communicator) error {
		own := *p
		own.Rank = c.Rank()
		if err := c.Barrier(); err != nil {
			return err
		}
		start := time.Now()
		_, err := stats.Reduce(c, &own, stats.ReduceOptions{})
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
	fmt.Printf("figure reduce-embedded/rank %.0f kB limit <=64\n", float64(after.Sys-before.Sys)/float64(ranks)/1e3)
	return nil
}

var merged = flag.Int("merged", 1_000_000, "ranks of BenchmarkStream")

// BenchmarkStream merges profiles of which there is one at a time, as a reader of the files of very many ranks does.
func BenchmarkStream(b *testing.B) {
	for b.Loop() {
		if err := stream(*merged, 1000); err != nil {
			b.Fatal(err)
		}
	}
}

func stream(ranks, regions int) error {
	var m stats.Merger
	p, start := profile(0, ranks, regions), time.Now()
	for p.Rank = range ranks {
		for i := range p.Nodes {
			p.Nodes[i].Total++ // each rank has times of its own
		}
		if err := m.Add(p); err != nil {
			return err
		}
	}
	s, err := m.Summary()
	if err != nil {
		return err
	}
	took := time.Since(start)
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	fmt.Printf("# %d ranks, %d regions\n", s.Ranks, len(s.Regions))
	fmt.Printf("figure merge/stream %.2f s\nfigure merge/stream-memory %.0f MB\n", took.Seconds(), float64(memory.Sys)/1e6)
	return nil
}

func profile(rank, size, regions int) *stats.Profile {
	p := &stats.Profile{Rank: rank, Size: size, Host: "node", Clock: stats.Clock{Name: "tsc", PairCost: 36}, Tracks: []string{"main"},
		Environments: []stats.Environment{{Name: "default", Size: size, Ranks: []stats.Range{{First: 0, Last: size - 1, Stride: 1}}}}}
	for i := range regions {
		calls, each := uint64(1+i*37%5000), int64(1_234_567+i*7919+rank*31)
		p.Nodes = append(p.Nodes, stats.Node{Parent: (i+11)/12 - 1, Name: fmt.Sprintf("CPL:RUN_LOOP_%d", i),
			Measure: stats.Measure{Calls: calls, Timed: calls, Total: int64(calls) * each, Min: each / 2, Max: each * 3,
				Squares: stats.Square(uint64(each))}})
	}
	return p
}
