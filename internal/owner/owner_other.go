//go:build !unix

package owner

import "os"

// Of returns the user that a file belongs to. It reports false where the system does not tell.
func Of(os.FileInfo) (uid int, known bool) { return 0, false }

// Group returns the group that a file belongs to. It reports false where the system does not tell.
func Group(os.FileInfo) (gid int, known bool) { return 0, false }
