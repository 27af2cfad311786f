package mpitimer

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/attach"
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

// SinceLastPrint reports the measurements since the last Print with this option, instead of since
// initialisation. Shortest and longest calls are over this interval; for MPI calls they are blank.
// Checkpoints have intervals of their own.
func SinceLastPrint() PrintOption {
	return printOption(func(p *printing) { p.interval = true })
}

// WithFiles also writes the files, with names that start with prefix instead of Config's Prefix.
func WithFiles(prefix string) PrintOption {
	return printOption(func(p *printing) { p.prefix = prefix })
}

// Print reports the state of the timers now, without stopping them: the tree, and with the option
// WithFiles the files as well. It is collective.
func (tm *Timers) Print(options ...PrintOption) error {
	if tm.engine.Closed.Load() {
		return ErrFinalized
	}
	defer tm.engine.Mute()()
	var o printing
	for _, option := range options {
		option.apply(&o)
	}
	v, err := tm.open(machenv.Question{Kind: o.kind()})
	if err != nil && !isAlone(err) {
		return err // and an interval goes on
	}
	snapshot := tm.Profile
	if o.interval {
		snapshot = tm.interval
	}
	p := snapshot()
	var r reduced
	if err != nil {
		r, _ = tm.reduceAlone(p)
	} else {
		r, err = tm.reduceFor(kindPrint, v, p, o.prefix != "" && tm.needsNames())
		err = errors.Join(err, tm.lost(r.verdict))
	}
	if r.paths != nil {
		err = errors.Join(err, tm.writeTree(r.paths))
	}
	if o.prefix != "" && r.verdict != nil {
		err = errors.Join(err, tm.beginFiles(p, r, o.prefix)(), tm.reportAttached(attach.OnDemand, r, p, o.prefix))
		tm.nameFiles(speaks(r.verdict))
	}
	return err
}

// kind is what all ranks must have called.
func (o *printing) kind() string {
	kind := kindPrint
	if o.interval {
		kind += " of an interval"
	}
	if o.prefix != "" {
		kind += fmt.Sprintf(" to %.100q", o.prefix)
	}
	return kind
}

// beginFiles begins the files beside the tree that are this rank's to write. End is collective over the ranks that
// took part in the last round.
func (tm *Timers) beginFiles(p *stats.Profile, r reduced, prefix string) (end func() error) {
	summary, gptl := tm.beginSummary(r.paths, prefix), tm.beginGPTL(p, r, prefix)
	return func() error { return errors.Join(summary(), gptl()) }
}

// writeTree sends the tree to the log.
func (tm *Timers) writeTree(s *stats.Summary) error {
	if tm.logger != nil {
		return tree.Log(tm.logger, s, tm.treeOptions())
	}
	if err := tree.Write(tm.out, s, tm.treeOptions()); err != nil {
		return fmt.Errorf("mpitimer: tree in the log: %w", err)
	}
	return nil
}

func (tm *Timers) treeOptions() tree.Options {
	o := tree.Options{ASCII: tm.config.Output.ASCII, MinShare: tm.config.Output.MinShare / 100}
	if tm.counting != nil {
		o.Derived = tm.counting.Derived
	}
	return o
}

// message tells the log something that is not a report, and inform that something is as it should be.
func (tm *Timers) message(text string) { tm.tell(Logger.Warn, text) }
func (tm *Timers) inform(text string)  { tm.tell(Logger.Info, text) }

func (tm *Timers) tell(level func(l Logger, message string, args ...any), text string) {
	text = strings.ReplaceAll(text, ": mpitimer: ", ": ") // of errors of errors
	if tm.logger != nil {
		level(tm.logger, text)
		return
	}
	_, _ = io.WriteString(tm.out, text+"\n") // there is nobody to tell that the log can't be written
}

// started is the time of the initialisation on rank 0's clock, for names of files.
func (tm *Timers) started() time.Time { return time.Unix(0, tm.begun) }
