package calls

import "math"

// UnknownError is the error of a time that is not known on the common clock: no wait is larger.
const UnknownError = math.MaxInt64

// Mapping converts times of a rank's clock to that of all ranks.
type Mapping struct {
	begin, end Alignment
}

// Interpolate makes a mapping of two alignments, the more time between them the better: clocks that run
// at different rates, as all do, are taken to do so evenly in between. Of one alone it makes a mapping
// whose error grows with the time from it, by 500 ppm.
func Interpolate(begin, end Alignment) Mapping {
	switch {
	case !begin.Known:
		begin = end
	case !end.Known:
		end = begin
	case begin.Local > end.Local:
		begin, end = end, begin
	}
	return Mapping{begin, end}
}

// Worst returns the larger of the errors of the two alignments, in ns: what At returns between them is no
// larger.
func (m Mapping) Worst() int64 {
	if !m.begin.Known {
		return UnknownError
	}
	return max(m.begin.Error, m.end.Error)
}

// Drift returns by how much the rank's clock runs slower than the common one, in ns per s, or 0 if it is not
// known.
func (m Mapping) Drift() float64 {
	if d := m.end.Local - m.begin.Local; d > 0 {
		return float64(m.end.Offset-m.begin.Offset) / float64(d) * 1e9
	}
	return 0
}

// Uncertainty is the error of At.
func (m Mapping) Uncertainty(local int64) int64 {
	_, uncertainty := m.At(local)
	return uncertainty
}

// At converts a time. The error is a bound, [UnknownError] if there is none.
func (m Mapping) At(local int64) (global, uncertainty int64) {
	b, e := &m.begin, &m.end
	if !b.Known {
		return local, UnknownError
	}
	between := e.Local - b.Local
	if between <= 0 {
		uncertainty = b.Error
		if b.Steps > 0 {
			uncertainty = addCapped(uncertainty, drift(local-b.Local))
		}
		return local + b.Offset, uncertainty
	}
	// Both ends are off by at most their errors, so a line through them is off by at most a line through the
	// errors: beyond the ends that is more.
	share := float64(local-b.Local) / float64(between)
	offset := float64(e.Offset-b.Offset) * share
	bound := math.Abs(1-share)*float64(b.Error) + math.Abs(share)*float64(e.Error)
	if bound >= UnknownError/2 {
		return local, UnknownError
	}
	if bound != 0 || offset != 0 {
		bound++ // of rounding
	}
	return local + b.Offset + int64(math.Round(offset)), int64(math.Ceil(bound))
}

// addCapped adds non-negative numbers; a sum that is too large becomes the largest number.
func addCapped(a, b int64) int64 {
	if a > UnknownError-b {
		return UnknownError
	}
	return a + b
}
