package mpicall

import (
	"os"
	"syscall"
	"testing"
)

// A table lies in a file in memory. To read it takes none for entries that are not in use.
func TestReadTakesNoMemory(t *testing.T) {
	file, err := os.CreateTemp("/dev/shm", "mpicall-test-")
	if err != nil {
		t.Skip(err)
	}
	defer os.Remove(file.Name())
	defer file.Close()
	const entries = 4096
	if err := file.Truncate(int64(Bytes(entries))); err != nil {
		t.Fatal(err)
	}
	memory, err := syscall.Mmap(int(file.Fd()), 0, Bytes(entries), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		t.Skip(err)
	}
	defer func() {
		if err := syscall.Munmap(memory); err != nil {
			t.Error(err)
		}
	}()
	empty, _, _ := filled(entries)
	copy(memory, empty[:headerBytes])
	h, rows := table(memory)
	rows[0], h.touched[0] = row{track: 1}, 1
	before := taken(t, file)
	if got := Read(memory); len(got) != 1 {
		t.Fatalf("%d rows", len(got))
	}
	if _, found := Running(memory, 0); found {
		t.Error("a call runs")
	}
	if after := taken(t, file); after != before {
		t.Errorf("%d bytes of memory, after reading %d", before, after)
	}
}

// taken is how much memory the file takes.
func taken(t *testing.T, file *os.File) int64 {
	t.Helper()
	var s syscall.Stat_t
	if err := syscall.Fstat(int(file.Fd()), &s); err != nil {
		t.Fatal(err)
	}
	return s.Blocks * 512
}
