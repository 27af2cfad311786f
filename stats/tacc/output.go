package tacc

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-hpc/timers/internal/printable"
)

// ShowOptions choose what is written about jobs.
type ShowOptions struct {
	Job     string   // only this one; "": all but idle times
	Types   []string // only these; nil: all
	Devices bool     // a row for each device, not only the sums (text)
	Zeros   bool     // what did not count too (text)
}

func (o *ShowOptions) job(j *Job) bool {
	if o.Job == "" {
		return !Idle(j.ID)
	}
	return j.ID == o.Job || Idle(o.Job) && Idle(j.ID)
}

func (o *ShowOptions) typ(name string) bool {
	for _, t := range o.Types {
		if t == name {
			return true
		}
	}
	return o.Types == nil
}

// quantity prints a number in few columns: 0, 12.5, 1.23e+07.
func quantity(v float64) string { return strconv.FormatFloat(v, 'g', 5, 64) }

// WriteText writes jobs for people: for each its runs and, by type, what was counted and how fast, in base
// units; for gauges the mean over time, the least and the greatest. Flags come last.
func WriteText(w io.Writer, jobs []Job, o ShowOptions) error {
	b := bufio.NewWriter(w)
	for i := range jobs {
		if o.job(&jobs[i]) {
			writeJob(b, &jobs[i], &o)
		}
	}
	return b.Flush()
}

func writeJob(b *bufio.Writer, j *Job, o *ShowOptions) {
	fmt.Fprintf(b, "job %s\n", printable.Line(j.ID))
	several := false
	for _, r := range j.Runs {
		several = several || r.Host != j.Runs[0].Host
		var notes []string
		if !Idle(j.ID) && !r.Begin {
			notes = append(notes, "no begin")
		}
		if !Idle(j.ID) && !r.End {
			notes = append(notes, "no end")
		}
		if r.Shared {
			notes = append(notes, "shared with other jobs: what is counted is theirs too")
		}
		fmt.Fprintf(b, "  %s  %s to %s  %.6g s  %d records", printable.Line(r.Host), stamp(r.First), stamp(r.Last), float64(r.Last-r.First)/1e9, r.Records)
		if len(notes) > 0 {
			fmt.Fprintf(b, "  (%s)", strings.Join(notes, "; "))
		}
		b.WriteByte('\n')
	}
	entries := j.Totals
	if o.Devices {
		entries = j.Entries
	}
	fmt.Fprintf(b, "  %-12s %-24s %-22s %-5s %16s %12s  %s\n", "type", "device", "key", "unit", "counted or mean", "per s", "flags or range")
	for i := range entries {
		if o.typ(entries[i].Type) {
			writeEntry(b, &entries[i], several, o)
		}
	}
	b.WriteByte('\n')
}

func stamp(ns int64) string { return time.Unix(0, ns).UTC().Format("2006-01-02T15:04:05Z") }

// writeEntry writes a line. If there are several hosts, each device is named with its own.
func writeEntry(b *bufio.Writer, e *Entry, several bool, o *ShowOptions) {
	value, rate, note := "", "", ""
	switch {
	case e.Key.Counts():
		if e.Delta == 0 && e.Flags == 0 && !o.Zeros {
			return
		}
		value, rate = quantity(e.Unit.Float(e.Delta)), quantity(e.Rate())
		if e.Flagged > 0 {
			note = fmt.Sprintf("%s (%d)", e.Flags, e.Flagged)
		}
	case e.Key.Control:
		if !o.Zeros {
			return
		}
		value = strconv.FormatUint(e.Last, 10)
	default:
		if e.Max == 0 && !o.Zeros {
			return
		}
		scale := float64(e.Unit.Num) / float64(e.Unit.Den)
		value = quantity(e.Mean * scale)
		note = quantity(e.Unit.Float(e.Min)) + " to " + quantity(e.Unit.Float(e.Max))
	}
	device := e.Device
	switch {
	case !o.Devices:
		device = "all"
	case several:
		device = short(e.Host) + ":" + device
	}
	unit := e.Unit.Base
	if unit == "" {
		unit = "1"
	}
	fmt.Fprintf(b, "  %-12s %-24s %-22s %-5s %16s %12s  %s\n", printable.Line(e.Type), printable.Line(device), printable.Line(cmp.Or(e.Event, e.Key.Name)), printable.Line(unit), value, rate, note)
}

func kindOf(k *Key) string {
	switch {
	case k.Control:
		return "control"
	case k.Event:
		return "event"
	}
	return "gauge"
}

var csvHeader = []string{"job", "host", "type", "device", "key", "kind", "samples", "seconds", "first", "last",
	"delta", "unit", "value", "rate", "min", "max", "mean", "flagged", "flags"}

// WriteCSV writes a row for each key of each device of each job, and one for the sum over devices, whose
// host and device are empty. first, last, delta, min, max and mean are counts as in the file, value
// and rate are in the base unit; value has all digits.
func WriteCSV(w io.Writer, jobs []Job, o ShowOptions) error {
	c := csv.NewWriter(w)
	if err := c.Write(csvHeader); err != nil {
		return err
	}
	for i := range jobs {
		j := &jobs[i]
		if !o.job(j) {
			continue
		}
		for _, list := range [][]Entry{j.Entries, j.Totals} {
			for k := range list {
				if o.typ(list[k].Type) {
					if err := c.Write(csvRow(j.ID, &list[k])); err != nil {
						return err
					}
				}
			}
		}
	}
	c.Flush()
	return c.Error()
}

