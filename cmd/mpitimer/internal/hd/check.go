package hd

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/finding"
	"github.com/go-hpc/timers/stats/hdtrace"
	hdproject "github.com/go-hpc/timers/stats/hdtrace/project"
)

type namedReader struct {
	name   string
	reader hdtrace.Readers
}

// hdReaders returns the names of readers for --reader.
var hdReaders = []namedReader{{"java", hdtrace.Java}, {"sunshot", hdtrace.Sunshot}, {"c", hdtrace.CTools}}

// checkOptions are the flags of check.
type checkOptions struct {
	readers []string
	repair  bool
	dryRun  bool
}

func checkCommand() *cobra.Command {
	var o checkOptions
	c := &cobra.Command{
		Use:   "check DIR|FILE…",
		Short: "List faults that readers would refuse, and repair them",
		Long: `check lists the faults in the files of a directory, or in single files, as seen by the readers
of HDTrace's files: everything that the Java library, the viewer Sunshot (which refuses a whole
project because of one bad file) and the C tools would refuse, not find, or show wrongly, with the
reason. A project file stands for all files of the project. A file with another extension
is recognised by its contents and checked by itself.

--repair repairs the files of a killed program: it cuts files after their whole part or
adds their end, removes empty files, and makes or completes the project file. It rewrites a trace
that is damaged elsewhere without the unreadable records, and lists these with
their place. If a file loses something, its original stays beside it as
FILE.orig. Do not use --repair while the program runs. It leaves files that it cannot
repair unchanged and lists them.

Exit status: 0 the readers open and show everything (there may be notes); 1
findings, including damage; 2 failure or usage error; 3 --repair leaves a damaged file
as it is.`,
		Example: `  mpitimer hd check timeline
  mpitimer hd check timeline --repair --dry-run
  mpitimer hd check --reader c run_node1_Power.stat`,
		Args: cli.Arguments(1, -1),
		RunE: func(c *cobra.Command, args []string) error { return o.run(c, args) },
	}
	f := c.Flags()
	f.StringSliceVar(&o.readers, "reader", nil, "report only faults for `READERS`: java, sunshot, c")
	f.BoolVar(&o.repair, "repair", false, "repair the files of the directories DIR")
	f.BoolVar(&o.dryRun, "dry-run", false, "with --repair, list the repairs without making them")
	cli.Complete(c, "reader", "java", "sunshot", "c")
	return c
}

func (o *checkOptions) mask() (hdtrace.Readers, error) {
	var mask hdtrace.Readers
	for _, name := range o.readers {
		i := slices.IndexFunc(hdReaders, func(r namedReader) bool { return strings.EqualFold(r.name, name) })
		if i < 0 {
			return 0, cli.Usagef("--reader %q: expected java, sunshot or c", name)
		}
		mask |= hdReaders[i].reader
	}
	if mask == 0 {
		mask = hdtrace.AllReaders
	}
	return mask, nil
}

func (o *checkOptions) run(c *cobra.Command, args []string) error {
	mask, err := o.mask()
	if err != nil {
		return err
	}
	if o.dryRun && !o.repair {
		return cli.Usagef("--dry-run is for --repair")
	}
	targets, err := checkTargets(args)
	if err != nil {
		return err
	}
	left := 0
	if o.repair {
		if left, err = o.repairAll(c, targets); err != nil || o.dryRun {
			return errors.Join(err, leftDamaged(left))
		}
	}
	found, bad := 0, 0
	for _, t := range targets {
		n, worst, err := t.tell(c, mask)
		if err != nil {
			return err
		}
		found, bad = found+n, bad+worst
	}
	if left > 0 {
		return leftDamaged(left)
	}
	if bad > 0 {
		return cli.Findings("%s of what readers refuse, do not find or show wrongly", cli.Plural(bad, "finding"))
	}
	verdict := "accepted"
	if found > 0 {
		verdict = "accepted, with " + cli.Plural(found, "note")
	}
	return say(c, "%s: %s", strings.Join(cli.Shortened(args), ", "), verdict)
}

// tell prints the findings, and counts them and those that are more than notes.
func (t *checkTarget) tell(c *cobra.Command, readers hdtrace.Readers) (found, bad int, err error) {
	findings, err := t.check()
	if err != nil {
		return 0, 0, err
	}
	for _, f := range findings {
		if f.Readers != 0 && f.Readers&readers == 0 {
			continue
		}
		if err := say(c, "%v", placed(t.folder, f)); err != nil {
			return found, bad, err
		}
		found++
	}
	return found, worse(findings, readers), nil
}

