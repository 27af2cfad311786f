//go:build !unix

package hdtrace

// alive reports whether there is a process, which is not known here.
func alive(int) bool { return true }
