package gptl8

import "github.com/go-hpc/timers/gptlcompat/internal/layout"

// The title of upstream's file of all processes, after "name" and blanks.
const (
	summaryCounts = "   ncalls nranks mean_time   std_dev"
	placeTitle    = "(rank  )"
	ThreadedTitle = "(rank  thread)"
)

// SummaryTitle returns the title of upstream's file of all processes, after "name" and blanks.
func SummaryTitle(threaded bool) string {
	place := placeTitle
	if threaded {
		place = ThreadedTitle
	}
	return summaryCounts + "   wallmax " + place + "   wallmin " + place
}

// Summary returns the columns of upstream's file of all processes, which tells threads apart if any rank
// has several.
func Summary(threaded bool) []layout.Cell[layout.Region] {
	rank, thread := " (%6d)", ""
	if threaded {
		rank, thread = " (%6d", " %5d)"
	}
	return append(append([]layout.Cell[layout.Region]{
		{Want: "a number of calls", At: func(r *layout.Region) any { return &r.Calls },
			Append: func(b []byte, r *layout.Region) []byte { return layout.AppendCalls(append(b, ' '), r.Calls) }},
		{Verb: layout.Verb(" %6d"), Want: "a number of ranks", At: func(r *layout.Region) any { return &r.Completed }},
		{Verb: layout.Verb(" %9.3f"), Want: "a mean in seconds", At: func(r *layout.Region) any { return &r.Mean }},
		{Verb: layout.Verb(" %9.3f"), Want: "a deviation in seconds", At: func(r *layout.Region) any { return &r.Deviation }},
	}, layout.Extreme(layout.Largest, " %9.3f", rank, thread)...), layout.Extreme(layout.Smallest, " %9.3f", rank, thread)...)
}
