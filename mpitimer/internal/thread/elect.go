package thread

// Elected returns what all of the given number of witnesses have seen, if that is only one value: better none
// than a wrong one.
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
