package columns

import "testing"

func TestFixed(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0.000", 99.9996: "100.000", 123456.789: "123456.789", 12345678.4: "12345678.400",
	} {
		if got := string(AppendFixed(nil, v, 3)); got != want {
			t.Errorf("%g is %q, want %q", v, got, want)
		}
	}
}
