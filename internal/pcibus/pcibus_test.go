package pcibus

import "testing"

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"0000:1B:00.0": "0000:1b:00.0", "00000000:1B:00.0": "0000:1b:00.0", "00010000:C1:1f.1\n": "10000:c1:1f.1", "0000:05:00": "0000:05:00.0",
		"": "", "gpu": "", "0000:1b": "", "0000:100:00.0": "", "0000:1b:20.0": "",
	} {
		if got := Parse(text); got != want {
			t.Errorf("Parse(%q) = %q, want %q", text, got, want)
		}
	}
}

// Devices that another package numbers otherwise are named with both numbers; those that it does not know are not.
func TestDifferences(t *testing.T) {
	own := []string{"0000:3b:00.0", "0000:1b:00.0", "", "0000:ff:00.0"}
	at := func(device int) string { return own[device] }
	Tell("", nil)
	if got := Differences("gpu", 4, at); got != "" {
		t.Errorf("nobody knows them, and got %q", got)
	}
	for _, c := range []struct {
		theirs []string
		want   string
	}{
		{own, ""},
		{[]string{"0000:1b:00.0", "0000:3b:00.0", ""}, "gpu0 is gpu-1 (0000:3b:00.0), gpu1 is gpu-0 (0000:1b:00.0)"},
		{[]string{"", "0000:1b:00.0", "0000:2b:00.0", "0000:3b:00.0"}, "gpu0 is gpu-3 (0000:3b:00.0)"},
	} {
		Tell("gpu-", func() []string { return c.theirs })
		if got := Differences("gpu", 4, at); got != c.want {
			t.Errorf("%q: got %q, want %q", c.theirs, got, c.want)
		}
	}
	Tell("", nil)
}
