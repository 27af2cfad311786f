package auto

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/go-hpc/timers/stats"
)

// Much time that is in no region of its own is worth a word, in a run that was long enough to tell.
const (
	muchUntimed = 0.25
	longEnough  = time.Second
	nearlyAll   = 0.9 // of the run in one region without others below it, which says little
)

// tellUntimed says how to find out what a program does in the time that none of its innermost regions has.
func tellUntimed(w io.Writer, p *stats.Profile) {
	share, whole := untimed(p)
	how := "mpitimer build -auto COMMAND times the functions behind it"
	if quiet {
		how = "mpitimer test -auto times the functions behind it"
	}
	if the.taken == nil {
		how += ", and " + SampleVariable + "=true names them in a run of this build"
	}
	how += "; "
	if name, part := largest(p); the.taken == nil && share <= muchUntimed && part >= nearlyAll && whole >= longEnough {
		fmt.Fprintf(w, "mpitimer: %.0f %% of the time of rank %d is in %s, which has no regions below it: %s=true names the functions inside it in a run of this build\n",
			100*part, p.Rank, name, SampleVariable)
	}
	if share > muchUntimed && whole >= longEnough {
		fmt.Fprintf(w, "mpitimer: %.0f %% of the time of rank %d is in no region of its own (rows ~untimed): "+
			how+"-explain says why each is timed or not\n", 100*share, p.Rank)
	}
}

// largest is the region that has most of a rank's time among those without others below them, and its share.
func largest(p *stats.Profile) (name string, share float64) {
	inner := make([]bool, len(p.Nodes)+1)
	for i := len(p.Nodes) - 1; i > 0; i-- {
		n := &p.Nodes[i]
		inner[n.Parent+1] = true
		part := float64(n.Wall()) / max(float64(p.Nodes[0].Wall()), 1)
		if !inner[i+1] && part > share && part <= 1 && !stats.OnDevice(n.Name) && !n.Communication() && !strings.HasPrefix(n.Name, stats.Waits) {
			name, share = n.Name, part
		}
	}
	return name, share
}

// untimed returns the share of a rank's time, and of its goroutines', that the regions below others leave of it, and all its
// time. That of a program without regions is all untimed.
func untimed(p *stats.Profile) (share float64, whole time.Duration) {
	if len(p.Nodes) == 0 {
		return 0, 0
	}
	below, elsewhere := make([]float64, len(p.Nodes)), make([]float64, len(p.Nodes)) // elsewhere: on goroutines that do not run the node
	inner := make([]bool, len(p.Nodes))
	inner[0] = true
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Parent >= 0 && !stats.OnDevice(n.Name) {
			below[n.Parent] += float64(n.Wall())
			elsewhere[n.Parent] += onOthers(n, &p.Nodes[n.Parent])
			inner[n.Parent] = inner[n.Parent] || !strings.HasPrefix(n.Name, insidePrefix) && !strings.HasPrefix(n.Name, stats.Waits) && !strings.HasSuffix(n.Name, firstCalls)
		}
	}
	left, all := 0.0, 0.0
	for i := range p.Nodes {
		if n := &p.Nodes[i]; !stats.OnDevice(n.Name) && !strings.HasPrefix(n.Name, stats.Waits) {
			own := max(float64(n.Wall())-max(below[i], elsewhere[i]), 0) // while it waits for goroutines it is not untimed
			if all += own; inner[i] {
				left += own
			}
		}
	}
	whole = time.Duration(p.Nodes[0].Wall())
	if whole <= 0 {
		return 0, 0
	}
	return left / max(float64(whole), all), whole // goroutines beside each other have more time than there is
}

// onOthers is the time of a node on tracks that do not run another one.
func onOthers(n, other *stats.Node) (sum float64) {
	runs := map[int]bool{0: other.ByTrack == nil}
	for i := range other.ByTrack {
		runs[other.ByTrack[i].Track] = true
	}
	for i := range n.ByTrack {
		if t := &n.ByTrack[i]; !runs[t.Track] {
			sum += float64(t.Total)
		}
	}
	return sum
}
