package main

import (
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats/export"
)

// releases is where the files of each release are, a directory for each.
const releases = "../../testdata"

// unpacked copies the files of a release, without the packing of those that were packed for the repository.
func unpacked(t *testing.T, from string) (to string, files []string) {
	t.Helper()
	to = t.TempDir()
	err := filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "README.md" {
			return err
		}
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		var r io.Reader = f
		inside, _ := filepath.Rel(from, name)
		if plain, packed := strings.CutSuffix(inside, ".gz"); packed {
			inside = plain
			if r, err = gzip.NewReader(f); err != nil {
				return err
			}
		}
		data, err := io.ReadAll(r)
		if err != nil {
			return err
		}
		files = append(files, filepath.ToSlash(inside))
		if err := os.MkdirAll(filepath.Join(to, filepath.Dir(inside)), 0o700); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, inside), data, 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
	return to, files
}

// readings are commands that read the files of a release, each with what it then says; of, blank for the same, is what they
// read besides what the command names. Commands that are renamed keep their old names, and so this table its lines.
var readings = []struct {
	command, says string
	of            []string
}{
	{"show run/timing.mptsum", "run_loop", nil},
	{"show run/run.mptprof", "run_loop", nil},
	{"show run/run.run.json", "TASK_CLOCK@process", nil},
	{"show run/run.yaml", "TASK_CLOCK@process", nil},
	{"show run/timing.0", "E3SM ranks", nil},
	{"show run/timing.summary", "E3SM stats", nil},
	{"show run/gptl.000000", "GPTL 8 processes", nil},
	{"show run/gptl.summary", "GPTL 8 summary", nil},
	{"show run/geopm.report", "GEOPM report", nil},
	{"geopm check run/geopm.report", "accepted", nil},
	{"diff run/timing.mptsum run/timing.mptsum", "run_loop", nil},
	{"show tables/RUN", "rank died: Total/", []string{"tables/RUN/000000.mptable", "tables/RUN/000001.mptable"}},
	{"recover tables/RUN -o recovered.mptsum", "the ranks' last seconds", []string{"tables/RUN/000000.flight", "tables/RUN/000001.flight"}},
	{"recover tables/RUN -o recovered.geopm.report --format geopm", "", []string{"tables/RUN/000000.samples"}},
	{"page tables/RUN -o page.html", "", nil},
	{"hd check timeline/shallowwater.proj", "accepted", []string{"timeline/"}},
	{"hd dump timeline/shallowwater_node01_0_1.trc", "friction", nil},
	{"hd dump timeline/shallowwater_node01_0_Timers2.stat", "step", nil},
	{"show run/timing.mptsum timeline/shallowwater.proj", "run_loop", nil},
	{"page run/timing.mptsum timeline/shallowwater.proj -o timeline.html", "", nil},
	{"hd check messages/messages.proj", "accepted", []string{"messages/messages_"}},
	{"hd dump messages/messages_node01_0_0.trc", "Send size=4", nil},
	{"hd dump messages/messages_node01_0_0.info", "WORLD", nil},
	{"hd dump messages/server_17.rel", "write size=65536", nil},
	{"page messages -o messages.html", "", nil},
	{"hd check node/node.proj", "accepted", []string{"node/node_node01_Utilization.stat"}},
	{"stats check node/node01/current", "", nil},
	{"stats show node/node01/current", "node01", nil},
}

// writtenOnly are forms that are read by programs of others.
var writtenOnly = []string{"messages/matrix.csv", "messages/matrix.paths.csv"}

// Whatever a release has written is read by this version.
func TestFilesOfReleases(t *testing.T) {
	dirs, err := filepath.Glob(filepath.Join(releases, "v*"))
	if err != nil || len(dirs) == 0 {
		t.Fatal(dirs, err)
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			to, files := unpacked(t, dir)
			t.Chdir(to)
			runs, err := filepath.Glob("tables/*")
			if err != nil || len(runs) != 1 {
				t.Fatal(runs, err)
			}
			run := filepath.ToSlash(runs[0])
			read := slices.Clone(writtenOnly)
			for _, r := range readings {
				args := strings.Fields(strings.ReplaceAll(r.command, "tables/RUN", run))
				var out strings.Builder
				if status := execute(args, &out, &out); status != 0 || !strings.Contains(out.String(), r.says) {
					t.Errorf("%s: status %d, want %q in\n%.2000s", r.command, status, r.says, out.String())
				}
				read = append(read, args...)
				for _, of := range r.of {
					of = strings.ReplaceAll(of, "tables/RUN", run)
					read = append(read, slices.DeleteFunc(slices.Clone(files), func(f string) bool { return !strings.HasPrefix(f, of) })...)
				}
			}
			csv, err := os.Open("run/run.csv")
			if err != nil {
				t.Fatal(err)
			}
			defer csv.Close()
			if s, err := export.ReadCSV(csv); err != nil || len(s.Regions) < 5 {
				t.Errorf("run.csv: %v", err)
			}
			for _, f := range files {
				if !slices.Contains(read, f) && f != "run/run.csv" && f != "keys.yaml" {
					t.Errorf("nothing reads %s", f)
				}
			}
		})
	}
}

// A form that can be read back has a file among those of the latest release.
func TestEveryFormHasAFile(t *testing.T) {
	_, files := unpacked(t, filepath.Join(releases, "v0.1.0"))
	for _, f := range export.Formats() {
		if f.Reads && !slices.ContainsFunc(files, func(name string) bool { return strings.HasPrefix(name, "run/") && strings.HasSuffix(name, f.Extension) }) {
			t.Errorf("no file of the form %s", f.Name)
		}
	}
}
