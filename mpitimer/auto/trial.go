package auto

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/pprof"
)

// Trial is called before main in a program that mpitimer build -auto runs to find out what to instrument, and before the
// tests of each package that mpitimer test -auto runs. With profile the program writes a CPU profile to the directory and has
// no timers, else a summary; those of tests have directories of their own.
func Trial(folder string, profile, tests bool) {
	onTrial = true
	if profile {
		profiles = folder
		return
	}
	if tests {
		folder = filepath.Join(folder, fmt.Sprint(os.Getpid()))
		if err := os.Mkdir(folder, 0o700); err != nil {
			complain(err)
		}
	}
	for name, value := range map[string]string{
		ReportVariable: "off", "MPITIMER_DIRECTORY": folder, "MPITIMER_SUMMARY_FILE": "true",
	} {
		if err := os.Setenv(name, value); err != nil {
			complain(err)
		}
	}
}

// onTrial is whether the program is run to find out what to instrument.
var onTrial bool

// profiles is the directory of the profiles, blank in a program that is not on trial.
var profiles string

// startProfile begins a CPU profile, and returns what ends it.
func startProfile() (end func()) {
	host, _ := os.Hostname() // a blank one is as good: processes have numbers too
	file, err := os.Create(filepath.Join(profiles, fmt.Sprintf("%s-%d.pprof", host, os.Getpid())))
	if err == nil {
		err = pprof.StartCPUProfile(file)
	}
	if err != nil {
		complain(err)
		return func() {}
	}
	return func() {
		pprof.StopCPUProfile()
		if err := file.Close(); err != nil {
			complain(err)
		}
	}
}
