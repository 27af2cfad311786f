package signal

import "math"

// slopeSamples is how many samples a slope is taken over, as in GEOPM.
const slopeSamples = 8

// slope is the slope of a signal over time: that of the straight line that fits its last samples best.
type slope struct {
	times, values [slopeSamples]float64
	n             int // ever added
}

func (s *slope) reset() { s.n = 0 }

// add returns the slope with one more sample, or NaN if there is only one sample or no time has passed.
func (s *slope) add(time, value float64) float64 {
	at := s.n % slopeSamples
	s.times[at], s.values[at] = time, value
	s.n++
	n := min(s.n, slopeSamples)
	// Differences from the newest are small: little precision is lost even if the values themselves are
	// large.
	var meanT, meanV float64
	for i := range n {
		meanT += s.times[i] - time
		meanV += s.values[i] - value
	}
	meanT /= float64(n)
	meanV /= float64(n)
	var both, square float64
	for i := range n {
		t := s.times[i] - time - meanT
		both += t * (s.values[i] - value - meanV)
		square += t * t
	}
	if square == 0 {
		return math.NaN()
	}
	return both / square
}
