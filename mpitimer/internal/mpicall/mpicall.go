// Package mpicall is where the recorder of MPI calls, which needs cgo, and the timers, which do not,
// meet.
package mpicall

import (
	"os"
	"path/filepath"
	"sync/atomic"
)

// Recorder is what records the MPI calls of the program. Its methods may be called by several
// goroutines at once.
type Recorder interface {
	// Attach makes memory the table of the calls: calls are counted there from now on, and what was
	// counted before is moved there. The memory is zeroed, aligned to 8 bytes and of Bytes(n) bytes;
	// it must stay where it is until Detach or the next Attach has returned. Clock is what the times
	// are read from, the timers' own: times of calls before, and of those that run, are converted.
	Attach(memory []byte, clock Clock) error

	// Number says by which numbers ranks are known from now on: rank i of the job is rank world[i] of MPI_COMM_WORLD, and
	// others have none. Nil: they are those of MPI_COMM_WORLD. It comes before Attach.
	Number(world []int) error

	// Detach makes the recorder count in memory of its own again.
	Detach()

	// Track says that the calls of the goroutine whose descriptor is at slot (goroutine.Slot) belong
	// to the node that current holds whenever one is made, in the track of that number. The recorder
	// keeps current from being moved or freed. Again for the same slot replaces what was said; nil
	// takes it back. Slot 0 is the main track, to which all calls belong of which it is not known
	// which goroutine made them, or whose goroutine has no track.
	Track(slot uintptr, current *uint32, number uint32) error

	// Mute keeps the calls of a goroutine, whose track must be known, from being counted, until it
	// is called again with false as often as it was with true.
	Mute(slot uintptr, on bool)

	// Synchronise makes every rank wait for all others before a collective operation, and for the
	// message before a blocking receive. That time is counted apart. All ranks must do the same.
	Synchronise(on bool)

	// TimeOnly makes calls add their time to one Entry for each region, Timed, or Polled of calls that ask whether something
	// has come, and nothing else. Calls that never wait are not timed.
	TimeOnly(on bool)

	// Record makes the recorder write what calls there were into a buffer: until it is full, or until
	// nil is given. The buffer is zeroed; it must stay until then. Attach comes first: times that are
	// in the buffer are not converted. Calls that ask for the same thing in vain are one record where no
	// more ticks lie between them than apart.
	Record(words []uint64, apart uint64)

	// Events is the part of the buffer that is in use, and the number of calls that found no room.
	Events() (used []uint64, dropped uint64)

	Communicators() []Communicator
	Datatypes() []Datatype
	Files() []File

	// Partners is whom the rank has exchanged messages with, by track, node and rank.
	Partners() []Partner

	// Goroutines reports whether the recorder can tell which goroutine makes a call. If it cannot all
	// calls belong to the main track.
	Goroutines() bool

	// Lifecycle sets what is called when MPI has been initialised, and before MPI_Finalize begins.
	// Either may be nil. If MPI is initialised already begin is not called.
	Lifecycle(begin, end func())

	// Bounds are when MPI's initialisation ended and when MPI_Finalize was called, which Record cannot have: the
	// former is known if Record was called by Lifecycle's begin, so that no call lies between.
	Bounds() (begun, ending Bound)
}

// Bound is a moment of a function, in ticks as of single calls; 0 where there was none.
type Bound struct {
	Function int
	Tick     uint64
}

// Clock is a source of times.
type Clock uint32

const (
	Counter   Clock = iota // the time stamp counter, unfenced
	Monotonic              // CLOCK_MONOTONIC in nanoseconds
	Fenced                 // the time stamp counter behind a fence
)

// Communicator is a communicator that the process has seen.
type Communicator struct {
	ID     int // 0 is MPI_COMM_WORLD, 1 MPI_COMM_SELF
	Parent int // ID of the communicator that it was made of, -1 where that is not known
	Name   string
	Rank   int   // own rank in it
	Ranks  []int // of the members, as Number has it; -1 for those that have none
	Remote []int // the same of the remote group, of an intercommunicator
	Inter  bool
	Freed  bool
}

// Datatype is a datatype that the process has used. Combiner is as MPI names it, MPI_COMBINER_NAMED for
// one that MPI brings along; what it was made of stands in the others.
type Datatype struct {
	ID        int
	Combiner  string
	Name      string
	Size      int64 // bytes of its data
	Integers  []int64
	Addresses []int64
	Types     []int // IDs of datatypes
	Freed     bool
}

// File is a file that the process has opened through MPI.
type File struct {
	ID     int
	Name   string
	Size   int64 // when it was opened, or closed if it was larger then; -1 where that is not known
	Comm   int
	Closed bool
}

// Partner is another rank, as Number has it, or the own one, and what this rank moved there or fetched from
// there in one region.
type Partner struct {
	Rank        int
	Node, Track uint32 // as those of an Entry; node 0 is before it was known whose nodes they are

	// Elsewhere is of the regions and ranks that were too many to be counted apart: all of them together, for
	// each rank. It has no node.
	Elsewhere bool

	Calls, Bytes            uint64 // messages sent
	Receives, ReceivedBytes uint64 // messages that came, counted where their receive completed
	Puts, PutBytes          uint64 // one-sided, to the memory of the other rank; accumulations also
	Gets, FetchBytes        uint64 // one-sided, from there
}

var registered atomic.Pointer[Recorder]

// TimeOnly is the default of the key MPITimeOnly.
var TimeOnly bool

// Register makes a recorder known to the timers. There is one in a process.
func Register(r Recorder) { registered.Store(&r) }

// Registered is the recorder, nil where the program has none.
func Registered() Recorder {
	if r := registered.Load(); r != nil {
		return *r
	}
	return nil
}

// Regions is a trace of the process's regions into whose states the calls are to go.
type Regions struct {
	Folder  string // of the project
	Project string
	At      func(ticks uint64) int64 // time of day by which regions start and end, in ns since 1970
}

// CallsFolder is where the calls wait for that, within Folder.
func (r *Regions) CallsFolder() string { return filepath.Join(r.Folder, r.Project+".calls") }

var regions atomic.Pointer[Regions]

// Nest says where the calls are to go; nil takes it back.
func Nest(r *Regions) { regions.Store(r) }

// Nesting is where the calls of a project in a directory are to go, nil where they have traces of their own.
func Nesting(folder, project string) *Regions {
	r := regions.Load()
	if r == nil || r.Project != project {
		return nil
	}
	theirs, err := os.Stat(r.Folder)
	if err != nil {
		return nil
	}
	if ours, err := os.Stat(folder); err != nil || !os.SameFile(ours, theirs) {
		return nil
	}
	return r
}
