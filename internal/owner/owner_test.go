//go:build unix

package owner

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-hpc/timers/internal/owner/ownertest"
)

// folder makes one below another, of a mode whatever the mask says.
func folder(t *testing.T, parent, name string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(parent, name)
	if err := errors.Join(os.Mkdir(path, 0o700), os.Chmod(path, mode)); err != nil {
		t.Fatal(err)
	}
	return path
}

func unsafe(t *testing.T, err error, names string) {
	t.Helper()
	if !errors.Is(err, ErrUnsafe) || !strings.Contains(err.Error(), names) {
		t.Errorf("%v, want one that names %s", err, names)
	}
}

func TestMine(t *testing.T) {
	base := t.TempDir()
	closed, link := folder(t, base, "closed", 0o755), filepath.Join(base, "link")
	if err := os.Symlink(closed, link); err != nil {
		t.Fatal(err)
	}
	if info, err := Mine(closed); err != nil || !info.IsDir() {
		t.Errorf("%v, %v", info, err)
	}
	_, err := Mine(link)
	unsafe(t, err, link)
	open := folder(t, base, "open", 0o777|os.ModeSticky) // others can still put something into it
	_, err = Mine(open)
	unsafe(t, err, open)
	ownertest.Give(t, ownertest.Stranger, closed)
	_, err = Mine(closed)
	unsafe(t, err, "user 12345")
}
