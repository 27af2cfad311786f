package stats

import (
	"bytes"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// A Counter describes a counter of regions beside time: instructions, energy, memory.
type Counter struct {
	Name   string  `json:"name"`
	Unit   string  `json:"unit"`   // of a value times Step; "" for plain numbers
	Step   float64 `json:"step"`   // how much of Unit a value of 1 is
	Domain string  `json:"domain"` // what the values are of: "process", "board", …: those of ranks on one board are not to be added

	// Peak means that a value is the largest reading at the end of a call of the region, or of one
	// inside it. Otherwise it is the count during the calls, or the change of the reading, which may be
	// negative.
	Peak bool `json:"peak,omitempty"`
}

// OfThread starts the Domain of counters of the thread that ran the region, such as "thread in user mode".
const OfThread = "thread"

// OfThread reports whether the counter belongs to the threads that ran the region; their values then add up.
func (c *Counter) OfThread() bool { return strings.HasPrefix(c.Domain, OfThread) }

// OfProcess reports whether the counter belongs to the rank's process or its threads: no other rank sees the same.
func (c *Counter) OfProcess() bool { return c.OfThread() || strings.HasPrefix(c.Domain, "process") }

// The counters of a region of MPI calls: the bytes that they sent and received.
const (
	MPISent     = "MPI_SENT"
	MPIReceived = "MPI_RECEIVED"
)

// DeviceCopied counts the bytes copied by devices in regions of device time, and in the regions around them.
const DeviceCopied = "GPU_COPIED"

// Int128 is a signed integer of 128 bits, Hi·2⁶⁴ + Lo.
type Int128 struct {
	Hi int64
	Lo uint64
}

// Float64 returns the nearest float64.
func (v Int128) Float64() float64 {
	if v.Hi < 0 {
		return -v.size().Float64()
	}
	return v.size().Float64()
}

// size is v without its sign.
func (v Int128) size() Uint128 {
	if v.Hi < 0 {
		return Uint128{uint64(v.Hi), v.Lo}.negative()
	}
	return Uint128{uint64(v.Hi), v.Lo}
}

// negative is −u as the two's complement.
func (u Uint128) negative() Uint128 {
	lo, borrow := bits.Sub64(0, u.Lo, 0)
	return Uint128{-u.Hi - borrow, lo}
}

// MarshalJSON returns v as a number.
func (v Int128) MarshalJSON() ([]byte, error) {
	if v.Hi < 0 {
		return []byte("-" + v.size().String()), nil
	}
	return []byte(v.size().String()), nil
}

// UnmarshalJSON reads the output of MarshalJSON.
func (v *Int128) UnmarshalJSON(text []byte) error {
	digits, negative := bytes.CutPrefix(text, []byte("-"))
	size, ok := parseUint128(digits)
	if largest := (Uint128{1 << 63, 0}); !ok || size.Cmp(largest) > 0 || size == largest && !negative {
		return fmt.Errorf("%.60q, expected an integer of 128 bits", text)
	}
	if negative {
		size = size.negative()
	}
	*v = Int128{int64(size.Hi), size.Lo}
	return nil
}

// CounterStats holds a Counter of one region over the ranks that measured it, in steps.
type CounterStats struct {
	Ranks   int     `json:"ranks"` // that measured it; 0: none did, and all else but Left is 0
	Sum     Int128  `json:"sum"`
	Squares Uint128 `json:"squares"`
	Min     Extreme `json:"min"` // of a rank; their Track is the track that has most of it there, 0 if that is not known
	Max     Extreme `json:"max"`

	// RankHistogram counts the ranks by their value in RankBins bins of equal width between Min and
	// Max.
	RankHistogram []uint32  `json:"rank_histogram,omitempty"`
	RankSets      []RankSet `json:"rank_sets,omitempty"` // see Region

	// LeftOut is the number of timed calls of these ranks that are left out, because their counts are unknown.
	LeftOut uint64 `json:"left_out,omitzero"`

	// Turns is how long these ranks counted it.
	Turns Turns `json:"turns,omitzero"`
}

// Mean returns the mean value of a rank, in steps, over the Ranks that measured it.
func (v *CounterStats) Mean() float64 {
	if v.Ranks == 0 {
		return 0
	}
	return v.Sum.Float64() / float64(v.Ranks)
}

// StdDev returns the sample standard deviation (n−1) of the value of a rank, in steps, or 0 for fewer than
// two ranks.
func (v *CounterStats) StdDev() float64 {
	return deviation(uint64(v.Ranks), v.Sum.size(), v.Squares)
}

// In a reduction the values of a region are paths below it, of one call that took so long. So they go
// the way of everything else. A flag of the path tells them from regions, whose names may be anything,
// and valueSalt does in its key.
const valueSalt = 0x452821e638d01377 // further digits of π

// code returns the counter as a text, which is the name of the path of its values.
func (q *Counter) code() string {
	return strings.Join([]string{
		strconv.Quote(q.Name), strconv.Quote(q.Unit), strconv.FormatFloat(q.Step, 'g', -1, 64), strconv.Quote(q.Domain), strconv.FormatBool(q.Peak),
	}, " ")
}

// counterOf is the inverse of code. What came from another rank may be anything.
func counterOf(code string) (q Counter) {
	rest := code
	field := func() string {
		if quoted, err := strconv.QuotedPrefix(rest); err == nil {
			rest = strings.TrimPrefix(rest[len(quoted):], " ")
			text, _ := strconv.Unquote(quoted)
			return text
		}
		var text string
		text, rest, _ = strings.Cut(rest, " ")
		return text
	}
	q.Name, q.Unit = field(), field()
	q.Step, _ = strconv.ParseFloat(field(), 64)
	q.Domain = field()
	q.Peak = field() == "true"
	return q
}

// mostValue bounds values, so that none is below 0 when it is stored with valueBias added: times are
// not, and values go the way of times.
const (
	mostValue = 1<<61 - 1
	valueBias = 1 << 61
)

// NoValue marks a value of Node.Values that was not measured.
const NoValue = math.MinInt64

// Value returns the value of counter j in node i, in steps, or false if it is unknown.
func (p *Profile) Value(i, j int) (int64, bool) {
	values := p.Nodes[i].Values
	if j >= len(values) || values[j] == NoValue || !p.Counts(j) {
		return 0, false
	}
	return values[j], true
}

// measuredBy calls f for each value of p, in the order in which they stand behind the nodes, with the number of calls
// that are left out of it. Of one of which all are left out, biased is -1. Behind them stand the useful times of the nodes, if they
// are known.
func (p *Profile) measuredBy(useful []int64, f func(node, counter int, biased int64, left uint64, turns Turns)) {
	for i := range p.Nodes {
		if len(p.Counters) == 0 {
			break
		}
		for j := range p.Nodes[i].Values {
			left, turns := p.Nodes[i].left(j), p.Nodes[i].turns(j)
			if v, known := p.Value(i, j); known {
				f(i, j, min(max(v, -mostValue), mostValue)+valueBias, left, turns)
			} else if left > 0 || turns.Due > 0 {
				f(i, j, -1, left, turns)
			}
		}
	}
	for i, v := range useful {
		if v != NoValue {
			f(i, len(p.Counters), v+valueBias, 0, Turns{})
		}
	}
}

// left is how many calls are left out of value j, turns for how long it was counted, and most the track that has most of it.
func (n *Node) left(j int) uint64 { return entry(n.LeftOut, j) }
func (n *Node) turns(j int) Turns { return entry(n.Turns, j) }
func (n *Node) most(j int) int    { return entry(n.LargestTracks, j) }

func entry[T any](list []T, j int) (v T) {
	if j < len(list) {
		v = list[j]
	}
	return v
}

// values is how many values p has, without useful times.
func (p *Profile) values() int {
	n := 0
	p.measuredBy(nil, func(int, int, int64, uint64, Turns) { n++ })
	return n
}

// loadValues adds the values of p to d behind its nodes, which stand from base on.
func (d *partial) loadValues(p *Profile, base int, times []int64) {
	if len(p.Counters) == 0 && times == nil {
		return
	}
	names := []string(nil)
	for _, q := range append(slices.Clone(p.Counters), useful) {
		names = append(names, q.code())
	}
	p.measuredBy(times, func(node, counter int, biased int64, left uint64, turns Turns) {
		at := len(d.keys)
		value := path{PathKey{base + node, d.paths[base+node].Environment, names[counter]}, true}
		d.keys = append(d.keys, value.key(d.keys[base+node], d.environments.keys[value.Environment]))
		d.paths = append(d.paths, value)
		d.records = append(d.records, neutralRecord[:]...)
		fillValue(recordAt(d.records, at), biased, left, turns, place(p.Rank, at), place(p.Rank, p.Nodes[node].most(counter)))
		d.walls = append(d.walls, biased)
	})
}

// fillValue writes the record of a value, which is neutral as yet: where it stands first, and on which track it is.
func fillValue(r record, biased int64, left uint64, turns Turns, first, track uint64) {
	r.set(wordFirst, first)
	r.set(wordCounts, left)
	r.set(wordCounts+1, turns.Due)
	r.set(wordCounts+2, turns.Counted)
	if biased < 0 {
		return
	}
	r.set(wordRanks, 1)
	r.setWide(wordWall, Uint128{Lo: uint64(biased)})
	value := biased - valueBias
	r.setWide(wordSquares, Square(uint64(max(value, -value))))
	r.setExtreme(wordMin, biased, track)
	r.setExtreme(wordMax, biased, track)
}

// fillMeasured sets what a record holds of a value.
func (r *recordBytes) fillMeasured(to *CounterStats) {
	*to = CounterStats{Ranks: r.ranks(), LeftOut: r.word(wordCounts), Turns: Turns{r.word(wordCounts + 1), r.word(wordCounts + 2)}}
	if to.Ranks == 0 {
		return
	}
	bias := Mul(valueBias, uint64(to.Ranks))
	wall := r.wide(wordWall)
	lo, borrow := bits.Sub64(wall.Lo, bias.Lo, 0)
	hi, _ := bits.Sub64(wall.Hi, bias.Hi, borrow)
	to.Sum = Int128{int64(hi), lo}
	to.Squares = r.wide(wordSquares)
	to.Min, to.Max = r.extreme(wordMin), r.extreme(wordMax)
	for _, e := range []*Extreme{&to.Min, &to.Max} {
		if e.Rank >= 0 {
			e.Value -= valueBias
		}
	}
}

// checkCounters says what is wrong with the counters of a Profile or a Summary, and with what is known of them.
func checkCounters(counters []Counter, counted []float64, empty []int64) error {
	seen := make(map[Counter]bool, len(counters))
	for i, q := range counters {
		if q.Name == "" || !(q.Step > 0) || math.IsInf(q.Step, 0) {
			return fmt.Errorf("counter %d %q has a step of %g", i, q.Name, q.Step)
		}
		if seen[q] {
			return fmt.Errorf("counter %d %q stands there twice", i, q.Name)
		}
		seen[q] = true
	}
	if len(counted) > len(counters) || slices.ContainsFunc(counted, func(share float64) bool { return !(share >= 0 && share <= 1) }) {
		return fmt.Errorf("counted for %g of the time, of %d counters: want shares of 0 to 1", counted, len(counters))
	}
	if len(empty) > len(counters) || slices.ContainsFunc(empty, func(v int64) bool { return v < 0 }) {
		return fmt.Errorf("an empty region counts %d of %d counters, want none below 0", empty, len(counters))
	}
	return nil
}

// check says what is wrong with a value of a Summary in which so many ranks took part.
func (v *CounterStats) check(ranks, size int) error {
	switch {
	case v.Ranks < 0 || v.Ranks > ranks:
		return fmt.Errorf("a value of %d ranks of %d", v.Ranks, ranks)
	case v.Ranks > 0 && v.Min.Value > v.Max.Value:
		return fmt.Errorf("a smallest value %d above the largest %d", v.Min.Value, v.Max.Value)
	case len(v.RankHistogram) != 0 && len(v.RankHistogram) != RankBins:
		return fmt.Errorf("a value in %d bins, want %d", len(v.RankHistogram), RankBins)
	case !validSets(v.RankSets, size):
		return fmt.Errorf("ranks %v of the bins of a value, want %d sets of ranks below %d", v.RankSets, rankSets, size)
	}
	for _, e := range [...]Extreme{v.Min, v.Max} {
		if e.Rank < -1 || e.Rank >= size || e.Track < 0 {
			return fmt.Errorf("a value of rank %d, thread %d", e.Rank, e.Track)
		}
	}
	return nil
}
