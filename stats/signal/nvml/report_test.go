//go:build linux && (amd64 || arm64)

package nvml

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer"
	_ "github.com/go-hpc/timers/mpitimer/geopm"
)

// A GEOPM report has the keys of accelerators where there are some.
func TestReport(t *testing.T) {
	s := use(t)
	folder := t.TempDir()
	c := mpitimer.DefaultConfig()
	c.Output.Directory, c.Output.GlobalFile, c.Output.RankFiles, c.Output.Tables = folder, "none", 0, filepath.Join(folder, "tables")
	for key, value := range map[string]string{"GEOPM": "r.report", "GEOPMPeriod": "5ms"} {
		if err := c.Set(key, value); err != nil {
			t.Fatal(err)
		}
	}
	tm, err := mpitimer.New(mpitimer.WithCommunicator(machenv.NewSerial()), mpitimer.WithConfig(c), mpitimer.WithLog(io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	region := tm.Start("solve")
	for i := range uint64(20) {
		s.energy(5000 + i*100)
		time.Sleep(10 * time.Millisecond)
	}
	region.Stop()
	if err := tm.Finalize(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(folder, "r.report"))
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"gpu-energy (J): ", "gpu-power (W): 320.5", "gpu-frequency (Hz): 1.41e+09"} {
		if !strings.Contains(string(text), key) {
			t.Errorf("no %s in\n%s", key, text)
		}
	}
}
