//go:build unix

package main

import (
	"slices"
	"testing"
)

// What apidiff says of packages that are not promised, and messages of its own, do not count.
func TestPromisedChanges(t *testing.T) {
	got := promisedChanges(`Ignoring internal package github.com/go-hpc/timers/internal/x
- ./mpitimer.Hook: changed from Hook to github.com/go-hpc/timers/mpitimer/attach.Hook
- ./stats/tree.Logger.Warn: added
- ./scripts/suite/tested.Show: removed
- ./cmd/pt.X: removed
- package github.com/go-hpc/timers/stats/tree: removed
- package github.com/go-hpc/timers/scripts/readme: removed
- ./stats.Version: value changed from 1 to 2
`)
	want := []string{
		"- ./mpitimer.Hook: changed from Hook to github.com/go-hpc/timers/mpitimer/attach.Hook",
		"- ./stats/tree.Logger.Warn: added",
		"- package github.com/go-hpc/timers/stats/tree: removed",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestSameMinor(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{"0.1.0\n", "0.1.3\n", true}, {"0.1.0", "0.2.0", false}, {"1.1.0", "1.2.0", true}, {"1.9.0", "2.0.0", false}, {"", "0.1.0", false},
	} {
		if got := sameMinor(test.a, test.b); got != test.want {
			t.Errorf("%q, %q: %v", test.a, test.b, got)
		}
	}
}
