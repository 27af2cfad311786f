package load

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/internal/corpus"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export"
)

// profileOf returns a rank of size that ran "run" and below it "halo".
func profileOf(rank, size int, halo int64) *stats.Profile {
	one := func(parent int, name string, total int64) stats.Node {
		return stats.Node{Parent: parent, Name: name, Measure: stats.Measure{
			Calls: 1, Total: total, Timed: 1, Min: total, Max: total, Squares: stats.Square(uint64(total)),
		}}
	}
	return &stats.Profile{
		Rank: rank, Size: size, Host: "node1", Program: "ocean", Clock: stats.Clock{Name: "tsc"},
		Environments: []stats.Environment{{Name: "default", Size: size, Ranks: []stats.Range{{First: 0, Last: size - 1, Stride: 1}}}},
		Tracks:       []string{"main"},
		Nodes:        []stats.Node{one(-1, "run", 5e9), one(0, "halo", halo)},
	}
}

func profiles(size int) (list []*stats.Profile) {
	for rank := range size {
		list = append(list, profileOf(rank, size, int64(rank+1)*1e9))
	}
	return list
}

func merged(t *testing.T, list []*stats.Profile) *stats.Summary {
	t.Helper()
	s, err := stats.Merge(list)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func encoded(t *testing.T, things ...interface{ MarshalBinary() ([]byte, error) }) []byte {
	t.Helper()
	var all []byte
	for _, x := range things {
		b, err := x.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, b...)
	}
	return all
}

