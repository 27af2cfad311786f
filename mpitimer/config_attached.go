package mpitimer

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/mpitimer/internal/config"
)

// This file is the keys of what attaches to the timers: of the packages that the program links, and of those
// of this module that it does not.

// attachments is the directory of the packages that config.Packages names.
const attachments = "github.com/go-hpc/timers/mpitimer/"

// attachedKeys are the keys of the section Timers that are not the heart's, with a copy of the values of one Config.
type attachedKeys struct {
	kinds    []attach.Kind
	settings []attach.Settings // of each of them
	unlinked config.Texts      // whose package is not linked
}

func (c *Config) attachedKeys() *attachedKeys {
	a := &attachedKeys{kinds: attach.Kinds(), unlinked: make(config.Texts)}
	for key := range config.Packages {
		a.unlinked[key] = new(config.Text)
		if text, given := c.unlinked[key]; given {
			*a.unlinked[key] = *text
		}
	}
	for _, k := range a.kinds {
		s := k.Settings()
		if own, given := c.attached[k.Name]; given {
			config.Assign(s, own)
		}
		for key := range config.KeysOf(map[string]any{"": s}) {
			delete(a.unlinked, key)
		}
		a.settings = append(a.settings, s)
	}
	return a
}

// sections is where the keys of both sections have their values.
func (a *attachedKeys) sections(c *Config) map[string]any {
	timing, timers := []any{&c.Timing}, []any{&c.Output}
	for _, s := range a.settings { // which may stand in either section
		timing, timers = append(timing, s), append(timers, s)
	}
	return map[string]any{"Timing": append(timing, a.unlinked), "Timers": append(timers, a.unlinked)}
}

// keep lets a Config have these values. It keeps those that are not the default.
func (a *attachedKeys) keep(c *Config) {
	c.attached, c.unlinked = nil, a.unlinked.Given()
	for i, k := range a.kinds {
		if config.Equal(a.settings[i], k.Settings()) {
			continue
		}
		if c.attached == nil {
			c.attached = make(map[string]attach.Settings)
		}
		c.attached[k.Name] = a.settings[i]
	}
}

// texts stand for the values of these keys that are not the default, for other ranks and programs.
func (c *Config) texts() map[string]string {
	texts := make(map[string]string)
	for _, k := range attach.Kinds() {
		if own, given := c.attached[k.Name]; given {
			maps.Copy(texts, config.Differing(own, k.Settings()))
		}
	}
	for key, text := range c.unlinked {
		texts[key] = string(*text)
	}
	return texts
}

// restore gives a key the value that it has in another Config.
func (c *Config) restore(key string, from *Config) {
	a := c.attachedKeys()
	config.Copy(a.sections(c), from.attachedKeys().sections(from), key)
	a.keep(c)
}

// check says which values cannot be used.
func (a *attachedKeys) check(prefix, tree string) (wrong []outOfRange) {
	for _, s := range a.settings {
		faults := s.Check()
		if n, is := s.(attach.NameChecker); is {
			faults = append(faults, n.CheckNames(prefix, tree)...)
		}
		for _, f := range faults {
			wrong = append(wrong, outOfRange{f.Key, " is " + f.Problem})
		}
	}
	for _, key := range slices.Sorted(maps.Keys(a.unlinked)) {
		switch *a.unlinked[key] {
		case "", "false", "0": // which asks for nothing
		default:
			wrong = append(wrong, outOfRange{key, fmt.Sprintf(": not linked into this program: import _ %q (or %q)", attachments+config.Packages[key], attachments+"all")})
		}
	}
	return wrong
}

// standIns lets variables that are not the timers' stand in for keys that are not set.
func (c *Config) standIns(lookup func(string) (string, bool)) (problem error) {
	a := c.attachedKeys()
	for _, s := range a.settings {
		if other, has := s.(attach.VariableReader); has {
			if err := other.ReadVariables(lookup); err != nil {
				problem = errors.Join(problem, fmt.Errorf("mpitimer: %w", err))
			}
		}
	}
	a.keep(c)
	return problem
}

// Set sets a key of either section from a text, as its environment variable would. It also sets keys
// without a field in Config, such as the keys of outputs in packages of their own. A key or text in
// error changes nothing; New and the log also report it.
func (c *Config) Set(key, value string) error {
	a := c.attachedKeys()
	if err := config.Set(a.sections(c), key, value); err != nil {
		c.faults = append(slices.Clip(c.faults), fmt.Errorf("settings of the program: %w", err))
		return fmt.Errorf("mpitimer: %w", err)
	}
	a.keep(c)
	return nil
}

// Get returns the text of a key without a field in Config, as Set takes it; blank is the default.
func (c *Config) Get(key string) string { return c.texts()[key] }
