package load

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/read"
	"github.com/go-hpc/timers/internal/lazyregexp"
	"github.com/go-hpc/timers/stats"
)

// readTiming reads a timing file of GPTL or E3SM, which may stand within other text: of several in a log the first, or
// that of a number.
func (g *gathering) readTiming(r io.Reader, name string, number int) (source, error) {
	s := source{class: gptlClass, file: name, trees: &g.trees}
	files, kind, err := read.All(bufio.NewReader(r))
	switch noTable := errors.Is(err, read.ErrNoTable); {
	case noTable && filepath.Ext(name) == extProject:
		return s, fmt.Errorf("%w: a timeline has no times of the whole run; name the run that it lies beside, or see mpitimer page and mpitimer hd", ErrForm)
	case noTable:
		return s, fmt.Errorf("%w: text without a table of timers; %s", ErrForm, expected)
	case err != nil:
		return s, err
	}
	if number > len(files) {
		return s, fmt.Errorf("there is no table %d; there are %d", number, len(files))
	}
	number = max(number, 1)
	if len(files) > 1 {
		s.say("tables", fmt.Sprintf("%d; this is #%d", len(files), number))
	}
	s.table(files[number-1].Contents)
	err = files[number-1].Problem
	if len(files) > 1 {
		s.lacks = append(s.lacks, fmt.Sprintf("the other tables of the file: add #1 to #%d to its name for each", len(files)))
	}
	for i := range files {
		if wrong := files[i].Problem; wrong != nil && i != number-1 {
			s.lacks = append(s.lacks, fmt.Sprintf("table #%d, which is damaged: %v", i+1, wrong))
		}
	}
	if s.summary != nil {
		if wrong := s.summary.Check(); wrong != nil {
			s.summary, err = nil, errors.Join(err, wrong)
		}
	}
	if s.summary == nil && len(s.profiles) == 0 && err == nil {
		err = fmt.Errorf("%s without rows", kind)
	}
	return s, err
}

// table takes what a table has, of whichever kind it is.
func (s *source) table(contents any) {
	switch t := contents.(type) {
	case *read.GlobalFile:
		s.global(t)
	case *read.TimingSummaryFile:
		s.timingSummary(t)
	case *read.RankFile:
		s.rank(t.Profile, t.Unknown, t.Options.Method, microseconds)
	case *read.TimingFile:
		s.rank(t.Profile, t.Unknown, t.Options.Method, milliseconds)
		s.form = "GPTL 8 processes"
	case *read.OtherFile:
		s.other(t)
	case *read.SingleFile:
		if t.Global != nil {
			s.global(t.Global)
		}
		for _, k := range t.Ranks {
			s.rank(k.Profile, k.Unknown, k.Options.Method, microseconds)
		}
		s.form = "E3SM single file"
	}
	for _, p := range s.profiles {
		p.Source = s.form
	}
	if s.summary != nil {
		s.summary.Source = s.form
	}
}

// The resolution of the files: E3SM's and GPTL's files of all ranks and GPTL's of one print milliseconds,
// E3SM's of one rank microseconds. Sums in E3SM's file of all ranks have seven digits whatever their size.
const (
	milliseconds = 1_000_000
	microseconds = 1_000
)

// What tables with a row for each name lack for a region.
const flatRegionLacks = stats.LacksSelf | stats.LacksRecursion | stats.LacksCallDeviation | stats.LacksOpen | stats.LacksSettings

// notPrinted is what is unknown about a timer that is running, for which only that is printed.
const notPrinted = stats.LacksCalls | stats.LacksTotal | stats.LacksWall | stats.LacksDeviation | stats.LacksTracks

// What tables with a row for each name lack altogether.
var flatLacks = []string{
	"call paths: a row is all calls of one name, and one row's time can be part of another's",
	"self time", "the distribution over ranks", "times of single calls", "program, hosts and start of the run",
}

