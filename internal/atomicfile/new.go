package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// WriteNew is Write for a name that must not exist yet, not even as a link: if it does, nothing changes and
// the error matches fs.ErrExist.
func WriteNew(target string, write func(io.Writer) error) error {
	err := way(target, mostLinks)
	if err == nil {
		err = put(target, true, false, os.Link, write) // fails if the name exists
	}
	return about(target, err)
}

// Append adds to a file, which is made where there is none. Links are followed as [Real] says.
func Append(target string, write func(io.Writer) error) error {
	path, err := Real(target)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o777)
	}
	var f *os.File
	if err == nil {
		f, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	}
	if err == nil {
		err = errors.Join(write(f), f.Close())
	}
	return about(target, err)
}
