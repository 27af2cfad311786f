// Package upstream lets the reports of the timers have the files of upstream's GPTL 8, and machine-readable twins
// of the files of E3SM's form. A program that links it,
//
//	import _ "github.com/go-hpc/timers/mpitimer/upstream"
//
// has the keys UpstreamPrefix and JSON in the section Timers of its configuration.
package upstream

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/twin"
	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/stats"
)

func init() {
	attach.Register(attach.Kind{Name: "upstream", Settings: func() attach.Settings { return new(settings) }})
}

// settings are the keys of the configuration.
type settings struct {
	// Prefix adds the files of upstream's GPTL 8, which are not written if it is blank:
	// UPSTREAMPREFIX.summary, and UPSTREAMPREFIX.NNNNNN of the ranks that write a file of their own. With
	// "timing" they have GPTL's names, and the key Prefix must be another.
	Prefix string `yaml:"UpstreamPrefix"`

	// JSON writes a machine-readable twin, with all digits, of each file of E3SM's form: of
	// PREFIX_stats json/PREFIX_stats.json, and JSON Lines of the single file. Upstream's files hold what
	// E3SM's do.
	JSON bool `yaml:"JSON"`
}

// summary is the end of the name of upstream's file for all ranks.
const summary = ".summary"

// Check implements attach.Settings.
func (s *settings) Check() []attach.Fault {
	if strings.ContainsAny(s.Prefix, "/\x00\n") {
		return []attach.Fault{{Key: "UpstreamPrefix", Problem: fmt.Sprintf("%q, expected the begin of a file name", s.Prefix)}}
	}
	return nil
}

// Clash implements attach.Namer.
func (s *settings) Clash(prefix, tree string) []attach.Fault {
	digits, numbered := strings.CutPrefix(tree, s.Prefix+".")
	switch {
	case s.Prefix == "":
	case s.Prefix == prefix:
		return []attach.Fault{{Key: "UpstreamPrefix", Problem: fmt.Sprintf("%q, which is also that of the files of E3SM's form", s.Prefix)}}
	case tree == s.Prefix+summary, numbered && digits != "" && strings.Trim(digits, "0123456789") == "":
		return []attach.Fault{{Key: "TimerFile", Problem: fmt.Sprintf("%q, which is also the name of another file of the timers", tree)}}
	}
	return nil
}

// Open implements attach.Settings.
func (s *settings) Open() (attach.Output, attach.Source) {
	if s.Prefix == "" && !s.JSON {
		return nil, nil
	}
	return &writer{settings: *s}, nil
}

// writer writes the files.
type writer struct {
	settings settings
	run      attach.Run
}

func (w *writer) Begin(r attach.Run) error {
	w.run = r
	return nil
}

func (w *writer) Stop() {}

func (w *writer) End(bool) error { return nil }

// NeedsNames implements attach.ByName.
func (w *writer) NeedsNames() bool { return w.settings.Prefix != "" }

// Report writes the files of a report that are this rank's to write. It is collective if there is a single
// file that is to have its twin.
func (w *writer) Report(r *attach.Report) (problem error) {
	if w.settings.Prefix != "" {
		problem = w.writeFiles(r)
	}
	if w.settings.JSON {
		problem = errors.Join(problem, w.writeTwins(r))
	}
	return problem
}

// prefix returns the start of the names of upstream's files. Reports with a prefix of their own have files of
// their own.
func (w *writer) prefix(r *attach.Report) string {
	if r.Occasion == attach.AtEnd {
		return w.settings.Prefix
	}
	return r.Prefix + "." + w.settings.Prefix
}

// writeFiles writes the files of upstream's GPTL.
func (w *writer) writeFiles(r *attach.Report) (problem error) {
	prefix, p := w.prefix(r), r.Profile
	if names := r.Names; names != nil {
		o := gptlcompat.TimingSummaryOptions{Threads: len(p.Tracks), Events: gptlcompat.SummaryEvents(names, gptlcompat.MostEvents)}
		problem = w.run.Write(prefix+summary, func(to io.Writer) error { return gptlcompat.WriteTimingSummary(to, names, o) })
	}
	name := func(rank int) string { return fmt.Sprintf("%s.%06d", prefix, rank) }
	return errors.Join(problem, w.run.WriteEach(name, func(to io.Writer) error {
		return gptlcompat.WriteTiming(to, p, gptlcompat.TimingOptions{Events: gptlcompat.Events(p, gptlcompat.MostEvents), Bytes: gptlcompat.MessageBytes(p), NoMPI: p.Size == 1})
	}))
}

// writeTwins writes the twins of E3SM's files.
func (w *writer) writeTwins(r *attach.Report) (problem error) {
	global, rank := globalTwin(r.Names), rankTwin(r.Profile)
	if single := r.Files.Single; single != "" {
		var part bytes.Buffer
		if r.Files.Own {
			problem = twin.Line(&part, rank)
		}
		return errors.Join(problem, r.Collect(twinOf(single)+".jsonl", func(to io.Writer) error {
			if r.Names == nil || r.Files.Global == "" {
				return nil
			}
			return twin.Line(to, global)
		}, part.Bytes()))
	}
	if r.Names != nil && r.Files.Global != "" {
		problem = w.run.Write(twinOf(r.Files.Global)+".json", global)
	}
	return errors.Join(problem, w.run.WriteEach(func(rank int) string { return twinOf(r.Files.Rank(rank)) + ".json" }, rank))
}

func globalTwin(names *stats.Summary) func(io.Writer) error {
	return func(w io.Writer) error { return twin.Global(w, names, gptlcompat.GlobalOptions{}) }
}

func rankTwin(p *stats.Profile) func(io.Writer) error {
	return func(w io.Writer) error { return twin.Rank(w, p, gptlcompat.RankOptions{}) }
}

// twinOf returns the name of a file's twin without its extension: in a directory of its own, since PACE takes
// all files of a directory for GPTL's.
func twinOf(name string) string {
	folder, base := path.Split(name)
	return path.Join(folder, "json", base)
}