func file(t *testing.T, folder, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func loaded(t *testing.T, names ...string) *Run {
	t.Helper()
	run, err := Files(names)
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Summary.Check(); err != nil {
		t.Error(err)
	}
	return run
}

func TestOfSeveralSummariesInAFileTheLastCounts(t *testing.T) {
	name := file(t, t.TempDir(), "whatever", encoded(t, merged(t, profiles(2)), merged(t, profiles(3))))
	run := loaded(t, name)
	if run.Summary.Size != 3 || run.Form != "summary" || run.Name != "whatever" || run.Ranks != nil || !strings.HasPrefix(run.Meta["frames"], "2;") {
		t.Errorf("got %d ranks of form %q called %q, meta %q", run.Summary.Size, run.Form, run.Name, run.Meta)
	}
}

func TestProfilesOfSeveralFilesAreMerged(t *testing.T) {
	dir, list := t.TempDir(), profiles(4)
	a := file(t, dir, "a", encoded(t, list[2], list[0]))
	b := file(t, dir, "b", encoded(t, list[3]))
	run := loaded(t, a, b)
	if len(run.Ranks) != 3 || run.Ranks[1].Rank != 2 || run.Form != "profiles" || run.Name != "a and 1 more" {
		t.Errorf("got %d profiles of form %q called %q", len(run.Ranks), run.Form, run.Name)
	}
	if want := []string{"1 rank of 4: 1"}; fmt.Sprint(run.Lacks) != fmt.Sprint(want) {
		t.Errorf("lacks %q, want %q", run.Lacks, want)
	}
	if got, want := run.Summary.Regions[1].Max.Value, int64(4e9); got != want {
		t.Errorf("the largest time is %d, want %d", got, want)
	}
}

func TestFolderTakesTheBestAndPassesOverOthers(t *testing.T) {
	dir, list := t.TempDir(), profiles(3)
	file(t, dir, "timing.mptsum", encoded(t, merged(t, list)))
	file(t, dir, "notes.txt", []byte("nothing of timers\n"))
	var text bytes.Buffer
	if err := gptlcompat.WriteGlobal(&text, merged(t, []*stats.Profile{gptlcompat.ByName(list[0]), gptlcompat.ByName(list[1]), gptlcompat.ByName(list[2])}), gptlcompat.GlobalOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := check.Global(text.Bytes()); err != nil {
		t.Error(err)
	}
	file(t, dir, "timing_stats", text.Bytes())
	for _, p := range list {
		file(t, dir, fmt.Sprintf("rank%d", p.Rank), encoded(t, p))
	}
	run := loaded(t, dir)
	if run.Form != "summary" || len(run.Ranks) != 3 || run.Meta["passed over"] != "1 file of other kinds" {
		t.Errorf("got form %q, %d profiles, meta %q", run.Form, len(run.Ranks), run.Meta)
	}
}

func TestWhatGPTLWritesIsReadBack(t *testing.T) {
	dir := t.TempDir()
	for _, p := range profiles(3) {
		var text bytes.Buffer
		if err := upstream.WriteTiming(&text, p, upstream.TimingOptions{}); err != nil {
			t.Fatal(err)
		}
		file(t, dir, upstream.TimingName(p.Rank), text.Bytes())
	}
	run := loaded(t, dir)
	if run.Form != "GPTL 8 processes" || run.Summary.Size != 3 || run.Summary.Ranks != 3 {
		t.Fatalf("got %d of %d ranks of form %q", run.Summary.Ranks, run.Summary.Size, run.Form)
	}
	if r := run.Summary.Regions[1]; r.Name != "halo" || r.Parent != 0 || r.Max != (stats.Extreme{Value: 3e9, Rank: 2}) {
		t.Errorf("got %+v", r)
	}
}

func TestCompressed(t *testing.T) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if err := upstream.WriteTiming(z, profileOf(0, 1, 1e9), upstream.TimingOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if run := loaded(t, file(t, t.TempDir(), "timing.000007.gz", b.Bytes())); run.Ranks[0].Rank != 7 || run.Summary.Size != 8 {
		t.Errorf("got rank %d of %d", run.Ranks[0].Rank, run.Summary.Size)
	}
}

func TestJSONAndYAMLAreReadBack(t *testing.T) {
	list := profiles(3)
	whole := export.Run{Summary: merged(t, list), Profiles: list, Meta: map[string]string{"case": "ne30"}}
	for form, write := range map[string]func(io.Writer, export.Run) error{"JSON": export.WriteJSON, "YAML": export.WriteYAML} {
		var b bytes.Buffer
		if err := write(&b, whole); err != nil {
			t.Fatal(err)
		}
		name := file(t, t.TempDir(), "run", b.Bytes())
		run := loaded(t, name)
		if diff := cmp.Diff(whole.Summary, run.Summary); diff != "" || run.Form != form || len(run.Ranks) != 3 || run.Meta["case"] != "ne30" {
			t.Errorf("form %q, %d profiles, meta %q, summary differs:\n%s", run.Form, len(run.Ranks), run.Meta, diff)
		}
		if run, err := Files([]string{file(t, t.TempDir(), "cut", b.Bytes()[:b.Len()*2/3])}); err == nil || run != nil && !errors.Is(err, cli.ErrIncomplete) {
			t.Errorf("of a file that is cut: %v", err)
		}
	}
}

// CSV is read as JSON is, but what the ranks' own files say is preferred to it: it has no histograms.
func TestCSVIsReadBack(t *testing.T) {
	dir, list := t.TempDir(), profiles(3)
	var b bytes.Buffer
	if err := export.WriteCSV(&b, merged(t, list)); err != nil {
		t.Fatal(err)
	}
	name := file(t, dir, "run.csv", b.Bytes())
	if run := loaded(t, name); run.Form != "CSV" || len(run.Summary.Regions) != len(list[0].Nodes) || run.Ranks != nil {
		t.Errorf("form %q, %d regions", run.Form, len(run.Summary.Regions))
	}
	b.Reset()
	for _, p := range list {
		if _, err := p.WriteTo(&b); err != nil {
			t.Fatal(err)
		}
	}
	if run := loaded(t, name, file(t, dir, "run.mptprof", b.Bytes())); run.Form != "profiles" || len(run.Ranks) != 3 || run.Meta["single ranks"] != "" {
		t.Errorf("form %q, meta %q", run.Form, run.Meta)
	}
}

func TestErrorsNameTheFileAndWhatWasExpected(t *testing.T) {
	dir := t.TempDir()
	good := encoded(t, merged(t, profiles(2)))
	empty := filepath.Join(dir, "empty")
	if err := os.Mkdir(empty, 0o777); err != nil {
		t.Fatal(err)
	}
	two := file(t, dir, "two", good)
	for _, c := range []struct {
		want  string
		names []string
	}{
		{"bin: not a file of timers: begins with", []string{file(t, dir, "bin", []byte("\x7fELF\x00\x00"))}},
		{"text: not a file of timers: text without a table", []string{file(t, dir, "text", []byte("hello\n"))}},
		{"p.proj: not a file of timers: a timeline has no times", []string{file(t, dir, "p.proj", []byte("<Application name=\"p\">\n"))}},
		{"json: not a file of timers: JSON of another kind", []string{file(t, dir, "json", []byte("{\"format\": \"gptl-rank/1\"}"))}},
		{"nil: not a file of timers: it is empty", []string{file(t, dir, "nil", nil)}},
		{"absent: no such file", []string{filepath.Join(dir, "absent")}},
		{"empty: not a file of timers: expected a summary", []string{empty}},
		{"cut: stats: not readable as a summary", []string{file(t, dir, "cut", good[:len(good)/2])}},
		{"expected one summary of a run", []string{two, file(t, dir, "again", good)}},
		{"are of 2 and of 3", []string{file(t, dir, "p2", encoded(t, profiles(2)[0])), file(t, dir, "p3", encoded(t, profiles(3)[1]))}},
		{"both hold rank 0", []string{file(t, dir, "r0", encoded(t, profiles(2)[0])), file(t, dir, "r00", encoded(t, profiles(2)[0]))}},
		{"table: ", []string{file(t, dir, "table", []byte("mpitimer"))}},
		{"no file is named", nil},
	} {
		run, err := Files(c.names)
		if run != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, %v, want an error with %q", run, err, c.want)
		}
	}
}

func TestWhatIsGoodOfADamagedFileIsThere(t *testing.T) {
	list := profiles(3)
	all := encoded(t, list[0], list[1], list[2])
	run, err := Files([]string{file(t, t.TempDir(), "p", all[:len(all)-5])})
	if !errors.Is(err, cli.ErrIncomplete) || !strings.Contains(err.Error(), "behind 2 good") {
		t.Errorf("got error %v", err)
	}
	if run == nil || len(run.Ranks) != 2 {
		t.Fatalf("got %+v", run)
	}
}

func realData(t *testing.T, kind string) string {
	t.Helper()
	dir := filepath.Join("..", "..", "..", "..", "..", "shared", "data", kind)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("the collection of real files is not beside the repository: %v", err)
	}
	return dir
}

