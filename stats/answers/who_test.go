package answers

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats"
)

// Of 64 ranks some take twice as long in the kernel, with 3 % noise, and all others wait for them in a barrier. If calls of MPI are
// recorded the kernel is named with all of these ranks, however many they are; if not, nothing is said that is not so.
func TestWhoIsNamed(t *testing.T) {
	const ranks, runs = 64, 40
	for _, percent := range []int{2, 5, 25, 50, 75, 95} {
		for _, record := range []string{"MPI_Barrier", "MPI_Test", "nothing"} {
			named := 0
			for seed := range uint64(runs) {
				random := rand.New(rand.NewPCG(seed, uint64(percent)))
				slow := random.Perm(ranks)[:max(ranks*percent/100, 1)]
				slices.Sort(slow)
				kernel, wait, all := make([]int64, ranks), make([]int64, ranks), make([]int64, ranks)
				for rank := range ranks {
					seconds := 1 + 0.03*random.NormFloat64()
					if slices.Contains(slow, rank) {
						seconds++
					}
					kernel[rank] = int64(seconds * 1e9)
				}
				for rank := range ranks {
					all[rank] = slices.Max(kernel) + 1000
					wait[rank] = all[rank] - kernel[rank]
				}
				nodes := []timedNode{{-1, "Total", all}, {0, "kernel", kernel}, {0, "barrier", wait}}
				if record != "nothing" {
					nodes = append(nodes, timedNode{2, record, wait})
				}
				s := ranksOf(t, nodes)
				for _, f := range Find(s) {
					right := f.Kind == Slow && s.Regions[f.Region].Name == "kernel" && slices.Equal(f.Ranks.Ranges, ranges(slow))
					if right {
						named++
					}
					if record != "nothing" && !right || f.Kind == Slow && !right || f.Kind == Balanced || f.Kind == Undecided && !oneIs(&f, slow) {
						t.Errorf("%d %% of ranks slow, %s recorded, seed %d: %s", percent, record, seed, f.Text(s))
					}
				}
			}
			if record != "nothing" && named != runs {
				t.Errorf("%d %% of ranks slow, %s recorded: named in %d of %d", percent, record, named, runs)
			}
		}
	}
}

// Some ranks never wait, as the first of a pipeline, which only sends: nothing is known of their useful time. They are not
// taken for slow ones, and the slow ones are named all the same.
func TestWhoIsNamedBesideRanksThatNeverWait(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 7))
		ranks := 4 + random.IntN(60)
		order := random.Perm(ranks)
		slow, never := order[:1+random.IntN(ranks/4)], order[ranks-1-random.IntN(ranks/4):]
		slices.Sort(slow)
		kernel, wait, all, calls := make([]int64, ranks), make([]int64, ranks), make([]int64, ranks), make([]int64, ranks)
		for rank := range ranks {
			kernel[rank] = int64((1 + 0.01*random.Float64()) * 1e9)
			if slices.Contains(slow, rank) {
				kernel[rank] *= 2
			}
		}
		for rank := range ranks {
			all[rank] = slices.Max(kernel) + 1000
			wait[rank] = all[rank] - kernel[rank]
			calls[rank] = wait[rank]
			if slices.Contains(never, rank) { // it is over earlier
				all[rank], wait[rank], calls[rank] = kernel[rank]+1000, 0, absent
			}
		}
		s := ranksOf(t, []timedNode{{-1, "Total", all}, {0, "kernel", kernel}, {0, "exchange", wait}, {2, "MPI_Recv", calls}})
		found := Find(s)[0]
		if found.Kind != Slow || s.Regions[found.Region].Name != "kernel" || !slices.Equal(found.Ranks.Ranges, ranges(slow)) {
			t.Errorf("seed %d, %d slow, %d never wait: %s", seed, slow, never, found.Text(s))
		}
	}
}

// A program has some phases, and all ranks wait for each other after each. Some ranks take longer in one of the phases, and
// perhaps others in another one. They are named, with these phases, however the waits are recorded: as calls of MPI, or
// as what a communicator reports, in a region for nothing else, in the phase itself, or outside of all regions.
func TestWhoIsNamedInPhases(t *testing.T) {
	for seed := range uint64(600) {
		random := rand.New(rand.NewPCG(seed, 11))
		record := []string{"MPI_Barrier", "sync", "in the phase", "outside"}[random.IntN(4)]
		phases := randomPhases(random)
		inside := random.IntN(2) > 0
		s := inPhases(t, phases, record, inside)
		list, run := Find(s), 0.0
		for _, p := range phases {
			run += p.length()
		}
		for i, p := range phases {
			if p.slow == nil || p.saves() < 0.1*run {
				continue
			}
			name := fmt.Sprintf("phase%d", i)
			if inside {
				name = fmt.Sprintf("kernel%d", i)
			}
			k := slices.IndexFunc(list, func(f Finding) bool {
				return f.Kind == Slow && s.Regions[f.Region].Name == name && slices.Equal(f.Ranks.Ranges, ranges(p.slow))
			})
			if k < 0 {
				t.Errorf("seed %d, %s, %d of %d slow in %s: not in %q", seed, record, p.slow, len(p.work), name, texts(list, s))
			} else if got := list[k].Saves / 1e6; math.Abs(got-p.saves()) > 0.03*run {
				t.Errorf("seed %d, %s: balance of %s saves %.0f ms, want %.0f: %q", seed, record, name, got, p.saves(), texts(list, s))
			}
		}
	}
}

