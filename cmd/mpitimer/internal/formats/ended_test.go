package formats

import (
	"bytes"
	"strings"
	"testing"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export"
)

// killed is two ranks that were killed in their main loop: it has been open for 8 and 9 s, and the second rank's third
// step, of 1 s each, for half a second.
func killed(t *testing.T) export.Run {
	t.Helper()
	var list []*stats.Profile
	for rank := range 2 {
		open := int64(8+rank) * 1e9
		steps := stats.Measure{Calls: 2, Timed: 2, Total: 2e9, Min: 1e9, Max: 1e9, Squares: stats.Mul(2e9, 1e9)}
		if rank == 1 {
			steps.Running, steps.Total, steps.Open = 1, 25e8, 5e8
		}
		list = append(list, &stats.Profile{Rank: rank, Size: 2, To: 1e10, Tracks: []string{"main"},
			Environments: []stats.Environment{{Name: "Default", Size: 2, Ranks: []stats.Range{{First: 0, Last: 1, Stride: 1}}}},
			Nodes: []stats.Node{
				{Parent: -1, Name: "CPL:RUN_LOOP", Measure: stats.Measure{Running: 1, Total: open, Open: open}},
				{Parent: 0, Name: "CPL:CLOCK_ADVANCE", Measure: steps},
			}})
	}
	s, err := stats.Merge(list)
	if err != nil {
		t.Fatal(err)
	}
	return export.Run{Summary: s, Profiles: list}
}

func named(t *testing.T, name string) *Format {
	t.Helper()
	f, err := Named(name, false)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// What was open when a run was killed counts up to then in the files of GPTL and E3SM, marked as on: of the ranks one
// by one, and of a summary alone. CIME read "Run Time 0.000".
func TestOpenIntervalsCountInFilesOfGPTL(t *testing.T) {
	const loop = `"CPL:RUN_LOOP"      y          2        2 2.000000e+00   1.700000e+01     9.000 (     1      0)     8.000 (     0      0)`
	const steps = `"CPL:CLOCK_ADVANCE" y          2        2 5.000000e+00   4.500000e+00     2.500 (     1      0)     2.000 (     0      0)`
	for what, leave := range map[string]func(*export.Run, *Options){
		"ranks":   func(*export.Run, *Options) {},
		"summary": func(r *export.Run, _ *Options) { r.Profiles = nil },
		"paths":   func(_ *export.Run, o *Options) { o.Method = gptlcompat.PathNames },
	} {
		r, o := killed(t), Options{}
		leave(&r, &o)
		var b bytes.Buffer
		if err := named(t, "e3sm").Write(&b, r, &o); err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(b.String(), "CPL:RUN_LOOP:CPL", "CPL")
		for _, row := range []string{loop, steps} {
			if words := strings.Join(strings.Fields(row), " "); !strings.Contains(strings.Join(strings.Fields(text), " "), words) {
				t.Errorf("%s: no %q in\n%s", what, words, text)
			}
		}
	}
	r := killed(t)
	for format, want := range map[string][]string{
		"e3sm-ranks": {`"CPL:RUN_LOOP" y 1 - 9.000000 9.000000 9.000000`, `"CPL:CLOCK_ADVANCE" y 3 - 2.500000 1.000000 0.500000`},
		"gptl-ranks": {`! CPL:RUN_LOOP 1 - 9.000 9.000 9.000`, `! CPL:CLOCK_ADVANCE 3 - 2.500 1.000 0.500`},
	} {
		var b bytes.Buffer
		if err := named(t, format).rank(&b, r.Profiles[1], &Options{}); err != nil {
			t.Fatal(err)
		}
		text := strings.Join(strings.Fields(b.String()), " ")
		for _, row := range want {
			if !strings.Contains(text, row) {
				t.Errorf("%s: no %q in\n%s", format, row, b.String())
			}
		}
	}
	if n := &r.Profiles[1].Nodes[1]; n.Calls != 2 || n.Open != 5e8 || n.Min != 1e9 {
		t.Errorf("the profile was changed: %+v", n)
	}
	var b bytes.Buffer
	if err := named(t, "e3sm-single").Write(&b, r, &Options{}); err != nil || check.SingleFile(b.Bytes()) != nil || strings.Count(b.String(), `"CPL:RUN_LOOP"`) != 3 {
		t.Errorf("%v, %v\n%s", err, check.SingleFile(b.Bytes()), b.String())
	}
}
