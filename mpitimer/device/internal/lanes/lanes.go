// Package lanes holds the work of this process's devices, by stream and over time. What packages device and kernels
// find out stands on its tracks, is told to those who write it down over time, and is compared with what the host does.
package lanes

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/blocks"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/ondevice"
)

// mostStreams is how many streams of a device have tracks of their own, of a rank. The others share that of the device.
const mostStreams = 64

// all is that of the process.
var all process

type process struct {
	mu      sync.Mutex
	busy    []*busy // by device
	lanes   map[key]*Lane
	streams map[key]int // how many there are, of a rank and device
	sources []func(now int64) int64
	ended   map[*engine.Rank]int // sources that have told all of a rank
}

// key is a stream of a context, as a rank uses it.
type key struct {
	rank            *engine.Rank
	device          int
	context, stream uint64
	whole           bool // the device
}

// Lane is a track of a device: of one of its streams, or of the whole.
type Lane struct {
	key
	number int
	track  *engine.Track
}

// Of returns the lane of the whole of a device.
func Of(rank *engine.Rank, device int) *Lane {
	return all.lane(key{rank: rank, device: device, whole: true})
}

// OfStream returns the lane of a stream of a context, which is that of the device beyond so many.
func OfStream(rank *engine.Rank, device int, context, stream uint64) *Lane {
	return all.lane(key{rank: rank, device: device, context: context, stream: stream})
}

func (p *process) lane(k key) *Lane {
	p.mu.Lock()
	defer p.mu.Unlock()
	l := p.lanes[k]
	if l != nil {
		return l
	}
	if p.lanes == nil {
		p.lanes, p.streams = make(map[key]*Lane), make(map[key]int)
	}
	number, of := blocks.NoStream, key{rank: k.rank, device: k.device, whole: true}
	if !k.whole {
		if n := p.streams[of]; n < mostStreams {
			number = n
			p.streams[of]++
		} else if k = of; p.lanes[k] != nil {
			return p.lanes[k]
		}
	}
	flags := blocks.LaneOf(k.device, number)
	l = &Lane{k, number, k.rank.Lane(blocks.LaneName(flags), flags)}
	p.lanes[k] = l
	return l
}

// Give gives the region at a place what the device took for some calls of it.
func (l *Lane) Give(p engine.Place, took time.Duration, calls int) { l.track.Give(p, took, calls, 0) }

// Copy gives the region at a place a copy of so many bytes, which took so long.
func (l *Lane) Copy(p engine.Place, took time.Duration, bytes uint64) {
	l.track.Give(p, took, 1, bytes)
}

// Tell tells who writes down over time what the stream has done, in the order of its start; what lies in something else
// follows it. What shares the lane of a device is not told.
func (l *Lane) Tell(list []ondevice.Interval) {
	if l.number != blocks.NoStream && len(list) > 0 {
		ondevice.Tell(l.rank, l.device, l.number, list)
	}
}

// Name is the name of a row of a device.
func Name(device int, of string) string { return fmt.Sprintf("gpu%d:%s", device, of) }

// Register adds a source of what devices do. It tells since when it may not know all yet, at most now.
func Register(since func(now int64) int64) {
	all.mu.Lock()
	defer all.mu.Unlock()
	all.sources = append(all.sources, since)
}

// Add notes when a device was busy.
func Add(device int, list []Span) { all.busyOf(device).add(list) }

// Settle gives the host regions their overlap, as far as it is known. It returns of how many it is known in part only.
func Settle() (partly int) { return all.settle(nil) }

// End is Settle for a rank of which a source has told all that it will. After the last source its regions are settled as
// they are, and its lanes are no more.
func End(rank *engine.Rank) (partly int) {
	all.mu.Lock()
	if all.ended == nil {
		all.ended = make(map[*engine.Rank]int)
	}
	all.ended[rank]++
	last := all.ended[rank] >= len(all.sources)
	all.mu.Unlock()
	if !last {
		return Settle()
	}
	partly = all.settle(rank)
	all.mu.Lock()
	defer all.mu.Unlock()
	delete(all.ended, rank)
	maps.DeleteFunc(all.lanes, func(k key, _ *Lane) bool { return k.rank == rank })
	maps.DeleteFunc(all.streams, func(k key, _ int) bool { return k.rank == rank })
	return partly
}

func (p *process) settle(ending *engine.Rank) (partly int) {
	p.mu.Lock()
	sources, list := slices.Clone(p.sources), slices.Clone(p.busy)
	p.mu.Unlock()
	known := clock.Nanotime() // first: what leaves a source later is known then
	for _, since := range sources {
		known = since(known)
	}
	for _, b := range list {
		for _, s := range b.settle(known, ending) {
			Of(s.rank, b.device).Give(s.rank.Below(s.place, Name(b.device, "overlap"), ""), s.busy, 1)
		}
		partly += b.takePartly()
	}
	return partly
}

// busyOf returns what a device was busy with.
func (p *process) busyOf(device int) *busy {
	p.mu.Lock()
	defer p.mu.Unlock()
	for device >= len(p.busy) {
		p.busy = append(p.busy, &busy{device: len(p.busy)})
	}
	return p.busy[device]
}

// Forget forgets all but the sources, for tests.
func Forget() {
	all.mu.Lock()
	defer all.mu.Unlock()
	all.busy, all.lanes, all.streams, all.ended = nil, nil, nil, nil
}
