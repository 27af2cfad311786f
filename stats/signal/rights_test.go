//go:build linux

package signal

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// A thread without privileges, as most users' are, is told what forbids and what would help.
func TestRealUnprivileged(t *testing.T) {
	text, _ := os.ReadFile("/proc/sys/kernel/perf_event_paranoid")
	if paranoid := strings.TrimSpace(string(text)); paranoid != "2" && paranoid != "3" && paranoid != "4" {
		t.Skip("kernel.perf_event_paranoid is ", paranoid, ": all may count")
	}
	if e := (event{types: []eventType{software(unix.PERF_COUNT_SW_PAGE_FAULTS)}}); e.probe(0, -1) != nil {
		t.Skip("perf_event_open is forbidden altogether")
	}
	m := newMachine(t)
	if err := os.Chmod(filepath.Join(m.Root, "sys/class/powercap/intel-rapl:0:0/energy_uj"), 0); err != nil {
		t.Fatal(err)
	}
	done := make(chan bool)
	go func() {
		defer close(done)
		runtime.LockOSThread() // and never unlocked: the thread ends with what it has given up
		header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
		var none [2]unix.CapUserData
		if err := unix.Capset(&header, &none[0]); err != nil {
			t.Error(err)
			return
		}
		p := Find(Options{})
		for _, name := range []string{"CPU_CONTEXT_SWITCHES", "MIGRATIONS"} {
			_, err := p.Counter(name, p.sourceDomain(name), 0)
			if !errors.Is(err, ErrPermission) || !strings.Contains(err.Error(), "kernel.perf_event_paranoid") {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := p.Counter("CONTEXT_SWITCHES", Thread, 0); !errors.Is(err, ErrPermission) || !strings.Contains(err.Error(), "kernel.perf_event_paranoid") {
			t.Errorf("context switches of a thread: %v", err)
		}
		if c, err := p.Counter("PAGE_FAULTS", Thread, 0); err != nil {
			t.Errorf("page faults in user mode: %v", err)
		} else {
			before := c.Read()
			touch(t, 1000)
			if grown := c.Read() - before; grown < 1000 {
				t.Errorf("%d page faults in user mode", grown)
			}
			_ = c.Close()
		}
		p = Find(Options{Root: m.Root})
		if info, err := p.Info("DRAM_ENERGY"); err != nil || !slices.Equal(info.Indices, []int{1}) {
			t.Errorf("packages whose memory may be read: %v, %v", info.Indices, err)
		}
		for _, name := range []string{"DRAM_ENERGY@package-0", "DRAM_POWER@package-0"} {
			if !slices.ContainsFunc(p.Absent(), func(a Absence) bool { return a.Name == name && errors.Is(a.Err, ErrPermission) }) {
				t.Errorf("%s is not listed", name)
			}
		}
	}()
	<-done
}

func (p *Platform) sourceDomain(name string) Domain {
	if strings.HasPrefix(name, "CPU_") {
		return CPU
	}
	return Process
}
