// Package ownertest is shared by tests of files that belong to others.
package ownertest

import (
	"errors"
	"os"
	"testing"
)

// Stranger is a user without an account, and that user's group.
const Stranger = 12345

// Give makes files and directories belong to another user and group. That takes root; without it the test is
// skipped.
func Give(t testing.TB, uid int, names ...string) {
	t.Helper()
	for _, name := range names {
		if err := os.Lchown(name, uid, uid); errors.Is(err, os.ErrPermission) {
			t.Skip("to make files of another user takes root")
		} else if err != nil {
			t.Fatal(err)
		}
	}
}
