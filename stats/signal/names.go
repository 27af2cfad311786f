package signal

import (
	"fmt"
	"math"
)

var namesOfDomains = [...]string{"board", "package", "core", "cpu", "memory", "disk", "nic", "gpu", "process", "thread"}

// String returns the domain as GEOPM writes it: "board", "package", "cpu".
func (d Domain) String() string {
	if int(d) < len(namesOfDomains) {
		return namesOfDomains[d]
	}
	return fmt.Sprintf("domain(%d)", uint8(d))
}

// ParseDomain returns the inverse of Domain.String. The error matches ErrDomain.
func ParseDomain(text string) (Domain, error) {
	for i, name := range namesOfDomains {
		if text == name {
			return Domain(i), nil
		}
	}
	return 0, fmt.Errorf("%w: %q is none of %q", ErrDomain, text, namesOfDomains)
}

var namesOfBehaviors = [...]string{"monotone", "variable", "constant", "label"}

// String returns the behaviour in GEOPM's form.
func (b Behavior) String() string {
	if int(b) < len(namesOfBehaviors) {
		return namesOfBehaviors[b]
	}
	return fmt.Sprintf("behavior(%d)", uint8(b))
}

var namesOfAggregations = [...]string{"sum", "average", "min", "max", "select_first", "region_hash", "region_hint", "logical_and", "expect_same"}

// String returns the aggregation in GEOPM's form.
func (a Aggregation) String() string {
	if int(a) < len(namesOfAggregations) {
		return namesOfAggregations[a]
	}
	return fmt.Sprintf("aggregation(%d)", uint8(a))
}

// Of aggregates the values of parts. NaN values are left out; if none remain, or the aggregation is unknown,
// the result is NaN. It does not change values.
func (a Aggregation) Of(values []float64) float64 {
	result, n := math.NaN(), 0
	for _, v := range values {
		if math.IsNaN(v) {
			continue
		}
		if n++; n == 1 {
			result = v
			if a == LogicalAnd {
				result = truth(v != 0)
			}
			continue
		}
		result = a.join(result, v)
		if math.IsNaN(result) {
			return result
		}
	}
	if a == Average && n > 0 {
		return result / float64(n)
	}
	return result
}

func (a Aggregation) join(whole, v float64) float64 {
	same := whole == v
	switch a {
	case Sum, Average:
		return whole + v
	case Min:
		return min(whole, v)
	case Max:
		return max(whole, v)
	case First:
		return whole
	case LogicalAnd:
		return truth(whole != 0 && v != 0)
	case SameRegion:
		if !same {
			return RegionUnmarked
		}
		return whole
	case SameHint:
		if !same {
			return float64(HintUnknown)
		}
		return whole
	case ExpectSame:
		if same {
			return whole
		}
	}
	return math.NaN()
}

func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
