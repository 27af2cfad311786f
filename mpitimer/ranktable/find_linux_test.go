package ranktable

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
	"github.com/go-hpc/timers/stats"
)

// find is Find for directories in which there is no error, closed at the end of the test.
func find(t *testing.T, folders ...string) []*Run {
	t.Helper()
	runs, err := Find(folders...)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range runs {
		t.Cleanup(func() { _ = r.Close() })
	}
	return runs
}

func names(runs []*Run) (list []string) {
	for _, r := range runs {
		list = append(list, r.Name)
	}
	return list
}

// ranksOf are the ranks of the tables of a run.
func ranksOf(t *testing.T, r *Run) (list []int) {
	t.Helper()
	for _, table := range r.Tables {
		info, err := table.Info()
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, info.Rank)
	}
	return list
}

// What Find has read of the tables goes with them, also when some are given up.
func TestKeepSomeTables(t *testing.T) {
	folder := runFolder(t, t.TempDir(), someRun)
	for rank := range 6 {
		written(t, folder, rank, 7, 3)
	}
	r := find(t, folder)[0]
	all := r.Tables
	check := func(want ...int) {
		t.Helper()
		var infos, seen []int
		for i := range r.Infos() {
			infos = append(infos, i.Rank)
		}
		r.Each(func(n int, l *Look, err error) {
			if err != nil || l.File != r.Tables[n].name || len(l.Profile.Nodes) == 0 {
				t.Errorf("table %d: %v, %v", n, l, err)
			}
			seen = append(seen, l.Rank)
		})
		if !slices.Equal(infos, want) || !slices.Equal(seen, want) || !slices.Equal(ranksOf(t, r), want) {
			t.Errorf("infos %v, looks %v, tables %v, want %v", infos, seen, ranksOf(t, r), want)
		}
	}
	check(0, 1, 2, 3, 4, 5)
	r.Keep(func(i *Info) bool { return i.Rank%2 == 1 })
	check(1, 3, 5)
	if _, err := all[0].Info(); !errors.Is(err, ErrClosed) {
		t.Errorf("a table that is not kept: %v, want it to be closed", err)
	}
	s, err := r.Summary()
	want := []stats.Range{{First: 0, Last: 0, Stride: 1}, {First: 2, Last: 2, Stride: 1}, {First: 4, Last: 4, Stride: 1}, {First: 6, Last: 6, Stride: 1}}
	if err != nil || s.Ranks != 3 || !slices.Equal(r.Missing, want) {
		t.Errorf("%v, %v; missing %v", s, err, r.Missing)
	}
}

// The tables of a run are found in the directories of several nodes; those that are not there are listed.
func TestRunOnSeveralNodes(t *testing.T) {
	base := t.TempDir()
	nodes := []string{runFolder(t, filepath.Join(base, "node0"), someRun), runFolder(t, filepath.Join(base, "node1"), someRun)}
	other := runFolder(t, filepath.Join(base, "node0"), otherRun)
	for _, rank := range []int{1, 0, 7, 4} {
		written(t, nodes[rank%2], rank, 9, 3)
	}
	written(t, other, 0, 1, 1)
	for _, folders := range [][]string{
		nodes, {nodes[1], nodes[0]}, {nodes[0], nodes[1], nodes[0]}, {filepath.Join(base, "node0"), filepath.Join(base, "node1")},
	} {
		runs := find(t, folders...)
		at := slices.IndexFunc(runs, func(r *Run) bool { return r.Name == filepath.Base(nodes[0]) })
		if at < 0 {
			t.Fatalf("%v: %v", folders, names(runs))
		}
		r := runs[at]
		if r.Size != 9 || r.Program != "program" || len(r.Folders) != 2 || len(r.Problems) != 0 {
			t.Errorf("%v: %+v", folders, r)
		}
		if got := ranksOf(t, r); !slices.Equal(got, []int{0, 1, 4, 7}) {
			t.Errorf("ranks %v", got)
		}
		want := []stats.Range{{First: 2, Last: 3, Stride: 1}, {First: 5, Last: 6, Stride: 1}, {First: 8, Last: 8, Stride: 1}}
		if !reflect.DeepEqual(r.Missing, want) {
			t.Errorf("missing %v, want %v", r.Missing, want)
		}
		s, err := r.Summary()
		if err != nil || s.Ranks != 4 || s.Size != 9 || !reflect.DeepEqual(s.Missing, want) {
			t.Errorf("%+v %v", s, err)
		}
	}
	if got := names(find(t, filepath.Join(base, "node0"))); len(got) != 2 {
		t.Errorf("%v, want two runs", got)
	}
	if got := find(t, base); len(got) != 0 {
		t.Errorf("%v, in none of whose directories there are runs", names(got))
	}
}

