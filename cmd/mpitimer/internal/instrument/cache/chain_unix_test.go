//go:build unix

package cache

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-hpc/timers/internal/owner"
	"github.com/go-hpc/timers/internal/owner/ownertest"
)

// directory makes one below another, of a mode whatever the mask says.
func directory(t *testing.T, parent, name string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(parent, name)
	if err := errors.Join(os.Mkdir(path, 0o700), os.Chmod(path, mode)); err != nil {
		t.Fatal(err)
	}
	return path
}

func expectUnsafe(t *testing.T, err error, names string) {
	t.Helper()
	if !errors.Is(err, owner.ErrUnsafe) || !strings.Contains(err.Error(), names) {
		t.Errorf("%v, want one that names %s", err, names)
	}
}

// A directory is safe if nobody else can exchange it, or one above it.
func TestChain(t *testing.T) {
	base := t.TempDir()
	inside := directory(t, directory(t, base, "closed", 0o755), "inside", 0o700)
	if real, err := Chain(inside); err != nil || !strings.HasSuffix(real, filepath.Join("closed", "inside")) {
		t.Errorf("%s, %v", real, err)
	}
	sticky := directory(t, base, "sticky", os.ModeSticky|0o777)
	if _, err := Chain(directory(t, sticky, "inside", 0o700)); err != nil {
		t.Errorf("in a sticky directory: %v", err)
	}
	open := directory(t, base, "open", 0o777)
	below := directory(t, open, "inside", 0o700)
	_, err := Chain(below)
	expectUnsafe(t, err, open)
	link := filepath.Join(base, "link")
	if err := os.Symlink(below, link); err != nil {
		t.Fatal(err)
	}
	_, err = Chain(link) // where the link leads to counts
	expectUnsafe(t, err, open)
	if _, err := Chain(filepath.Join(base, "nowhere")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	ownertest.Give(t, ownertest.Stranger, filepath.Dir(inside))
	_, err = Chain(inside)
	expectUnsafe(t, err, "user 12345")
	if _, err := Chain(inside, ownertest.Stranger); err != nil {
		t.Errorf("of a user who is trusted: %v", err)
	}
}
