package scaling

import (
	"fmt"
	"math"

	"github.com/go-hpc/timers/stats"
)

// muchWork is by how much the work of runs on as many ranks may differ before it is noted.
const muchWork = 2.0

// larger notes the run whose ranks have most work, of those on as many ranks, if it is much more than in another.
func (m *merged) larger() (note string) {
	type extreme struct {
		work float64
		run  string
	}
	least, worst, regions := make(map[int]extreme), muchWork, m.computing()
	for _, most := range []bool{false, true} {
		for k, run := range m.runs {
			v, of := m.work(k, regions), least[run.Summary.Size]
			switch {
			case most && of.work > 0 && v > worst*of.work:
				worst = v / of.work
				note = fmt.Sprintf("A rank has %.1f times as much work in %s as in %s, on as many ranks, judged by its fastest calls: are they runs of one input, on one machine?", worst, run.Name, of.run)
			case !most && v > 0 && (of.work == 0 || v < of.work):
				least[run.Summary.Size] = extreme{v, run.Name}
			}
		}
	}
	return note
}

// inputs notes a region near the root that some runs call more often than others do: they did other work.
func (m *merged) inputs(st *Study) {
	for _, r := range m.regions {
		if len(r.Path()) < 2 || len(r.Path()) > 3 {
			continue
		}
		least, most, fewest, mostIn := math.Inf(1), 0.0, "", ""
		for k, run := range m.runs {
			i, there := m.at[k][r]
			if !there || run.Summary.Regions[i].Lacks&stats.LacksCalls != 0 {
				continue
			}
			g := &run.Summary.Regions[i]
			calls := float64(g.Calls) / float64(max(g.Ranks, 1))
			if calls < least {
				least, fewest = calls, run.Name
			}
			if calls > most {
				most, mostIn = calls, run.Name
			}
		}
		if least >= 2 && most > 1.01*least {
			st.Notes = append(st.Notes, fmt.Sprintf("A rank calls %s %s times in %s and %s times in %s: are they runs of one input?", r.Text(), plain(least, 4), fewest, plain(most, 4), mostIn))
			return
		}
	}
}
