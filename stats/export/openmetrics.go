package export

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/stats"
)

// WriteOpenMetrics writes OpenMetrics 1.0 text, which ends in "# EOF". Samples have the time of the run's end
// if it is known, so that they can be stored in the past. There is a series for each figure of each region,
// none for individual ranks: for a time the least, mean and largest of a rank, and which rank had the
// largest.
func WriteOpenMetrics(w io.Writer, s *stats.Summary) error { return writeMetrics(w, s, true) }

// WriteTextfile writes the same in the older text format of Prometheus, as the textfile collector of its node
// exporter reads it: without timestamps, which it refuses.
func WriteTextfile(w io.Writer, s *stats.Summary) error { return writeMetrics(w, s, false) }

func writeMetrics(w io.Writer, s *stats.Summary, open bool) error {
	v, err := viewOf(s)
	if err != nil {
		return err
	}
	m := &metrics{plain: newPlain(w), v: v, open: open, labels: v.metricLabels()}
	if open && s.Start > 0 {
		m.stamp = " " + seconds(s.Start, max(s.To, 0))
	}
	m.run()
	m.times()
	m.efficiencies()
	m.counts()
	m.calls()
	m.counters()
	if open {
		m.raw("# EOF\n")
	}
	return m.Flush()
}

// seconds returns the time of a moment, exactly.
func seconds(start, after int64) string {
	sum := stats.Uint128{Lo: uint64(start)}.Add64(uint64(after))
	s := sum.Lo / 1e9
	return strconv.FormatUint(s, 10) + "." + fmt.Sprintf("%03d", sum.Lo%1e9/1e6)
}

type metrics struct {
	*plain
	v      *view
	open   bool
	labels []string // of each region
	stamp  string
	name   string // of the family
}

// family begins a family of samples. A unit is the end of its name.
func (m *metrics) family(name, kind, unit, help string) {
	m.name = name
	typed := name
	if !m.open {
		switch kind {
		case "counter":
			typed += "_total"
		case "info":
			typed, kind = typed+"_info", "gauge"
		}
	}
	m.raw("# TYPE " + typed + " " + kind + "\n")
	if m.open && unit != "" {
		m.raw("# UNIT " + typed + " " + unit + "\n")
	}
	m.raw("# HELP " + typed + " " + help + "\n")
}

func (m *metrics) sample(suffix, labels string, value float64) {
	m.raw(m.name + suffix)
	if labels != "" {
		m.raw("{" + labels + "}")
	}
	m.raw(" ")
	m.float(value)
	m.raw(m.stamp + "\n")
}

// label is one label with its value escaped.
func label(key, value string) string {
	return key + `="` + labelEscapes.Replace(readable(value)) + `"`
}

var labelEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// metricLabels are the labels of each region, different from those of all others: series must be.
func (v *view) metricLabels() []string {
	paths := make([]string, len(v.names))
	seen := make(map[string]bool)
	list := make([]string, len(v.names))
	for i := range v.names {
		g := &v.s.Regions[i]
		paths[i] = pathPart(g.Name)
		if g.Parent >= 0 {
			paths[i] = paths[g.Parent] + "/" + paths[i]
		}
		for n := 2; seen[paths[i]+"\x00"+v.environments[g.Environment]]; n++ {
			paths[i] = strings.TrimSuffix(paths[i], "#"+strconv.Itoa(n-1)) + "#" + strconv.Itoa(n)
		}
		seen[paths[i]+"\x00"+v.environments[g.Environment]] = true
		list[i] = label("region", oneLine(g.Name)) + "," + label("path", paths[i]) + "," + label("environment", oneLine(v.environments[g.Environment]))
	}
	return list
}

// pathPart is a name as part of a path with "/" between the parts: one in a name is `\/`.
func pathPart(name string) string { return strings.ReplaceAll(oneLine(name), "/", `\/`) }

