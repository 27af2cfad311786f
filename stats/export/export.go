package export

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers/steps"
	"github.com/go-hpc/timers/stats/efficiency"
)

// Run holds the results of one run, to be written.
type Run struct {
	Summary  *stats.Summary    // may be nil if there are Profiles
	Profiles []*stats.Profile  // of single ranks; nil where only the Summary is known
	Meta     map[string]string // further facts about the run
	Steps    *steps.Times      // times of its steps, for findings; nil if they are not known
	Transfer float64           // its transfer efficiency, from a trace of all MPI calls; 0 if it is not known
}

// ErrFormat reports an unknown format, or one that cannot be made from the given data.
var ErrFormat = errors.New("export: no such format")

// ErrRun reports that a Run cannot be written: it is empty, its Profiles are not those of its Summary, or its
// tree is too deep for a format with call paths.
var ErrRun = errors.New("export: not to be written")

// Format is a format in which a Run can be written.
type Format struct {
	Name        string
	Extension   string // of files, with its dots
	Description string
	Lacks       []string // its losses, for people
	Ranks       bool     // it has the figures of individual ranks if there are Profiles
	Reads       bool     // it can be read back
	Binary      bool     // it is not text

	// WriteSeries writes several runs, each with the values of the varied parameters; nil for a format of one run.
	WriteSeries func(w io.Writer, parameters []string, points []Point) error

	write func(w io.Writer, r Run) error
	loses []loss
}

// loss is something that a format cannot carry.
type loss struct {
	what string
	is   func(r Run) bool // whether a Run has it
}

