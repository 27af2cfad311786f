// Package upstream adds the files of upstream's GPTL 8 to the timers' reports. A program that links it,
//
//	import _ "github.com/go-hpc/timers/mpitimer/upstream"
//
// has the key UpstreamPrefix in the section Timers of its configuration.
package upstream

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/counters"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/mpitimer/attach"
)

func init() {
	attach.Register(attach.Kind{Name: "upstream", Settings: func() attach.Settings { return new(settings) }})
}

// settings are the keys of the configuration.
type settings struct {
	// Prefix adds the files of upstream's GPTL 8; blank for none. They are UPSTREAMPREFIX.summary, and
	// UPSTREAMPREFIX.NNNNNN for the ranks that write a file of their own. With "timing" they have
	// GPTL's names, and the key Prefix must differ.
	Prefix string `yaml:"UpstreamPrefix"`
}

// summary is the end of the name of upstream's file for all ranks.
const summary = ".summary"

// Check implements attach.Settings.
func (s *settings) Check() []attach.Fault {
	if strings.ContainsAny(s.Prefix, "/\x00\n") {
		return []attach.Fault{{Key: "UpstreamPrefix", Problem: fmt.Sprintf("%q, expected the start of a file name", s.Prefix)}}
	}
	return nil
}

// CheckNames implements attach.NameChecker.
func (s *settings) CheckNames(prefix, tree string) []attach.Fault {
	digits, numbered := strings.CutPrefix(tree, s.Prefix+".")
	switch {
	case s.Prefix == "":
	case s.Prefix == prefix:
		return []attach.Fault{{Key: "UpstreamPrefix", Problem: fmt.Sprintf("%q, which is also the prefix of E3SM's files", s.Prefix)}}
	case tree == s.Prefix+summary, numbered && digits != "" && strings.Trim(digits, "0123456789") == "":
		return []attach.Fault{{Key: "TimerFile", Problem: fmt.Sprintf("%q, which is also the name of another file of the timers", tree)}}
	}
	return nil
}

// Open implements attach.Settings.
func (s *settings) Open() (attach.Output, attach.Source) {
	if s.Prefix == "" {
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
func (w *writer) NeedsNames() bool { return true }

// prefix returns the start of the names of upstream's files. Reports with a prefix of their own have files of
// their own.
func (w *writer) prefix(r *attach.Report) string {
	if r.Occasion == attach.AtEnd {
		return w.settings.Prefix
	}
	return r.Prefix + "." + w.settings.Prefix
}

// Report writes the files of a report that are this rank's to write.
func (w *writer) Report(r *attach.Report) (problem error) {
	prefix, p := w.prefix(r), r.Profile
	if names := r.Names; names != nil {
		o := upstream.TimingSummaryOptions{Threads: len(p.Tracks), Events: counters.OfRanks(names)}
		problem = w.run.Write(prefix+summary, func(to io.Writer) error { return upstream.WriteTimingSummary(to, names, o) })
	}
	name := func(rank int) string { return fmt.Sprintf("%s.%06d", prefix, rank) }
	return errors.Join(problem, w.run.WriteEach(name, func(to io.Writer) error {
		o := upstream.TimingOptions{Events: counters.Of(p), Bytes: counters.MessageBytes(p)}
		o.Method, _ = gptlcompat.MethodNamed(r.Method)
		o.NoMPI = !r.MPI
		return upstream.WriteTiming(to, p, o)
	}))
}
