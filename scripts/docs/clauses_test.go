//go:build unix

package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// clause is how sentences are built that put a clause where English has a noun: "what the ranks sent", "the time of which", "that of the
// slowest". One of them is right now and then; many of them make a page that nobody wants to read.
var (
	clause   = regexp.MustCompile(`(?i)\b(of which|that of|those of|by whom|what)\b`)
	sentence = regexp.MustCompile(`[.:!?]\s+|\|`)
	breaks   = regexp.MustCompile(`\n\s*\n|\n *(?:[*-]|\d+\.) |\n#+ |\n\|`)
)

// clauses counts the sentences of a page, and those with such a clause. Fewer than three words are no sentence.
func clauses(page string) (with, all int) {
	for _, paragraph := range breaks.Split("\n"+prose(page), -1) {
		for _, s := range sentence.Split(paragraph, -1) {
			if len(strings.Fields(s)) < 3 {
				continue
			}
			all++
			if clause.MatchString(s) {
				with++
			}
		}
	}
	return with, all
}

// TestClauses holds the share of such sentences. The figures only fall; style.md's anchors have one in a hundred.
func TestClauses(t *testing.T) {
	const most, mostOfPage = 1, 4 // in a hundred sentences
	sum, of := 0, 0
	for _, page := range pages(t) {
		if filepath.Base(page) == "CHANGELOG.md" {
			continue
		}
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		with, all := clauses(string(text))
		t.Logf("%s: %d of %d", page, with, all)
		if all >= 50 && 100*with > mostOfPage*all {
			t.Errorf("%s: %d of %d sentences have \"what\", \"of which\", \"that of\" or \"those of\", want at most %d %%", page, with, all, mostOfPage)
		}
		sum, of = sum+with, of+all
	}
	t.Logf("%d of %d sentences", sum, of)
	if 100*sum > most*of || of < 2500 {
		t.Errorf("%d of %d sentences have such a clause, want at most %d %%", sum, of, most)
	}
}

func TestClausesAreFound(t *testing.T) {
	const page = "# What is it?\n\nThe ranks wait. It is what they do: a thing of which\nlittle is known.\n\n| a | those of two |\n\n```text\nwhat is here does not count\n```\n"
	if with, all := clauses(page); with != 4 || all != 5 {
		t.Errorf("%d of %d, want 4 of 5", with, all)
	}
}
