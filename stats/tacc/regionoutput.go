package tacc

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"github.com/go-hpc/timers/internal/printable"
)

// WriteRegionsText writes what regions counted, in base units, without zeros. The interpolated share follows
// in percent.
func WriteRegionsText(w io.Writer, entries []RegionEntry, o ShowOptions) error {
	b := bufio.NewWriter(w)
	last := ""
	for i := range entries {
		e := &entries[i]
		if !o.typ(e.Type) || !o.Zeros && e.Delta == 0 && e.Mean == 0 && e.Flags == 0 {
			continue
		}
		if head := e.Region + "\x00" + e.Host; head != last {
			fmt.Fprintf(b, "region %s on %s\n  %-10s %-16s %-22s %-5s %14s %12s %8s  %s\n", printable.Line(e.Region), printable.Line(e.Host),
				"type", "device", "key", "unit", "counted or mean", "per s", "interp.", "flags")
			last = head
		}
		unit := e.Unit.Base
		if unit == "" {
			unit = "1"
		}
		value, rate, between := quantity(e.Mean*float64(e.Unit.Num)/float64(e.Unit.Den)), "", ""
		if e.Key.Counts() {
			value, rate, between = quantity(e.Unit.Float(e.Delta)), quantity(e.Rate()), strconv.FormatFloat(100*e.Interpolated(), 'f', 1, 64)+" %"
		}
		note := e.Flags.String()
		if e.Uncovered > 0 {
			note += fmt.Sprintf(" (of %.6g s nothing is known of %.6g s)", e.Seconds, e.Uncovered)
		}
		fmt.Fprintf(b, "  %-10s %-16s %-22s %-5s %14s %12s %8s  %s\n", printable.Line(e.Type), printable.Line(e.Device), printable.Line(e.Key.Name), printable.Line(unit), value, rate, between, note)
	}
	return b.Flush()
}

// WriteRegionsCSV writes a row for each key of each device and region. delta, interpolated and mean are
// counts, value and rate are in the base unit.
func WriteRegionsCSV(w io.Writer, entries []RegionEntry, o ShowOptions) error {
	c := csv.NewWriter(w)
	if err := c.Write([]string{"region", "host", "type", "device", "key", "kind", "seconds", "uncovered", "delta", "interpolated", "mean", "unit", "value", "rate", "flags"}); err != nil {
		return err
	}
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	for i := range entries {
		e := &entries[i]
		if !o.typ(e.Type) {
			continue
		}
		row := []string{e.Region, e.Host, e.Type, e.Device, e.Key.Name, kindOf(&e.Key), number(e.Seconds), number(e.Uncovered), "", "", "", e.Unit.Base, "", "", e.Flags.String()}
		if e.Key.Counts() {
			row[8], row[9], row[12], row[13] = strconv.FormatUint(e.Delta, 10), strconv.FormatUint(e.Between, 10), e.Unit.Decimal(e.Delta), number(e.Rate())
		} else {
			row[10], row[12] = number(e.Mean), number(e.Mean*float64(e.Unit.Num)/float64(e.Unit.Den))
		}
		if err := c.Write(row); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

type jsonRegion struct {
	Region       string      `json:"region"`
	Host         string      `json:"host"`
	Type         string      `json:"type"`
	Device       string      `json:"device"`
	Key          string      `json:"key"`
	Kind         string      `json:"kind"`
	Unit         string      `json:"unit,omitempty"`
	Seconds      float64     `json:"seconds"`
	Uncovered    float64     `json:"uncovered"`
	Delta        *uint64     `json:"delta,omitempty"`
	Interpolated *uint64     `json:"interpolated,omitempty"`
	Value        json.Number `json:"value"`
	Rate         *float64    `json:"rate,omitempty"`
	Flags        Flag        `json:"flags,omitempty"`
}

// WriteRegionsJSON writes an array with the same content.
func WriteRegionsJSON(w io.Writer, entries []RegionEntry, o ShowOptions) error {
	list := []jsonRegion{}
	for i := range entries {
		e := &entries[i]
		if !o.typ(e.Type) {
			continue
		}
		out := jsonRegion{Region: e.Region, Host: e.Host, Type: e.Type, Device: e.Device, Key: e.Key.Name, Kind: kindOf(&e.Key), Unit: e.Unit.Base,
			Seconds: e.Seconds, Uncovered: e.Uncovered, Flags: e.Flags}
		if e.Key.Counts() {
			rate := e.Rate()
			out.Delta, out.Interpolated, out.Rate, out.Value = &e.Delta, &e.Between, &rate, json.Number(e.Unit.Decimal(e.Delta))
		} else {
			out.Value = json.Number(strconv.FormatFloat(e.Mean*float64(e.Unit.Num)/float64(e.Unit.Den), 'g', -1, 64))
		}
		list = append(list, out)
	}
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(list)
}
