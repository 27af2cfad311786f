// Package host leaves the time of devices out, for formats and figures that add up all that they are given.
package host

import "github.com/go-hpc/timers/stats"

// Of returns the Summary without its device time: s itself if it has none.
func Of(s *stats.Summary) *stats.Summary {
	host := *s
	host.Regions = ofHost(s.Regions, func(r *stats.Region) (string, *int) { return r.Name, &r.Parent })
	if len(host.Regions) == len(s.Regions) {
		return s
	}
	return &host
}

// OfRank returns the Profile without its device time: p itself if it has none.
func OfRank(p *stats.Profile) *stats.Profile {
	host := *p
	host.Nodes = ofHost(p.Nodes, func(n *stats.Node) (string, *int) { return n.Name, &n.Parent })
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
		if place[i] = -1; stats.OnDevice(name) || *parent >= 0 && place[*parent] < 0 {
			continue
		}
		if place[i] = len(host); *parent >= 0 {
			*parent = place[*parent]
		}
		host = append(host, row)
	}
	return host
}
