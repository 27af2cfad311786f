package stats

import (
	"slices"
	"strings"
)

// Waits begins the names of regions in which a function of an instrumented program waits for goroutines.
const Waits = "waits: "

// OnDevice reports whether a region of that name is a row of device time: its name starts with "gpu", a number
// and ":", as in gpu0:flux. Device time runs beside host time: it is not part of the time of the region above
// it, and is never added to host time. Programs do not give such names to their own regions.
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

// SharesThread reports whether two regions have a thread in common among those that stand out.
func (r *Region) SharesThread(o *Region) bool {
	return slices.ContainsFunc([]Extreme{o.Max, o.TrackMin, o.TrackMax}, func(e Extreme) bool {
		return e.Rank >= 0 && (e.Track == r.Max.Track || e.Track == r.TrackMin.Track || e.Track == r.TrackMax.Track)
	})
}

// WithoutDevices returns the Summary without its device time, for outputs that add up all rows: s itself if it has none.
func (s *Summary) WithoutDevices() *Summary {
	host := *s
	host.Regions = ofHost(s.Regions, func(r *Region) (string, *int) { return r.Name, &r.Parent })
	if len(host.Regions) == len(s.Regions) {
		return s
	}
	return &host
}

// WithoutDevices returns the Profile without its device time: p itself if it has none.
func (p *Profile) WithoutDevices() *Profile {
	host := *p
	host.Nodes = ofHost(p.Nodes, func(n *Node) (string, *int) { return n.Name, &n.Parent })
	if len(host.Nodes) == len(p.Nodes) {
		return p
	}
	return &host
}

// ofHost leaves out rows of device time, and what stands below them.
func ofHost[T any](rows []T, of func(*T) (name string, parent *int)) (host []T) {
	place := make([]int, len(rows))
	for i, row := range rows {
		name, parent := of(&row)
		if place[i] = -1; OnDevice(name) || *parent >= 0 && place[*parent] < 0 {
			continue
		}
		if place[i] = len(host); *parent >= 0 {
			*parent = place[*parent]
		}
		host = append(host, row)
	}
	return host
}
