//go:build linux

package kernels

import "github.com/ebitengine/purego"

// callAddress is the function that CUPTI calls.
func callAddress() uintptr { return purego.NewCallback(called) }

// tellSuccess has nothing to do: all calls are told when they have ended.
func tellSuccess(domain, call uint32) {}
