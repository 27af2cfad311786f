package mpitimer

import (
	"errors"
	"fmt"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/stats"
)

// Finalize stops all regions, including Total, reports as configured and ends the timers. It is
// collective. It stops and lists regions that were left running. Later stops of their Intervals do
// nothing.
//
// An error reports missing ranks (machenv.ErrLost; on a late rank itself machenv.ErrLate), ranks that
// called something else meanwhile (machenv.ErrMismatch; the report is complete all the same), and files
// that could not be written to their place; the rest was reported. Ranks that do not arrive within
// Config's Patience are marked in the report, with the contents of their tables if these can be read.
//
// If Initialize started MPI, Finalize then sleeps until the late ranks arrive, and completes the
// report: MPI ends on all ranks together. If mpi.World started MPI, it ends with the last timers of the
// process, provided that all ranks have arrived and the program does not call mpi.Finalize.
func (tm *Timers) Finalize() error {
	if !tm.engine.Closed.CompareAndSwap(false, true) {
		return ErrFinalized
	}
	tm.engine.TakeMain()
	defer tm.engine.Mute()()
	defer tm.end() // also when strict timers panic on a region that was left running
	tm.stopAttached()
	tm.engine.ListOpen()
	p := tm.close()
	forwarded := tm.endForwarding(p)
	whole, err := tm.conclude(p)
	state := rankfile.Kept
	if whole && tm.config.Output.Tables != tablesOff {
		state = rankfile.Reported
	}
	err = errors.Join(err, tm.endTables(state), forwarded)
	return errors.Join(err, tm.disconnect(errors.Is(err, machenv.ErrLost)))
}

// finalizeAlone ends the timers of a rank that can't wait for others. What it was in when that became
// known is left running, so that the report and the table tell where it was.
func (tm *Timers) finalizeAlone(why string) error {
	if !tm.engine.Closed.CompareAndSwap(false, true) {
		return ErrFinalized
	}
	defer tm.end()
	p := tm.lastProfile()
	if w := tm.engine.Watcher(); w != nil {
		w.StopAll()
	}
	forwarded := tm.endForwarding(p)
	tm.message("mpitimer: " + why + "; its regions up to here:")
	summary, err := stats.Merge([]*stats.Profile{p})
	if err != nil {
		return errors.Join(err, tm.endTables(rankfile.Panicked), forwarded)
	}
	err = tm.writeTree(summary)
	if o := &tm.config.Output; o.RankFiles != 0 || tm.config.Timing.PrintAllRanks {
		err = errors.Join(err, tm.beginRank(p, o.Prefix)())
	}
	tm.nameFiles(true)
	return errors.Join(err, tm.endTables(rankfile.Panicked), forwarded)
}

// close stops what runs and takes the last profile. Regions of other goroutines, which may be in the
// middle of a start or a stop, are left as they are and shown as running, but for Total: it ends now,
// whatever the main goroutine does.
func (tm *Timers) close() *stats.Profile {
	if !tm.engine.Main.Owned() {
		p := tm.lastProfile()
		tm.endTotal(p)
		return p
	}
	tm.engine.EndAll()
	return tm.lastProfile()
}

// endTotal makes Total, which runs in a profile, a region that has ended with it.
func (tm *Timers) endTotal(p *stats.Profile) {
	if len(p.Nodes) == 0 || p.Nodes[0].Name != TotalName || p.Nodes[0].Parent >= 0 {
		return
	}
	total := &p.Nodes[0]
	endRunning(&total.Measure, tm.engine.Histograms)
	for i := range total.ByTrack {
		if total.ByTrack[i].Track == 0 {
			endRunning(&total.ByTrack[i].Measure, tm.engine.Histograms)
		}
	}
}

// endRunning completes the open interval of a measure.
func endRunning(m *stats.Measure, histogram bool) {
	if m.Running == 0 {
		return
	}
	lasted := m.Open
	if m.Timed == 0 || lasted < m.Min {
		m.Min = lasted
	}
	m.Max = max(m.Max, lasted)
	m.Calls, m.Timed, m.Running, m.Open = m.Calls+1, m.Timed+1, m.Running-1, 0
	m.Squares = m.Squares.Add(stats.Square(uint64(lasted)))
	if histogram {
		m.Histogram.Merge(stats.Histogram{First: stats.BucketOf(uint64(lasted)), Counts: []uint64{1}})
	}
}

// lastProfile lets nothing start or stop any more and takes the last profile.
func (tm *Timers) lastProfile() *stats.Profile {
	tm.engine.Shut()
	return tm.Profile()
}

// end takes the timers out of use.
func (tm *Timers) end() {
	tm.stopBeating() // this and the next if a panic came before
	_ = tm.engine.EndForwarding()
	tm.stopAttached() // if nobody has
	_ = tm.endAttached(true)
	tm.engine.CountNoMore()
	listening.during(func() { engine.Unregister(&tm.engine) })
	tm.engine.ReleaseClock()
}

// disconnect gives back what New has made for the message passing. What is collective knows no timeout:
// without the ranks that are lost nothing is given back but MPI itself, in which all ranks wait for each other.
func (tm *Timers) disconnect(lost bool) error {
	problem := tm.endAttached(lost)
	if !lost && tm.free != nil {
		if err := tm.free(); err != nil && !errors.Is(err, machenv.ErrFreed) {
			problem = fmt.Errorf("mpitimer: communicator of the reports: %w", err)
		}
	}
	if !lost && tm.own != nil {
		problem = errors.Join(problem, tm.own.Close())
	}
	machenv.ForgetRounds(tm.comm)
	if !lost && tm.quit != nil {
		problem = errors.Join(problem, tm.quit())
	}
	if tm.ends != nil {
		problem = errors.Join(problem, tm.ends())
	}
	if !lost && tm.release != nil {
		problem = errors.Join(problem, tm.release())
	}
	return problem
}

// endForwarding ends what another library sees of the regions.
func (tm *Timers) endForwarding(p *stats.Profile) error {
	w := tm.engine.Watcher()
	if w == nil {
		return nil
	}
	file := ""
	if tm.config.writesFile(p.Rank) {
		// The six digits are those of GPTL's own name; the word keeps it apart from the rank file of a million ranks.
		file = fmt.Sprintf("%s.gptl.%06d", tm.config.Output.Prefix, p.Rank)
	}
	return errors.Join(w.Report(p, file), tm.engine.EndForwarding())
}
