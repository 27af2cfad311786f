//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
)

// versionFile holds the version of the next release, or in its archive that of the release itself.
const versionFile = "VERSION"

var versionForm = regexp.MustCompile(`^(\d+)\.(\d+)\.(\d+)(-dev)?$`)

// treeVersion returns the version of the tree: that of the file, with -dev behind it in a checkout whose commit does not
// have the release's tag.
func treeVersion() (string, error) {
	text, err := os.ReadFile(versionFile)
	if err != nil {
		return "", err
	}
	version := strings.TrimSpace(string(text))
	if !versionForm.MatchString(version) {
		return "", fmt.Errorf("%s: %q; expected a version as 1.2.3", versionFile, version)
	}
	if _, err := os.Stat(".git"); errors.Is(err, os.ErrNotExist) {
		return version, nil
	}
	tags, err := git("tag", "--points-at", "HEAD", "--list", "v"+version)
	if err != nil || tags != "" {
		return version, err
	}
	return version + "-dev", nil
}

// sourceDate returns the time of the source in seconds of Unix: what SOURCE_DATE_EPOCH says, or the commit's, or in an
// archive that of the file of the version.
func sourceDate() (int64, error) {
	if text := os.Getenv("SOURCE_DATE_EPOCH"); text != "" {
		return strconv.ParseInt(text, 10, 64)
	}
	if _, err := os.Stat(".git"); err == nil {
		text, err := git("log", "-1", "--format=%ct")
		if err != nil {
			return 0, err
		}
		return strconv.ParseInt(text, 10, 64)
	}
	info, err := os.Stat(versionFile)
	if err != nil {
		return 0, err
	}
	return info.ModTime().Unix(), nil
}

// git runs git and returns what it says, whoever owns the checkout.
func git(args ...string) (string, error) {
	out, err := exec.Command("git", append([]string{"-c", "safe.directory=*"}, args...)...).Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w", args[0], err)
	}
	return strings.TrimSpace(string(out)), nil
}
