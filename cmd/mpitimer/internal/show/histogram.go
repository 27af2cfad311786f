package show

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats"
)

// find finds the regions at a path, or whose path ends so: one in each environment. Whole names come before their ends.
func (v *view) find(path string) ([]int, error) {
	var ends []int
	best := byItsEnd
	for i := range v.s.Regions {
		if v.o.environment != "" && v.s.Environments[v.s.Regions[i].Environment].Name != v.o.environment {
			continue
		}
		how := v.naming(path, i)
		if how < best {
			continue
		}
		if how > best {
			best, ends = how, nil
		}
		ends = append(ends, i)
	}
	different := make(map[string]bool)
	for _, i := range ends {
		different[v.path(i)] = true
	}
	switch {
	case len(ends) == 0:
		return nil, fmt.Errorf("no region's path is %q or ends in it%s", path, v.meant(path))
	case len(different) > 1:
		var names []string
		for _, i := range ends[:min(len(ends), 5)] {
			names = append(names, printable.Line(v.path(i)))
		}
		return nil, cli.Usagef("--histogram %s: %d paths end in it; expected one of them: %s", path, len(different), strings.Join(names, ", "))
	}
	return ends, nil
}

// histograms draws one region.
func (v *view) histograms() (lines []string, err error) {
	found, err := v.find(v.o.histogram)
	if err != nil {
		return nil, err
	}
	for k, i := range found {
		if k > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, v.wrapped([]string{v.pathOf(i)})...)
		lines = append(lines, v.overRanks(&v.s.Regions[i])...)
		lines = append(lines, "")
		lines = append(lines, v.overCalls(&v.s.Regions[i])...)
	}
	return lines, nil
}

// overRanks draws how many ranks took how long.
func (v *view) overRanks(r *stats.Region) []string {
	if r.Ranks == 0 || r.Max.Rank < 0 {
		return []string{"over ranks: no rank has run it"}
	}
	title := fmt.Sprintf("over ranks: %d of %d, mean %s, slowest rank %d: %s", r.Ranks, v.s.Environments[r.Environment].Size,
		trimmed(r.MeanOverRanks()), r.Max.Rank, trimmed(float64(r.Max.Value)))
	if r.Min.Rank >= 0 {
		title += fmt.Sprintf(", fastest rank %d: %s", r.Min.Rank, trimmed(float64(r.Min.Value)))
	}
	lines := v.wrapped([]string{title})
	if len(r.RankHistogram) == 0 {
		return append(lines, v.wrapped([]string{"their distribution is not in the files"})...)
	}
	if r.Min.Value == r.Max.Value {
		return append(lines, v.wrapped([]string{"all took the same time"})...)
	}
	low, width := float64(r.Min.Value), float64(r.Max.Value-r.Min.Value)/float64(len(r.RankHistogram))
	var bins []bin
	for i, n := range r.RankHistogram {
		bins = append(bins, bin{low + float64(i)*width, low + float64(i+1)*width, uint64(n)})
	}
	return append(lines, v.draw(bins, "ranks")...)
}

// quantile returns one of the calls, which is read from the histogram unless there are few.
func (v *view) quantile(r *stats.Region, of stats.FigureOf) string {
	f := v.s.Figure(r, of)
	if f.About {
		return "~" + trimmed(f.Value)
	}
	return trimmed(f.Value)
}

// overCalls draws how many calls took how long.
func (v *view) overCalls(r *stats.Region) []string {
	counted := r.CallHistogram.Total()
	if counted == 0 {
		return v.wrapped([]string{"over calls: histograms of calls were not kept; MPITIMER_HISTOGRAMS=true keeps them"})
	}
	title := fmt.Sprintf("over calls: %d timed, mean %s, half below %s, 99 %% below %s", counted, trimmed(r.CallMean()),
		v.quantile(r, stats.FigureCallMedian), v.quantile(r, stats.FigureCallP99))
	if r.CallMax.Rank >= 0 {
		title += fmt.Sprintf(", longest on rank %d: %s", r.CallMax.Rank, trimmed(float64(r.CallMax.Value)))
	}
	h := r.CallHistogram
	var bins []bin
	for i, n := range h.Counts {
		bucket := h.First + i
		bins = append(bins, bin{float64(stats.BucketLow(bucket)), float64(stats.BucketLow(bucket + 1)), n})
	}
	return append(v.wrapped([]string{title}), v.draw(bins, "calls")...)
}

// bin is a row of a histogram.
type bin struct {
	from, to float64
	n        uint64
}

// histogramBar is the length of the longest bar if there is room.
const histogramBar = 40

// draw draws bins, with runs of empty ones as one row.
func (v *view) draw(bins []bin, what string) []string {
	var most uint64
	for _, b := range bins {
		most = max(most, b.n)
	}
	t := &sheet.Table{Columns: []sheet.Column{
		{Title: "from", Right: true}, {Title: "to", Right: true, Drop: 1}, {Title: what, Right: true, Drop: 3}, {Drop: 2},
	}}
	room := histogramBar
	if w := v.o.page.Width; w > 0 {
		room = max(min(room, w-2*len("1.000 ms")-12-3*2), 1)
	}
	for i := 0; i < len(bins); i++ {
		b := bins[i]
		for b.n == 0 && i+1 < len(bins) && bins[i+1].n == 0 {
			i++
			b.to = bins[i].to
		}
		share := float64(b.n) / float64(max(most, 1))
		bar := sheet.Bar(share, room)
		if b.n > 0 && bar == "" {
			bar = "▏" // a single slow rank among a million is what one looks for
		}
		count := strconv.FormatUint(b.n, 10)
		if b.n == 0 {
			count = dash
		}
		t.Add(sheet.Plain(cli.Duration(b.from)), sheet.Plain(cli.Duration(b.to)), sheet.Plain(count), sheet.Styled(bar, sheet.Green))
	}
	return t.Lines(v.o.page.Width, v.o.page.Paint())
}
