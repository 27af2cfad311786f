//go:build unix

package project

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-hpc/timers/internal/owner"
	"github.com/go-hpc/timers/internal/owner/ownertest"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
)

// A file that another account has linked into a project is not repaired.
func TestRepairPlantedLink(t *testing.T) {
	folder, data := t.TempDir(), sampled(t, 800)
	data[0] = '9'
	precious, name := filepath.Join(t.TempDir(), "precious"), filepath.Join(folder, "P_hostA_G.stat")
	if err := errors.Join(os.Chmod(folder, os.ModeSticky|0o777), os.WriteFile(precious, data, 0o600), os.Symlink(precious, name)); err != nil {
		t.Fatal(err)
	}
	ownertest.Give(t, ownertest.Stranger, name)
	if fixes, err := Repair(folder); !errors.Is(err, owner.ErrUnsafe) {
		t.Errorf("%v, %v", fixes, err)
	}
	if got := hdtest.ReadFile(t, precious); !bytes.Equal(got, data) {
		t.Errorf("%d bytes, expected %d", len(got), len(data))
	}
}
