package mpitimer

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// PrintOption is an option of Print.
type PrintOption interface{ apply(*printing) }

type printOption func(*printing)

func (o printOption) apply(p *printing) { o(p) }

type printing struct {
	interval bool
	prefix   string
}

// Interval reports what was measured since the last Print with this option, instead of since the
// initialisation. Shortest and longest calls are those of the interval, except on goroutines that
// were inside a region when the interval began: there they may be older.
func Interval() PrintOption {
	return printOption(func(p *printing) { p.interval = true })
}

// Files writes the files, too, with names that begin with prefix instead of Config's Prefix.
func Files(prefix string) PrintOption {
	return printOption(func(p *printing) { p.prefix = prefix })
}

// Print reports the state of the timers now, without stopping them: the tree, and with the option
// Files the files as well. It is collective.
func (tm *Timers) Print(options ...PrintOption) error {
	if tm.closed.Load() {
		return ErrFinalized
	}
	defer tm.mute()()
	var o printing
	for _, option := range options {
		option.apply(&o)
	}
	p := (*stats.Profile)(nil)
	if o.interval {
		p = tm.interval()
	} else {
		p = tm.Profile()
	}
	if o.prefix == "" {
		s, err := tm.reduce(p)
		if s != nil {
			err = errors.Join(err, tm.writeTree(s, true))
		}
		return err
	}
	return tm.report(p, o.prefix)
}

// report reduces a profile and writes everything that is configured. An empty prefix stands for the
// configured one, and for the last report.
func (tm *Timers) report(p *stats.Profile, prefix string) error {
	last := prefix == ""
	if last {
		prefix = tm.config.Output.Prefix
	}
	if last {
		p = tm.together(p)
	}
	s, names, problem := tm.reduceBoth(p)
	if last {
		problem = tm.agree(problem)
	}
	if s != nil {
		problem = errors.Join(problem, tm.writeTree(s, !last || toLog(tm.config.Output.TimerFile)))
		if last && !toLog(tm.config.Output.TimerFile) {
			problem = errors.Join(problem, tm.writeTreeFile(s, expandDate(tm.config.Output.TimerFile, tm.started())))
		}
	}
	problem = errors.Join(problem, tm.writeFiles(p, s, names, prefix))
	if last && s != nil {
		problem = errors.Join(problem, tm.writeOutputs(s))
	}
	if last && !errors.Is(problem, stats.ErrLost) { // of which all ranks have heard
		problem = errors.Join(problem, tm.writeGEOPM(p, tm.config.Output.GEOPM), tm.writeCalls())
	}
	return problem
}

// reduceBoth is the Summary by call path and that by name, which cannot be had from the other.
func (tm *Timers) reduceBoth(p *stats.Profile) (s, names *stats.Summary, problem error) {
	s, problem = tm.reduce(p)
	names, err := tm.reduce(gptlcompat.ByName(p))
	if problem == nil { // the second reduction fails for the same reason
		problem = err
	}
	return s, names, problem
}

// writeFiles writes the files beside the tree that are this rank's to write.
func (tm *Timers) writeFiles(p *stats.Profile, s, names *stats.Summary, prefix string) error {
	var problem error
	if s != nil {
		problem = errors.Join(problem, tm.writeSummary(s, prefix))
	}
	return errors.Join(problem, tm.writeGPTL(p, names, prefix))
}

// reduce is the Summary on rank 0, nil on the others. A rank that can't reach the others reports
// itself.
func (tm *Timers) reduce(p *stats.Profile) (*stats.Summary, error) {
	if tm.comm == nil {
		return stats.Merge([]*stats.Profile{p})
	}
	tm.epoch++
	s, err := stats.Reduce(tm.comm, p, stats.Options{Timeout: tm.config.Output.Patience, Epoch: tm.epoch})
	if err == nil && s != nil && s.Ranks < s.Size { // another rank has noticed
		err = fmt.Errorf("%w: %d of %d", stats.ErrLost, s.Size-s.Ranks, s.Size)
	}
	if err != nil {
		err = fmt.Errorf("mpitimer: reduction over ranks: %w", err)
		if s == nil && tm.comm.Rank() == 0 {
			alone, merged := stats.Merge([]*stats.Profile{p})
			return alone, errors.Join(err, merged)
		}
	}
	return s, err
}

// writeTree sends the tree to the log, if toLog says so.
func (tm *Timers) writeTree(s *stats.Summary, toLog bool) error {
	if !toLog {
		return nil
	}
	if tm.slog != nil {
		return tree.Log(context.Background(), tm.slog, s, tm.treeOptions())
	}
	var b strings.Builder
	if err := tree.Write(&b, s, tm.treeOptions()); err != nil {
		return fmt.Errorf("mpitimer: tree: %w", err)
	}
	if err := tm.log(b.String()); err != nil {
		return fmt.Errorf("mpitimer: tree in the log: %w", err)
	}
	return nil
}

func (tm *Timers) treeOptions() tree.Options {
	o := tree.Options{ASCII: tm.config.Output.ASCII, MinShare: tm.config.Output.MinShare / 100}
	if tm.counters != nil {
		for _, d := range tm.counters.derived {
			o.Derived = append(o.Derived, tree.Derived{Name: d.name, Unit: d.unit, Value: d.formula.Value})
		}
	}
	return o
}

// message tells the log something that is not a report.
func (tm *Timers) message(text string) {
	if tm.slog != nil {
		tm.slog.Log(context.Background(), slog.LevelWarn, text)
		return
	}
	// There is nobody to tell that the log can't be written.
	_ = tm.log(text + "\n")
}

// started is the time of the initialisation on rank 0's clock, for names of files.
func (tm *Timers) started() time.Time { return time.Unix(0, tm.begin) }
