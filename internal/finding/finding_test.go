package finding

import "testing"

type pair uint8

func (pair) String() string { return "both" }

func TestFinding(t *testing.T) {
	for want, f := range map[string]interface{ String() string }{
		"note: x":                            Finding[Everyone]{Text: "x"},
		"line 3: refused: x":                 Finding[Everyone]{Line: 3, Severity: Refused, Text: "x"},
		"f: line 3: byte 9: wrong (both): x": Finding[pair]{File: "f", Line: 3, Offset: 9, Readers: 1, Severity: Wrong, Text: "x"},
		"byte 9: hidden: x":                  Finding[pair]{Offset: 9, Severity: Hidden, Text: "x"},
		"severity 9: x":                      Finding[pair]{Severity: 9, Text: "x"},
	} {
		if got := f.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
