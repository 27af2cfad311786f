package perfmod

import (
	"errors"
	"io"
	"strings"

	"github.com/go-hpc/timers/mpitimer/gptl"
	"github.com/go-hpc/timers/mpitimer/internal/namelist"
)

// Settings are the values of the groups &prof_inparm and &papi_inparm of a namelist. Each field names its key
// and default; for some keys E3SM's driver writes other values than the defaults to a case's drv_in, which
// are named too.
type Settings struct {
	// Disable (profile_disable, false) switches all timers off. The driver's is true if the case's
	// TIMER_LEVEL is negative.
	Disable bool

	// Barrier (profile_barrier, false) lets the function Barrier synchronize the ranks.
	Barrier bool

	// SingleFile (profile_single_file, false) writes one file for all ranks.
	SingleFile bool

	// GlobalStats (profile_global_stats, true) writes the statistics over all ranks.
	GlobalStats bool

	// DepthLimit (profile_depth_limit, 99999) leaves out timers below that many others. The driver's is
	// the case's TIMER_LEVEL, 20.
	DepthLimit int

	// DetailLimit (profile_detail_limit, 1) is the highest level of detail that is timed, see
	// AdjustDetail. The driver's is the case's TIMER_DETAIL, 12.
	DetailLimit int

	// OutputRanks (profile_outpe_num, 0) is how many ranks write their timers; -1 means all. The driver's is
	// 1.
	OutputRanks int

	// OutputStride (profile_outpe_stride, 1) is the distance from one writing rank to the next; below 1 it
	// counts as 1. The driver's is 0.
	OutputStride int

	// Timer (profile_timer, 4) is the clock, by GPTL's number. The driver's is 4, or 1 without MPI.
	Timer int

	// Counters (profile_papi_enable, false) also counts the events CounterNames.
	Counters bool

	// MeasureOverhead (profile_ovhd_measurement, false) measures what Start, Stop and StartStopVals cost
	// and writes it to the file of the rank.
	MeasureOverhead bool

	// AddDetail (profile_add_detail, false) adds "_" and the two digits of the level of detail to names.
	AddDetail bool

	// CounterNames (papi_ctr1_str to papi_ctr4_str) are names of hardware events; PAPI_FP_OPS if all are
	// empty. Only Counters makes them count.
	CounterNames [4]string
}

// DefaultSettings returns the settings without a namelist.
func DefaultSettings() Settings {
	return Settings{
		GlobalStats: true, DepthLimit: gptl.DefaultDepthLimit, DetailLimit: 1, OutputStride: 1,
		Timer: int(gptl.MPIWtime),
	}
}

// noCounter is how E3SM's namelists write "no counter".
const noCounter = "PAPI_NO_CTR"

// targets returns the keys of the two groups.
func (s *Settings) targets() (profile, counters map[string]any) {
	profile = map[string]any{
		"profile_disable":          &s.Disable,
		"profile_barrier":          &s.Barrier,
		"profile_single_file":      &s.SingleFile,
		"profile_global_stats":     &s.GlobalStats,
		"profile_depth_limit":      &s.DepthLimit,
		"profile_detail_limit":     &s.DetailLimit,
		"profile_outpe_num":        &s.OutputRanks,
		"profile_outpe_stride":     &s.OutputStride,
		"profile_timer":            &s.Timer,
		"profile_papi_enable":      &s.Counters,
		"profile_ovhd_measurement": &s.MeasureOverhead,
		"profile_add_detail":       &s.AddDetail,
	}
	counters = map[string]any{
		"papi_ctr1_str": &s.CounterNames[0],
		"papi_ctr2_str": &s.CounterNames[1],
		"papi_ctr3_str": &s.CounterNames[2],
		"papi_ctr4_str": &s.CounterNames[3],
	}
	return profile, counters
}

// ReadSettings reads the groups &prof_inparm and &papi_inparm of a Fortran namelist, which may have other
// groups; what they do not set has its default. File names the text in errors.
//
// The error tells everything that is wrong, with its line; the rest is in the result.
func ReadSettings(r io.Reader, file string) (Settings, error) {
	s := DefaultSettings()
	groups, problem := namelist.Parse(r, file)
	profile, counters := s.targets()
	_, err := namelist.Find(groups, "prof_inparm").Decode(profile)
	problem = errors.Join(problem, err)
	_, err = namelist.Find(groups, "papi_inparm").Decode(counters)
	for i, name := range s.CounterNames {
		if strings.HasPrefix(name, noCounter) {
			s.CounterNames[i] = ""
		}
	}
	return s, errors.Join(problem, err)
}

// counterNames returns the events to be counted.
func (s *Settings) counterNames() []string {
	var names []string
	for _, name := range s.CounterNames {
		if name != "" {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		names = []string{"PAPI_FP_OPS"}
	}
	return names
}
