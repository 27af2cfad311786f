package stats

import "strings"

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

// Untimed returns of each region what those below it leave of its time, summed over ranks, and how much time these have on other
// tracks than its own: where it waits for goroutines it is not untimed.
func (s *Summary) Untimed() (left, elsewhere []Uint128) {
	left, elsewhere = make([]Uint128, len(s.Regions)), make([]Uint128, len(s.Regions))
	for i := range s.Regions {
		r := &s.Regions[i]
		if left[i] = r.Wall; r.Parent >= 0 && !s.Beside(i) {
			left[r.Parent], elsewhere[r.Parent] = left[r.Parent].Sub(r.Wall), elsewhere[r.Parent].Add(r.Total)
		}
	}
	for i := range s.Regions {
		elsewhere[i] = elsewhere[i].Sub(s.Regions[i].Total.Sub(s.Regions[i].Self))
	}
	return left, elsewhere
}
