package history

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"strings"
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/history"
)

// text returns the history in the format that is wanted.
func (r *report) text() (string, error) {
	switch r.o.format {
	case "json":
		return r.json()
	case "junit":
		return r.junit()
	case "badge":
		return r.badge(), nil
	case "html":
		return r.html()
	}
	return r.tables(), nil
}

// title says what a group is.
func title(g *history.Group) string {
	text := printable.Line(g.Program)
	if text == "" {
		text = "a program"
	}
	if g.Machine != "" {
		text += " on " + printable.Line(g.Machine)
	}
	if g.Input != "" {
		text += " with " + printable.Line(g.Input)
	}
	commits := make(map[string]bool)
	for i := range g.Commits {
		commits[g.Commits[i].Commit] = true
	}
	return fmt.Sprintf("%s, %s: %s of %s", text, cli.Plural(g.Ranks, "rank"), cli.Plural(len(g.Runs), "run"), cli.Plural(len(commits), "commit"))
}

// short is a commit as git abbreviates it.
func short(commit string) string {
	if len(commit) >= 40 && strings.Trim(commit, "0123456789abcdef") == "" {
		return commit[:12]
	}
	return printable.Line(commit)
}

// named is a commit as git abbreviates it, marked if the runs had changes that it does not have.
func named(c *history.Commit) string {
	if c.Dirty {
		return short(c.Commit) + dirtyMark
	}
	return short(c.Commit)
}

func (r *report) table(g *history.Group) *sheet.Table {
	t := &sheet.Table{Columns: []sheet.Column{
		{Title: "since"}, {Title: "not yet", Drop: 2}, {Title: "first run", Drop: 1}, {Title: "before", Right: true, Drop: 4}, {Title: "since then", Right: true, Drop: 3},
		{Title: "change", Right: true}, {Title: "p", Right: true, Drop: 5}, {Title: "region", Least: 24, Names: true},
	}}
	for i := range g.Changes {
		c := &g.Changes[i]
		style := sheet.Green
		if c.Slower() {
			style = sheet.Red
		}
		at := "-"
		if t := g.Commits[c.Commit].Time; t > 0 {
			at = time.Unix(0, t).UTC().Format("2006-01-02 15:04")
		}
		t.Add(sheet.Plain(named(&g.Commits[c.Commit])), sheet.Plain(named(&g.Commits[c.After])), sheet.Plain(at), sheet.Plain(cli.Duration(c.Before)),
			sheet.Plain(cli.Duration(c.Since)), sheet.Styled(fmt.Sprintf("%+.1f %%", 100*(c.Ratio()-1)), style), sheet.Plain(chance(c.P)), sheet.Plain(printable.Line(c.Region.Path)))
	}
	return t
}

// chance returns a share of histories in which chance does something.
func chance(p float64) string {
	if p < 0.0005 {
		return "< 0.001"
	}
	return fmt.Sprintf("%.3f", p)
}

func (r *report) tables() string {
	markdown := r.o.format == "markdown"
	var b strings.Builder
	say := func(text string) {
		if markdown {
			b.WriteString("- " + sheet.Markdown(text) + "\n")
			return
		}
		for _, line := range sheet.Wrap(text, r.o.page.Width) {
			b.WriteString(line + "\n")
		}
	}
	for _, g := range r.h.Groups {
		if say(title(g)); len(g.Changes) > 0 {
			b.WriteString("\n")
			if t := r.table(g); markdown {
				b.WriteString(t.Markdown())
			} else {
				b.WriteString(strings.Join(t.Lines(r.o.page.Width, r.o.page.Paint()), "\n") + "\n")
			}
			b.WriteString("\n")
		}
		for _, line := range r.verdicts(g) {
			say(line)
		}
		b.WriteString("\n")
	}
	for _, line := range r.notes() {
		say(line)
	}
	return b.String()
}

