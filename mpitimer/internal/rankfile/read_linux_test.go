package rankfile

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"
	"unsafe"

	"github.com/go-hpc/timers/internal/owner"
	"github.com/go-hpc/timers/mpitimer/internal/table"
)

// image is the bytes of a file with one track and a note.
func image(t *testing.T) []byte {
	t.Helper()
	f := create(t, t.TempDir())
	if _, err := fill(f, 0, 20); err != nil {
		t.Fatal(err)
	}
	f.Note([]byte("note"))
	bytes, err := os.ReadFile(f.Path())
	if err != nil {
		t.Fatal(err)
	}
	return aligned(bytes[:f.header.End()])
}

// What a header says is checked, and errors name the place.
func TestHeadersThatAreRefused(t *testing.T) {
	for _, each := range []struct {
		what  string
		spoil func(h *Header)
		keep  bool // the checksum as it was
		want  error
		place string
	}{
		{"magic", func(h *Header) { h.Magic[3]++ }, false, ErrFormat, "byte 0:"},
		{"version", func(h *Header) { h.Version = Version + 1 }, false, ErrVersion, "byte 8:"},
		{"version, sum of another place", func(h *Header) { h.Version = Version + 1 }, true, ErrVersion, "byte 8:"},
		{"no version", func(h *Header) { h.Version = 0 }, false, ErrVersion, "byte 8:"},
		{"byte order", func(h *Header) { h.Order = bits.ReverseBytes32(h.Order) }, true, ErrForeign, "byte 12:"},
		{"no byte order", func(h *Header) { h.Order = 7 }, false, ErrFormat, "byte 12:"},
		{"blocks", func(h *Header) { h.Blocks = 64 }, false, ErrFormat, "byte 16:"},
		{"rank", func(h *Header) { h.Rank = h.Size }, false, ErrFormat, "byte 20:"},
		{"size", func(h *Header) { h.Size = math.MaxUint32 }, false, ErrFormat, "byte 20:"},
		{"no size", func(h *Header) { h.Size, h.Rank = 0, 0 }, false, ErrFormat, "byte 20:"},
		{"checksum", func(h *Header) { h.PID++ }, true, ErrFormat, "byte 124:"},
		{"hertz", func(h *Header) { h.Hertz = 0 }, false, ErrFormat, "byte 104:"},
		{"hertz is no number", func(h *Header) { h.Hertz = math.NaN() }, false, ErrFormat, "byte 104:"},
		{"cost", func(h *Header) { h.PairCost = math.Inf(1) }, false, ErrFormat, "byte 112:"},
		{"nothing yet", func(h *Header) { *h = Header{} }, true, ErrStarting, "byte 0:"},
		{"half of it", func(h *Header) { h.state, h.PID = uint32(Starting), 0 }, true, ErrStarting, "byte 0:"},
	} {
		data := image(t)
		h := (*Header)(unsafe.Pointer(&data[0]))
		each.spoil(h)
		if !each.keep {
			h.Sum = h.sum()
		}
		_, err := HeaderOf(data)
		if !errors.Is(err, each.want) || !strings.Contains(err.Error(), each.place) {
			t.Errorf("%s: %v, want %v at %s", each.what, err, each.want, each.place)
		}
	}
	data := image(t)
	if h, err := HeaderOf(data); err != nil || h.State() != Running {
		t.Errorf("%v", err)
	}
	if _, err := HeaderOf(data[:HeaderSize-1]); !errors.Is(err, ErrFormat) {
		t.Errorf("too short: %v", err)
	}
}

// Blocks that are not what they say end the scan with an error that names the place; those before
// them are there.
func TestBlocksThatAreRefused(t *testing.T) {
	const second = HeaderSize + int(unsafe.Sizeof(table.Head{})) + 16*128 // behind 16 nodes
	for _, each := range []struct {
		what  string
		spoil func(data []byte, h *Header, b *table.Head)
		place int
	}{
		{"crooked size", func(_ []byte, _ *Header, b *table.Head) { b.Size-- }, second},
		{"huge size", func(_ []byte, _ *Header, b *table.Head) { b.Size = 1<<64 - 64 }, second},
		{"size beyond the end", func(data []byte, _ *Header, b *table.Head) { b.Size = uint64(len(data) - second) }, second},
		{"track", func(_ []byte, _ *Header, b *table.Head) { b.Assign(1<<30, 9); b.SetKind(table.Names) }, second},
		{"crooked end", func(_ []byte, h *Header, _ *table.Head) { h.end-- }, 128},
		{"no end", func(_ []byte, h *Header, _ *table.Head) { h.end = 0 }, 128},
	} {
		data := image(t)
		h, err := HeaderOf(data)
		if err != nil {
			t.Fatal(err)
		}
		each.spoil(data, h, (*table.Head)(unsafe.Pointer(&data[second])))
		c, err := layout.Scan(data, h.End())
		if !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), fmt.Sprintf("byte %d:", each.place)) {
			t.Errorf("%s: %v, want byte %d", each.what, err, each.place)
		}
		if len(c.Notes) != 0 {
			t.Errorf("%s: %d notes behind it", each.what, len(c.Notes))
		}
	}
	data := image(t)
	h, err := HeaderOf(data)
	if err != nil {
		t.Fatal(err)
	}
	h.end += 64
	if _, err := layout.Scan(data, h.End()); !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), fmt.Sprintf("byte %d: the file is cut", len(data))) {
		t.Errorf("end beyond the file: %v", err)
	}
}

