//go:build !linux || slowgoroutine || !(amd64 || arm64 || loong64 || ppc64 || ppc64le || riscv64 || s390x)

// Package stay reports if a goroutine is still on the thread it was on, so that counters of that thread are its own.
package stay

// Prepare says that stays can't be told here.
func Prepare() bool { return false }

// Now knows nothing here.
func Now() (thread uint32, mark uint64) { return 0, 0 }
