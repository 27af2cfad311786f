//go:build gptl && !gptl_cc

package gptl

// #cgo pkg-config: gptl
import "C"