func TestDamagedNote(t *testing.T) {
	data := image(t)
	h, err := HeaderOf(data)
	if err != nil {
		t.Fatal(err)
	}
	c, err := layout.Scan(data, h.End())
	if err != nil || len(c.Notes) != 1 {
		t.Fatal(err)
	}
	if text, whole := c.Notes[0].Text(); !whole || string(text) != "note" {
		t.Errorf("%q %v", text, whole)
	}
	c.Notes[0].Bytes[0]++
	if text, whole := c.Notes[0].Text(); whole {
		t.Errorf("%q", text)
	}
	c.Notes[0].Fill(1<<30, 0)
	if text, whole := c.Notes[0].Text(); whole {
		t.Errorf("%q", text)
	}
}

// A mark that is whole is of one moment, whatever comes while it is read.
func TestMarks(t *testing.T) {
	var h Header
	const marks = 200_000
	var wait sync.WaitGroup
	wait.Go(func() {
		for i := range int64(marks) {
			h.setMark(Mark{uint64(i), i, i})
		}
	})
	for last := uint64(0); last < marks-1; {
		m, whole := h.Mark()
		if !whole {
			continue // the writer was put aside
		}
		if m.Nanos != int64(m.Ticks) || m.Unix != m.Nanos || m.Ticks < last {
			t.Fatalf("%+v after %d", m, last)
		}
		last = m.Ticks
	}
	wait.Wait()
	h.beats++ // dead in the middle
	if m, whole := h.Mark(); m.Ticks != marks-1 || whole {
		t.Errorf("%+v, whole %v", m, whole)
	}
}

func TestHowARankEnds(t *testing.T) {
	f := create(t, t.TempDir())
	f.Beat(Mark{3, 4, 5})
	for _, want := range []State{Reported, Kept, Panicked} {
		f.Finish(want)
		h, _ := contents(t, f.Path())
		if m, whole := h.Mark(); h.State() != want || m != (Mark{3, 4, 5}) || !whole {
			t.Errorf("%v %+v %v, want %v", h.State(), m, whole, want)
		}
	}
}

// Only regular files are opened, and under their own name.
func TestOpenToRead(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	err := errors.Join(
		os.WriteFile(file, []byte("x"), 0o600), os.Symlink(file, filepath.Join(folder, "link")),
		syscall.Mkfifo(filepath.Join(folder, "pipe"), 0o600), os.Mkdir(filepath.Join(folder, "folder"), 0o700),
	)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(folder, "link"), filepath.Join(folder, "pipe"), filepath.Join(folder, "folder"), "/dev/null"} {
		if _, err := OpenToRead(path); !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := OpenToRead(filepath.Join(folder, "missing")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	f, err := OpenToRead(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString("y"); err == nil {
		t.Error("it can be written to")
	}
	if info, err := f.Stat(); err != nil || onDisk(info) > 1<<20 {
		t.Errorf("%d bytes on the disk, %v", onDisk(info), err)
	} else if uid, known := owner.Of(info); !known || uid != os.Geteuid() {
		t.Errorf("owner %d, %v", uid, known)
	}
}

// Processes are known by when they began, whatever their names.
func TestProcesses(t *testing.T) {
	own := ProcessStarted(os.Getpid())
	if own == 0 || own != ProcessStarted(os.Getpid()) {
		t.Errorf("started %d", own)
	}
	if started := ProcessStarted(1 << 30); started != 0 {
		t.Errorf("no process started %d", started)
	}
	odd := filepath.Join(t.TempDir(), "a) R 9 (b")
	sleep, err := exec.LookPath("sleep")
	if err != nil {
		t.Skip(err)
	}
	if err := os.Symlink(sleep, odd); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(odd, "100")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	started := ProcessStarted(cmd.Process.Pid)
	if err := cmd.Process.Kill(); err != nil {
		t.Error(err)
	}
	_ = cmd.Wait()
	if started < own || started > own+100*60*60*24 {
		t.Errorf("the child started %d, the test %d", started, own)
	}
	if first := ThisBoot(); first != ThisBoot() || first == [16]byte{} {
		t.Errorf("boot %x", ThisBoot())
	}
}

func TestJob(t *testing.T) {
	for _, name := range jobVariables {
		t.Setenv(name, "")
	}
	if job := Job(); job != nil {
		t.Errorf("%v", job)
	}
	t.Setenv("SLURM_JOB_ID", "17")
	if job := Job(); !reflect.DeepEqual(job, map[string]string{"SLURM_JOB_ID": "17"}) {
		t.Errorf("%v", job)
	}
}
