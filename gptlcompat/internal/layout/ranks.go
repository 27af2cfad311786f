package layout

import "github.com/go-hpc/timers/stats"

// Region is a row of a file of all ranks.
type Region struct {
	stats.Region
	Mean, Deviation Nanoseconds // of the ranks' times
}

// GlobalTitle is above the table of E3SM's file, after "name" and blanks.
const GlobalTitle = " on  processes  threads        count      walltotal   wallmax (proc   thrd  )   wallmin (proc   thrd  )"

// Global has the columns of E3SM's file of all ranks. The first is missing in files of the older generation.
// The format has blanks of its own between the columns, so that numbers of any width stay apart.
var Global = append(append([]Cell[Region]{
	{Verb: Verb("  %s  "), Want: "y or - in the column on", At: func(r *Region) any { return (*Flag)(&r.Running) }},
	{Verb: Verb(" %8d"), Want: "a number of processes", At: func(r *Region) any { return &r.Completed }},
	{Verb: Verb(" %8d"), Want: "a number of threads", At: func(r *Region) any { return &r.Tracks }},
	{Verb: Verb(" %12.6e"), Want: "a number of calls", At: func(r *Region) any { return &r.Calls }},
	{Verb: Verb("   %12.6e"), Want: "walltotal in seconds", At: func(r *Region) any { return &r.Total }},
}, Extreme(Largest, " %9.3f", " (%6d", " %6d)")...), Extreme(Smallest, " %9.3f", " (%6d", " %6d)")...)

// Largest and Smallest are the extremes of threads.
func Largest(r *Region) *stats.Extreme  { return &r.TrackMax }
func Smallest(r *Region) *stats.Extreme { return &r.TrackMin }

// Extreme returns a time of one thread and where it was, with the thread only if it has a verb.
func Extreme(of func(*Region) *stats.Extreme, time, rank, thread string) []Cell[Region] {
	cells := []Cell[Region]{
		{Verb: Verb(time), Want: "a time in seconds", At: func(r *Region) any { return &of(r).Value }},
		{Verb: Verb(rank), Want: "a rank", At: func(r *Region) any { return &of(r).Rank }},
		{Verb: Verb(thread), Want: "a thread", At: func(r *Region) any { return &of(r).Track }},
	}
	if thread == "" {
		return cells[:2]
	}
	return cells
}
