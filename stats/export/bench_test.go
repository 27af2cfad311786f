package export

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"github.com/go-hpc/timers/stats"
)

func large(b *testing.B) Run {
	var profiles []*stats.Profile
	for rank := range 2 {
		p := &stats.Profile{Rank: rank, Size: 2, Host: "n", Program: "p", To: 1e12, Clock: stats.Clock{Name: "tsc"}, Tracks: []string{"main"}, Environments: []stats.Environment{{Name: "default", Size: 2, Ranks: []stats.Range{{First: 0, Last: 1, Stride: 1}}}}}
		for i := range 10_000 {
			parent := -1
			if i > 0 {
				parent = (i - 1) / 8
			}
			p.Nodes = append(p.Nodes, stats.Node{Parent: parent, Name: fmt.Sprintf("region number %d", i), Measure: stats.Measure{Calls: 3, Total: int64(1e9 + i + rank), Timed: 3, Min: 1e8, Max: 5e8, Squares: stats.Square(7e8)}})
		}
		profiles = append(profiles, p)
	}
	s, err := stats.Merge(profiles)
	if err != nil {
		b.Fatal(err)
	}
	return Run{Summary: s}
}

func BenchmarkLarge(b *testing.B) {
	r := large(b)
	for _, f := range Formats() {
		if f.Name != "json" && f.Name != "yaml" { // what is made of the JSON
			continue
		}
		var text bytes.Buffer
		if err := f.Write(&text, r); err != nil {
			b.Fatal(err)
		}
		read := ReadJSON
		if f.Name == "yaml" {
			read = ReadYAML
		}
		b.Run(f.Name+"/write", func(b *testing.B) {
			b.SetBytes(int64(text.Len()))
			b.ReportAllocs()
			for b.Loop() {
				if err := f.Write(io.Discard, r); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(f.Name+"/read", func(b *testing.B) {
			b.SetBytes(int64(text.Len()))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := read(bytes.NewReader(text.Bytes())); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
