package export

import (
	"io"
	"math"

	"github.com/go-hpc/timers/stats"
)

// WriteHatchet writes the list of trees that GraphFrame.from_literal of Hatchet takes, in seconds: time is
// that outside of children and time (inc) all of it, both over all ranks and threads; columns with (inc)
// after the least, mean and largest time of a rank include what lies below. Device time is left out.
func WriteHatchet(w io.Writer, s *stats.Summary) error {
	v, err := viewOf(s.WithoutDevices())
	if err != nil {
		return err
	}
	h := &hatchet{plain: newPlain(w), v: v, counters: v.counterColumns("mean ")}
	below := v.s.Children()
	h.raw("[")
	h.list(below[len(v.s.Regions)], below)
	h.raw("]\n")
	return h.Flush()
}

type hatchet struct {
	*plain
	v        *view
	counters []string
}

func (h *hatchet) list(regions []int, below [][]int) {
	for at, i := range regions {
		if at > 0 {
			h.raw(",")
		}
		h.raw("\n{\"frame\":{\"name\":")
		h.text(h.v.names[i])
		h.raw(`,"type":"region"},"metrics":{`)
		h.metrics(i)
		h.raw("}")
		if len(below[i]) > 0 {
			h.raw(`,"children":[`)
			h.list(below[i], below)
			h.raw("]")
		}
		h.raw("}")
	}
}

// metrics writes the same keys for every region: Hatchet takes them from the last root.
func (h *hatchet) metrics(i int) {
	g := &h.v.s.Regions[i]
	h.raw(`"_hatchet_nid":`) // keeps the order of regions
	h.int(i)
	for _, m := range []struct {
		key   string
		value float64
	}{
		{"time", h.v.self(i) / 1e9},
		{"time (inc)", h.v.figure(i, stats.FigureTotal) / 1e9},
		{"calls", h.v.figure(i, stats.FigureCalls)},
		{"ranks", float64(g.Ranks)},
		{"min time (inc)", h.v.figure(i, stats.FigureMin) / 1e9},
		{"mean time (inc)", h.v.figure(i, stats.FigureMean) / 1e9},
		{"max time (inc)", h.v.figure(i, stats.FigureMax) / 1e9},
		{"max rank", rankOf(g.Max)},
		{"imbalance (inc)", h.v.figure(i, stats.FigureImbalance) / 1e9},
	} {
		h.key(",", m.key)
		h.known(m.value)
	}
	if h.v.estimates != nil {
		h.key(",", columnEstimated)
		h.float(flag(h.v.estimates[i]))
	}
	for j, name := range h.counters {
		h.key(",", name)
		if len(g.Values) > 0 && g.Values[j].Ranks > 0 {
			h.float(g.Values[j].Mean() * h.v.s.Counters[j].Step)
		} else {
			h.raw("null")
		}
	}
}

// rankOf returns the rank of an extreme, or NaN if there is none.
func rankOf(e stats.Extreme) float64 {
	if e.Rank < 0 {
		return math.NaN()
	}
	return float64(e.Rank)
}
