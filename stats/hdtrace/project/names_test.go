package project

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats/hdtrace"
)

// What is a label already the Java reader does not change.
func TestJavaName(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		if name := hdtrace.Label(rapid.String().Draw(t, "name")); javaName(name) != name {
			t.Fatalf("%q is a label and changed", name)
		}
	})
}
