package power

import (
	"context"
	"time"
)

// A Device measures. Its methods are called by one goroutine at a time: Open, then Start, Read and Stop any
// number of times, then Close. After an error of any but Close, Open is called again, and assumes nothing
// about the device's state. Errors match ErrDevice.
type Device interface {
	// Open connects to the device and sets it up. It gives up when the context ends.
	Open(ctx context.Context) error

	// Start makes the device measure, one sample per cycle.
	Start() error

	// Read returns the samples that have come, after waiting for the first of them for at most the given
	// time; having none is not an error until the device is late.
	Read(wait time.Duration) ([]Sample, error)

	// Stop makes the device stop measuring, and returns the samples that have come meanwhile.
	Stop() ([]Sample, error)

	// Close releases the device. It may be called at any time.
	Close() error

	// Notes returns what the device itself has reported since the last call: errors in its own words.
	Notes() []string

	// Identity returns what the device calls itself, or "" before Open.
	Identity() string
}

// A Sample is what a device has measured over a time: the values of all traces, in the order of the
// configuration and of each trace's values. NaN means unknown.
type Sample struct {
	Start, End time.Time
	Values     []float64
	Overflows  int // how many of the values exceeded the device's range
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
