package hd

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/stats/hdtrace"
)

// hdRange is the flags --from and --to.
type hdRange struct{ from, to string }

const timeHelp = `A time is in seconds since 1970 (1795239254.25), a date (2026-11-21T05:34:14.25Z), or, with a
plus sign, counted from the start of the file (+1.5s, +250ms, +2m).`

func (r *hdRange) flags(f *pflag.FlagSet) {
	f.StringVar(&r.from, "from", "", "use only what ends after `TIME`")
	f.StringVar(&r.to, "to", "", "use only what starts before `TIME`")
}

// span is a start time and an end time.
type span struct{ from, to hdtrace.Epoch }

// of finds the times; begin is asked only if one is counted from there.
func (r *hdRange) of(begin func() (hdtrace.Epoch, error)) (span, error) {
	s := span{hdtrace.BeginningOfTime, hdtrace.EndOfTime}
	for _, t := range []struct {
		flag, text string
		to         *hdtrace.Epoch
	}{{"from", r.from, &s.from}, {"to", r.to, &s.to}} {
		if t.text == "" {
			continue
		}
		at, relative, err := parseTime(t.text)
		if err != nil {
			return s, cli.Usagef("--%s: %w", t.flag, err)
		}
		if relative {
			start, err := begin()
			if err != nil {
				return s, err
			}
			at += start
		}
		*t.to = at
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
		if _, _, err := parseTime(t[1]); err != nil {
			return cli.Usagef("--%s: %w", t[0], err)
		}
	}
	return nil
}

// parseTime reads a time; relative means that it counts from the start of a file.
func parseTime(text string) (at hdtrace.Epoch, relative bool, err error) {
	relative = strings.HasPrefix(text, "+")
	if at, err := hdtrace.ParseEpoch(text); err == nil {
		return at, relative, nil
	}
	if relative {
		if d, err := time.ParseDuration(text); err == nil {
			return hdtrace.Epoch(d), true, nil
		}
	} else if t, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return hdtrace.EpochOf(t), false, nil
	}
	return 0, false, fmt.Errorf("%q is not a time; expected seconds since 1970, a date such as 2026-11-21T05:34:14Z, or +1.5s from the start of the file", text)
}

// begin returns the earliest time in a file. That of a trace is found by reading all of it, since its states
// stand in the order in which they ended.
func (f *hdFile) begin() (hdtrace.Epoch, error) {
	tolerant := hdtrace.ReadOptions{Tolerant: true}
	switch f.kind {
	case extStatistics:
		s, err := f.statistics(tolerant)
		if err != nil {
			return 0, err
		}
		return s.Start(), nil
	case extTrace:
		r, err := f.trace(tolerant)
		if err != nil {
			return 0, err
		}
		first := hdtrace.EndOfTime
		for record, err := range r.Records() {
			if err != nil {
				return 0, err
			}
			first = min(first, record.Start)
		}
		if first == hdtrace.EndOfTime {
			first = r.Header().TimeAdjustment
		}
		return first, nil
	case extRelation:
		r, err := f.relations(tolerant)
		if err != nil {
			return 0, err
		}
		record, err := r.Next()
		if errors.Is(err, io.EOF) {
			return r.Header().TimeAdjustment, nil
		}
		if err != nil {
			return 0, err
		}
		return record.Time, nil
	}
	return 0, cli.Usagef("%s: a %s file has no time", f.Name(), f.kind)
}

// overlaps reports whether the time from start to end lies at least partly in the span.
func (s span) overlaps(start, end hdtrace.Epoch) bool {
	if start == end {
		return start >= s.from && start < s.to
	}
	return end > s.from && start < s.to
}
