package geopm

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats/geopm"
	"github.com/go-hpc/timers/stats/signal"
)

// nodeBatch samples the signals of a node, and the regions its ranks are in: those are read from the ranks'
// tables, so that the ranks are not disturbed. A rank stands for the CPUs that it may run on.
type nodeBatch struct {
	*signal.Platform
	ranks     []*rankPosition
	outermost bool
	hint      func(region string) string

	known  map[string]signal.Info // regionSignals
	places []*place
	pushed []pushed
	time   int     // of the platform, which the hints share: two readings of the clock may lie far apart
	last   float64 // seconds of it
}

// rankPosition is one rank of the node, and what was seen of it last.
type rankPosition struct {
	path     string
	cpus     []int // that it may run on; nil: any
	table    *ranktable.Table
	position ranktable.Position

	region, epochs float64
	doing          signal.Hint
}

// place is a part of the node, with the ranks that are bound there.
type place struct {
	domain signal.Domain
	index  int
	ranks  []*rankPosition
	spent  map[signal.Hint]float64 // seconds, mean over ranks
}

// pushed is one of regionSignals at a place.
type pushed struct {
	name  string
	hint  signal.Hint // of a signal that is the time with it
	place *place
	now   float64
}

// ownIndex is added to the indices of signals that the platform does not have.
const ownIndex = 1 << 24

// newNodeBatch samples ranks whose tables are in these files, and which may run on these CPUs.
func newNodeBatch(p *signal.Platform, tables []string, cpus [][]int, s *settings, hint func(region string) string) *nodeBatch {
	b := &nodeBatch{Platform: p, outermost: s.Regions == outermost, hint: hint, known: regionSignals()}
	b.time, _ = p.Push(signal.Time, signal.Board, 0) // which every machine has
	for i, path := range tables {
		r := &rankPosition{path: path, cpus: cpus[i], region: signal.RegionUnmarked}
		r.position.WantCall = s.Calls
		b.ranks = append(b.ranks, r)
	}
	return b
}

// regionSignals returns the signals that come from the timers.
func regionSignals() map[string]signal.Info {
	infos := map[string]signal.Info{
		signal.RegionHash: {Behavior: signal.Label, Aggregation: signal.SameRegion, Description: "hash of the region that all ranks are in"},
		signal.RegionHint: {Behavior: signal.Label, Aggregation: signal.SameHint, Description: "what that region mostly does"},
		signal.EpochCount: {Behavior: signal.Monotone, Aggregation: signal.Min, Unit: "1", Description: "epochs of the program that have begun on all ranks"},
	}
	infos[signal.RegionProgress] = signal.Info{
		Behavior: signal.Variable, Aggregation: signal.Average, Unit: "1", Description: "share of announced work that is done, mean over the ranks that announced some",
	}
	for _, hint := range geopmHints {
		infos[geopm.HintSignal(hint.name)] = signal.Info{
			Behavior: signal.Monotone, Aggregation: signal.Average, Unit: "s", Description: "time in regions with that hint, mean over ranks",
		}
	}
	for name, info := range infos {
		info.Name, info.Domain, info.Indices = name, signal.Board, []int{0}
		infos[name] = info
	}
	return infos
}

// geopmHints are the hints whose times are in a report.
var geopmHints = []struct {
	name string
	hint signal.Hint
}{
	{"network", signal.HintNetwork}, {"ignore", signal.HintIgnore}, {"compute", signal.HintCompute}, {"memory", signal.HintMemory},
	{"io", signal.HintIO}, {"serial", signal.HintSerial}, {"parallel", signal.HintParallel}, {"unknown", signal.HintUnknown},
	{"unset", signal.HintUnset}, {"spin", signal.HintSpin},
}

// Info implements signal.Batch.
func (b *nodeBatch) Info(name string) (signal.Info, error) {
	if info, own := b.known[name]; own {
		return info, nil
	}
	return b.Platform.Info(name)
}

// Push implements signal.Batch. The regions of a part of the node are those of the ranks that are bound to it.
func (b *nodeBatch) Push(name string, domain signal.Domain, index int) (int, error) {
	if _, own := b.known[name]; !own {
		return b.Platform.Push(name, domain, index)
	}
	at, err := b.place(domain, index)
	if err != nil {
		return 0, err
	}
	for i, p := range b.pushed {
		if p.name == name && p.place == at {
			return ownIndex + i, nil
		}
	}
	b.pushed = append(b.pushed, pushed{name: name, hint: hintOf[name], place: at, now: math.NaN()})
	return ownIndex + len(b.pushed) - 1, nil
}

// place finds the ranks of a part of the node. Disks, networks and GPUs are used from everywhere.
func (b *nodeBatch) place(domain signal.Domain, index int) (*place, error) {
	cpus := b.Platform.CPUs(domain, index)
	switch {
	case domain > signal.Memory:
		domain, index = signal.Board, 0
	case domain != signal.Board && len(cpus) == 0:
		return nil, fmt.Errorf("%w: no CPU is part of %s %d", signal.ErrDomain, domain, index)
	}
	for _, p := range b.places {
		if p.domain == domain && p.index == index {
			return p, nil
		}
	}
	p := &place{domain: domain, index: index, spent: make(map[signal.Hint]float64)}
	for _, r := range b.ranks {
		bound := func(cpu int) bool { return slices.Contains(r.cpus, cpu) }
		if domain == signal.Board || r.cpus == nil || slices.ContainsFunc(cpus, bound) {
			p.ranks = append(p.ranks, r)
		}
	}
	b.places = append(b.places, p)
	return p, nil
}