func csvRow(job string, e *Entry) []string {
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	whole := func(v uint64) string { return strconv.FormatUint(v, 10) }
	row := []string{job, e.Host, e.Type, e.Device, e.Key.Name, kindOf(&e.Key), strconv.Itoa(e.Samples), number(e.Seconds), whole(e.First), whole(e.Last)}
	if e.Key.Counts() {
		return append(row, whole(e.Delta), e.Unit.Base, e.Unit.Decimal(e.Delta), number(e.Rate()), "", "", "", strconv.Itoa(e.Flagged), e.Flags.String())
	}
	mean := e.Mean * float64(e.Unit.Num) / float64(e.Unit.Den)
	return append(row, "", e.Unit.Base, number(mean), "", whole(e.Min), whole(e.Max), number(e.Mean), "0", "")
}

// jsonEntry keeps 64-bit integers as they are; who reads them into doubles loses digits above 2^53.
type jsonEntry struct {
	Host    string      `json:"host,omitempty"`
	Type    string      `json:"type"`
	Device  string      `json:"device,omitempty"`
	Key     string      `json:"key"`
	Event   string      `json:"event,omitempty"`
	Kind    string      `json:"kind"`
	Unit    string      `json:"unit,omitempty"`
	Samples int         `json:"samples"`
	Seconds float64     `json:"seconds"`
	First   uint64      `json:"first"`
	Last    uint64      `json:"last"`
	Delta   *uint64     `json:"delta,omitempty"`
	Value   json.Number `json:"value"`
	Rate    *float64    `json:"rate,omitempty"`
	Min     *uint64     `json:"min,omitempty"`
	Max     *uint64     `json:"max,omitempty"`
	Flags   []string    `json:"flags,omitempty"`
	Flagged int         `json:"flagged,omitempty"`
}

type jsonRun struct {
	Host    string  `json:"host"`
	First   float64 `json:"first"`
	Last    float64 `json:"last"`
	Records int     `json:"records"`
	Begin   bool    `json:"begin"`
	End     bool    `json:"end"`
	Shared  bool    `json:"shared"`
}

type jsonJob struct {
	Job     string      `json:"job"`
	Runs    []jsonRun   `json:"runs"`
	Totals  []jsonEntry `json:"totals"`
	Devices []jsonEntry `json:"devices"`
}

// WriteJSON writes an array of jobs: their runs, with times in seconds since 1970, the sums over devices and
// the devices. Values and rates are in base units, all else in counts.
func WriteJSON(w io.Writer, jobs []Job, o ShowOptions) error {
	list := []jsonJob{}
	for i := range jobs {
		j := &jobs[i]
		if !o.job(j) {
			continue
		}
		out := jsonJob{Job: j.ID, Totals: jsonEntries(j.Totals, &o), Devices: jsonEntries(j.Entries, &o)}
		for _, r := range j.Runs {
			out.Runs = append(out.Runs, jsonRun{r.Host, float64(r.First) / 1e9, float64(r.Last) / 1e9, r.Records, r.Begin, r.End, r.Shared})
		}
		list = append(list, out)
	}
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(list)
}

func jsonEntries(entries []Entry, o *ShowOptions) []jsonEntry {
	list := []jsonEntry{}
	for i := range entries {
		e := &entries[i]
		if !o.typ(e.Type) {
			continue
		}
		out := jsonEntry{Host: e.Host, Type: e.Type, Device: e.Device, Key: e.Key.Name, Event: e.Event, Kind: kindOf(&e.Key), Unit: e.Unit.Base,
			Samples: e.Samples, Seconds: e.Seconds, First: e.First, Last: e.Last, Flagged: e.Flagged}
		if e.Key.Counts() {
			rate := e.Rate()
			out.Delta, out.Rate, out.Value = &e.Delta, &rate, json.Number(e.Unit.Decimal(e.Delta))
		} else {
			mean := e.Mean * float64(e.Unit.Num) / float64(e.Unit.Den)
			out.Min, out.Max, out.Value = &e.Min, &e.Max, json.Number(strconv.FormatFloat(mean, 'g', -1, 64))
		}
		if e.Flags != 0 {
			out.Flags = strings.Split(e.Flags.String(), "+")
		}
		list = append(list, out)
	}
	return list
}

// WriteSamples writes a row of CSV for each value of each sample: as in the file, and of what counts the
// difference from the sample before, the sum of these and the flags.
func WriteSamples(w io.Writer, r *Result, o ShowOptions) error {
	c := csv.NewWriter(w)
	if err := c.Write([]string{"host", "type", "device", "key", "time", "job", "raw", "delta", "corrected", "unit", "flags"}); err != nil {
		return err
	}
	for i := range r.Series {
		s := &r.Series[i]
		if !o.typ(s.Type) {
			continue
		}
		corrected := s.Cumulative()
		for k := range s.Raw {
			rec := &r.Data.Records[s.Record[k]]
			if o.Job != "" && rec.Job != o.Job && !slices.Contains(namedBy(rec), o.Job) {
				continue
			}
			row := []string{s.Host, s.Type, s.Device, s.Key.Name, string(appendTime(nil, s.Time[k])), rec.Job, strconv.FormatUint(s.Raw[k], 10), "", "", s.Key.Unit, ""}
			if s.Delta != nil {
				row[7], row[8], row[10] = strconv.FormatUint(s.Delta[k], 10), strconv.FormatUint(corrected[k], 10), s.Flags[k].String()
			}
			if err := c.Write(row); err != nil {
				return err
			}
		}
	}
	c.Flush()
	return c.Error()
}
