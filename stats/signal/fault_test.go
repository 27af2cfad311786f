//go:build linux

package signal

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Every file in turn is empty or nonsense, at the start or later: the others are not touched by that.
func TestGarbledFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("writes some thousand files")
	}
	var names []string
	whole := newMachine(t)
	err := filepath.WalkDir(whole.Root, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			relative, _ := filepath.Rel(whole.Root, path)
			names = append(names, relative)
		}
		return err
	})
	if err != nil || len(names) < 80 {
		t.Fatal(len(names), err)
	}
	found := len(whole.find().Signals())
	garbage := []string{"", "\n", "x", "99999999999999999999999", "-1", "cpu0 1", "cpu99999999999999999999 1 2\n", "eth0:", strings.Repeat("9 ", 3000), "\x00\xff: 1 kB\nVmHWM:\nVmRSS: 1 kB kB"}
	for _, name := range names {
		text, _ := os.ReadFile(filepath.Join(whole.Root, name))
		for i, nonsense := range garbage {
			whole.Write(name, nonsense)
			if p := Find(Options{Root: whole.Root}); len(p.Signals()) < found/2 {
				t.Errorf("%s %q: only %d signals", name, nonsense, len(p.Signals()))
			}
			if i > 3 {
				continue
			}
			whole.Write(name, string(text))
			p := Find(Options{Root: whole.Root})
			all := pushAll(t, p)
			if err := p.Read(); err != nil { // twice, for the slopes
				t.Fatal(err)
			}
			whole.Write(name, nonsense)
			_ = p.Read()
			bad := 0
			for _, i := range all {
				if math.IsNaN(p.Sample(i)) {
					bad++
				}
			}
			if bad > 3*7 { // three signals of seven CPUs come from proc/stat
				t.Errorf("%s %q: %d of %d are NaN", name, nonsense, bad, len(all))
			}
			whole.Write(name, string(text))
			if err := p.Read(); err != nil && !strings.Contains(err.Error(), "max_energy") {
				t.Errorf("%s as before: %v", name, err)
			}
			if err := p.Close(); err != nil {
				t.Error(err)
			}
		}
		whole.Write(name, string(text))
	}
}

// pushAll pushes every signal at every native instance.
func pushAll(t testing.TB, p *Platform) []int {
	t.Helper()
	var list []int
	for _, info := range p.Signals() {
		for _, i := range info.Indices {
			list = append(list, push(t, p, info.Name, info.Domain, i))
		}
	}
	return list
}

// A CPU is unplugged and comes back, a sensor's device goes.
func TestVanishing(t *testing.T) {
	m := newMachine(t)
	var gone string
	once := false // gone, and back when it is opened anew
	p := m.findWith(func(path string) error {
		if gone != "" && strings.HasPrefix(path, gone) {
			if once {
				gone = ""
			}
			return syscall.ENODEV
		}
		return nil
	})
	cpu3, core, board := push(t, p, "CPU_FREQUENCY_STATUS", CPU, 3), push(t, p, "CPU_FREQUENCY_STATUS", Core, 3), push(t, p, "CPU_FREQUENCY_STATUS", Board, 0)
	busy3, busy := push(t, p, "CPU_BUSY_TIME", CPU, 3), push(t, p, "CPU_BUSY_TIME", CPU, 4)
	energy, allBusy := push(t, p, "CPU_ENERGY", Package, 1), push(t, p, "CPU_BUSY_TIME", Board, 0)
	read := func() error {
		t.Helper()
		err := p.Read()
		if again := p.Read(); (again == nil) != (err == nil) {
			t.Errorf("first %v, then %v", err, again)
		}
		return err
	}
	if err := read(); err != nil {
		t.Fatal(err)
	}
	busyBefore := p.Sample(allBusy)
	gone = "sys/devices/system/cpu/cpu3/"
	m.Write("proc/stat", "cpu4 400 2 3 1000 50 6 7 8 9 10\n")
	err := read()
	if !errors.Is(err, syscall.ENODEV) || !strings.Contains(err.Error(), "cpu3") || !strings.Contains(err.Error(), "no such row") {
		t.Errorf("error %v", err)
	}
	for _, i := range []int{cpu3, core, busy3} {
		if got := p.Sample(i); !math.IsNaN(got) {
			t.Errorf("signal %d of what is gone: %v", i, got)
		}
	}
	if got := p.Sample(board); got != (2+2.1+2.2+2.4+2.5+2.6)*1e9/6 {
		t.Errorf("board: %v", got)
	}
	if got := p.Sample(allBusy); got != busyBefore {
		t.Errorf("all were busy for %v, and now for %v", busyBefore, got)
	}
	if got := p.Sample(busy); got != 4.26 {
		t.Errorf("busy: %v", got)
	}
	gone = ""
	m.Restore("proc/")
	if err := read(); err != nil || p.Sample(cpu3) != 2.3e9 || p.Sample(busy3) != 3.26 {
		t.Errorf("back: %v, %v, %v", p.Sample(cpu3), p.Sample(busy3), err)
	}
	// A package that comes back may count from 0: that is no wrap.
	m.Write("sys/class/powercap/intel-rapl:1/energy_uj", "3000\n")
	_ = read()
	gone = "sys/class/powercap/intel-rapl:1/"
	if err := read(); err == nil || !math.IsNaN(p.Sample(energy)) {
		t.Errorf("energy %v, %v", p.Sample(energy), err)
	}
	gone = ""
	m.Remove("sys/class/powercap/intel-rapl:1/energy_uj")
	m.Write("sys/class/powercap/intel-rapl:1/energy_uj", "5\n")
	gone, once = "sys/class/powercap/intel-rapl:1/", true
	if err := read(); err != nil || p.Sample(energy) != 1e-3 {
		t.Errorf("energy %v after a new start, %v", p.Sample(energy), err)
	}
	m.Write("sys/class/powercap/intel-rapl:1/energy_uj", "1005\n") // of the new file, not of the one that was open
	if err := read(); err != nil || p.Sample(energy) != 2e-3 {
		t.Errorf("energy %v of the new file, %v", p.Sample(energy), err)
	}
}

