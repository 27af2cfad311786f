package convert

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/formats"
	"github.com/go-hpc/timers/stats/export"
)

// series writes several runs, one per argument.
func (o *options) series(c *cobra.Command, f *formats.Format, args []string, p *progress) error {
	parameters, values, err := o.varied(len(args))
	if err != nil {
		return err
	}
	var points []export.Point
	var lost []string
	var missing error
	for i, name := range args {
		p.say(fmt.Sprintf("reading run %d of %d", i+1, len(args)))
		run, err := read(c.ErrOrStderr(), []string{name})
		if run == nil {
			return err
		}
		missing = errors.Join(missing, err)
		at := []float64{float64(run.Summary.Size)}
		if len(values) > 0 {
			at = values[i]
		}
		points = append(points, export.Point{Coordinates: at, Summary: run.Summary})
		for _, what := range f.Lost(run.Whole()) {
			if !slices.Contains(lost, what) {
				lost = append(lost, what)
			}
		}
	}
	write := func(w io.Writer) error { return f.WriteSeries(w, parameters, points) }
	if err := cli.Output(c, o.output, args, p.counted(write, o.output)); err != nil {
		return err
	}
	p.done()
	return cli.Result(tellLost(c, f.Name, lost), missing)
}

// varied holds what was varied over n runs: names, and their values for each run; it is empty if that is the
// number of ranks.
func (o *options) varied(n int) (parameters []string, values [][]float64, err error) {
	if len(o.parameters) == 0 {
		return []string{"ranks"}, nil, nil
	}
	values = make([][]float64, n)
	for _, text := range o.parameters {
		name, list, ok := strings.Cut(text, "=")
		parts := strings.Split(list, ",")
		if !ok || name == "" || len(parts) != n {
			return nil, nil, cli.Usagef("--parameter %q, expected NAME= and %s with \",\" between them", text, cli.Plural(n, "value"))
		}
		parameters = append(parameters, name)
		for i, part := range parts {
			v, err := strconv.ParseFloat(part, 64)
			if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, nil, cli.Usagef("--parameter %s: %q is not a number", name, part)
			}
			values[i] = append(values[i], v)
		}
	}
	return parameters, values, nil
}
