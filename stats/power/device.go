package power

import (
	"context"
	"time"
)

// Device measures. Its methods are called by one goroutine at a time: Open, then Start, Read and Stop any
// number of times, then Close. After an error of any but Close, Open is called again, on a device of
// which nothing is known. Errors match ErrDevice.
type Device interface {
	// Open connects to the device and sets it up. When the context ends it gives up.
	Open(ctx context.Context) error

	// Start makes the device measure, one sample a cycle.
	Start() error

	// Read gives the samples that have come, after waiting for the first of them that long at most; none
	// is no error until the device is late.
	Read(wait time.Duration) ([]Sample, error)

	// Stop makes the device measure no more, and gives the samples that have come meanwhile.
	Stop() ([]Sample, error)

	// Close gives the device back. It may be called at any time.
	Close() error

	// Notes is what the device itself has reported since the last call: errors in its own words.
	Notes() []string

	// Identity is what the device calls itself; "" before Open.
	Identity() string
}

// Sample is what a device has measured over a time: the values of all traces, in the order of the
// configuration and each trace's values. NaN is a value that is not known.
type Sample struct {
	Start, End time.Time
	Values     []float64
	Overflows  int // of the values, that were beyond what the device measures
}

// newDevice makes the device of a configuration.
func newDevice(c *Config, o *Options) (Device, error) {
	if c.Device == RAPL {
		return newMachineRAPL(c)
	}
	dial := o.Dial
	if dial == nil {
		dial = DialSerial
	}
	return newLMG450(c, dial, o.Answer), nil
}