// A directory may have been renamed, and may be named through a link; what it holds says whose it is.
func TestRenamedFolder(t *testing.T) {
	base := t.TempDir()
	folder := runFolder(t, base, someRun)
	written(t, folder, 0, 1, 1)
	saved := filepath.Join(base, "saved")
	if err := errors.Join(os.Rename(folder, saved), os.Symlink(saved, filepath.Join(base, "link"))); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"saved", "link"} {
		runs := find(t, filepath.Join(base, name))
		if len(runs) != 1 || runs[0].Name != someRun || len(runs[0].Tables) != 1 {
			t.Errorf("%s: %v", name, names(runs))
		}
	}
	if runs := find(t, base); len(runs) != 1 || !slices.Equal(runs[0].Folders, []string{saved}) {
		t.Errorf("%+v", runs)
	}
}

// What is no table, or can't be read, is told by file, and the others are there.
func TestProblemsOfARun(t *testing.T) {
	base := t.TempDir()
	folder := runFolder(t, base, someRun)
	good := written(t, folder, 0, 4, 2)
	again := filepath.Join(runFolder(t, filepath.Join(base, "copy"), someRun), "000000"+Extension)
	file := func(name string) string { return filepath.Join(folder, name+Extension) }
	larger := filepath.Join(runFolder(t, filepath.Join(base, "larger"), someRun), "x")
	if err := os.MkdirAll(larger, 0o700); err != nil {
		t.Fatal(err)
	}
	wrong, err := begin(larger, 3, 99)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = wrong.Close() })
	starting, err := rankfile.Create(folder, 2, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = starting.Close() })
	data := bytesOf(t, good)
	outside := filepath.Join(t.TempDir(), "outside")
	err = errors.Join(
		os.WriteFile(again, data, 0o600), os.WriteFile(outside, data, 0o600), os.Symlink(outside, file("link")),
		syscall.Mkfifo(file("pipe"), 0o600), os.Mkdir(file("folder"), 0o700), os.WriteFile(file("empty"), nil, 0o600),
		os.WriteFile(file("text"), []byte(strings.Repeat("x", 9000)), 0o600), os.WriteFile(filepath.Join(folder, "notes"), nil, 0o600),
		os.Rename(wrong.Path(), file("larger")),
	)
	if err != nil {
		t.Fatal(err)
	}
	runs := find(t, folder, filepath.Dir(again))
	for _, r := range runs {
		if r.Name == filepath.Base(larger) { // it says that it is of another run
			continue
		}
		if !slices.Equal(ranksOf(t, r), []int{0}) || r.Size != 4 || !reflect.DeepEqual(r.Missing, []stats.Range{{First: 1, Last: 3, Stride: 1}}) {
			t.Errorf("ranks %v of %d, missing %v", ranksOf(t, r), r.Size, r.Missing)
		}
		expectProblems(t, r.Problems, map[string]error{
			again: ErrFormat, file("link"): ErrFormat, file("pipe"): ErrFormat, file("folder"): ErrFormat,
			file("empty"): ErrStarting, file("text"): ErrFormat, starting.Path(): ErrStarting,
		})
		s, err := r.Summary()
		if err != nil || s.Ranks != 1 {
			t.Errorf("%+v %v", s, err)
		}
	}
}

// expectProblems compares errors with what they are to match, by the file that they name.
func expectProblems(t *testing.T, got []error, want map[string]error) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d problems, want %d: %v", len(got), len(want), got)
	}
	for file, kind := range want {
		if !slices.ContainsFunc(got, func(err error) bool { return strings.Contains(err.Error(), file) && errors.Is(err, kind) }) {
			t.Errorf("no problem of %s that matches %v:\n%v", file, kind, errors.Join(got...))
		}
	}
}

// Tables of one run that speak of different sizes do not belong together.
func TestSizesThatDiffer(t *testing.T) {
	folder := runFolder(t, t.TempDir(), someRun)
	written(t, folder, 0, 2, 1)
	odd := written(t, folder, 1, 3, 1)
	runs := find(t, folder)
	if len(runs) != 1 || runs[0].Size != 2 || len(runs[0].Tables) != 1 {
		t.Fatalf("%+v", runs)
	}
	expectProblems(t, runs[0].Problems, map[string]error{odd.Path(): ErrFormat})
}

