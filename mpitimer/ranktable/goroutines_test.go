package ranktable

import (
	"errors"
	"os"
	"testing"
)

// Ranks of other users are not asked, and tables that are no files cannot be.
func TestAskOthers(t *testing.T) {
	path := t.TempDir() + "/000000" + Extension
	if err := os.WriteFile(path, make([]byte, 8192), 0o600); err != nil {
		t.Fatal(err)
	}
	known, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (&Table{name: path, known: known, owner: os.Geteuid() + 1}).AskGoroutines(); !errors.Is(err, ErrOwner) {
		t.Errorf("another user's: %v", err)
	}
	if _, err := (&Table{name: path, owner: os.Geteuid()}).AskGoroutines(); !errors.Is(err, ErrClosed) {
		t.Errorf("in memory: %v", err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != string(make([]byte, 8192)) {
		t.Errorf("the file was changed: %v", err)
	}
}
