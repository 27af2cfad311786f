//go:build !unix

package logfile

// Write is that of os.File: there is no SIGPIPE here.
func (l file) Write(p []byte) (n int, err error) { return l.f.Write(p) }
