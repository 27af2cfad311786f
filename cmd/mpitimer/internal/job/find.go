package job

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
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/mpitimer/ranktable"
)

// WhichRuns explains, for the help of top and stacks, how a run is chosen.
const WhichRuns = `DIR is the directory of a run, or a directory of such directories; name the directories of
several nodes together. Without DIR the command takes the job that runs on this node, and ignores
dead ones (mpitimer runs lists them). If there are several runs, NAME is the start of the run's
name. A word that starts the name of a run means the run; ./WORD is the directory.`

// severalRuns reports that several runs were found where one is wanted.
type severalRuns struct {
	runs []string // their lines
	hint string
}

func (e *severalRuns) Error() string {
	return "there are several runs; " + e.hint + "\n" + strings.TrimRight(Joined(e.runs), "\n")
}

// Find finds the requested run. Arguments are directories, several of which can belong to one run, or the
// first letters of a run's name. Without any it looks in the places of Tables: auto. If there are several
// runs, but only one of the wanted kind, it is that one.
func Find(c *cobra.Command, args []string, wanted func(*ranktable.Run) bool) (*ranktable.Run, error) {
	folders, name, err := Sort(c, args, false)
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
		return run, nil // other faults in these directories do not concern it
	case problem != nil:
		return nil, problem
	case name != "" && len(folders) == 0:
		hint := ""
		if strings.ContainsAny(name, ",[") {
			hint = fmt.Sprintf(" (--hosts %s looks on hosts)", name)
		}
		return nil, fmt.Errorf("no directory and no run of this node is called %s…%s", name, hint)
	case name != "":
		return nil, fmt.Errorf("no run in %s is called %s…", strings.Join(folders, ", "), name)
	case len(args) == 0:
		return nil, errors.New("there are no tables of a run on this node; name a directory to look elsewhere")
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

// Sort separates directories from the name of a run. A word that begins the name of a run is that, whatever else is
// called so here: a path has a separator, as ./WORD. With removes a word that means the tables of both is refused.
func Sort(c *cobra.Command, args []string, removes bool) (folders []string, name string, err error) {
	for _, a := range args {
		info, err := os.Stat(a)
		folder := err == nil && info.IsDir()
		isName := !isPath(a) && (err != nil || IsRun(a, args, folder))
		if isName && folder && holdsRuns(a) {
			if removes {
				return nil, "", cli.Usagef("%s is a directory of tables and starts the name of a run; expected ./%s or more of the name", a, a)
			}
			cli.Tell(c, "mpitimer: %s is taken for the name of a run; ./%s is the directory", a, a)
		}
		switch {
		case isName && name != "":
			return nil, "", cli.Usagef("superfluous argument %q: the run is called %s…", a, name)
		case isName:
			name = a
		case folder:
			folders = append(folders, a)
		case err == nil:
			text := fmt.Sprintf("%s is a file; expected the directory of tables or the name of a run", a)
			if c.Flags().Lookup("hostfile") != nil {
				text += " (--hostfile FILE looks on the hosts in FILE)"
			}
			return nil, "", cli.Usagef("%s", text)
		default:
			return nil, "", err
		}
	}
	return folders, name, nil
}

// isPath reports whether an argument can only mean a file or directory.
func isPath(a string) bool {
	return a == "" || a == "." || a == ".." || strings.ContainsRune(a, filepath.Separator)
}

// IsRun reports whether a word begins the name of a run in the directories among the arguments or, without any, on this node.
// With own only runs of the caller count: no other user decides what a word means.
func IsRun(word string, args []string, own bool) bool {
	var folders []string
	for _, a := range args {
		if info, err := os.Stat(a); a != word && err == nil && info.IsDir() {
			folders = append(folders, a)
		}
	}
	found, _ := ranktable.Find(folders...)
	is := false
	for _, r := range found {
		is = is || strings.HasPrefix(r.Name, word) && (r.Own() || !own)
		_ = r.Close()
	}
	return is
}

// holdsRuns reports whether there are tables in a directory.
func holdsRuns(folder string) bool {
	found, _ := ranktable.Find(folder)
	for _, r := range found {
		_ = r.Close()
	}
	return len(found) > 0
}

// mostListed is how many runs are told where one is wanted: dead ones may lie there for long.
const mostListed = 12

// choose picks the wanted run, or nil if there is none. Remains of other users' runs do not stand in the way
// of the user's own.
func choose(c *cobra.Command, folders []string, runs []*ranktable.Run, wanted func(*ranktable.Run) bool) (*ranktable.Run, error) {
	if len(runs) == 0 {
		return nil, nil
	}
	meant, others := ranktable.Candidates(runs)
	if len(meant) == 1 {
		return meant[0], nil
	}
	for _, list := range [][]*ranktable.Run{meant, others} {
		if fit := slices.DeleteFunc(slices.Clone(list), func(r *ranktable.Run) bool { return !wanted(r) }); len(fit) == 1 {
			return fit[0], nil
		} else if len(fit) > 1 {
			break
		}
	}
	now := time.Now()
	var moments []*Moment
	for _, r := range meant {
		moments = append(moments, Glance(r, now))
	}
	lines := Table(moments).Lines(0, sheet.None)
	if more := len(moments) - mostListed; more > 0 {
		lines = append(lines[:len(lines)-more], fmt.Sprintf("and %d more; mpitimer runs lists them", more))
	}
	return nil, cli.Usage{Err: &severalRuns{
		runs: lines,
		hint: "add the name of one, or its first letters: " + strings.Join(append(append([]string{c.CommandPath()}, folders...), "NAME"), " "),
	}}
}

// Glance is Look without the call trees, as of when the run was found.
func Glance(r *ranktable.Run, now time.Time) *Moment {
	m := newMoment(r, now)
	for info := range r.Infos() {
		m.Ranks = append(m.Ranks, Rank{Info: *info})
	}
	return m
}

// Table lists runs, the newest first.
func Table(runs []*Moment) *sheet.Table {
	Newest(runs)
	t := &sheet.Table{Columns: []sheet.Column{{Title: "run"}, {Title: "ranks", Right: true}, {Title: "state"}, {}, {Title: "user"}}}
	for _, m := range runs {
		seen := ""
		if last := m.LastSeen(); !last.IsZero() && !m.Alive() {
			seen = cli.Age(m.At.Sub(last)) + " ago"
		}
		t.Words(printable.Line(m.Name), fmt.Sprintf("%d/%d", len(m.Ranks), m.Size), m.State(), seen, m.User())
	}
	return t
}

// Newest sorts runs, the newest first.
func Newest(runs []*Moment) {
	slices.SortStableFunc(runs, func(a, b *Moment) int {
		return cmp.Or(b.Begun().Compare(a.Begun()), cmp.Compare(a.Name, b.Name))
	})
}

// State names the states of the ranks whose tables there are.
func (m *Moment) State() string {
	var states []string
	for _, f := range m.Fates() {
		if f.Word != missing {
			states = append(states, f.Word)
		}
	}
	return strings.Join(states, ", ")
}

// User is whom the tables of a run belong to.
func (m *Moment) User() string {
	if m.Owner < 0 {
		return ""
	}
	if u, err := user.LookupId(strconv.Itoa(m.Owner)); err == nil {
		return printable.Line(u.Username)
	}
	return strconv.Itoa(m.Owner)
}

// Running reports whether a rank of the run lives.
func Running(r *ranktable.Run) bool {
	for info := range r.Infos() {
		if info.Alive {
			return true
		}
	}
	return false
}

// Complete offers the names of this node's runs to the shell, besides directories.
func Complete(_ *cobra.Command, _ []string, begin string) ([]string, cobra.ShellCompDirective) {
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
