package export

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"github.com/go-hpc/timers/stats"
)

// How the formats that are read back start.
var beginnings = []struct {
	text string
	read func(io.Reader) (Run, error)
}{
	{`{"format":"` + jsonFormat + `"`, ReadJSON},
	{`format: ` + `"` + jsonFormat + `"`, ReadYAML},
	{`format: ` + jsonFormat, ReadYAML},
	{csvColumns[0].name + "," + csvColumns[1].name + "," + csvColumns[2].name + ",", func(r io.Reader) (Run, error) {
		s, err := ReadCSV(r)
		return Run{Summary: s}, err
	}},
}

// Recognises reports whether a file that starts like this is one that [Read] reads: JSON, YAML or CSV of this
// package.
func Recognises(head []byte) bool {
	for _, b := range beginnings {
		if bytes.HasPrefix(head, []byte(b.text)) {
			return true
		}
	}
	return false
}

// Read reads a Run in whichever format it was written. The error matches stats.ErrFormat if it is not one of those;
// what was read before a fault is returned with the error.
func Read(r io.Reader) (Run, error) {
	b := bufio.NewReader(r)
	head, _ := b.Peek(64)
	for _, known := range beginnings {
		if bytes.HasPrefix(head, []byte(known.text)) {
			return known.read(b)
		}
	}
	return Run{}, fmt.Errorf("%w: begins with %.20q, expected JSON, YAML or CSV as this package writes it", stats.ErrFormat, head)
}

func writeSummary(w io.Writer, r Run) error {
	s, err := r.summary()
	if err != nil {
		return err
	}
	_, err = s.WriteTo(w)
	return err
}

func writeProfiles(w io.Writer, r Run) error {
	if len(r.Profiles) == 0 {
		return fmt.Errorf("%w: there are no profiles of ranks, only their summary", ErrRun)
	}
	v, err := r.view()
	if err != nil {
		return err
	}
	for _, p := range v.profiles {
		if _, err := p.WriteTo(w); err != nil {
			return err
		}
	}
	return nil
}
