//go:build gptl && !cgo

package gptl

// A program that was meant to have GPTL and has not is one that nobody wants: it does not compile.
var _ = the_build_tag_gptl_needs_cgo
