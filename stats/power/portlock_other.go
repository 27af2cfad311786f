//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package power

import "os"

// lockPort does nothing where no such lock is known. On Windows only one program can open a port.
func lockPort(string) (*os.File, error) { return nil, nil }
