package watch

import (
	"time"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/flights"
	"github.com/go-hpc/timers/stats/answers/steps"
)

// Steps are what the steps of a running job took, as flight recorders beside the tables of this node tell. Reading them takes
// much longer than a Look: it is done again after a while only.
type Steps struct {
	last *steps.Times
	next time.Time // when they are read again
}

const (
	stepsEvery = 5 * time.Second
	stepsRest  = 20 // times as long as reading took
)

// Of returns the steps of a run, nil if they are not known. What a recorder lacks is left out, since the next time it may be there.
func (s *Steps) Of(w Source) *steps.Times {
	begin := time.Now()
	if !w.Recorded() || begin.Before(s.next) {
		return s.last
	}
	s.last, _ = flights.Steps(w.Records())
	end := time.Now()
	s.next = end.Add(max(stepsEvery, stepsRest*end.Sub(begin)))
	return s.last
}
