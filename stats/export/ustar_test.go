package export

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"testing"

	"pgregory.net/rapid"
)

// What the library reads, and writes, is what archive wrote.
func TestArchive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var own, theirs bytes.Buffer
		a, library := &archive{w: &own}, tar.NewWriter(&theirs)
		files := rapid.SliceOfN(rapid.SliceOfN(rapid.Byte(), 0, 1600), 0, 5).Draw(t, "files")
		names := rapid.SliceOfN(rapid.StringMatching(`[a-z0-9/.]{0,98}[a-z]`), len(files), len(files)).Draw(t, "names")
		for i, content := range files {
			if err := a.begin(names[i], int64(len(content))); err != nil {
				t.Fatal(err)
			}
			half := len(content) / 2
			for _, part := range [][]byte{content[:half], content[half:]} {
				if _, err := a.Write(part); err != nil {
					t.Fatal(err)
				}
			}
			h := &tar.Header{Name: names[i], Size: int64(len(content)), Mode: 0o644, Typeflag: tar.TypeReg, Format: tar.FormatUSTAR}
			if err := library.WriteHeader(h); err != nil {
				t.Fatal(err)
			}
			library.Write(content)
		}
		if err := errors.Join(a.Close(), library.Close()); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(own.Bytes(), theirs.Bytes()) {
			t.Errorf("it is not the file of archive/tar")
		}
	})
}

func TestArchiveRefuses(t *testing.T) {
	a := &archive{w: io.Discard}
	if err := a.begin("large", tarMost+1); err == nil {
		t.Error("a file of 8 GiB was begun")
	}
	if err := a.begin(string(make([]byte, 100)), 1); err == nil {
		t.Error("a name of 100 bytes was taken")
	}
	if err := a.begin("two", 2); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Write([]byte("abc")); err == nil {
		t.Error("three bytes were written into a file of two")
	}
	if err := a.Close(); err == nil {
		t.Error("a file lacked two bytes, and nobody noticed")
	}
}
