package logfile

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// Told is an error that tells of faults which the log of rank 0 has told one by one: printed where the log is, it does not
// tell them again. Unwrap does.
type Told struct{ error }

// Once makes an error of which the log tells one that is Told if it is printed there, too: the log is standard error, or nil.
func Once(err error, log io.Writer, structured bool) error {
	if err == nil || structured || log != nil && log != io.Writer(os.Stderr) {
		return err
	}
	return Told{err}
}

func (t Told) Error() string {
	n := len(Faults(t.error))
	if n == 1 {
		return "mpitimer: 1 fault, which the log of rank 0 tells"
	}
	return fmt.Sprintf("mpitimer: %d faults, which the log of rank 0 tells", n)
}

// Unwrap returns the faults.
func (t Told) Unwrap() error { return t.error }

// Faults returns a line of the log for each fault of an error.
func Faults(err error) (list []string) {
	if err == nil {
		return nil
	}
	for _, line := range strings.Split(strings.TrimRight(err.Error(), "\n"), "\n") {
		list = append(list, "mpitimer: "+strings.TrimPrefix(line, "mpitimer: "))
	}
	return list
}
