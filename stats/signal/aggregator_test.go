package signal

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// fakeBatch gives the samples that a test sets, by "NAME@domain-index".
type fakeBatch struct {
	behavior map[string]Behavior
	without  map[string]bool // places that it does not have
	names    []string
	now      map[string]float64
	samples  []float64
	read     bool
}

var domainNames = map[string]Domain{"board": Board, "package": Package, "cpu": CPU, "nic": NIC, "gpu": GPU}

func placeName(name string, domain Domain, index int) string {
	for word, d := range domainNames {
		if d == domain {
			return fmt.Sprintf("%s@%s-%d", name, word, index)
		}
	}
	return fmt.Sprintf("%s@%d-%d", name, domain, index)
}

func (b *fakeBatch) Info(name string) (Info, error) {
	behavior, ok := b.behavior[name]
	if !ok {
		return Info{}, fmt.Errorf("%w: %s", ErrUnknown, name)
	}
	return Info{Name: name, Behavior: behavior}, nil
}

func (b *fakeBatch) Push(name string, domain Domain, index int) (int, error) {
	where := placeName(name, domain, index)
	if b.without[where] {
		return 0, fmt.Errorf("%w: %s", ErrDomain, where)
	}
	if i := slices.Index(b.names, where); i >= 0 {
		return i, nil
	}
	if b.read {
		return 0, ErrOrder
	}
	b.names = append(b.names, where)
	return len(b.names) - 1, nil
}

func (b *fakeBatch) Read() error {
	b.read = true
	b.samples = b.samples[:0]
	for _, name := range b.names {
		v, ok := b.now[name]
		if !ok {
			v = math.NaN()
		}
		b.samples = append(b.samples, v)
	}
	return nil
}

func (b *fakeBatch) Sample(i int) float64 {
	if i >= len(b.samples) {
		return math.NaN()
	}
	return b.samples[i]
}

// number is a value of the vectors: a number, "NaN" or a hash as "0x…".
type number float64

func (n *number) UnmarshalJSON(text []byte) error {
	s := strings.Trim(string(text), `"`)
	if hash, ok := strings.CutPrefix(s, "0x"); ok {
		v, err := strconv.ParseUint(hash, 16, 32)
		*n = number(v)
		return err
	}
	v, err := strconv.ParseFloat(s, 64)
	*n = number(v)
	return err
}

type vectorQuery struct {
	Call   string  `json:"fn"`
	Signal string  `json:"signal"`
	Hash   *number `json:"hash"`
	Value  *number `json:"value"`
	Throws string  `json:"throws"`
}

type vectorPush struct {
	Key, Signal, Domain, How, Throws string
	Place                            int  `json:"domain_idx"`
	Index                            int  `json:"index"`
	Late                             bool `json:"after_first_update"`
}

type scenario struct {
	Name     string
	Behavior map[string]string
	Period   *float64 `json:"period_duration"`
	Push     []vectorPush
	Before   []vectorQuery `json:"before_first_update"`
	Steps    []struct {
		Set    map[string]number
		Expect []vectorQuery
	}
	Errors []struct{ Op string } `json:"other_errors"`
}

type vectors struct {
	Accumulator []struct {
		Name, Kind string
		Ops        [][]json.RawMessage
	}
	Aggregator []scenario
}

const sharedVectors = "../../../shared/data/geopm/sample_aggregator_vectors.json"

