package signal

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// emulatedCPU is events of a CPU that can go offline, each in a file of its own.
type emulatedCPU struct {
	t       *testing.T
	folder  string
	opened  int
	offline bool
	files   []int
}

func emulateCPU(t *testing.T) *emulatedCPU {
	c := &emulatedCPU{t: t, folder: t.TempDir()}
	real := perfEventOpen
	t.Cleanup(func() { perfEventOpen = real })
	perfEventOpen = func(_ *unix.PerfEventAttr, _, _, _ int) (int, error) {
		if c.offline {
			return -1, os.NewSyscallError("perf_event_open", unix.ENODEV)
		}
		c.opened++
		descriptor, err := unix.Open(filepath.Join(c.folder, strconv.Itoa(c.opened)), unix.O_RDWR|unix.O_CREAT, 0o600)
		c.files = append(c.files, descriptor)
		c.counts(0, 1)
		return descriptor, err
	}
	return c
}

// counts is what the event that was opened last gives from now on.
func (c *emulatedCPU) counts(value, due uint64) {
	c.t.Helper()
	var text []byte
	for _, v := range []uint64{value, due, due} {
		text = binary.NativeEndian.AppendUint64(text, v)
	}
	at := c.files[len(c.files)-1]
	if _, err := unix.Pwrite(at, text, 0); err != nil {
		c.t.Fatal(err)
	}
}

func (c *emulatedCPU) rewind() {
	if _, err := unix.Seek(c.files[len(c.files)-1], 0, 0); err != nil {
		c.t.Fatal(err)
	}
}

// A CPU goes offline, which the kernel does not tell a reader: its event stands still. What it has counted stays, there is
// an error while the CPU is away, and it goes on when it is back.
func TestEventsOfACPUThatGoesOffline(t *testing.T) {
	c := emulateCPU(t)
	e := event{name: "CYCLES", types: []eventType{hardware(0)}, counted: hardware(0)}
	opened, err := e.openCPU(3)
	if err != nil {
		t.Fatal(err)
	}
	m := opened.(*cpuMeter)
	expect := func(what string, want int64) {
		t.Helper()
		c.rewind()
		if got, err := m.steps(0); err != nil || got != want {
			t.Errorf("%s: %d, %v; want %d", what, got, err, want)
		}
	}
	c.counts(1000, 500)
	expect("online", 1000)
	// This test may stand still for any time: whether the event has for long is the test's to say.
	const moment, while = time.Hour, -time.Hour
	m.moved = time.Now().Add(moment)
	expect("at once again", 1000)
	m.moved = time.Now().Add(while)
	c.counts(1200, 600)
	expect("after a while", 1200)

	c.offline = true
	m.moved = time.Now().Add(moment)
	expect("offline, not known yet", 1200)
	m.moved = time.Now().Add(while)
	for range 2 {
		c.rewind()
		if _, err := m.steps(0); !errors.Is(err, unix.ENODEV) {
			t.Fatalf("a CPU that is offline: %v", err)
		}
		c.files = append(c.files, must(unix.Open(filepath.Join(c.folder, "none"), unix.O_RDWR|unix.O_CREAT, 0o600)))
	}
	if m.counted() != 1 {
		t.Errorf("counted for %v of the time", m.counted())
	}
	c.offline = false
	expect("online again", 1200)
	c.counts(50, 20)
	expect("online again, at work", 1250)
	if err := m.close(); err != nil {
		t.Error(err)
	}

	// One that was only slow, as its clock did not go on, loses nothing when it is opened anew.
	c = emulateCPU(t)
	opened, _ = e.openCPU(0)
	m = opened.(*cpuMeter)
	c.counts(7, 10)
	expect("online", 7)
	m.moved = time.Now().Add(while)
	expect("still online", 7)
	c.counts(5, 10)
	expect("opened anew", 12)
	if c.opened != 2 {
		t.Errorf("opened %d times", c.opened)
	}
}

func must(descriptor int, err error) int {
	if err != nil {
		panic(err)
	}
	return descriptor
}
