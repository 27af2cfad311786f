// Command embedded measures how long the timers of many ranks take to start and to end where the ranks are goroutines
// of one process. It prints
//
//	figure embedded/initialize VALUE s limit <=0.5
//	figure embedded/finalize VALUE s
//
// for 4 096 ranks without tables in files, of which a process may not have so many open: the least of some turns.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
)

var (
	ranks = flag.Int("ranks", 4096, "ranks")
	turns = flag.Int("turns", 3, "how often")
)

func main() {
	flag.Parse()
	begin, end := time.Hour, time.Hour
	for range *turns {
		b, e, err := turn()
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		begin, end = min(begin, b), min(end, e)
	}
	fmt.Printf("figure embedded/initialize %.3f s limit <=0.5\n", begin.Seconds())
	fmt.Printf("figure embedded/finalize %.3f s\n", end.Seconds())
}

// turn is the longest that any rank took for each.
func turn() (begin, end time.Duration, wrong error) {
	var mu sync.Mutex
	note := func(longest *time.Duration, start time.Time) {
		mu.Lock()
		defer mu.Unlock()
		*longest = max(*longest, time.Since(start))
	}
	err := local.Run(*ranks, func(c machenv.Communicator) error {
		if err := c.Barrier(); err != nil {
			return err
		}
		start := time.Now()
		tm, err := mpitimer.New(mpitimer.WithCommunicator(c), mpitimer.WithLog(io.Discard), mpitimer.WithSettings(func(s *mpitimer.Config) {
			s.Output.Tables, s.Output.GlobalFile, s.Output.RankFiles, s.Output.SummaryFile = "off", "none", 0, false
		}))
		if err != nil {
			return err
		}
		note(&begin, start)
		if err := c.Barrier(); err != nil {
			return err
		}
		start = time.Now()
		if err := tm.Finalize(); err != nil {
			return err
		}
		note(&end, start)
		return nil
	})
	return begin, end, err
}
