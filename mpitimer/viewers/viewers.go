// Package viewers lets the last report of the timers be written in the forms of other programs, too: of
// Go's pprof, speedscope, Prometheus and others, as docs/export.md lists them. A program that links it,
//
//	import _ "github.com/go-hpc/timers/mpitimer/viewers"
//
// has the key Outputs in the section Timers of its configuration.
package viewers

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/stats/export"
)

func init() {
	attach.Register(attach.Kind{Name: "viewers", Settings: func() attach.Settings { return new(settings) }})
}

type settings struct {
	// Outputs lists files, separated by commas: either names whose extension chooses the format (run.pb.gz
	// for Go's pprof, run.speedscope.json, run.prom, …), or FORMAT:NAME.
	Outputs string `yaml:"Outputs"`
}

// Check implements attach.Settings.
func (s *settings) Check() []attach.Fault {
	_, err := parseOutputs(s.Outputs)
	switch {
	case strings.Contains(s.Outputs, "\x00"):
		return []attach.Fault{{Key: "Outputs", Problem: fmt.Sprintf("%q, expected names of files", s.Outputs)}}
	case err != nil:
		return []attach.Fault{{Key: "Outputs", Problem: err.Error()}}
	}
	return nil
}

// Open implements attach.Settings.
func (s *settings) Open() (attach.Output, attach.Source) {
	files, _ := parseOutputs(s.Outputs) // which Check has found to be right
	if len(files) == 0 {
		return nil, nil
	}
	return &writer{files: files}, nil
}

// writer writes the files. It does nothing collective.
type writer struct {
	run   attach.Run
	files []output
}

func (w *writer) Begin(r attach.Run) error {
	w.run = r
	return nil
}

func (w *writer) Stop() {}

func (w *writer) End(bool) error { return nil }

// Report writes the files of the last report where it is made, even if ranks are missing from it.
func (w *writer) Report(r *attach.Report) (problem error) {
	if r.Occasion != attach.AtEnd || r.Summary == nil {
		return nil
	}
	for _, o := range w.files {
		err := w.run.Write(o.name, func(to io.Writer) error { return export.Write(to, o.format, r.Summary) })
		problem = errors.Join(problem, err)
	}
	return problem
}

// output is one file.
type output struct {
	format string
	name   string
}

// parseOutputs reads a list of files with commas between them: NAME, whose end says the format, or
// FORMAT:NAME.
func parseOutputs(text string) (list []output, err error) {
	for entry := range strings.SplitSeq(text, ",") {
		if entry = strings.TrimSpace(entry); entry == "" {
			continue
		}
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

// ofRanks is the format that holds only individual ranks.
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
