package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/internal/atomicfile"
)

// Output writes what -o names: a file as [WriteFile] does; without a name, or with "-", the standard output.
// What a damaged input leaves is written too, and the error of write that matches ErrIncomplete returned.
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

// WriteFile writes what -o names, whole or not at all. Of the files and folders that are read none is written
// over, be it under another name.
func WriteFile(target string, inputs []string, write func(io.Writer) error) error {
	if err := KeepInputs(target, inputs); err != nil {
		return err
	}
	return atomicfile.Write(target, write)
}

// KeepInputs is a Usage error where a target is one of the files that are read, or stands already in a folder
// that is read. A page may be made anew in the folder of its run, whose other files it is none of.
func KeepInputs(target string, inputs []string) error {
	there, err := os.Stat(target)
	if err != nil || !there.Mode().IsRegular() {
		return nil // nothing is there yet, or nothing that writing would destroy
	}
	for _, name := range inputs {
		input, err := os.Stat(name)
		switch {
		case err != nil: // reading it says why
		case os.SameFile(there, input):
			return Usagef("%s is read, and would be overwritten; name another file with -o", target)
		case input.IsDir() && !strings.HasSuffix(strings.ToLower(target), ".html") && below(target, input):
			return Usagef("%s stands in %s, which is read, and would be overwritten; name another file with -o", target, name)
		}
	}
	return nil
}

// below says whether a file stands in a folder or in one below it.
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