// withoutTable reports whether a file of the collection holds no table of timers.
func withoutTable(path string) bool {
	name := filepath.Base(path)
	for _, part := range []string{"README.md", "drv_in", "misc.txt", "stdout.txt", "stderr.txt", "err.txt", "e3sm_timing.", ".json"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return slices.Contains([]string{"rc", "stdout", "stderr"}, name) || filepath.Ext(name) == ".c"
}

func TestEveryRealFileLoads(t *testing.T) {
	for _, kind := range []string{"gptl", "geopm"} {
		n := 0
		err := filepath.WalkDir(realData(t, kind), func(name string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			if withoutTable(name) {
				if run, err := Files([]string{name}); run != nil || !errors.Is(err, ErrForm) {
					t.Errorf("%s: got %v, %v", name, run, err)
				}
				return nil
			}
			start := time.Now()
			run, err := Files([]string{name})
			if run == nil || err != nil && !errors.Is(err, cli.ErrIncomplete) {
				t.Errorf("%s: %v", name, err)
				return nil
			}
			if err := run.Summary.Check(); err != nil || len(run.Summary.Regions) == 0 || len(run.Lacks) == 0 {
				t.Errorf("%s: %d regions, lacks %q, %v", name, len(run.Summary.Regions), run.Lacks, err)
			}
			n++
			t.Logf("%s: %s, %d regions, %d ranks, %v (%v)", d.Name(), run.Form, len(run.Summary.Regions), run.Summary.Size, time.Since(start), err)
			return nil
		})
		if err != nil || n < 4 {
			t.Errorf("%s: %d files, %v", kind, n, err)
		}
	}
}

// Of a log with the tables of several runs each can be asked for.
func TestTablesOfALog(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(realData(t, "gptl"), "perf-data", "homme_time.frontier.txt"))
	if err != nil {
		t.Fatal(err)
	}
	other := bytes.Replace(text, []byte(`"prim_init1"`), []byte(`"another___"`), 1)
	name := file(t, t.TempDir(), "homme.log", slices.Concat(text, other, text))
	for suffix, want := range map[string]string{"": "prim_init1", "#1": "prim_init1", "#2": "another___", "#3": "prim_init1"} {
		run := loaded(t, name+suffix)
		if got := run.Summary.Regions[1].Name; got != want || !strings.HasPrefix(run.Meta["tables"], "3; ") {
			t.Errorf("%s: got %s, want %s; meta %q", suffix, got, want, run.Meta)
		}
	}
	if run, err := Files([]string{name + "#4"}); run != nil || err == nil || !strings.Contains(err.Error(), "there are 3") {
		t.Errorf("#4: got %v, %v", run, err)
	}
}