// global takes a table of E3SM. It has the extremes over threads, from which those of ranks follow, and the
// sum over threads, which is that over ranks if each has one.
func (s *source) global(g *read.GlobalFile) {
	s.form, s.summary = "E3SM stats", g.Summary
	s.sized = !slices.Contains(g.Unknown, "Summary.Size")
	s.lacks = append(s.lacks, flatLacks...)
	s.lacks = append(s.lacks, "the deviation between ranks")
	s.summary.Resolution = milliseconds
	threaded := false
	for i := range s.summary.Regions {
		r := &s.summary.Regions[i]
		r.Wall, r.Max = r.Total, r.TrackMax
		r.Lacks = flatRegionLacks | stats.LacksDeviation
		if slices.Contains(g.Unknown, "Region.Running") {
			r.Lacks |= stats.LacksRunning
		}
		switch {
		case r.Completed == 0:
			r.Lacks |= notPrinted
		case r.Tracks <= r.Completed:
			r.Min = r.TrackMin
		default:
			r.Wall, threaded = shared(r), true // by which regions are sorted; it is not shown
			r.Lacks |= stats.LacksWall
		}
	}
	if threaded {
		s.lacks = append(s.lacks, "the smallest and the mean time of a rank with several threads")
	}
	if !s.sized {
		s.lacks = append(s.lacks, "the number of ranks: it is at least that")
	}
}

// other takes a table of another form, which says itself what it lacks.
func (s *source) other(t *read.OtherFile) {
	s.form = t.Form
	switch {
	case t.Summary != nil:
		s.summary = t.Summary
		s.summary.Resolution = milliseconds
		s.lacks = []string{"self time", "the distribution over ranks", "the deviation between ranks", "times of single calls", "program, hosts and start of the run"}
		if t.Form == "CESM 1 stats" {
			s.lacks = append(s.lacks, flatLacks[0], "the number of ranks: it is at least that")
		}
	case t.Form == "MPAS log":
		s.lacks = []string{"the times of single ranks: they are the largest of all", "the deviation between calls", "program, hosts and start of the run"}
		s.rank(t.Profile, nil, gptlcompat.CallPath, microseconds)
	case t.Profile != nil:
		var unknown []string
		if !t.Known {
			unknown = []string{"Profile.Rank"}
		}
		s.rank(t.Profile, append(unknown, "Node.Parent"), gptlcompat.MostFrequent, milliseconds)
	}
}

// shared guesses the times of ranks if some had several threads: a rank's time is its slowest thread's, but
// the file has only the slowest of all. The mean over threads is used.
func shared(r *stats.Region) stats.Uint128 {
	each := r.Total.Float64() / float64(r.Tracks)
	sum := min(each, float64(r.TrackMax.Value)) * float64(r.Completed)
	if !(sum < math.MaxInt64) {
		return r.Total
	}
	return stats.Uint128{Lo: uint64(max(sum, 0))}
}

// timingSummary takes a table of GPTL 8, which has mean and deviation over ranks.
func (s *source) timingSummary(t *read.TimingSummaryFile) {
	s.form, s.summary = "GPTL 8 summary", t.Summary
	s.sized = !slices.Contains(t.Unknown, "Summary.Size")
	s.lacks = append(s.lacks, flatLacks...)
	s.summary.Resolution, s.summary.ResolutionOfSums = milliseconds, milliseconds
	for i := range s.summary.Regions {
		r := &s.summary.Regions[i]
		r.Max, r.Lacks = r.TrackMax, flatRegionLacks
		switch {
		case r.Running > 0:
			r.Lacks |= notPrinted
		case t.Options.Threads <= 1:
			r.Total, r.Min, r.Tracks = r.Wall, r.TrackMin, r.Completed
		default:
			r.Lacks |= stats.LacksTotal | stats.LacksTracks
		}
	}
	if t.Options.Threads > 1 {
		s.lacks = append(s.lacks, "the time of all threads", "the smallest time of a rank with several threads")
	}
	if !s.sized {
		s.lacks = append(s.lacks, "the number of ranks: it is at least that")
	}
}

