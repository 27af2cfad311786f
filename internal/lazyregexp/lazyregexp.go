// Package lazyregexp compiles regular expressions when they are first asked for, so that a program which links fifty of
// them starts without: compiling one takes 10 to 100 µs.
package lazyregexp

import (
	"regexp"
	"sync"
)

// New returns a function that compiles an expression once. It panics, when it is called, if the expression is not valid.
func New(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
