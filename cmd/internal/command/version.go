package command

import (
	"fmt"
	"runtime/debug"
	"strings"
)

// Version describes how this program was built: its module's version, the revision of its source and
// whether that was changed, and the version of Go.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown version"
	}
	return version(info)
}

func version(info *debug.BuildInfo) string {
	parts := []string{info.Main.Version}
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
