package read

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/gptlcompat/internal/layout"
	"github.com/go-hpc/timers/stats"
)

// scaledRows are rows whose times are scaled from a sample of the calls.
type scaledRows []scaledRange

// scaledRange are the rows of a track from the first to the last, counted from 0.
type scaledRange struct{ track, first, last int }

func (r scaledRange) compare(track, row int) int {
	return cmp.Or(cmp.Compare(r.track, track), cmp.Compare(r.first, row))
}

// cutScaled takes from the first line of a file what our writers add to it.
func cutScaled(line string) (rest string, list scaledRows) {
	parts := strings.Split(line, layout.Scaled)
	for _, part := range parts[1:] {
		part, thread, _ := strings.Cut(part, " of thread ")
		track, _ := strconv.Atoi(thread)
		for part := range strings.SplitSeq(part, ",") {
			from, to, several := strings.Cut(part, "-")
			first, _ := strconv.Atoi(from)
			last, _ := strconv.Atoi(to)
			if !several {
				last = first
			}
			list = append(list, scaledRange{track, first - 1, last - 1})
		}
	}
	slices.SortFunc(list, func(a, b scaledRange) int { return a.compare(b.track, b.first) })
	return parts[0], list
}

func (s scaledRows) has(track, row int) bool {
	at, is := slices.BinarySearchFunc(s, row, func(r scaledRange, row int) int { return r.compare(track, row) })
	return is || at > 0 && s[at-1].track == track && row <= s[at-1].last
}

func (s scaledRows) regions(of *stats.Summary) {
	for i := range of.Regions {
		if s.has(0, i) {
			of.Regions[i].Estimated = true
		}
	}
}
