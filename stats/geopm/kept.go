package geopm

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/signal"
)

// Kept holds a sampler's data about a running program, for a report if it is killed: everything except
// the exact times, which the ranks keep.
type Kept struct {
	Report Report // without hosts
	Input  Input  // without Profiles and Call
	Ranks  []int  // of the node
}

// Keys of a Kept in the form of a report. Sections hold signals there.
const (
	keptRegions = "kept regions"
	keptSkip    = "kept levels to skip"
	keptSpread  = "kept spread"
	keptProcess = "kept processes"
	keptCalls   = "kept calls"
	keptRanks   = "kept ranks"
	keptEpochs  = "kept epochs"
	keptSticker = "kept sticker"
	keptSignals = "kept signals"
	keptAbsent  = "absent signals"
	keptUnseen  = "unseen"
)

// Write writes it like a report, with all digits.
func (k *Kept) Write(w io.Writer) error {
	s := k.Input.Sampled
	if s == nil {
		return errors.New("geopm: nothing was sampled that could be kept")
	}
	h := Host{Name: k.Input.Name, Unmarked: keptSection(s.Unmarked), Epoch: keptSection(s.Epoch), Application: keptSection(s.Application)}
	add := func(key, text string) { h.Header = append(h.Header, Entry{Key: key, Text: text}) }
	add(keptRegions, strconv.Itoa(int(k.Input.Regions)))
	add(keptSkip, strconv.Itoa(k.Input.Skip))
	add(keptSpread, strconv.FormatBool(k.Input.Spread))
	add(keptProcess, strconv.FormatBool(k.Input.PerProcess))
	add(keptCalls, strconv.FormatBool(k.Input.CallRegions))
	add(keptRanks, strings.Trim(fmt.Sprint(k.Ranks), "[]"))
	add(keptEpochs, strconv.Itoa(s.EpochCount))
	add(keptSticker, exact(s.Sticker))
	add(keptSignals, "signals "+strings.Join(s.Signals, " "))
	add(KeyStartup, exact(k.Input.Startup))
	add(KeyOverhead, exact(k.Input.Overhead))
	add(KeyMemory, exact(k.Input.Memory))
	absent := Entry{Key: keptAbsent, Block: []Entry{}}
	for _, a := range s.Absent {
		absent.Block = append(absent.Block, Entry{Key: a.Name, Text: a.Reason})
	}
	h.Header = append(h.Header, absent)
	for hash, values := range s.Regions {
		h.Regions = append(h.Regions, Region{Name: fmt.Sprintf("region %#x", hash), Hash: hash, Totals: keptSection(values)})
	}
	h.Regions = append(h.Regions, Region{Name: keptUnseen, Totals: keptSection(s.Unseen)})
	r := k.Report
	r.Hosts = []Host{h}
	return Write(w, &r)
}

