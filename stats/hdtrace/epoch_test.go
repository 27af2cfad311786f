package hdtrace

import (
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// The forms that the Java reader takes, with its values but for the tenth decimal, which it takes for one of
// nanoseconds.
func TestParseEpoch(t *testing.T) {
	for text, want := range map[string]Epoch{
		"0": 0, "1.5": 1500 * Second / 1000, "-1.5s": -1500 * Second / 1000, "1500ms": 1500 * Second / 1000, "+1.5": 1500 * Second / 1000,
		"-0000000000.000000000": 0, "0s": 0, "-0.000000001": -1, "5.25": 5250 * Second / 1000, "1795217882.316254": 1795217882316254000,
		"-1500.5ms": -1500500000, "0.0000000019": 1, "0.1234567891": 123456789, "0.00000000091": 0, "9223372035.999999999": 9223372035999999999,
		"1.000000001ms": 1000000,
		"0.-1":          -Second / 100, "1.+5": 1050000000, "-0.-5": Second / 20, "1.-25": 975000000, "0.-1ms": -10000, "-2.-5": -1950000000,
		"0.-12345678": -12345678, "0.-123456789": -123456789, "1.-000000001s": 999999999,
	} {
		if got, err := ParseEpoch(text); err != nil || got != want {
			t.Errorf("%s: %d, %v, expected %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "s", "ms", "1.", ".5", "1.2.3", "--1", "0.--1", "0.-", "1e3", " 1", "1 s", "0.12345678912", "99999999999999999999", "9223372036.9", "0x1", "1,5", "NaN"} {
		_, err := ParseEpoch(text)
		matches(t, text, err, ErrSyntax)
	}
}

func TestEpochRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := Epoch(rapid.Int64Range(-9e18, 9e18).Draw(t, "epoch"))
		if got, err := ParseEpoch(e.String()); err != nil || got != e {
			t.Fatalf("%d became %s, and that %d, %v", e, e, got, err)
		}
		if got := EpochOf(e.Time()); got != e {
			t.Fatalf("%d became %v, and that %d", e, e.Time(), got)
		}
		if Epoch(e.Seconds())*Second+Epoch(e.Nanoseconds()) != e || e.Nanoseconds() < 0 {
			t.Fatalf("%d has %d seconds and %d nanoseconds", e, e.Seconds(), e.Nanoseconds())
		}
		if six := string(e.AppendSeconds(nil, 6)); !strings.HasPrefix(e.String(), six) || len(e.String()) != len(six)+3 {
			t.Fatalf("%s with six decimals is %s", e, six)
		}
	})
	if EpochOf(time.Unix(1<<60, 0)) != math.MaxInt64 || EpochOf(time.Unix(-1<<60, 0)) != math.MinInt64 {
		t.Error("times beyond all bounds")
	}
	if EpochParts(1, 1500000000) != 2500*Second/1000 || MinEpoch.Seconds() != math.MinInt32 || MaxEpoch.Seconds() != math.MaxInt32 {
		t.Error("parts")
	}
	if s := string((-Second / 2).AppendSeconds(nil, 0)); s != "-0" {
		t.Errorf("without decimals %s", s)
	}
	if d := (3 * Second).Sub(Second); d != 2*time.Second {
		t.Error(d)
	}
}
