// Command readme puts the figures that "make bench" has written and the tree that "make demo" has written into the documents,
// between their markers, and a few of each into the README: figures there are never typed.
//
//	readme [FIGURES TREE]     bench/figures.txt and demo/tree.txt without them
package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
)

// Rows of the tree, and figures, for the README.
var (
	rows = regexp.MustCompile(`^(Total |├ (init|run_loop) |│ ├ step |│ │ [├└] [a-z]|└ finalize )`)
	cost = regexp.MustCompile(`^(pair/(handle|name|other-goroutine|sampled16)|memory/timer|tables/watched|reduce/same-(4|32)) `)
)

func main() {
	figures, tree := "bench/figures.txt", "demo/tree.txt"
	if len(os.Args) == 3 {
		figures, tree = os.Args[1], os.Args[2]
	}
	if err := run(figures, tree); err != nil {
		fmt.Fprintln(os.Stderr, "readme:", err)
		os.Exit(1)
	}
}

func run(figuresName, treeName string) error {
	figures, err := read(figuresName)
	if err != nil {
		return err
	}
	tree, err := read(treeName)
	if err != nil {
		return err
	}
	for _, to := range []struct{ page, mark, text string }{
		{"docs/performance.md", "figures", figures}, {"docs/tree.md", "tree", tree},
		{"README.md", "rows", extract(tree)}, {"README.md", "cost", matching(figures, cost)},
	} {
		page, err := os.ReadFile(to.page)
		if err != nil {
			return err
		}
		changed, err := between(string(page), to.mark, to.text)
		if err != nil {
			return fmt.Errorf("%s: %w", to.page, err)
		}
		if err := os.WriteFile(to.page, []byte(changed), 0o666); err != nil {
			return err
		}
	}
	return nil
}

func read(name string) (string, error) {
	text, err := os.ReadFile(name)
	if err != nil || len(text) == 0 {
		return "", fmt.Errorf("there is no %s; run make bench and make demo first", name)
	}
	return string(text), nil
}

// between replaces what stands between two marks of a page by a block of plain text.
func between(page, mark, text string) (string, error) {
	before, rest, begins := strings.Cut(page, "<!-- "+mark+" -->\n")
	_, after, ends := strings.Cut(rest, "<!-- /"+mark+" -->\n")
	if !begins || !ends {
		return "", fmt.Errorf("it lacks the marks of %q", mark)
	}
	return before + "<!-- " + mark + " -->\n```text\n" + text + "```\n<!-- /" + mark + " -->\n" + after, nil
}

// extract is the head of a tree and some of its rows, up to the second table.
func extract(tree string) string {
	head, body, _ := strings.Cut(tree, "\nregion")
	title, body, _ := strings.Cut(body, "\n")
	first, _, _ := strings.Cut(body, "\n\n")
	return head + "\nregion" + title + "\n" + matching(first+"\n", rows)
}

func matching(text string, what *regexp.Regexp) (lines string) {
	for line := range strings.Lines(text) {
		if what.MatchString(line) {
			lines += line
		}
	}
	return lines
}