func (m *metrics) run() {
	s := m.v.s
	m.family("mpitimer_run", "info", "", "The run that was measured.")
	info := label("program", oneLine(s.Program))
	if s.Source != "" {
		info += "," + label("source", oneLine(s.Source))
	}
	m.sample("_info", info, 1)
	if s.Start != 0 {
		m.family("mpitimer_run_start_time_seconds", "gauge", "seconds", "When the timers of the first rank were initialised, since the Unix epoch.")
		m.sample("", "", float64(s.Start)/1e9)
	}
	if s.To > s.From {
		m.family("mpitimer_run_duration_seconds", "gauge", "seconds", "How long was measured.")
		m.sample("", "", (float64(s.To)-float64(s.From))/1e9)
	}
	m.family("mpitimer_run_ranks", "gauge", "", "Ranks of the run, and those that were measured.")
	m.sample("", label("stat", "size"), float64(s.Size))
	m.sample("", label("stat", "measured"), float64(s.Ranks))
	if s.Source == "" {
		m.family("mpitimer_warnings", "counter", "", "How often timers were used wrongly.")
		m.sample("_total", "", float64(s.Warned))
	}
}

// figures writes a figure of every region of which it is known.
func (m *metrics) figures(suffix, more string, of stats.FigureOf, unit float64) {
	for i := range m.v.s.Regions {
		if v := m.v.figure(i, of); m.v.s.Regions[i].Ranks > 0 && !math.IsNaN(v) {
			m.sample(suffix, m.labels[i]+more, v*unit)
		}
	}
}

// each calls f for every region that ran, with its labels.
func (m *metrics) each(f func(g *stats.Region, labels string)) {
	for i := range m.v.s.Regions {
		if g := &m.v.s.Regions[i]; g.Ranks > 0 {
			f(g, m.labels[i])
		}
	}
}

func (m *metrics) times() {
	m.family("mpitimer_region_time_seconds", "gauge", "seconds", "Time of a rank in the region and those below it, over the ranks that ran it.")
	for i := range m.v.s.Regions {
		if m.v.s.Regions[i].Ranks == 0 {
			continue
		}
		for _, f := range []struct {
			stat string
			of   stats.FigureOf
		}{{"min", stats.FigureMin}, {"mean", stats.FigureMean}, {"stddev", stats.FigureDeviation}, {"max", stats.FigureMax}} {
			if v := m.v.figure(i, f.of); !math.IsNaN(v) {
				m.sample("", m.labels[i]+`,stat="`+f.stat+`"`, v/1e9)
			}
		}
	}
	m.family("mpitimer_region_time_max_rank", "gauge", "", "The rank that had the largest time.")
	m.each(func(g *stats.Region, labels string) {
		if g.Max.Rank >= 0 {
			m.sample("", labels, float64(g.Max.Rank))
		}
	})
	m.family("mpitimer_region_imbalance_seconds", "gauge", "seconds", "The largest time of a rank less the mean, where that is known.")
	m.figures("", "", stats.FigureImbalance, 1e-9)
	m.family("mpitimer_region_gives_back_seconds", "gauge", "seconds", "What balance between the ranks would give back, beyond what other regions do.")
	saves := givenBack(m.v.s)
	for _, i := range slices.Sorted(maps.Keys(saves)) {
		m.sample("", m.labels[i], saves[i]/1e9)
	}
}

func (m *metrics) counts() {
	m.family("mpitimer_region_ranks", "gauge", "", "Ranks that ran the region.")
	m.each(func(g *stats.Region, labels string) { m.sample("", labels, float64(g.Ranks)) })
	if m.v.estimates != nil {
		m.family("mpitimer_region_estimated", "gauge", "", "1 for a region of which some figures, times or counters, are scaled from a sample of the calls.")
		for i, estimated := range m.v.estimates {
			if m.v.s.Regions[i].Ranks > 0 {
				m.sample("", m.labels[i], flag(estimated))
			}
		}
	}
	m.family("mpitimer_region_calls", "counter", "", "Completed calls, over all ranks and threads.")
	m.figures("_total", "", stats.FigureCalls, 1)
	m.family("mpitimer_region_self_seconds", "counter", "seconds", "Time in the region and in none below it, over all ranks and threads of the host.")
	m.each(func(g *stats.Region, labels string) {
		if g.Lacks&stats.LacksSelf == 0 && !g.OnDevice() { // as sums are made of it
			m.sample("_total", labels, g.Self.Float64()/1e9)
		}
	})
}

