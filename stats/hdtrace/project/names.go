package project

import (
	"strings"

	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
)

// javaName is a name as the Java reader has it in the names of files.
func javaName(name string) string {
	return strings.Map(func(c rune) rune {
		if naming.IsLabel(c) || c == ' ' {
			return c
		}
		return -1
	}, name)
}
