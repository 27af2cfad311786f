package thread

// Elected is what all of so many witnesses have seen, if that is one thing only: better nothing than
// the wrong one.
func Elected[T comparable](votes map[T]int, witnesses int) (found T, ok bool) {
	for candidate, n := range votes {
		if n != witnesses {
			continue
		}
		if ok {
			var none T
			return none, false
		}
		found, ok = candidate, true
	}
	return found, ok
}
