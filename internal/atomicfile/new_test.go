//go:build unix

package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// A file that is there stays, as does what a link that somebody has left leads to.
func TestWriteNew(t *testing.T) {
	folder := t.TempDir()
	outside := filepath.Join(t.TempDir(), "outside")
	path, link := filepath.Join(folder, "below", "file"), filepath.Join(folder, "below", "link")
	if err := WriteNew(path, text("first")); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile(outside, []byte("outside"), 0o600), os.Symlink(outside, link)); err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{path, link} {
		if err := WriteNew(target, text("second")); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s: %v", target, err)
		}
	}
	boom := errors.New("boom")
	if err := WriteNew(filepath.Join(folder, "below", "half"), func(io.Writer) error { return boom }); !errors.Is(err, boom) {
		t.Error(err)
	}
	expect(t, path, "first")
	expect(t, outside, "outside")
	expectOnly(t, filepath.Dir(path), "file", "link")
}
