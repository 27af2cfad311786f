// Package viewers also writes the timers' last report in the formats of other programs: Go's pprof,
// speedscope, Prometheus and others, as docs/export.md lists them. A program that links it,
//
//	import _ "github.com/go-hpc/timers/mpitimer/viewers"
//
// has the key Outputs in the section Timers of its configuration.
package viewers

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-hpc/timers/machenv/parts"
	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/stats"
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

// writer writes the files. Those of single ranks take all ranks.
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
	if r.Occasion != attach.AtEnd {
		return nil
	}
	for _, o := range w.files {
		var err error
		switch {
		case o.format == ofRanks && r.Group != nil:
			err = w.gather(r, o.name)
		case o.format == ofRanks:
			err = collect(r, o.name)
		case o.format == ofLocations && r.Group != nil:
			err = w.writeLocations(r, o)
		case r.Summary != nil:
			err = w.write(o, export.Run{Summary: r.Summary})
		}
		problem = errors.Join(problem, err)
	}
	return problem
}

func (w *writer) write(o output, run export.Run) error {
	format, _ := export.ByName(o.format) // which parseOutput has found
	return w.run.Write(o.name, func(to io.Writer) error { return format.Write(to, run) })
}

// gather writes the profiles of all ranks, which come over a tree. The rank that writes holds one at a time.
func (w *writer) gather(r *attach.Report, name string) error {
	part, problem := partOf(r.Profile)
	over := func(each func(int, []byte) error) error {
		return parts.Collect(r.Group, part, r.Group.Prompt(), each)
	}
	if r.Group.Rank() != 0 {
		return errors.Join(problem, over(nil))
	}
	var lost error // of ranks whose parts did not come: the file has the others
	begun := false
	err := w.run.Write(name, func(to io.Writer) error {
		if begun {
			return errors.New("the profiles of other ranks cannot be collected a second time")
		}
		begun = true
		var failed error
		err := over(func(_ int, part []byte) error {
			_, failed = to.Write(part)
			return failed
		})
		if failed == nil {
			lost = err
		}
		return failed
	})
	if !begun { // the other ranks are waiting all the same
		_ = over(func(int, []byte) error { return errNoFile })
	}
	if lost != nil {
		lost = fmt.Errorf("%s: %w", name, lost)
	}
	return errors.Join(problem, err, lost)
}

var errNoFile = errors.New("there is no file")

// collect writes the profiles of the ranks that are there, which are asked one after the other.
func collect(r *attach.Report, name string) error {
	part, err := partOf(r.Profile)
	return errors.Join(err, r.Collect(name, func(io.Writer) error { return nil }, part))
}

// partOf encodes a profile; nil stays nil.
func partOf(p *stats.Profile) ([]byte, error) {
	if p == nil {
		return nil, nil
	}
	return p.MarshalBinary()
}

// mostLocations is how many bytes the profiles of all ranks may take together that rank 0 holds at once.
var mostLocations = 256 << 20

var errTooMany = errors.New("the profiles of all ranks are too large")

// writeLocations writes a file for which rank 0 holds the profiles of all ranks, or of their summary alone if
// these are too large. It is collective.
func (w *writer) writeLocations(r *attach.Report, o output) error {
	part, problem := partOf(r.Profile)
	run, held := export.Run{Summary: r.Summary}, 0
	err := parts.Collect(r.Group, part, r.Group.Prompt(), func(_ int, part []byte) error {
		if held += len(part); held > mostLocations {
			return errTooMany
		}
		p, err := stats.ReadProfile(bytes.NewReader(part))
		run.Profiles = append(run.Profiles, p)
		return err
	})
	if err != nil {
		run.Profiles = nil
	}
	if errors.Is(err, errTooMany) {
		w.run.Say(fmt.Sprintf("mpitimer: %s has the sums over all ranks alone: the profiles of all ranks take more than %d MB, and PROFILES.mptprof among the Outputs can be converted later", o.name, mostLocations>>20))
		err = nil
	}
	problem = errors.Join(problem, err)
	if r.Summary != nil {
		problem = errors.Join(problem, w.write(o, run))
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
			return output{}, fmt.Errorf("%q: unknown extension; expected FORMAT:NAME, or a name that ends with one of %s", entry, extensions())
		}
		format, name = f.Name, entry
	}
	_, known := export.ByName(format)
	switch {
	case !known:
		return output{}, fmt.Errorf("%q: unknown format %q; expected one of %s", entry, format, formatNames())
	case name == "":
		return output{}, fmt.Errorf("%q: expected the name of a file behind the format", entry)
	}
	return output{format, name}, nil
}

// Formats that are of single ranks: as large as all of their profiles, and made of all of them at once.
const (
	ofRanks     = "profiles"
	ofLocations = "cube"
)

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
