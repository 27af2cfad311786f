package hdtest

import (
	"slices"
	"strings"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
)

// ButText leaves out what a writer cannot help: texts that need entities, of which the Java reader shows a part.
func ButText(findings []hdtrace.Finding) []hdtrace.Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f hdtrace.Finding) bool { return strings.HasPrefix(f.Text, faults.WrongText) })
}