var formats = []Format{
	{Name: "json", Extension: ".run.json", Description: "everything, exactly; for programs", Ranks: true, Reads: true, write: WriteJSON},
	{Name: "yaml", Extension: ".yaml", Description: "the same as json", Ranks: true, Reads: true, write: WriteYAML},
	{
		Name: "summary", Extension: ".mptsum", Description: "everything across ranks, exactly; small (stats.ReadSummary)", Reads: true, Binary: true,
		write: writeSummary, loses: []loss{lostRanks, lostMeta},
	},
	{
		Name: "profiles", Extension: ".mptprof", Description: "everything of each rank, one after the other (stats.ReadProfile)", Ranks: true, Reads: true, Binary: true,
		write: writeProfiles, loses: []loss{lostMeta},
	},
	{
		Name: "csv", Extension: ".csv", Description: "a row for each region, for spreadsheets and data frames", Reads: true,
		write: summaryOnly(WriteCSV), loses: []loss{lostRanks, lostBins, lostHistograms, lostCounters, lostWarnings, lostClocks, lostMeta},
	},
	{
		Name: "hatchet", Extension: ".hatchet.json", Description: "Hatchet, GraphFrame.from_literal",
		write: summaryOnly(WriteHatchet), loses: []loss{lostRecursion, lostDevices, lostRanks, lostBins, lostHistograms, lostEnvironments, lostWarnings, lostClocks, lostMeta, lostDigits},
	},
	{
		Name: "caliper", Extension: ".cali.json", Description: "Caliper json-split, for Hatchet and Thicket", Ranks: true,
		write: WriteCaliper, loses: []loss{lostRecursion, lostDevices, lostTracks, lostBins, lostHistograms, lostEnvironments, lostWarnings, lostClocks, lostDigits},
	},
	{
		Name: "pprof", Extension: ".pb.gz", Description: "Go's pprof, with labels for rank, host and environment", Ranks: true, Binary: true,
		write: WritePprof, loses: []loss{lostDevices, lostTracks, lostBins, lostHistograms, lostPeaks, lostBoards, lostOpen, lostWarnings, lostClocks, lostMeta},
	},
	{
		Name: "chrome", Extension: ".trace.json", Description: "Chrome's trace events, for Perfetto and chrome://tracing", Ranks: true,
		write: WriteChrome, loses: []loss{lostRecursion, lostTimes, lostBins, lostHistograms, lostCounters, lostWarnings, lostClocks},
	},
	{
		Name: "speedscope", Extension: ".speedscope.json", Description: "speedscope: a profile for each rank, the mean and the maximum", Ranks: true,
		write: WriteSpeedscope, loses: []loss{lostRecursion, lostCalls, lostTracks, lostBins, lostHistograms, lostEnvironments, lostCounters, lostOpen, lostWarnings, lostClocks, lostMeta},
	},
	{
		Name: "folded", Extension: ".folded", Description: "folded stacks, for flame graphs",
		write: summaryOnly(WriteFolded), loses: []loss{lostRecursion, lostEstimates, lostDevices, lostCalls, lostRanks, lostBins, lostHistograms, lostEnvironments, lostCounters, lostOpen, lostWarnings, lostClocks, lostMeta, lostSelf},
	},
	{
		Name: "openmetrics", Extension: ".om", Description: "OpenMetrics text, with the time of the run's end",
		write: summaryOnly(WriteOpenMetrics), loses: []loss{lostRecursion, lostRanks, lostBins, lostTree, lostOpen, lostWarnings, lostClocks, lostMeta, lostDigits},
	},
	{
		Name: "textfile", Extension: ".prom", Description: "the text that Prometheus' node exporter collects from files",
		write: summaryOnly(WriteTextfile), loses: []loss{lostRecursion, lostRanks, lostBins, lostTree, lostOpen, lostWarnings, lostClocks, lostMeta, lostDigits},
	},
	{
		Name: "talp", Extension: ".talp.json", Description: "efficiencies as TALP's JSON, for TALP-Pages",
		write: WriteTALP, loses: []loss{lostEfficiencies, lostRanks, lostBins, lostHistograms, lostTracks, lostCounters, lostTree, lostOpen, lostWarnings, lostClocks, lostMeta, lostDigits},
	},
	{
		Name: "extrap", Extension: ".extrap.txt", Description: "Extra-P text, of several runs",
		WriteSeries: WriteExtraP, loses: []loss{lostRecursion, lostEstimates, lostRanks, lostBins, lostHistograms, lostEnvironments, lostCounters, lostOpen, lostWarnings, lostClocks, lostMeta, lostDigits},
	},
	{
		Name: "extrap-lines", Extension: ".extrap.jsonl", Description: "Extra-P JSON lines, of several runs",
		WriteSeries: WriteExtraPLines, loses: []loss{lostRecursion, lostEstimates, lostRanks, lostBins, lostHistograms, lostEnvironments, lostCounters, lostOpen, lostWarnings, lostClocks, lostMeta, lostDigits},
	},
	{
		Name: "cube", Extension: ".cubex", Description: "Cube, all ranks and call paths", Ranks: true, Binary: true,
		write: WriteCube, loses: []loss{lostRecursion, lostEstimates, lostDevices, lostBins, lostHistograms, lostEnvironments, lostPeaks, lostBoards, lostOpen, lostWarnings, lostClocks, lostDigits},
	},
}

var (
	lostRanks = loss{"the figures of single ranks", func(r Run) bool { return len(r.Profiles) > 0 }}
	lostBins  = loss{"the distribution over ranks", always}
	lostTree  = loss{"the order of regions", always}
	lostCalls = loss{"how often regions were called", always}
	lostTimes = loss{"when calls happened, which was not measured: regions stand one after the other", always}

	lostDigits = loss{"sums beyond 53 bits exactly", always}
	lostClocks = loss{"the clocks", always}
	lostMeta   = loss{"what else is known of the run", func(r Run) bool { return len(r.Meta) > 0 }}

	lostEfficiencies = loss{"any region, since the run did not record how long ranks wait", func(r Run) bool { return r.Summary != nil && efficiency.Of(r.Summary, nil).Whole == nil }}
	lostEstimates    = loss{"which figures are estimates, scaled from a sample of the calls", anyRegion(func(g *stats.Region) bool { return g.Estimated })}
	lostHistograms   = loss{"the distribution over calls", anyRegion(func(g *stats.Region) bool { return len(g.CallHistogram.Counts) > 0 })}
	lostCounters     = loss{"counters beside time", anyCounter(func(stats.Counter) bool { return true })}
	lostPeaks        = loss{"largest readings of counters, which do not add up", anyCounter(func(q stats.Counter) bool { return q.Peak })}
	lostBoards       = loss{"counters that ranks share, which do not add up", anyCounter(func(q stats.Counter) bool { return !q.Peak && !ofProcess(q) })}
	lostOpen         = loss{"which part of a time is of calls that had not ended", anyRegion(func(g *stats.Region) bool { return g.Running > 0 })}
	lostDevices      = loss{"device time, which readers would add to that of the host", anyRegion((*stats.Region).OnDevice)}
	lostRecursion    = loss{"that " + recursionNote, recursiveRun}
	lostSelf         = loss{"regions of which the time outside of others is not known", anyRegion(func(g *stats.Region) bool { return g.Lacks&stats.LacksSelf != 0 })}
	lostTracks       = loss{"the threads of a rank", anyRegion(func(g *stats.Region) bool { return g.Tracks > g.Completed })}
	lostEnvironments = loss{"the environments of regions", func(r Run) bool { return r.Summary != nil && len(r.Summary.Environments) > 1 }}
	lostWarnings     = loss{"warnings", func(r Run) bool { return r.Summary != nil && r.Summary.Warned > 0 }}
)

