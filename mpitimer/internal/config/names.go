package config

import (
	"strings"
	"time"
)

// ExpandDate puts a time into a file name template.
func ExpandDate(template string, at time.Time) string {
	for _, part := range [][2]string{
		{"$YYYY", "2006"}, {"$MM", "01"}, {"$DD", "02"}, {"$hh", "15"}, {"$mm", "04"}, {"$ss", "05"},
	} {
		template = strings.ReplaceAll(template, part[0], at.Format(part[1]))
	}
	return template
}

// IsLog reports whether a TimerFile means the log.
func IsLog(timerFile string) bool {
	switch strings.ToLower(strings.TrimSpace(timerFile)) {
	case "", "none", "log":
		return true
	}
	return false
}
