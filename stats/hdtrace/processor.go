package hdtrace

import (
	"math"
	"os"
	"strconv"
	"strings"
)

// Processor returns the name of this machine's processor and its frequency, in MHz, as the header of a
// trace or of relations has them, or "" and 0 if unknown. HDTrace's readers assume 2660 MHz for a trace
// without them. The frequency is the first processor's at this moment, as in HDTrace's own writers.
func Processor() (model string, mhz int) {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "", 0
	}
	return processorIn(string(text))
}

// processorIn reads /proc/cpuinfo. POWER calls the frequency clock, and writes its unit.
func processorIn(text string) (model string, mhz int) {
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch strings.TrimSpace(key) {
		case "model name", "cpu":
			if model == "" {
				model = value
			}
		case "cpu MHz", "clock":
			f, err := strconv.ParseFloat(strings.TrimSuffix(value, "MHz"), 64)
			if err == nil && mhz == 0 && f > 0 && f < math.MaxInt32 {
				mhz = int(math.Round(f))
			}
		}
	}
	return model, mhz
}
