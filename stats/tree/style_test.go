package tree

import (
	"math"
	"testing"
)

func TestDuration(t *testing.T) {
	st := styleOf(false)
	for ns, want := range map[float64]string{
		0: "0 s ", -5: "0 s ", math.NaN(): "0 s ",
		0.4: "0 ns", 1: "1 ns", 12.6: "13 ns", 999: "999 ns",
		999.96: "1.000 µs", 1000: "1.000 µs", 9999.6: "10.00 µs", 12345: "12.35 µs", 999949: "999.9 µs", 999951: "1.000 ms",
		1e9: "1.000 s ", 12.346e9: "12.35 s ", 99.996e9: "100.0 s ", 999.96e9: "1000 s ", 86400e9: "86400 s ", 1e18: "1000000000 s ",
	} {
		if got := st.duration(ns); got != want {
			t.Errorf("%g ns is %q, want %q", ns, got, want)
		}
	}
	if ascii := styleOf(true); ascii.duration(1500) != "1.500 us" {
		t.Errorf("in ASCII 1500 ns is %q", ascii.duration(1500))
	}
}

func TestMarks(t *testing.T) {
	unicode, ascii := styleOf(false), styleOf(true)
	if got := unicode.marks([]int{1, 64}); got != "¹ ⁶⁴" {
		t.Errorf("got %q", got)
	}
	if got := ascii.marks([]int{1, 64}); got != "[1][64]" {
		t.Errorf("got %q", got)
	}
}
