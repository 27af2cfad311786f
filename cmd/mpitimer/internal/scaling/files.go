package scaling

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/stats/export"
	"github.com/go-hpc/timers/stats/scaling"
)

// number returns a figure as a field of CSV: blank if it is not known.
func number(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// csv has a row for each region and number of ranks.
func (r *report) csv() (string, error) {
	var b strings.Builder
	c := csv.NewWriter(&b)
	err := c.Write(strings.Split("kind,path,environment,ranks,runs,shared_processors,time_ns,low_ns,high_ns,own_ns,speed_up,efficiency,computation_scaling,parallel_efficiency,load_balance,communication_efficiency,global_efficiency,law,verdict,constant_ns,factor_ns,law_time_ns,law_low_ns,law_high_ns", ","))
	for _, g := range r.list {
		for k := range g.Points {
			p := &g.Points[k]
			if p.Runs == 0 {
				continue
			}
			row := []string{string(r.st.Kind), export.Cell(strings.Join(g.Path(), "/")), export.Cell(g.Environment), strconv.Itoa(p.Ranks), strconv.Itoa(p.Runs), strconv.FormatBool(slices.Contains(r.st.Crowded, p.Ranks))}
			for _, v := range append([]float64{p.Time, p.Low, p.High, p.Own, p.SpeedUp}, shares(p)...) {
				row = append(row, number(v))
			}
			law, constant, factor := "", "", ""
			if g.Law.Known() {
				law, constant, factor = g.Law.String(), number(g.Law.Constant), number(g.Law.Factor)
			}
			time, low, high := g.Law.At(float64(p.Ranks))
			err = errors.Join(err, c.Write(append(row, law, string(g.Law.Verdict), constant, factor, number(time), number(low), number(high))))
		}
	}
	c.Flush()
	return b.String(), errors.Join(err, c.Error())
}

// known returns a figure as JSON: nothing if it is not known.
func known(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

type jsonPoint struct {
	Ranks         int      `json:"ranks"`
	Runs          int      `json:"runs"`
	Time          *float64 `json:"time,omitempty"`
	Low           *float64 `json:"low,omitempty"`
	High          *float64 `json:"high,omitempty"`
	Own           *float64 `json:"own,omitempty"`
	SpeedUp       *float64 `json:"speed_up,omitempty"`
	Efficiency    *float64 `json:"efficiency,omitempty"`
	Computation   *float64 `json:"computation_scaling,omitempty"`
	Parallel      *float64 `json:"parallel,omitempty"`
	LoadBalance   *float64 `json:"load_balance,omitempty"`
	Communication *float64 `json:"communication,omitempty"`
	Global        *float64 `json:"global,omitempty"`
}

type jsonFall struct {
	Measured bool     `json:"measured"`
	Ranks    float64  `json:"ranks,omitzero"`
	Low      *float64 `json:"low,omitempty"`
	High     *float64 `json:"high,omitempty"`
}

type jsonRegion struct {
	Path        []string     `json:"path"`
	Environment string       `json:"environment,omitempty"`
	Points      []jsonPoint  `json:"points"`
	Law         *scaling.Law `json:"law"`
	Own         *scaling.Law `json:"own_law"`
	Falls       *jsonFall    `json:"below_70_percent,omitempty"`
}

type jsonGrowth struct {
	Times  int        `json:"times"`
	Ranks  int        `json:"ranks"`
	Region []string   `json:"region,omitempty"`
	Share  float64    `json:"share,omitzero"`
	Or     [][]string `json:"or,omitempty"`
	Time   *float64   `json:"time,omitempty"`
	Low    *float64   `json:"low,omitempty"`
	High   *float64   `json:"high,omitempty"`
}

// json is the study for programs. Times are nanoseconds; what is not known is left out.
func (r *report) json() (string, error) {
	st := r.st
	out := struct {
		Format  string       `json:"format"`
		Version int          `json:"version"`
		Kind    scaling.Kind `json:"kind"`
		Because string       `json:"because,omitempty"`
		Program string       `json:"program"`
		Ranks   []int        `json:"ranks"`
		Runs    []int        `json:"runs"`
		Crowded []int        `json:"shared_processors,omitempty"`
		Regions []jsonRegion `json:"regions"`
		Grows   []jsonGrowth `json:"on_more_ranks"`
		Notes   []string     `json:"notes,omitempty"`
		Left    []string     `json:"left_out,omitempty"`
	}{"mpitimer scaling", 1, st.Kind, st.Because, st.Program, st.Ranks, st.Runs, st.Crowded, nil, nil, st.Notes, st.Left}
	for _, g := range r.list {
		j := jsonRegion{Path: g.Path(), Environment: g.Environment, Law: &g.Law, Own: &g.Own}
		for k := range g.Points {
			if p := &g.Points[k]; p.Runs > 0 {
				j.Points = append(j.Points, jsonPoint{p.Ranks, p.Runs, known(p.Time), known(p.Low), known(p.High), known(p.Own), known(p.SpeedUp), known(p.Efficiency),
					known(p.Computation), known(p.Parallel), known(p.LoadBalance), known(p.Communication), known(p.Global)})
			}
		}
		if f := &g.Falls; f.Known {
			j.Falls = &jsonFall{f.Measured, f.Ranks, known(f.Low), known(f.High)}
		}
		out.Regions = append(out.Regions, j)
	}
	for _, g := range st.Grows {
		j := jsonGrowth{Times: g.Times, Ranks: g.Ranks}
		if g.Region != nil {
			j.Region, j.Share, j.Time, j.Low, j.High = g.Region.Path(), g.Share, known(g.Time), known(g.Low), known(g.High)
			for _, or := range g.Or {
				j.Or = append(j.Or, or.Path())
			}
		}
		out.Grows = append(out.Grows, j)
	}
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(&out)
	return b.String(), err
}
