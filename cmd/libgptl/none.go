//go:build !cgo

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "libgptl is a shared library: build it with -buildmode=c-shared, and with cgo")
	os.Exit(2)
}
