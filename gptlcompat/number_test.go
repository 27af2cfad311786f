package gptlcompat

import (
	"math"
	"testing"
)

func TestFortranE(t *testing.T) {
	for v, want := range map[float64]string{
		1.435716999:  "    0.1435716999E+01",
		0:            "    0.0000000000E+00",
		-0.05:        "   -0.5000000000E-01",
		9.9999999999: "    0.1000000000E+02",
		math.Inf(1):  "    0.0000000000E+00",
	} {
		if got := fortranE(v); got != want {
			t.Errorf("%g is %q, want %q", v, got, want)
		}
	}
}