func exact(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func keptSection(values Values) Section {
	s := Section{}
	for name, v := range values {
		s = append(s, Entry{Key: name, Text: exact(v)})
	}
	slices.SortFunc(s, func(a, b Entry) int { return strings.Compare(a.Key, b.Key) })
	return s
}

// ReadKept reads the output of Write.
func ReadKept(r io.Reader) (*Kept, error) {
	report, err := Read(r)
	if err != nil {
		return nil, err
	}
	if len(report.Hosts) != 1 {
		return nil, fmt.Errorf("geopm: kept samples of %d hosts, expected those of one", len(report.Hosts))
	}
	h := report.Hosts[0]
	k := &Kept{Report: *report, Input: Input{Name: h.Name}}
	k.Report.Hosts = nil
	s := &Sampled{Regions: make(map[uint32]Values), Unmarked: valuesOf(h.Unmarked), Epoch: valuesOf(h.Epoch), Application: valuesOf(h.Application)}
	k.Input.Sampled = s
	for _, region := range h.Regions {
		if region.Name == keptUnseen {
			s.Unseen = valuesOf(region.Totals)
			continue
		}
		s.Regions[region.Hash] = valuesOf(region.Totals)
	}
	for _, e := range h.Header {
		k.take(e)
	}
	return k, nil
}

// take takes one key of the host. What is no number is 0, as if it were missing.
func (k *Kept) take(e Entry) {
	number, _ := e.Number()
	is := e.Text == "true"
	in := &k.Input
	switch e.Key {
	case keptRegions:
		in.Regions = Outermost
		if number == float64(Innermost) {
			in.Regions = Innermost
		}
	case keptSkip:
		in.Skip = int(min(max(number, 0), 1e6))
	case keptSpread:
		in.Spread = is
	case keptProcess:
		in.PerProcess = is
	case keptCalls:
		in.CallRegions = is
	case keptRanks:
		for word := range strings.FieldsSeq(e.Text) {
			if rank, err := strconv.Atoi(word); err == nil && rank >= 0 {
				k.Ranks = append(k.Ranks, rank)
			}
		}
	case keptEpochs:
		in.Sampled.EpochCount = int(min(max(number, 0), 1e15))
	case keptSticker:
		in.Sampled.Sticker = number
	case keptSignals:
		in.Sampled.Signals = strings.Fields(strings.TrimPrefix(e.Text, "signals"))
	case KeyStartup:
		in.Startup = number
	case KeyOverhead:
		in.Overhead = number
	case KeyMemory:
		in.Memory = number
	case keptAbsent:
		for _, a := range e.Block {
			in.Sampled.Absent = append(in.Sampled.Absent, signal.Absence{Name: a.Key, Reason: a.Text})
		}
	}
}

func valuesOf(s Section) Values {
	values := make(Values, len(s))
	for i := range s {
		if v, ok := s[i].Number(); ok {
			values[s[i].Key] = v
		}
	}
	return values
}

// Recover makes a report for a run that has none, from the profiles of its ranks and the data kept by the samplers of
// its nodes. Ranks without a sampler are reported by their hosts, without samples. Call is as in Input.
func Recover(profiles []*stats.Profile, kept []*Kept, call func(name string) bool) (*Report, error) {
	report := &Report{Version: "3.1.0", Start: "unknown", Profile: "recovered", Agent: "monitor", Policy: "{}"}
	if len(kept) > 0 {
		*report = kept[0].Report
	}
	rest := slices.Clone(profiles)
	inputs := make([]Input, len(kept))
	for i, k := range kept {
		inputs[i] = k.Input
		rest = slices.DeleteFunc(rest, func(p *stats.Profile) bool {
			if !slices.Contains(k.Ranks, p.Rank) {
				return false
			}
			inputs[i].Profiles = append(inputs[i].Profiles, p)
			return true
		})
	}
	for _, p := range rest {
		i := slices.IndexFunc(inputs, func(in Input) bool { return in.Sampled == nil && in.Name == p.Host })
		if i < 0 {
			i = len(inputs)
			inputs = append(inputs, Input{Name: p.Host, Regions: Innermost, Skip: oneRoot(profiles), Spread: true})
		}
		inputs[i].Profiles = append(inputs[i].Profiles, p)
	}
	names := make(map[string]int)
	for _, in := range inputs {
		if len(in.Profiles) == 0 {
			continue // the tables of its ranks are gone
		}
		if names[in.Name]++; names[in.Name] > 1 {
			in.Name = fmt.Sprintf("%s-%d", in.Name, names[in.Name])
		}
		in.Call = call
		h, err := Build(in)
		if err != nil {
			return nil, err
		}
		report.Hosts = append(report.Hosts, h)
	}
	return report, nil
}

// oneRoot returns 1 if one region is around all others on every rank, as Total is.
func oneRoot(profiles []*stats.Profile) int {
	for _, p := range profiles {
		roots := 0
		for i := range p.Nodes {
			if p.Nodes[i].Parent < 0 {
				roots++
			}
		}
		if roots > 1 {
			return 0
		}
	}
	return 1
}
