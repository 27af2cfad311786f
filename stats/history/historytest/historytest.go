// Package historytest makes histories in which it is known which commit made which region slower.
package historytest

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/go-hpc/timers/stats/history"
)

// Planted is what happened in a history; Commit is -1 if nothing did.
type Planted struct {
	Region string
	Commit int
}

// Make makes a history of 40 commits, of one to three runs each, of a program with 50 regions, with 3 % noise and now and then a run that
// is slow by half. If it is to change, one region is slower by 15 % from some commit on. Commits differ by chance, too, by alike: the runs
// of one are more like each other than like those of others.
func Make(seed uint64, changes bool, alike float64) (*history.History, Planted) {
	const commits, regions = 40, 50
	r := rand.New(rand.NewPCG(seed, 46))
	truth := Planted{Commit: -1}
	if changes {
		truth = Planted{fmt.Sprintf("step/region%02d", r.IntN(regions)), 4 + r.IntN(commits-8)}
	}
	h := &history.History{}
	n := int64(0)
	for commit := range commits {
		var shared [regions]float64
		for k := range shared {
			shared[k] = alike * r.NormFloat64()
		}
		for range 1 + r.IntN(3) {
			n++
			run := history.Run{Name: fmt.Sprint("run", n), Commit: fmt.Sprintf("%07x", commit+0xabc0000), Program: "model", Machine: "node", Ranks: 4, Time: n}
			odd := 1.0
			if r.IntN(30) == 0 {
				odd = 1.5
			}
			whole, times := 0.0, []history.Time{{Path: history.WholePath}}
			for k := range regions {
				path := fmt.Sprintf("step/region%02d", k)
				v := 1e6 * float64(20+k) * odd * math.Exp(0.03*r.NormFloat64()+shared[k])
				if path == truth.Region && commit >= truth.Commit {
					v *= 1.15
				}
				whole += v
				times = append(times, history.Time{Path: path, Time: v})
			}
			times[0].Time = whole
			h.Add(run, times)
		}
	}
	h.Sort(nil)
	return h, truth
}

// Score is how changes were found.
type Score struct {
	Changed, Found  int // histories in which something changed, and of these those in which it was found at the right commit or beside it
	More            int // of these, those of which a change of another region or elsewhere was told, too
	Unchanged, Told int // others, and those of which a change was told
}

// Alpha is the error rate that histories are looked at with, that of the command.
const Alpha = 0.005

// Try makes so many histories of each kind, and scores what is found in them.
func Try(histories int, alike float64) (s Score) {
	for seed := range histories {
		h, truth := Make(uint64(seed), true, alike)
		h.Find(Alpha, 1e-3)
		s.Changed++
		found, more := false, false
		for _, c := range h.Groups[0].Changes {
			right := c.Slower() && c.Commit >= truth.Commit-1 && c.Commit <= truth.Commit+1
			found = found || right && c.Region.Path == truth.Region
			more = more || !right || c.Region.Path != truth.Region && c.Region.Path != history.WholePath
		}
		if found {
			s.Found++
		}
		if more {
			s.More++
		}
		h, _ = Make(uint64(seed)+1e6, false, alike)
		h.Find(Alpha, 1e-3)
		s.Unchanged++
		if len(h.Groups[0].Changes) > 0 {
			s.Told++
		}
	}
	return s
}
