package main

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"

	"gopkg.in/yaml.v3"
)

// defaultConfig is the file beside this one, so that the program also runs without any.
//
//go:embed shallowwater.yaml
var defaultConfig []byte

// Config is the section ShallowWater of the configuration file. Lengths are metres, times seconds.
type Config struct {
	Nx               int     `yaml:"Nx"`
	Ny               int     `yaml:"Ny"`
	Steps            int     `yaml:"Steps"`
	Spacing          float64 `yaml:"Spacing"`
	TimeStep         float64 `yaml:"TimeStep"`
	Gravity          float64 `yaml:"Gravity"`
	Coriolis         float64 `yaml:"Coriolis"`
	Depth            float64 `yaml:"Depth"`
	Workers          int     `yaml:"Workers"`
	DiagnosticsEvery int     `yaml:"DiagnosticsEvery"`
	SnapshotEvery    int     `yaml:"SnapshotEvery"`
	Jet              Jet     `yaml:"Jet"`
	Bed              Bed     `yaml:"Bed"`

	// What only the command line sets.
	Uneven   bool   `yaml:"-"` // use the rough bed
	Out      string `yaml:"-"` // directory for the output files
	Timeline string `yaml:"-"` // directory for the timeline and for what the nodes are used for; empty for none
	Device   string `yaml:"-"` // where the update runs: host, gpu or auto; empty for host
	RawStats string `yaml:"-"` // directory for raw statistics of the nodes; empty for none
}

// Jet describes the flow at the start.
type Jet struct {
	Speed float64 `yaml:"Speed"`
	Width float64 `yaml:"Width"`
	Bump  float64 `yaml:"Bump"`
}

// Bed describes the friction at the bed.
type Bed struct {
	Drag     float64 `yaml:"Drag"`
	Substeps int     `yaml:"Substeps"`
	Rough    Rough   `yaml:"Rough"`
}

// Rough is the part of the bed with a friction of its own, From and To as shares of the way from south to north.
type Rough struct {
	Since    int     `yaml:"Since"` // steps that are done before it is rough
	From     float64 `yaml:"From"`
	To       float64 `yaml:"To"`
	Drag     float64 `yaml:"Drag"`
	Substeps int     `yaml:"Substeps"`
}

// configText returns the text of a configuration file and its name for errors. If file is empty, it is the
// built-in one.
func configText(file string) (name string, text []byte, err error) {
	if file == "" {
		return "built-in", defaultConfig, nil
	}
	text, err = os.ReadFile(file)
	return file, text, err
}

// parseConfig reads the solver's section of text; name is for its errors. Other sections belong to others,
// but an unknown key in ours is an error with its line.
func parseConfig(name string, text []byte) (Config, error) {
	file := struct {
		ShallowWater Config               `yaml:"ShallowWater"`
		Others       map[string]yaml.Node `yaml:",inline"`
	}{}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(&file); err != nil && !errors.Is(err, io.EOF) {
		return Config{}, fmt.Errorf("configuration %s: %w", name, err)
	}
	return file.ShallowWater, nil
}

// check returns an error that names the first value with which the solver cannot run on the given
// number of ranks.
func (c Config) check(ranks int) error {
	positive := []struct {
		key   string
		value float64
	}{
		{"Nx", float64(c.Nx)}, {"Ny", float64(c.Ny)}, {"Steps", float64(c.Steps)},
		{"Spacing", c.Spacing}, {"TimeStep", c.TimeStep}, {"Gravity", c.Gravity}, {"Depth", c.Depth},
		{"Workers", float64(c.Workers)}, {"DiagnosticsEvery", float64(c.DiagnosticsEvery)},
		{"Jet.Width", c.Jet.Width}, {"Bed.Substeps", float64(c.Bed.Substeps)},
		{"Bed.Rough.Substeps", float64(c.Bed.Rough.Substeps)},
	}
	for _, p := range positive {
		if !(p.value > 0) {
			return fmt.Errorf("configuration: ShallowWater.%s is %v, must be above 0", p.key, p.value)
		}
	}
	if c.SnapshotEvery < 0 {
		return fmt.Errorf("configuration: ShallowWater.SnapshotEvery is %d, must not be below 0", c.SnapshotEvery)
	}
	if c.Ny < ranks {
		return fmt.Errorf("configuration: ShallowWater.Ny is %d, must be at least 1 for each of the %d ranks", c.Ny, ranks)
	}
	return nil
}
