// Package experimental gates code that no device of its kind has run yet: programs have it if they are built with the tag
// experimental.
package experimental

import "errors"

// On is whether the program has it. Tests, whose devices are made up, turn it on.
var On = tagged

// Missing returns the error of a program that is built without the tag, where it would need the code for what is named.
func Missing(what string) error {
	return errors.New(what + " needs a program that is built with the tag experimental")
}
