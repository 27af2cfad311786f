//go:build unix

package bench

import (
	"fmt"
	"io"
	"sync"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
)

// BenchmarkEmbedded measures how long the timers of many ranks take to start and to end where the ranks are goroutines of one
// process, without tables in files, of which a process may not have so many open: the least of some turns.
func BenchmarkEmbedded(b *testing.B) {
	for b.Loop() {
		begin, end := time.Hour, time.Hour
		for range 3 {
			start, stop, err := lives(4096)
			if err != nil {
				b.Fatal(err)
			}
			begin, end = min(begin, start), min(end, stop)
		}
		fmt.Printf("figure embedded/initialize %.3f s limit <=0.5\n", begin.Seconds())
		fmt.Printf("figure embedded/finalize %.3f s\n", end.Seconds())
	}
}

// lives is the longest that any rank took to start and to end.
func lives(ranks int) (begin, end time.Duration, wrong error) {
	var mu sync.Mutex
	note := func(longest *time.Duration, start time.Time) {
		mu.Lock()
		defer mu.Unlock()
		*longest = max(*longest, time.Since(start))
	}
	err := local.Run(ranks, func(c machenv.Communicator) error {
		if err := c.Barrier(); err != nil {
			return err
		}
		start := time.Now()
		tm, err := mpitimer.New(mpitimer.WithCommunicator(c), mpitimer.WithLog(io.Discard), mpitimer.WithConfigFunc(func(s *mpitimer.Config) {
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
