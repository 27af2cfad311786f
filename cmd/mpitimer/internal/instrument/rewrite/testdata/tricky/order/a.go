// Package order shows the order in which its variables are initialised.
package order

// Seen is that order.
var Seen []string

func note(s string) string {
	Seen = append(Seen, s)
	return s
}

var (
	first  = work()
	second = note("second")
	third  = func() string { return note("third") }()
)

// Early is computed by a function of another file, Late without any: a region that is declared behind both
// must not let it overtake.
var (
	Early = solo()
	Late  = len(Seen)
)

func init() { note("init a") }
