//go:build cgo

package ctest

import "C"

//export gohpc_ctest_back
func gohpc_ctest_back(f C.int) {
	backs.Lock()
	do := backs.list[f]
	backs.Unlock()
	do()
}
