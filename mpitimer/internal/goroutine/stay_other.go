//go:build !linux || slowgoroutine || !(amd64 || arm64 || loong64 || ppc64 || ppc64le || riscv64 || s390x)

package goroutine

// PrepareStay says that stays can't be told here.
func PrepareStay() bool { return false }

// Stay knows nothing here.
func Stay() (thread uint32, mark uint64) { return 0, 0 }
