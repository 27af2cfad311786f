//go:build !unix

package project

// alive reports whether there is a process, which is not known here.
func alive(int) bool { return true }

// writable reports why files cannot be made in a directory, which is not known here.
func writable(string) error { return nil }
