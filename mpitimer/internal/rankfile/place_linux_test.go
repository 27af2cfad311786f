package rankfile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/go-hpc/timers/internal/owner"
	"time"
)

// Ranks of one run share a directory, runs do not, and nobody else sees them unless that is wanted.
func TestFoldersOfRuns(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o077))
	for _, readable := range []bool{false, true} {
		base := filepath.Join(t.TempDir(), "a", "b")
		seen := make(map[string]bool)
		for _, step := range []struct {
			run   string
			rank  int
			first bool
		}{{"one", 0, true}, {"one", 1, false}, {"two", 0, true}, {"one", 2, false}, {"two", 1, false}} {
			folder, first, err := MakeRun(base, step.run, readable)
			if err != nil || folder != filepath.Join(base, step.run) || first != step.first {
				t.Fatalf("%+v: %s, first %v, %v", step, folder, first, err)
			}
			f, err := Create(folder, step.rank, readable, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if seen[f.Path()] {
				t.Errorf("%s is that of two ranks", f.Path())
			}
			seen[f.Path()] = true
			expectMode(t, folder, readable, 0o700, 0o755)
			expectMode(t, f.Path(), readable, 0o600, 0o644)
		}
	}
}

func expectMode(t *testing.T, path string, readable bool, closed, open os.FileMode) {
	t.Helper()
	want := closed
	if readable {
		want = open
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
		t.Errorf("%s: %v %v, want %v", path, info.Mode(), err, want)
	}
}

// Folders in which others could put something in the place of a file are not used.
func TestUnsafeFolders(t *testing.T) {
	for what, spoil := range map[string]func(folder string) error{
		"link": func(folder string) error {
			return errors.Join(os.Mkdir(folder+" elsewhere", 0o700), os.Symlink(folder+" elsewhere", folder))
		},
		"dangling link": func(folder string) error { return os.Symlink(folder+" nowhere", folder) },
		"file":          func(folder string) error { return os.WriteFile(folder, nil, 0o600) },
		"writable":      func(folder string) error { return errors.Join(os.Mkdir(folder, 0o700), os.Chmod(folder, 0o777)) },
		"of a group": func(folder string) error {
			return errors.Join(os.Mkdir(folder, 0o700), os.Chown(folder, -1, otherGroup(t)), os.Chmod(folder, 0o770))
		},
		"of another": func(folder string) error {
			return errors.Join(os.Mkdir(folder, 0o700), os.Chown(folder, os.Geteuid()+1, -1))
		},
	} {
		t.Run(what, func(t *testing.T) {
			base := t.TempDir()
			run, own := filepath.Join(base, "run"), filepath.Join(base, OwnFolder(os.Geteuid()))
			for _, folder := range []string{run, own} {
				if err := spoil(folder); errors.Is(err, os.ErrPermission) {
					t.Skip(err)
				} else if err != nil {
					t.Fatal(err)
				}
			}
			if _, _, err := MakeRun(base, "run", false); !errors.Is(err, owner.ErrUnsafe) || !strings.Contains(err.Error(), run) {
				t.Errorf("the run's: %v", err)
			}
			// The next place is taken, and it is told why.
			next := t.TempDir()
			f, first, err := (&Making{Run: "run"}).inOneOf([]string{base, next})
			if f == nil || filepath.Dir(f.Path()) != filepath.Join(next, OwnFolder(os.Geteuid()), "run") || !first {
				t.Errorf("%s, first %v", pathOf(f), first)
			}
			if !errors.Is(err, owner.ErrUnsafe) || !strings.Contains(err.Error(), own) {
				t.Errorf("the user's own: %v", err)
			}
			left, err := filepath.Glob(filepath.Join(base, "*", "*"))
			if err != nil || len(left) > 0 {
				t.Errorf("%v %v", left, err)
			}
		})
	}
}

// In a place that others can write to, only the sticky bit protects the directories of runs.
func TestPlaceThatOthersCanWriteTo(t *testing.T) {
	base := t.TempDir()
	if err := os.Chown(base, -1, otherGroup(t)); err != nil {
		t.Skip(err)
	}
	for mode, safe := range map[os.FileMode]bool{0o777: false, 0o770: false, 0o777 | os.ModeSticky: true, 0o755: true} {
		if err := os.Chmod(base, mode); err != nil {
			t.Fatal(err)
		}
		_, _, err := MakeRun(base, fmt.Sprintf("run %o", mode), false)
		if (err == nil) != safe || !safe && !errors.Is(err, owner.ErrUnsafe) {
			t.Errorf("%v: %v", mode, err)
		}
	}
}

