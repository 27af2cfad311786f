package hd

import (
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/relation"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// hdRange is the flags --from and --to.
type hdRange struct{ from, to string }

const timeHelp = `A time is in seconds since 1970 (1795239254.25), a date (2026-11-21T05:34:14.25Z), with a
plus sign counted from the start of the file (+1.5s, +250ms, +2m), or a share of its time (40%).`

func (r *hdRange) flags(f *pflag.FlagSet) {
	f.StringVar(&r.from, "from", "", "use only data that end after `TIME`")
	f.StringVar(&r.to, "to", "", "use only data that start before `TIME`")
}

// span is a start time and an end time.
type span struct{ from, to hdtrace.Epoch }

// of finds the times; extent is asked only if one is relative to what it says.
func (r *hdRange) of(extent func() (span, error)) (span, error) {
	s := span{hdtrace.BeginningOfTime, hdtrace.EndOfTime}
	for _, t := range []struct {
		flag, text string
		to         *hdtrace.Epoch
	}{{"from", r.from, &s.from}, {"to", r.to, &s.to}} {
		if t.text == "" {
			continue
		}
		at, err := parseTime(t.text)
		if err != nil {
			return s, cli.Usagef("--%s: %w", t.flag, err)
		}
		if at.relative {
			whole, err := extent()
			if err != nil {
				return s, err
			}
			at.Epoch += whole.from + hdtrace.Epoch(at.share*float64(whole.to-whole.from))
		}
		*t.to = at.Epoch
	}
	if s.from >= s.to {
		return s, cli.Usagef("--from %s is not before --to %s", r.from, r.to)
	}
	return s, nil
}

// check reports whether the times can be read, before any file is.
func (r *hdRange) check() error {
	for _, t := range [][2]string{{"from", r.from}, {"to", r.to}} {
		if t[1] == "" {
			continue
		}
		if _, err := parseTime(t[1]); err != nil {
			return cli.Usagef("--%s: %w", t[0], err)
		}
	}
	return nil
}

// when is a time, or one that is relative to a file: to its start, and by a share of its length.
type when struct {
	hdtrace.Epoch
	relative bool
	share    float64
}

func parseTime(text string) (when, error) {
	if number, percent := strings.CutSuffix(text, "%"); percent {
		if share, err := strconv.ParseFloat(number, 64); err == nil && share >= 0 && share <= 100 && text[0] != '+' {
			return when{relative: true, share: share / 100}, nil
		}
		return when{}, fmt.Errorf("%q is not a share of a file's time; expected 0%% to 100%%", text)
	}
	relative := strings.HasPrefix(text, "+")
	if at, err := hdtrace.ParseEpoch(text); err == nil {
		return when{Epoch: at, relative: relative}, nil
	}
	if relative {
		if d, err := time.ParseDuration(text); err == nil {
			return when{Epoch: hdtrace.Epoch(d), relative: true}, nil
		}
	} else if t, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return when{Epoch: hdtrace.EpochOf(t)}, nil
	}
	return when{}, fmt.Errorf("%q is not a time; expected seconds since 1970, a date such as 2026-11-21T05:34:14Z, +1.5s from the start of the file, or 40%% of its time", text)
}

// extent returns the earliest and the latest time in a file. Those of a trace are found by reading all of it, since
// its states stand in the order in which they ended.
func (f *hdFile) extent() (span, error) {
	tolerant := hdtrace.ReadOptions{Tolerant: true}
	switch f.kind {
	case hdtrace.ExtStatistics:
		s, err := f.statistics(tolerant)
		if err != nil {
			return span{}, err
		}
		end, err := s.End()
		return span{s.Start(), end}, err
	case hdtrace.ExtTrace:
		r, err := f.trace(tolerant)
		if err != nil {
			return span{}, err
		}
		return extentOf(r.Records(), r.Header().TimeAdjustment, func(r *trace.Record) (from, to hdtrace.Epoch) { return r.Start, r.End })
	case hdtrace.ExtRelation:
		r, err := f.relations(tolerant)
		if err != nil {
			return span{}, err
		}
		return extentOf(r.Records(), r.Header().TimeAdjustment, func(r *relation.Record) (from, to hdtrace.Epoch) { return r.Time, r.Time })
	}
	return span{}, cli.Usagef("%s: a %s file has no time", f.Name(), f.kind)
}

// extentOf is from the earliest record to the latest, or that instant if there is none.
func extentOf[T any](records iter.Seq2[*T, error], at hdtrace.Epoch, of func(*T) (from, to hdtrace.Epoch)) (span, error) {
	s := span{hdtrace.EndOfTime, hdtrace.BeginningOfTime}
	for record, err := range records {
		if err != nil {
			return span{}, err
		}
		from, to := of(record)
		s = span{min(s.from, from), max(s.to, to)}
	}
	if s.from > s.to {
		s = span{at, at}
	}
	return s, nil
}

// overlaps reports whether the time from start to end lies at least partly in the span.
func (s span) overlaps(start, end hdtrace.Epoch) bool {
	if start == end {
		return start >= s.from && start < s.to
	}
	return end > s.from && start < s.to
}