func TestRealFolders(t *testing.T) {
	dir := realData(t, "gptl")
	run := loaded(t, filepath.Join(dir, "generated", "upstream-base"))
	if run.Form != "GPTL 8 processes" || len(run.Ranks) != 3 || run.Summary.Ranks != 3 {
		t.Errorf("got form %q, %d profiles", run.Form, len(run.Ranks))
	}
	run = loaded(t, filepath.Join(dir, "generated", "e3sm-4ranks-ovhd", "model_timing_stats"), filepath.Join(dir, "generated", "e3sm-4ranks-ovhd", "model_timing.2"))
	if run.Form != "E3SM stats" || len(run.Ranks) != 1 || run.Ranks[0].Size != 4 {
		t.Errorf("got form %q, %d profiles", run.Form, len(run.Ranks))
	}
}

// Whatever a file holds, there is an error or a Run that makes sense.
func FuzzFiles(f *testing.F) {
	s, err := stats.Merge(profiles(2))
	if err != nil {
		f.Fatal(err)
	}
	b, _ := s.MarshalBinary()
	f.Add(b)
	b, _ = profiles(2)[1].MarshalBinary()
	f.Add(append(bytes.Clone(b), b...))
	var text bytes.Buffer
	_ = upstream.WriteTiming(&text, profiles(2)[0], upstream.TimingOptions{})
	f.Add(bytes.Clone(text.Bytes()))
	text.Reset()
	_ = gptlcompat.WriteGlobal(&text, s, gptlcompat.GlobalOptions{PathNames: true})
	f.Add(bytes.Clone(text.Bytes()))
	f.Add([]byte("GEOPM Version: 3.1.0\nStart Time: x\nProfile: p\nAgent: monitor\nPolicy: {}\nHosts:\n  n1:\n    Regions:\n    -\n      region: \"a\"\n      hash: 0x1\n      runtime (s): 3\n      power (W): 4\n    Application Totals:\n      runtime (s): 5\n"))
	f.Add([]byte("mpitimer\x01\x00"))
	f.Add([]byte("\x1f\x8b\x08\x00"))
	text.Reset()
	_ = export.WriteJSON(&text, export.Run{Summary: s, Profiles: profiles(2)})
	f.Add(bytes.Clone(text.Bytes()))
	text.Reset()
	_ = export.WriteYAML(&text, export.Run{Summary: s})
	f.Add(bytes.Clone(text.Bytes()))
	corpus.AddReal(f, func(b []byte) { f.Add(b) }, "../../../../../shared/data", "geopm/*.report", "gptl/generated/*/*")
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, content []byte) {
		name := filepath.Join(dir, "timing.000001")
		if err := os.WriteFile(name, content, 0o666); err != nil {
			t.Fatal(err)
		}
		run, err := Files([]string{name})
		switch {
		case run == nil && err == nil:
			t.Error("neither a run nor an error")
		case run == nil && !strings.Contains(err.Error(), name):
			t.Errorf("the error does not name the file: %v", err)
		case run != nil:
			if err := run.Summary.Check(); err != nil {
				t.Error(err)
			}
		}
	})
}

