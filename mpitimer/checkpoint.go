package mpitimer

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// checkpoints decides when the ranks report in the middle of a run. Rank 0 has the clock; the others
// count the calls of Checkpoint and hear from it now and then.
type checkpoints struct {
	calls  uint64 // of Checkpoint so far
	next   uint64 // the call in which rank 0 speaks again
	heard  uint64 // the call in which it spoke last …
	at     int64  // … and when that was, on rank 0
	last   int64  // when the last checkpoint was, on rank 0
	number uint32 // of the last checkpoint
}

// decision is what rank 0 tells the others.
type decision struct {
	due    bool
	number uint32 // of the checkpoint, if it is due
	skip   uint32 // calls until it speaks again
}

// maxSkip bounds the calls for which rank 0 says nothing.
const maxSkip = 1 << 16

// Checkpoint reports the measurements since the last checkpoint, in files of their own: the
// configuration's files, with .0001, .0002, … after the prefix, and the tree in PREFIX.0001.tree. If
// the configuration has a Checkpoint period, most calls return at once, and only the first call after
// each period reports, so a program can call it in every step. It is collective: all ranks call it
// equally often.
//
// The ranks follow rank 0's clock. Rank 0 tells them in advance how many calls they can make without
// hearing from it: at most half of the calls that it expects until the next checkpoint. If steps
// suddenly take much longer, a checkpoint may be late.
func (tm *Timers) Checkpoint() error {
	if tm.engine.Closed.Load() {
		return ErrFinalized
	}
	c := &tm.checkpoints
	c.calls++
	if c.calls < c.next {
		return nil
	}
	defer tm.engine.Mute()()
	v, err := tm.open(machenv.Question{Kind: kindCheckpoint, Decide: func([]byte, []int) []byte { return tm.decideAlone().encode() }})
	if v == nil {
		return err
	}
	d, wrong := decodeDecision(v.Answer)
	if wrong != nil {
		return errors.Join(err, fmt.Errorf("mpitimer: checkpoint: %w", wrong))
	}
	// Also on a rank that is too late for this checkpoint: it is to be in step for the next.
	c.next, c.heard = c.calls+uint64(d.skip), c.calls
	if d.due {
		c.number, c.last = d.number, clock.Nanotime()
	}
	switch {
	case err != nil:
		return err
	case !d.due:
		return tm.lost(v)
	}
	return tm.writeCheckpoint(v, fmt.Sprintf("%s.%04d", tm.config.Output.below(checkpointFolder, tm.config.Output.Prefix), d.number))
}

func (tm *Timers) writeCheckpoint(v *machenv.Verdict, prefix string) error {
	p := tm.since(table.LastCheckpoint)
	r, problem := tm.reduceFor(kindCheckpoint, v, p, tm.needsNames())
	if r.verdict == nil {
		return problem
	}
	tree, files := nothing, tm.beginFiles(p, r, prefix)
	if r.paths != nil {
		tree = tm.beginTreeFile(r.paths, prefix+".tree")
	}
	problem = errors.Join(problem, tm.lost(r.verdict), tree(), files(), tm.reportAttached(attach.AtCheckpoint, r, p, prefix))
	tm.nameFiles(speaks(r.verdict))
	return problem
}

// decideAlone is the decision of rank 0.
func (tm *Timers) decideAlone() decision {
	c := &tm.checkpoints
	now := clock.Nanotime()
	if c.last == 0 {
		c.last, c.at = tm.engine.Calibration.From.Nanos, tm.engine.Calibration.From.Nanos
	}
	period := int64(tm.config.Output.Checkpoint)
	d := decision{due: now-c.last >= period, skip: 1}
	remaining := period - (now - c.last)
	if d.due {
		c.last, remaining = now, period
		d.number = tm.nextNumber()
	}
	if calls := c.calls - c.heard; calls > 0 && period > 0 {
		perCall := max((now-c.at)/int64(calls), 1)
		d.skip = uint32(min(max(remaining/perCall/2, 1), maxSkip))
	}
	c.at = now
	return d
}

// nextNumber is the first number after the last one of which there are no files: those of an earlier
// run are not written over.
func (tm *Timers) nextNumber() uint32 {
	number := tm.checkpoints.number
	entries, err := os.ReadDir(filepath.Dir(tm.target(tm.config.Output.below(checkpointFolder, tm.config.Output.Prefix))))
	if err != nil {
		return number + 1
	}
	for _, e := range entries {
		rest, ours := strings.CutPrefix(e.Name(), filepath.Base(tm.config.Output.Prefix)+".")
		digits, _, isTree := strings.Cut(rest, ".tree")
		if found, err := strconv.ParseUint(digits, 10, 31); ours && isTree && err == nil {
			number = max(number, uint32(found))
		}
	}
	return number + 1
}

func (d decision) encode() []byte {
	return binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(yes(d.due), d.number), d.skip)
}

func decodeDecision(message []byte) (decision, error) {
	if len(message) != 9 {
		return decision{}, fmt.Errorf("a message of %d bytes, expected 9", len(message))
	}
	return decision{
		due: message[0] == 1, number: binary.LittleEndian.Uint32(message[1:]), skip: max(binary.LittleEndian.Uint32(message[5:]), 1),
	}, nil
}

// Checkpoint reports the measurements since the last checkpoint, in files of their own, if the
// Checkpoint period of the configuration has passed. It is collective; see [Timers.Checkpoint].
func Checkpoint() error {
	tm := Default()
	if tm == nil {
		return ErrNotInitialized
	}
	return tm.Checkpoint()
}