// calls writes the histograms of calls, in powers of two. Their sum is known where all calls were timed.
func (m *metrics) calls() {
	begun := false
	m.each(func(g *stats.Region, labels string) {
		h := g.CallHistogram
		if len(h.Counts) == 0 {
			return
		}
		if !begun {
			m.family("mpitimer_region_call_duration_seconds", "histogram", "seconds", "Duration of single calls, over all ranks and threads.")
			begun = true
		}
		var below uint64
		for i, n := range h.Counts {
			below += n
			if next := h.First + i + 1; next < stats.Buckets && (next%4 == 0 || i+1 == len(h.Counts)) {
				end := strconv.FormatFloat(float64(stats.BucketLow(next)-1)/1e9, 'g', -1, 64)
				m.sample("_bucket", labels+`,le="`+floatLabel(end)+`"`, float64(below))
			}
		}
		m.sample("_bucket", labels+`,le="+Inf"`, float64(below))
		if !g.Estimated && below == g.Calls-g.Recursion {
			m.sample("_count", labels, float64(below))
			m.sample("_sum", labels, g.Total.Sub(g.Open).Float64()/1e9)
		}
	})
}

// floatLabel writes a number as OpenMetrics wants it in labels: with a point or an exponent.
func floatLabel(s string) string {
	if strings.ContainsAny(s, ".e") {
		return s
	}
	return s + ".0"
}

func (m *metrics) counters() {
	s := m.v.s
	if len(s.Counters) == 0 {
		return
	}
	names := m.v.counterLabels()
	measured := func(f func(v *stats.CounterStats, step float64, labels string)) {
		for i := range s.Regions {
			for j := range s.Regions[i].Values {
				if v := &s.Regions[i].Values[j]; v.Ranks > 0 {
					f(v, s.Counters[j].Step, m.labels[i]+","+names[j])
				}
			}
		}
	}
	m.family("mpitimer_region_counter", "gauge", "", "What a rank measured of the region beside time, over the ranks that did.")
	measured(func(v *stats.CounterStats, step float64, labels string) {
		for _, stat := range []struct {
			name  string
			value float64
		}{{"min", float64(v.Min.Value)}, {"mean", v.Mean()}, {"max", float64(v.Max.Value)}} {
			if value := stat.value * step; !math.IsInf(value, 0) {
				m.sample("", labels+","+label("stat", stat.name), value)
			}
		}
	})
	m.family("mpitimer_counter_counted_ratio", "gauge", "", "For which share of the time the counter was counted, on the rank where that was least; below 1 its values are estimates.")
	for j := range s.Counters {
		m.sample("", names[j], s.CountedShare(j))
	}
	m.family("mpitimer_region_counter_max_rank", "gauge", "", "The rank that measured the most.")
	measured(func(v *stats.CounterStats, _ float64, labels string) { m.sample("", labels, float64(v.Max.Rank)) })
}

// counterLabels are labels that tell counters apart.
func (v *view) counterLabels() []string {
	var list []string
	seen := make(map[string]bool)
	for j, q := range v.s.Counters {
		kind := "counted"
		if v.s.CountedShare(j) < 1 {
			kind = "estimated"
		}
		if q.Peak {
			kind = "peak"
		}
		name := oneLine(q.Name)
		text := func() string {
			return label("counter", name) + "," + label("unit", oneLine(q.Unit)) + "," + label("domain", oneLine(q.Domain)) + "," + label("kind", kind)
		}
		for n := 2; seen[text()]; n++ {
			name = oneLine(q.Name) + "#" + strconv.Itoa(n)
		}
		seen[text()] = true
		list = append(list, text())
	}
	return list
}
