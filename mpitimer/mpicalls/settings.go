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
	engine.Bridge.Calls = recorder{}
	attach.Register(attach.Kind{Name: "mpicalls", Settings: func() attach.Settings { return &settings{TimeOnly: mpicall.TimeOnly} }})
}

// settings are the keys of the configuration.
type settings struct {
	// Sync makes ranks wait for each other before each collective MPI call, and for the message before
	// a blocking receive. The wait is timed separately, as sync_Allreduce beside MPI_Allreduce.
	Sync bool `yaml:"SyncMPI"`

	// TimeOnly records only the time of MPI calls that communicate, as waiting time of the calling
	// region. Useful times are then known, but calls have no rows. A call costs less than a start and a
	// stop. It is on by default in programs that link package mpitimer/mpitime.
	TimeOnly bool `yaml:"MPITimeOnly"`

	// Trace names an HDTrace project with every MPI call; blank for none. The last report writes it to
	// Directory: one trace per rank, and the project file on rank 0.
	Trace string `yaml:"MPITrace"`

	// Waits adds the times that MPI calls waited for other ranks to the report, by call path, on a
	// clock aligned across ranks: late senders, late receivers, waits at barriers and in other
	// collective calls.
	Waits bool `yaml:"MPIWaits"`

	// Matrix names the file of the communication matrix, as comma-separated values; blank for none. A second file
	// beside it, such as matrix.paths.csv for matrix.csv, has the messages sent and received in each region.
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