// Of what earlier runs have left a user is told once a day, and again when it is more than none after that.
func TestDue(t *testing.T) {
	base, now := t.TempDir(), time.Now()
	for i, c := range []struct {
		left int
		at   time.Duration
		says string
	}{{0, 0, ""}, {2, 0, "2 earlier runs left tables in " + base}, {2, time.Hour, ""}, {3, 23 * time.Hour, ""}, {3, 25 * time.Hour, "3 earlier runs left"},
		{3, 26 * time.Hour, ""}, {0, 27 * time.Hour, ""}, {1, 28 * time.Hour, "1 earlier run left"}} {
		if got := Due(base, c.left, false, now.Add(c.at)); !strings.HasPrefix(got, c.says) || (got == "") != (c.says == "") {
			t.Errorf("%d: %d left after %v: %q", i, c.left, c.at, got)
		}
	}
	if Due(filepath.Join(base, "missing"), 1, false, now) == "" {
		t.Error("where it cannot be noted, nothing is told")
	}
}

// pathOf is where a file is, if there is one. To print the file itself would print what is mapped.
func pathOf(f *File) string {
	if f == nil {
		return ""
	}
	return f.Path()
}

// otherGroup is a group that is not the private one of the user.
func otherGroup(t *testing.T) int {
	t.Helper()
	groups, err := os.Getgroups()
	for _, gid := range append(groups, os.Getegid()) {
		if err == nil && gid != os.Geteuid() {
			return gid
		}
	}
	if os.Geteuid() != 0 {
		t.Skip("the user is in no group but a private one")
	}
	return 4711
}

func TestNoPlace(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, places := range [][]string{nil, {file}} {
		if f, _, err := (&Making{Run: "run"}).inOneOf(places); f != nil || err == nil {
			t.Errorf("%v: in %s, %v", places, pathOf(f), err)
		}
	}
	if _, _, err := MakeRun(file, "run", false); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("in a file: %v", err)
	}
}

// A directory that can't be written to is an error with its name. Root can write everywhere.
func TestReadOnlyFolder(t *testing.T) {
	folder, err := os.MkdirTemp("", "rankfile")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(folder)
	if err := os.Chmod(folder, 0o555); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() != 0 {
		err = createAsNobody(folder)
		if err != nil {
			t.Error(err)
		}
		return
	}
	inChild(t, "nobody", folder, &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}})

	readOnly := mount(t, "tmpfs", "size=64k,ro")
	if _, _, err := MakeRun(readOnly, "run", false); !errors.Is(err, syscall.EROFS) || !strings.Contains(err.Error(), readOnly) {
		t.Errorf("read-only disk: %v", err)
	}
}

func createAsNobody(folder string) error {
	_, err := Create(folder, 0, false, nil)
	if wrong := unless(err, os.ErrPermission); wrong != nil || !strings.Contains(err.Error(), folder) {
		return fmt.Errorf("%w: %w", wrong, err)
	}
	_, _, err = MakeRun(folder, "run", false)
	if wrong := unless(err, os.ErrPermission); wrong != nil || !strings.Contains(err.Error(), folder) {
		return fmt.Errorf("%w: %w", wrong, err)
	}
	return nil
}

func TestPlaces(t *testing.T) {
	own := t.TempDir()
	t.Setenv("TMPDIR", own)
	list := Places()
	if !slices.Contains(list, own) {
		t.Skipf("the directory of the test is on a file system of other machines: %v", list)
	}
	if info, err := os.Stat(sharedMemory); err == nil && info.IsDir() && list[0] != sharedMemory {
		t.Errorf("%v, want %s first", list, sharedMemory)
	}
	t.Setenv("TMPDIR", sharedMemory)
	if list := Places(); len(list) != len(slices.Compact(slices.Clone(list))) || slices.Contains(list, "") {
		t.Errorf("%v", list)
	}
	t.Setenv("TMPDIR", filepath.Join(own, "missing"))
	if list := Places(); slices.Contains(list, filepath.Join(own, "missing")) {
		t.Errorf("%v", list)
	}
}

func TestSafeName(t *testing.T) {
	for program, want := range map[string]string{
		"cam.exe": "cam.exe", "../../x y": "_.._x_y", "": "program", "..": "program", ".hidden": "hidden", "größe": "gr__e",
		strings.Repeat("a", 100): strings.Repeat("a", 40),
	} {
		if got := SafeName(program); got != want {
			t.Errorf("%q becomes %q, want %q", program, got, want)
		}
	}
}

