package all

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/go-hpc/timers/mpitimer"
)

// Every key that a release knew is known to this version, with the value that was its default.
func TestKeysOfReleases(t *testing.T) {
	names, err := filepath.Glob("../../testdata/v*/keys.yaml")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := mpitimer.ReadConfig(text, name); err != nil {
			t.Error(err)
		}
	}
}
