package export

import (
	"fmt"
	"io"

	"github.com/go-hpc/timers/stats"
)

const (
	speedscopeSchema = "https://www.speedscope.app/file-format-schema.json" // by which it recognises its files
	exporter         = "mpitimer"
)

// WriteSpeedscope writes a speedscope file: the mean over ranks, the maximum, region by region, and a profile
// for each rank that has a Profile. Device time has profiles of its own. Weights are exclusive nanoseconds, over all threads of a rank.
func WriteSpeedscope(w io.Writer, r Run) error {
	v, err := r.view()
	if err != nil {
		return err
	}
	found := v.placed()
	p := newPlain(w)
	p.raw(`{"$schema":"` + speedscopeSchema + `","exporter":"` + exporter + `","name":`)
	p.text(v.title())
	p.raw(",\n\"activeProfileIndex\":0,\n\"shared\":{\"frames\":[")
	frames := v.frames(p)
	p.raw("]},\n\"profiles\":[")
	before := "\n"
	for _, l := range v.reduced() {
		p.raw(before)
		v.sampled(p, l, frames)
		before = ",\n"
	}
	for _, rank := range v.profiles {
		regions, err := found.regions(rank)
		if err != nil {
			return err
		}
		p.raw(before)
		v.sampled(p, lane{name: rankName(rank), self: v.spread(rank, regions, false)}, frames)
		if rank != rank.WithoutDevices() {
			p.raw(before)
			v.sampled(p, lane{name: rankName(rank) + ", devices", self: v.spread(rank, regions, true)}, frames)
		}
	}
	p.raw("]}\n")
	return p.Flush()
}

func rankName(p *stats.Profile) string {
	if p.Host == "" {
		return fmt.Sprintf("rank %d", p.Rank)
	}
	return fmt.Sprintf("rank %d (%s)", p.Rank, readable(p.Host))
}

func (v *view) title() string {
	name := readable(v.s.Program)
	if name == "" {
		name = "run"
	}
	if v.s.Size == 1 {
		return name + ", 1 rank"
	}
	return fmt.Sprintf("%s, %d ranks", name, v.s.Size)
}

// frames writes the different names, with a note where times are estimates, and returns the number of each region's.
func (v *view) frames(p *plain) []int {
	type frame struct {
		name      string
		estimated bool
	}
	known := make(map[frame]int)
	list := make([]int, len(v.names))
	for i, name := range v.names {
		key := frame{name, v.estimatedIn(i)}
		at, old := known[key]
		if !old {
			at = len(known)
			known[key] = at
			if at > 0 {
				p.raw(",")
			}
			p.raw("\n{\"name\":")
			p.text(name)
			if key.estimated { // viewers show it beside the name
				p.raw(`,"file":`)
				p.text(sampledNote)
			}
			p.raw("}")
		}
		list[i] = at
	}
	return list
}

func (v *view) sampled(p *plain, l lane, frames []int) {
	var end float64
	for _, self := range l.self {
		end += self
	}
	p.raw(`{"type":"sampled","name":`)
	p.text(l.name)
	p.raw(`,"unit":"nanoseconds","startValue":0,"endValue":`)
	p.float(end)
	p.raw(`,"samples":[`)
	before := "["
	for i, self := range l.self {
		if self > 0 {
			p.raw(before)
			v.stack(p, i, frames)
			p.raw("]")
			before = ",["
		}
	}
	p.raw(`],"weights":[`)
	before = ""
	for _, self := range l.self {
		if self > 0 {
			p.raw(before)
			p.float(self)
			before = ","
		}
	}
	p.raw("]}")
}

// stack writes the frames of a region, the root first.
func (v *view) stack(p *plain, region int, frames []int) {
	var path []int
	for i := region; i >= 0; i = v.s.Regions[i].Parent {
		path = append(path, frames[i])
	}
	for i := len(path) - 1; i >= 0; i-- {
		p.int(path[i])
		if i > 0 {
			p.raw(",")
		}
	}
}
