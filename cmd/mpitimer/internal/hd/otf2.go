package hd

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
	"github.com/go-hpc/timers/stats/export/page/lanes"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/otf2"
)

func otf2Command() *cobra.Command {
	var folder string
	var tolerant bool
	c := &cobra.Command{
		Use:   "otf2 PROJECT.proj|DIR -o DIRECTORY",
		Short: "Convert a project for Vampir and Scalasca (OTF2)",
		Long: `otf2 writes a project as an OTF2 trace, in a new directory; Vampir, Scalasca and otf2-print
open its traces.otf2. Hosts, ranks and threads become the system tree,
states become regions, MPI calls messages and collective operations, statistics metrics.

It needs OTF2's library (Debian: libotf2-trace-dev): build mpitimer with -tags otf2.`,
		Example: "  mpitimer hd otf2 timeline/run.proj -o trace",
		Args:    cli.Arguments(1, 1),
		RunE: func(c *cobra.Command, args []string) error {
			if folder == "" {
				return cli.Usagef("the directory to write is missing: -o DIRECTORY")
			}
			name, err := projectIn(c, args[0])
			if err != nil {
				return err
			}
			if err := os.MkdirAll(filepath.Dir(folder), 0o777); err != nil {
				return err
			}
			files, base := os.DirFS(filepath.Dir(name)), filepath.Base(name)
			o := otf2.Options{ReadOptions: hdtrace.ReadOptions{Tolerant: tolerant}}
			if o.Clocks, err = lanes.Clocks(files, base, lanes.Options{Tolerant: tolerant}); err != nil && faultIn(err) == nil {
				return err // Write reports what is damaged
			}
			w, err := otf2.Write(folder, files, base, o)
			if faultIn(err) != nil {
				return damaged(err)
			}
			if err != nil {
				return err
			}
			return errors.Join(say(c, "%s: %s at %s, %s, %s", filepath.Join(folder, "traces.otf2"), cli.Plural(int(w.Events), "event"),
				cli.Plural(w.Locations, "location"), cli.Plural(w.Regions, "region"), cli.Plural(w.Communicators, "communicator")), tellLost(c, w))
		},
	}
	c.Flags().StringVarP(&folder, "output", "o", "", "write the trace to the new directory `DIRECTORY`")
	c.Flags().BoolVar(&tolerant, "tolerant", false, "read damaged files up to the fault")
	return c
}

// projectIn returns the project file that is meant: itself, or the one in a directory, where
// those of other users are named.
func projectIn(c *cobra.Command, name string) (string, error) {
	info, err := os.Stat(name)
	if err != nil || !info.IsDir() {
		return name, err
	}
	list := load.ProjectsIn(c.ErrOrStderr(), name)
	if len(list) != 1 {
		return "", fmt.Errorf("%s: expected one project file (%s), found %d: name it", name, hdtrace.ExtProject, len(list))
	}
	return list[0], nil
}

// tellLost says what has no place in the trace.
func tellLost(c *cobra.Command, w *otf2.Written) error {
	var err error
	if w.Unmatched > 0 {
		err = say(c, "%s of MPI: regions only, since partner, communicator, tag or bytes are not known", cli.Plural(int(w.Unmatched), "call"))
	}
	if w.Plain > 0 {
		err = errors.Join(err, say(c, "%s of MPI, of neighbours or not blocking: regions only", cli.Plural(int(w.Plain), "collective call")))
	}
	if w.Relations > 0 {
		err = errors.Join(err, say(c, "%s left out: OTF2 has no place for relations", cli.Plural(w.Relations, "file")))
	}
	return err
}
