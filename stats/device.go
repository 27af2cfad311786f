package stats

import (
	"slices"
	"strings"
)

// OnDevice reports whether a region of that name is a row of device time: "gpu", a number and ":" stand before what ran
// there, as in gpu0:flux. The time of such a region runs beside that of the host: it is no part of the time of the region
// it stands below, and is never added to that of regions of the host. Programs do not give such names to their own regions.
func OnDevice(name string) bool {
	rest, is := strings.CutPrefix(name, "gpu")
	number, _, found := strings.Cut(rest, ":")
	return is && found && number != "" && strings.Trim(number, "0123456789") == ""
}

// OnDevice reports whether the region is a row of device time.
func (r *Region) OnDevice() bool { return OnDevice(r.Name) }

// Beside reports whether region i runs beside its parent: on a device, below a region of the host.
func (s *Summary) Beside(i int) bool {
	r := &s.Regions[i]
	return r.OnDevice() && (r.Parent < 0 || !s.Regions[r.Parent].OnDevice())
}

// WithoutDevices returns the Summary without its device time, for what adds up all that it is given: s itself if it has none.
func (s *Summary) WithoutDevices() *Summary {
	if !slices.ContainsFunc(s.Regions, func(r Region) bool { return r.OnDevice() }) {
		return s
	}
	host, place := *s, make([]int, len(s.Regions))
	host.Regions = nil
	for i, r := range s.Regions {
		if place[i] = -1; r.OnDevice() || r.Parent >= 0 && place[r.Parent] < 0 {
			continue
		}
		if place[i] = len(host.Regions); r.Parent >= 0 {
			r.Parent = place[r.Parent]
		}
		host.Regions = append(host.Regions, r)
	}
	return &host
}

// WithoutDevices returns the Profile without its device time: p itself if it has none.
func (p *Profile) WithoutDevices() *Profile {
	if !slices.ContainsFunc(p.Nodes, func(n Node) bool { return OnDevice(n.Name) }) {
		return p
	}
	host, place := *p, make([]int, len(p.Nodes))
	host.Nodes = nil
	for i, n := range p.Nodes {
		if place[i] = -1; OnDevice(n.Name) || n.Parent >= 0 && place[n.Parent] < 0 {
			continue
		}
		if place[i] = len(host.Nodes); n.Parent >= 0 {
			n.Parent = place[n.Parent]
		}
		host.Nodes = append(host.Nodes, n)
	}
	return &host
}