func always(Run) bool { return true }

func anyRegion(is func(*stats.Region) bool) func(Run) bool {
	return func(r Run) bool {
		if r.Summary == nil {
			return false
		}
		for i := range r.Summary.Regions {
			if is(&r.Summary.Regions[i]) {
				return true
			}
		}
		return false
	}
}

func anyCounter(is func(stats.Counter) bool) func(Run) bool {
	return func(r Run) bool { return r.Summary != nil && slices.ContainsFunc(r.Summary.Counters, is) }
}

// Formats lists the formats, the most complete first.
func Formats() []Format {
	list := slices.Clone(formats)
	for i := range list {
		for _, l := range list[i].loses {
			list[i].Lacks = append(list[i].Lacks, l.what)
		}
	}
	return list
}

// ByName returns the format with a name, or false if there is none.
func ByName(name string) (Format, bool) {
	for _, f := range Formats() {
		if f.Name == name {
			return f, true
		}
	}
	return Format{}, false
}

// ByExtension returns the format for the extension of a file's name, or false if there is none. Names that end in
// just ".json" or ".yml" are of json and yaml, those in ".jsonl" of extrap-lines.
func ByExtension(name string) (Format, bool) {
	for _, f := range Formats() {
		if strings.HasSuffix(name, f.Extension) {
			return f, true
		}
	}
	for _, other := range [][2]string{{".json", "json"}, {".yml", "yaml"}, {".pprof", "pprof"}, {".jsonl", "extrap-lines"}, {".collapsed", "folded"}} {
		if strings.HasSuffix(name, other[0]) {
			return ByName(other[1])
		}
	}
	return Format{}, false
}

// Lost returns the parts of a Run that the format cannot hold.
func (f Format) Lost(r Run) []string {
	if r.Summary == nil {
		r.Summary, _ = stats.Merge(r.Profiles)
	}
	var list []string
	for _, l := range f.loses {
		if l.is(r) {
			list = append(list, l.what)
		}
	}
	return list
}

// Write writes a Run in the format: in one of several runs as the only one, with its number of ranks.
func (f Format) Write(w io.Writer, r Run) error {
	if f.WriteSeries != nil {
		s, err := r.summary()
		if err != nil {
			return err
		}
		return f.WriteSeries(w, []string{"ranks"}, []Point{{[]float64{float64(s.Size)}, s}})
	}
	if f.write == nil {
		return fmt.Errorf("%w: %q", ErrFormat, f.Name)
	}
	return f.write(w, r)
}

// Write writes a Summary in the named format. The error matches ErrFormat if there is none.
func Write(w io.Writer, format string, s *stats.Summary) error {
	f, known := ByName(format)
	if !known {
		return fmt.Errorf("%w: %q; there are %s", ErrFormat, format, strings.Join(names(), ", "))
	}
	return f.Write(w, Run{Summary: s})
}

func names() []string {
	var list []string
	for i := range formats {
		list = append(list, formats[i].Name)
	}
	return list
}

// summaryOnly returns a format that is made from the Summary alone.
func summaryOnly(write func(io.Writer, *stats.Summary) error) func(io.Writer, Run) error {
	return func(w io.Writer, r Run) error {
		s, err := r.summary()
		if err != nil {
			return err
		}
		return write(w, s)
	}
}