// Where no waits are recorded, no other ranks than those are named, in no other phase, and nothing is said to be balanced.
func TestWhoIsNamedInPhasesWithoutRecord(t *testing.T) {
	kinds := make(map[Kind]int)
	for seed := range uint64(600) {
		random := rand.New(rand.NewPCG(seed, 12))
		record := []string{"nothing of sync", "nothing in the phase", "nothing outside"}[random.IntN(3)]
		phases, inside := randomPhases(random), random.IntN(2) > 0
		s := inPhases(t, phases, record, inside)
		for _, f := range Find(s) {
			text := f.Text(s)
			right := slices.ContainsFunc(phases, func(p phase) bool { return slices.Equal(f.Ranks.Ranges, ranges(p.slow)) })
			if kinds[f.Kind]++; f.Kind == Slow && !right || strings.Contains(text, "would win nothing") {
				t.Errorf("seed %d, %s: %s", seed, record, text)
			}
		}
	}
	t.Log(kinds)
}

// phase is what each rank has to do in a phase, in ms, and which of them have more of it.
type phase struct {
	work []int64
	slow []int
}

func (p *phase) length() float64 { return float64(slices.Max(p.work)) }

// saves is how much shorter it would be with balance.
func (p *phase) saves() float64 { return p.length() - float64(sum(p.work))/float64(len(p.work)) }

// randomPhases makes up to four phases. Some ranks are slow in one, and perhaps others in another.
func randomPhases(random *rand.Rand) []phase {
	ranks, phases := 4+random.IntN(60), make([]phase, 1+random.IntN(4))
	order := random.Perm(ranks)
	for _, k := range random.Perm(len(phases))[:min(1+random.IntN(2), len(phases))] {
		n := 1 + random.IntN(ranks/4)
		phases[k].slow, order = slices.Sorted(slices.Values(order[:n])), order[n:]
	}
	for k := range phases {
		p := &phases[k]
		length, factor := 100+400*random.Float64(), 1.5+random.Float64()
		for rank := range ranks {
			p.work = append(p.work, int64(length*(1+0.01*random.Float64())))
			if slices.Contains(p.slow, rank) {
				p.work[rank] = int64(float64(p.work[rank]) * factor)
			}
		}
	}
	return phases
}

// inPhases is the run of phases, in which waits are recorded as something. With inside what ranks have more to do is in a kernel
// of the phase, beside something else.
func inPhases(t *testing.T, phases []phase, record string, inside bool) *stats.Summary {
	t.Helper()
	var profiles []*stats.Profile
	ranks := len(phases[0].work)
	for rank := range ranks {
		list, total, outside := []stats.Node{{}}, int64(0), int64(0)
		for i, p := range phases {
			name, own := fmt.Sprintf("phase%d", i), p.work[rank]
			wait := slices.Max(p.work) - own + 1 // who comes last is no sooner through
			total += own + wait
			at := len(list)
			switch record {
			case "MPI_Barrier", "nothing in the phase":
				list = append(list, timed(0, name, own+wait, 0))
			case "in the phase":
				list = append(list, timed(0, name, own+wait, wait))
			default:
				list = append(list, timed(0, name, own, 0))
			}
			if rest := slices.Min(p.work) / 2; inside {
				list = append(list, timed(at, fmt.Sprintf("kernel%d", i), own-rest, 0), timed(at, fmt.Sprintf("rest%d", i), rest*9/10, 0))
			}
			switch record {
			case "MPI_Barrier":
				list = append(list, timed(at, record, wait, 0))
			case "sync":
				list = append(list, timed(0, name+"_sync", wait, wait))
			case "nothing of sync":
				list = append(list, timed(0, name+"_sync", wait, 0))
			case "outside":
				outside += wait
			}
		}
		list[0] = timed(-1, "Total", total, outside)
		profiles = append(profiles, profileOf(rank, ranks, list...))
	}
	return merged(t, profiles)
}

func texts(list []Finding, s *stats.Summary) (all []string) {
	for i := range list {
		all = append(all, list[i].Text(s))
	}
	return all
}

func sum(list []int64) (all int64) {
	for _, each := range list {
		all += each
	}
	return all
}

// oneIs reports whether one of several explanations is that these ranks are slow in the kernel, which is the first region of all.
func oneIs(f *Finding, slow []int) bool {
	list := append([]Finding{*f}, f.Either...)
	return slices.ContainsFunc(list, func(one Finding) bool {
		return one.Kind == Slow || one.Kind == Undecided && one.Region == 1 && fmt.Sprint(one.Ranks.Ranges) == fmt.Sprint(ranges(slow))
	})
}
