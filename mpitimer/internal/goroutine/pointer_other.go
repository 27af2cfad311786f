//go:build slowgoroutine || !(amd64 || arm64 || loong64 || ppc64 || ppc64le || riscv64 || s390x)

package goroutine

import "unsafe"

// Pointer knows no descriptor here.
func Pointer() unsafe.Pointer { return nil }

// Quick is no goroutine's ID here.
func Quick() uint64 { return 0 }
