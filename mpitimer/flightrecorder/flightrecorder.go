// Package flightrecorder keeps the last seconds of every rank's regions in a file beside its table, and
// for the time before them rows with the time of each region, like the flight recorder of an aeroplane.
// A killed run then shows on every rank what it did last (mpitimer page, mpitimer recover), and
// mpitimer serve shows a running one over time. A program that links it,
//
//	import _ "github.com/go-hpc/timers/mpitimer/flightrecorder"
//
// has the key FlightRecorder in the section Timers of its configuration.
package flightrecorder

import (
	"errors"
	"fmt"
	"time"

	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/flight"
)

func init() {
	attach.Register(attach.Kind{Name: "flightrecorder", Settings: func() attach.Settings { return new(settings) }})
}

type settings struct {
	// FlightRecorder is how long each rank keeps the intervals of its regions, in 8 MB beside its table: for
	// example 30s. If the intervals do not fit, the shortest are left out. Zero keeps nothing.
	FlightRecorder time.Duration `yaml:"FlightRecorder"`
}

// mostTime is for how long intervals may be kept at the most. A longer time would leave out too much.
const mostTime = time.Hour

// Check implements attach.Settings.
func (s *settings) Check() []attach.Fault {
	if s.FlightRecorder < 0 || s.FlightRecorder > mostTime {
		return []attach.Fault{{Key: "FlightRecorder", Problem: fmt.Sprintf("%s, expected a time up to %s", s.FlightRecorder, mostTime)}}
	}
	return nil
}

// Open implements attach.Settings.
func (s *settings) Open() (attach.Output, attach.Source) {
	if s.FlightRecorder == 0 {
		return nil, nil
	}
	return &recorder{keep: s.FlightRecorder}, nil
}

// recorder implements attach.Output. It makes nothing of reports: what it keeps is for those who look at tables.
type recorder struct {
	keep time.Duration
	rank *engine.Rank
}

// Use implements engine.User.
func (r *recorder) Use(rank *engine.Rank) { r.rank = rank }

// errTables reports that there is no table beside which a file could stand.
var errTables = errors.New("the rank has no table in a file (Tables)")

// warnNone is the kind of the warning on a rank that keeps nothing.
const warnNone = "no flight recorder"

// Begin makes the file. A rank that has no room for it does without: others keep theirs.
func (r *recorder) Begin(run attach.Run) error {
	rank, beside, problem := r.rank, run.Table(run.Rank()), errTables
	if beside != "" {
		var file *flight.File
		if file, problem = flight.Create(beside, rank.Calibration.Hz(), r.keep.Seconds()); problem == nil {
			rank.Fly(func(number int, now uint64) *engine.Flight {
				t := file.Track(number, now)
				if t == nil {
					return nil
				}
				return &engine.Flight{Add: t.Add, Tend: t.Tend, Mark: t.Mark}
			})
			return nil
		}
	}
	run.Warn(warnNone, problem.Error())
	if run.Rank() == 0 {
		run.Say(fmt.Sprintf("mpitimer: no flight recorder: %v", problem))
	}
	return nil
}

func (r *recorder) Stop() {}

func (r *recorder) Report(*attach.Report) error { return nil }

func (r *recorder) End(bool) error { return nil }
