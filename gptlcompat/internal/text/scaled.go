package text

import (
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/gptlcompat/internal/layout"
	"github.com/go-hpc/timers/gptlcompat/internal/rows"
	"github.com/go-hpc/timers/stats"
)

// scaled is what follows the first line of a file: in which rows times are scaled from a sample of the calls. Programs that
// read such files look at its start or pass it over. Rows have numbers, since scripts search files for names.
func scaled(rows int, is func(row int) bool) string {
	var b []byte
	for i, from := 0, 0; i < rows; i, from = i+1, i+1 {
		for i < rows && is(i) {
			i++
		}
		if i > from {
			b = strconv.AppendInt(append(b, ','), int64(from+1), 10)
		}
		if i > from+1 {
			b = strconv.AppendInt(append(b, '-'), int64(i), 10)
		}
	}
	return strings.Replace(string(b), ",", layout.Scaled, min(len(b), 1))
}

func ScaledRegions(s *stats.Summary) string {
	return scaled(len(s.Regions), func(i int) bool { return s.Regions[i].Estimated })
}

func ScaledRows(p *stats.Profile, tables []rows.Table) (text string) {
	for _, t := range tables {
		list := scaled(len(t.Rows), func(i int) bool {
			return slices.ContainsFunc(t.Rows[i].Uses, func(u rows.Use) bool { return p.Nodes[u.Node].Estimated })
		})
		if list != "" && t.Track > 0 {
			list += " of thread " + strconv.Itoa(t.Track)
		}
		text += list
	}
	return text
}

// Completed fills row with a region's completed calls.
func Completed(row *layout.Region, r *stats.Region) {
	row.Region = *r
	if r.Completed <= 0 {
		row.Calls, row.Tracks, row.Total = 0, 0, stats.Uint128{}
		row.TrackMax, row.TrackMin = stats.Extreme{}, stats.Extreme{}
	}
	row.TrackMax.Rank, row.TrackMin.Rank = max(row.TrackMax.Rank, 0), max(row.TrackMin.Rank, 0)
}
