package rewrite

import (
	"fmt"
	"strings"
)

// LeastShare is the share of a profile for which a function is worth a row.
const LeastShare = 0.01

// LeastCall is in nanoseconds: a timer does not matter in a call that is longer.
const LeastCall = 1000

// leastCounted is in nanoseconds: an estimate errs by ten, not by twenty. To count the calls of what is smaller would
// make a trial run many times as long.
const leastCounted = LeastCall / 20

// symbol returns the name of a function in stack traces and profiles.
func (u *unit) symbol() string {
	f, path := &u.Function, u.Package
	if u.group.name == "main" {
		path = "main"
	}
	if at := strings.LastIndexByte(path, '/') + 1; strings.Contains(path[at:], ".") {
		path = path[:at] + strings.ReplaceAll(path[at:], ".", "%2e")
	}
	switch {
	case f.Receiver == "":
		return path + "." + f.Name
	case strings.HasPrefix(f.Receiver, "*"):
		return path + ".(" + f.Receiver + ")." + f.Name
	}
	return path + "." + f.Receiver + "." + f.Name
}

// carries reports whether a function carries so much of a profile that it becomes a region. A profile does not
// tell how long a call takes. So unless calls have been counted a function must be one whose estimate is not small,
// or rules nothing out.
func (u *unit) carries(of *outline, o *Options) (chosen bool, why string) {
	share := o.Profile[u.symbol()]
	text := fmt.Sprintf("takes %.1f %% of the profile", 100*share)
	switch {
	case len(o.Profile) == 0:
		return false, "the program is run to find out"
	case u.isEntry():
		return false, text + ", as the program's main"
	case share >= LeastShare && u.mayBeLong(of, o):
		return true, text
	case u.starts() && u.mayBeLong(of, o): // what they do is in none of the profile's stacks with it
		return true, text + " itself, and starts goroutines"
	case share >= LeastShare:
		return false, fmt.Sprintf("%s, in calls estimated at %s", text, duration(u.Estimate.Total))
	}
	if better, yes := of.matters(u); yes && of.spine {
		return true, better
	}
	return false, text
}

// mayBeLong reports whether calls of a function may be long enough for a timer: its estimate is, or counting will tell,
// or it has a loop of which nothing says how often it runs.
func (u *unit) mayBeLong(of *outline, o *Options) bool {
	cost := u.Estimate.Total
	return cost >= LeastCall || cost >= leastCounted && (o.Counted || of.loops > 0)
}
