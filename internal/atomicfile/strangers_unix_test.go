//go:build unix

package atomicfile

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-hpc/timers/internal/owner"
	"github.com/go-hpc/timers/internal/owner/ownertest"
)

// made makes a directory of a mode whatever the mask says.
func made(t *testing.T, path string, mode os.FileMode) string {
	t.Helper()
	if err := errors.Join(os.Mkdir(path, 0o700), os.Chmod(path, mode)); err != nil {
		t.Fatal(err)
	}
	return path
}

// precious is a file that nobody else may read, with the name of one of ours.
func precious(t *testing.T) (path string, check func()) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "timing.mptsum")
	if err := os.WriteFile(path, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path, func() {
		t.Helper()
		expect(t, path, "precious")
		if info, err := os.Lstat(path); err != nil || info.Mode() != 0o600 {
			t.Errorf("it is %v, %v", info.Mode(), err)
		}
	}
}

// A link that another user may have put where others can write is not followed, be it the file's or one on the way to it.
func TestWritePlantedLink(t *testing.T) {
	file, check := precious(t)
	base := t.TempDir()
	for what, mode := range map[string]os.FileMode{"sticky": os.ModeSticky | 0o777, "open": 0o777, "strangers": 0o755} {
		folder := made(t, filepath.Join(base, what), mode)
		link, way := filepath.Join(folder, "timing.mptsum"), filepath.Join(folder, "run")
		if err := errors.Join(os.Symlink(file, link), os.Symlink(filepath.Dir(file), way)); err != nil {
			t.Fatal(err)
		}
		ownertest.Give(t, ownertest.Stranger, link, way)
		if what == "strangers" {
			ownertest.Give(t, ownertest.Stranger+1, folder)
		}
		for _, target := range []string{link, filepath.Join(way, "timing.mptsum"), filepath.Join(way, "below", "new")} {
			for how, err := range map[string]error{"Write": Write(target, text("x")), "WriteOften": WriteOften(target, text("x"))} {
				if !errors.Is(err, owner.ErrUnsafe) || !strings.Contains(err.Error(), "link of user 12345") {
					t.Errorf("%s %s: %v", how, target, err)
				}
			}
			if err := WriteNew(target, text("x")); err == nil {
				t.Errorf("WriteNew %s: nil", target)
			}
			if _, err := Real(target); !errors.Is(err, owner.ErrUnsafe) {
				t.Errorf("Real %s: %v", target, err)
			}
		}
		check()
		expectOnly(t, filepath.Dir(file), "timing.mptsum")
	}
}

// Links of root, of the caller, of a directory's owner on the way, and those that only the caller can have put there are
// followed as ever.
func TestWriteTrustedLinks(t *testing.T) {
	base, to := t.TempDir(), t.TempDir()
	closed := made(t, filepath.Join(base, "closed"), 0o755)
	open := made(t, filepath.Join(base, "open"), os.ModeSticky|0o777)
	group := made(t, filepath.Join(base, "group"), 0o775)
	links := []string{filepath.Join(closed, "file"), filepath.Join(open, "file"), filepath.Join(group, "run")}
	for i, goal := range []string{filepath.Join(to, "closed"), filepath.Join(to, "open"), to} {
		if err := os.Symlink(goal, links[i]); err != nil {
			t.Fatal(err)
		}
	}
	ownertest.Give(t, ownertest.Stranger, links[0], group, links[2])
	for target, real := range map[string]string{links[0]: "closed", links[1]: "open", filepath.Join(links[2], "way"): "way"} {
		if err := Write(target, text(real)); err != nil {
			t.Error(err)
		}
		expect(t, filepath.Join(to, real), real)
	}
}

// Another account's link is refused to any user, in the words of the log.
func TestWriteAsAnotherUser(t *testing.T) {
	const uid = ownertest.Stranger + 1
	base := t.TempDir()
	open := made(t, filepath.Join(base, "open"), os.ModeSticky|0o777)
	home := made(t, filepath.Join(base, "home"), 0o755)
	file, link, program := filepath.Join(home, "precious"), filepath.Join(open, "timing.mptsum"), filepath.Join(base, "program")
	self, err := os.ReadFile(os.Args[0])
	err = errors.Join(err, os.WriteFile(program, self, 0o755), os.WriteFile(file, []byte("precious"), 0o600), os.Symlink(file, link), os.Chmod(filepath.Dir(base), 0o755))
	if err != nil {
		t.Fatal(err)
	}
	ownertest.Give(t, ownertest.Stranger, link)
	ownertest.Give(t, uid, home, file)
	c := exec.Command(program)
	c.Env = append(os.Environ(), childTarget+"="+link)
	c.Dir = "/"
	c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: uid}}
	if out, err := c.CombinedOutput(); err != nil || !strings.Contains(string(out), "timing.mptsum is a link of user 12345 in a directory that others can write to") {
		t.Errorf("%v\n%s", err, out)
	}
	expect(t, file, "precious")
}

// A file that is replaced keeps its mode; one of another user gives the new one no rights beyond its own.
func TestWriteKeepsMode(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o022))
	folder := t.TempDir()
	path, link := filepath.Join(folder, "file"), filepath.Join(folder, "link")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	put := func(mode os.FileMode) {
		t.Helper()
		if err := errors.Join(os.WriteFile(path, []byte("old"), 0o600), os.Chmod(path, mode)); err != nil {
			t.Fatal(err)
		}
	}
	written := func(target string, want os.FileMode) {
		t.Helper()
		if err := Write(target, text("new")); err != nil {
			t.Error(err)
		}
		info, err := os.Stat(path)
		if err != nil || info.Mode() != want {
			t.Errorf("%v, want %v: %v", info.Mode(), want, err)
		}
		if err := os.Remove(path); err != nil {
			t.Error(err)
		}
	}
	for _, mode := range []os.FileMode{0o600, 0o640, 0o644, 0o664, 0o666, 0o444, 0o755} {
		for _, target := range []string{path, link} {
			put(mode)
			written(target, mode)
		}
	}
	for mode, want := range map[os.FileMode]os.FileMode{0o600: 0o600, 0o666: 0o644, 0o777: 0o644} {
		put(mode)
		ownertest.Give(t, ownertest.Stranger, path)
		written(path, want)
	}
}

// Nobody waits for the pipe of another user.
func TestWriteStrangersPipe(t *testing.T) {
	folder := made(t, filepath.Join(t.TempDir(), "open"), os.ModeSticky|0o777)
	pipe, link := filepath.Join(folder, "timing.mptsum"), filepath.Join(folder, "link")
	if err := errors.Join(syscall.Mkfifo(pipe, 0o666), os.Symlink(pipe, link)); err != nil {
		t.Skip(err)
	}
	ownertest.Give(t, ownertest.Stranger, pipe)
	defer func(d time.Duration) { patience = d }(patience)
	patience = time.Hour
	for _, target := range []string{pipe, link} {
		if err := Write(target, text("x")); !errors.Is(err, owner.ErrUnsafe) || !strings.Contains(err.Error(), "pipe or device of another user") {
			t.Errorf("%s: %v", target, err)
		}
	}
}
