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

func init() { note("init a") }
