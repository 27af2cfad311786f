package cli

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/internal/printable"
)

func TestDuration(t *testing.T) {
	for ns, want := range map[float64]string{
		0: "0 s ", -5: "0 s ", math.NaN(): "0 s ", 12.6: "13 ns", 999.96: "1.000 µs", 12345: "12.35 µs",
		999951: "1.000 ms", 12.346e9: "12.35 s ", 86400e9: "86400 s ",
	} {
		if got := Duration(ns); got != want {
			t.Errorf("%g ns is %q, want %q", ns, got, want)
		}
	}
	for d, want := range map[time.Duration]string{
		1500 * time.Millisecond: "1.500 s", 100 * time.Second: "1 min 40 s", 3*time.Hour + 62*time.Second: "3 h 1 min",
		50 * time.Hour: "2 d 2 h",
	} {
		if got := Length(d); got != want {
			t.Errorf("%s is %q, want %q", d, got, want)
		}
	}
	if got := Age(1900 * time.Millisecond); got != "1 s" {
		t.Errorf("got %q", got)
	}
}

func TestQuantityKeepsItsColumn(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", -1: "0", 0.25: "0.25", 0.9999: "1.0", 12.34: "12.3", 99.96: "100", 1234: "1234", 12345: "12.3k",
		123456: "123k", 999999: "1.0M", 3.2e9: "3.2G", 4.6e18: "4.6E", 1e30: "many",
	} {
		if got := Quantity(v); got != want {
			t.Errorf("%g is %q, want %q", v, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		if v := rapid.Float64().Draw(t, "v"); len(Quantity(v)) > 5 {
			t.Errorf("%g is %q", v, Quantity(v))
		}
		if n := rapid.Uint64().Draw(t, "n"); len(Calls(n)) > 6 {
			t.Errorf("%d is %q", n, Calls(n))
		}
	})
}

func TestRankList(t *testing.T) {
	for want, ranks := range map[string][]int{
		"": nil, "7": {7}, "0-1": {0, 1}, "0-2,5": {0, 1, 2, 5}, "3,7,9": {3, 7, 9},
		"0-62:2": even(0, 62), "0,4-6,8-14:2": {0, 4, 5, 6, 8, 10, 12, 14},
	} {
		if got := RankList(ranks); got != want {
			t.Errorf("%v is %q, want %q", ranks, got, want)
		}
	}
}

func even(from, to int) (ranks []int) {
	for r := from; r <= to; r += 2 {
		ranks = append(ranks, r)
	}
	return ranks
}

// What is listed are the ranks, each once.
func TestRankListIsTheRanks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ranks := rapid.SliceOfNDistinct(rapid.IntRange(0, 90), 0, 64, rapid.ID).Draw(t, "ranks")
		slices.Sort(ranks)
		var read []int
		for _, part := range strings.Split(RankList(ranks), ",") {
			if part == "" {
				continue
			}
			span, stride, strided := strings.Cut(part, ":")
			from, to, several := strings.Cut(span, "-")
			first, step := number(t, from), 1
			last := first
			if several {
				last = number(t, to)
			}
			if strided {
				step = number(t, stride)
			}
			for r := first; r <= last; r += step {
				read = append(read, r)
			}
		}
		if !slices.Equal(read, ranks) {
			t.Errorf("%v is %q", ranks, RankList(ranks))
		}
		if n := Count(RangesOf(ranks)); n != len(ranks) {
			t.Errorf("%d ranks, counted %d", len(ranks), n)
		}
	})
}

func number(t *rapid.T, s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		s    string
		n    int
		want string
		left string
	}{
		{"halo", 4, "halo", "halo"}, {"halos", 4, "hal…", "…los"}, {"halo", 1, "…", "…"}, {"halo", 0, "", ""}, {"halo", -1, "halo", "halo"},
		{"温度场", 4, "温…", "…场"},
	} {
		if got := Cut(c.s, c.n); got != c.want {
			t.Errorf("%q in %d columns is %q, want %q", c.s, c.n, got, c.want)
		}
		if got := CutLeft(c.s, c.n); got != c.left {
			t.Errorf("the end of %q in %d columns is %q, want %q", c.s, c.n, got, c.left)
		}
	}
}

// Whatever a file holds, nothing of it steers the terminal, and nothing is wider than it may be.
func TestCleanText(t *testing.T) {
	if got := printable.Line("a\x1b[2J\tb\xff"); got != `a\x1b[2J\tb\xff` {
		t.Errorf("got %q", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		s := printable.Line(rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, "s"))
		if !utf8.ValidString(s) || strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) >= 0 {
			t.Errorf("%q does not print", s)
		}
		n := rapid.IntRange(0, 20).Draw(t, "n")
		for _, short := range []string{Cut(s, n), CutLeft(s, n)} {
			if Width(short) > n {
				t.Errorf("%q has %d columns, want at most %d", short, Width(short), n)
			}
		}
	})
}
