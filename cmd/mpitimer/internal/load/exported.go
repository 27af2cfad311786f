package load

import (
	"errors"
	"fmt"
	"io"

	"github.com/go-hpc/timers/stats/export"
)

// readExported reads a run in a form that convert has written.
func (g *gathering) readExported(r io.Reader, name, form string, read func(io.Reader) (export.Run, error)) (source, error) {
	s := source{class: exportClass, form: form, file: name}
	if form == "CSV" {
		s.class = csvClass
	}
	run, err := read(r)
	if run.Summary != nil {
		if wrong := run.Summary.Check(); wrong == nil {
			s.summary = run.Summary
		} else if err == nil {
			err = wrong
		}
	}
	for i, p := range run.Profiles {
		wrong := fmt.Errorf("profile %d is missing", i)
		if p != nil {
			wrong = p.Check()
		}
		if wrong != nil {
			return s, errors.Join(err, wrong)
		}
		s.profiles = append(s.profiles, g.trees.pack(p, true, name))
		run.Profiles[i] = nil
	}
	for key, value := range run.Meta {
		s.say(key, value)
	}
	return s, err
}
