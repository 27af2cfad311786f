package page

import (
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/go-hpc/timers/stats"
)

// The bounds of a heat map: what is read on a screen, and what keeps the page small.
const (
	mostBins   = 256
	mostRows   = 1024
	mostSlow   = 5 // ranks that are named for a region
	sizeOfReal = 4 // bytes
)

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

// heatMap is a Heat in the making.
type heatMap struct {
	s        *stats.Summary
	width    int
	bins     int
	row      []int // for each region of the Summary its row, -1 for none
	profiles []int
	max      []int64 // -1: none
	sum      []float64
	ranks    []uint32
	slow     [][]slowData
	match    matcher
}

func heatOf(s *stats.Summary, profiles iter.Seq[*stats.Profile], u *union, number int) (*heatData, error) {
	h := &heatMap{s: s, match: newMatcher(s)}
	h.width = max(1, (s.Size+mostBins-1)/mostBins)
	h.bins = (s.Size + h.width - 1) / h.width
	h.profiles = make([]int, h.bins)
	rows := h.choose(u, number)
	h.max = make([]int64, len(rows)*h.bins)
	for i := range h.max {
		h.max[i] = -1
	}
	h.sum = make([]float64, len(h.max))
	h.ranks = make([]uint32, len(h.max))
	h.slow = make([][]slowData, len(rows))
	for p := range profiles {
		if err := h.add(p); err != nil {
			return nil, err
		}
	}
	return h.done(rows), nil
}

// choose picks the regions that have a row: those whose slowest rank took most time. They stay in the
// order of the tree.
func (h *heatMap) choose(u *union, number int) []int {
	var order []int // regions of the Summary
	for _, i := range u.from[number] {
		if i >= 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(h.s.Regions[j].Max.Value, h.s.Regions[i].Max.Value) })
	order = order[:min(len(order), mostRows)]
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(u.to[number][i], u.to[number][j]) })
	h.row = make([]int, len(h.s.Regions))
	for i := range h.row {
		h.row[i] = -1
	}
	rows := make([]int, len(order))
	for row, i := range order {
		h.row[i] = row
		rows[row] = u.to[number][i]
	}
	return rows
}

// add adds a rank.
func (h *heatMap) add(p *stats.Profile) error {
	if p == nil {
		return nil
	}
	if err := p.Check(); err != nil {
		return err
	}
	if p.Rank >= h.s.Size {
		return fmt.Errorf("%w: rank %d of %d is not in a summary of %d ranks", stats.ErrMismatch, p.Rank, p.Size, h.s.Size)
	}
	bin := p.Rank / h.width
	h.profiles[bin]++
	regions := h.match.regions(p)
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if regions[i] < 0 || h.row[regions[i]] < 0 || n.Calls == 0 && n.Running == 0 {
			continue
		}
		row, wall := h.row[regions[i]], n.Wall()
		at := row*h.bins + bin
		h.max[at] = max(h.max[at], wall)
		h.sum[at] += float64(wall)
		h.ranks[at]++
		h.name(row, slowData{p.Rank, wall, p.Host})
	}
	return nil
}

// name keeps the slowest ranks of a row. Of equal ones the lowest rank stands first.
func (h *heatMap) name(row int, r slowData) {
	list := h.slow[row]
	slower := func(a, b slowData) int { return cmp.Or(cmp.Compare(b.Time, a.Time), cmp.Compare(a.Rank, b.Rank)) }
	if len(list) == mostSlow && slower(list[mostSlow-1], r) < 0 {
		return
	}
	at, _ := slices.BinarySearchFunc(list, r, slower)
	list = slices.Insert(list, at, r)
	h.slow[row] = list[:min(len(list), mostSlow)]
}

func (h *heatMap) done(rows []int) *heatData {
	largest := make([]byte, 0, len(h.max)*sizeOfReal)
	mean := make([]byte, 0, len(h.max)*sizeOfReal)
	for i := range h.max {
		top, middle := math.NaN(), math.NaN()
		if h.ranks[i] > 0 {
			top, middle = float64(h.max[i]), h.sum[i]/float64(h.ranks[i])
		}
		largest = binary.LittleEndian.AppendUint32(largest, math.Float32bits(float32(top)))
		mean = binary.LittleEndian.AppendUint32(mean, math.Float32bits(float32(middle)))
	}
	d := &heatData{Width: h.width, Profiles: h.profiles, Rows: rows, Slow: h.slow, Max: base64.StdEncoding.EncodeToString(largest)}
	if h.width > 1 {
		d.Mean = base64.StdEncoding.EncodeToString(mean)
	}
	for _, list := range d.Slow {
		for i := range list {
			list[i].Host = clean(list[i].Host)
		}
	}
	return d
}
