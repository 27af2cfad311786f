package scaling

import "math"

// beyond returns how often a value of the F distribution with these degrees of freedom is above f.
func beyond(f, of, within float64) float64 {
	if !(f > 0) || of <= 0 || within <= 0 {
		return 1
	}
	return beta(within/(within+of*f), within/2, of/2)
}

// beta returns the regularised incomplete beta function, by its continued fraction (Lentz).
func beta(x, a, b float64) float64 {
	switch {
	case x <= 0:
		return 0
	case x >= 1:
		return 1
	case x > (a+1)/(a+b+2):
		return 1 - beta(1-x, b, a)
	}
	const tiny = 1e-300
	avoid := func(v float64) float64 {
		if math.Abs(v) < tiny {
			return tiny
		}
		return v
	}
	c, d := 1.0, 1/avoid(1-(a+b)*x/(a+1))
	fraction := d
	for m := 1.0; m < 300; m++ {
		even := m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		odd := -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
		before := fraction
		for _, term := range []float64{even, odd} {
			d = 1 / avoid(1+term*d)
			c = avoid(1 + term/c)
			fraction *= c * d
		}
		if math.Abs(fraction-before) <= 1e-13*fraction {
			break
		}
	}
	return math.Exp(a*math.Log(x)+b*math.Log1p(-x)-logBeta(a, b)) * fraction / a
}

func logBeta(a, b float64) float64 {
	x, _ := math.Lgamma(a)
	y, _ := math.Lgamma(b)
	z, _ := math.Lgamma(a + b)
	return x + y - z
}

// exceeded returns the value that one of the F distribution with 1 and these degrees of freedom exceeds in a share p of cases. Its root
// is that of Student's t to both sides.
func exceeded(p, within float64) float64 {
	low, high := 0.0, 1e6
	for range 200 {
		if middle := (low + high) / 2; beyond(middle, 1, within) > p {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}
