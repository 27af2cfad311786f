package gptl

// Option is an option for SetOption. The numbers are those of upstream's GPTL; [E3SMOption] finds those of
// E3SM's fork that mean something else there.
type Option int

// Options of both GPTLs. On or off is 1 or 0.
const (
	SyncMPI        Option = 0  // synchronize before collective MPI calls, of wrappers that GPTL may be built with; off
	Wall           Option = 1  // wallclock statistics; on
	CPU            Option = 2  // user and system time of the process; off
	AbortOnError   Option = 3  // an error panics with itself; off
	Overhead       Option = 4  // columns of the cost of timing; on
	DepthLimit     Option = 5  // timers below that many others are left out; DefaultDepthLimit
	Verbose        Option = 6  // errors and warnings are written to standard error; off
	NarrowPrint    Option = 7  // narrow columns of counters, which upstream refuses
	Percent        Option = 9  // a column of the share of the first timer; off
	PerSec         Option = 10 // a column of counters per second; on
	Multiplex      Option = 11 // multiplexing of counters; off
	DoprPreamble   Option = 12 // explanations above the tables; on
	DoprThreadSort Option = 13 // threads' times of a timer below each other; on
	DoprMultParent Option = 14 // how often each parent called a timer; on
	DoprCollision  Option = 15 // how GPTL's hash table is filled; has no effect; off
	PrintMethod    Option = 16 // FirstParent, LastParent, MostFrequent or FullTree; MostFrequent
	DoprMemUsage   Option = 27 // the growth of memory is logged; off
	TableSize      Option = 50 // of GPTL's hash table; has no effect; DefaultTableSize
	MaxThreads     Option = 51 // has no effect: there is no limit; DefaultMaxThreads
	OnlyPrintRank0 Option = 52 // Print and PrintFile do something on rank 0 only; off
	MemGrowth      Option = 53 // in percent: smaller growth of memory is not logged; 0
)

// Options of E3SM's fork. They have numbers of their own here, since E3SM's mean other options
// upstream.
const (
	ProfileOverhead Option = 1027 // the cost of timing is measured; off
	DoprQuotes      Option = 1028 // names stand in quotes in E3SM's layout, whose readers want them; on
	PrintMode       Option = 1050 // PrintWrite or PrintAppend; PrintWrite
)

// Options of this package.
const (
	// Layout is which GPTL's files Print, PrintFile, PrintSummary and PrintSummaryFile write:
	// Upstream or E3SM; Upstream. It can be set at any time.
	Layout Option = 2000

	// Nesting is what becomes of timers inside one that is stopped: OwnNesting or GPTLNesting; OwnNesting.
	Nesting Option = 2001

	// ToTheLetter has E3SM's files say what the fork says where this package knows better: names end after 127 bytes,
	// though others begin alike, and several calls whose time was given at once have their mean as shortest and longest;
	// off.
	ToTheLetter Option = 2002
)

// Defaults that are numbers.
const (
	DefaultDepthLimit = 99999
	DefaultTableSize  = 1023
	DefaultMaxThreads = -1
)

// Values of PrintMethod.
const (
	FirstParent  = 1 // a timer stands below the parent that called it first
	LastParent   = 2 // below the last of its parents to call it for the first time
	MostFrequent = 3 // below the parent that called it most often
	FullTree     = 4 // below every parent
)

// Values of PrintMode.
const (
	PrintWrite  = 1 // a file replaces the old one
	PrintAppend = 2 // output is appended to the old file
)

// Values of Layout.
const (
	Upstream = 0 // timing.NNNNNN and timing.summary of GPTL 8
	E3SM     = 1 // the rank files and global statistics of E3SM's fork
)

// Clock is a clock for SetUTR.
type Clock int

// The clocks of GPTL.
const (
	GetTimeOfDay Clock = 1
	NanoTime     Clock = 2 // the time stamp counter
	ReadRealTime Clock = 3 // of AIX
	MPIWtime     Clock = 4
	ClockGetTime Clock = 5
	PAPITime     Clock = 6 // of E3SM's fork
	Placebo      Clock = 7 // always 0
)

// Values of Nesting.
const (
	OwnNesting  = 0 // they are stopped too, with ErrNotNested, and the tree stays right
	GPTLNesting = 1 // they go on, as in GPTL: files show them as running until they are stopped, and upstream's have no tree
)
