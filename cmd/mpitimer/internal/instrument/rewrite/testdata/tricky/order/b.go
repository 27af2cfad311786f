package order

var fourth = note("fourth")

// work stands in another file than what calls it.
func work() string { return note("first needs " + fourth) }

func solo() int { return len(note("solo")) }

func init() {
	func() { note("init b") }()
	_, _, _ = first, second, third
}