// A run of which nothing can be read is there, with the reason, and without a summary.
func TestRunThatCannotBeRead(t *testing.T) {
	folder := runFolder(t, t.TempDir(), someRun)
	f, err := rankfile.Create(folder, 0, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	runs := find(t, folder)
	if len(runs) != 1 || runs[0].Name != filepath.Base(folder) || runs[0].Size != 0 || runs[0].Missing != nil {
		t.Fatalf("%+v", runs)
	}
	expectProblems(t, runs[0].Problems, map[string]error{f.Path(): ErrStarting})
	if s, err := runs[0].Summary(); s != nil || !errors.Is(err, ErrStarting) {
		t.Errorf("%+v %v", s, err)
	}
}

func TestFindNothing(t *testing.T) {
	if runs := find(t, t.TempDir()); len(runs) != 0 {
		t.Errorf("%v", names(runs))
	}
	missing := filepath.Join(t.TempDir(), "missing")
	folder := runFolder(t, t.TempDir(), someRun)
	written(t, folder, 0, 1, 1)
	runs, err := Find(missing, folder)
	if !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), missing) || len(runs) != 1 {
		t.Errorf("%v %v", names(runs), err)
	}
	for _, r := range runs {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Without directories the places of Tables: auto are looked at, of all users.
func TestFindInPlaces(t *testing.T) {
	place := t.TempDir()
	t.Setenv("TMPDIR", place)
	if !slices.Contains(rankfile.Places(), place) {
		t.Skip("the directory of the test is on a file system of other machines")
	}
	own := runFolder(t, filepath.Join(place, rankfile.OwnFolder(os.Geteuid())), someRun)
	others := runFolder(t, filepath.Join(place, rankfile.OwnFolder(os.Geteuid()+1)), otherRun)
	written(t, own, 0, 1, 1)
	written(t, others, 0, 1, 1)
	for _, folders := range [][]string{nil, {place}} {
		got := names(find(t, folders...))
		for _, want := range []string{filepath.Base(own), filepath.Base(others)} {
			if !slices.Contains(got, want) {
				t.Errorf("in %v: %v, want %s", folders, got, want)
			}
		}
	}
}

// Another user's tables are read, and are a run of that user.
func TestTablesOfAnotherUser(t *testing.T) {
	folder := runFolder(t, t.TempDir(), someRun)
	for rank := range 2 {
		f := written(t, folder, rank, 2, 1)
		if err := os.Chown(f.Path(), os.Geteuid()+1, -1); errors.Is(err, os.ErrPermission) {
			t.Skip(err)
		} else if err != nil {
			t.Fatal(err)
		}
	}
	runs := find(t, folder)
	if len(runs) != 1 || len(runs[0].Tables) != 2 {
		t.Fatalf("%+v", runs)
	}
	expectProblems(t, runs[0].Problems, nil)
	expectProblems(t, runs[0].Ignored, nil)
	if r := runs[0]; r.Owner != os.Geteuid()+1 || r.Own() {
		t.Errorf("of user %d, own %t", r.Owner, r.Own())
	}
	if info, err := runs[0].Tables[0].Info(); err != nil || info.Owner != os.Geteuid()+1 {
		t.Errorf("%+v %v", info, err)
	}
	if s, err := runs[0].Summary(); err != nil || s.Ranks != 2 {
		t.Errorf("%+v %v", s, err)
	}
}

// asNobody runs a test of this package as a user who may read little.
func asNobody(t *testing.T, folder string) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("to become another user takes root")
	}
	cmd := exec.Command("/proc/self/exe", "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), unreadable+"="+folder)
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

const unreadable = "RANKTABLE_TEST_UNREADABLE"

// What the user may not read is told by file, or by directory.
func TestTablesThatMayNotBeRead(t *testing.T) {
	if folder := os.Getenv(unreadable); folder != "" {
		findUnreadable(t, folder)
		return
	}
	base, err := os.MkdirTemp("", "ranktable")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(base) })
	folder := runFolder(t, base, someRun)
	written(t, folder, 0, 2, 1)
	open := written(t, folder, 1, 2, 1)
	closed := runFolder(t, base, otherRun)
	if err := errors.Join(os.Chmod(base, 0o755), os.Chmod(open.Path(), 0o644), os.Chmod(closed, 0o700)); err != nil {
		t.Fatal(err)
	}
	asNobody(t, base)
}

func findUnreadable(t *testing.T, base string) {
	runs, err := Find(base)
	if !errors.Is(err, os.ErrPermission) || !strings.Contains(err.Error(), otherRun) {
		t.Errorf("%v", err)
	}
	if len(runs) != 1 || !slices.Equal(ranksOf(t, runs[0]), []int{1}) {
		t.Fatalf("%v", names(runs))
	}
	expectProblems(t, runs[0].Problems, map[string]error{
		"000000" + Extension: os.ErrPermission,
	})
	if r := runs[0]; r.Owner != 0 || r.Own() {
		t.Errorf("of user %d, own %t", r.Owner, r.Own())
	}
}
