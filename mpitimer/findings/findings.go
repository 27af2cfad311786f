// Package findings ends the log of a run with findings: the slow ranks, where they are slow, the ranks
// that wait for them, and the saving by balance. A program that links it,
//
//	import _ "github.com/go-hpc/timers/mpitimer/findings"
//
// has the key Findings in the section Timers of its configuration.
package findings

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
)

func init() {
	attach.Register(attach.Kind{Name: "findings", Settings: func() attach.Settings { return &settings{3} }})
}

type settings struct {
	// Findings is the maximum number of findings at the end of the log; 0: none.
	Findings int `yaml:"Findings"`
}

// Check implements attach.Settings.
func (s *settings) Check() []attach.Fault {
	if s.Findings < 0 {
		return []attach.Fault{{Key: "Findings", Problem: fmt.Sprintf("%d, expected a number from 0 on", s.Findings)}}
	}
	return nil
}

// Open implements attach.Settings.
func (s *settings) Open() (attach.Output, attach.Source) {
	if s.Findings == 0 {
		return nil, nil
	}
	return &output{most: s.Findings}, nil
}

// output implements attach.Output.
type output struct {
	run   attach.Run
	most  int
	parts []answers.Checkpoint // of the run so far
	kept  int                  // regions of these; mostKept: they are too many
}

// mostKept is how many regions the reports of checkpoints may have together, some 2 KiB each, to tell since when ranks are slow.
const mostKept = 20_000

func (o *output) Begin(run attach.Run) error {
	o.run = run
	return nil
}

func (o *output) Stop() {}

func (o *output) End(bool) error { return nil }

// Report writes the sentences where the last report is made. Of one rank there are only those of its goroutines.
func (o *output) Report(r *attach.Report) error {
	if r.Summary == nil {
		return nil
	}
	alone := r.Summary.Ranks < 2
	switch r.Occasion {
	case attach.AtCheckpoint:
		if !alone { // since when goroutines are uneven is not told
			o.keep(r.Summary)
		}
	case attach.AtEnd:
		list := answers.Of(r.Summary, answers.OverCheckpoints(o.parts))
		if alone {
			list = slices.DeleteFunc(list, func(f answers.Finding) bool { return f.Kind != answers.Within })
		}
		if len(list) > 0 {
			return o.run.Log(text(list, r.Summary, o.most))
		}
	}
	return nil
}

// keep keeps the report of a checkpoint, or none if they are too many.
func (o *output) keep(s *stats.Summary) {
	if o.kept += len(s.Regions); o.kept > mostKept {
		o.parts, o.kept = nil, mostKept
		return
	}
	o.parts = append(o.parts, answers.Checkpoint{Number: len(o.parts) + 1, Summary: s})
}

// text is a line for each finding, and one that tells of more.
func text(list []answers.Finding, s *stats.Summary, most int) string {
	var b strings.Builder
	for i := range min(len(list), most) {
		b.WriteString("* " + printable.Line(list[i].Text(s)) + "\n")
	}
	if more := len(list) - most; more > 0 {
		fmt.Fprintf(&b, "* %d more: see mpitimer show --imbalance.\n", more)
	}
	return b.String()
}
