// Package attach connects the timers with outputs, which turn their reports into files or messages, and
// sources, which measure something beside the time of regions.
//
// A package that has one registers it when it is linked:
//
//	func init() {
//		attach.Register(attach.Kind{Name: "viewers", Settings: func() attach.Settings { return new(settings) }})
//	}
//
// and a program links it with a blank import. From then on the keys of its settings are keys of the timers'
// configuration, and if they are set, it takes part in the timers' work. Package mpitimer does not import the
// packages of outputs and sources, and these do not import mpitimer: both import this package.
//
// Rank 0 decides which are used. The programs of one job may link different packages: before anything
// collective of an output or source starts, the ranks find out whether all have it. If some rank lacks
// it, it is left out on all.
package attach

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// Kind describes an output or source that can be attached.
type Kind struct {
	// Name identifies it, and is the last element of its import path. Collective steps happen in the order of
	// the names.
	Name string

	// Settings makes the settings of one Timers, with their defaults: a pointer to a struct whose fields
	// have the keys as yaml tags, in the section Timers. Fields are of the types string, bool, int, float64 and
	// time.Duration.
	Settings func() Settings
}

// Settings are the part of the configuration for an output or source.
type Settings interface {
	// Check returns the unusable values. The defaults replace them.
	Check() []Fault

	// Open returns the output or source that the settings ask for, or nil. It has no side effect: the
	// timers also call it to find out whether it returns one.
	Open() (Output, Source)
}

// VariableReader is implemented by Settings that also obey environment variables other than the timers' own: on rank
// 0, for keys that are not set.
type VariableReader interface {
	ReadVariables(lookup func(variable string) (value string, set bool)) error
}

// CounterFinder is implemented by Settings of a source of counters of threads.
type CounterFinder interface {
	// FindCounter returns nil if this machine has a counter of that name, or the reason why it has not.
	FindCounter(name string) error
}

// NameChecker is implemented by Settings whose files could clash with other files.
type NameChecker interface {
	// CheckNames returns the names that clash with the tree's file or other files that start with prefix.
	CheckNames(prefix, tree string) []Fault
}

// Fault describes an unusable value.
type Fault struct {
	Key     string
	Problem string // the value and what was expected, as `"x", expected one of a, b`
}

// Output turns reports into files or messages.
type Output interface {
	// Begin is called when the timers are ready, before the region Total starts. It is collective. If it
	// fails on any rank, the output is left out on all; faults that are no reason for that go to
	// Run.Complain.
	Begin(Run) error

	// Stop is called when the regions are about to end, also on a rank that panics. It is not collective,
	// and may be called several times.
	Stop()

	// Report is called for each report that has files. It is collective over Report.Group.
	Report(*Report) error

	// End is called once at the end. It is collective unless lost says that ranks are missing, or that this
	// rank ends early.
	End(lost bool) error
}

// A Source adds measurements that the regions of this run do not make themselves.
type Source interface {
	// Begin is called before anything is timed. It is collective, and fails like Output's.
	Begin(Run) error

	// Join adds to the rank's profile for the last report, and returns it. It may be called again with
	// another profile.
	Join(*stats.Profile) *stats.Profile

	// End is called once at the end, like Output's.
	End(lost bool) error
}

// ByName is implemented by an Output that also needs regions reduced by name.
type ByName interface {
	Output
	NeedsNames() bool
}

// CounterSource is implemented by a Source of counters: they are read at the start and the stop of each region,
// and are columns of the profile.
type CounterSource interface {
	Source

	// Counters are known when Begin has returned.
	Counters() []stats.Counter

	// Read takes a reading of each. It is called on any goroutine, on several at the same time, and
	// allocates nothing. It returns which of several ways it has used: each way adds counts of its own.
	Read(into []Reading) (way int)

	// Ways returns the number of ways to read them. Force makes the next readings use one of them, to
	// measure the counts that it adds, and returns the previous way.
	Ways() int
	Force(way int) (before int)

	// Turns reports whether counter i takes turns with others, and therefore counts for part of the time. Two
	// further readings follow its own: how long it should have been counted, and how long it was.
	Turns(i int) bool

	// Lock reports whether a goroutine must stay on its thread from the start of a region to its stop.
	Lock() bool

	// Counted returns the share of the time in which each was really counted, like stats.Profile.Counted.
	Counted() []float64

	// Derived returns the columns that the tree computes from them.
	Derived() []tree.Derived
}

