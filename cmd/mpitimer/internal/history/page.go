package history

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"slices"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/history"
)

// html is the history as one page: what the table says, and the courses of regions.
func (r *report) html() (string, error) {
	var parts []sheet.Block
	for _, g := range r.h.Groups {
		p := sheet.Block{Heading: title(g), Lines: r.verdicts(g)}
		if len(g.Changes) > 0 {
			p.Table = r.table(g)
		}
		courses := sheet.Block{}
		for _, region := range shown(g) {
			courses.Pictures = append(courses.Pictures, template.HTML(course(g, region)))
		}
		parts = append(parts, p, courses)
	}
	return sheet.HTML("Performance over commits", append(parts, sheet.Block{Heading: "Notes", Lines: r.notes()}))
}

const (
	mostCourses = 30   // of a group on a page
	mostLongest = 5    // of these, regions that have not changed
	mostDots    = 1000 // of a course; of more runs some are shown, and all the changes
)

// shown are the regions whose courses a page has: the run, those that changed, by how much, and those that take longest.
func shown(g *history.Group) (list []*history.Region) {
	add := func(r *history.Region) {
		if len(list) < mostCourses && !slices.Contains(list, r) {
			list = append(list, r)
		}
	}
	longest := slices.Clone(g.Regions)
	slices.SortStableFunc(longest, func(a, b *history.Region) int {
		if a.Path == history.WholePath || b.Path != history.WholePath && most(a) > most(b) {
			return -1
		}
		return 1
	})
	if len(longest) > 0 {
		add(longest[0])
	}
	changed := slices.Clone(g.Changes)
	slices.SortStableFunc(changed, func(a, b history.Change) int {
		if math.Abs(a.Since-a.Before) > math.Abs(b.Since-b.Before) {
			return -1
		}
		return 1
	})
	for i := range changed {
		add(changed[i].Region)
	}
	for _, r := range longest[:min(len(longest), mostLongest)] {
		add(r)
	}
	return list
}

// most is the longest time of a region.
func most(r *history.Region) (ns float64) {
	for _, v := range r.Values {
		if v > ns {
			ns = v
		}
	}
	return ns
}

// The measures of a course.
const (
	courseWidth, courseHeight = 760, 150
	courseLeft, courseTop     = 76, 26
	coursePlot, courseRise    = courseWidth - courseLeft - 12, courseHeight - courseTop - 22
)

// course draws the time of a region over the commits: a dot for each run, a line for what it takes between changes, and the changes.
func course(g *history.Group, r *history.Region) string {
	high := 1.1 * most(r)
	x := func(commit int) float64 {
		return courseLeft + coursePlot*(float64(commit)+0.5)/float64(len(g.Commits))
	}
	y := func(ns float64) float64 { return courseTop + courseRise*(1-ns/max(high, 1)) }
	name := printable.Line(r.Path)
	var b strings.Builder
	add := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	text := func(x, y float64, anchor, text string) {
		add(`<text x="%.1f" y="%.1f" text-anchor="%s">%s</text>`, x, y, anchor, html.EscapeString(text))
	}
	add(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="sans-serif" font-size="11" role="img" aria-label="%s">`, courseWidth, courseHeight, courseWidth, courseHeight, html.EscapeString(name))
	add(`<rect x="%d" y="%d" width="%d" height="%d" fill="none" stroke="#bbb"/>`, courseLeft, courseTop, coursePlot, courseRise)
	add(`<text x="%d" y="16" font-weight="bold">%s</text>`, courseLeft, html.EscapeString(cli.CutLeft(name, 96)))
	text(courseLeft-6, courseTop+9, "end", strings.TrimSpace(cli.Duration(high)))
	text(courseLeft-6, courseTop+courseRise, "end", "0")
	text(courseLeft, courseHeight-6, "start", named(&g.Commits[0]))
	if len(g.Commits) > 1 {
		text(courseLeft+coursePlot, courseHeight-6, "end", named(&g.Commits[len(g.Commits)-1]))
	}
	stride := 1 + len(r.Values)/mostDots
	for commit, c := range g.Commits {
		for i := c.First; i <= c.Last; i++ {
			if v := r.Values[i]; v > 0 && i%stride == 0 {
				add(`<circle cx="%.1f" cy="%.1f" r="2" fill="#0072b2" fill-opacity="0.6"><title>%s: %s</title></circle>`, x(commit), y(v), html.EscapeString(named(&c)), strings.TrimSpace(cli.Duration(v)))
			}
		}
	}
	levels(g, r, func(from, to int, ns float64) {
		add(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#111" stroke-width="1.5"/>`, x(from), y(ns), x(to), y(ns))
	})
	for i := range g.Changes {
		c := &g.Changes[i]
		if c.Region != r {
			continue
		}
		colour := "#2e7d32"
		if c.Slower() {
			colour = "#b00020"
		}
		at := (x(c.After) + x(c.Commit)) / 2
		add(`<line x1="%.1f" y1="%d" x2="%.1f" y2="%d" stroke="%s" stroke-dasharray="3 2"><title>%s</title></line>`, at, courseTop, at, courseTop+courseRise, colour, html.EscapeString(named(&g.Commits[c.Commit])))
		add(`<text x="%.1f" y="%d" fill="%s">%+.1f %%</text>`, min(at+3, courseWidth-60), courseTop+courseRise-5, colour, 100*(c.Ratio()-1))
	}
	return b.String() + "</svg>"
}

// levels calls a function for what a region takes from one commit to another, between the changes.
func levels(g *history.Group, r *history.Region, line func(from, to int, ns float64)) {
	from := 0
	var last *history.Change
	for i := range g.Changes { // by commit
		if c := &g.Changes[i]; c.Region == r {
			line(from, c.After, c.Before)
			from, last = c.Commit, c
		}
	}
	if last != nil {
		line(from, len(g.Commits)-1, last.Since)
	}
}
