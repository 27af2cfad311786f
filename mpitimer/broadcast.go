package mpitimer

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/internal/config"
	"github.com/go-hpc/timers/mpitimer/internal/keyvalue"
)

// shared is what rank 0 tells the others of the configuration.
type shared struct {
	config  Config
	run     string // a name for the run
	asked   bool   // something may be attached
	problem string // why it is not the one that was asked for
}

// share is what a rank tells the others of the configuration that it would take.
func (s *settings) share() (*shared, error) {
	c, err := s.chosen()
	all := &shared{config: c, run: newRun(), asked: s.edit != nil || len(c.wanted()) > 0}
	if err != nil {
		all.problem = err.Error()
	}
	return all, err
}

// The keys of a message beside those of the configuration, which begin with capitals.
const (
	keyRun     = "run"
	keyAsked   = "asked"
	keyProblem = "problem"
)

// encode returns the message: a line for each key of the configuration, and for the rest.
func (s *shared) encode() []byte {
	var text []byte
	for _, values := range []map[string]string{config.Values(&s.config.Timing), config.Values(&s.config.Output), s.config.texts()} {
		for _, key := range slices.Sorted(maps.Keys(values)) {
			text = keyvalue.Append(text, key, values[key])
		}
	}
	text = keyvalue.Append(text, keyRun, s.run)
	text = keyvalue.Append(text, keyAsked, strconv.FormatBool(s.asked))
	if s.problem != "" {
		text = keyvalue.Append(text, keyProblem, s.problem)
	}
	return text
}

// decodeShared reads a message. Keys of packages that this program does not link are left out.
func decodeShared(text []byte) (*shared, error) {
	s := &shared{config: DefaultConfig()}
	c := &s.config
	a := c.attachedKeys()
	a.unlinked = nil
	own := config.KeysOf(a.sections(c))
	err := keyvalue.Each(text, func(key string, fields []string) error {
		switch value := fields[0]; key {
		case keyRun:
			s.run = value
		case keyAsked:
			s.asked = value == "true"
		case keyProblem:
			s.problem = value
		default:
			if _, has := own[key]; has {
				return own.Set(key, value)
			}
		}
		return nil
	})
	a.keep(c)
	return s, err
}

// heard is the configuration that another rank has chosen.
func (s *settings) heard(v *machenv.Verdict) (*shared, error) {
	if v == nil { // there is no other rank
		return s.share()
	}
	all, err := decodeShared(v.Answer)
	if err != nil {
		return &shared{config: DefaultConfig(), run: newRun()}, fmt.Errorf("mpitimer: configuration did not arrive from another rank: %w", err)
	}
	if all.problem != "" {
		return all, errors.New(all.problem)
	}
	return all, nil
}
