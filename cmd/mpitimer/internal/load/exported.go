package load

import (
	"errors"
	"fmt"
	"io"
	"regexp"

	"github.com/go-hpc/timers/stats/export"
)

// How this module's JSON and YAML start.
var (
	jsonStart = regexp.MustCompile(`^\s*\{\s*"format"\s*:\s*"mpitimer run"`)
	yamlStart = regexp.MustCompile(`^(?:---\s+)?format:\s*["']?mpitimer run["']?\s`)
)

// exportedReader returns the reader for a text file that starts like this, or nil if it is not one of this
// module's own.
func exportedReader(head []byte) (form string, read func(io.Reader) (export.Run, error)) {
	switch {
	case jsonStart.Match(head):
		return "JSON", export.ReadJSON
	case yamlStart.Match(head):
		return "YAML", export.ReadYAML
	}
	return "", nil
}

// readExported reads a run in a form that carries all of it.
func readExported(r io.Reader, name, form string, read func(io.Reader) (export.Run, error)) (source, error) {
	s := source{class: exportClass, form: form, file: name}
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
		s.profiles = append(s.profiles, ranked{Profile: p, known: true, file: name})
	}
	for key, value := range run.Meta {
		s.say(key, value)
	}
	return s, err
}
