package efficiency

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/go-hpc/timers/stats"
)

// devices has of each region how long devices worked in it.
type devices struct {
	s    *stats.Summary
	any  bool
	work []map[string]*work // by region and device, as ranks name it
}

// work is the work of one device, over ranks.
type work struct {
	sum  float64
	most float64 // on one rank, NaN if that is not known
	rows int
	in   map[int]int // by environment of a row, the most ranks that ran one

	overlap *stats.Region // the device's row that says how long it worked while the host was in the region, nil without one
	track   int           // of its stream
	streams bool          // it worked in several of them, perhaps at one time
}

func devicesOf(s *stats.Summary) *devices {
	d := &devices{s: s, work: make([]map[string]*work, len(s.Regions))}
	for i := len(s.Regions) - 1; i >= 0; i-- {
		g := &s.Regions[i]
		switch {
		case g.Parent < 0:
		case !g.OnDevice():
			for name, w := range d.work[i] {
				d.of(g.Parent, name).add(w)
			}
		case s.Beside(i) && g.Ranks > 0:
			d.row(g)
		}
	}
	return d
}

// of returns the work of a device in a region.
func (d *devices) of(region int, device string) *work {
	if d.work[region] == nil {
		d.work[region] = map[string]*work{}
	}
	if d.work[region][device] == nil {
		d.work[region][device] = &work{in: map[int]int{}, track: -1}
	}
	return d.work[region][device]
}

// row takes in a row of a device below a region of the host.
func (d *devices) row(g *stats.Region) {
	device, what, _ := strings.Cut(g.Name, ":")
	w := d.of(g.Parent, device)
	switch what {
	case "idle", "launch latency":
	case "overlap":
		w.overlap = g
	default:
		d.any = true
		w.add(&work{sum: g.Total.Float64(), most: float64(g.Max.Value), rows: 1, in: map[int]int{g.Environment: g.Ranks}, track: g.Max.Track, streams: g.Tracks > g.Ranks || g.Min.Track != g.Max.Track})
	}
}

// add adds work of a region inside, or of a row.
func (w *work) add(o *work) {
	if o.rows == 0 {
		return
	}
	for e, ranks := range o.in {
		w.in[e] = max(w.in[e], ranks)
	}
	w.streams = w.streams || o.streams || w.rows > 0 && w.track != o.track
	if w.sum += o.sum; w.rows > 0 {
		o = &work{rows: o.rows, most: math.NaN(), track: o.track} // who has most of one may have less of the other
	}
	w.rows, w.most, w.track = w.rows+o.rows, o.most, o.track
}

// ranks returns on how many of so many ranks a device worked, or 0 if a summary does not tell which ranks are the same.
func (d *devices) ranks(w *work, of int) int {
	used := make(map[int]bool)
	for e, n := range w.in {
		if w.rows == 1 || n == of {
			return n
		}
		for _, r := range d.s.Environments[e].Ranks {
			for i := 0; i < r.Len() && n == d.s.Environments[e].Size; i++ {
				used[r.First+i*r.Stride] = true
			}
		}
	}
	for e, n := range w.in {
		if n < d.s.Environments[e].Size {
			return 0
		}
	}
	return len(used)
}

// set sets the times of devices in a region: those of its rows of overlap, if each of its calls gave devices work, or else the work that it gave
// them. They stay unknown if streams of a device may have worked at one time, or if devices went on after the region.
func (d *devices) set(t *Times, region int) {
	g, exact, of := &d.s.Regions[region], true, d.work[region]
	for _, w := range of {
		exact = exact && w.overlap != nil && w.overlap.Calls >= g.Calls && g.Calls > 0
	}
	sum, most, pairs := 0.0, 0.0, 0
	for _, name := range slices.Sorted(maps.Keys(of)) {
		w := of[name]
		if exact {
			sum, most, pairs = sum+w.overlap.Wall.Float64(), max(most, float64(w.overlap.Max.Value)), pairs+w.overlap.Ranks
			continue
		}
		ranks := d.ranks(w, g.Ranks)
		if w.streams || ranks == 0 {
			return
		}
		if sum, pairs = sum+w.sum, pairs+ranks; ranks == 1 {
			most = max(most, w.sum)
		} else {
			most = max(most, w.most) // NaN stays
		}
	}
	mean := sum / float64(max(pairs, 1))
	if pairs == 0 || mean > t.Elapsed || most > t.Elapsed {
		return
	}
	t.Device, t.MostDevice = mean, max(most, mean)
}
