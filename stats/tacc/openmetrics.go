package tacc

import (
	"bufio"
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"
)

// metricFamily is a set of metrics with one name, in OpenMetrics' terms.
type metricFamily struct {
	name, unit, kind, help string
	series                 []*Series
}

// metricUnits are OpenMetrics' names of base units, with which names of families end.
var metricUnits = map[string]string{"B": "bytes", "s": "seconds", "J": "joules", "W": "watts"}

// WriteOpenMetrics writes all samples as OpenMetrics text: a family for each key of each type, named
// tacc_TYPE_KEY and, in base units, with the unit behind it. What counts is a counter, corrected, of what was
// counted since the first sample; all else is a gauge. Labels are host, device and jobid.
func WriteOpenMetrics(w io.Writer, r *Result) error {
	b := bufio.NewWriter(w)
	for _, f := range families(r) {
		b.WriteString("# TYPE " + f.name + " " + f.kind + "\n")
		if f.unit != "" {
			b.WriteString("# UNIT " + f.name + " " + f.unit + "\n")
		}
		b.WriteString("# HELP " + f.name + " " + escapeMetric(f.help) + "\n")
		for _, s := range f.series {
			writeMetric(b, r, f, s)
		}
	}
	b.WriteString("# EOF\n")
	return b.Flush()
}

func families(r *Result) []*metricFamily {
	type id struct {
		typ string
		key Key
	}
	known := make(map[id]*metricFamily)
	used := make(map[string]bool)
	var list []*metricFamily
	for i := range r.Series {
		s := &r.Series[i]
		f := known[id{s.Type, s.Key}]
		if f == nil {
			f = newFamily(s)
			f.name = unused(used, f)
			used[f.name] = true
			known[id{s.Type, s.Key}] = f
			list = append(list, f)
		}
		f.series = append(f.series, s)
	}
	slices.SortStableFunc(list, func(a, b *metricFamily) int { return cmp.Compare(a.name, b.name) })
	return list
}

// unused returns the name of a family, changed if another already has it: names may differ in characters that
// are not allowed, or keys in their options.
func unused(used map[string]bool, f *metricFamily) string {
	name := f.name
	for n := 2; used[name]; n++ {
		name = strings.TrimSuffix(f.name, "_"+f.unit) + "_" + strconv.Itoa(n)
		if f.unit != "" {
			name += "_" + f.unit
		}
	}
	return name
}

// reserved are ends of names that mean something else than they say.
var reserved = []string{"_total", "_created", "_count", "_sum", "_bucket", "_gcount", "_gsum", "_info"}

func newFamily(s *Series) *metricFamily {
	f := &metricFamily{kind: "gauge", unit: metricUnits[s.Unit.Base], help: "key " + s.Key.Name + " of type " + s.Type}
	if s.Key.Counts() {
		f.kind = "counter"
	}
	name := "tacc_" + metricName(s.Type) + "_" + metricName(s.Key.Name)
	for _, end := range reserved {
		if strings.HasSuffix(strings.ToLower(name), end) {
			name += "_value"
			break
		}
	}
	if f.unit != "" && !strings.HasSuffix(name, "_"+f.unit) {
		name += "_" + f.unit
	}
	f.name = name
	return f
}

func metricName(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 && (r == '_' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z') {
			return r
		}
		return '_'
	}, s)
}

func escapeMetric(s string) string {
	return strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`).Replace(strings.ToValidUTF8(s, "?"))
}

// writeMetric writes the samples of a series, those of one job list after the other: samples of a set of
// labels stand together.
func writeMetric(b *bufio.Writer, r *Result, f *metricFamily, s *Series) {
	values := s.Raw
	if s.Delta != nil {
		values = s.Cumulative()
	}
	var jobs []string
	at := make(map[string][]int)
	for i, rec := range s.Record {
		job := r.Data.Records[rec].Job
		if at[job] == nil {
			jobs = append(jobs, job)
		}
		at[job] = append(at[job], i)
	}
	var line []byte
	for _, job := range jobs {
		head := f.name
		if f.kind == "counter" {
			head += "_total"
		}
		head += `{host="` + escapeMetric(s.Host) + `",type="` + escapeMetric(s.Type) + `",device="` + escapeMetric(s.Device) + `",jobid="` + escapeMetric(job) + `"} `
		last := int64(-1)
		for k, i := range at[job] {
			if k+1 < len(at[job]) && s.Time[at[job][k+1]] == s.Time[i] || s.Time[i] == last {
				continue // of two samples of the same moment the later one counts
			}
			last = s.Time[i]
			line = s.Unit.appendDecimal(append(line[:0], head...), values[i])
			line = append(line, ' ')
			line = appendSeconds(line, s.Time[i])
			line = append(line, '\n')
			b.Write(line)
		}
	}
}

// appendSeconds writes all digits that are not zeros.
func appendSeconds(b []byte, ns int64) []byte {
	b = strconv.AppendInt(b, ns/1e9, 10)
	if rest := ns % 1e9; rest != 0 {
		digits := strconv.FormatInt(rest+1e9, 10)[1:]
		b = append(append(b, '.'), strings.TrimRight(digits, "0")...)
	}
	return b
}
