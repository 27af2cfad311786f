//go:build unix

package logfile

import (
	"errors"
	"io"
	"os"
	"syscall"
)

// Write calls the system itself, under the file's own lock: the method of os.File raises SIGPIPE.
func (l file) Write(p []byte) (n int, err error) {
	conn, err := l.f.SyscallConn()
	if err != nil {
		return 0, err
	}
	var problem error
	err = conn.Write(func(descriptor uintptr) (done bool) {
		for n < len(p) && problem == nil {
			written, err := syscall.Write(int(descriptor), p[n:])
			switch {
			case errors.Is(err, syscall.EINTR):
			case errors.Is(err, syscall.EAGAIN):
				return false // Go waits until it can be written to
			case err != nil:
				problem = &os.PathError{Op: "write", Path: l.f.Name(), Err: err}
			case written == 0:
				problem = io.ErrShortWrite
			default:
				n += written
			}
		}
		return true
	})
	return n, errors.Join(problem, err)
}
