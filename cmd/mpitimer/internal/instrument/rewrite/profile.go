package rewrite

import (
	"fmt"
	"strings"
)

// LeastShare is the share of a profile for which a function is worth a row.
const LeastShare = 0.01

// leastCall is in nanoseconds: a timer does not matter in a call that is longer.
const leastCall = 1000

// Symbol returns the name of a function in stack traces and profiles.
func (f *Function) Symbol() string {
	path := f.Package
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

// symbol is Symbol, with main for the package of a command.
func (u *unit) symbol() string {
	f := u.Function
	if u.group.name == "main" {
		f.Package = "main"
	}
	return f.Symbol()
}

// carries reports whether a function carries so much of a profile that it becomes a region. A profile does not
// tell how long a call takes. So a function must be one whose estimate is not small, or rules nothing out.
func (u *unit) carries(o *outline, profile map[string]float64) (chosen bool, why string) {
	share := profile[u.symbol()]
	text := fmt.Sprintf("carries %.1f %% of the profile", 100*share)
	switch {
	case len(profile) == 0:
		return false, "the program is run to find out"
	case u.isEntry():
		return false, text + ", as the program's main"
	case share >= LeastShare && (o.loops > 0 || u.Estimate.Total >= leastCall):
		return true, text
	case share >= LeastShare:
		return false, fmt.Sprintf("%s, in calls estimated at %s", text, duration(u.Estimate.Total))
	}
	if better, yes := o.matters(u); yes && o.spine {
		return true, better
	}
	return false, text
}
