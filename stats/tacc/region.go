package tacc

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/go-hpc/timers/internal/packed"
)

// ErrIntervals reports a fault in a file of intervals.
var ErrIntervals = errors.New("wrong file of intervals")

// Interval is a time in which a region ran, on one or more ranks: from Start to End, in ns since 1970. If
// Host is not empty, only that node's samples are used; a name up to its first dot is enough.
type Interval struct {
	Region     string `json:"region"`
	Start, End int64
	Host       string `json:"host"`
}

// RegionEntry is what one key of one device counted while a region ran on its node. Samples are not tied to
// regions: between two of them the counter is assumed to grow evenly. What ran beside the region on the node,
// and regions that overlap, count the same things.
type RegionEntry struct {
	Region, Host, Type, Device string
	Key                        Key
	Unit                       Unit

	Seconds   float64 // that the region ran on the node, intervals that overlap taken once
	Uncovered float64 // seconds of these before the first sample or after the last: nothing is known about them
	Delta     uint64  // for counters; sums over adjacent regions are exact
	Between   uint64  // the part of Delta out of intervals that the region did not fill: interpolated
	Flags     Flag    // of the differences that have a share in it
	Mean      float64 // for gauges, by time, in counts
}

// Interpolated returns the share of the count that was divided by time, from 0 to 1.
func (e *RegionEntry) Interpolated() float64 {
	if e.Delta == 0 {
		return 0
	}
	return float64(e.Between) / float64(e.Delta)
}

// Rate returns what was counted per second of known time, in the base unit.
func (e *RegionEntry) Rate() float64 {
	if e.Seconds <= e.Uncovered {
		return 0
	}
	return e.Unit.Float(e.Delta) / (e.Seconds - e.Uncovered)
}

type interval struct{ start, end int64 }

// Regions shares out what each series counted over the regions, by name of the region, in the order of the
// first interval of each.
func (r *Result) Regions(intervals []Interval) []RegionEntry {
	var names []string
	byName := make(map[string][]Interval)
	for _, s := range intervals {
		if byName[s.Region] == nil {
			names = append(names, s.Region)
		}
		byName[s.Region] = append(byName[s.Region], s)
	}
	var list []RegionEntry
	for _, name := range names {
		union := make(map[string][]interval)
		for i := range r.Series {
			s := &r.Series[i]
			times, known := union[s.Host]
			if !known {
				times = joined(byName[name], s.Host)
				union[s.Host] = times
			}
			if len(times) == 0 || s.Key.Control {
				continue
			}
			list = append(list, s.over(name, times))
		}
	}
	return list
}

// joined returns the times of intervals on a host, each moment once.
func joined(intervals []Interval, host string) []interval {
	var list []interval
	for _, s := range intervals {
		if s.End > s.Start && (s.Host == "" || short(s.Host) == short(host)) {
			list = append(list, interval{s.Start, s.End})
		}
	}
	slices.SortFunc(list, func(a, b interval) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end)) })
	out := list[:0]
	for _, t := range list {
		if n := len(out); n > 0 && t.start <= out[n-1].end {
			out[n-1].end = max(out[n-1].end, t.end)
			continue
		}
		out = append(out, t)
	}
	return out
}

func short(host string) string {
	for i := range len(host) {
		if host[i] == '.' {
			return host[:i]
		}
	}
	return host
}

// over sums up a series over times that ascend and do not touch.
func (s *Series) over(name string, times []interval) RegionEntry {
	e := RegionEntry{Region: name, Host: s.Host, Type: s.Type, Device: s.Device, Key: s.Key, Unit: s.Unit}
	n := len(s.Time)
	var integral, known float64
	for _, t := range times {
		e.Seconds += seconds(t)
		inside := interval{max(t.start, s.Time[0]), min(t.end, s.Time[n-1])}
		if inside.end <= inside.start {
			e.Uncovered += seconds(t)
			continue
		}
		e.Uncovered += seconds(t) - seconds(inside)
		known += seconds(inside)
		i, _ := slices.BinarySearch(s.Time, inside.start)
		for i = max(i, 1); i < n && s.Time[i-1] < inside.end; i++ {
			from, to := max(inside.start, s.Time[i-1]), min(inside.end, s.Time[i])
			if to <= from {
				if s.Delta != nil && s.Time[i] == s.Time[i-1] && s.Time[i] >= inside.start {
					e.Delta = add(e.Delta, s.Delta[i], &e.Flags) // two samples of the same moment
				}
				continue
			}
			if s.Delta == nil {
				integral += s.mean(i, from, to) * float64(to-from) / 1e9
				continue
			}
			e.addPart(s, i, from, to)
		}
	}
	if s.Delta == nil && known > 0 {
		e.Mean = integral / known
	}
	return e
}

