//go:build !(linux && (amd64 || arm64))

// Package gpu does the update of the solver on a GPU of NVIDIA, through its driver: on Linux only.
package gpu

import "errors"

// Device is none here.
type Device struct{}

// Open says that there is none.
func Open(rank, values int) (*Device, error) {
	return nil, errors.New("this system has no driver that is known here")
}

// Name, Stream, Do, Update, Wait and Close are those of a Device of Linux.
func (*Device) Name() string                                      { return "" }
func (*Device) Stream() uintptr                                   { return 0 }
func (*Device) Do(f func() error) error                           { return f() }
func (*Device) Update(to, old, slope []float64, dt float64) error { return nil }
func (*Device) Wait() error                                       { return nil }
func (*Device) Close()                                            {}
