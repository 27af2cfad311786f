package geopm

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Report is a GEOPM report.
type Report struct {
	Version string // of GEOPM, or of the writer of the report
	Start   string // start of the job, in any form
	Profile string // GEOPM_PROFILE: the name of the run
	Agent   string
	Policy  string // JSON, or DYNAMIC

	Header  []Entry // further keys before the hosts, such as the agent's
	Hosts   []Host
	Trailer []Entry // further keys after the hosts: what GEOPM's launcher appends
}

// Host is the part of a report about one node.
type Host struct {
	Name   string
	Header []Entry // the agent's keys

	Regions []Region // most runtime first, as GEOPM writes them

	// The sections of totals. Nil: the report lacks the section. Write needs the application's section,
	// and adds the others.
	Unmarked    Section // outside of all regions
	Epoch       Section // since the first epoch
	Application Section // from start to end
}

// Region is the part of a report about one region on a node.
type Region struct {
	Name   string
	Hash   uint32
	Totals Section
}

// Section is the keys of a region or of totals with their values, in order.
type Section []Entry

// Entry is one key with its value.
type Entry struct {
	Key string

	// Text returns the value as in the report, without quotes. A number has six digits, like GEOPM's.
	Text string

	// Block holds the keys below this one, if it has no value of its own.
	Block []Entry
}

// Keys that GEOPM writes into each section, in its order. Those for GPUs and the uncore exist only where
// the platform has the signal.
const (
	KeyRuntime         = "runtime (s)"           // exact, mean over the processes of the node
	KeyCount           = "count"                 // mean over the processes of the node
	KeySyncRuntime     = "sync-runtime (s)"      // sampled: all CPUs of the node were in the region
	KeyPackageEnergy   = "package-energy (J)"    // sampled, as all below
	KeyDRAMEnergy      = "dram-energy (J)"       //
	KeyPower           = "power (W)"             // package-energy / sync-runtime
	KeyFrequencyShare  = "frequency (%)"         // of the sticker frequency
	KeyFrequency       = "frequency (Hz)"        //
	KeyGPUEnergy       = "gpu-energy (J)"        //
	KeyGPUPower        = "gpu-power (W)"         //
	KeyGPUCoreEnergy   = "gpu-core-energy (J)"   //
	KeyGPUCorePower    = "gpu-core-power (W)"    //
	KeyGPUFrequency    = "gpu-frequency (Hz)"    //
	KeyUncoreFrequency = "uncore-frequency (Hz)" //
)

// hintNames are GEOPM's hints in the order of their keys, time-hint-NAME (s).
var hintNames = []string{"network", "ignore", "compute", "memory", "io", "serial", "parallel", "unknown", "unset", "spin"}

// HintKey returns the key of the time spent with a hint, such as network.
func HintKey(hint string) string { return "time-hint-" + hint + " (s)" }

// Keys of Application Totals only.
const (
	KeyMPIStartup    = "MPI startup (s)"
	KeyStartup       = "GEOPM startup (s)"
	KeyOverhead      = "GEOPM overhead (s)"
	KeyMemory        = "geopmctl memory HWM (B)" // GEOPM itself writes kB here; we write bytes
	KeyNetwork       = "geopmctl network BW (B/s)"
	keyNetworkBefore = "geopmctl network BW (B/sec)" // up to GEOPM 1
)

// Keys that GEOPM does not have: the distribution of the exact runtime over the processes of a node,
// with 0 for processes that never entered the region. They are numbers, so GEOPM's readers make columns
// of them.
const (
	KeyRuntimeMin     = "runtime-min (s)"
	KeyRuntimeMinRank = "runtime-min-rank"
	KeyRuntimeMax     = "runtime-max (s)"
	KeyRuntimeMaxRank = "runtime-max-rank"
	KeyRuntimeStdDev  = "runtime-stddev (s)" // sample standard deviation (n-1)
	KeyRuntimeMedian  = "runtime-median (s)"
	KeyImbalance      = "imbalance (s)"     // max - mean: what the others wait for
	KeyProcesses      = "processes"         // that entered the region
	KeyEstimated      = "estimated regions" // of a host: those whose times are scaled from a sample of the calls
	KeySampled        = "sampled"           // 0: sampled values are 0 because nothing was sampled
)

// Keys that GEOPM's launcher appends after the hosts.
const (
	KeyFigureOfMerit = "Figure of Merit"
	KeyTotalRuntime  = "Total Runtime"
)

var applicationOnly = []string{KeyMPIStartup, KeyStartup, KeyOverhead, KeyMemory, KeyNetwork, keyNetworkBefore}

// renamed maps keys to their old names.
var renamed = map[string]string{KeyNetwork: keyNetworkBefore}

// Number returns the value as a number, or false if it is not one.
func (e *Entry) Number() (float64, bool) {
	if e.Block != nil {
		return 0, false
	}
	return parseNumber(e.Text)
}

// hexadecimal reports whether a number is one for YAML alone: Python's float, which reads all else, does not take it.
func hexadecimal(text string) bool { return strings.ContainsAny(text, "xX") }

// parseNumber reads numbers as GEOPM's reader does: also .nan and .inf, and hashes as 0x….
func parseNumber(text string) (float64, bool) {
	text = strings.TrimSpace(text)
	if digits, is := strings.CutPrefix(text, "0x"); is {
		v, err := strconv.ParseUint(digits, 16, 64)
		return float64(v), err == nil
	}
	if strings.ContainsAny(text, "xXpP_") {
		return 0, false
	}
	if v, err := strconv.ParseFloat(text, 64); err == nil || math.IsInf(v, 0) {
		return v, true
	}
	dotless, sign := strings.TrimLeft(text, "+-"), strings.HasPrefix(text, "-")
	switch strings.ToLower(dotless) {
	case ".nan":
		return math.NaN(), true
	case ".inf":
		if sign {
			return math.Inf(-1), true
		}
		return math.Inf(1), true
	}
	return 0, false
}

// FormatNumber formats a number as in GEOPM's reports: %g with six digits.
func FormatNumber(v float64) string {
	switch {
	case math.IsNaN(v):
		return "nan"
	case math.IsInf(v, 0):
		return strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(v, 'g', 6, 64)), "+")
	}
	return strconv.FormatFloat(v, 'g', 6, 64)
}

// Value returns the number of a key, or false if there is none. A key with another name in older reports is
// found by its present name.
func (s Section) Value(key string) (float64, bool) {
	i := slices.IndexFunc(s, func(e Entry) bool { return e.Key == key })
	if before := renamed[key]; i < 0 && before != "" {
		i = slices.IndexFunc(s, func(e Entry) bool { return e.Key == before })
	}
	if i < 0 {
		return 0, false
	}
	return s[i].Number()
}

// Set gives a key a number; a new key comes last.
func (s *Section) Set(key string, v float64) {
	text := FormatNumber(v)
	for i := range *s {
		if (*s)[i].Key == key {
			(*s)[i] = Entry{Key: key, Text: text}
			return
		}
	}
	*s = append(*s, Entry{Key: key, Text: text})
}

// Region finds a region by its name; it returns nil if there is none.
func (h *Host) Region(name string) *Region {
	for i := range h.Regions {
		if h.Regions[i].Name == name {
			return &h.Regions[i]
		}
	}
	return nil
}

// Host finds a host by its name; it returns nil if there is none.
func (r *Report) Host(name string) *Host {
	for i := range r.Hosts {
		if r.Hosts[i].Name == name {
			return &r.Hosts[i]
		}
	}
	return nil
}
