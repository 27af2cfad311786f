package geopm

import (
	"fmt"
	"math"
	"strings"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats/geopm"
	"github.com/go-hpc/timers/stats/signal"
)

// nodeBatch samples the signals of a node, and the regions its ranks are in: those are read from the ranks'
// tables, so that the ranks are not disturbed. A rank stands for the CPUs that it runs on.
type nodeBatch struct {
	*signal.Platform
	ranks     []*rankPosition
	outermost bool
	hint      func(region string) string

	known map[string]int // regionSignals by name
	names []string
	now   []float64
	spent map[signal.Hint]float64 // seconds, mean over ranks
	last  int64                   // nanoseconds
	hints []signal.Hint           // of the ranks at the last sample
}

// rankPosition is one rank of the node.
type rankPosition struct {
	path     string
	table    *ranktable.Table
	position ranktable.Position
}

// ownIndex is added to the indices of signals that the platform does not have.
const ownIndex = 1 << 24

func newNodeBatch(tables []string, outermost bool, hint func(region string) string) *nodeBatch {
	b := &nodeBatch{
		Platform: signal.Find(signal.Options{}), outermost: outermost, hint: hint,
		known: make(map[string]int), spent: make(map[signal.Hint]float64), last: clock.Nanotime(),
		hints: make([]signal.Hint, len(tables)),
	}
	for _, path := range tables {
		b.ranks = append(b.ranks, &rankPosition{path: path})
	}
	for name := range regionSignals() {
		b.known[name] = -1
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
	if info, own := regionSignals()[name]; own {
		return info, nil
	}
	return b.Platform.Info(name)
}

// Push implements signal.Batch. The ranks' node is known, but not the part of it they run on: the regions of
// a part are those of the node.
func (b *nodeBatch) Push(name string, domain signal.Domain, index int) (int, error) {
	at, own := b.known[name]
	if !own {
		return b.Platform.Push(name, domain, index)
	}
	if at < 0 {
		at = len(b.names)
		b.known[name] = at
		b.names, b.now = append(b.names, name), append(b.now, 0)
	}
	return ownIndex + at, nil
}

// Sample implements signal.Batch.
func (b *nodeBatch) Sample(index int) float64 {
	if own := index - ownIndex; own >= 0 && own < len(b.now) {
		return b.now[own]
	}
	return b.Platform.Sample(index)
}

// Read implements signal.Batch.
func (b *nodeBatch) Read() error {
	problem := b.Platform.Read()
	now := clock.Nanotime()
	b.spend(float64(now-b.last) / 1e9)
	b.last = now
	var hashes, found, epochs [maxRanksInline]float64
	hash, hint, epoch := hashes[:0], found[:0], epochs[:0]
	for i, r := range b.ranks {
		if !r.look() {
			hash, hint, epoch = append(hash, signal.RegionUnmarked), append(hint, float64(signal.HintUnset)), append(epoch, 0)
			b.hints[i] = signal.HintUnset
			continue
		}
		b.hints[i] = r.hint(b.hint)
		hash, hint, epoch = append(hash, r.hash(b.outermost)), append(hint, float64(b.hints[i])), append(epoch, float64(r.position.Epochs))
	}
	b.set(signal.RegionHash, signal.SameRegion.Of(hash))
	b.set(signal.RegionHint, signal.SameHint.Of(hint))
	b.set(signal.EpochCount, signal.Min.Of(epoch))
	b.set(signal.RegionProgress, b.progress())
	for _, h := range geopmHints {
		b.set(hintSignals[h.hint], b.spent[h.hint])
	}
	return problem
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

// hintSignals are the names of the times by hint.
var hintSignals = func() map[signal.Hint]string {
	names := make(map[signal.Hint]string)
	for _, h := range geopmHints {
		names[h.hint] = geopm.HintSignal(h.name)
	}
	return names
}()

// spend counts the time since the last sample for the hints that were seen in it.
func (b *nodeBatch) spend(seconds float64) {
	for _, h := range b.hints {
		b.spent[h] += seconds / float64(len(b.hints))
	}
}

func (b *nodeBatch) set(name string, v float64) {
	if at := b.known[name]; at >= 0 {
		b.now[at] = v
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
	regions := r.position.Regions
	switch {
	case len(regions) < 2:
		return signal.RegionUnmarked
	case outermost:
		return float64(geopm.Hash(regions[1]))
	}
	return float64(geopm.Hash(regions[len(regions)-1]))
}

// progress returns the mean share of the work done, over the ranks that have announced some.
func (b *nodeBatch) progress() float64 {
	sum, n := 0.0, 0
	for _, r := range b.ranks {
		if p := &r.position; p.Work > 0 {
			sum += min(float64(p.Done)/float64(p.Work), 1)
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
