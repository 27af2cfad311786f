package mpitimer

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-hpc/timers/internal/order"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/stats"
)

// rankTables is the file in which the rank's call trees are kept while it runs, so that they outlive
// it and others can watch it.
type rankTables struct {
	file   *rankfile.File
	folder string

	mu   sync.Mutex
	note []byte // as it stands in the file

	beating sync.Mutex // held during a beat
	stopped bool
	next    *time.Timer // no goroutine before the first second is over: most of a short program's threads would be for it
}

// of is the file of a rank on this node.
func (t *rankTables) of(rank int) string { return filepath.Join(t.folder, rankfile.Name(rank)) }

// beat is how often a rank notes that it lives.
const beat = time.Second

// newRun is a name for a run: when it began, and what tells it from others of the same second.
func newRun() string {
	began := time.Unix(0, clock.Unix()).Format("20060102-150405")
	return fmt.Sprintf("%s-%s-%016x", rankfile.SafeName(filepath.Base(os.Args[0])), began, rand.Uint64())
}

// openTables makes the rank's file where the configuration says. Without one the tables are in the
// heap, and the log says why.
func (tm *Timers) openTables(run string) {
	where := tm.config.Output.Tables
	if where == tablesOff || !tm.config.Timing.Enabled { // what is enabled later is in the heap
		return
	}
	making := rankfile.Making{Run: run, Rank: tm.rank(), Readable: tm.config.Output.TablesReadable, OnFull: func(err error) {
		tm.engine.KeepWarning(warnTablesFull, err.Error(), 0)
		tm.message(fmt.Sprintf("mpitimer: rank %d goes on without a table in a file: %v", tm.rank(), err))
	}}
	var file *rankfile.File
	var first bool
	var problem error
	auto := where == "" || where == tablesAuto
	if auto {
		file, first, problem = making.Auto()
	} else {
		file, first, problem = making.In(where)
	}
	if file == nil {
		tm.noTables(problem)
		return
	}
	tm.tables = &rankTables{file: file, folder: filepath.Dir(file.Path())}
	tm.engine.Space = file
	tm.tellTables(first, problem)
	// Each node has tables of its own in its memory, of which the first rank there takes care. Rank 0, which
	// tells of them, need not be the first on its node.
	if auto && (first || tm.rank() == 0) {
		tm.clean(filepath.Dir(tm.tables.folder))
	}
}

// tellTables says where the tables are, and which places that were to be preferred were not taken. Those
// of another node may be full, too, of which the first rank there tells.
func (tm *Timers) tellTables(first bool, problem error) {
	if problem != nil && (first || tm.rank() == 0) {
		tm.message(fmt.Sprintf("mpitimer: tables of rank %d are not in the first place: %s", tm.rank(), strings.ReplaceAll(problem.Error(), "\n", "; ")))
	}
	if tm.rank() == 0 {
		tm.message("mpitimer: tables in " + tm.tables.folder)
	} else if problem != nil && first {
		tm.message(fmt.Sprintf("mpitimer: tables from rank %d on in %s", tm.rank(), tm.tables.folder))
	}
}

// noTables says why there are none. Every rank keeps it as a warning; the log hears it once.
func (tm *Timers) noTables(problem error) {
	tm.engine.KeepWarning(warnNoTables, problem.Error(), 0)
	if tm.rank() == 0 {
		tm.message(fmt.Sprintf("mpitimer: no tables in files, what is measured is lost if the run is killed: %v", problem))
	}
}

// clean removes tables that nobody has asked for in a long time, if that was not done today. Rank 0 tells of the others that
// runs have left behind on its node; what is on other nodes is of the same runs, most often.
func (tm *Timers) clean(base string) {
	now := time.Unix(0, clock.Unix())
	if rankfile.Told(base, now) {
		return
	}
	left, more, err := rankfile.Clean(base, filepath.Base(tm.tables.folder), now)
	for _, text := range []any{err, rankfile.Due(base, left, more, now)} {
		if tm.rank() == 0 && text != nil && text != "" {
			tm.message(fmt.Sprint("mpitimer: ", text))
		}
	}
}

// Tables returns the directory of the file with the rank's call trees, or "" if the rank keeps them
// only in its own memory.
func (tm *Timers) Tables() string {
	if tm.tables == nil {
		return ""
	}
	return tm.tables.folder
}

