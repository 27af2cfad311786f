package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestConfigErrorsNameTheFault(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"unknown key":    {"ShallowWater:\n  Nx: 10\n  Nz: 3\n", "line 3: field Nz not found"},
		"unknown nested": {"ShallowWater:\n  Bed:\n    Depth: 3\n", "line 3: field Depth not found"},
		"wrong type":     {"ShallowWater:\n  Nx: many\n", "line 2: cannot unmarshal"},
		"not YAML":       {"ShallowWater: [", "test.yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := parseConfig("test.yaml", []byte(c.text))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q in it", err, c.want)
			}
		})
	}
	if _, err := parseConfig("test.yaml", []byte("Omega: {Anything: 1}\nOther: [x]\n")); err != nil {
		t.Errorf("sections of others: %v", err)
	}
}

func TestCheckNamesTheValue(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"ShallowWater.Nx is 0":             func(c *Config) { c.Nx = 0 },
		"ShallowWater.TimeStep is -1":      func(c *Config) { c.TimeStep = -1 },
		"ShallowWater.Bed.Substeps is 0":   func(c *Config) { c.Bed.Substeps = 0 },
		"ShallowWater.SnapshotEvery is -3": func(c *Config) { c.SnapshotEvery = -3 },
		"ShallowWater.Ny is 5":             func(c *Config) { c.Ny = 5 },
	} {
		cfg := small(t)
		change(&cfg)
		if err := cfg.check(7); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q in it", err, want)
		}
	}
	cfg := small(t)
	if err := cfg.check(cfg.Ny); err != nil {
		t.Errorf("one row a rank: %v", err)
	}
}

func TestCommandLineOverridesTheFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "run.yaml")
	if err := os.WriteFile(file, []byte("ShallowWater: {Nx: 10, Ny: 20, Steps: 30}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "a", "b")
	ranks, cfg, _, err := parse([]string{"-config", file, "-ranks", "3", "-nx", "11", "-steps", "31", "-uneven", "-out", out}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if ranks != 3 || cfg.Nx != 11 || cfg.Ny != 20 || cfg.Steps != 31 || !cfg.Uneven || cfg.Out != out {
		t.Errorf("%d ranks, %+v", ranks, cfg)
	}
	if info, err := os.Stat(out); err != nil || !info.IsDir() {
		t.Errorf("output directory: %v", err)
	}
	for _, args := range [][]string{{"-ranks", "-1"}, {"-config", filepath.Join(dir, "none")}, {"stray"}, {"-nonsense"}} {
		if _, _, _, err := parse(args, io.Discard); err == nil {
			t.Errorf("%v: no error", args)
		}
	}
}