// Sample implements signal.Batch.
func (b *nodeBatch) Sample(index int) float64 {
	if own := index - ownIndex; own >= 0 && own < len(b.pushed) {
		return b.pushed[own].now
	}
	return b.Platform.Sample(index)
}

// Read implements signal.Batch.
func (b *nodeBatch) Read() error {
	problem := b.Platform.Read()
	now := b.Platform.Sample(b.time)
	for _, p := range b.places {
		p.spend(now - b.last)
	}
	b.last = now
	for _, r := range b.ranks {
		r.region, r.doing, r.epochs = signal.RegionUnmarked, signal.HintUnset, 0
		if r.look() {
			r.region, r.doing, r.epochs = r.hash(b.outermost), r.hint(b.hint), float64(r.position.Epochs)
		}
	}
	for i := range b.pushed {
		b.pushed[i].now = b.pushed[i].value()
	}
	return problem
}

// value returns what the ranks of a place have in common. Where none is bound, nothing runs in a region.
func (p *pushed) value() float64 {
	var room [maxRanksInline]float64
	each := room[:0]
	switch p.name {
	case signal.RegionHash:
		if len(p.place.ranks) == 0 {
			return signal.RegionUnmarked
		}
		for _, r := range p.place.ranks {
			each = append(each, r.region)
		}
		return signal.SameRegion.Of(each)
	case signal.RegionHint:
		for _, r := range p.place.ranks {
			each = append(each, float64(r.doing))
		}
		return signal.SameHint.Of(each)
	case signal.EpochCount:
		for _, r := range p.place.ranks {
			each = append(each, r.epochs)
		}
		return signal.Min.Of(each)
	case signal.RegionProgress:
		return p.place.progress()
	}
	return p.place.spent[p.hint]
}

// maxRanksInline is how many ranks of a node a sample holds without allocating memory.
const maxRanksInline = 256

// hintsByName maps hints, which say what regions do, to GEOPM's numbers.
var hintsByName = func() map[string]signal.Hint {
	numbers := map[string]signal.Hint{"inactive": signal.HintInactive}
	for _, h := range geopmHints {
		numbers[h.name] = h.hint
	}
	return numbers
}()

// hintOf are the hints by the names of their times.
var hintOf = func() map[string]signal.Hint {
	hints := make(map[string]signal.Hint)
	for _, h := range geopmHints {
		hints[geopm.HintSignal(h.name)] = h.hint
	}
	return hints
}()

// spend counts the time since the last sample for the hints that were seen in it.
func (p *place) spend(seconds float64) {
	for _, r := range p.ranks {
		p.spent[r.doing] += seconds / float64(len(p.ranks))
	}
}

// look updates the position, and reports whether it is known.
func (r *rankPosition) look() bool {
	if r.table == nil {
		table, err := ranktable.OpenOwn(r.path)
		if err != nil {
			return false // the rank has not come so far, or is gone
		}
		r.table = table
	}
	return r.table.Position(&r.position) == nil
}

// hash returns the hash of the region below Total that the rank is in.
func (r *rankPosition) hash(outermost bool) float64 {
	regions, call := r.position.Regions, r.position.Call
	switch {
	case call != "" && (!outermost || len(regions) == 1):
		return float64(geopm.Hash(call))
	case len(regions) < 2:
		return signal.RegionUnmarked
	case outermost:
		return float64(geopm.Hash(regions[1]))
	}
	return float64(geopm.Hash(regions[len(regions)-1]))
}

// progress returns the mean share of the work done, over the ranks that have announced some.
func (p *place) progress() float64 {
	sum, n := 0.0, 0
	for _, r := range p.ranks {
		if at := &r.position; at.Work > 0 {
			sum += min(float64(at.Done)/float64(at.Work), 1)
			n++
		}
	}
	if n == 0 {
		return math.NaN()
	}
	return sum / float64(n)
}

func (r *rankPosition) hint(of func(region string) string) signal.Hint {
	regions := r.position.Regions
	if r.position.Call != "" {
		return signal.HintNetwork
	}
	for i := len(regions) - 1; i >= 0; i-- {
		if given := of(regions[i]); given != "" {
			return hintsByName[given]
		}
	}
	return signal.HintUnset
}

func (b *nodeBatch) Close() error {
	for _, r := range b.ranks {
		if r.table != nil {
			_ = r.table.Close() // which was only read
		}
	}
	if err := b.Platform.Close(); err != nil {
		return fmt.Errorf("signals: %w", err)
	}
	return nil
}

// wantedSignals parses a list of GEOPM_REPORT_SIGNALS.
func wantedSignals(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
}
