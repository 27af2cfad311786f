package mpitimer

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/mpitimer/internal/config"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

// outOfRange is a key whose value is of the right type and can't be used, and what to say behind it.
type outOfRange struct{ key, problem string }

// repair gives keys whose value can't be used their former one back, and returns what was wrong.
// Places says where keys were set, elsewhere what to say of others.
func (c *Config) repair(former Config, places config.Places, elsewhere string) (faults []error) {
	faults, c.faults = c.faults, nil
	c.Output.suit()
	// The former value of a key can be at odds with the new one of another key, the default cannot.
	var told []outOfRange
	for _, again := range []Config{former, DefaultConfig()} {
		for _, wrong := range c.check() {
			c.restore(wrong.key, &again)
			if slices.Contains(told, wrong) {
				continue
			}
			told = append(told, wrong)
			faults = append(faults, fmt.Errorf("%s: %s%s", cmp.Or(places[wrong.key], elsewhere), wrong.key, wrong.problem))
		}
	}
	return faults
}

// unmade reports whether what no Config lacks that can be used is blank: then it was not made from
// DefaultConfig, and one cannot tell what else is blank because it has no value.
func (c *Config) unmade() bool {
	return c.Timing.Clock == "" && c.Output.Prefix == "" && c.Output.GlobalFile == "" && c.Output.Patience == 0
}

// check says which values are out of their range: the first problem of each key.
func (c *Config) check() (wrong []outOfRange) {
	t, o := &c.Timing, &c.Output
	_, notPattern := config.Patterns(t.Communicates)
	oneOf := func(value string, allowed ...string) string {
		if slices.Contains(allowed, value) {
			return ""
		}
		return fmt.Sprintf("%q, expected one of %s", value, strings.Join(allowed, ", "))
	}
	unless := func(right bool, format string, args ...any) string {
		if right {
			return ""
		}
		return fmt.Sprintf(format, args...)
	}
	for _, each := range []outOfRange{
		{"Level", unless(t.Level >= 0 && t.Level <= engine.MaxLevel, "%d, expected 0 to %d", t.Level, engine.MaxLevel)},
		{"Clock", oneOf(t.Clock, "auto", "tsc", "fenced", "monotonic")},
		{"Communicates", unless(notPattern == "", "%q, of which %q is no pattern", t.Communicates, notPattern)},
		{"For", oneOf(o.For, "", forE3SM)},
		{"GlobalFile", oneOf(o.GlobalFile, "summary", "stats", "none")},
		{"RankFiles", unless(o.RankFiles >= -1, "%d, expected a number of ranks, or -1 for all", o.RankFiles)},
		{"RankStride", unless(o.RankStride >= 0, "%d, expected 1 or more", o.RankStride)},
		{"Method", oneOf(cmp.Or(o.Method, gptlcompat.MostFrequent.String()), gptlcompat.MethodNames()...)},
		{"Prefix", unless(o.Prefix != "" && !strings.ContainsAny(o.Prefix, "/\x00\n"), "%q, expected the start of a file name", o.Prefix)},
		{"Directory", unless(!strings.Contains(o.Directory, "\x00"), "%q, expected the name of a directory", o.Directory)},
		{"TimerFile", unless(!strings.Contains(o.TimerFile, "\x00"), "%q, expected the name of a file", o.TimerFile)},
		{"TimerFile", unless(!c.overwrites(), "%q, which is also the name of another file of the timers", o.TimerFile)},
		{"Tables", unless(!strings.Contains(o.Tables, "\x00"), "%q, expected auto, off or the name of a directory", o.Tables)},
		{"Checkpoint", unless(o.Checkpoint >= 0, "%s, expected a time", o.Checkpoint)},
		{"MinShare", unless(o.MinShare >= 0 && o.MinShare <= 100, "%g, expected a share of the run in percent, 0 to 100", o.MinShare)},
		{"Patience", unless(o.Patience > 0, "%s, expected a positive time", o.Patience)},
	} {
		known := slices.ContainsFunc(wrong, func(o outOfRange) bool { return o.key == each.key })
		if each.problem != "" && !known {
			wrong = append(wrong, outOfRange{each.key, " is " + each.problem})
		}
	}
	return append(wrong, c.attachedKeys().check(o.Prefix, filepath.Clean(o.TimerFile))...)
}

// overwrites reports whether the file of the tree would be lost to another one of the same name.
func (c *Config) overwrites() bool {
	name, o := filepath.Clean(c.Output.TimerFile), &c.Output
	switch name {
	case o.Prefix + SummaryExtension:
		return o.SummaryFile
	case o.Prefix + singleSuffix:
		return o.SingleFile
	case o.globalName(o.Prefix):
		return true
	}
	return isNumbered(name, o.Prefix)
}

// isNumbered reports whether a name is that of the file of some rank.
func isNumbered(name, prefix string) bool {
	digits, is := strings.CutPrefix(name, prefix+".")
	return is && digits != "" && strings.Trim(digits, "0123456789") == ""
}