// readVectors returns the vectors of the real code and our own ones; the first may be absent.
func readVectors(t *testing.T) map[string]*vectors {
	t.Helper()
	files := map[string]*vectors{}
	for _, name := range []string{"testdata/aggregator.json", sharedVectors} {
		text, err := os.ReadFile(name)
		if errors.Is(err, os.ErrNotExist) && name == sharedVectors {
			t.Logf("%s is absent: only our own vectors are held", name)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		v := new(vectors)
		if err := json.Unmarshal(text, v); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		files[filepath.Base(name)] = v
	}
	return files
}

// wantVectors is how many scenarios and queries there are in each file: none may get lost unnoticed.
var wantVectors = map[string][2]int{"aggregator.json": {2, 32}, "sample_aggregator_vectors.json": {13, 555}}

// deviating names the scenarios in which our values are not GEOPM's, and how many are not: averages whose
// first TIME is not 0.
var deviating = map[string]int{"late_start": 3}

func TestAggregatorVectors(t *testing.T) {
	for file, v := range readVectors(t) {
		queries := 0
		for _, s := range v.Aggregator {
			t.Run(file+"/"+s.Name, func(t *testing.T) {
				r := &run{t: t}
				r.play(&s)
				if r.deviated != deviating[s.Name] {
					t.Errorf("%d values are not those of GEOPM, want %d", r.deviated, deviating[s.Name])
				}
				queries += r.queries
			})
		}
		if got := [2]int{len(v.Aggregator), queries}; got != wantVectors[file] {
			t.Errorf("%s: %d scenarios with %d queries, want %v", file, got[0], got[1], wantVectors[file])
		}
	}
}

// run plays a scenario on the Aggregator and on two oracles: one starts at the first TIME as we do, the
// other at 0 as GEOPM.
type run struct {
	t        *testing.T
	batch    *fakeBatch
	a        *Aggregator
	index    map[string]int
	kinds    map[string]kind
	places   map[string]string // "@domain-index" by key
	history  []map[string]float64
	duration float64
	queries  int
	deviated int
}

func (r *run) play(s *scenario) {
	behaviors := map[string]Behavior{"monotone": Monotone, "variable": Variable, "constant": Constant, "label": Label}
	r.batch = &fakeBatch{behavior: make(map[string]Behavior)}
	for name, b := range s.Behavior {
		r.batch.behavior[name] = behaviors[b]
	}
	r.a = NewAggregator(r.batch)
	r.index, r.kinds, r.places = make(map[string]int), make(map[string]kind), make(map[string]string)
	if s.Period != nil {
		r.duration = *s.Period
		if err := r.a.PeriodDuration(*s.Period); err != nil {
			r.t.Fatal(err)
		}
	}
	r.push(s, false)
	for i := range s.Before {
		r.ask(&s.Before[i])
	}
	for _, step := range s.Steps {
		now := make(map[string]float64)
		for name, v := range step.Set {
			now[name] = float64(v)
		}
		r.batch.now = now
		r.history = append(r.history, now)
		if err := r.batch.Read(); err != nil {
			r.t.Fatal(err)
		}
		r.a.Update()
		for i := range step.Expect {
			r.ask(&step.Expect[i])
		}
	}
	r.push(s, true)
	for _, e := range s.Errors {
		if err := r.a.PeriodDuration(1); e.Op != "PERIOD" || !errors.Is(err, ErrOrder) {
			r.t.Errorf("%s: got %v", e.Op, err)
		}
	}
}

func (r *run) push(s *scenario, late bool) {
	given := make(map[int]int) // ours by theirs
	for _, p := range s.Push {
		if p.Late != late {
			continue
		}
		push := map[string]func(string, Domain, int) (int, error){"auto": r.a.PushSignal, "total": r.a.PushTotal, "average": r.a.PushAverage}[p.How]
		i, err := push(p.Signal, domainNames[p.Domain], p.Place)
		if p.Throws != "" {
			if !errors.Is(err, ErrBehavior) && !(late && errors.Is(err, ErrOrder)) {
				r.t.Errorf("push %s: got %d, %v; GEOPM says %s", p.Key, i, err, p.Throws)
			}
			continue
		}
		if err != nil {
			r.t.Fatalf("push %s: %v", p.Key, err)
		}
		if before, ok := given[p.Index]; ok != slices.Contains(indices(r.index), i) || ok && before != i {
			r.t.Errorf("push %s: got index %d, before %v", p.Key, i, before)
		}
		given[p.Index], r.index[p.Key] = i, i
		r.places[p.Key] = fmt.Sprintf("%s@%s-%d", p.Signal, p.Domain, p.Place)
		if p.How == "average" || p.How == "auto" && s.Behavior[p.Signal] == "variable" {
			r.kinds[p.Key] = average
		}
	}
}

func indices(m map[string]int) (list []int) {
	for _, i := range m {
		list = append(list, i)
	}
	return list
}

func (r *run) ask(q *vectorQuery) {
	r.queries++
	index, pushed := r.index[q.Signal]
	if !pushed {
		index, _ = strconv.Atoi(q.Signal)
	}
	var hash uint32
	if q.Hash != nil {
		hash = uint32(*q.Hash)
	}
	got, err := call(r.a, q.Call, index, hash)
	if q.Throws != "" {
		if !errors.Is(err, ErrIndex) {
			r.t.Errorf("%s of index %d: got %v, %v; GEOPM says %s", q.Call, index, got, err, q.Throws)
		}
		return
	}
	if err != nil {
		r.t.Errorf("%s of %s: %v", q.Call, q.Signal, err)
	}
	theirs, ours := float64(*q.Value), float64(*q.Value)
	if pushed && len(r.history) > 0 {
		o := oracle{history: r.history, place: r.places[q.Signal], kind: r.kinds[q.Signal], duration: r.duration}
		o.prepare()
		ours = o.ask(q.Call, hash)
		o.fromZero = true
		o.prepare()
		if v := o.ask(q.Call, hash); !same(v, theirs) {
			r.t.Errorf("%s of %s, %#x after %d updates: the oracle says %v where GEOPM says %v", q.Call, q.Signal, hash, len(r.history), v, theirs)
		}
	}
	if !same(ours, theirs) {
		r.deviated++
	}
	if !same(got, ours) {
		r.t.Errorf("%s of %s, %#x after %d updates: got %v, want %v", q.Call, q.Signal, hash, len(r.history), got, ours)
	}
}

func call(a *Aggregator, name string, index int, hash uint32) (float64, error) {
	switch name {
	case "sample_application":
		return a.SampleApplication(index)
	case "sample_epoch":
		return a.SampleEpoch(index)
	case "sample_epoch_last":
		return a.SampleEpochLast(index)
	case "sample_region":
		return a.SampleRegion(index, hash)
	case "sample_region_last":
		return a.SampleRegionLast(index, hash)
	case "sample_period_last":
		return a.SamplePeriodLast(index)
	case "get_period":
		return float64(a.Period()), nil
	}
	return 0, fmt.Errorf("there is no call %s", name)
}

// same allows for sums taken in another order.
func same(a, b float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= 1e-12*math.Max(math.Abs(a), math.Abs(b))
}

func TestAccumulatorVectors(t *testing.T) {
	for file, v := range readVectors(t) {
		for _, sequence := range v.Accumulator {
			k := total
			if sequence.Kind == "avg" {
				k = average
			}
			tr := track{kind: k, list: make([]accumulator, 1)}
			for i, op := range sequence.Ops {
				var name string
				args := make([]number, len(op))
				for j := range op {
					into := any(&args[j])
					if j == 0 {
						into = &name
					}
					if err := json.Unmarshal(op[j], into); err != nil {
						t.Fatal(err)
					}
				}
				a := &tr.list[0]
				switch {
				case name == "enter":
					a.enter()
				case name == "exit":
					a.exit()
				case name == "update" && k == total:
					tr.add(1, float64(args[1]))
				case name == "update":
					tr.add(float64(args[1]), float64(args[2]))
				case name == "expect":
					if whole, last := tr.whole(a), tr.interval(a); !same(whole, float64(args[1])) || !same(last, float64(args[2])) {
						t.Errorf("%s/%s: operation %d: got %v and %v, want %v", file, sequence.Name, i, whole, last, args[1:])
					}
				default:
					t.Fatalf("%s/%s: what is %q?", file, sequence.Name, name)
				}
			}
		}
	}
}