// describeTables completes the file's header: the timers begin now.
func (tm *Timers) describeTables(run string) {
	if tm.tables == nil {
		return
	}
	from := tm.engine.Calibration.From
	fixed := rankfile.Fixed{
		Rank: uint32(tm.rank()), Size: uint32(tm.all.Size()), PID: uint32(os.Getpid()),
		Begin: tm.begun, Clock: uint32(clock.InUse()), Resolution: uint32(min(tm.engine.Resolution, 1<<32-1)),
		FromTicks: from.Ticks, FromNanos: from.Nanos, Hertz: tm.engine.Calibration.Hz(), PairCost: tm.engine.PairCost,
		Beat: uint32(beat / time.Millisecond),
	}
	copy(fixed.Run[:], run[max(len(run)-len(fixed.Run), 0):])
	fixed.Identify()
	tm.noteTables()
	tm.engine.OnEnvironment = tm.noteTables
	tm.tables.file.Describe(fixed, mark(from, tm.begun))
	tm.tables.beating.Lock()
	tm.tables.next = time.AfterFunc(beat, tm.keepBeating)
	tm.tables.beating.Unlock()
}

func mark(m clock.Mark, unix int64) rankfile.Mark {
	return rankfile.Mark{Ticks: m.Ticks, Nanos: m.Nanos, Unix: unix}
}

// keepBeating notes from time to time that the rank lives, and what has been added to the note.
func (tm *Timers) keepBeating() {
	t := tm.tables
	t.beating.Lock()
	defer t.beating.Unlock()
	if t.stopped {
		return
	}
	now := clock.Take()
	t.file.Beat(mark(now, clock.Unix()))
	tm.noteTables()
	if tm.engine.Longer.Load() == nil {
		longer := tm.engine.Calibration.Extend(now)
		tm.engine.Longer.Store(&longer)
	}
	t.next.Reset(beat)
}

// noteTables writes what readers have to know beside the tables: who the rank is, and its environments,
// tracks and warnings up to now.
func (tm *Timers) noteTables() {
	if tm.tables == nil {
		return
	}
	note := rankfile.Text{
		Program: filepath.Base(os.Args[0]), Command: os.Args, Host: tm.all.Host(), Job: rankfile.Job(),
		Warnings: tm.engine.ListWarnings(),
	}
	if tm.counting != nil {
		note.Counters, note.Empty = tm.counting.Kinds, tm.counting.Empty
		for _, column := range tm.counting.Columns {
			note.Columns = append(note.Columns, int(column))
		}
		note.Counted = tm.counting.Counted()
	}
	order.By(note.Warnings, compareWarnings) // which stood in a map
	note.Environments = tm.listEnvironments()
	text := note.Encode()
	t := tm.tables
	t.mu.Lock()
	defer t.mu.Unlock()
	if !bytes.Equal(text, t.note) {
		t.note = text
		t.file.Note(text)
	}
}

func compareWarnings(a, b stats.Warning) int {
	return slices.Compare([]string{a.Kind, a.Path, a.Caller}, []string{b.Kind, b.Path, b.Caller})
}

// endTables says how the rank has ended, and removes the file if everything is on disk that was to be
// written.
func (tm *Timers) endTables(state rankfile.State) error {
	t := tm.tables
	if t == nil {
		return nil
	}
	tm.stopBeating()
	t.file.Finish(state)
	if state == rankfile.Reported {
		if err := t.file.Remove(); err != nil {
			return fmt.Errorf("mpitimer: tables: %w", err)
		}
		return nil
	}
	if tm.rank() == 0 || state == rankfile.Panicked {
		tm.message("mpitimer: the tables stay in " + t.folder)
	}
	return t.file.Close()
}

// stopBeating leaves the file as it is.
func (tm *Timers) stopBeating() {
	t := tm.tables
	if t == nil {
		return
	}
	t.beating.Lock() // once a beat is over
	stopped := t.stopped
	if t.stopped = true; t.next != nil {
		t.next.Stop()
	}
	t.beating.Unlock()
	if !stopped {
		tm.noteTables()
		t.file.Beat(mark(clock.Take(), clock.Unix()))
	}
}
