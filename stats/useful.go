package stats

import (
	"slices"
	"strings"
)

// UsefulTime counts the time that a rank spent in a region outside communication and waiting, on the track with
// the largest part of the region: useful time, as the POP centre calls it. What a rank waits between two polls is
// waiting, too, as the recorder of calls notes it; of calls in files of others, in a region of calls alone, short
// times between polls are. A reduction has it for ranks whose waits are all known: their MPI
// calls are recorded (package mpiwrap), the program marks its communicating regions (mpitimer.Communicates, or
// sync_ before the name), or it communicates only through this module (machenv.IsSole), whose operations record their waits
// (Measure.Waited). For other ranks it is unknown.
const UsefulTime = "USEFUL_TIME"

var useful = Counter{Name: UsefulTime, Unit: "s", Step: 1e-9, Domain: "process"}

// Communicates reports whether a region of that name is a call in which a rank waits for others: an MPI call, named as
// by package mpiwrap, unless it is for a file and not collective, or a barrier, as E3SM names it (sync_NAME, NAME_BARRIER).
func Communicates(name string) bool {
	if name == "" || name[0] != 'M' && name[0] != 's' { // most are neither
		return strings.HasSuffix(name, "_BARRIER")
	}
	if file, is := strings.CutPrefix(name, "MPI_File_"); is {
		file = strings.TrimSuffix(strings.TrimSuffix(file, "_c"), "_end")
		return file != "" && file[0] != 'i' && (strings.HasSuffix(file, "_all") || strings.HasSuffix(file, "_ordered") || strings.Contains(collective, " "+file+" "))
	}
	return strings.HasPrefix(name, "MPI_") || strings.HasPrefix(name, "sync_") || strings.HasSuffix(name, "_BARRIER")
}

const collective = " open close set_info set_view set_size set_atomicity preallocate seek_shared sync " // of calls for files, beside those for their data

// RecordsWaits reports whether a region of that name is proof that the run records its waits as regions.
func RecordsWaits(name string) bool {
	return Communicates(name) && !strings.HasPrefix(name, "MPI_Init") && name != "MPI_Finalize"
}

// Communication reports whether all of a node's time is communication or waiting, by its mark or its name.
func (n *Node) Communication() bool { return n.Communicates || Communicates(n.Name) }

// Communication reports whether all of a region's time is communication or waiting, on all ranks.
func (r *Region) Communication() bool { return r.Communicates || Communicates(r.Name) }

// Polls reports whether a region of that name asks whether something has come. A region that does little else waits.
func Polls(name string) bool {
	return strings.HasPrefix(name, "MPI_Test") || strings.HasPrefix(name, "MPI_Iprobe") || strings.HasPrefix(name, "MPI_Improbe")
}

// polling is what the regions below one are.
type polling struct {
	calls       uint64 // that poll
	time, below int64  // of these, and of all
	work        bool   // one of them does not communicate
}

func (p *polling) add(n *Node, time int64) {
	p.below += time
	if Polls(n.Name) {
		p.calls, p.time = p.calls+n.Calls, p.time+time
	}
	p.work = p.work || !n.Communication()
}

// between is how much of the time of a region outside of those below is waiting between polls: all of it where there are calls alone
// and little lies between two.
func (p *polling) between(time int64) int64 {
	if p.work {
		return 0
	}
	const little = 1_000_000 // ns: on a busy machine a rank that polls is put aside
	if left := max(time-p.below, 0); p.calls > 0 && (left <= p.time || left <= little*int64(min(p.calls, 1<<40))) {
		return left
	}
	return 0
}

// usefulTimes returns the useful time of each node, NoValue where it did not run; nil if it is not known.
func (p *Profile) usefulTimes() []int64 {
	tracks := p.waitingTracks()
	if tracks == nil {
		return nil
	}
	times := make([]int64, len(p.Nodes))
	for i := range p.Nodes {
		if times[i] = p.Nodes[i].Wall(); !ran(&p.Nodes[i]) || OnDevice(p.Nodes[i].Name) {
			times[i] = NoValue
		}
	}
	recorded := slices.ContainsFunc(p.Counters, func(c Counter) bool { return c.Name == MPISent }) // by package mpiwrap, which knows what lies between polls
	inside, within, marked := make([]int64, len(p.Nodes)), make([]polling, len(p.Nodes)), make([]bool, len(p.Nodes))
	for track := range tracks {
		clear(inside)
		clear(within)
		for i := range p.Nodes { // all that a region contains on the goroutine that communicates in it
			n := &p.Nodes[i]
			at, _, _ := n.on(track)
			marked[i] = at > 0 && (n.Communication() || n.Parent >= 0 && marked[n.Parent])
		}
		for i := len(p.Nodes) - 1; i >= 0; i-- {
			n := &p.Nodes[i]
			at, waited, most := n.on(track)
			if marked[i] {
				inside[i] = at
			} else {
				inside[i] = min(inside[i]+waited, at)
				if !recorded {
					inside[i] += within[i].between(at - waited)
				}
			}
			if n.Parent >= 0 {
				inside[n.Parent] += inside[i]
				within[n.Parent].add(n, at)
			}
			if most && times[i] != NoValue {
				times[i] = max(times[i]-inside[i], 0)
			}
		}
	}
	return times
}

// waitingTracks are those on which something is known to wait; nil if not all waits of the rank are known.
func (p *Profile) waitingTracks() map[int]bool {
	known, tracks := false, map[int]bool{}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		communicates := n.Communicates || n.Lacks&LacksWall == 0 && Communicates(n.Name)
		known = known || n.Waited > 0 || n.Communicates || communicates && RecordsWaits(n.Name)
		tracks[0] = tracks[0] || n.ByTrack == nil && (communicates || n.Waited > 0)
		for k := range n.ByTrack {
			if t := &n.ByTrack[k]; communicates || t.Waited > 0 {
				tracks[t.Track] = true
			}
		}
	}
	if !known {
		return nil
	}
	return tracks
}

// on is the time of a node on a track, how much of it has waited, and whether no other track has more.
func (n *Node) on(track int) (at, waited int64, most bool) {
	if n.ByTrack == nil {
		return n.Total * int64(1-min(track, 1)), n.Waited * int64(1-min(track, 1)), track == 0
	}
	first, longest := -1, int64(-1)
	for i := range n.ByTrack {
		t := &n.ByTrack[i]
		if t.Total > longest {
			first, longest = t.Track, t.Total
		}
		if t.Track == track {
			at, waited = t.Total, t.Waited
		}
	}
	return at, waited, first == track
}
