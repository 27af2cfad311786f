//go:build unix

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// workflow is what is looked at of a workflow of the forge.
type workflow struct {
	Name        string
	On          map[string]any
	Permissions map[string]string
	Jobs        map[string]struct {
		RunsOn   string `yaml:"runs-on"`
		Timeout  int    `yaml:"timeout-minutes"`
		Strategy struct {
			Matrix map[string][]string
		}
		Steps []struct{ Uses, Run string }
	}
}

var pinned = regexp.MustCompile(`^[a-z-]+/[a-z-]+@v\d+$`)

// The forge runs what the Makefile has, on two versions of Go, ends what hangs, and may change nothing.
func TestWorkflows(t *testing.T) {
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]struct {
		on, run string
		goes    []string
	}{
		"test":    {"pull_request", "make test", []string{"stable", "oldstable"}},
		"nightly": {"schedule", "make nightly", []string{"stable", "oldstable"}},
		"release": {"push", "make dist", nil},
	} {
		text, err := os.ReadFile(filepath.Join(root, ".github/workflows", name+".yml"))
		if err != nil {
			t.Fatal(err)
		}
		var w workflow
		if err := yaml.Unmarshal(text, &w); err != nil {
			t.Fatal(name, err)
		}
		if _, is := w.On[want.on]; !is || w.Name != name || w.Permissions["contents"] != "read" || len(w.Permissions) != 1 || len(w.Jobs) != 1 {
			t.Errorf("%s: %+v", name, w)
		}
		for _, job := range w.Jobs {
			runs := false
			for _, s := range job.Steps {
				if s.Uses != "" && !pinned.MatchString(s.Uses) {
					t.Errorf("%s uses %s, of no version", name, s.Uses)
				}
				if target, is := strings.CutPrefix(s.Run, "make "); is && !strings.Contains(string(makefile), "\n"+target+": ##") {
					t.Errorf("%s: there is no target %s", name, target)
				}
				runs = runs || s.Run == want.run
			}
			if !runs || job.Timeout == 0 || job.RunsOn == "" || !slices.Equal(job.Strategy.Matrix["go"], want.goes) {
				t.Errorf("%s: %+v", name, job)
			}
		}
	}
}

// Forms of issues and files about the project are there, and can be read by those who ask for them.
func TestFilesOfTheForge(t *testing.T) {
	for _, name := range []string{".github/ISSUE_TEMPLATE/bug.yml", ".github/ISSUE_TEMPLATE/wish.yml"} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		var form struct {
			Name, Description string
			Body              []struct {
				Type, ID   string
				Attributes struct{ Label string }
			}
		}
		if err := yaml.Unmarshal(text, &form); err != nil || form.Name == "" || form.Description == "" || len(form.Body) == 0 {
			t.Errorf("%s: %v, %+v", name, err, form)
		}
		for _, b := range form.Body {
			if b.Type != "textarea" || b.ID == "" || b.Attributes.Label == "" {
				t.Errorf("%s: %+v", name, b)
			}
		}
	}
	text, err := os.ReadFile(filepath.Join(root, "CITATION.cff"))
	if err != nil {
		t.Fatal(err)
	}
	var citation map[string]any
	if err := yaml.Unmarshal(text, &citation); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"cff-version", "message", "title", "authors", "version", "license"} { // those that its schema demands, and two more
		if citation[key] == nil {
			t.Errorf("CITATION.cff has no %s", key)
		}
	}
	for _, name := range []string{"SECURITY.md", "CONTRIBUTING.md", "LICENSE", ".github/pull_request_template.md", ".github/ISSUE_TEMPLATE/config.yml"} {
		if _, err := os.Stat(filepath.Join(root, name)); err != nil {
			t.Error(err)
		}
	}
}

// The container file installs with what the Makefile has, and takes nothing from a registry but Debian.
func TestContainerfile(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "Containerfile"))
	if err != nil {
		t.Fatal(err)
	}
	for _, from := range regexp.MustCompile(`(?m)^FROM (\S+)`).FindAllStringSubmatch(string(text), -1) {
		if from[1] != "debian:stable" {
			t.Errorf("it takes %s", from[1])
		}
	}
	module, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	version := regexp.MustCompile(`(?m)^go (\S+)$`).FindSubmatch(module)
	if !strings.Contains(string(text), "ARG GO="+string(version[1])+"\n") || !strings.Contains(string(text), "RUN make install DESTDIR=/out PREFIX=/usr/local MPI=openmpi") {
		t.Errorf("it does not install with Go %s:\n%s", version[1], text)
	}
}
