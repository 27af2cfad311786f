package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/internal/atomicfile"
)

// Output writes to the target of -o: to a file as [WriteFile] does, or to standard output if it is "" or "-".
// What a damaged input still yields is written too, and write's error that matches ErrIncomplete is returned.
func Output(c *cobra.Command, target string, inputs []string, write func(io.Writer) error) error {
	var missing error
	tracked := func(w io.Writer) error {
		to := &failing{w: w}
		err := write(to)
		switch {
		case to.err != nil:
			return to.err
		case errors.Is(err, ErrIncomplete):
			missing, err = err, nil
		}
		return err
	}
	if target == "" || target == "-" {
		err := tracked(c.OutOrStdout())
		return Result(err, missing)
	}
	err := WriteFile(target, inputs, tracked)
	return Result(err, missing)
}

// failing remembers why it could not be written to.
type failing struct {
	w   io.Writer
	err error
}

func (f *failing) Write(b []byte) (int, error) {
	n, err := f.w.Write(b)
	if err != nil {
		f.err = err
	}
	return n, err
}

// WriteFile writes the target of -o, whole or not at all. It never overwrites a file or directory that is
// read, not even under another name.
func WriteFile(target string, inputs []string, write func(io.Writer) error) error {
	if err := KeepInputs(target, inputs); err != nil {
		return err
	}
	return atomicfile.Write(target, write)
}

// WriteNew writes a file that is not there yet: where it is, one with a number behind its name. It returns the name.
func WriteNew(target string, write func(io.Writer) error) (string, error) {
	extension := filepath.Ext(target)
	file := target
	for n := 2; ; n++ {
		err := atomicfile.WriteNew(file, write)
		if !errors.Is(err, fs.ErrExist) {
			return file, err
		}
		file = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(target, extension), n, extension)
	}
}

// KeepInputs returns a Usage error if a target is one of the files that are read, or already exists in a
// directory that is read. A page may be remade in the directory of its run, since it is not one of the run's
// files.
func KeepInputs(target string, inputs []string) error {
	there, err := os.Stat(target)
	if err != nil || !there.Mode().IsRegular() {
		return nil // nothing exists there yet, or nothing that writing would destroy
	}
	for _, name := range inputs {
		input, err := os.Stat(name)
		switch {
		case err != nil: // reading it says why
		case os.SameFile(there, input):
			return Usagef("%s is an input and would be overwritten; name another file with -o", target)
		case input.IsDir() && !strings.HasSuffix(strings.ToLower(target), ".html") && below(target, input):
			return Usagef("%s is in %s, which is an input, and would be overwritten; name another file with -o", target, name)
		}
	}
	return nil
}

// below reports whether a file is in a directory or in one below it.
func below(name string, folder os.FileInfo) bool {
	path, err := filepath.Abs(name)
	if resolved, e := filepath.EvalSymlinks(path); e == nil {
		path = resolved
	}
	if err != nil {
		return false
	}
	for at := filepath.Dir(path); ; at = filepath.Dir(at) {
		if info, err := os.Stat(at); err == nil && os.SameFile(info, folder) {
			return true
		}
		if at == filepath.Dir(at) {
			return false
		}
	}
}
