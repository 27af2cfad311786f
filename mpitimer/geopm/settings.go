package geopm

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/go-hpc/timers/mpitimer/attach"
)

func init() {
	attach.Register(attach.Kind{Name: "geopm", Settings: func() attach.Settings {
		return &settings{Regions: innermost, Period: samplePeriod}
	}})
}

// Values of GEOPMRegions.
const (
	innermost = "innermost"
	outermost = "outermost"
)

// defaultReport is the file if GEOPM_REPORT is set and empty, as GEOPM documents it.
const defaultReport = "geopm.report"

// samplePeriod is the time between samples of GEOPM's agent monitor.
const samplePeriod = 200 * time.Millisecond

// settings are the keys of the configuration.
type settings struct {
	// Report names the file; blank for none. If it is blank, the environment variable GEOPM_REPORT
	// replaces it (geopm.report if that is set and empty). GEOPM_PROFILE, GEOPM_REPORT_SIGNALS,
	// GEOPM_AGENT, GEOPM_POLICY and GEOPM_PERIOD (seconds) replace the following keys.
	Report string `yaml:"GEOPM"`

	// Profile is the name of the run in the report; blank means the program's name.
	Profile string `yaml:"GEOPMProfile"`

	// Signals lists further signals for the report: names separated by commas, for the board, or with @
	// and a domain for each instance of that domain.
	Signals string `yaml:"GEOPMSignals"`

	// Regions chooses the report's regions: "innermost" for all regions by name, each without the time in its
	// inner regions, or "outermost" for regions directly below Total, with everything inside, as in GEOPM.
	Regions string `yaml:"GEOPMRegions"`

	// Calls makes MPI calls regions of the report. Otherwise their time belongs to the region around
	// them, as time-hint-network.
	Calls bool `yaml:"GEOPMCalls"`

	// Agent is the agent named in the report; blank means monitor. The timers always act as monitor.
	Agent string `yaml:"GEOPMAgent"`

	// Policy is the policy in the report: a file name or the text itself; blank means {}.
	Policy string `yaml:"GEOPMPolicy"`

	// Processes adds the exact time of each process to each region, as a separate key.
	Processes bool `yaml:"GEOPMProcesses"`

	// Period is the time between samples; 0 means 0.2 s.
	Period time.Duration `yaml:"GEOPMPeriod"`
}

// Check implements attach.Settings.
func (s *settings) Check() (faults []attach.Fault) {
	tell := func(key, format string, args ...any) {
		faults = append(faults, attach.Fault{Key: key, Problem: fmt.Sprintf(format, args...)})
	}
	if strings.Contains(s.Report, "\x00") {
		tell("GEOPM", "%q, expected the name of a file", s.Report)
	}
	switch s.Regions {
	case "", innermost, outermost:
	default:
		tell("GEOPMRegions", "%q, expected one of %s, %s", s.Regions, innermost, outermost)
	}
	if s.Period != 0 && s.Period < time.Millisecond {
		tell("GEOPMPeriod", "%s, expected 1ms or more", s.Period)
	}
	return faults
}

// ReadVariables implements attach.VariableReader for GEOPM's own variables.
func (s *settings) ReadVariables(lookup func(string) (string, bool)) error {
	if text, set := lookup("GEOPM_REPORT"); set && s.Report == "" {
		s.Report = cmp.Or(text, defaultReport)
	}
	for _, each := range []struct {
		key      *string
		variable string
	}{
		{&s.Profile, "GEOPM_PROFILE"}, {&s.Signals, "GEOPM_REPORT_SIGNALS"}, {&s.Agent, "GEOPM_AGENT"}, {&s.Policy, "GEOPM_POLICY"},
	} {
		if *each.key == "" {
			*each.key, _ = lookup(each.variable)
		}
	}
	text, _ := lookup("GEOPM_PERIOD")
	if text == "" || s.Period != samplePeriod && s.Period != 0 {
		return nil
	}
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || !(seconds >= 1e-3) || seconds > 1e6 {
		return fmt.Errorf("environment variable GEOPM_PERIOD is %q, expected seconds from 0.001 on", text)
	}
	s.Period = time.Duration(seconds * 1e9)
	return nil
}

// Open implements attach.Settings.
func (s *settings) Open() (attach.Output, attach.Source) {
	if s.Report == "" {
		return nil, nil
	}
	return &node{settings: *s}, nil
}