// Tables of runs that died are kept for a while, those of others for ever.
func TestClean(t *testing.T) {
	base := t.TempDir()
	now := time.Now()
	old := now.Add(-keep - time.Hour)
	make := func(run string, lastSeen time.Time) *File {
		folder, _, err := MakeRun(base, run, false)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Create(folder, 0, false, nil)
		if err != nil {
			t.Fatal(err)
		}
		f.Describe(fixed(0, 1), Mark{Unix: lastSeen.UnixNano()})
		return f
	}
	age := func(path string) {
		for _, p := range []string{path, filepath.Dir(path)} {
			if err := os.Chtimes(p, old, old); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, run := range []string{"died long ago", "died", "just died", "this run", "with more", "without report", "reported"} {
		f := make(run, map[bool]time.Time{true: old, false: now}[run != "died" && run != "without report" && run != "reported"])
		if state, has := map[string]State{"without report": Kept, "reported": Reported}[run]; has {
			f.Finish(state)
		}
		die(t, f)
		if run != "just died" {
			age(f.Path())
		}
	}
	alive := make("alive", old)
	defer alive.Close()
	age(alive.Path())
	more := filepath.Join(base, "with more", "notes.txt")
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	err := errors.Join(
		os.WriteFile(more, nil, 0o600), os.Chtimes(filepath.Dir(more), old, old),
		os.WriteFile(filepath.Join(base, "file"), nil, 0o600), os.Chtimes(filepath.Join(base, "file"), old, old),
		os.Rename(filepath.Join(base, "died long ago"), elsewhere),
		os.Symlink(elsewhere, filepath.Join(base, "link")),
		os.Mkdir(filepath.Join(base, "being made"), 0o700),
	)
	if err != nil {
		t.Fatal(err)
	}
	f := make("died long ago", old)
	die(t, f)
	age(f.Path())

	left, unseen, err := Clean(base, "this run", now)
	if err != nil || left != 3 || unseen { // "died", "just died" and "without report", not "reported"
		t.Errorf("%d left, more %v, %v", left, unseen, err)
	}
	var names []string
	entries, err := os.ReadDir(base)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	want := []string{"alive", "being made", "died", "file", "just died", "link", "reported", "this run", "with more", "without report"}
	if err != nil || !slices.Equal(names, want) {
		t.Errorf("%q, want %q (%v)", names, want, err)
	}
	for _, path := range []string{more, filepath.Join(base, "with more", "000000"+Extension), filepath.Join(elsewhere, "000000"+Extension)} {
		if _, err := os.Lstat(path); err != nil {
			t.Error(err)
		}
	}
	if _, _, err := Clean(filepath.Join(base, "missing"), "", now); err == nil {
		t.Error("a directory that does not exist was cleaned")
	}
}

// However much dead runs have left, a start looks at little of it: the oldest first, until what is to go is gone, and then no
// more of what stays than it takes to say that there is some.
func TestCleanLooksAtLittle(t *testing.T) {
	defer func(most int) { mostFiles = most }(mostFiles)
	mostFiles = 4
	base, now := t.TempDir(), time.Now()
	old := now.Add(-keep - time.Hour)
	make := func(began string, ranks int, lastSeen time.Time) {
		folder, _, err := MakeRun(base, "cam-"+began+"-150405-0123456789abcdef", false)
		if err != nil {
			t.Fatal(err)
		}
		for rank := range ranks {
			f, err := Create(folder, rank, false, nil)
			if err != nil {
				t.Fatal(err)
			}
			f.Describe(fixed(rank, ranks), Mark{Unix: lastSeen.UnixNano()})
			die(t, f)
			if err := os.Chtimes(f.Path(), lastSeen, lastSeen); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Chtimes(folder, lastSeen, lastSeen); err != nil {
			t.Fatal(err)
		}
	}
	for _, began := range []string{"20260101", "20260102", "20260103"} {
		make(began, 3, old)
	}
	for _, began := range []string{"20260104", "20260105", "20260106"} {
		make(began, 2, now)
	}
	for i, want := range []struct {
		left, runs int
		more       bool
	}{{0, 4, true}, {1, 3, true}, {2, 3, true}, {2, 3, true}} { // two of 3 ranks go; the third, and one of 2 is seen; two of them
		left, more, err := Clean(base, "", now)
		entries, problem := os.ReadDir(base)
		if err != nil || problem != nil || left != want.left || more != want.more || len(entries) != want.runs {
			t.Errorf("%d: %d left, more %v, %v, of %d runs (%v), want %+v", i, left, more, err, len(entries), problem, want)
		}
	}
	if got := Due(base, 2, true, now); !strings.HasPrefix(got, "at least 2 earlier runs left tables in "+base) {
		t.Errorf("%q", got)
	}
	if !Told(base, now.Add(23*time.Hour)) || Told(base, now.Add(25*time.Hour)) {
		t.Error("it is not known for a day that it was told")
	}
}

// die does to a file what the end of its process does.
func die(t *testing.T, f *File) {
	t.Helper()
	if err := errors.Join(f.Close(), f.unmap()); err != nil {
		t.Fatal(err)
	}
}
