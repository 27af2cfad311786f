package ranktable

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/go-hpc/timers/internal/order"
	"github.com/go-hpc/timers/mpitimer/internal/blocks"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// layout is the form of the files.
var layout = blocks.Layout{First: rankfile.HeaderSize, Align: rankfile.Align, End: rankfile.EndAt, Damage: rankfile.Damage}

// image is what a file held at one moment, in memory of its own.
type image struct {
	rankfile.Fixed
	state  rankfile.State
	alive  bool
	lost   bool // something found no room in the file
	mark   rankfile.Mark
	epochs uint64

	text   rankfile.Text
	noted  bool // there is a text
	tracks []trackImage
	damage error // what stands before it is there
	rounds []Round

	calibration clock.Calibration
	first       clock.Calibration // as it was at the start
	now         uint64            // tick of the moment, or of the last sign of life
}

type trackImage struct {
	number int
	flags  uint32
	table  *blocks.Table
}

// look takes an image. Light ones are without tracks. With work, others hold until that is used again.
func (t *Table) look(light bool, w *work) (*image, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if i, err := t.lookCopied(light, w); i != nil {
		return i, err
	}
	var i *image
	var err error
	for range 3 { // a file may become shorter, if rarely twice
		if err = t.refresh(); err != nil {
			break
		}
		if err = t.guard(func() error { i, err = t.take(light, nil); return err }); !errors.Is(err, errShrunk) {
			break
		}
		if err := t.load(); err != nil {
			return nil, t.wrong(err)
		}
	}
	if err != nil {
		return nil, t.wrong(err)
	}
	if i.damage != nil {
		i.damage = t.wrong(i.damage)
	}
	if !light && !i.alive && t.known != nil {
		// It will be what it is, and all of it is copied: of a job of many ranks, their pages would fill the memory.
		return i, t.unload()
	}
	return i, nil
}

// take takes an image of the data, with work of those of a rank that does not live, which were copied into it.
func (t *Table) take(light bool, w *work) (*image, error) {
	h, err := t.header()
	if err != nil {
		return nil, err
	}
	i := &image{Fixed: h.Fixed}
	if err := i.Fixed.Check(); err != nil { // again: by now it is a copy
		return nil, err
	}
	i.alive = w == nil && t.alive(h) // before the state: the file of a dead rank is what it will be
	i.state = h.State()
	i.lost = h.Lost() > 0
	i.mark, _ = h.Mark()
	i.epochs = h.Epochs()
	if err := t.read(i, light, w); err != nil {
		return nil, err
	}
	i.setNow(t.present)
	return i, nil
}

// alive reports whether the rank lives. What is in memory only does not.
func (t *Table) alive(h *rankfile.Header) bool {
	return t.known != nil && h.Alive(t.file, time.Unix(0, clock.Unix()))
}

// scans is how often a file is looked through for what had been moved in the meantime.
const scans = 100

// read reads the tracks and the note.
func (t *Table) read(i *image, light bool, w *work) error {
	if t.length < rankfile.HeaderSize {
		i.damage = fmt.Errorf("byte %d: the file is cut within its header of %d bytes: %w", t.length, rankfile.HeaderSize, ErrFormat)
		return nil
	}
	var patience *blocks.Patience
	if i.alive {
		patience = blocks.NewPatience()
	}
	known := make(map[uint32]*reading)
	for range scans {
		before, err := t.replaced()
		if err != nil {
			return err
		}
		end, err := t.reach()
		if err != nil {
			return err
		}
		var contents blocks.Contents
		contents, i.damage = layout.Scan(t.data[:t.length], end)
		if i.alive {
			if after, err := t.replaced(); err != nil || after != before {
				continue // a block may have been missed
			}
		}
		settled := light || readTracks(contents.Tracks, known, patience, w != nil)
		if settled {
			i.noted = i.readNote(contents.Notes, w)
		}
		if i.noted || !i.alive && settled {
			break
		}
	}
	i.settle(known)
	if !i.noted && i.damage == nil {
		i.damage = fmt.Errorf("byte %d: no note that is whole: %w", rankfile.HeaderSize, ErrFormat)
	}
	return nil
}

// replaced is the header's count.
func (t *Table) replaced() (uint64, error) {
	h, err := t.header()
	if err != nil {
		return 0, err
	}
	return h.Replaced(), nil
}

// reach makes the data go up to the end that the header tells, if the file does so by now.
func (t *Table) reach() (end uint64, err error) {
	h, err := t.header()
	if err != nil {
		return 0, err
	}
	end = h.End()
	if end <= uint64(t.length) || !t.mapped {
		return end, nil
	}
	if size, err := t.size(); err == nil && size > t.length {
		return end, t.load()
	}
	return end, nil
}

// reading is a track that is being read: what it has was in use when it was copied.
type reading struct {
	trackImage
	has [table.Kinds]bool
}

// readTracks copies what the tracks lack, unless it is in memory that is held, and reports whether that is all.
func readTracks(list []blocks.Track, known map[uint32]*reading, patience *blocks.Patience, held bool) bool {
	settled := true
	for k := range list {
		track := &list[k]
		r := known[track.Number]
		if r == nil {
			r = &reading{trackImage: trackImage{int(track.Number), 0, new(blocks.Table)}}
			known[track.Number] = r
		}
		r.flags |= track.Flags
		settled = r.read(track, patience, held) && settled
	}
	return settled
}

