package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// WriteNew is Write for a name that must not exist yet, not even as a link: if it does, nothing changes and
// the error matches fs.ErrExist.
func WriteNew(target string, write func(io.Writer) error) (problem error) {
	if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
		return fmt.Errorf("%s: %w: %w", target, ErrCreate, err)
	}
	f, err := temporary(target)
	if err != nil {
		return fmt.Errorf("%s: %w: %w", target, ErrCreate, err)
	}
	defer func() { // even if write panics
		_ = f.Close()
		problem = errors.Join(problem, os.Remove(f.Name()))
	}()
	err = write(f)
	if err == nil {
		err = f.Sync()
	}
	if err == nil {
		err = f.Close()
	}
	if err == nil {
		err = os.Link(f.Name(), target) // fails if the name exists
	}
	if err != nil {
		return fmt.Errorf("%s: %w", target, err)
	}
	syncFolder(filepath.Dir(target))
	return nil
}
