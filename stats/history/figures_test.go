package history_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/go-hpc/timers/stats/history"
	"github.com/go-hpc/timers/stats/history/historytest"
)

// BenchmarkFigures prints the figures of make bench: in how many of 200 made-up histories a planted change is found, in how many of
// 200 others, in which nothing has changed, one is told, and what a long history takes.
func BenchmarkFigures(b *testing.B) {
	for b.Loop() {
		figures()
	}
}

func figures() {
	s := historytest.Try(200, 0)
	fmt.Printf("figure history/found %.1f %% limit >=95\n", 100*float64(s.Found)/float64(s.Changed))
	fmt.Printf("figure history/false %.1f %% limit <=2\n", 100*float64(s.Told)/float64(s.Unchanged))
	fmt.Printf("Beside %d of %d planted changes another one is told.\n", s.More, s.Changed)
	s = historytest.Try(100, 0.04)
	fmt.Printf("Where runs of a commit are more alike: %+v\n", s)
	h := long()
	start := time.Now()
	h.Sort(nil)
	h.Find(historytest.Alpha, 1e-3)
	fmt.Printf("figure history/long-s %.1f s limit <=6\n", time.Since(start).Seconds())
}

// long makes 10 000 runs of 200 regions.
func long() *history.History {
	r := rand.New(rand.NewPCG(1, 1))
	h := &history.History{}
	for run := range 10_000 {
		times := []history.Time{{Path: history.WholePath, Time: 1e9}}
		for k := range 200 {
			times = append(times, history.Time{Path: fmt.Sprint("region", k), Time: 1e7 * math.Exp(0.03*r.NormFloat64())})
		}
		h.Add(history.Run{Commit: fmt.Sprint(run / 2), Time: int64(run)}, times)
	}
	return h
}