// checkTarget is a directory, and the files in it to be checked; nil means all.
type checkTarget struct {
	folder string
	files  []string
	single *hdFile // a file without an extension of HDTrace's, which no project has; nil otherwise
}

func checkTargets(args []string) ([]checkTarget, error) {
	var list []checkTarget
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil {
			return nil, err
		}
		if info.IsDir() {
			if _, err := hdNamesIn(arg); err != nil {
				return nil, err
			}
			list = append(list, checkTarget{folder: arg})
			continue
		}
		if !slices.Contains(hdExtensions, filepath.Ext(arg)) {
			f, err := openHD(arg)
			if err != nil {
				return nil, err
			}
			if f.kind == hdtrace.ExtProject {
				return nil, fmt.Errorf("%s: expected a name that ends in %s, to find its files", arg, hdtrace.ExtProject)
			}
			list = append(list, checkTarget{folder: filepath.Dir(arg), single: f})
			continue
		}
		folder, base := filepath.Dir(arg), filepath.Base(arg)
		at := slices.IndexFunc(list, func(t checkTarget) bool { return t.folder == folder && t.files != nil })
		if at < 0 {
			at = len(list)
			list = append(list, checkTarget{folder: folder})
		}
		list[at].files = append(list[at].files, base)
	}
	return list, nil
}

// check finds faults in the files to be checked. Their directory is looked at with them, since files are
// found through the project file.
func (t *checkTarget) check() ([]hdtrace.Finding, error) {
	if f := t.single; f != nil {
		findings, err := hdproject.CheckFile(filepath.Base(f.name), f.kind, f.all(), f.size)
		return findings, errors.Join(err, f.Close())
	}
	findings, err := hdproject.CheckDirectory(t.folder)
	if err != nil || t.files == nil {
		return findings, err
	}
	return slices.DeleteFunc(findings, func(f hdtrace.Finding) bool {
		return f.File != t.folder && !slices.ContainsFunc(t.files, func(named string) bool { return meant(named, f.File) })
	}), nil
}

// meant reports whether naming one file includes another: a project file includes all files of the project.
func meant(named, file string) bool {
	project, is := strings.CutSuffix(named, hdtrace.ExtProject)
	return file == named || is && strings.HasPrefix(file, project+"_")
}

func leftDamaged(files int) error {
	if files == 0 {
		return nil
	}
	return cli.Incomplete("%s cannot be repaired and stays unchanged", cli.Plural(files, "file"))
}

// repairAll returns how many files are damaged and left as they are.
func (o *checkOptions) repairAll(c *cobra.Command, targets []checkTarget) (left int, err error) {
	for _, t := range targets {
		named := t.files
		if t.single != nil {
			named = []string{filepath.Base(t.single.name)}
		}
		if named != nil {
			return 0, cli.Usagef("--repair repairs the files of a project together: expected directories, not %s", filepath.Join(t.folder, named[0]))
		}
	}
	for _, t := range targets {
		do := hdproject.Repair
		if o.dryRun {
			do = func(folder string) ([]hdtrace.Fix, error) { return hdproject.PlanRepair(os.DirFS(folder)) }
		}
		fixes, err := do(t.folder)
		for _, f := range fixes {
			if f.Left {
				left++
			}
			f.File = filepath.Join(t.folder, f.File)
			err = errors.Join(err, tellFix(c, f))
		}
		if err == nil && len(fixes) == 0 {
			err = say(c, "%s: nothing to repair", t.folder)
		}
		if err != nil {
			return left, err
		}
	}
	return left, nil
}

// tellFix prints what is done to a file, and what is lost from it.
func tellFix(c *cobra.Command, f hdtrace.Fix) error {
	err := say(c, "%v", f)
	for _, l := range f.Losses {
		err = errors.Join(err, say(c, "%s: %v", f.File, l))
	}
	if f.MoreLosses > 0 {
		err = errors.Join(err, say(c, "%s: and %d more", f.File, f.MoreLosses))
	}
	return err
}

// placed returns a finding with the path of its file.
func placed(folder string, f hdtrace.Finding) hdtrace.Finding {
	if f.File != folder {
		f.File = filepath.Join(folder, f.File)
	}
	return f
}

// worse counts the findings that are more than notes for these readers. Those that concern no reader are
// of all.
func worse(findings []hdtrace.Finding, readers hdtrace.Readers) int {
	n := 0
	for _, f := range findings {
		if f.Severity > finding.Note && (f.Readers == 0 || f.Readers&readers != 0) {
			n++
		}
	}
	return n
}
