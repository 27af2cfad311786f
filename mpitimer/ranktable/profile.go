package ranktable

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/mpitimer/internal/snapshot"
	"github.com/go-hpc/timers/mpitimer/internal/table"
	"github.com/go-hpc/timers/stats"
)

// The kinds of warnings that a Profile or a Summary has beside those of the rank itself. The path is
// that of the region that it is about.
const (
	// WarnTorn: the rank died while it recorded the end of a call; its values are within one call.
	WarnTorn = "was being recorded when the rank died; within one call"
	// WarnChanging: the rank changed the region whenever it was looked at.
	WarnChanging = "was being recorded at every look; within one call"
	// WarnRoom: what the rank measured later is not in its table.
	WarnRoom = "no room for all in the rank's table; old or missing values"
	// WarnDamaged: the table is cut, or not what it should be.
	WarnDamaged = "the rank's table is damaged; what stands before the damage is there"
)

// Profile is what the rank has measured: up to now if it lives, else up to its last sign of life, with
// the regions that were open then. It holds what can be had: beside an error that tells of damage,
// matching ErrFormat, there is a Profile of what stands before it. Without one it is nil.
func (t *Table) Profile() (*stats.Profile, error) {
	i, err := t.look(false)
	if err != nil {
		return nil, err
	}
	p, _, err := t.profile(i)
	if err != nil {
		return nil, err
	}
	return p, i.damage
}

// OpenRegion is a region that is open, or was so when its rank died.
type OpenRegion struct {
	Track     int
	TrackName string
	Path      []string // names from the outermost region on
	Context   string   // name of the machine environment
	For       time.Duration
}

// OpenRegions are the regions that are open, by track, and on each the outermost first. Calls of a
// region within itself, and calls that a sample leaves out, are not seen.
func (t *Table) OpenRegions() ([]OpenRegion, error) {
	i, err := t.look(false)
	if err != nil {
		return nil, err
	}
	_, open, err := t.profile(i)
	if err != nil {
		return nil, err
	}
	return open, i.damage
}

// profile makes the profile of an image.
func (t *Table) profile(i *image) (*stats.Profile, []OpenRegion, error) {
	p := &stats.Profile{
		Rank: int(i.Rank), Size: int(i.Size), Host: i.text.Host, PID: int(i.PID), Program: i.text.Program,
		Start: i.Begin, To: i.since(i.FromTicks, i.now),
		Clock: stats.Clock{
			Name: clock.Source(min(i.Clock, math.MaxInt32)).String(), Hz: i.calibration.Hz(),
			Resolution: float64(i.Resolution) / i.calibration.Hz() * 1e9,
			PairCost:   i.PairCost, Drift: i.first.Drift(i.calibration),
		},
		Contexts: i.contexts(),
		Tracks:   i.trackNames(),
		Warnings: slices.Clone(i.text.Warnings),
	}
	var open []OpenRegion
	b := snapshot.Builder{Calibration: i.calibration, Now: i.now}
	for k := range i.tracks {
		track := &i.tracks[k]
		track.limitContexts(len(p.Contexts))
		b.AddFound(track.number, track.table, func(f snapshot.Found) {
			if f.Start != 0 {
				open = append(open, OpenRegion{
					Track: track.number, TrackName: p.Tracks[track.number], Path: track.path(f.Node),
					Context: p.Contexts[track.context(f.Node)].Name, For: time.Duration(i.since(f.Start, i.now)),
				})
			}
			if f.Torn {
				p.Warnings = append(p.Warnings, i.torn(track, f.Node))
			}
		})
	}
	p.Nodes = b.Nodes()
	p.Warnings = append(p.Warnings, i.warnings()...)
	if err := p.Check(); err != nil {
		return nil, nil, t.wrong(fmt.Errorf("byte %d: %w: %w", rankfile.HeaderSize, err, ErrFormat))
	}
	return p, open, nil
}

// torn is the warning of a record that was being changed.
func (i *image) torn(t *trackImage, n int) stats.Warning {
	kind := WarnTorn
	if i.alive {
		kind = WarnChanging
	}
	return stats.Warning{Kind: kind, Path: strings.Join(t.path(n), "/"), Count: 1}
}

// warnings tell of what is not there.
func (i *image) warnings() (list []stats.Warning) {
	if i.lost {
		list = append(list, stats.Warning{Kind: WarnRoom, Count: 1})
	}
	if i.damage != nil {
		list = append(list, stats.Warning{Kind: WarnDamaged, Count: 1})
	}
	return list
}

// trackNames are the names that the rank itself gives its tracks.
func (i *image) trackNames() []string {
	names := []string{"main"}
	for _, t := range i.tracks {
		for n := len(names); n <= t.number; n++ {
			names = append(names, fmt.Sprintf("goroutine %d", n))
		}
		if t.flags&table.Gathers != 0 {
			names[t.number] = "further goroutines"
		}
	}
	return names
}

// path is the names from the outermost region to a node.
func (t *trackImage) path(n int) []string {
	var names []string
	for n != 0 {
		_, c, _ := t.table.Look(n)
		names = append(names, t.table.Name(&c))
		n = int(c.Parent)
	}
	slices.Reverse(names)
	return names
}

func (t *trackImage) context(n int) int {
	_, c, _ := t.table.Look(n)
	return int(c.Context)
}

// limitContexts puts nodes whose context nobody knows into the last one.
func (t *trackImage) limitContexts(contexts int) {
	for n := range t.table.Cold {
		c := &t.table.Cold[n]
		c.Context = min(c.Context, uint32(contexts-1))
	}
}
