package signal

import (
	"math"
)

// scale converts steps of a source to its unit. If a step is less than a unit, steps are divided by a whole
// number: 45300 thousandths are 45.3, while 45300 × 0.001 is not.
type scale struct{ times, by float64 }

func scaleOf(quantum float64) scale {
	if inverse := math.Round(1 / quantum); quantum < 1 && math.Abs(inverse*quantum-1) < 1e-12 {
		return scale{times: 1, by: inverse}
	}
	return scale{times: quantum, by: 1}
}

func (s scale) of(steps int64) float64 { return float64(steps) * s.times / s.by }
