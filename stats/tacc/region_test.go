package tacc

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/internal/golden"
	gocmp "github.com/google/go-cmp/cmp"
)

const twoNodes = "$tacc_stats 2.3.5\n$hostname a.x.org\n!net rx_bytes,E,U=B\n!mem MemUsed,U=KB\n" +
	"\n100.000000 7 a.x.org\nnet eth0 1000\nmem 0 10\n\n110.000000 7 a.x.org\nnet eth0 2000\nmem 0 20\n\n120.000000 7 a.x.org\nnet eth0 5000\nmem 0 20\n" +
	"\n100.000000 7 b.x.org\nnet eth0 0\n\n120.000000 7 b.x.org\nnet eth0 8\n"

func TestRegions(t *testing.T) {
	d, err := Read(strings.NewReader(twoNodes))
	if err != nil {
		t.Fatal(err)
	}
	const s = 1000000000
	entries := Correct(d).Regions([]Interval{
		{"halo", 105 * s, 112 * s, "a"}, {"halo", 108 * s, 120 * s, "a.x.org"}, // two ranks of a node
		{"halo", 100 * s, 101 * s, "b"},
		{"io", 90 * s, 110 * s, ""},
		{"late", 130 * s, 131 * s, ""},
	})
	type row struct {
		Region, Host, Key           string
		Delta, Between              uint64
		Seconds, Uncovered, Mean, R float64
	}
	var got []row
	for i := range entries {
		e := &entries[i]
		got = append(got, row{e.Region, e.Host, e.Key.Name, e.Delta, e.Between, e.Seconds, e.Uncovered, e.Mean, e.Rate()})
	}
	want := []row{
		{"halo", "a.x.org", "MemUsed", 0, 0, 15, 0, (17.5*5 + 20*10) / 15, 0},
		{"halo", "a.x.org", "rx_bytes", 3500, 500, 15, 0, 0, 3500.0 / 15}, // half of the first interval and all of the second
		{"halo", "b.x.org", "rx_bytes", 0, 0, 1, 0, 0, 0},                 // 8/20 of a byte
		{"io", "a.x.org", "MemUsed", 0, 0, 20, 10, 15, 0},
		{"io", "a.x.org", "rx_bytes", 1000, 0, 20, 10, 0, 100},
		{"io", "b.x.org", "rx_bytes", 4, 4, 20, 10, 0, 0.4},
		{"late", "a.x.org", "MemUsed", 0, 0, 1, 1, 0, 0},
		{"late", "a.x.org", "rx_bytes", 0, 0, 1, 1, 0, 0},
		{"late", "b.x.org", "rx_bytes", 0, 0, 1, 1, 0, 0},
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if share := entries[1].Interpolated(); math.Abs(share-500.0/3500) > 1e-12 {
		t.Errorf("interpolated %g", share)
	}
	for name, write := range map[string]func(b *bytes.Buffer) error{
		"regions.txt":  func(b *bytes.Buffer) error { return WriteRegionsText(b, entries, ShowOptions{}) },
		"regions.csv":  func(b *bytes.Buffer) error { return WriteRegionsCSV(b, entries, ShowOptions{}) },
		"regions.json": func(b *bytes.Buffer) error { return WriteRegionsJSON(b, entries, ShowOptions{Types: []string{"net"}}) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, name, b.Bytes())
	}
}

func TestReadIntervals(t *testing.T) {
	want := []Interval{{"halo", 1, 2, "n1"}, {"io", 3, 3, ""}}
	for _, text := range []string{
		"host,region,start,end\nn1,halo,1,2\n,io,3,3\n",
		`[{"region":"halo","start":1,"end":2,"host":"n1"},{"region":"io","start":3,"end":3}]`,
		"{\"region\":\"halo\",\"start\":1,\"end\":2,\"host\":\"n1\"}\n{\"region\":\"io\",\"start\":3,\"end\":3}\n",
	} {
		if got, err := ReadIntervals(strings.NewReader(text)); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v %v", text, got, err)
		}
	}
	for text, wrong := range map[string]string{
		"": "line 1", "a,b\n": "region, start and end", "region,start,end\na,1,x\n": "line 2", "region,start,end\na,2,1\n": "line 2",
		"region,start,end\na,1\n": "wrong number of fields", "[{\"region\":\"a\"}]": "interval 0", "[{": "byte", "{\"region\":\"a\",\"start\":2,\"end\":1}": "before its start",
	} {
		if _, err := ReadIntervals(strings.NewReader(text)); !errors.Is(err, ErrIntervals) || !strings.Contains(err.Error(), wrong) {
			t.Errorf("%q: %v, want %q", text, err, wrong)
		}
	}
}

func TestFlagText(t *testing.T) {
	for f := Flag(0); f < Overflow<<1; f += 7 {
		text, err := f.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var back Flag
		if err := back.UnmarshalText(text); err != nil || back != f {
			t.Errorf("%s: %v %v", text, back, err)
		}
	}
	var f Flag
	if err := f.UnmarshalText([]byte("wrapped+odd")); err == nil {
		t.Error("an unknown flag")
	}
}
