package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/mpitimer/ranktable"
)

// severalRuns is the error of having found several runs where one is wanted.
type severalRuns struct {
	runs []string // their lines
	hint string
}

func (e *severalRuns) Error() string {
	return "there are several runs; " + e.hint + "\n" + strings.TrimRight(joined(e.runs), "\n")
}

// findRun finds the one run that is meant. Arguments are folders, of which several can be of one run,
// or the begin of a run's name. Without any it is what the places of Tables: auto hold. If there are
// several runs, the one that is wanted is it, if that is one.
func findRun(c *cobra.Command, args []string, wanted func(*ranktable.Run) bool) (*ranktable.Run, error) {
	folders, name, err := sortArguments(args)
	if err != nil {
		return nil, err
	}
	runs, problem := ranktable.Find(folders...)
	var named []*ranktable.Run
	for _, r := range runs {
		if strings.HasPrefix(r.Name, name) {
			named = append(named, r)
		} else {
			problem = errors.Join(problem, r.Close())
		}
	}
	run, err := choose(c, folders, named, wanted)
	for _, r := range named {
		if r != run {
			problem = errors.Join(problem, r.Close())
		}
	}
	switch {
	case err != nil:
		return nil, err
	case run != nil:
		tellIgnored(c, run)
		return run, nil // what else is wrong in these folders is not its business
	case problem != nil:
		return nil, problem
	case name != "" && len(folders) == 0:
		return nil, fmt.Errorf("no folder and no run of this node is called %s…", name)
	case name != "":
		return nil, fmt.Errorf("no run in %s is called %s…", strings.Join(folders, ", "), name)
	case len(args) == 0:
		return nil, errors.New("there are no tables of a run on this node; those in another folder are found by its name")
	}
	return nil, fmt.Errorf("there are no tables of a run in %s", strings.Join(args, ", "))
}

// tellIgnored names tables with the run's ID that are not used since another user has left them there. There may
// be as many as that user likes.
func tellIgnored(c *cobra.Command, r *ranktable.Run) {
	const most = 5
	for i, problem := range r.Ignored {
		if i == most {
			cli.Tell(c, "mpitimer: and %d more", len(r.Ignored)-most)
			return
		}
		cli.Tell(c, "mpitimer: %s", printable.Line(problem.Error()))
	}
}

// sortArguments tells folders from the name of a run.
func sortArguments(args []string) (folders []string, name string, err error) {
	for _, a := range args {
		info, err := os.Stat(a)
		switch {
		case err == nil && info.IsDir():
			folders = append(folders, a)
		case err == nil:
			return nil, "", cli.Usage{Err: fmt.Errorf("%s is not a folder", a)}
		case name != "" || strings.ContainsRune(a, filepath.Separator):
			return nil, "", err
		default:
			name = a
		}
	}
	return folders, name, nil
}

// choose picks the run that is wanted, nil if there is none. What other users have left behind does not stand in
// the way of the user's own runs.
func choose(c *cobra.Command, folders []string, runs []*ranktable.Run, wanted func(*ranktable.Run) bool) (*ranktable.Run, error) {
	if len(runs) == 0 {
		return nil, nil
	}
	runs, _ = ranktable.Meant(runs)
	if len(runs) == 1 {
		return runs[0], nil
	}
	var fit []*ranktable.Run
	for _, r := range runs {
		if wanted(r) {
			fit = append(fit, r)
		}
	}
	if len(fit) == 1 {
		return fit[0], nil
	}
	now := time.Now()
	var moments []*moment
	for _, r := range runs {
		moments = append(moments, glanceAt(r, now))
	}
	return nil, cli.Usage{Err: &severalRuns{
		runs: runLines(moments),
		hint: "add the name of one, or its begin: " + strings.Join(append(append([]string{c.CommandPath()}, folders...), "NAME"), " "),
	}}
}

// glanceAt is lookAt without the call trees.
func glanceAt(r *ranktable.Run, now time.Time) *moment {
	m := newMoment(r, now)
	for _, t := range r.Tables {
		info, _ := t.Info()
		m.ranks = append(m.ranks, rankMoment{Info: info})
	}
	return m
}

// runLines lists runs, the newest first.
func runLines(runs []*moment) []string {
	slices.SortStableFunc(runs, func(a, b *moment) int {
		return cmp.Or(b.begun().Compare(a.begun()), cmp.Compare(a.name, b.name))
	})
	g := &grid{columns: []column{{title: "run"}, {title: "ranks", right: true}, {title: "state"}, {title: ""}, {title: "user"}}}
	for _, m := range runs {
		var states []string
		for _, f := range m.fates() {
			if f.word != "missing" {
				states = append(states, f.word)
			}
		}
		seen := ""
		if last := m.lastSeen(); !last.IsZero() && !m.alive() {
			seen = cli.Age(m.at.Sub(last)) + " ago"
		}
		g.add(plain(printable.Line(m.name)), plain(fmt.Sprintf("%d/%d", len(m.ranks), m.size)), plain(strings.Join(states, ", ")), plain(seen), plain(m.user()))
	}
	return g.text(0)
}

// user is whom the tables of a run belong to.
func (m *moment) user() string {
	if m.owner < 0 {
		return ""
	}
	if u, err := user.LookupId(strconv.Itoa(m.owner)); err == nil {
		return printable.Line(u.Username)
	}
	return strconv.Itoa(m.owner)
}

// alive says whether a rank of the run lives.
func alive(r *ranktable.Run) bool {
	return slices.ContainsFunc(r.Tables, func(t *ranktable.Table) bool {
		info, err := t.Info()
		return err == nil && info.Alive
	})
}

// completeRuns offers the names of this node's runs to the shell, beside folders.
func completeRuns(_ *cobra.Command, _ []string, begin string) ([]string, cobra.ShellCompDirective) {
	runs, _ := ranktable.Find()
	var names []string
	for _, r := range runs {
		if strings.HasPrefix(r.Name, begin) {
			names = append(names, r.Name)
		}
		_ = r.Close()
	}
	return names, cobra.ShellCompDirectiveDefault
}