// verdicts say beside the table of a group what it comes to.
func (r *report) verdicts(g *history.Group) (lines []string) {
	for i := range g.Renames {
		c := &g.Renames[i]
		lines = append(lines, fmt.Sprintf("Renamed? %s goes and %s comes with %s, and takes %s in place of %s.", printable.Line(c.From.Path), printable.Line(c.To.Path), named(&g.Commits[c.Commit]),
			strings.TrimSpace(cli.Duration(c.Since)), strings.TrimSpace(cli.Duration(c.Before))))
	}
	switch {
	case len(g.Changes) > 0:
		return append(append(lines, blame(g)...), alike(g)...)
	case len(g.Runs) < 4:
		return append(lines, "These are too few runs to tell a change: it takes two on either side.")
	}
	return append(lines, "Nothing has changed that chance cannot explain.")
}

// notes say what was left out, and what the columns are.
func (r *report) notes() (lines []string) {
	if r.dirty > 0 {
		lines = append(lines, cli.Plural(r.dirty, "run")+" with changes that no commit has: left out, see --dirty.")
	}
	if len(r.h.Groups) == 0 {
		return append(lines, "There are no runs.")
	}
	return append(lines, fmt.Sprintf("p: how often chance makes any region stand out so much anywhere in such a history; of %g at most it is a change. Times of regions are means over the ranks, outside of the regions below; %s is the time of the slowest rank.", r.o.alpha, history.WholePath))
}

// most of the regions of a program do not change by one commit, but all of them do with the machine.
const (
	manyAlike = 5
	alikeOf   = 0.8
)

// alike says of which commit on nearly all regions changed: a program seldom does, a machine or an input does.
func alike(g *history.Group) (lines []string) {
	regions := 0
	for _, r := range g.Regions {
		if r.Path != history.WholePath {
			regions++
		}
	}
	byCommit := make([]int, len(g.Commits))
	for i := range g.Changes {
		if c := &g.Changes[i]; c.Region.Path != history.WholePath {
			byCommit[c.Commit]++
		}
	}
	for commit, n := range byCommit {
		if n >= manyAlike && float64(n) >= alikeOf*float64(regions) {
			lines = append(lines, fmt.Sprintf("%d of %d regions changed since %s: another machine, input or compiler?", n, regions, named(&g.Commits[commit])))
		}
	}
	return lines
}

// blame says where to look for what made regions slower: commits between the last one that was not yet slow and the first that was.
func blame(g *history.Group) (lines []string) {
	told := map[int]bool{}
	for i := range g.Changes {
		c := &g.Changes[i]
		if !c.Slower() || c.Region.Path == history.WholePath || told[c.Commit] {
			continue
		}
		told[c.Commit] = true
		if at := &g.Commits[c.Commit]; at.Dirty { // no commit is to blame
			lines = append(lines, fmt.Sprintf("Look at the changes beside %s, which no commit has, for %s, which costs %s.", short(at.Commit), printable.Line(c.Region.Path), strings.TrimSpace(cli.Duration(c.Since-c.Before))))
			continue
		}
		lines = append(lines, fmt.Sprintf("Look at git log %s..%s for %s, which costs %s.", short(g.Commits[c.After].Commit), short(g.Commits[c.Commit].Commit), printable.Line(c.Region.Path), strings.TrimSpace(cli.Duration(c.Since-c.Before))))
	}
	return lines
}

// late lists the changes for the worse of the last commits, beyond the threshold.
func (r *report) late(g *history.Group) (list []*history.Change) {
	for i := range g.Changes {
		if c := &g.Changes[i]; c.Slower() && 100*(c.Ratio()-1) > r.o.threshold && c.Commit >= len(g.Commits)-r.o.last {
			list = append(list, c)
		}
	}
	return list
}

