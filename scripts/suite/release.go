//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

const (
	apidiff     = "golang.org/x/exp/cmd/apidiff@v0.0.0-20261113113407-e3970619a1a4"
	govulncheck = "golang.org/x/vuln/cmd/govulncheck@v1.9.0"
)

// lastRelease finds the tag of the release before the commit.
const lastRelease = "git describe --tags --abbrev=0 --match 'v[0-9]*' HEAD"

// releases are the steps of packages, and of what a release promises.
func releases(c *choice) []step {
	// What is built a second time and the Debian packages share what they compile from nothing, whichever comes first: neither
	// sees what the first build, or any other step, has compiled.
	built := func(args ...string) func(*job) error {
		return func(j *job) error {
			args := append([]string{"test", "-vet=off", "-count=1", "-timeout=30m", "-v", "./scripts/packaging", "-cold", filepath.Join(j.suite.logs, "cold")}, args...)
			return j.command("go", args...)
		}
	}
	compared := []string{"release"}
	if c.base != "" {
		compared = nil // with the commit that was given
	}
	return []step{
		{name: "installed, looked at, and built twice", in: nightly, needs: []string{"openmpi", "manual"}, run: built("-run=^TestBuilt$", "-build", "-twice")},
		{name: "Debian packages in a clean system", in: nightly, needs: []string{"openmpi", "debian"}, run: built("-run=^TestDebianPackages$", "-debian", "-system")},
		{name: "list of linked modules", in: nightly, run: func(j *job) error {
			return errors.Join(j.command("make", "sbom"), j.command("grep", "-q", "pkg:golang/github.com/spf13/cobra@v1", "mpitimer.cdx.json", "pt.cdx.json"))
		}},
		{name: "interface of the last release", in: nightly, needs: compared, run: c.interfaces},
		{name: "known vulnerabilities", in: nightly, needs: []string{"vulnerabilities"}, run: func(j *job) error { return j.command("go", "run", govulncheck, "./...") }},
	}
}

// interfaces compares the exported names of the packages that are promised (docs/stability.md) with those of the last release,
// or of the commit that was given. What is not compatible needs another minor version, before 1.0, in the file VERSION.
func (c *choice) interfaces(j *job) error {
	before := c.base
	if before == "" {
		tag, err := j.output("bash", "-c", lastRelease)
		if err != nil {
			return err
		}
		before = strings.TrimSpace(tag)
	}
	folder, err := os.MkdirTemp("", "release")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	checkout := filepath.Join(folder, "before")
	if err := j.command("git", "clone", "-q", "--shared", "--no-checkout", ".", checkout); err != nil {
		return err
	}
	if err := j.command("git", "-C", checkout, "checkout", "-q", before); err != nil {
		return err
	}
	exported := filepath.Join(folder, "exported")
	if err := j.command("go", "-C", checkout, "run", apidiff, "-m", "-w", exported, module); err != nil {
		return err
	}
	text, err := j.output("go", "run", apidiff, "-m", "-incompatible", exported, module)
	if err != nil {
		return err
	}
	changes := promisedChanges(text)
	for _, change := range changes {
		fmt.Fprintln(&j.said, change)
	}
	now, err := os.ReadFile("VERSION")
	if err != nil {
		return err
	}
	old, err := os.ReadFile(filepath.Join(checkout, "VERSION"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if len(changes) > 0 && sameMinor(string(old), string(now)) {
		return fmt.Errorf("%d changes since %s are not compatible: undo them, or let the second number of VERSION count up", len(changes), before)
	}
	return nil
}

// unpromised are packages whose names nobody outside of the module is promised.
var unpromised = regexp.MustCompile(`^- (package )?(\./|` + module + `/)?(cmd|scripts|examples|internal)\b`)

// promisedChanges keeps of the lines of apidiff those of packages that are promised. A version of a form of files is no
// interface.
func promisedChanges(text string) (list []string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "- ") && !unpromised.MatchString(line) && !strings.Contains(line, ".Version: value changed") {
			list = append(list, line)
		}
	}
	return list
}

// sameMinor reports whether two versions may be told apart by nothing that breaks a program.
func sameMinor(a, b string) bool {
	minor := func(v string) string {
		first, rest, _ := strings.Cut(strings.TrimSpace(v), ".")
		second, _, _ := strings.Cut(rest, ".")
		if first == "0" {
			return "0." + second
		}
		return first
	}
	return minor(a) == minor(b)
}
