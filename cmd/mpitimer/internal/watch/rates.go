package watch

import (
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/stats"
)

// Rates are what the regions of a run did between two moments.
type Rates struct {
	Seconds float64        // how long it was for a rank on average; 0: there was no moment before
	Spent   float64        // nanoseconds of all ranks together
	Last    *stats.Summary // of the time between; nil for none
	Of      []Rate         // by region of the later moment's Summary
	Epochs  float64        // steps of the program a second, of the slowest rank; 0: none, or not known
}

// Rate is what one region did.
type Rate struct {
	Key    string  // identifies the region, also at other moments
	At     int     // its place in Last, -1 if it did not run
	Share  float64 // of the time, over ranks
	Calls  float64 // a second, of all ranks and threads
	Inside int     // ranks whose main program stands in it at the later moment
}

// RatesOf compares a moment, of which there is a Summary, with the one before of the same run, nil for none.
func RatesOf(m, before *job.Moment) *Rates {
	r := &Rates{Of: make([]Rate, len(m.Summary.Regions))}
	in := m.Interval
	if in == nil {
		in = Since(m, before)
	}
	byKey := map[string]int{}
	if in.Summary != nil && in.Ranks > 0 && in.Spent > 0 {
		r.Last, r.Spent, r.Seconds = in.Summary, in.Spent, in.Spent/float64(in.Ranks)/1e9
		for i := range r.Last.Regions {
			byKey[job.KeyOf(r.Last, i)] = i
		}
	}
	r.Epochs = epochRate(m, before)
	inside := m.Inside()
	for i := range r.Of {
		rate := Rate{Key: job.KeyOf(m.Summary, i), At: -1}
		if at, ran := byKey[rate.Key]; ran {
			last := &r.Last.Regions[at]
			rate.At, rate.Share, rate.Calls = at, last.Wall.Float64()/r.Spent, float64(last.Calls)/r.Seconds
		}
		rate.Inside = inside[rate.Key]
		r.Of[i] = rate
	}
	return r
}

func epochRate(m, before *job.Moment) float64 {
	if before == nil {
		return 0
	}
	now, then, passed := m.Epochs().All, before.Epochs().All, m.At.Sub(before.At).Seconds()
	if now < then || passed <= 0 {
		return 0
	}
	return float64(now-then) / passed
}