// verdict returns the error that --threshold asks for.
func (r *report) verdict() error {
	var slower []string
	for _, g := range r.h.Groups {
		for _, c := range r.late(g) {
			slower = append(slower, fmt.Sprintf("%s %+.1f %%", printable.Line(c.Region.Path), 100*(c.Ratio()-1)))
		}
	}
	if len(slower) == 0 {
		return nil
	}
	const most = 5
	if more := len(slower) - most; more > 0 {
		slower = append(slower[:most], fmt.Sprintf("and %d more", more))
	}
	return fmt.Errorf("%w, beyond %g %%: %s", ErrSlower, r.o.threshold, strings.Join(slower, ", "))
}

type jsonChange struct {
	Commit string  `json:"commit"`
	After  string  `json:"after"`
	Region string  `json:"region"`
	Before float64 `json:"before"` // nanoseconds
	Since  float64 `json:"since"`
	P      float64 `json:"p"`
}

type jsonRename struct {
	Commit string  `json:"commit"`
	From   string  `json:"from"`
	To     string  `json:"to"`
	Before float64 `json:"before"`
	Since  float64 `json:"since"`
}

type jsonGroup struct {
	Program string       `json:"program"`
	Machine string       `json:"machine,omitempty"`
	Input   string       `json:"input,omitempty"`
	Ranks   int          `json:"ranks"`
	Runs    int          `json:"runs"`
	Commits []string     `json:"commits"`
	Changes []jsonChange `json:"changes"`
	Renames []jsonRename `json:"renamed,omitempty"`
}

// marked is a commit for programs.
func marked(c *history.Commit) string {
	if c.Dirty {
		return c.Commit + dirtyMark
	}
	return c.Commit
}

func (r *report) json() (string, error) {
	groups := []jsonGroup{}
	for _, g := range r.h.Groups {
		j := jsonGroup{Program: g.Program, Machine: g.Machine, Input: g.Input, Ranks: g.Ranks, Runs: len(g.Runs), Changes: []jsonChange{}}
		for _, c := range g.Commits {
			j.Commits = append(j.Commits, marked(&c))
		}
		for i := range g.Renames {
			c := &g.Renames[i]
			j.Renames = append(j.Renames, jsonRename{marked(&g.Commits[c.Commit]), c.From.Path, c.To.Path, c.Before, c.Since})
		}
		for i := range g.Changes {
			c := &g.Changes[i]
			j.Changes = append(j.Changes, jsonChange{marked(&g.Commits[c.Commit]), marked(&g.Commits[c.After]), c.Region.Path, c.Before, c.Since, c.P})
		}
		groups = append(groups, j)
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetIndent("", "  ")
	err := e.Encode(map[string]any{"format": "mpitimer history", "version": 1, "groups": groups})
	return b.String(), err
}

type junitCase struct {
	Class   string `xml:"classname,attr"`
	Name    string `xml:"name,attr"`
	Failure *struct {
		Message string `xml:"message,attr"`
	} `xml:"failure"`
}

type junitSuite struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Cases    []junitCase `xml:"testcase"`
}

// junit is a test for each region, which has failed if one of the last commits made it slower.
func (r *report) junit() (string, error) {
	s := junitSuite{Name: "mpitimer history"}
	for _, g := range r.h.Groups {
		failed := make(map[*history.Region]*history.Change)
		for _, c := range r.late(g) {
			failed[c.Region] = c
		}
		for _, region := range g.Regions {
			t := junitCase{Class: title(g), Name: printable.Line(region.Path)}
			if c := failed[region]; c != nil {
				t.Failure = &struct {
					Message string `xml:"message,attr"`
				}{fmt.Sprintf("%+.1f %% since %s", 100*(c.Ratio()-1), named(&g.Commits[c.Commit]))}
				s.Failures++
			}
			s.Cases = append(s.Cases, t)
		}
	}
	s.Tests = len(s.Cases)
	text, err := xml.MarshalIndent(s, "", "  ")
	return xml.Header + string(text) + "\n", err
}
