//go:build unix

package cache

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-hpc/timers/internal/owner/ownertest"
)

// Whatever the mask says, nobody else looks into the cache or writes to it.
func TestModes(t *testing.T) {
	base := own(t)
	defer syscall.Umask(syscall.Umask(0))
	c, _ := opened(t)
	kept(t, c, "timers", some("package a"), true)
	err := filepath.WalkDir(filepath.Join(base, "mpitimer"), func(name string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v", name, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// A cache that an earlier version has left open is closed.
func TestOpenFolderIsClosed(t *testing.T) {
	folder := filepath.Join(own(t), "mpitimer")
	if err := errors.Join(os.Mkdir(folder, 0o700), os.Chmod(folder, 0o777)); err != nil {
		t.Fatal(err)
	}
	if c, messages := opened(t); c.Private() {
		t.Error(messages)
	}
	if info, err := os.Stat(folder); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// A directory that is another user's, or in which another could put one, is not used, and is named.
func TestFolderOfAnother(t *testing.T) {
	for what, make := range map[string]func(t *testing.T, base string) (named string){
		"directory": func(t *testing.T, base string) string {
			folder := filepath.Join(base, "mpitimer")
			if err := os.Mkdir(folder, 0o777); err != nil {
				t.Fatal(err)
			}
			ownertest.Give(t, ownertest.Stranger, folder)
			return folder
		},
		"link": func(t *testing.T, base string) string {
			folder := filepath.Join(base, "mpitimer")
			if err := os.Symlink(t.TempDir(), folder); err != nil {
				t.Fatal(err)
			}
			return folder
		},
		"file": func(t *testing.T, base string) string {
			folder := filepath.Join(base, "mpitimer")
			if err := os.WriteFile(folder, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			return folder
		},
		"writable above": func(t *testing.T, base string) string {
			if err := os.Chmod(base, 0o777); err != nil {
				t.Fatal(err)
			}
			return base
		},
	} {
		t.Run(what, func(t *testing.T) {
			named := make(t, own(t))
			c, messages := opened(t)
			if !c.Private() || !strings.Contains(messages, named) {
				t.Errorf("private %t, want %s named in %q", c.Private(), named, messages)
			}
			kept(t, c, "timers", some("package a"), true)
		})
	}
}

// An entry with what another user can change, or with a link, is not used, whatever its content is.
func TestEntryOfAnother(t *testing.T) {
	own(t)
	c, _ := opened(t)
	outside := filepath.Join(t.TempDir(), "a.go")
	if err := os.WriteFile(outside, []byte("package a"), 0o600); err != nil {
		t.Fatal(err)
	}
	for what, harm := range map[string]func(folder string) error{
		"writable file":      func(folder string) error { return os.Chmod(filepath.Join(folder, "a.go"), 0o666) },
		"writable directory": func(folder string) error { return os.Chmod(filepath.Join(folder, "b"), 0o777) },
		"link": func(folder string) error {
			name := filepath.Join(folder, "a.go")
			return errors.Join(os.Remove(name), os.Symlink(outside, name))
		},
		"file":  func(folder string) error { return os.Lchown(filepath.Join(folder, "a.go"), ownertest.Stranger, -1) },
		"entry": func(folder string) error { return os.Lchown(folder, ownertest.Stranger, -1) },
	} {
		name := "overlay-" + strings.ReplaceAll(what, " ", "-")
		folder := kept(t, c, name, some("package a"), true)
		if err := harm(folder); errors.Is(err, os.ErrPermission) {
			t.Logf("%s: to make files of another user takes root", what)
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		if got, found := c.Find(name); found {
			t.Errorf("%s: found %s", what, got)
		}
		kept(t, c, name, some("package a"), true)
	}
}

// A build that is interrupted takes its own directory with it.
func TestInterruptedBuild(t *testing.T) {
	if os.Getenv(interrupted) != "" {
		c, err := Open(os.Stderr)
		if err != nil || !c.Private() {
			t.Fatal(err)
		}
		fmt.Println(c.folder)
		time.Sleep(time.Minute)
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestInterruptedBuild$")
	cmd.Env = append(os.Environ(), interrupted+"=1", "XDG_CACHE_HOME=", "HOME=")
	out, err := cmd.StdoutPipe()
	if err = errors.Join(err, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	folder, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	folder = strings.TrimSpace(folder)
	if info, err := os.Stat(folder); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info, err)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("it ended as if nothing had happened")
	}
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Errorf("%s is still there: %v", folder, err)
	}
}

const interrupted = "CACHE_TEST_INTERRUPTED"
