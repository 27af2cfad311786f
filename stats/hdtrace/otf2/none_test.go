//go:build !otf2 || !cgo

package otf2

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
)

// Without the library nothing is written, and the error says how to have it.
func TestWithoutTheLibrary(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "trace")
	files := fstest.MapFS{"p.proj": {Data: []byte(`<Application name="p"><Topology><Level type="Rank"></Level><Node name="0"/></Topology></Application>`)},
		"p_0.trc": {Data: []byte("<Program timeAdjustment='5'>\n<a  time='1.0' end='2.0'/>\n</Program>\n")}}
	if _, err := Write(folder, files, "p.proj", Options{}); !errors.Is(err, ErrNoLibrary) {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(folder); err == nil {
		t.Error("a directory was made")
	}
}
