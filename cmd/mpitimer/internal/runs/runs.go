// Package runs implements the sub-command that lists the runs that have left tables, and clears them.
package runs

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/mpitimer/ranktable"
)

// options are the flags.
type options struct {
	clear  bool
	older  time.Duration
	dryRun bool
	format string
	output string
}

const which = `DIR is the directory of a run, or a directory of such directories. Without DIR the command
looks on this node. With NAME it takes only runs whose names start with NAME. A word that starts the
name of a run means the run; ./WORD is the directory.`

// Command returns the sub-command runs.
func Command() *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "runs [DIR…] [NAME]",
		Short: "List the runs that have left tables, and clear them",
		Long: `runs lists the runs with tables on this node, newest first: running ones, and runs that
died or ended without a complete report. recover can still report these.

With --clear it removes the tables of ended runs: their measurements cannot be
recovered afterwards. It removes only your own tables, and never the tables of a run with
a rank alive. It reports each run that it keeps or removes.

` + which,
		Example:           "  mpitimer runs\n  mpitimer runs --format json tables\n  mpitimer runs --clear --dry-run\n  mpitimer runs --clear --older 24h",
		ValidArgsFunction: job.Complete,
		RunE:              o.run,
	}
	c.Flags().BoolVar(&o.clear, "clear", false, "remove the tables of runs that have ended")
	cli.FormatFlag(c, &o.format, "text", "text", "json", "csv", "markdown")
	c.Flags().StringVarP(&o.output, "output", "o", "", "write to `FILE` (- for standard output)")
	o.clearFlags(c)
	return c
}

// Clean returns the old name of runs --clear.
func Clean() *cobra.Command {
	o := options{clear: true, format: "text"}
	c := &cobra.Command{
		Use:               "clean [DIR…] [NAME]",
		Short:             "Clear the tables of ended runs (now: runs --clear)",
		Hidden:            true,
		ValidArgsFunction: job.Complete,
		RunE: func(c *cobra.Command, args []string) error {
			cli.Tell(c, "mpitimer: clean is now mpitimer runs --clear")
			return o.run(c, args)
		},
	}
	o.clearFlags(c)
	return c
}

func (o *options) clearFlags(c *cobra.Command) {
	c.Flags().DurationVar(&o.older, "older", 0, "keep runs that were seen alive within the last `DURATION`, for example 24h")
	c.Flags().BoolVarP(&o.dryRun, "dry-run", "n", false, "list the runs that would be cleared, and remove nothing")
}

func (o *options) check(c *cobra.Command) error {
	switch {
	case !o.clear && (c.Flags().Changed("older") || c.Flags().Changed("dry-run")):
		return cli.Usagef("--older and --dry-run require --clear")
	case o.clear && (o.format != "text" || o.output != ""):
		return cli.Usagef("--clear always prints text: it does not go with --format and --output")
	}
	return cli.OneOf("format", o.format, "text", "json", "csv", "markdown")
}

func (o *options) run(c *cobra.Command, args []string) error {
	if err := o.check(c); err != nil {
		return err
	}
	folders, name, err := job.Sort(c, args, o.clear)
	if err != nil {
		return err
	}
	found, problem := ranktable.Find(folders...)
	now := time.Now()
	var lines []string
	var moments []*job.Moment
	unread := 0
	for _, r := range found {
		if strings.HasPrefix(r.Name, name) {
			if o.clear {
				line, err := o.clearRun(r, now)
				lines, problem = append(lines, line), errors.Join(problem, err)
			} else {
				moments = append(moments, job.Glance(r, now))
				if r.Own() {
					unread += len(r.Problems)
				}
			}
		}
		problem = errors.Join(problem, r.Close())
	}
	switch {
	case o.clear && len(lines) == 0, !o.clear && len(moments) == 0 && o.format == "text":
		lines = []string{"there are no tables"}
	case !o.clear:
		err := errors.Join(o.list(c, moments, folders), problem)
		if err == nil && unread > 0 {
			err = cli.Incomplete("%s could not be read whole", cli.Plural(unread, "table"))
		}
		return err
	}
	return errors.Join(cli.Write(c, c.OutOrStdout(), job.Joined(lines)), problem)
}

