package export

import (
	"bufio"
	"fmt"
	"io"
	"regexp"

	"github.com/go-hpc/timers/internal/lazyregexp"
	"github.com/go-hpc/timers/stats"
)

// beginnings are how the formats that are read back start.
var beginnings = []struct {
	form  string
	start func() *regexp.Regexp
	read  func(io.Reader) (Run, error)
}{
	{"JSON", lazyregexp.New(`^\s*\{\s*"format"\s*:\s*"` + jsonFormat + `"`), ReadJSON},
	{"YAML", lazyregexp.New(`^(?:---\s+)?format:\s*["']?` + jsonFormat + `["']?\s`), ReadYAML},
	{"CSV", lazyregexp.New("^" + csvColumns[0].name + "," + csvColumns[1].name + "," + csvColumns[2].name + ","), func(r io.Reader) (Run, error) {
		s, err := ReadCSV(r)
		return Run{Summary: s}, err
	}},
}

// Recognize returns the form of a text with this beginning (JSON, YAML or CSV of this package) and its reader, or nil
// for any other text.
func Recognize(head []byte) (form string, read func(io.Reader) (Run, error)) {
	for _, b := range beginnings {
		if b.start().Match(head) {
			return b.form, b.read
		}
	}
	return "", nil
}

// Read reads a Run in any format that this package reads back. The error matches stats.ErrFormat if the data is in
// none of them; everything read before a fault comes with the error.
func Read(r io.Reader) (Run, error) {
	b := bufio.NewReader(r)
	head, _ := b.Peek(64)
	if _, read := Recognize(head); read != nil {
		return read(b)
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
