package mpitimer

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export"
)

// output is a further file of the last report.
type output struct {
	format string
	name   string
}

// parseOutputs reads a list of files with commas between them: NAME, whose end says the format, or
// FORMAT:NAME.
func parseOutputs(text string) (list []output, err error) {
	for _, entry := range listOf(text) {
		o, err := parseOutput(entry)
		if err != nil {
			return nil, err
		}
		list = append(list, o)
	}
	return list, nil
}

func parseOutput(entry string) (output, error) {
	format, name, named := strings.Cut(entry, ":")
	if !named {
		f, known := export.ByExtension(entry)
		if !known {
			return output{}, fmt.Errorf("%q: its end is that of no format; expected FORMAT:NAME, or a name that ends with one of %s", entry, extensions())
		}
		format, name = f.Name, entry
	}
	_, known := export.ByName(format)
	switch {
	case !known:
		return output{}, fmt.Errorf("%q: there is no format %q; there are %s", entry, format, formatNames())
	case name == "":
		return output{}, fmt.Errorf("%q: expected the name of a file behind the format", entry)
	case format == ofRanks:
		return output{}, fmt.Errorf("%q: it is of single ranks, and the report of all", entry)
	}
	return output{format, name}, nil
}

// ofRanks is the format that holds single ranks alone.
const ofRanks = "profiles"

func formatNames() string {
	var names []string
	for _, f := range export.Formats() {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}

func extensions() string {
	var ends []string
	for _, f := range export.Formats() {
		ends = append(ends, f.Extension)
	}
	return strings.Join(ends, ", ")
}

// writeOutputs writes the further files of the last report, which rank 0 does.
func (tm *Timers) writeOutputs(s *stats.Summary) error {
	outputs, _ := parseOutputs(tm.config.Output.Outputs) // which the configuration was checked for
	var problem error
	for _, o := range outputs {
		err := tm.writeFile(o.name, func(w io.Writer) error { return export.Write(w, o.format, s) })
		problem = errors.Join(problem, err)
	}
	return problem
}
