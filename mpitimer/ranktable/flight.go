package ranktable

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"slices"
	"sync/atomic"

	"github.com/go-hpc/timers/mpitimer/internal/flight"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// Flight holds the latest intervals of a goroutine of a rank, from its flight recorder. Times are in
// nanoseconds since the start of the rank's timers.
type Flight struct {
	Track   int
	Name    string
	Regions []FlightRegion // by number; number 0 is none
	Now     int64          // up to when it is: of a dead rank its last sign of life

	// Intervals holds the latest intervals of regions, in the order of their ends, and then the open ones, the
	// innermost first. It has all that ended from From on, except intervals shorter than Shortest.
	Intervals []FlightInterval
	From      int64
	Shortest  int64

	// Epochs are the last steps of the program that have begun (mpitimer.CountEpoch).
	Epochs []FlightEpoch

	// Rows holds the times of regions up to certain moments.
	Rows []FlightRow
}

// FlightRegion is a call path.
type FlightRegion struct {
	Name        string
	Parent      int    // 0: it is outermost
	Environment string // name of the machine environment
}

// FlightInterval is from the start of a region to its stop.
type FlightInterval struct {
	Region     int
	Start, End int64
	Open       bool // it had not ended
}

// FlightEpoch is the start of a step of the program. The first step is number 1.
type FlightEpoch struct {
	Number uint64
	At     int64
}

// FlightRow holds the time of each region up to a moment, including the running interval. It is 0 for
// regions beyond it.
type FlightRow struct {
	At    int64
	Taken []int64 // by number of the region
}

// Flights returns the records of the rank's flight recorder for its goroutines, or nil if it has none.
func (t *Table) Flights() ([]Flight, error) { return t.LastFlights(math.MaxInt) }

// LastFlights is like Flights, with at most the last most intervals and epochs of each goroutine, and reads less.
func (t *Table) LastFlights(most int) ([]Flight, error) {
	found, problem := t.readFlights(most) // first: a later state of the table has all regions that it refers to
	if errors.Is(problem, fs.ErrNotExist) || errors.Is(problem, ErrStarting) {
		return nil, nil
	}
	if len(found) == 0 {
		return nil, problem
	}
	i, err := t.look(false, nil)
	if i == nil {
		return nil, errors.Join(problem, err)
	}
	var list []Flight
	for k := range found {
		if track := i.track(found[k].Number); track != nil {
			list = append(list, i.flight(track, &found[k]))
		}
	}
	return list, errors.Join(problem, i.damage)
}

// kept is how many recorders stay open, of all tables of the process together: these can be read when the rank has ended
// and removed its files.
var kept atomic.Int64

func (t *Table) readFlights(most int) ([]flight.Found, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	file := t.flights
	if file == nil {
		var err error
		if file, err = flight.Open(t.name); err != nil {
			return nil, err
		}
		if kept.Load() < int64(mostOpen()) && !t.closed {
			t.flights = file
			kept.Add(1)
		} else {
			defer file.Close()
		}
	}
	return flight.Read(file, most)
}

// closeFlights is for Close.
func (t *Table) closeFlights() error {
	if t.flights == nil {
		return nil
	}
	kept.Add(-1)
	defer func() { t.flights = nil }()
	return t.flights.Close()
}

// flight makes what was found of a track plain data.
func (i *image) flight(track *trackImage, found *flight.Found) Flight {
	f := Flight{Track: track.number, Now: i.since(i.FromTicks, i.now), Shortest: int64(i.calibration.Nanos(found.Shortest))}
	if names := i.trackNames(); track.number < len(names) {
		f.Name = names[track.number]
	}
	environments := i.environments(nil)
	track.limitEnvironments(len(environments))
	for n := range track.table.Len() {
		_, c, _ := track.table.Look(n)
		f.Regions = append(f.Regions, FlightRegion{track.table.Name(&c), int(c.Parent), environments[c.Environment].Name})
	}
	for _, e := range found.Entries {
		if number, at := e.Epoch(); e.Node() == 0 && at >= i.FromTicks && at <= i.now {
			f.Epochs = append(f.Epochs, FlightEpoch{number, i.since(i.FromTicks, at)})
		}
		if start, end := e.Interval(); int(e.Node()) < len(f.Regions) && e.Node() != 0 && start >= i.FromTicks && end <= i.now {
			f.Intervals = append(f.Intervals, FlightInterval{int(e.Node()), i.since(i.FromTicks, start), i.since(i.FromTicks, end), false})
		}
	}
	var last FlightInterval
	if ended := len(f.Intervals); ended > 0 {
		if last = f.Intervals[ended-1]; found.Missed {
			f.From = f.Intervals[0].End
		}
	}
	for n := range slices.Backward(f.Regions) { // parents have smaller numbers
		r, _, _ := track.table.Look(n)
		start := r.Start &^ table.Amending
		if n == 0 || start == 0 {
			continue
		}
		at := i.since(i.FromTicks, start)
		if ending := r.Start&table.Amending == table.Writing; ending && last.Region == n && last.Start == at {
			continue // the rank died between the two
		}
		f.Intervals = append(f.Intervals, FlightInterval{n, at, f.Now, true})
	}
	for _, row := range found.Rows {
		if row.At < i.FromTicks || row.At > i.now {
			continue
		}
		one := FlightRow{At: i.since(i.FromTicks, row.At), Taken: make([]int64, min(len(row.Ticks), len(f.Regions)))}
		for n := 1; n < len(one.Taken); n++ {
			one.Taken[n] = int64(i.calibration.Nanos(row.Ticks[n]))
		}
		f.Rows = append(f.Rows, one)
	}
	return f
}

// HasFlights reports whether the rank has a flight recorder.
func (t *Table) HasFlights() bool {
	info, err := os.Lstat(rankfile.FlightOf(t.name))
	return err == nil && info.Mode().IsRegular()
}
