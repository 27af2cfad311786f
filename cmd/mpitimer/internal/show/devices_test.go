package show

import (
	"regexp"
	"strings"
	"testing"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load/loadtest"
)

// What adds up self times, or says what balance gives back, is the same with and without devices.
func TestDevicesChangeNothingOfTheHost(t *testing.T) {
	for name, o := range map[string]options{"bottom-up": {bottomUp: true}, "imbalance": {imbalance: true}} {
		o.rank, o.pattern, o.sort = -1, regexp.MustCompile(""), "tree"
		var texts [2]string
		for i, devices := range []bool{false, true} {
			run := &load.Run{Summary: loadtest.Merged(t, loadtest.Devices(devices))}
			var err error
			if texts[i], err = o.text(run); err != nil {
				t.Fatal(err)
			}
		}
		texts[1] = strings.Replace(texts[1], "Device time (gpu0:…) is no self time, and left out.\n", "", 1)
		if texts[0] != texts[1] {
			t.Errorf("%s without devices:\n%s\nwith them:\n%s", name, texts[0], texts[1])
		}
	}
}
