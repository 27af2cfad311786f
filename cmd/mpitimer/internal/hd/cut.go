package hd

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/relation"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// errNothing keeps a file from being written, since readers refuse empty ones.
var errNothing = errors.New("there is nothing in this time range")

func cutCommand() *cobra.Command {
	var times hdRange
	var output string
	c := &cobra.Command{
		Use:   "cut FILE… -o OUTPUT",
		Short: "Extract a time range of statistics, traces or relations",
		Long: `cut extracts the part between two times from statistics (.stat), event traces (.trc) or relations
(.rel). Entries, states and relations that are partly inside stay whole,
bit by bit, and a relation keeps its partners.

If OUTPUT is a directory, the parts of several files keep their names in it. Times from the start
then count from the start of the earliest file, and shares refer to the time of all files.
"hd merge" then makes the directory a project.

` + timeHelp,
		Example: `  mpitimer hd cut timeline/run_node1_0_0.trc --from +10s --to +12s -o part.trc
  mpitimer hd cut timeline/*.stat timeline/*.trc --from +10s --to +12s -o part/
  mpitimer hd merge part`,
		Args: cli.Arguments(1, -1),
		RunE: func(c *cobra.Command, args []string) error { return cutFiles(c, args, &times, output) },
	}
	times.flags(c.Flags())
	c.Flags().StringVarP(&output, "output", "o", "", "write to `OUTPUT`, a file, or a directory for several")
	return c
}

// cutter is one file to be cut.
type cutter struct {
	in     *hdFile
	target string
}

func cutFiles(c *cobra.Command, args []string, times *hdRange, output string) error {
	if output == "" {
		return cli.Missing(c, "-o OUTPUT")
	}
	if times.from == "" && times.to == "" {
		return cli.Missing(c, "--from TIME or --to TIME")
	}
	if err := times.check(); err != nil {
		return err
	}
	targets, err := cutTargets(args, output)
	if err != nil {
		return err
	}
	cutters := make([]cutter, 0, len(args))
	for i, name := range args {
		f, err := openHD(name)
		if err != nil {
			return err
		}
		cutters = append(cutters, cutter{f, targets[i]})
		if f.kind != hdtrace.ExtStatistics && f.kind != hdtrace.ExtTrace && f.kind != hdtrace.ExtRelation {
			return cli.Usagef("%s: expected statistics (%s), a trace (%s) or relations (%s)", name, hdtrace.ExtStatistics, hdtrace.ExtTrace, hdtrace.ExtRelation)
		}
	}
	between, err := times.of(func() (span, error) { return extent(cutters) })
	if err != nil {
		return err
	}
	return cutAll(c, cutters, between)
}

// cutTargets returns the file for each part.
func cutTargets(args []string, output string) ([]string, error) {
	info, err := os.Stat(output)
	folder := err == nil && info.IsDir() || os.IsPathSeparator(output[len(output)-1])
	if !folder && len(args) > 1 {
		return nil, cli.Usagef("-o %s: expected a directory for %d files (an existing one, or a name that ends in %c)", output, len(args), filepath.Separator)
	}
	targets, taken := make([]string, len(args)), map[string]string{}
	for i, name := range args {
		targets[i] = output
		if folder {
			targets[i] = filepath.Join(output, filepath.Base(name))
		}
		if other, ok := taken[targets[i]]; ok {
			return nil, cli.Usagef("%s and %s would both become %s", other, name, targets[i])
		}
		taken[targets[i]] = name
		if err := cli.KeepInputs(targets[i], args); err != nil {
			return nil, err
		}
	}
	return targets, nil
}

// extent is the time from the start of the first file to the end of the last.
func extent(cutters []cutter) (span, error) {
	all := span{hdtrace.EndOfTime, hdtrace.BeginningOfTime}
	for _, x := range cutters {
		s, err := x.in.extent()
		if err = errors.Join(err, x.in.Close()); err != nil {
			return span{}, err
		}
		all.from, all.to = min(all.from, s.from), max(all.to, s.to)
	}
	return all, nil
}

// cutAll cuts each file, and lists what was written.
func cutAll(c *cobra.Command, cutters []cutter, between span) error {
	var problem error
	written := 0
	for _, x := range cutters {
		n, err := x.cut(between)
		if errors.Is(err, errNothing) && len(cutters) > 1 { // another one may have something
			cli.Tell(c, "%s: %v", x.in.Name(), errNothing)
			problem = errors.Join(problem, damaged(faultIn(err)))
			continue
		}
		if err != nil && !errors.Is(err, cli.ErrIncomplete) {
			return cli.Result(err, problem)
		}
		written++
		what := map[string]string{hdtrace.ExtStatistics: "entries", hdtrace.ExtTrace: "states and events", hdtrace.ExtRelation: "records of relations"}[x.in.kind]
		problem = errors.Join(problem, say(c, "%s: %d %s", x.target, n, what), err)
	}
	if written == 0 {
		return cli.Result(errNothing, problem)
	}
	return problem
}

// faultIn returns the fault of a file in an error, or nil if there is none.
func faultIn(err error) error {
	var fault *hdtrace.FormatError
	if errors.As(err, &fault) {
		return fault
	}
	return nil
}

// cut writes the part. From a damaged file it is the part before the fault, and the error reports an
// incomplete result; after any other error nothing was written.
func (x *cutter) cut(between span) (n int64, err error) {
	defer func() {
		if closed := x.in.Close(); err == nil {
			err = closed
		}
	}()
	n, err = x.attempt(hdtrace.ReadOptions{}, between)
	fault := faultIn(err)
	if fault == nil || errors.Is(err, errNothing) {
		return n, err
	}
	if n, err = x.attempt(hdtrace.ReadOptions{Tolerant: true}, between); errors.Is(err, errNothing) {
		return n, errors.Join(err, fault)
	} else if err != nil {
		return n, err
	}
	return n, damaged(fault)
}

func (x *cutter) attempt(o hdtrace.ReadOptions, between span) (n int64, err error) {
	err = cli.WriteFile(x.target, []string{x.in.Name()}, func(w io.Writer) error {
		switch x.in.kind {
		case hdtrace.ExtStatistics:
			s, err := x.in.statistics(o)
			if err != nil {
				return err
			}
			n, err = stat.Cut(w, s, between.from, between.to)
			return some(n, err)
		case hdtrace.ExtRelation:
			n, err = relation.Cut(w, func() (*relation.Reader, error) { return x.in.relations(o) }, between.from, between.to)
			return some(n, err)
		}
		r, err := x.in.trace(o)
		if err != nil {
			return err
		}
		n, err = trace.Cut(w, r, between.from, between.to)
		return some(n, err)
	})
	return n, err
}

func some(n int64, err error) error {
	if n == 0 && err == nil {
		return errNothing
	}
	return err
}
