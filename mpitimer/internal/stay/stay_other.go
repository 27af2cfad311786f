//go:build !linux || slowgoroutine || !(amd64 || arm64 || loong64 || ppc64 || ppc64le || riscv64 || s390x)

// Package stay tells whether a goroutine has stayed on its thread, which is what counters of threads count for.
package stay

// Prepare says that stays can't be told here.
func Prepare() bool { return false }

// Now knows nothing here.
func Now() (thread uint32, mark uint64) { return 0, 0 }
