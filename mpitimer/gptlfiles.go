package mpitimer

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/stats"
)

// beginGPTL begins the files in GPTL's forms that are this rank's to write. End is collective if all is to be in a
// single file.
func (tm *Timers) beginGPTL(p *stats.Profile, r reduced, prefix string) (end func() error) {
	writes := tm.config.writesFile(p.Rank)
	if tm.config.Output.SingleFile {
		return func() error { return tm.writeSingle(p, r, prefix, writes) }
	}
	global, rank := tm.beginGlobal(r.names, prefix), r.rank
	if writes && rank == nil {
		rank = tm.beginRank(p, prefix)
	}
	return func() error {
		problem := global()
		if writes {
			problem = errors.Join(problem, rank())
			tm.foldRankFiles(rankName(prefix, p.Size))
		}
		return problem
	}
}

// globalName is the name of E3SM's file of all ranks, blank for none.
func (o *OutputConfig) globalName(prefix string) string {
	switch o.GlobalFile {
	case "none":
		return ""
	case "stats":
		return gptlcompat.GlobalName(prefix, gptlcompat.E3SMStyle)
	}
	return gptlcompat.GlobalName(prefix, gptlcompat.OmegaStyle)
}

// form is one of E3SM's forms.
type form int

const (
	formGlobal form = iota
	formRank
)

// held is how a file of such a form is written. In tests it holds each of them to the rules of those
// who read it.
var held = func(_ form, write func(io.Writer) error) func(io.Writer) error { return write }

func globalText(names *stats.Summary) func(io.Writer) error {
	return held(formGlobal, func(w io.Writer) error { return gptlcompat.WriteGlobal(w, names, gptlcompat.GlobalOptions{}) })
}

func (tm *Timers) rankText(p *stats.Profile) func(io.Writer) error {
	method, _ := gptlcompat.MethodNamed(tm.config.Output.Method)
	o := gptlcompat.RankOptions{Method: method, Build: gptlcompat.Build{NoMPI: !tm.engine.Owner.HasMPI()}}
	tracks, _ := tm.engine.Memory()
	for _, bytes := range tracks {
		o.Memory = append(o.Memory, gptlcompat.Memory{Regions: int64(bytes)})
	}
	return held(formRank, func(w io.Writer) error { return gptlcompat.WriteRank(w, p, o) })
}

// singleSuffix is what the name of the single file has behind the prefix; with E3SM's default prefix it
// is E3SM's default name.
const singleSuffix = "_all"

// needsNames reports whether a file of a report needs the Summary by name. All ranks find the same.
func (tm *Timers) needsNames() bool {
	return tm.config.Output.GlobalFile != "none" || tm.complete && slices.ContainsFunc(tm.attached.list, func(each *attachment) bool {
		o, is := each.output.(attach.ByName)
		return is && o.NeedsNames()
	})
}

func (tm *Timers) beginGlobal(names *stats.Summary, prefix string) (end func() error) {
	name := tm.config.Output.globalName(prefix)
	if names == nil || name == "" {
		return nothing
	}
	return tm.beginFile("all ranks", name, len(names.Regions), globalText(names))
}

func (tm *Timers) beginRank(p *stats.Profile, prefix string) (end func() error) {
	return tm.beginFile("", rankName(prefix, p.Size)(p.Rank), len(p.Nodes), tm.rankText(p))
}

// writeSingle writes what the global file and those of the ranks would hold into one file.
func (tm *Timers) writeSingle(p *stats.Profile, r reduced, prefix string, writes bool) (problem error) {
	if o := &tm.config.Output; o.GlobalFile == "none" && o.RankFiles == 0 && !tm.config.Timing.PrintAllRanks {
		return nil
	}
	var own bytes.Buffer
	if writes {
		problem = tm.rankText(p)(&own)
	}
	return errors.Join(problem, tm.collect(r, prefix+singleSuffix, func(w io.Writer) error {
		if r.names == nil || tm.config.Output.GlobalFile == "none" {
			return nil
		}
		return globalText(r.names)(w)
	}, own.Bytes()))
}

// collect writes one file for the ranks of a report.
func (tm *Timers) collect(r reduced, name string, head func(io.Writer) error, part []byte) error {
	if r.verdict != nil {
		return tm.collectFile(tm.rounds.Ask, r.verdict, name, head, part)
	}
	return tm.WriteFile(name, func(w io.Writer) error { // this rank reaches no other
		_, err := w.Write(part)
		return errors.Join(head(w), err)
	})
}
