package hd

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
)

// mergeOptions are the flags of merge.
type mergeOptions struct {
	output      string
	project     string
	description string
	levels      []string
	replace     bool
}

func mergeCommand() *cobra.Command {
	var o mergeOptions
	c := &cobra.Command{
		Use:   "merge DIR",
		Short: "Make a project file for the files in a directory",
		Long: `merge makes the project file (.proj) for the files in a directory; viewers find nothing
without it. It takes nodes from the file names, groups from the headers of the statistics, and
MPI communicators, datatypes and files from the info files.

Without -o it writes the file into DIR, under the name that the other files start with. If DIR has
files of several projects, choose one by -o NAME.proj or --project NAME.`,
		Example: `  mpitimer hd merge timeline
  mpitimer hd merge traces -o traces/run.proj --level Hostname,Rank,Thread`,
		Args: cli.Arguments(1, 1),
		RunE: func(c *cobra.Command, args []string) error { return o.run(c, args[0]) },
	}
	f := c.Flags()
	f.StringVarP(&o.output, "output", "o", "", "write to `NAME.proj` (- for standard output)")
	f.StringVar(&o.project, "project", "", "use the files whose names start with `NAME`")
	f.StringVar(&o.description, "description", "", "describe the project with `TEXT`")
	f.StringSliceVar(&o.levels, "level", nil, "name the levels `TYPES`, separated by commas (default: Hostname,Rank,Thread)")
	f.BoolVar(&o.replace, "replace", false, "replace an existing project file and all its contents")
	return c
}

func (o *mergeOptions) run(c *cobra.Command, folder string) error {
	name := o.project
	if name == "" && o.output != "" && o.output != "-" {
		base, ok := strings.CutSuffix(filepath.Base(o.output), hdtrace.ExtProject)
		if !ok {
			return cli.Usagef("-o %s: expected a name that ends in %s", o.output, hdtrace.ExtProject)
		}
		name = base
	}
	p, findings, err := project.Build(os.DirFS(folder), name, project.BuildOptions{Levels: o.levels, Description: o.description})
	for _, f := range findings {
		cli.Tell(c, "%v", placed(folder, f))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", folder, err)
	}
	target := o.output
	switch target {
	case "-":
		_, err = p.WriteTo(c.OutOrStdout())
		return errors.Join(err, mergeVerdict(findings))
	case "":
		target = filepath.Join(folder, p.Topology.ProjectFile())
	}
	if err := o.free(target, folder); err != nil {
		return err
	}
	if err := cli.WriteFile(target, nil, func(w io.Writer) error { _, err := p.WriteTo(w); return err }); err != nil {
		return err
	}
	return errors.Join(say(c, "%s: %s", target, projectSize(p)), mergeVerdict(findings))
}

// free returns why a project file must not be written there: its contents may be stored nowhere else.
func (o *mergeOptions) free(target, folder string) error {
	names, err := hdNamesIn(folder)
	if err != nil {
		return err
	}
	var files []string
	for _, name := range names {
		if filepath.Ext(name) != hdtrace.ExtProject {
			files = append(files, name)
		}
	}
	if err := cli.KeepInputs(target, files); err != nil {
		return err
	}
	if _, err := os.Lstat(target); o.replace || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return fmt.Errorf("%s: %w; --replace rewrites it, \"hd check --repair\" adds missing parts", target, fs.ErrExist)
}

func projectSize(p *project.Project) string {
	nodes := -1 // without the root
	for range p.Topology.All() {
		nodes++
	}
	text := cli.Plural(nodes, "node") + ", " + cli.Plural(len(p.Groups), "group")
	if n := len(p.Communicators); n > 0 {
		text += ", " + cli.Plural(n, "communicator")
	}
	return text
}

// mergeVerdict returns an error if files were left out.
func mergeVerdict(findings []hdtrace.Finding) error {
	if n := worse(findings, hdtrace.AllReaders); n > 0 {
		return cli.Incomplete("%s about files missing from the project, wholly or in part", cli.Plural(n, "finding"))
	}
	return nil
}
