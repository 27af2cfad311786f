//go:build (amd64 || arm64 || loong64 || ppc64 || ppc64le || riscv64 || s390x) && !slowgoroutine

package goroutine

import "unsafe"

// Pointer returns the runtime's descriptor of the running goroutine, which these architectures keep
// in a register or in thread-local storage.
func Pointer() unsafe.Pointer

// Quick is ID where Fast says so; elsewhere it is something that is no goroutine's ID. It is what
// fits into a caller that compares with the ID it expects.
func Quick() uint64
