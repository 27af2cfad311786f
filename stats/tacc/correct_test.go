package tacc

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// series finds one.
func (r *Result) find(t testing.TB, typ, device, key string) *Series {
	t.Helper()
	for i := range r.Series {
		if s := &r.Series[i]; s.Type == typ && s.Device == device && s.Key.Name == key {
			return s
		}
	}
	t.Fatalf("no series %s %s %s", typ, device, key)
	return nil
}

// The values that our rules give for the hand-made file, in counts. Beside them stands what the four readers
// say, where they say the same: shared/data/tacc/synthetic/RESULTS.tsv.
func TestRollover(t *testing.T) {
	r := Correct(readShared(t, "synthetic/rollover.raw"))
	lower := LowerBound
	for _, c := range []struct {
		typ, device, key string
		delta            []uint64
		flags            []Flag
	}{
		{"cpu", "0", "user", []uint64{0, 100, 100, 100}, []Flag{0, 0, 0, 0}},                                          // all
		{"cpu", "0", "iowait", []uint64{0, 0, 10, 10}, []Flag{0, Clamped, 0, 0}},                                      // none: they say 40 or -10
		{"block", "sda", "rd_sectors", []uint64{0, 10, 20, 10}, []Flag{0, 0, 0, 0}},                                   // all
		{"ib", "mlx4_0.1", "port_rcv_data", []uint64{0, 16, 20, 20}, []Flag{0, Wrapped, 0, 0}},                        // picklers: 64 144 224 bytes
		{"ib", "mlx4_0.1", "port_rcv_packets", []uint64{0, 5, 5, 10}, []Flag{0, Saturated | Reset | lower, 0, 0}},     // picklers unroll what has saturated: 6 11 21
		{"ib_ext", "mlx4_0/1", "port_rcv_data", []uint64{0, 10, 30, 0}, []Flag{0, Reset | lower, 0, Reset | lower}},   // picklers: 40 160 160 bytes
		{"numa", "0", "numa_hit", []uint64{0, 10, 10, 0}, []Flag{0, Dip | Interpolated, Interpolated, Reset | lower}}, // none: 2^64-10 or -10
		{"numa", "0", "numa_miss", []uint64{0, 20, 10, 10}, []Flag{0, 0, 0, 0}},                                       // all
		{"test48", "0", "c", []uint64{0, 10, 20, 20}, []Flag{0, Wrapped, 0, 0}},                                       // all
		{"test48", "0", "g", nil, nil},
		{"test48", "0", "ctl", nil, nil},
		{"mem", "0", "MemUsed", nil, nil},
	} {
		s := r.find(t, c.typ, c.device, c.key)
		if diff := gocmp.Diff(c.delta, s.Delta); diff != "" {
			t.Errorf("%s %s: differences (-want +got)\n%s", c.typ, c.key, diff)
		}
		if !slices.Equal(c.flags, s.Flags) {
			t.Errorf("%s %s: flags %v, want %v", c.typ, c.key, s.Flags, c.flags)
		}
	}
	if s := r.find(t, "mem", "0", "MemUsed"); s.Unit.Decimal(s.Raw[0]) != "1024000" || s.Unit.Base != "B" {
		t.Errorf("MemUsed is %s %s", s.Unit.Decimal(s.Raw[0]), s.Unit.Base)
	}
}

// What the reference counted in the real file of a node with performance counters: all that goes down at a
// %begin has restarted, all that goes down elsewhere has gone over its 44 or 48 bits.
func TestDecreases(t *testing.T) {
	r := Correct(readShared(t, stampede2013))
	w := r.what()
	atBegin, elsewhere, wrapped, stands := 0, 0, 0, 0
	for i := range r.Series {
		s := &r.Series[i]
		for k := range s.Raw {
			if s.Type == "ib" && s.Raw[k] == 1<<32-1 {
				stands++
				if k > 0 && s.Flags[k]&Saturated == 0 {
					t.Errorf("%s %s stands at its end without a flag: %s", s.Device, s.Key.Name, s.Flags[k])
				}
			}
			if k == 0 || !s.Key.Counts() || !strings.HasPrefix(s.Type, "intel") || s.Raw[k] >= s.Raw[k-1] {
				continue
			}
			if w.begins[s.Record[k]] > w.begins[s.Record[k-1]] {
				atBegin++
				if s.Flags[k]&Restarted == 0 {
					t.Errorf("%s %s %s: at a begin it has %s", s.Type, s.Device, s.Key.Name, s.Flags[k])
				}
				continue
			}
			elsewhere++
			if s.Flags[k] == Wrapped {
				wrapped++
			}
		}
	}
	if atBegin != 842 || elsewhere != 272 || wrapped != 272 || stands != 90 {
		t.Errorf("%d decreases at %%begin and %d elsewhere, %d of them rollovers; %d values of ib at 2^32-1; want 842, 272, 272, 90", atBegin, elsewhere, wrapped, stands)
	}
}

