package mpitimer

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/config"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/stats"
)

// conclude makes the last report. Whole says that it has all ranks, and that all have written their files.
//
// Where the timers have started MPI, all ranks meet at its end in any case, for otherwise a rank that is
// done would take those with it that still compute. So the ranks that are there write a report without the
// late ones, sleep until these have come, and then write it again, with all.
func (tm *Timers) conclude(p *stats.Profile) (whole bool, problem error) {
	whole, problem = tm.lastReport(p)
	if tm.ends == nil || !errors.Is(problem, machenv.ErrLost) {
		return whole, errors.Join(problem, tm.mismatched)
	}
	if tm.tables != nil {
		tm.tables.file.Finish(rankfile.Kept)
	}
	if err := tm.comm.Barrier(); err != nil {
		return false, errors.Join(problem, tm.mismatched, fmt.Errorf("mpitimer: wait for late ranks: %w", err))
	}
	tm.rounds.Restart()
	if tm.rank() == 0 {
		tm.message("mpitimer: all ranks are here; the report again, with those that were late:")
	}
	whole, problem = tm.lastReport(p)
	return whole, errors.Join(problem, tm.mismatched)
}

// lastReport is one attempt at the last report.
func (tm *Timers) lastReport(p *stats.Profile) (whole bool, problem error) {
	begin := clock.Nanotime()
	idle := !tm.config.Timing.Enabled && len(p.Nodes) == 1 && len(tm.attached.list) == 0 // there is Total, and nothing else
	// Where nothing is written together, one round reports whether the reduction came through and the files were written: the
	// rank that speaks for all knows both.
	joint := len(tm.attached.list) == 0 && !tm.config.Output.SingleFile
	v, err := tm.open(machenv.Question{Kind: kindFinalize, Last: true, Own: slices.Concat(yes(idle), yes(joint), tm.plainSum(p)), Join: alike})
	if err != nil {
		return false, errors.Join(err, tm.reportAlone(p, err))
	}
	joint = allSaidYes(v.Answer[1:2])
	if len(v.Missing) == 0 && allSaidYes(v.Answer[:1]) {
		return true, nil // a report would say that there is none
	}
	waited := time.Duration(clock.Nanotime() - begin).Round(time.Second)
	p = tm.joinAttached(p)
	rank := nothing
	if tm.config.writesFile(p.Rank) && !tm.config.Output.SingleFile { // it needs no other rank
		rank = sync.OnceValue(tm.beginRank(p, tm.config.Output.Prefix))
	}
	last := reduction{rounds: tm.rounds, kind: kindFinalize, own: p, named: tm.needsNames(), plain: len(v.Answer) > 2, lost: tm.profilesOfLost}
	for attempt := range attempts {
		var r reduced
		var problem error
		lost, patience := false, v.Group.Prompt()<<(2*attempt)
		if !joint {
			r, problem = last.run(v)
		} else if r, problem = last.reduce(v, patience); errors.Is(problem, machenv.ErrLost) {
			lost, r, problem = true, reduced{verdict: v}, nil
		}
		if r.rank = rank; r.verdict == nil {
			return false, errors.Join(problem, rank())
		}
		again := lost && speaks(v)
		if !again {
			problem = errors.Join(problem, tm.writeLast(r, p))
			patience *= 4 // the one that speaks for all may be writing
		}
		spoke := r.verdict.Group.RankOf(0)
		v, err = tm.rounds.Ask(machenv.Question{
			Kind: kindFinalize + ", written", Own: append(yes(problem == nil), yes(!again)...), Join: both, Last: true,
			Prompt: lost, Patience: patience,
			Decide: func(well []byte, missing []int) []byte {
				return append(well[:2:2], yes(len(missing) > 0 && tm.allEnded(missing))...)
			},
		})
		if err != nil {
			return false, errors.Join(problem, fmt.Errorf("mpitimer: %w", err))
		}
		if v.Group.RankOf(0) == spoke && allSaidYes(v.Answer[1:2]) {
			well, ended := allSaidYes(v.Answer[:1]), allSaidYes(v.Answer[2:])
			if ended { // ranks are missing, and all of them are known to: MPI would wait for ever
				tm.ends = nil
			}
			tm.tellMissing(v, ended, waited)
			return well && len(v.Missing) == 0, errors.Join(problem, tm.lost(v))
		}
	}
	return false, errors.Join(fmt.Errorf("mpitimer: %w: in each of %d reports", machenv.ErrLost, attempts), rank())
}

// writeLast writes all that the last report is made of.
func (tm *Timers) writeLast(r reduced, p *stats.Profile) error {
	files := tm.beginFiles(p, r, tm.config.Output.Prefix)
	var problem error
	if s := r.paths; s != nil && config.IsLog(tm.config.Output.TimerFile) {
		problem = tm.writeTree(s)
	} else if s != nil {
		problem = tm.beginTreeFile(s, config.ExpandDate(tm.config.Output.TimerFile, tm.started()))()
	}
	if s := r.paths; s != nil && len(s.Regions) == 1 && tm.config.Timing.Enabled && engine.Process.Load() == nil {
		tm.message("mpitimer: no region was timed on these timers. mpitimer.Start and the like use those of mpitimer.Initialize; timers of mpitimer.New have methods of the same names")
	}
	problem = errors.Join(problem, files(), tm.reportAttached(attach.AtEnd, r, p, tm.config.Output.Prefix))
	tm.nameFiles(speaks(r.verdict))
	return problem
}

// reportAlone is the last report of a rank that reaches no other, under names of its own: the others may be
// writing theirs.
func (tm *Timers) reportAlone(p *stats.Profile, why error) error {
	if !isAlone(why) {
		return nil
	}
	r, problem := tm.reduceAlone(tm.joinAttached(p))
	if r.paths == nil {
		return problem
	}
	tm.message(fmt.Sprintf("mpitimer: rank %d reaches no other rank and reports alone: %v", tm.rank(), why))
	prefix := fmt.Sprintf("%s.alone.%d", tm.config.Output.Prefix, tm.rank())
	files := tm.beginFiles(p, r, prefix)
	problem = errors.Join(problem, tm.writeTree(r.paths), files(), tm.reportAttached(attach.Alone, r, p, prefix))
	tm.nameFiles(true)
	return problem
}

// tellMissing tells the log which ranks the report is without, and what becomes of them.
func (tm *Timers) tellMissing(v *machenv.Verdict, ended bool, waited time.Duration) {
	if len(v.Missing) == 0 || !speaks(v) {
		return
	}
	text := fmt.Sprintf("mpitimer: %s of %d ", machenv.FormatRanks(v.Missing), tm.comm.Size())
	if ended {
		text += fmt.Sprintf("ended without Finalize; the others waited %v", waited)
	} else if text += fmt.Sprintf("did not come to Finalize within %v", waited); tm.ends != nil {
		text += "; the report is written again when they have"
	}
	if tm.tables != nil {
		text += "; mpitimer recover " + tm.tables.folder
		if rankfile.Lost == nil {
			text += " adds what they measured, as does the report itself with " + `import _ "github.com/go-hpc/timers/mpitimer/ranktable"`
		}
	}
	tm.message(text)
}
