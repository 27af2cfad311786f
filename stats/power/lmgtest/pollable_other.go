//go:build !unix

package lmgtest

import "os"

// pollable is f: systems that are not Unix have no terminals that could be emulated.
func pollable(f *os.File) (*os.File, error) { return f, nil }
