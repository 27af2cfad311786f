package hdtrace

import (
	"errors"
	"testing"
)

// matches checks that an error matches.
func matches(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: %v, expected an error that matches %v", what, err, want)
	}
}

// must is a value without an error.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
