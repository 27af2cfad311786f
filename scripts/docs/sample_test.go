//go:build unix

package docs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The runner runs what it is given, and sees what is wrong.
func TestSample(t *testing.T) {
	text, err := os.ReadFile("testdata/sample.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks, err := Blocks(string(text))
	if err != nil {
		t.Fatal(err)
	}
	// What stands behind "expect:" in the paragraph before a block is a part of its error.
	lines := strings.Split(string(text), "\n")
	dir := filepath.Join(t.TempDir(), "timers")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/timers\n\ngo 1.26\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	run := 0
	for i := range blocks {
		b := &blocks[i]
		if missing(b) != "" {
			continue
		}
		run++
		want := ""
		for at := b.Line - 2; at >= 0 && !strings.HasPrefix(lines[at], "```"); at-- {
			if _, text, found := strings.Cut(lines[at], "expect: "); found {
				want = text
				break
			}
		}
		err := check(t.Context(), dir, b)
		if (want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("block on line %d: error %v, want %q", b.Line, err, want)
		}
	}
	if len(blocks) != 17 || run != 15 {
		t.Errorf("%d blocks, of which %d are run", len(blocks), run)
	}
	if _, err := Blocks("a\n```sh\n$ true\n"); err == nil || !strings.Contains(err.Error(), "line 2: the block is not closed") {
		t.Errorf("a fence that is not closed: %v", err)
	}
}

func TestCompare(t *testing.T) {
	const printed = `minimal: 1 rank on 1 host, wall time 1.5 s, started 2026-01-02 03:04:05 UTC
clock monotonic: resolution 40 ns, a start and stop cost 101 ns, drift -1e-05 ppm

region  calls   time  % parent  % total
Total       1  980 µs         -    100.0
├ step     10  1.2 ms      98.9     98.9
│ └ part   10  1.1 ms      98.9     98.9
└ ~untimed  -  1.2 ms       1.1      1.1
`
	for want, ok := range map[string]bool{
		"minimal: 1 rank on 1 host, wall time 21.76 ms, started 2026-11-21 01:24:41 UTC":           true,
		"clock tsc: resolution 9.81 ns, a start and stop cost 28.1 ns, drift 0.00222 ppm":          true,
		"region  calls    time    % parent  % total\nTotal 1  21.76 ms - 100.0\n└ step 10 2 s 1 1": true,
		"└ step     10  21.73 ms      99.9     99.9\nTotal       1  21.76 ms         -    100.0":   false, // wrong order
		"└ step 10 1 ms 99.9 99.9\n  └ part 10 1 ms 99.9 99.9":                                     true,
		"└ stop     10  21.73 ms      99.9     99.9":                                               false,
		"Total       1  21.76 ms         100.0":                                                    false,
		"…\nTotal       1  21.76 ms         -    100.0\n…":                                         true,
		"minimal: 1 rank…\nTotal…":                                                                 true,
		"minimal: 2 hosts…":                                                                        false,
		"":                                                                                         true,
	} {
		if err := Compare(strings.Split(want, "\n"), printed); (err == nil) != ok {
			t.Errorf("%q: %v", want, err)
		}
	}
}
