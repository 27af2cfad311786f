//go:build !linux

package perf

import (
	"errors"
	"fmt"

	"github.com/go-hpc/timers/internal/perfevent"
)

// Way is how the events of a thread are read.
type Way int

// String names the way for reports.
func (Way) String() string { return "none" }

// Set is events that are counted together: none here.
type Set struct{}

// Open says that there are none.
func Open(events []Event, _ bool) (*Set, error) {
	var problems []error
	for _, e := range events {
		problems = append(problems, fmt.Errorf("%s: %w: Linux alone counts for threads", e.Name, perfevent.ErrAbsent))
	}
	return &Set{}, errors.Join(problems...)
}

func (*Set) Width() int                         { return 0 }
func (*Set) Multiplexed(int) bool               { return false }
func (*Set) Events() []Event                    { return nil }
func (*Set) Way() Way                           { return 0 }
func (*Set) Force(Way) Way                      { return 0 }
func (*Set) Err() error                         { return nil }
func (*Set) Read([]Reading, uint32, uint64) Way { return 0 }
func (*Set) Close()                             {}
