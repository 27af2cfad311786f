package tree

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/internal/columns"
	"github.com/go-hpc/timers/stats"
)

// Derived is a column that is computed from others.
type Derived struct {
	Name, Unit string

	// Value computes it from means over ranks: counters by name, in their units, and TIME in seconds.
	// Unknown values are NaN.
	Value func(mean func(name string) float64) float64
}

// TimeName is the name by which a Derived asks for the mean time of a rank.
const TimeName = "TIME"

// counters appends the table of what was measured beside time.
func (t *Tree) counters(to []byte) []byte {
	if rows := t.CounterRows(); rows != nil {
		to = t.fill(rows, t.CounterColumns()).write(append(to, '\n'))
	}
	return to
}

// CounterRows returns the rows of regions with counters, of their own or inside them, or nil if all are
// zero, which Foot then mentions.
func (t *Tree) CounterRows() []Row {
	t.zeros = !slices.ContainsFunc(t.s.Regions, func(r stats.Region) bool {
		return slices.ContainsFunc(r.Values, func(v stats.CounterStats) bool { return v.Min.Value != 0 || v.Max.Value != 0 || v.LeftOut > 0 })
	})
	if t.counting = len(t.s.Counters) > 0; t.zeros {
		return nil
	}
	return t.rows(true)
}

// CounterColumns returns the columns of the counters: for each the mean over the ranks and the largest
// value with its rank, and the derived columns.
func (t *Tree) CounterColumns() (list []Column) {
	for i := range t.s.Counters {
		q := &t.s.Counters[i]
		value := func(r *Row) (v *stats.CounterStats, sign string) {
			if v = t.value(r, i); v == nil || v.Ranks == 0 {
				return nil, ""
			}
			return v, t.about(t.s.Estimates(t.of(r), i))
		}
		list = append(list, Column{Title: t.counterTitle(q), none: dash, Drop: 2 * (len(t.s.Counters) - i), cell: func(t *Tree, to []byte, r *Row) []byte {
			if v, sign := value(r); v != nil {
				to = append(append(to, sign...), t.amount(v.Mean()*q.Step, q.Unit)...)
			}
			return to
		}})
		if q.Name == stats.DeviceCopied {
			list = append(list, t.rateColumn(i))
		}
		if t.leaves(i) {
			list = append(list, Column{Title: "of calls", none: dash, Drop: 2 * (len(t.s.Counters) - i), cell: func(t *Tree, to []byte, r *Row) []byte {
				if v := t.value(r, i); v != nil && (v.Ranks > 0 || v.LeftOut > 0) {
					timed := t.of(r).Countable()
					to = strconv.AppendUint(append(strconv.AppendUint(to, timed-min(v.LeftOut, timed), 10), '/'), timed, 10)
				}
				return to
			}})
		}
		if t.takesTurns(i) {
			list = append(list, Column{Title: "counted", none: dash, Drop: 2 * (len(t.s.Counters) - i), cell: func(t *Tree, to []byte, r *Row) []byte {
				if v := t.value(r, i); v != nil && v.Turns.Due > 0 {
					to = append(columns.AppendFixed(to, 100*v.Turns.Share(), 0), " %"...)
				}
				return to
			}})
		}
		if t.serial() {
			continue
		}
		drop := 2*(len(t.s.Counters)-i) - 1
		list = append(list, Column{Title: "max", none: dash, Drop: drop, cell: func(t *Tree, to []byte, r *Row) []byte {
			if v, sign := value(r); v != nil {
				to = append(append(to, sign...), t.amount(float64(v.Max.Value)*q.Step, q.Unit)...)
			}
			return to
		}}, Column{Title: "(rank)", Words: true, Drop: drop, cell: func(t *Tree, to []byte, r *Row) []byte {
			if v, _ := value(r); v != nil && v.Max.Rank >= 0 {
				to = append(strconv.AppendInt(append(to, '('), int64(v.Max.Rank), 10), ')')
			}
			return to
		}})
	}
	return append(list, t.derivedColumns()...)
}

func (t *Tree) derivedColumns() (list []Column) {
	for _, d := range t.o.Derived {
		list = append(list, Column{Title: t.name(d.Name), Drop: 1, none: dash, cell: func(t *Tree, to []byte, r *Row) []byte {
			estimated := false
			cell := t.amount(d.Value(t.meanOf(t.of(r), &estimated)), d.Unit)
			if cell != dash {
				cell = t.about(estimated) + cell
			}
			return append(to, cell...)
		}})
	}
	return list
}

// value is that of a counter in the region that a row stands for, nil for none.
func (t *Tree) value(r *Row, counter int) *stats.CounterStats {
	if of := t.of(r); of != nil && counter < len(of.Values) {
		return &of.Values[counter]
	}
	return nil
}

// rateColumn is what devices have copied in a second of their time: that of a region of the host says nothing of it.
func (t *Tree) rateColumn(i int) Column {
	return Column{Title: "rate", none: dash, Drop: 2 * (len(t.s.Counters) - i), cell: func(t *Tree, to []byte, r *Row) []byte {
		if v := t.value(r, i); v != nil && v.Ranks > 0 && t.of(r).OnDevice() {
			to = append(to, t.amount(v.Mean()/(t.of(r).MeanOverRanks()/1e9), "B/s")...)
		}
		return to
	}}
}

func (t *Tree) counterTitle(q *stats.Counter) string {
	name := t.name(q.Name)
	if q.Peak {
		return name + ", largest"
	}
	return name
}

// takesTurns reports whether a counter was not counted all the time in some region.
func (t *Tree) takesTurns(i int) bool {
	return slices.ContainsFunc(t.s.Regions, func(r stats.Region) bool { return i < len(r.Values) && r.Values[i].Turns.Share() < 1 })
}

