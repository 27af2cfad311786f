package load

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/go-hpc/timers/internal/lazyregexp"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/geopm"
)

var reportStart = lazyregexp.New(`(?im)^\s*(GEOPM Version\s*:|#{3,} geopm )`)

// isReport asks for the name first: the expression takes as long as reading the file of a rank does.
func isReport(head []byte) bool {
	return bytes.Contains(bytes.ToLower(head), []byte("geopm")) && reportStart().Match(head)
}

const reportForm = "GEOPM report"

// reportLacks is what a report has for no region. Its times are means over processes.
const reportLacks = stats.LacksTotal | stats.LacksTracks | stats.LacksRecursion | stats.LacksCallDeviation |
	stats.LacksRunning | stats.LacksOpen | stats.LacksSettings

// Names of rows in a report that are not regions of the program.
const (
	applicationRow = "Application"
	unmarkedRow    = "Unmarked"
	epochRow       = "Epoch"
)

// readReport reads a GEOPM report. A host takes the place of a rank, since the report has no ranks.
func (g *gathering) readReport(r io.Reader, name string) (source, error) {
	s := source{class: reportClass, form: reportForm, file: name}
	report, err := geopm.Read(r)
	if report == nil || len(report.Hosts) == 0 {
		if err == nil {
			err = fmt.Errorf("%w: no hosts, expected at least one", geopm.ErrFormat)
		}
		return s, err
	}
	counters := countersOf(report)
	if cells := sections(report) * len(counters); cells > mostCells {
		counters = nil
		err = errors.Join(err, fmt.Errorf("%w: %d values of keys in all sections together, expected at most %d: times and counts only", geopm.ErrFormat, cells, mostCells))
	}
	resolution := digitsOf(report)
	for i := range report.Hosts {
		p := hostProfile(report, i, counters)
		p.Resolution = resolution
		s.profiles = append(s.profiles, g.trees.pack(p, false, name))
	}
	for key, value := range map[string]string{
		"GEOPM version": report.Version, "started": report.Start, "profile": report.Profile, "agent": report.Agent, "policy": report.Policy,
	} {
		s.say(key, value)
	}
	s.lacks = []string{
		"ranks: a host takes the place of one, with the mean of its processes",
		"call paths: regions stand below the application",
		"times of single calls",
	}
	return s, err
}

// mostCells bounds the table of all sections by all keys: each section may have keys of its own, and then the table
// grows with the square of the report. A report of GEOPM has some 50 keys in all sections.
const mostCells = 32 << 20

// sections counts the sections of all hosts.
func sections(report *geopm.Report) int {
	n := 0
	for i := range report.Hosts {
		n += 3 + len(report.Hosts[i].Regions)
	}
	return n
}

// ownKeys are those that become times and counts of a Profile, or say nothing about a region's mean.
var ownKeys = map[string]bool{
	geopm.KeyRuntime: true, geopm.KeyCount: true, geopm.KeyRuntimeMinRank: true, geopm.KeyRuntimeMaxRank: true,
}

// countersOf returns the keys of all sections that are numbers, in the order in which they first appear.
func countersOf(report *geopm.Report) (list []stats.Counter) {
	seen := make(map[string]bool)
	for i := range report.Hosts {
		for _, row := range rowsOf(&report.Hosts[i]) {
			for _, e := range row.section {
				if _, number := e.Number(); !number || ownKeys[e.Key] || seen[e.Key] {
					continue
				}
				seen[e.Key] = true
				list = append(list, counterOf(e.Key))
			}
		}
	}
	return list
}

// counterOf parses a key such as "power (W)".
func counterOf(key string) stats.Counter {
	q := stats.Counter{Name: key, Step: 1e-6, Domain: "board"}
	if name, unit, ok := strings.Cut(key, " ("); ok && strings.HasSuffix(unit, ")") {
		q.Name, q.Unit = name, strings.TrimSuffix(unit, ")")
	}
	if q.Unit == "Hz" || q.Unit == "B" {
		q.Step = 1
	}
	return q
}

