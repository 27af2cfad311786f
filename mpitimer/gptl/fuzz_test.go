package gptl

import (
	"strings"
	"testing"
)

// FuzzProcessNamelist: whatever stands in the file, what is set is within the ranges of the options, and
// the options that were not named stay.
func FuzzProcessNamelist(f *testing.F) {
	f.Add(everyKey)
	f.Add("&gptlnl\n eventlist = 'PAPI_TOT_CYC', 99*'GPTL_IPC' /")
	f.Add("&gptlnl depthlimit=-3 tablesize=1 print_method='x' utr=\"nanotime\" &end")
	f.Add("&gptlnl verbose=.true., abort_on_error=.true., sync_mpi=.true. /")
	f.Fuzz(func(t *testing.T, text string) {
		fresh(t)
		captured(t)
		defer func() { // AbortOnError may have been set before another one was wrong
			if cause := recover(); cause != nil && !current().isOn(AbortOnError) {
				panic(cause)
			}
		}()
		err := ProcessNamelist(strings.NewReader(text), "fuzzed")
		if err != nil && NumErrors() == 0 {
			t.Errorf("an error that is not counted: %v", err)
		}
		for _, option := range Options() {
			value := current().option(option)
			limits, number := ranges[option]
			if !number {
				limits = [2]int{0, 1}
			}
			if (value < limits[0] || value > limits[1]) && value != defaults[option] {
				t.Errorf("option %d is %d", option, value)
			}
		}
		for _, option := range []Option{MemGrowth, ProfileOverhead, PrintMode, Layout, NarrowPrint, DoprQuotes} {
			if value := current().option(option); value != defaults[option] {
				t.Errorf("option %d, which no namelist has, is %d", option, value)
			}
		}
	})
}