// rank takes the file of one rank. If it is cut, the error says so, and its rows are still returned.
func (s *source) rank(p *stats.Profile, unknown []string, method gptlcompat.PrintMethod, resolution int64) {
	if p == nil || len(p.Nodes) == 0 {
		return
	}
	if s.form == "" {
		s.form = "E3SM ranks"
	}
	known := !slices.Contains(unknown, "Profile.Rank")
	if !known {
		p.Rank, known = rankOfName(s.file)
	}
	defer func() { s.profiles = append(s.profiles, s.trees.pack(p, known, s.file)) }()
	paths := method == gptlcompat.CallPath || method == gptlcompat.PathNames
	p.Resolution = resolution
	lacks := stats.LacksCallDeviation | stats.LacksOpen | stats.LacksSettings
	if told := !paths && elsewhere(p); slices.Contains(unknown, "Node.Parent") && !told { // self time would lack what stands below another
		lacks |= stats.LacksSelf
	}
	if slices.Contains(unknown, "Measure.Total") {
		lacks |= stats.LacksTotal | stats.LacksWall | stats.LacksDeviation | stats.LacksSelf
	}
	for i := range p.Nodes {
		p.Nodes[i].Lacks |= lacks
	}
	s.perName = !paths
	if s.summary == nil && s.lacks == nil {
		s.lacks = []string{"the deviation between calls", "program, hosts and start of the run"}
		if !paths {
			s.lacks = append(s.lacks, "times by call path: of a timer with several parents all time stands below one of them")
		}
	}
}

// elsewhere marks what a file with one record per name does not tell of a timer with several parents: below each of
// them its calls are known, and all of its times stand below one. It reports whether there is such a timer.
func elsewhere(p *stats.Profile) (found bool) {
	nodes := make(map[string]int)
	for i := range p.Nodes {
		nodes[p.Nodes[i].Name]++
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if nodes[n.Name] < 2 {
			continue
		}
		found = true
		if n.Lacks |= stats.LacksSelf | stats.LacksRecursion; n.Timed > 0 {
			n.Lacks |= stats.LacksCalls
		} else {
			n.Lacks |= stats.LacksTotal | stats.LacksWall | stats.LacksDeviation
		}
		if n.Parent >= 0 {
			p.Nodes[n.Parent].Lacks |= stats.LacksSelf
		}
	}
	return found
}

// GPTL names a file timing.000012; others choose what stands before the six digits.
var digitsAtEnd = lazyregexp.New(`^(?:(?:.*\.)?timing\.([0-9]{1,9})|[^.]+\.([0-9]{6}))(?:\.gz)?$`)

// rankOfName returns the rank in the usual name of a process's file, which does not contain it itself.
func rankOfName(file string) (int, bool) {
	m := digitsAtEnd().FindStringSubmatch(filepath.Base(file))
	if m == nil {
		return 0, false
	}
	n, err := strconv.Atoi(m[1] + m[2])
	return n, err == nil && n < math.MaxInt32
}

// number gives ranks to the Profiles that have none, and the number of ranks to all.
func number(all Ranks, size int) (guessed bool) {
	taken := make(map[int]bool)
	for _, p := range all {
		if p.known {
			taken[p.Rank] = true
		}
	}
	next := 0
	for _, p := range all {
		if !p.known {
			for taken[next] {
				next++
			}
			p.Rank, taken[next], guessed = next, true, true
		}
		size = max(size, p.Rank+1)
	}
	for _, p := range all {
		p.Size = size
		for i := range p.Environments {
			p.Environments[i].Size, p.Environments[i].Ranks = size, []stats.Range{{First: 0, Last: size - 1, Stride: 1}}
		}
	}
	return guessed
}
