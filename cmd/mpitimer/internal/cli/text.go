package cli

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/go-hpc/timers/internal/columns"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// Width returns how many columns of a terminal a text takes.
func Width(s string) int { return columns.Width(s) }

// asciiOf replaces the characters beyond ASCII that this program draws with. Each replacement takes the same
// number of columns.
var asciiOf = strings.NewReplacer("├ ", "|-", "└ ", "`-", "│ ", "| ", "…", "~", "≥ ", ">=", "µs", "us", "−", "-", "·", "-",
	"█", "#", "▉", "#", "▊", "#", "▋", "#", "▌", "=", "▍", "-", "▎", "-", "▏", ".",
	"↑↓", "jk", "↑ ↓ ", "    ", "⏎", "o", "←", "h", "→", "l")

// toASCII leaves no other characters in a text, not even in names.
func ToASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return '?'
		}
		return r
	}, asciiOf.Replace(s))
}

// Cut shortens a text to the given number of columns; below 0 means no limit.
func Cut(s string, width int) string { return columns.Cut(s, width, "…") }

// CutLeft does the same at the other end: of a long path the end says most.
func CutLeft(s string, width int) string { return columns.CutLeft(s, width, "…") }

// duration prints nanoseconds as the tree does, so that the numbers of a column end below each other.
func Duration(ns float64) string { return tree.Duration(ns) }

// length formats a duration for running text, where hours are read more easily than tens of thousands of
// seconds.
func Length(d time.Duration) string {
	switch {
	case d < 100*time.Second:
		return strings.TrimRight(Duration(float64(d)), " ")
	case d < time.Hour:
		return fmt.Sprintf("%d min %d s", d/time.Minute, d%time.Minute/time.Second)
	case d < 24*time.Hour:
		return fmt.Sprintf("%d h %d min", d/time.Hour, d%time.Hour/time.Minute)
	}
	return fmt.Sprintf("%d d %d h", d/(24*time.Hour), d%(24*time.Hour)/time.Hour)
}

// age formats a length whose fractions would only distract.
func Age(d time.Duration) string {
	if d < 100*time.Second {
		return fmt.Sprintf("%d s", max(d, 0)/time.Second)
	}
	return Length(d)
}

// percent prints a share in percent.
func Percent(share float64) string { return strconv.FormatFloat(100*share, 'f', 1, 64) }

// Quantity prints a count or a rate in five columns at most: 0.25, 12.5, 1234, 12.3k, 123M.
func Quantity(v float64) string {
	switch {
	case !(v > 0):
		return "0"
	case v < 0.9995:
		return strconv.FormatFloat(v, 'f', 2, 64)
	case v < 99.95:
		return strconv.FormatFloat(v, 'f', 1, 64)
	case v < 9999.5:
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	for _, prefix := range []string{"k", "M", "G", "T", "P", "E"} {
		v /= 1000
		switch {
		case v < 99.95:
			return strconv.FormatFloat(v, 'f', 1, 64) + prefix
		case v < 999.5:
			return strconv.FormatFloat(v, 'f', 0, 64) + prefix
		}
	}
	return "many"
}

// calls prints a count in six columns at most.
func Calls(n uint64) string {
	if n < 1e6 {
		return strconv.FormatUint(n, 10)
	}
	return Quantity(float64(n))
}

// Shortened leaves out the middle of a long list.
func Shortened(names []string) []string {
	const most = 6
	if len(names) <= most {
		return names
	}
	return append(append(names[:most-1:most-1], "…"), names[len(names)-1])
}

// Plural counts things: 1 rank, 2 ranks.
func Plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// RankList prints ranks, which ascend, as batch systems do: 0-2,5,8-62:2
func RankList(ranks []int) string { return tree.Ranks(RangesOf(ranks)) }

// RangesOf joins ranks, which ascend, to runs.
func RangesOf(ranks []int) []stats.Range {
	var ranges []stats.Range
	for i := 0; i < len(ranks); {
		n, stride := firstRun(ranks[i:])
		ranges = append(ranges, stats.Range{First: ranks[i], Last: ranks[i+n-1], Stride: stride})
		i += n
	}
	return ranges
}

// firstRun returns how many ranks at the start form a run.
func firstRun(ranks []int) (n, stride int) {
	if len(ranks) < 2 {
		return len(ranks), 1
	}
	stride = ranks[1] - ranks[0]
	for n = 2; n < len(ranks) && ranks[n]-ranks[n-1] == stride; n++ {
	}
	if stride != 1 && n < 4 { // 3,7,9 is read more easily than 3-7:4,9
		return 1, 1
	}
	return n, stride
}

// Count returns how many ranks there are in ranges.
func Count(ranges []stats.Range) int {
	n := 0
	for _, s := range ranges {
		n += (s.Last-s.First)/max(s.Stride, 1) + 1
	}
	return n
}
