package geopm

import (
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

// samplePeriod is the time between samples of GEOPM's agent monitor.
const samplePeriod = 200 * time.Millisecond

// settings are the keys of the configuration.
type settings struct {
	// Report is the file; blank for none. If it is blank, the environment variable GEOPM_REPORT replaces it,
	// as GEOPM_PROFILE, GEOPM_REPORT_SIGNALS and GEOPM_PERIOD (seconds) do the next ones.
	Report string `yaml:"GEOPM"`

	// Profile is the name of the run in the report; blank means that of the program.
	Profile string `yaml:"GEOPMProfile"`

	// Signals are further signals in it: names with commas between them, of the board or with @ and a domain
	// of each instance of it.
	Signals string `yaml:"GEOPMSignals"`

	// Regions chooses the report's regions: "innermost" for all regions by name, each with the time outside
	// those in it, or "outermost" for only those below Total, with all inside, as in GEOPM.
	Regions string `yaml:"GEOPMRegions"`

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

// StandIn implements attach.StandIn for GEOPM's own variables.
func (s *settings) StandIn(lookup func(string) string) error {
	for _, each := range []struct {
		key      *string
		variable string
	}{{&s.Report, "GEOPM_REPORT"}, {&s.Profile, "GEOPM_PROFILE"}, {&s.Signals, "GEOPM_REPORT_SIGNALS"}} {
		if *each.key == "" {
			*each.key = lookup(each.variable)
		}
	}
	text := lookup("GEOPM_PERIOD")
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
