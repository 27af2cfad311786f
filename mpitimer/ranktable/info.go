package ranktable

import (
	"fmt"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
)

// State is the progress of a rank.
type State int

const (
	Starting State = iota // in its initialization
	Running
	Died     // without having finalized its timers
	Reported // finalized, and the report is written
	Kept     // finalized, but ranks were missing from the report, or files could not be written
	Panicked // finalized alone, because of a panic
)

func (s State) String() string {
	switch s {
	case Starting:
		return "starting"
	case Running:
		return "running"
	case Died:
		return "died"
	case Reported:
		return "reported"
	case Kept:
		return "ended without a full report"
	case Panicked:
		return "panicked"
	}
	return fmt.Sprintf("state %d", int(s))
}

// Info identifies a table and its rank.
type Info struct {
	File    string
	Owner   int    // user that the file belongs to, -1 if that is not known
	Run     string // the same for all ranks of a run, as the end of the name of the run's directory
	Program string
	Command []string
	Host    string
	Job     map[string]string // the batch system's data, by environment variable

	Rank, Size int
	PID        int
	Begin      time.Time // of the timers
	LastSeen   time.Time // last sign of life; of a living rank the moment of the look
	State      State
	Alive      bool
	Complete   bool   // nothing is missing because there was no room, or the file is cut
	Epochs     uint64 // steps of the program that have begun
}

// Info returns the current data about the rank.
func (t *Table) Info() (Info, error) {
	i, err := t.look(true, nil)
	if err != nil {
		return Info{File: t.name, Owner: t.owner, Rank: -1}, err
	}
	return t.info(i), nil
}

func (t *Table) info(i *image) Info {
	return Info{
		File: t.name, Owner: t.owner, Run: runID(i.Run),
		Program: i.text.Program, Command: i.text.Command, Host: i.text.Host, Job: i.text.Job,
		Rank: int(i.Rank), Size: int(i.Size), PID: int(i.PID),
		Begin: time.Unix(0, i.Begin), LastSeen: i.lastSeen(), State: i.stateOf(), Alive: i.alive,
		Complete: !i.lost && i.damage == nil, Epochs: i.epochs,
	}
}

// runID is the end of a run's name, as the header has it.
func runID(id [16]byte) string {
	end := 0
	for end < len(id) && id[end] != 0 {
		end++
	}
	return string(id[:end])
}

// lastSeen is the time of the mark and what the clock of the ticks has gone on since.
func (i *image) lastSeen() time.Time {
	return time.Unix(0, i.mark.Unix).Add(time.Duration(i.since(i.mark.Ticks, i.now)))
}

func (i *image) stateOf() State {
	switch i.state {
	case rankfile.Reported:
		return Reported
	case rankfile.Kept:
		return Kept
	case rankfile.Panicked:
		return Panicked
	}
	if i.alive {
		return Running
	}
	return Died
}
