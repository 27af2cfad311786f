package command

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"strings"
)

// release is the version of a program that was built from an archive, as packages are, where Go knows none: make install sets
// it when it links.
var release string

// Release returns the version of the module that the program was built of, such as v0.1.0, or an empty string if nothing
// knows it.
func Release() string {
	info, ok := debug.ReadBuildInfo()
	switch {
	case release != "":
		return release
	case !ok || info.Main.Version == "(devel)":
		return ""
	}
	return info.Main.Version
}

// Version describes how this program was built: its module's version, the revision of its source and
// whether that was changed, and the version of Go.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown version"
	}
	return version(info, release)
}

func version(info *debug.BuildInfo, release string) string {
	parts := []string{cmp.Or(release, info.Main.Version)}
	if parts[0] == "" {
		parts[0] = "(devel)"
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if revision := settings["vcs.revision"]; revision != "" {
		text := "revision " + revision
		if at := settings["vcs.time"]; at != "" {
			text += " of " + at
		}
		if settings["vcs.modified"] == "true" {
			text += ", modified"
		}
		parts = append(parts, text)
	}
	return fmt.Sprintf("%s (%s)", strings.Join(parts, ", "), info.GoVersion)
}
