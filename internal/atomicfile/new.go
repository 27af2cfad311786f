package atomicfile

import (
	"fmt"
	"io"
	"os"
)

// WriteNew is Write for a name that must not exist yet, not even as a link: if it does, nothing changes and
// the error matches fs.ErrExist.
func WriteNew(target string, write func(io.Writer) error) error {
	err := way(target, mostLinks)
	if err == nil {
		err = put(target, true, os.Link, write) // fails if the name exists
	}
	if err != nil {
		return fmt.Errorf("%s: %w", target, err)
	}
	return nil
}