// leaves reports whether calls are left out of a counter in some region.
func (t *Tree) leaves(i int) bool {
	return slices.ContainsFunc(t.s.Regions, func(r stats.Region) bool { return i < len(r.Values) && r.Values[i].LeftOut > 0 })
}

// about stands before what was estimated, as before times.
func (t *Tree) about(estimated bool) string {
	if estimated {
		return "~"
	}
	return ""
}

// meanOf finds means of a region by name, and whether any of them was estimated.
func (t *Tree) meanOf(r *stats.Region, estimated *bool) func(name string) float64 {
	return func(name string) float64 {
		if name == TimeName && r.Ranks > 0 {
			*estimated = *estimated || r.Estimated
			return r.MeanOverRanks() / 1e9
		}
		for i := range t.s.Counters {
			if q := &t.s.Counters[i]; q.Name == name && i < len(r.Values) && r.Values[i].Ranks > 0 {
				*estimated = *estimated || t.s.Estimates(r, i)
				return r.Values[i].Mean() * q.Step
			}
		}
		return math.NaN()
	}
}

// prefixes of units: each is a thousand times the one before.
const prefixes = "num kMGTPE"

// amount prints a value with four significant digits and a prefix of its unit.
func (t *Tree) amount(v float64, unit string) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return dash
	}
	at, size := strings.IndexByte(prefixes, ' '), math.Abs(v)
	if unit == "" && size < 1000 {
		return t.signed(strconv.FormatFloat(v, 'g', 4, 64))
	}
	for size >= 999.95 && at < len(prefixes)-1 {
		size, at = size/1000, at+1
	}
	for size < 1 && size > 0 && at > 0 && unit != "B" && unit != "" {
		size, at = size*1000, at-1
	}
	prefix := strings.TrimSpace(prefixes[at : at+1])
	if prefix == "u" && !t.ascii {
		prefix = "µ"
	}
	return t.signed(strings.TrimSpace(string(columns.AppendFixed(nil, math.Copysign(size, v), decimals(size))) + " " + prefix + t.text(unit)))
}

// signed gives a number the sign of the page.
func (t *Tree) signed(text string) string {
	if rest, negative := strings.CutPrefix(text, "-"); negative {
		return t.minus + rest
	}
	return text
}

// counterNotes says what the columns of counters mean.
func (t *Tree) counterNotes() []string {
	if !t.counting {
		return nil
	}
	if t.zeros {
		return []string{"Counters: nothing was counted."}
	}
	lines := []string{"Counters: counts per region, averaged over the ranks that measured them."}
	if t.serial() {
		lines[0] = "Counters: counts per region."
	}
	if text := t.s.CountedNote(t.name); text != "" {
		lines = append(lines, text)
	}
	shared, peaks := false, false
	for i := range t.s.Counters {
		q := &t.s.Counters[i]
		shared, peaks = shared || !q.OfProcess(), peaks || q.Peak
	}
	lines = append(lines, t.threadNotes()...)
	lines = append(lines, t.childrenNotes()...)
	if peaks {
		lines = append(lines, "largest: the largest reading at the end of a call, of the region or of one inside it.")
	}
	if shared {
		var names []string
		for i := range t.s.Counters {
			if q := &t.s.Counters[i]; !q.OfProcess() {
				names = append(names, t.name(q.Name)+" of the "+t.name(q.Domain))
			}
		}
		lines = append(lines, "Each rank sees the counts of its whole node or device, including other ranks' share: "+strings.Join(names, ", ")+".")
	}
	for _, d := range t.o.Derived {
		if d.Unit != "" {
			lines = append(lines, fmt.Sprintf("%s in %s.", t.name(d.Name), t.name(d.Unit)))
		}
	}
	return lines
}

// threadNotes say of which threads counters are, and of which of their calls.
func (t *Tree) threadNotes() (lines []string) {
	var names []string
	leaves, turns := false, false
	for i := range t.s.Counters {
		q := &t.s.Counters[i]
		if q.OfThread() {
			names = append(names, t.name(q.Name)+strings.TrimPrefix(t.name(q.Domain), stats.OfThread))
		}
		leaves = leaves || t.leaves(i)
		turns = turns || t.takesTurns(i)
	}
	if len(names) > 0 {
		lines = append(lines, "Of the thread that ran the region, without threads and programs that it started: "+strings.Join(names, ", ")+".")
	}
	if leaves {
		lines = append(lines, "of calls: the timed calls that the count covers. In the others it is unknown: the goroutine left its thread (if no call has a count, set CountersLock: true, which keeps it there), the processor had no free counter, or the time was added.")
	}
	if turns {
		lines = append(lines, "counted: the share of a region's time in which the events were counted, because the hardware has too few counters for all; ~ before a count: estimated from that share.")
	}
	return lines
}

// childrenNotes say which counters of a process have more than that.
func (t *Tree) childrenNotes() []string {
	var names []string
	for i := range t.s.Counters {
		if q := &t.s.Counters[i]; q.OfProcess() && !q.OfThread() && q.Domain != "process" {
			names = append(names, t.name(q.Name))
		}
	}
	if names == nil {
		return nil
	}
	return []string{"Of the process and the programs that it starts: " + strings.Join(names, ", ") + "."}
}

// empty says what counters count where nothing is done.
func (t *Tree) empty() (lines []string) {
	var parts []string
	for i, v := range t.s.Empty {
		if q := &t.s.Counters[i]; v > 0 {
			parts = append(parts, t.name(q.Name)+" "+t.amount(float64(v)*q.Step, q.Unit))
		}
	}
	if parts == nil {
		return nil
	}
	return []string{"counters: subtracted from each call, the count of an empty region: " + strings.Join(parts, ", ")}
}