func series1(bits uint, raw []uint64) (*counter, []uint64, []Flag) {
	c := &counter{raw: raw, bits: bits, rate: 1e12, begun: make([]bool, len(raw)), rebooted: make([]bool, len(raw))}
	for i := range raw {
		c.time = append(c.time, int64(i)*1e9)
	}
	return c, make([]uint64, len(raw)), make([]Flag, len(raw))
}

// A counter that only grows, by less than half its range, is found again whatever its width.
func TestUnrolls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.UintRange(4, 39).Draw(t, "width") // at 40 bits a second is too short for half the range
		mask := uint64(1)<<width - 1
		value := rapid.Uint64().Draw(t, "first")
		steps := rapid.SliceOfN(rapid.Uint64Range(0, mask/2), 1, 50).Draw(t, "steps")
		raw := []uint64{value & mask}
		for _, s := range steps {
			value += s
			raw = append(raw, value&mask)
		}
		c, delta, flags := series1(width, raw)
		c.correct(delta, flags)
		if !slices.Equal(delta[1:], steps) {
			t.Fatalf("%v became %v", steps, delta[1:])
		}
		for i := 1; i < len(raw); i++ {
			if (flags[i] == Wrapped) != (raw[i] < raw[i-1]) {
				t.Fatalf("sample %d, from %d to %d, has %s", i, raw[i-1], raw[i], flags[i])
			}
		}
	})
}

// Nothing adds 2^64, or more than there is: whatever a 64-bit counter does, a difference is not larger than
// the sample at its end, or its share of a dip.
func TestNeverHuge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		raw := rapid.SliceOfN(rapid.OneOf(rapid.Uint64(), rapid.Uint64Range(0, 1000)), 1, 40).Draw(t, "raw")
		c, delta, flags := series1(64, raw)
		c.clamps, c.programmed = rapid.Bool().Draw(t, "clamps"), rapid.Bool().Draw(t, "programmed")
		for i := range raw {
			c.begun[i] = rapid.IntRange(0, 9).Draw(t, "begun") == 0
			c.rebooted[i] = rapid.IntRange(0, 9).Draw(t, "rebooted") == 0
		}
		c.correct(delta, flags)
		for i := 1; i < len(raw); i++ {
			limit := raw[i]
			if flags[i]&Dip != 0 {
				limit = raw[i+1]
			}
			if delta[i] > limit {
				t.Fatalf("sample %d of %v has %d (%s)", i, raw, delta[i], flags[i])
			}
			if raw[i] < raw[i-1] && flags[i] == 0 && flags[i-1]&(Clamped|Dip) == 0 {
				t.Fatalf("sample %d of %v goes down without a flag", i, raw)
			}
		}
	})
}

// Idle and iowait: what is counted in all is how far the highest value is above the first.
func TestClampKeepsTotals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		raw := []uint64{1e6}
		for range rapid.IntRange(1, 30).Draw(t, "n") {
			raw = append(raw, uint64(int64(raw[len(raw)-1])+rapid.Int64Range(-50, 100).Draw(t, "step")))
		}
		c, delta, flags := series1(64, raw)
		c.clamps = true
		c.correct(delta, flags)
		var sum uint64
		for _, d := range delta {
			sum += d
		}
		if want := slices.Max(raw) - raw[0]; sum != want {
			t.Fatalf("%v counts %d, want %d", raw, sum, want)
		}
	})
}

var unexported = gocmp.AllowUnexported(Run{})

