//go:build !linux

package ranktable

import "os"

// mostOpen is how many tables a process should have open at a time.
func mostOpen() int { return 64 }

// onDisk is the bytes of a file that are not holes.
func onDisk(info os.FileInfo) int64 { return info.Size() }
