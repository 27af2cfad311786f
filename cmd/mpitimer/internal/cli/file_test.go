package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// No command writes over what it reads, under whatever name.
func TestWriteFileKeepsInputs(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "run")
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	input, inside, other := filepath.Join(dir, "a.mptsum"), filepath.Join(folder, "b.mptsum"), filepath.Join(dir, "c")
	for _, name := range []string{input, inside, other} {
		if err := os.WriteFile(name, []byte("exact"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	link, hard := filepath.Join(dir, "link"), filepath.Join(dir, "hard")
	if err := errors.Join(os.Symlink(input, link), os.Link(input, hard)); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		target string
		kept   bool
	}{
		{input, true}, {filepath.Join(folder, "..", "a.mptsum"), true}, {link, true}, {hard, true}, {inside, true},
		{other, false}, {filepath.Join(folder, "new"), false}, {os.DevNull, false},
	} {
		err := WriteFile(test.target, []string{input, folder, filepath.Join(dir, "nosuch"), os.DevNull}, func(w io.Writer) error {
			_, err := io.WriteString(w, "lossy")
			return err
		})
		if kept := errors.As(err, new(Usage)); kept != test.kept || !kept && err != nil {
			t.Errorf("%s: %v", test.target, err)
		}
		for _, name := range []string{input, inside} {
			if text, err := os.ReadFile(name); string(text) != "exact" {
				t.Fatalf("%s: %s has %q now, %v", test.target, name, text, err)
			}
		}
	}
}
