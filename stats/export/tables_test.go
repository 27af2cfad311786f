package export

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats"
)

func TestCaliper(t *testing.T) {
	eachRun(t, func(t *rapid.T, r Run) {
		f := make(map[string]json.RawMessage)
		decoded(t, written(t, "caliper", r), &f)
		var columns []string
		var metadata []struct {
			IsValue *bool `json:"is_value"`
		}
		var nodes []struct {
			Label, Column *string
			Parent        *int
		}
		var data [][]*float64
		decoded(t, f["columns"], &columns)
		decoded(t, f["column_metadata"], &metadata)
		decoded(t, f["nodes"], &nodes)
		decoded(t, f["data"], &data)
		if len(metadata) != len(columns) || columns[0] != "path" || *metadata[0].IsValue {
			t.Fatalf("columns %v", columns)
		}
		if slices.Sort(columns[1:]); len(slices.Compact(slices.Clone(columns))) != len(columns) {
			t.Errorf("columns %q", columns)
		}
		decoded(t, f["columns"], &columns)
		if len(nodes) != len(r.Summary.Regions) || f["Node order"] != nil {
			t.Fatalf("%d nodes of %d regions", len(nodes), len(r.Summary.Regions))
		}
		for i, n := range nodes {
			if n.Label == nil || n.Column == nil || *n.Column != "path" || n.Parent != nil && *n.Parent >= i {
				t.Errorf("node %d: %v", i, n)
			}
		}
		for _, name := range columns {
			// Hatchet takes a column for inclusive by the end of its name, or by this name.
			if inclusive := strings.HasSuffix(name, " (inc)") || name == columnInclusive; inclusive == slices.Contains([]string{"path", "mpi.rank", "sum#time.duration", "count", "ranks", "max rank"}, name) {
				t.Errorf("column %q", name)
			}
		}
		at := func(name string) int { return slices.Index(columns, name) }
		var self, total, calls float64
		for _, row := range data {
			if len(row) != len(columns) || row[0] == nil || int(*row[0]) >= len(nodes) {
				t.Fatalf("row %v of %v", row, columns)
			}
			if r.Profiles != nil && row[at("mpi.rank")] == nil {
				t.Errorf("no rank in %v", row)
			}
			self += *row[at("sum#time.duration")]
			total += *row[at("inclusive#sum#time.duration")]
			calls += *row[at("count")]
		}
		if (at("mpi.rank") > 0) != (r.Profiles != nil) {
			t.Errorf("columns %v", columns)
		}
		near(t, "time", self, selfSum(r.Summary)/1e9)
		near(t, "calls", calls, callSum(r.Summary))
		var want float64
		for i := range r.Summary.Regions {
			want += r.Summary.Regions[i].Total.Float64() / 1e9
		}
		near(t, "inclusive time", total, want)
	})
}

type literal struct {
	Frame    struct{ Name, Type string }
	Metrics  map[string]float64
	Children []literal
}

func TestHatchet(t *testing.T) {
	eachRun(t, func(t *rapid.T, r Run) {
		var roots []literal
		decoded(t, written(t, "hatchet", r), &roots)
		ids := make(map[float64]bool)
		var self float64
		var walk func(list []literal, parent int)
		walk = func(list []literal, parent int) {
			for _, n := range list {
				id := n.Metrics["_hatchet_nid"]
				if ids[id] {
					t.Errorf("two nodes are %g", id)
				}
				ids[id] = true
				g := &r.Summary.Regions[int(id)]
				if g.Parent != parent || shown(g.Name) != n.Frame.Name || n.Frame.Name == "" || n.Frame.Type == "" || len(n.Metrics) != len(roots[0].Metrics) {
					t.Errorf("node %g is %q below %d, want %q below %d", id, n.Frame.Name, parent, g.Name, g.Parent)
				}
				near(t, "time (inc)", n.Metrics["time (inc)"], g.Total.Float64()/1e9)
				near(t, "max time (inc)", n.Metrics["max time (inc)"], float64(g.Max.Value)/1e9)
				self += n.Metrics["time"]
				walk(n.Children, int(id))
			}
		}
		walk(roots, -1)
		near(t, "time", self, selfSum(r.Summary)/1e9)
		if len(ids) != len(r.Summary.Regions) {
			t.Errorf("%d nodes of %d regions", len(ids), len(r.Summary.Regions))
		}
	})
}

func TestCSVComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := genRun(t)
		text := written(t, "csv", r)
		rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
		if err != nil || len(rows) != 1+len(r.Summary.Regions) {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		for _, row := range rows {
			for _, field := range row {
				if number := regexp.MustCompile(`^-?\d`).MatchString(field); field != oneLine(strings.ReplaceAll(field, `\`, "")) && !strings.Contains(field, `\`) || !number && field != "" && strings.IndexByte("=+-@", field[0]) >= 0 {
					t.Errorf("field %q", field)
				}
			}
		}
		got, err := ReadCSV(bytes.NewReader(text))
		if len(r.Summary.Regions) == 0 {
			if !errors.Is(err, stats.ErrFormat) {
				t.Fatal(err)
			}
			return
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		want := *r.Summary
		for i := range want.Regions {
			g := &want.Regions[i]
			g.RankHistogram, g.RankSets, g.CallHistogram, g.Values = nil, nil, stats.Histogram{}, nil
			if want.Environments[g.Environment].Name != got.Environments[got.Regions[i].Environment].Name || !slices.Equal(want.Environments[g.Environment].Ranks, got.Environments[got.Regions[i].Environment].Ranks) {
				t.Errorf("region %d is of environment %v", i, got.Environments[got.Regions[i].Environment])
			}
			g.Environment, got.Regions[i].Environment = 0, 0
		}
		ignored := cmpopts.IgnoreFields(stats.Summary{}, "Environments", "Clocks", "Counters", "Warnings", "Warned")
		if diff := cmp.Diff(&want, got, ignored, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	})
}

func TestReadCSVRefuses(t *testing.T) {
	good := string(written(t, "csv", solver()))
	for old, text := range map[string]string{
		"parent,": "missing", "0-3,": "ranks", `,writers,`: `has an escape`, "Total,Total": "line 2", "calls,recursion": "twice",
	} {
		changed := strings.Replace(good, old, map[string]string{
			"parent,": "father,", "0-3,": "\"0-x\",", ",writers,": `,wri\qters,`, "Total,Total": `Total,Total,1`, "calls,recursion": "calls,calls",
		}[old], 1)
		if _, err := ReadCSV(strings.NewReader(changed)); !errors.Is(err, stats.ErrFormat) || !strings.Contains(err.Error(), text) {
			t.Errorf("%q: got %v, want an error with %q", old, err, text)
		}
	}
}

func FuzzReadCSV(f *testing.F) {
	f.Add(written(f, "csv", small()))
	f.Add([]byte("a,b\n\"\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := ReadCSV(bytes.NewReader(text))
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := WriteCSV(&b, s); err != nil {
			if errors.Is(err, ErrRun) {
				return // too deep
			}
			t.Fatal(err)
		}
		again, err := ReadCSV(&b)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(s, again, cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
	})
}
