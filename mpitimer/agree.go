package mpitimer

import (
	"errors"
	"fmt"
	"math/bits"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/stats"
)

// The tags of the messages of agree, on the communicator of the reports.
const (
	tagFound = stats.ReduceTag - 1 - iota
	tagAgreed
	tagWritten
	tagRemove
)

// agree says whether all ranks took part in the last report, to all that can be reached: what follows
// a report is collective and knows no timeout, so that a rank must not begin it while another one,
// which has found a rank missing, does not. Problem is what this rank has found.
func (tm *Timers) agree(problem error) error {
	found := "ranks are missing elsewhere"
	if !tm.unanimous(!errors.Is(problem, stats.ErrLost), false, tagFound, tagAgreed, &found) && !errors.Is(problem, stats.ErrLost) {
		problem = errors.Join(problem, fmt.Errorf("mpitimer: %w: %s", stats.ErrLost, found))
	}
	return problem
}

// outcome is how the ranks have ended: Reported only if all of them have written what they were to
// write. Problem is what this rank has found.
func (tm *Timers) outcome(problem error) rankfile.State {
	if tm.config.Output.Tables == tablesOff || errors.Is(problem, stats.ErrLost) { // of which all have heard
		return rankfile.Kept
	}
	lost := ""
	if tm.unanimous(problem == nil, true, tagWritten, tagRemove, &lost) {
		return rankfile.Reported
	}
	return rankfile.Kept
}

// unanimous says whether all ranks, so far as they can be reached, find that all is well. Ranks tell
// their parent in the binomial tree of the reductions what they found, and get the verdict from it. Unless
// all are there, a rank that finds something wrong waits for none; if they are it takes every message, so
// that none is on its way when the communicator is freed.
func (tm *Timers) unanimous(intact, all bool, found, agreed int, problem *string) bool {
	if tm.comm == nil || tm.comm.Size() == 1 {
		return intact
	}
	rank, size := tm.comm.Rank(), tm.comm.Size()
	patience := min(tm.config.Output.Patience, 365*24*time.Hour)
	var children []int
	for depth := 0; rank&(1<<depth) == 0 && rank+1<<depth < size; depth++ {
		child := rank + 1<<depth
		children = append(children, child)
		if intact || all { // else there is nothing to wait for
			intact = tm.hear(child, found, time.Duration(depth+1)*patience, problem) && intact
		}
	}
	if rank != 0 {
		parent := rank & (rank - 1)
		told := tm.tell(parent, found, intact)
		if told && (intact || all) {
			// The parent may have to wait for its other children, and so may all ranks above it.
			told = tm.hear(parent, agreed, time.Duration(2*bits.Len(uint(size)))*patience, problem)
		}
		intact = intact && told
	}
	for i := len(children) - 1; i >= 0; i-- { // those with the most ranks behind them first
		intact = tm.tell(children[i], agreed, intact) && intact
	}
	return intact
}

// tell sends what was found or agreed.
func (tm *Timers) tell(rank, tag int, intact bool) bool {
	message := []byte{0}
	if intact {
		message[0] = 1
	}
	return tm.comm.Send(rank, tag, message, tm.config.Output.Patience) == nil
}

// hear waits for what another rank has found or what was agreed.
func (tm *Timers) hear(rank, tag int, timeout time.Duration, found *string) bool {
	message, err := tm.comm.Recv(rank, tag, timeout)
	if err != nil {
		*found = fmt.Sprintf("rank %d does not answer: %v", rank, err)
	}
	return err == nil && len(message) == 1 && message[0] == 1
}