// Reading is one reading of a counter. The count between two readings is known if their marks are the
// same and not 0. The marks of process and node counters are always the same.
type Reading = struct {
	Value int64
	Mark  uint64
}

// TimeCounter is the name of the counter for the time of the regions themselves; it needs no reading.
const TimeCounter = tree.TimeName

// Occasion is the reason for a report.
type Occasion int

// The occasions of reports.
const (
	AtEnd        Occasion = iota // of the whole run; once more when late ranks have come
	AtCheckpoint                 // of the interval since the last checkpoint
	OnDemand                     // files that the program has asked for
	Alone                        // of the whole run, on a rank that reaches no other, under names of its own
)

// A Report holds the ranks' measurements up to a certain time.
type Report struct {
	Occasion Occasion
	Prefix   string // of the names of files
	Method   string // of showing several parents in files of GPTL's forms
	MPI      bool   // what these files say of it

	// Summary is on the rank that makes the report, nil elsewhere.
	Summary *stats.Summary

	// Names is the Summary by name, on the same rank, if an output or a file of the report needs it.
	Names *stats.Summary

	// Profile is this rank's, from which Summary was made.
	Profile *stats.Profile

	// Collect writes one file for all ranks that take part in the report: head's output, then the parts
	// of the ranks in their order. It is collective. One rank writes the file, and only it calls head;
	// ranks with a nil part have none.
	Collect func(name string, head func(io.Writer) error, part []byte) error

	// Group is all ranks, for messages until Report returns; its rank 0 makes the report. It is nil on all
	// if some are missing: an output that needs them does nothing then.
	Group *machenv.Group
}

// Run is the timers' interface for outputs and sources.
type Run interface {
	// Group is all ranks, for messages until Begin returns (and no barrier); nil if some are missing.
	Group() *machenv.Group
	Rank() int
	Size() int
	Host() string

	Begun() time.Time          // on rank 0 the time that stands in names of files
	Profile() *stats.Profile   // of the run up to now
	Memory() int               // bytes that the rank's tables take
	Table(rank int) string     // the file of a rank's tables on this node, blank for none
	Hint(region string) string // the region's Hint; blank without one
	Warn(kind, about string)   // a warning of this rank in its report
	Say(text string)           // a line in the log
	Log(text string) error     // a part of the report in the log
	Directory() string         // of the files
	Wrote(what, path string)   // a file or directory that Write has not written, and what it is
	Complain(problem error)    // an error of Initialize; rank 0's also goes to the log

	// WriteEach writes the rank's file if it is one of those that write files of their own. The log names the
	// files of all of them together.
	WriteEach(name func(rank int) string, write func(io.Writer) error) error

	// Write writes a file whole or not at all. A name that is not absolute is one in the configured
	// directory.
	Write(name string, write func(io.Writer) error) error
}

var (
	mu    sync.Mutex
	kinds []Kind // by name
)

// Register adds a kind, from the init function of its package. It panics if there is one of that name.
func Register(k Kind) {
	mu.Lock()
	defer mu.Unlock()
	at, there := slices.BinarySearchFunc(kinds, k, byName)
	if there || k.Name == "" || k.Settings == nil {
		panic(fmt.Sprintf("attach: a kind %q that is there already or lacks something", k.Name))
	}
	kinds = slices.Insert(slices.Clone(kinds), at, k)
}

// Kinds returns the registered kinds, by name.
func Kinds() []Kind {
	mu.Lock()
	defer mu.Unlock()
	return kinds
}

func byName(a, b Kind) int { return strings.Compare(a.Name, b.Name) }
