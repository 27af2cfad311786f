package mpicalls

import (
	"fmt"
	"strings"

	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	"github.com/go-hpc/timers/stats/hdtrace"
)

func init() {
	engine.Calls = recorder{}
	attach.Register(attach.Kind{Name: "mpicalls", Settings: func() attach.Settings { return &settings{TimeOnly: mpicall.TimeOnly} }})
}

// settings are the keys of the configuration.
type settings struct {
	// Sync makes ranks wait for each other before each collective call of MPI, and for the message before
	// a blocking receive. The wait is timed apart, as sync_Allreduce beside MPI_Allreduce.
	Sync bool `yaml:"SyncMPI"`

	// TimeOnly records of calls of MPI that communicate only how long they took, as waiting of the region that makes them:
	// useful times are known then, and there are no rows. A call costs less than a start and a stop. A program that
	// links package mpitimer/mpitime has it unless it says false.
	TimeOnly bool `yaml:"MPITimeOnly"`

	// Trace is the name of an HDTrace project with every call of MPI, which the last report writes to
	// Directory: one trace per rank, and the project on rank 0; blank for none.
	Trace string `yaml:"MPITrace"`

	// Waits adds to the report how long calls of MPI have waited for other ranks, by call path, on a
	// clock that is aligned over the ranks: late senders, late receivers, waits at barriers and in other
	// collective calls.
	Waits bool `yaml:"MPIWaits"`

	// Matrix is the file of who has sent how much to whom, as comma-separated values; blank for none. Beside
	// it, as matrix.paths.csv beside matrix.csv, is what was sent and received in each region.
	Matrix string `yaml:"MPIMatrix"`

	// Events is the memory in MB of each rank for individual MPI calls, about 80 bytes each, for Trace and
	// Waits; 0 means 64. When this memory is full, further calls are dropped and counted in a warning.
	Events int `yaml:"MPIEvents"`
}

// Check implements attach.Settings.
func (s *settings) Check() (faults []attach.Fault) {
	tell := func(key, format string, args ...any) {
		faults = append(faults, attach.Fault{Key: key, Problem: fmt.Sprintf(format, args...)})
	}
	if s.Trace != "" && hdtrace.CheckLabel("project", s.Trace) != nil {
		tell("MPITrace", "%q, expected the name of a project: letters, digits, - and .", s.Trace)
	}
	if strings.Contains(s.Matrix, "\x00") {
		tell("MPIMatrix", "%q, expected the name of a file", s.Matrix)
	}
	if s.TimeOnly && (s.Sync || s.wantsReport()) {
		tell("MPITimeOnly", "true, expected false with SyncMPI, MPITrace, MPIWaits or MPIMatrix")
	}
	if s.Events < 0 || s.Events > 1<<16 {
		tell("MPIEvents", "%d, expected 1 to 65536, or 0 for 64", s.Events)
	}
	return faults
}

// Open implements attach.Settings.
func (s *settings) Open() (attach.Output, attach.Source) {
	if !s.Sync && !s.TimeOnly && !s.wantsReport() {
		return nil, nil
	}
	return &report{settings: *s}, nil
}

// wantsCalls reports whether individual calls are to be recorded.
func (s *settings) wantsCalls() bool { return s.Trace != "" || s.Waits }

func (s *settings) wantsReport() bool { return s.wantsCalls() || s.Matrix != "" }
