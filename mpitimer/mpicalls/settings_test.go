package mpicalls

import (
	"strings"
	"testing"

	"github.com/go-hpc/timers/mpitimer"
)

// The keys stand in either section, as they did before they were this package's; what cannot be used is told.
func TestKeys(t *testing.T) {
	_, err := mpitimer.ReadConfig([]byte("Timing: {SyncMPI: true}\nTimers: {MPITrace: t, MPIWaits: true, MPIMatrix: m.csv, MPIEvents: 7}\n"), "c.yml")
	if err != nil {
		t.Error(err)
	}
	for text, want := range map[string]string{
		"Timers: {MPITrace: a/b}":                    `c.yml:1: section Timers: MPITrace is "a/b", expected the name of a project`,
		"Timers: {MPIEvents: -1}":                    "c.yml:1: section Timers: MPIEvents is -1, expected 1 to 65536",
		"Timing: {SyncMPI: true, MPITimeOnly: true}": "c.yml:1: section Timing: MPITimeOnly is true, expected false with SyncMPI, MPITrace, MPIWaits or MPIMatrix",
		"Timing: {SyncMPI: 3}":                       "c.yml:1: section Timing: SyncMPI is ",
		`Timers: {MPIMatrix: "\0"}`:                  "c.yml:1: section Timers: MPIMatrix is ",
	} {
		if _, err := mpitimer.ReadConfig([]byte(text), "c.yml"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// What nobody asks for is not attached.
func TestNothingWanted(t *testing.T) {
	for _, s := range []settings{{}, {Events: 7}} {
		if output, source := s.Open(); output != nil || source != nil {
			t.Errorf("%+v attaches %v, %v", s, output, source)
		}
	}
	if output, _ := (&settings{Sync: true}).Open(); output == nil {
		t.Error("ranks that are to wait for each other are not asked whether they can")
	}
}
