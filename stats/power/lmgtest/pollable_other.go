//go:build !unix

package lmgtest

import "os"

// pollable returns f: systems other than Unix have no terminals that could be emulated.
func pollable(f *os.File) (*os.File, error) { return f, nil }
