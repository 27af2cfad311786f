package mpitimer

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/twin"
	"github.com/go-hpc/timers/stats"
)

// writeGPTL writes the files in GPTL's forms that are this rank's to write. It is collective if all is
// to be in a single file.
func (tm *Timers) writeGPTL(p *stats.Profile, r reduced, prefix string) error {
	var problem error
	names := r.names
	writes := tm.config.writesFile(p.Rank)
	switch {
	case tm.config.Output.SingleFile:
		problem = tm.writeSingle(p, r, prefix, writes)
	default:
		if names != nil {
			problem = tm.writeGlobal(names, prefix)
		}
		if writes {
			problem = errors.Join(problem, tm.writeRank(p, prefix))
			name := rankName(prefix, p.Size)
			tm.foldRankFiles(name)
			tm.foldRankFiles(func(rank int) string { return twinOf(name(rank)) + ".json" })
		}
	}
	if upstream := tm.upstreamPrefix(prefix); upstream != "" {
		problem = errors.Join(problem, tm.writeUpstream(p, names, upstream, writes))
	}
	return problem
}

// globalName is the name of E3SM's file of all ranks, blank for none.
func (o *Output) globalName(prefix string) string {
	switch o.GlobalFile {
	case "none":
		return ""
	case "stats":
		return gptlcompat.GlobalName(prefix, gptlcompat.E3SM)
	}
	return gptlcompat.GlobalName(prefix, gptlcompat.Omega)
}

// needsNames reports whether a file needs the Summary by name. All ranks find the same.
func (o *Output) needsNames() bool { return o.GlobalFile != "none" || o.UpstreamPrefix != "" }

func (tm *Timers) writeGlobal(names *stats.Summary, prefix string) error {
	name := tm.config.Output.globalName(prefix)
	if name == "" {
		return nil
	}
	return tm.writeTwins("all ranks", name, globalText(names), globalTwin(names))
}

func (tm *Timers) writeRank(p *stats.Profile, prefix string) error {
	name := rankName(prefix, p.Size)
	return tm.writeTwins("", name(p.Rank), rankText(p), rankTwin(p))
}

// writeTwins writes a file and, if that is configured, its machine-readable twin.
func (tm *Timers) writeTwins(what, name string, text, twin func(io.Writer) error) error {
	problem := tm.writeFileOf(what, name, text)
	if tm.config.Output.JSON {
		problem = errors.Join(problem, tm.writeFile(twinOf(name)+".json", twin))
	}
	return problem
}

// twinOf is the name of a file's twin without its extension: in a folder of its own, since PACE takes
// all files of a folder for GPTL's.
func twinOf(name string) string {
	folder, base := path.Split(name)
	return path.Join(folder, "json", base)
}

// form is one of GPTL's forms.
type form int

const (
	formGlobal form = iota
	formRank
	formTiming
	formTimingSummary
)

// held is how a file of such a form is written. In tests it holds each of them to the rules of those
// who read it.
var held = func(_ form, write func(io.Writer) error) func(io.Writer) error { return write }

func globalText(names *stats.Summary) func(io.Writer) error {
	return held(formGlobal, func(w io.Writer) error { return gptlcompat.WriteGlobal(w, names, gptlcompat.GlobalOptions{}) })
}

func globalTwin(names *stats.Summary) func(io.Writer) error {
	return func(w io.Writer) error { return twin.Global(w, names, gptlcompat.GlobalOptions{}) }
}

func rankText(p *stats.Profile) func(io.Writer) error {
	return held(formRank, func(w io.Writer) error { return gptlcompat.WriteRank(w, p, gptlcompat.RankOptions{}) })
}

func rankTwin(p *stats.Profile) func(io.Writer) error {
	return func(w io.Writer) error { return twin.Rank(w, p, gptlcompat.RankOptions{}) }
}

func line(write func(io.Writer) error) func(io.Writer) error {
	return func(w io.Writer) error { return twin.Line(w, write) }
}

// singleSuffix is what the name of the single file has behind the prefix; with E3SM's default prefix it
// is E3SM's default name.
const singleSuffix = "_all"

// writeSingle writes what the global file and those of the ranks would hold into one file.
func (tm *Timers) writeSingle(p *stats.Profile, r reduced, prefix string, writes bool) error {
	names := r.names
	global := names != nil && tm.config.Output.GlobalFile != "none"
	if tm.config.Output.GlobalFile == "none" && tm.config.Output.RankFiles == 0 && !tm.config.Timing.PrintAllRanks {
		return nil
	}
	all := func(name string, head, part func(io.Writer) error) error {
		var own bytes.Buffer
		var problem error
		if writes {
			problem = part(&own)
		}
		begin := func(w io.Writer) error {
			if !global {
				return nil
			}
			return head(w)
		}
		if r.verdict == nil { // this rank reaches no other
			return errors.Join(problem, tm.writeFile(name, func(w io.Writer) error {
				_, err := w.Write(own.Bytes())
				return errors.Join(begin(w), err)
			}))
		}
		return errors.Join(problem, tm.collectFile(tm.rounds.Ask, r.verdict, name, begin, own.Bytes()))
	}
	name := prefix + singleSuffix
	problem := all(name, globalText(names), rankText(p))
	if tm.config.Output.JSON {
		problem = errors.Join(problem, all(twinOf(name)+".jsonl", line(globalTwin(names)), line(rankTwin(p))))
	}
	return problem
}

// upstreamPrefix is what the names of upstream's files begin with, blank for no such files. Reports with
// a prefix of their own have files of their own.
func (tm *Timers) upstreamPrefix(prefix string) string {
	o := &tm.config.Output
	if o.UpstreamPrefix == "" || prefix == o.Prefix {
		return o.UpstreamPrefix
	}
	return prefix + "." + o.UpstreamPrefix
}

// upstreamSummary is the end of the name of upstream's file of all ranks.
const upstreamSummary = ".summary"

// writeUpstream writes the files of upstream's GPTL.
func (tm *Timers) writeUpstream(p *stats.Profile, names *stats.Summary, prefix string, writes bool) error {
	var problem error
	if names != nil {
		o := gptlcompat.TimingSummaryOptions{Threads: len(p.Tracks)}
		problem = tm.writeFile(prefix+upstreamSummary, held(formTimingSummary, func(w io.Writer) error {
			return gptlcompat.WriteTimingSummary(w, names, o)
		}))
	}
	if writes {
		name := func(rank int) string { return fmt.Sprintf("%s.%06d", prefix, rank) }
		problem = errors.Join(problem, tm.writeFile(name(p.Rank), held(formTiming, func(w io.Writer) error {
			return gptlcompat.WriteTiming(w, p, gptlcompat.TimingOptions{Events: gptlcompat.Events(p, gptlcompat.MostEvents), Bytes: gptlcompat.MessageBytes(p)})
		})))
		tm.foldRankFiles(name)
	}
	return problem
}
