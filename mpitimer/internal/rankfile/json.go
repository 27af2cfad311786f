package rankfile

import (
	"bytes"

	"gopkg.in/yaml.v3"

	"github.com/go-hpc/timers/stats"
)

// Up to version 2 notes were JSON. It is read as the YAML that it also is, for which the timers link a reader in any
// case: encoding/json would be a tenth of a small solver.

// decodeJSON reads a note of version 1 or 2.
func decodeJSON(note []byte) (Text, error) {
	var old struct {
		Program      string            `yaml:"program"`
		Command      []string          `yaml:"command"`
		Host         string            `yaml:"host"`
		Job          map[string]string `yaml:"job"`
		Environments []struct {
			Name  string `yaml:"Name"`
			Size  int    `yaml:"Size"`
			Ranks []struct {
				First  int `yaml:"First"`
				Last   int `yaml:"Last"`
				Stride int `yaml:"Stride"`
			} `yaml:"Ranks"`
		} `yaml:"contexts"`
		Warnings []struct {
			Kind  string `yaml:"Kind"`
			Path  string `yaml:"Path"`
			Place string `yaml:"Place"`
			Count uint64 `yaml:"Count"`
		} `yaml:"warnings"`
		Counters []struct {
			Name   string  `yaml:"Name"`
			Unit   string  `yaml:"Unit"`
			Step   float64 `yaml:"Step"`
			Domain string  `yaml:"Domain"`
			Peak   bool    `yaml:"Peak"`
		} `yaml:"quantities"`
		Counted []float64 `yaml:"counted"`
	}
	if err := yaml.Unmarshal(bytes.Map(printable, note), &old); err != nil {
		return Text{}, err
	}
	t := Text{Program: old.Program, Command: old.Command, Host: old.Host, Job: old.Job, Counted: old.Counted}
	for _, c := range old.Environments {
		e := stats.Environment{Name: c.Name, Size: c.Size}
		for _, r := range c.Ranks {
			e.Ranks = append(e.Ranks, stats.Range(r))
		}
		t.Environments = append(t.Environments, e)
	}
	for _, w := range old.Warnings {
		t.Warnings = append(t.Warnings, stats.Warning(w))
	}
	for _, q := range old.Counters {
		t.Counters = append(t.Counters, stats.Counter(q))
	}
	return t, nil
}

// printable replaces the characters that may stand in JSON and not in YAML, and those at which YAML breaks lines.
func printable(r rune) rune {
	if r < ' ' || r >= 0x7f && r < 0xa0 || r == 0x2028 || r == 0x2029 || r == 0xfeff || r == 0xfffe || r == 0xffff {
		return 0xfffd
	}
	return r
}
