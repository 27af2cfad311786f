package geopm

import (
	"runtime"
	"strings"
	"testing"
)

// Whatever is in a report, reading it takes memory in proportion to its size: parts that are small for what is in them
// are refused before YAML makes a tree of them.
func TestReadMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("long: it reads inputs of many megabytes")
	}
	const head = "GEOPM Version: 1\nProfile: x\nHosts:\n  h:\n"
	repeat := func(text string) func(int) string {
		return func(n int) string { return head + strings.Repeat(text, n/len(text)) }
	}
	for what, make := range map[string]func(n int) string{
		"short pairs":  repeat("    a: 1\n"),
		"real pairs":   repeat("    energy (J): 1\n"),
		"anchors":      repeat("    &a a: *a\n"),
		"long anchors": repeat("    &anchor a name: *anchor\n"),
		"dashes":       func(n int) string { return head + "    " + strings.Repeat("- ", n/2) + "\n" },
		"list":         func(n int) string { return head + "    a: [" + strings.Repeat("1,", n/2) + "]\n" },
		"long list":    func(n int) string { return head + "    a: [" + strings.Repeat("1234567,", n/8) + "]\n" },
		"depth":        func(n int) string { return head + "    a: " + strings.Repeat("[", n) + "\n" },
		"braces":       func(n int) string { return head + "    a: " + strings.Repeat("{a: ", n/4) + "\n" },
		"a line":       func(n int) string { return head + "    a: " + strings.Repeat("x", n) + "\n" },
		"keys":         func(n int) string { return strings.Repeat("a: 1\n", n/5) },
	} {
		for _, size := range []int{1 << 20, 4 << 20} {
			text := make(size)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			report, _ := Read(strings.NewReader(text))
			runtime.ReadMemStats(&after)
			runtime.KeepAlive(report)
			// The total is what is given back in between, too: some twice of what is in use at a time.
			const most = 100
			if times := float64(after.TotalAlloc-before.TotalAlloc) / float64(len(text)); times > most {
				t.Errorf("%s: %d bytes take %.0f times as many, want at most %d", what, len(text), times, most)
			} else {
				t.Logf("%s: %d bytes take %.0f times as many", what, len(text), times)
			}
		}
	}
}
