//go:build !unix

package owner

import "os"

// Of returns the user that a file belongs to. It returns false if the system does not say.
func Of(os.FileInfo) (uid int, known bool) { return 0, false }

// Group returns the group that a file belongs to. It returns false if the system does not say.
func Group(os.FileInfo) (gid int, known bool) { return 0, false }
