package gptl

import (
	"regexp"
	"strings"
	"testing"
)

// What began late below what began early stands in the order of first starts in GPTL's files, as its records do.
func TestRowsStandInOrderOfFirstStarts(t *testing.T) {
	folder := begin(t, map[Option]int{Layout: E3SM})
	run := func(path ...string) {
		for _, name := range path {
			ok(t, Start(name))
		}
		for i := range path {
			ok(t, Stop(path[len(path)-1-i]))
		}
	}
	run("init", "first")
	run("write", "comm", "swap")
	run("init", "second", "swap")
	run("init", "second", "swap")
	elsewhere(func() { run("write", "elsewhere") })
	names := func(text, pattern string) string {
		var list []string
		for _, m := range regexp.MustCompile(`(?m)^`+pattern).FindAllStringSubmatch(text, -1) {
			list = append(list, m[1])
		}
		return strings.Join(list, " ")
	}
	ok(t, PrintSummaryFile(nil, "all"))
	equal(t, "all ranks", names(content(t, folder, "all"), `"(\w+)"`), "init first write comm swap second elsewhere")
	ok(t, PrintFile("rank"))
	text := content(t, folder, "rank")
	equal(t, "the tree", names(text, `[* ] +"(\w+)"`), "init first second swap write comm write elsewhere")
	equal(t, "the parents of swap", names(text, ` +\d+ +(comm|second|swap) `), "comm second swap")

	ok(t, SetOption(Layout, Upstream))
	ok(t, PrintSummary(nil))
	equal(t, "all ranks, upstream", names(content(t, folder, "timing.summary"), `(\w+) +\d+ +\d+ `), "init first write comm swap second elsewhere")
	path := func() (all []string) {
		p := Profile()
		for i := range p.Nodes {
			all = append(all, pathOf(p, i))
		}
		return all
	}
	equal(t, "the profile", strings.Join(path(), " "), "init init/first write write/comm write/comm/swap init/second init/second/swap write/elsewhere")
}