// Where records stand, in which file and in which order, makes no difference.
func TestOrderOfRecords(t *testing.T) {
	const header = "$tacc_stats 2.3.5\n$hostname h\n!c a,E,W=16 g ctl,C\n!d x,E y,E,R=S\n"
	rapid.Check(t, func(t *rapid.T) {
		var groups []string
		for i := range rapid.IntRange(1, 20).Draw(t, "n") {
			host := rapid.SampledFrom([]string{"h", "i"}).Draw(t, "host")
			g := fmt.Sprintf("\n%d.%06d %s %s\n", 1700000000+10*i, i, rapid.SampledFrom([]string{"-", "7", "8", "7,8"}).Draw(t, "job"), host)
			g += rapid.SampledFrom([]string{"", "", "%begin 7\n", "%end 7\n"}).Draw(t, "mark")
			for _, dev := range []string{"0", "1"} {
				g += fmt.Sprintf("c %s %d %d 3\n", dev, rapid.IntRange(0, 65535).Draw(t, "a"), rapid.IntRange(0, 9).Draw(t, "g"))
			}
			if rapid.Bool().Draw(t, "fast") {
				g += fmt.Sprintf("d e @fast %d\n", 3*i)
			} else {
				g += fmt.Sprintf("d e @full %d %d\n", 3*i, rapid.IntRange(0, 99).Draw(t, "y"))
			}
			groups = append(groups, g)
		}
		want := results(t, header+strings.Join(groups, ""))
		perm := rapid.Permutation(groups).Draw(t, "order")
		cut := rapid.IntRange(0, len(perm)).Draw(t, "cut")
		first, second := header+strings.Join(perm[:cut], ""), header+strings.Join(perm[cut:], "")
		if diff := gocmp.Diff(want, results(t, first, second), unexported); diff != "" {
			t.Errorf("two files (-one +two)\n%s", diff)
		}
		if diff := gocmp.Diff(want, results(t, first+second), unexported); diff != "" {
			t.Errorf("concatenated (-one +two)\n%s", diff)
		}
		if diff := gocmp.Diff(want, results(t, first+second+strings.Join(groups, "")), unexported); diff != "" {
			t.Errorf("sent twice (-one +two)\n%s", diff)
		}
	})
}

// results returns what is found out of files: the series and jobs, without the places of records.
func results(t *rapid.T, files ...string) (out struct {
	Series []Series
	Jobs   []Job
}) {
	d := new(Data)
	for _, f := range files {
		if err := d.Add("", bytes.NewReader([]byte(f))); err != nil {
			t.Fatal(err)
		}
	}
	if len(d.Faults) > 0 {
		t.Fatal(d.Faults)
	}
	r := Correct(d)
	out.Series, out.Jobs = r.Series, r.Jobs()
	for i := range out.Series {
		out.Series[i].Record = nil
	}
	for i := range out.Jobs {
		for k := range out.Jobs[i].Runs {
			out.Jobs[i].Runs[k].from, out.Jobs[i].Runs[k].to = 0, 0
			out.Jobs[i].Runs[k].Records = 0
		}
	}
	return out
}

// A programmed counter that restarts near its end has not counted up to there.
func TestImplausibleLowerBound(t *testing.T) {
	const text = "$tacc_stats 2.3.5\n$hostname n\n!intel_pmc3 CTL0,C CTR0,E,W=48\n\n" +
		"1000 5 n\n%begin 5\nintel_pmc3 0 1 280000000000000\n\n1010 6 n\n%begin 6\nintel_pmc3 0 1 270000000000000\n\n1020 6 n\nintel_pmc3 0 1 270000000001000\n\n" +
		"1030 7 n\n%begin 7\nintel_pmc3 0 1 5000\n"
	d := new(Data)
	if err := d.Add("x", strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	s := Correct(d).find(t, "intel_pmc3", "0", "CTR0")
	if want := []uint64{0, 0, 1000, 5000}; !slices.Equal(s.Delta, want) {
		t.Errorf("deltas %v, want %v", s.Delta, want)
	}
	if want := []Flag{0, Restarted | LowerBound | Implausible, 0, Restarted | LowerBound}; !slices.Equal(s.Flags, want) {
		t.Errorf("flags %v, want %v", s.Flags, want)
	}
}

// A job that begins on an idle node has it for itself.
func TestJobAfterIdleTimeIsAlone(t *testing.T) {
	const text = "$tacc_stats 2.3.5\n$hostname n\n!cpu user,E,U=cs\n\n1000 - n\ncpu 0 1\n\n1010 5 n\n%begin 5\ncpu 0 2\n\n" +
		"1020 5 n\ncpu 0 3\n\n1030 5 n\n%end 5\ncpu 0 4\n\n1040 6,7 n\n%begin 7\ncpu 0 5\n"
	d := new(Data)
	if err := d.Add("x", strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	for _, j := range Correct(d).Jobs() {
		if shared := j.Runs[0].Shared; shared != (j.ID == "6" || j.ID == "7") {
			t.Errorf("job %s: shared is %v", j.ID, shared)
		}
	}
	for _, j := range Correct(readShared(t, "compute-0-1-2014/1414794601.gz")).Jobs() {
		if j.Runs[0].Shared {
			t.Errorf("job %s of a real node is shared", j.ID)
		}
	}
}