// Of a log each table can be had, also behind a damaged one, which is named with its line.
func TestDamagedTableInALog(t *testing.T) {
	const head = "'count' is cumulative. All other stats are max/min\n'on' indicates whether the timer was active during output, and so stats are lower or upper bounds.\n\n" +
		"name     on  processes  threads        count      walltotal   wallmax (proc   thrd  )   wallmin (proc   thrd  )\n"
	const row = `   -          2        2 2.000000e+00   3.000000e+00     2.000 (     1      0)     1.000 (     0      0)` + "\n\n"
	const tasks = "***** GLOBAL STATISTICS (     2 MPI TASKS) *****\n"
	name := file(t, t.TempDir(), "log", []byte("model output\n"+tasks+head+`"first"`+row+"***** GLOBAL STATISTICS (     2 MPI\n\nname  threads  count\n\n"+tasks+head+`"third"`+row))
	for number, want := range map[string]string{"": "first", "#1": "first", "#3": "third"} {
		run, err := Files([]string{name + number})
		if err != nil || run.Summary.Regions[0].Name != want || !strings.Contains(strings.Join(run.Lacks, "\n"), "table #2, which is damaged: E3SM global statistics: line 9: want the number of MPI tasks") {
			t.Errorf("%q: %v, %+v", number, err, run)
		}
	}
	if _, err := Files([]string{name + "#2"}); err == nil || !strings.Contains(err.Error(), "line 9") {
		t.Error(err)
	}
}

// In a file with one record per name what is not known of a timer with several parents is blank below each of them, and
// the time that these have for themselves; that of all others is known.
func TestSeveralParentsInAFileByName(t *testing.T) {
	m := func(calls uint64, ns int64) stats.Measure {
		return stats.Measure{Calls: calls, Timed: calls, Total: ns, Min: ns / int64(calls), Max: ns / int64(calls)}
	}
	p := profileOf(0, 1, 1e9)
	p.Nodes = []stats.Node{{Parent: -1, Name: "run", Measure: m(1, 9e9)}, {Parent: 0, Name: "dyn", Measure: m(1, 5e9)}, {Parent: 1, Name: "halo", Measure: m(4, 2e9)},
		{Parent: 0, Name: "phys", Measure: m(1, 3e9)}, {Parent: 3, Name: "halo", Measure: m(6, 1e9)}}
	for _, blocks := range []bool{true, false} {
		var text bytes.Buffer
		if err := upstream.WriteTiming(&text, p, upstream.TimingOptions{NoParents: !blocks}); err != nil {
			t.Fatal(err)
		}
		run := loaded(t, file(t, t.TempDir(), "timing.000000", text.Bytes()))
		got := make(map[string]string)
		for i := range run.Summary.Regions {
			r := &run.Summary.Regions[i]
			path := r.Name
			if r.Parent >= 0 {
				path = run.Summary.Regions[r.Parent].Name + "/" + r.Name
			}
			for k, of := range []stats.Lacks{stats.LacksCalls, stats.LacksTotal, stats.LacksSelf} {
				if r.Lacks&of == 0 {
					got[path] += "cts"[k : k+1]
				}
			}
		}
		want := map[string]string{"run": "cts", "run/dyn": "ct", "run/phys": "ct", "dyn/halo": "c", "phys/halo": "t"}
		if !blocks {
			want = map[string]string{"run": "ct", "run/dyn": "ct", "run/phys": "ct", "phys/halo": "ct"}
		}
		if !maps.Equal(got, want) {
			t.Errorf("with blocks %v: known are %v, want %v", blocks, got, want)
		}
	}
}