// list prints runs.
func (o *options) list(c *cobra.Command, moments []*job.Moment, folders []string) error {
	job.Newest(moments)
	runs := make([]entry, 0, len(moments))
	for _, m := range moments {
		runs = append(runs, entryOf(m))
	}
	write := func(w io.Writer) error {
		switch o.format {
		case "json":
			encoder := json.NewEncoder(w)
			encoder.SetIndent("", "  ")
			return encoder.Encode(runs)
		case "csv":
			return writeCSV(w, runs)
		case "markdown":
			return cli.Write(c, w, table(runs, time.Now()).Markdown())
		}
		page := sheet.PageOf(w)
		return cli.WritePainted(c, w, job.Joined(table(runs, time.Now()).Lines(page.Width, page.Paint())))
	}
	if o.output != "" && o.output != "-" {
		return cli.WriteFile(o.output, folders, write)
	}
	return write(c.OutOrStdout())
}

// entry is a run in the list, whose names are safe to print. Times are zero if they are unknown.
type entry struct {
	Run     string     `json:"run"`
	User    string     `json:"user"`
	Program string     `json:"program"`
	Tables  int        `json:"tables"`
	Ranks   int        `json:"ranks"`
	Begun   *time.Time `json:"begun"`
	Seen    *time.Time `json:"seen"`
	Running bool       `json:"running"`
	State   string     `json:"state"`
	Bytes   int64      `json:"bytes"`
}

func entryOf(m *job.Moment) entry {
	e := entry{Run: printable.Line(m.Name), User: m.User(), Program: printable.Line(m.Program), Tables: len(m.Ranks), Ranks: m.Size, Running: m.Alive(), State: m.State()}
	known := func(t time.Time) *time.Time {
		if t.IsZero() {
			return nil
		}
		t = t.UTC().Truncate(time.Second)
		return &t
	}
	e.Begun, e.Seen = known(m.Begun()), known(m.LastSeen())
	for i := range m.Ranks {
		if info, err := os.Stat(m.Ranks[i].File); err == nil {
			e.Bytes += info.Size()
		}
	}
	return e
}

// table lays runs out.
func table(runs []entry, now time.Time) *sheet.Table {
	t := &sheet.Table{Columns: []sheet.Column{
		{Title: "run", Least: 20},
		{Title: "user", Drop: 2},
		{Title: "program", Least: 8, Drop: 1},
		{Title: "ranks", Right: true, Drop: 4},
		{Title: "begun", Drop: 3},
		{Title: "state"},
		{Title: "size", Right: true, Drop: 5},
	}}
	for _, e := range runs {
		begun, state, style := "", e.State, sheet.Style(0)
		if e.Begun != nil {
			begun = e.Begun.Format("2006-01-02 15:04:05 UTC")
		}
		if e.Running {
			style = sheet.Green
		} else if e.Seen != nil {
			state += ", seen " + cli.Age(now.Sub(*e.Seen)) + " ago"
		}
		t.Add(sheet.Plain(e.Run), sheet.Plain(e.User), sheet.Plain(e.Program),
			sheet.Plain(fmt.Sprintf("%d/%d", e.Tables, e.Ranks)), sheet.Plain(begun), sheet.Styled(state, style), sheet.Plain(size(e.Bytes)))
	}
	return t
}

// size prints a number of bytes.
func size(bytes int64) string {
	if bytes < 1024 {
		return strconv.FormatInt(bytes, 10) + " B"
	}
	v, unit := float64(bytes)/1024, 0
	for units := "KMGT"; v >= 999.95 && unit < len(units)-1; unit++ {
		v /= 1024
	}
	return strconv.FormatFloat(v, 'f', 1, 64) + " " + "KMGT"[unit:unit+1] + "iB"
}

func writeCSV(w io.Writer, runs []entry) error {
	out := csv.NewWriter(w)
	text := func(t *time.Time) string {
		if t == nil {
			return ""
		}
		return t.Format(time.RFC3339)
	}
	rows := [][]string{{"run", "user", "program", "tables", "ranks", "begun", "seen", "running", "state", "bytes"}}
	for _, e := range runs {
		rows = append(rows, []string{e.Run, e.User, e.Program, strconv.Itoa(e.Tables), strconv.Itoa(e.Ranks),
			text(e.Begun), text(e.Seen), strconv.FormatBool(e.Running), e.State, strconv.FormatInt(e.Bytes, 10)})
	}
	return out.WriteAll(rows)
}
