//go:build !cgo

package whose