func keyOf(q *stats.Counter) string {
	if q.Unit == "" {
		return q.Name
	}
	return q.Name + " (" + q.Unit + ")"
}

// row is a section of a host.
type row struct {
	name    string
	parent  int
	section geopm.Section
}

// rowsOf returns the sections of a host: the application, and below it the regions and the time outside them.
// Since the first epoch is a range of its own.
func rowsOf(h *geopm.Host) []row {
	rows := []row{{applicationRow, -1, h.Application}}
	names := map[string]int{} // how often each was there
	add := func(name string, parent int, section geopm.Section) {
		first := name
		for names[name] > 0 {
			names[first]++
			name = fmt.Sprintf("%s (%d)", first, names[first])
		}
		names[name]++
		rows = append(rows, row{name, parent, section})
	}
	for i := range h.Regions {
		add(h.Regions[i].Name, 0, h.Regions[i].Totals)
	}
	if h.Unmarked != nil {
		add(unmarkedRow, 0, h.Unmarked)
	}
	if runtime, _ := h.Epoch.Value(geopm.KeyRuntime); runtime > 0 {
		add(epochRow, -1, h.Epoch)
	}
	return rows
}

func hostProfile(report *geopm.Report, i int, counters []stats.Counter) *stats.Profile {
	h := &report.Hosts[i]
	p := &stats.Profile{
		Rank: i, Size: len(report.Hosts), Host: h.Name, Program: report.Profile, Counters: counters,
		Source:       reportForm,
		Environments: []stats.Environment{{Name: "default", Size: len(report.Hosts), Ranks: []stats.Range{{First: 0, Last: len(report.Hosts) - 1, Stride: 1}}}},
	}
	for _, row := range rowsOf(h) {
		n := stats.Node{Parent: row.parent, Name: row.name, Lacks: reportLacks}
		n.Total = steps(row.section, geopm.KeyRuntime, 1e-9)
		n.Calls = uint64(max(steps(row.section, geopm.KeyCount, 1), 0))
		if n.Total = max(n.Total, 0); n.Calls == 0 && n.Total > 0 {
			n.Calls = 1 // the sections of totals have none
			n.Lacks |= stats.LacksCalls
		}
		if len(counters) > 0 {
			n.Values = valuesOf(row.section, counters)
		}
		p.Nodes = append(p.Nodes, n)
	}
	return p
}

// valuesOf returns the values of a section, in the order of the counters.
func valuesOf(section geopm.Section, counters []stats.Counter) []int64 {
	texts := make(map[string]geopm.Section, len(section))
	for _, e := range section {
		texts[e.Key] = append(texts[e.Key], e)
	}
	values := make([]int64, len(counters))
	for j := range counters {
		key := keyOf(&counters[j])
		values[j] = stats.NoValue
		one, is := texts[key]
		if !is && key == geopm.KeyNetwork {
			one = section // an older report has it by another name
		}
		if v, ok := one.Value(key); ok && !math.IsNaN(v) {
			values[j] = steps(one, key, counters[j].Step)
		}
	}
	return values
}

// digitsOf returns the resolution of runtimes printed with six digits: that of the largest one, in
// nanoseconds.
func digitsOf(report *geopm.Report) int64 {
	const digits = 6
	longest := 1e-9
	for i := range report.Hosts {
		if v, ok := report.Hosts[i].Application.Value(geopm.KeyRuntime); ok && v > longest && !math.IsInf(v, 0) {
			longest = v
		}
	}
	return max(int64(math.Pow10(int(math.Floor(math.Log10(longest)))-digits+1+9)), 1)
}

// steps returns a value as a whole number of steps, or 0 if there is none.
func steps(s geopm.Section, key string, step float64) int64 {
	v, ok := s.Value(key)
	if v /= step; !ok || math.IsNaN(v) {
		return 0
	}
	return int64(min(max(math.Round(v), -1<<60), 1<<60))
}
