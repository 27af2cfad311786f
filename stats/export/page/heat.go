package page

import (
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"math"
	"slices"

	"github.com/go-hpc/timers/stats/export/page/heat"
)

// sizeOfReal is that of a number in heatData, in bytes.
const sizeOfReal = 4

// heatData is the times of single ranks, gathered into bins of consecutive ranks.
type heatData struct {
	Width    int          `json:"width"`    // ranks in a bin; the last may have fewer
	Profiles []int        `json:"profiles"` // for each bin of how many ranks there is a Profile
	Rows     []int        `json:"rows"`     // regions, indices in pageData.Regions
	Max      string       `json:"max"`      // rows × bins: the largest time of a rank; base64 of little-endian float32, NaN where no rank ran the region
	Mean     string       `json:"mean"`     // the same: the mean over the ranks of the bin that ran it; "" with bins of one rank
	Slow     [][]slowData `json:"slow"`     // for each row the slowest ranks, the slowest first
}

// slowData is one of the slowest ranks of a region.
type slowData struct {
	Rank int    `json:"rank"`
	Time int64  `json:"time"`
	Host string `json:"host"`
}

// heatMap is that of a run, nil if nothing is known of its ranks.
func (r *Run) heatMap() (*heat.Map, error) {
	if r.Profiles == nil {
		return r.Heat, nil
	}
	m, err := heat.New(heat.FrameOf(r.Summary))
	if err != nil {
		return nil, err
	}
	for p := range r.Profiles {
		if p == nil {
			continue
		}
		if err := m.Add(p); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// heatOf makes that of a page, whose rows are in the order of the tree. Regions that it has left out have none; to says
// where a region of the Summary is on the page.
func heatOf(m *heat.Map, to []int) *heatData {
	f := m.Frame()
	region := func(row int) int {
		if n := f.Regions[f.Rows[row]].Number; n < len(to) {
			return to[n]
		}
		return -1
	}
	var rows []int
	for row := range f.Rows {
		if region(row) >= 0 {
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, func(a, b int) int { return cmp.Compare(region(a), region(b)) })
	d := &heatData{Width: m.Width(), Profiles: make([]int, m.Count()), Rows: []int{}, Slow: [][]slowData{}}
	for i := range m.Bins {
		d.Profiles[m.Bins[i].Number] = m.Bins[i].Ranks
	}
	none := math.Float32bits(float32(math.NaN()))
	var largest, mean []byte
	for _, row := range rows {
		d.Rows = append(d.Rows, region(row))
		slow := []slowData{}
		for _, s := range m.Slow[row] {
			slow = append(slow, slowData{s.Rank, s.Time, clean(s.Host)})
		}
		d.Slow = append(d.Slow, slow)
		next := 0
		for number := range d.Profiles {
			top, middle := none, none
			if next < len(m.Bins) && m.Bins[next].Number == number {
				if c := &m.Bins[next].Cells[row]; c.Ranks > 0 {
					top, middle = math.Float32bits(float32(c.Max)), math.Float32bits(float32(c.Sum/float64(c.Ranks)))
				}
				next++
			}
			largest = binary.LittleEndian.AppendUint32(largest, top)
			mean = binary.LittleEndian.AppendUint32(mean, middle)
		}
	}
	d.Max = base64.StdEncoding.EncodeToString(largest)
	if d.Width > 1 {
		d.Mean = base64.StdEncoding.EncodeToString(mean)
	}
	return d
}
