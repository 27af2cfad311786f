package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// WriteNew is Write for a file that must not be there yet, whatever it is: with an error that matches
// fs.ErrExist nothing has changed.
func WriteNew(target string, write func(io.Writer) error) (problem error) {
	if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
		return fmt.Errorf("%s: %w: %w", target, ErrCreate, err)
	}
	f, err := temporary(target)
	if err != nil {
		return fmt.Errorf("%s: %w: %w", target, ErrCreate, err)
	}
	defer func() { // also when write panics
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
		err = os.Link(f.Name(), target) // which fails if something is there
	}
	if err != nil {
		return fmt.Errorf("%s: %w", target, err)
	}
	syncFolder(filepath.Dir(target))
	return nil
}
