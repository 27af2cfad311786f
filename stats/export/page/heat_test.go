package page

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export/page/internal/pagetest"
)

// What a heat map says of bins of ranks is what the Profiles say.
func TestHeatIsOfProfiles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom([]int{1, 2, 7, 257, 600}).Draw(t, "size")
		var list []*stats.Profile
		for rank := range size {
			if rank%97 != 5 { // some are missing
				list = append(list, pagetest.Profile(rank, size, rapid.Float64Range(0.5, 3).Draw(t, "slower")))
			}
			if rank > 3 && size > 500 { // drawing is slow
				for r := rank + 1; r < size; r++ {
					list = append(list, pagetest.Profile(r, size, 1+float64(r%13)))
				}
				break
			}
		}
		s, err := stats.Merge(list)
		if err != nil {
			t.Fatal(err)
		}
		d, err := (&Page{Runs: []Run{{Summary: s, Profiles: slices.Values(list)}}}).data()
		if err != nil {
			t.Fatal(err)
		}
		checkHeat(t, d, s, list)
	})
}

func checkHeat(t *rapid.T, d *pageData, s *stats.Summary, list []*stats.Profile) {
	h := d.Runs[0].Heat
	bins := len(h.Profiles)
	for row, region := range h.Rows {
		largest, sum, count := make([]float64, bins), make([]float64, bins), make([]float64, bins)
		var slowest slowData
		for _, p := range list {
			for i := range p.Nodes {
				if slices.Equal(p.Path(i), s.Path(region)) {
					bin, wall := p.Rank/h.Width, float64(p.Nodes[i].Wall())
					largest[bin], sum[bin], count[bin] = max(largest[bin], wall), sum[bin]+wall, count[bin]+1
					if int64(wall) > slowest.Time {
						slowest = slowData{p.Rank, int64(wall), p.Host}
					}
				}
			}
		}
		for bin := range bins {
			got, mean := real32(t, h.Max, row*bins+bin), float32(0)
			if h.Mean != "" {
				mean = real32(t, h.Mean, row*bins+bin)
			}
			if count[bin] == 0 {
				if !math.IsNaN(float64(got)) {
					t.Fatalf("%q, bin %d: %g, want none", s.Path(region), bin, got)
				}
				continue
			}
			if got != float32(largest[bin]) || h.Mean != "" && mean != float32(sum[bin]/count[bin]) {
				t.Fatalf("%q, bin %d: %g and %g, want %g and %g", s.Path(region), bin, got, mean, largest[bin], sum[bin]/count[bin])
			}
		}
		if slow := h.Slow[row]; len(slow) == 0 || slow[0] != slowest || !slices.IsSortedFunc(slow, func(a, b slowData) int { return int(b.Time - a.Time) }) {
			t.Fatalf("%q: slowest are %v, want %v first", s.Path(region), slow, slowest)
		}
		if r := s.Regions[region]; int64(slowest.Time) != r.Max.Value || slowest.Rank != r.Max.Rank {
			t.Fatalf("%q: slowest is %v, the summary has %v", s.Path(region), slowest, r.Max)
		}
	}
}

func real32(t *rapid.T, text string, at int) float32 {
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return math.Float32frombits(binary.LittleEndian.Uint32(data[sizeOfReal*at:]))
}
