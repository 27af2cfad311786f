package all

import (
	"path"
	"reflect"
	"testing"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/mpitimer/internal/config"
)

// Programs that link nothing know which package each key is of, and no other.
func TestEveryKeyHasItsPackage(t *testing.T) {
	found := make(map[string]string)
	for _, k := range attach.Kinds() {
		s := k.Settings()
		if folder := path.Base(reflect.TypeOf(s).Elem().PkgPath()); folder != k.Name {
			t.Errorf("%s is of package %s", k.Name, folder)
		}
		for key := range config.Values(s) {
			found[key] = k.Name
		}
	}
	if !reflect.DeepEqual(found, config.Packages) {
		t.Errorf("the packages have the keys\n%v\nand are told to have\n%v", found, config.Packages)
	}
}

// What nobody asks for does nothing, and is right.
func TestNothingIsWantedByItself(t *testing.T) {
	for _, k := range attach.Kinds() {
		s := k.Settings()
		if faults := s.Check(); faults != nil {
			t.Errorf("%s: %v", k.Name, faults)
		}
		if output, source := s.Open(); (output != nil || source != nil) != (k.Name == "findings") { // which says at the end what was found
			t.Errorf("%s: is it wanted? %v", k.Name, output != nil)
		}
	}
}

// Each key can be set in each way.
func TestKeysAreSet(t *testing.T) {
	values := map[string]string{
		"GEOPM": "g", "GEOPMProfile": "r", "GEOPMSignals": "S", "GEOPMRegions": "outermost", "GEOPMProcesses": "true",
		"GEOPMPeriod": "1s", "GEOPMCalls": "true", "GEOPMAgent": "monitor", "GEOPMPolicy": "policy.json", "Outputs": "a.csv", "UpstreamPrefix": "gptl", "Counters": "GO_HEAP", "CountersLock": "true", "CountersMultiplex": "true", "CountersChildren": "true", "Derived": "a = b",
		"FlightRecorder": "30s", "SyncMPI": "true", "MPITimeOnly": "false", "MPITrace": "t", "MPIWaits": "true", "MPIMatrix": "m.csv", "MPIEvents": "7", "Findings": "1", "Predecessor": "/p", "Ranges": "none",
	}
	if len(values) != len(config.Packages) {
		t.Errorf("%d keys are tried of %d", len(values), len(config.Packages))
	}
	text := "Timers:\n"
	byCall := mpitimer.DefaultConfig()
	for key, value := range values {
		text += "  " + key + ": " + value + "\n"
		if err := byCall.Set(key, value); err != nil {
			t.Error(err)
		}
	}
	byFile, err := mpitimer.ReadConfig([]byte(text), "c.yml")
	if err != nil || !reflect.DeepEqual(byFile, byCall) || reflect.DeepEqual(byCall, mpitimer.DefaultConfig()) {
		t.Errorf("got %+v, %v\nwant %+v", byFile, err, byCall)
	}
}
