package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/cobra"
)

type ended int

func (e ended) Error() string   { return "ended" }
func (e ended) ExitStatus() int { return int(e) }

func TestStatus(t *testing.T) {
	failed := errors.New("no such file")
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, 0}, {Findings("3 findings"), 1}, {fmt.Errorf("%w: more", ErrFindings), 1}, {failed, 2}, {Usagef("wrong"), 2},
		{Incomplete("cut"), 3}, {ended(127), 127}, {errors.Join(Findings("x"), Incomplete("y")), 3},
		{Result(nil, Incomplete("cut")), 3}, {Result(failed, Incomplete("cut")), 2}, {Result(failed, nil), 2}, {Result(nil, nil), 0},
	} {
		if got := Status(c.err); got != c.want {
			t.Errorf("%v: status %d, want %d", c.err, got, c.want)
		}
	}
}

// What a damaged input leaves is written; a file that could not be written whole is not there.
func TestOutput(t *testing.T) {
	name, c := filepath.Join(t.TempDir(), "out"), &cobra.Command{}
	write := func(err error) func(io.Writer) error {
		return func(w io.Writer) error {
			_, failed := io.WriteString(w, "part")
			return errors.Join(failed, err)
		}
	}
	if err := Output(c, name, nil, write(errors.New("broken"))); Status(err) != StatusFailed {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(name); err == nil {
		t.Error("a broken file was written")
	}
	if err := Output(c, name, nil, write(Incomplete("cut"))); Status(err) != StatusIncomplete {
		t.Errorf("got %v", err)
	}
	if text, err := os.ReadFile(name); string(text) != "part" {
		t.Errorf("written is %q, %v", text, err)
	}
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no full device here")
	}
	large := func(w io.Writer) error {
		_, err := w.Write(make([]byte, 1<<20))
		return errors.Join(err, Incomplete("cut"))
	}
	if err := Output(c, "/dev/full", nil, large); Status(err) != StatusFailed {
		t.Errorf("got %v", err)
	}
}