// A CPU is unplugged after the machine was looked at and before the signal is pushed.
func TestUnpluggedBeforePush(t *testing.T) {
	m := newMachine(t)
	gone := false
	p := m.findWith(func(path string) error {
		if gone && strings.Contains(path, "cpu/cpu5/") {
			return syscall.ENOENT
		}
		return nil
	})
	gone = true
	if _, err := p.Push("CPU_FREQUENCY_STATUS", CPU, 5); !errors.Is(err, ErrNoSource) || !errors.Is(err, syscall.ENOENT) {
		t.Errorf("pushed by itself: %v", err)
	}
	core := push(t, p, "CPU_FREQUENCY_STATUS", Core, 2) // cpu1 and cpu5
	if err := p.Read(); !errors.Is(err, syscall.ENOENT) || p.Sample(core) != 2.1e9 {
		t.Errorf("without cpu5: %v, %v", p.Sample(core), err)
	}
	gone = false
	if err := p.Read(); err != nil || p.Sample(core) != 2.3e9 {
		t.Errorf("with cpu5: %v, %v", p.Sample(core), err)
	}
}

// A file that many signals come from is read once for all of them: one call is enough.
func TestReadOnce(t *testing.T) {
	calls := 0
	p := newMachine(t).findWith(func(path string) error {
		if path == "proc/stat" {
			calls++
		}
		return nil
	})
	push(t, p, "CPU_BUSY_TIME", Board, 0)
	push(t, p, "CPU_IDLE_TIME", CPU, 2)
	c, err := p.Counter("CPU_BUSY_TIME", Board, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for range 3 {
		calls = 0
		if err := p.Read(); err != nil || calls != 1 {
			t.Errorf("%d calls for a batch, error %v", calls, err)
		}
		calls = 0
		if got := c.Read(); calls != 1 || c.Value(got) != 7*0.26+21 {
			t.Errorf("%d calls for a counter, %v s", calls, c.Value(got))
		}
	}
}

// A row that has lost numbers is no row, and a high-water mark does not fall.
func TestLessThanBefore(t *testing.T) {
	m := newMachine(t)
	p := m.find()
	idle, memory := push(t, p, "CPU_IDLE_TIME", CPU, 0), push(t, p, "MEMORY_HIGH_WATER", Process, 0)
	if err := p.Read(); err != nil {
		t.Fatal(err)
	}
	m.Write("proc/stat", "cpu0 1 2 3\n")
	m.Write("proc/self/status", "VmHWM:\t    1024 kB\n")
	if err := p.Read(); !errors.Is(err, errRow) || !math.IsNaN(p.Sample(idle)) {
		t.Errorf("idle for %v, %v", p.Sample(idle), err)
	}
	if got := p.Sample(memory); got != 2048*1024 {
		t.Errorf("most memory %v", got)
	}
}