// addPart takes what was counted between two moments of an interval of samples. Both ends are rounded the
// same way, so that adjacent parts make up the whole.
func (e *RegionEntry) addPart(s *Series, i int, from, to int64) {
	start, whole := s.Time[i-1], s.Time[i]-s.Time[i-1]
	d := share(s.Delta[i], to-start, whole) - share(s.Delta[i], from-start, whole)
	e.Delta = add(e.Delta, d, &e.Flags)
	e.Flags |= s.Flags[i]
	if to-from < whole {
		e.Between = add(e.Between, d, &e.Flags)
	}
}

// mean returns that of the straight line between two samples.
func (s *Series) mean(i int, from, to int64) float64 {
	a, b := float64(s.Raw[i-1]), float64(s.Raw[i])
	middle := (float64(from-s.Time[i-1]) + float64(to-s.Time[i-1])) / 2
	return a + (b-a)*middle/float64(s.Time[i]-s.Time[i-1])
}

func seconds(t interval) float64 { return float64(t.end-t.start) / 1e9 }

// ReadIntervals reads intervals from CSV, whose first line names the columns region, start, end and, if there is
// one, host; or from JSON, an array of objects with these names or one object a line. Times are ns since
// 1970.
func ReadIntervals(r io.Reader) ([]Interval, error) {
	text, err := io.ReadAll(packed.Text(r))
	if err != nil {
		return nil, err
	}
	trimmed := bytes.TrimSpace(text)
	if len(trimmed) > 0 && (trimmed[0] == '[' || trimmed[0] == '{') {
		return jsonIntervals(trimmed)
	}
	return csvIntervals(text)
}

func jsonIntervals(text []byte) ([]Interval, error) {
	type object struct {
		Region *string `json:"region"`
		Start  *int64  `json:"start"`
		End    *int64  `json:"end"`
		Host   string  `json:"host"`
	}
	var all []object
	d := json.NewDecoder(bytes.NewReader(text))
	for {
		var err error
		if text[0] == '[' {
			var list []object
			err = d.Decode(&list)
			all = append(all, list...)
		} else {
			var one object
			if err = d.Decode(&one); err == nil {
				all = append(all, one)
			}
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%w: byte %d: %w", ErrIntervals, d.InputOffset(), err)
		}
	}
	intervals := make([]Interval, 0, len(all))
	for i, o := range all {
		if o.Region == nil || o.Start == nil || o.End == nil {
			return intervals, fmt.Errorf("%w: interval %d: expected region, start and end", ErrIntervals, i)
		}
		if *o.End < *o.Start {
			return intervals, fmt.Errorf("%w: interval %d: it ends at %d, before its start at %d", ErrIntervals, i, *o.End, *o.Start)
		}
		intervals = append(intervals, Interval{*o.Region, *o.Start, *o.End, o.Host})
	}
	return intervals, nil
}

func csvIntervals(text []byte) ([]Interval, error) {
	c := csv.NewReader(bytes.NewReader(text))
	names, err := c.Read()
	if err != nil {
		return nil, fmt.Errorf("%w: line 1: %w, expected the names of columns", ErrIntervals, err)
	}
	region, start, end, host := slices.Index(names, "region"), slices.Index(names, "start"), slices.Index(names, "end"), slices.Index(names, "host")
	if region < 0 || start < 0 || end < 0 {
		return nil, fmt.Errorf("%w: line 1: columns %.60q, expected region, start and end", ErrIntervals, names)
	}
	var intervals []Interval
	for {
		row, err := c.Read()
		if err == io.EOF {
			return intervals, nil
		}
		if err != nil {
			return intervals, fmt.Errorf("%w: %w", ErrIntervals, err)
		}
		line, _ := c.FieldPos(0)
		s := Interval{Region: row[region]}
		var errs [2]error
		s.Start, errs[0] = strconv.ParseInt(row[start], 10, 64)
		s.End, errs[1] = strconv.ParseInt(row[end], 10, 64)
		if err := errors.Join(errs[:]...); err != nil || s.End < s.Start {
			return intervals, fmt.Errorf("%w: line %d: from %.30q to %.30q, expected ns since 1970 that ascend", ErrIntervals, line, row[start], row[end])
		}
		if host >= 0 {
			s.Host = row[host]
		}
		intervals = append(intervals, s)
	}
}
