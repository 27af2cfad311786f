package hdtrace

import "testing"

func TestProcessorIn(t *testing.T) {
	for text, want := range map[string]struct {
		model string
		mhz   int
	}{
		"":         {"", 0},
		"garbage:": {"", 0},
		"processor\t: 0\nmodel name\t: AMD EPYC 7763\ncpu MHz\t\t: 2445.404\n\nprocessor\t: 1\nmodel name\t: other\ncpu MHz\t\t: 1500.0\n": {"AMD EPYC 7763", 2445},
		"processor\t: 0\ncpu\t\t: POWER9, altivec supported\nclock\t\t: 3800.000000MHz\nrevision\t: 2.2\n":                                 {"POWER9, altivec supported", 3800},
		"processor\t: 0\nBogoMIPS\t: 50.00\nCPU implementer\t: 0x41\n":                                                                     {"", 0},
		"cpu MHz\t: -1\ncpu MHz\t: x\ncpu MHz\t: 1e300\n":                                                                                  {"", 0},
	} {
		if model, mhz := processorIn(text); model != want.model || mhz != want.mhz {
			t.Errorf("%q: %q, %d", text, model, mhz)
		}
	}
}
