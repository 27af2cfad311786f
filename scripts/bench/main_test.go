//go:build unix

package main

import (
	"strings"
	"testing"
)

// A figure holds or does not, as its limit says, and a limit that is not that of the limits' file is told.
func TestTable(t *testing.T) {
	const log = "noise\nfigure a/b 1.20 ratio limit <=1.25\nfigure a/c 499 MB/s limit >=500\nfigure a/d 3 s\nfigure a/e 1 s limit <=2\nfigure broken\n"
	got := table(log, map[string]string{"a/b": "<=1.25", "a/c": ">=500", "a/e": "<=1"})
	var lines []string
	for line := range strings.Lines(got) {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	want := "a/b 1.20 ratio <= 1.25 holds|a/c 499 MB/s >= 500 EXCEEDED|a/d 3 s|a/e 1 s <= 2 holds, NOT THE LIMIT of scripts/limits.txt"
	if is := strings.Join(lines, "|"); is != want {
		t.Errorf("%s\nwant %s", is, want)
	}
	if got := table("nothing\n", nil); got != "no figures\n" {
		t.Error(got)
	}
}

// What benchmarks print becomes figures.
func TestMeasured(t *testing.T) {
	const said = "BenchmarkRegion-2   	 100	 1500 ns/op	 3 B/op\nBenchmarkRegion-2  	 100	 1700 ns/op\nBenchmarkRegion-2 	 100	 900 ns/op\nBenchmarkOther-2 	 1	 7 ns/op\n"
	if got := median(measured(said, "Region.*", "ns/op")); got != 1500 {
		t.Error(got)
	}
	m := cost.FindStringSubmatch("BenchmarkCost/openmpi/Irecv+Isend+Waitall-2 \t 1\t 5 ns/op\t 1.65 ratio")
	if len(m) != 4 || m[1] != "openmpi" || m[2] != "Irecv+Isend+Waitall" || m[3] != "1.65" {
		t.Errorf("%q", m)
	}
}

// The parts that somebody names are measured, or none where one is misspelt.
func TestChosen(t *testing.T) {
	for _, c := range []struct {
		fast bool
		only string
		want string
	}{
		{true, "", "pair program gptl geopm"},
		{false, "merge hdtrace", "merge hdtrace"},
		{false, "mrege", ""},
	} {
		list, err := chosen(c.fast, strings.Fields(c.only))
		var names []string
		for _, p := range list {
			names = append(names, p.name)
		}
		if got := strings.Join(names, " "); got != c.want || (err != nil) != (c.want == "") {
			t.Errorf("%q: %q, %v", c.only, got, err)
		}
	}
	if all, err := chosen(false, nil); err != nil || len(all) < 15 {
		t.Errorf("%d parts, %v", len(all), err)
	}
}
