// Command crawl reads the pages of a made-up site, a few at a time, and counts their words.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"example.com/group"
)

var errEmpty = errors.New("empty page")

func main() {
	words, err := crawl(context.Background(), makeSite(120))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(words)
}

func makeSite(pages int) []string {
	site := make([]string, pages)
	for i := range site {
		var b strings.Builder
		for j := range 2000 {
			fmt.Fprintf(&b, "word%d ", (i+j)%97)
		}
		site[i] = b.String()
	}
	return site
}

func crawl(ctx context.Context, site []string) (int, error) {
	g := group.WithLimit(4)
	counts := make([]int, len(site))
	for i, page := range site {
		g.Go(func() error {
			counts[i] = parse(page)
			if counts[i] == 0 {
				return errEmpty
			}
			return ctx.Err()
		})
	}
	if err := g.Wait(); err != nil {
		return 0, err
	}
	return sum(counts), nil
}

func parse(page string) int {
	seen := make(map[string]int)
	for _, w := range strings.Fields(page) {
		seen[w]++
	}
	return len(seen)
}

func sum(counts []int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}
