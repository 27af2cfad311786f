package mpitimer

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/stats"
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

// Checkpoint reports what was measured since the last checkpoint, into files of their own: those of
// the configuration, with .0001, .0002, … behind the prefix, and the tree in PREFIX.0001.tree. If the
// configuration has a Checkpoint period, most calls return at once, and only the first call after
// each period reports: a program calls it in every step. It is collective: all ranks call it equally
// often.
//
// The ranks follow the clock of rank 0, which tells them in advance how many calls they can do without
// hearing from it: at most half of those that it expects until the next checkpoint. If steps suddenly
// take much longer a checkpoint may be late.
func (tm *Timers) Checkpoint() error {
	if tm.closed.Load() {
		return ErrFinalized
	}
	c := &tm.checkpoints
	c.calls++
	if c.calls < c.next {
		return nil
	}
	defer tm.mute()()
	d, err := tm.decide()
	if err != nil {
		return fmt.Errorf("mpitimer: checkpoint: %w", err)
	}
	c.next, c.heard = c.calls+uint64(d.skip), c.calls
	if !d.due {
		return nil
	}
	c.number = d.number
	return tm.writeCheckpoint(fmt.Sprintf("%s.%04d", tm.config.Output.Prefix, d.number))
}

func (tm *Timers) writeCheckpoint(prefix string) error {
	p := tm.interval()
	s, names, problem := tm.reduceBoth(p)
	if s != nil {
		problem = errors.Join(problem, tm.writeTreeFile(s, prefix+".tree"))
	}
	problem = errors.Join(problem, tm.writeFiles(p, s, names, prefix))
	if tm.nodeReport == nil {
		return problem
	}
	if problem = tm.agree(problem); errors.Is(problem, stats.ErrLost) {
		return problem
	}
	return errors.Join(problem, tm.writeGEOPM(tm.Profile(), prefix+".report")) // of the run up to now
}

// decide is rank 0's decision, on all ranks.
func (tm *Timers) decide() (decision, error) {
	if tm.comm == nil || tm.comm.Size() == 1 {
		return tm.decideAlone(), nil
	}
	var message []byte
	if tm.comm.Rank() == 0 {
		message = tm.decideAlone().encode()
	}
	message, err := machenv.Broadcast(tm.comm, 0, message)
	if err != nil {
		return decision{}, err
	}
	return decodeDecision(message)
}

// decideAlone is the decision of rank 0.
func (tm *Timers) decideAlone() decision {
	c := &tm.checkpoints
	now := clock.Nanotime()
	if c.last == 0 {
		c.last, c.at = tm.calibration.From.Nanos, tm.calibration.From.Nanos
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
	entries, err := os.ReadDir(tm.config.Output.Directory)
	if err != nil {
		return number + 1
	}
	for _, e := range entries {
		rest, ours := strings.CutPrefix(e.Name(), filepath.Base(tm.config.Output.Prefix)+".")
		var found uint32
		if n, _ := fmt.Sscanf(rest, "%04d", &found); ours && n == 1 && strings.Contains(rest, ".tree") {
			number = max(number, found)
		}
	}
	return number + 1
}

func (d decision) encode() []byte {
	message := make([]byte, 9)
	if d.due {
		message[0] = 1
	}
	binary.LittleEndian.PutUint32(message[1:], d.number)
	binary.LittleEndian.PutUint32(message[5:], d.skip)
	return message
}

func decodeDecision(message []byte) (decision, error) {
	if len(message) != 9 {
		return decision{}, fmt.Errorf("a message of %d bytes, expected 9", len(message))
	}
	return decision{
		due: message[0] == 1, number: binary.LittleEndian.Uint32(message[1:]), skip: max(binary.LittleEndian.Uint32(message[5:]), 1),
	}, nil
}

// Checkpoint reports what was measured since the last checkpoint, into files of their own, if the
// Checkpoint period of the configuration has passed. It is collective; see [Timers.Checkpoint].
func Checkpoint() error {
	tm := Default()
	if tm == nil {
		return ErrNotInitialized
	}
	return tm.Checkpoint()
}
