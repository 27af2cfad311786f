package main

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A grid never leaves the page if what may be cut can be, and its columns stand below each other.
func TestGridFitsThePage(t *testing.T) {
	word := rapid.StringMatching(`[a-z]{0,20}`)
	rapid.Check(t, func(t *rapid.T) {
		g := &grid{columns: []column{
			{title: "name", flexible: 3}, {title: "N", right: true, least: 4}, {title: "x", drop: 2}, {title: "y", drop: 1, tight: true}, {title: "path", flexible: 5, tail: true},
		}}
		for range rapid.IntRange(0, 5).Draw(t, "rows") {
			g.add(plain(word.Draw(t, "name")), plain(rapid.StringMatching(`[0-9]{1,6}`).Draw(t, "n")), plain(word.Draw(t, "x")), plain(word.Draw(t, "y")), plain(word.Draw(t, "path")))
		}
		page := rapid.IntRange(0, 90).Draw(t, "page")
		title, rows := g.lines(page)
		end := slices.Index([]rune(title.String()), 'N') + 1 // the right edge of the numbers
		for k, row := range append([]line{title}, rows...) {
			const least = 4 + 2 + 6 + 2 + 5 // the first column is as wide as its title at least
			if page >= least && row.width() > page {
				t.Errorf("%q has %d columns, want at most %d", row, row.width(), page)
			}
			text := []rune(row.String())
			if k > 0 && (len(text) < end || text[end-1] == ' ') {
				t.Errorf("%q: no number ends in column %d", row, end)
			}
		}
	})
}