// read copies what is lacking. The nodes come first, and the rest from a later look at the file: then
// it has all that the nodes refer to.
func (r *reading) read(track *blocks.Track, patience *blocks.Patience, held bool) bool {
	settled := true
	for kind := table.Nodes; kind < table.Kinds; kind++ {
		if r.has[kind] || kind == table.Note {
			continue
		}
		block := &track.Blocks[kind]
		switch {
		case block.Head == nil:
		case held:
			r.table.Hold(kind, block.Block)
		default:
			r.table.Take(kind, block.Block, patience)
		}
		r.has[kind] = block.InUse()
		settled = settled && r.has[kind]
		if kind == table.Nodes && patience != nil { // it is being written
			return false
		}
	}
	return settled
}

// settle takes over the tracks whose nodes could be read.
func (i *image) settle(known map[uint32]*reading) {
	for _, r := range known {
		if r.has[table.Nodes] {
			r.table.Mend()
			i.tracks = append(i.tracks, r.trackImage)
		}
	}
	order.By(i.tracks, func(a, b trackImage) int { return a.number - b.number })
}

// readNote reads the newest note that is whole.
func (i *image) readNote(notes []blocks.Found, w *work) bool {
	for k := range notes {
		text, whole := notes[k].Text()
		if !whole {
			continue
		}
		if read, err := w.decode(text); err == nil {
			i.text = read
			return true
		}
	}
	return false
}

// setNow finds out how long a tick is, and up to which one open regions are counted. Present says that
// the clocks are those of this machine.
func (i *image) setNow(present bool) {
	from := clock.Mark{Ticks: i.FromTicks, Nanos: i.FromNanos}
	last := clock.Mark{Ticks: i.mark.Ticks, Nanos: i.mark.Nanos}
	i.first = clock.Calibrated(from, i.Hertz)
	i.calibration = i.first
	const most = 1e-3 // what calibrations differ by
	if longer := i.first.Elapsed(last); math.Abs(longer.Hz()/i.Hertz-1) < most {
		i.calibration = longer
	}
	i.now = max(i.mark.Ticks, i.FromTicks)
	if i.alive && present && i.state <= rankfile.Running && i.sameClock() {
		i.now = max(i.now, i.calibration.Ticks(clock.Nanotime()))
	}
	// Later starts are signs of life, too, but none can be much later than the mark; so is the end of
	// Total, which began with the timers.
	limit := i.now + min(uint64(3600*i.Hertz), math.MaxUint64-i.now)
	alive := func(tick uint64) {
		if tick > i.now && tick < limit {
			i.now = tick
		}
	}
	for _, track := range i.tracks {
		for n := range track.table.Len() {
			r, c, _ := track.table.Look(n)
			alive(r.Start &^ table.Amending)
			if whole := track.number == 0 && n > 0 && c.Parent == 0 && r.Calls == 1; whole {
				alive(i.FromTicks + min(r.Total, math.MaxUint64-i.FromTicks))
			}
		}
		// Before the first beat nothing else tells. After one it counts as far as a beat may be late on a busy machine.
		late := i.mark.Ticks + uint64(2*float64(i.Beat)/1e3*i.Hertz)
		if filled := track.filled(); i.mark.Ticks <= i.FromTicks || filled <= late {
			alive(filled)
		}
	}
}

// filled is the latest tick up to which a running region must have run, since regions completed inside it that took longer
// than its calls before: 0 if there is none. Only a track of one goroutine counts, since others run side by side, and none with
// regions whose times were set to zero, as these have less than the regions inside them.
func (t *trackImage) filled() (latest uint64) {
	if t.flags&(table.Gathers|table.Renewed) != 0 {
		return 0
	}
	inside := make([]uint64, t.table.Len())
	for n := len(inside) - 1; n > 0; n-- { // parents stand before their children
		r, c, whole := t.table.Look(n)
		start := r.Start &^ table.Amending
		if whole && start != 0 && c.Sample < 2 {
			latest = max(latest, start+min(inside[n]-min(r.Total, inside[n]), math.MaxUint64-start))
		}
		if parent := int(c.Parent); whole && parent < n {
			inside[parent] += min(r.Total, math.MaxUint64-inside[parent])
		}
	}
	return latest
}

// sameClock reports whether the rank's CLOCK_MONOTONIC is the caller's: a container may have one of its own, on the same
// machine. Since the last sign of life as much time has to have passed on it as on the clock of the day, but for
// what that was set by.
func (i *image) sameClock() bool {
	const most = 5e9
	apart := (clock.Nanotime() - i.mark.Nanos) - (clock.Unix() - i.mark.Unix)
	return max(apart, -apart) < most
}

// since is how many nanoseconds lie between two ticks, 0 if the first is the later one.
func (i *image) since(from, to uint64) int64 {
	const most = math.MaxInt64 / 4
	if to < from {
		return 0
	}
	return i.calibration.Nanos(min(to-from, uint64(min(most/1e9*i.Hertz, math.MaxInt64/2))))
}
