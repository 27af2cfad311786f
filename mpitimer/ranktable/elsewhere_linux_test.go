package ranktable

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/rankfile"
)

// rankOf makes the table of a running rank whose clocks are ahead of this process's.
func rankOf(t *testing.T, boot [16]byte, monotonic, day time.Duration) *rankfile.File {
	t.Helper()
	f, err := rankfile.Create(t.TempDir(), 0, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	from := clock.Nanotime() + int64(monotonic)
	w := newTrack(f, 0)
	w.Records[w.region(0)].Start = uint64(from)
	f.Note(note(0))
	fixed := rankfile.Fixed{Size: 1, PID: uint32(os.Getpid()), FromTicks: uint64(from), FromNanos: from, Hertz: 1e9, Beat: 1000}
	fixed.Identify()
	if boot != [16]byte{} {
		fixed.Boot = boot
	}
	f.Describe(fixed, rankfile.Mark{Ticks: uint64(from), Nanos: from, Unix: clock.Unix() + int64(day)})
	return f
}

// A container may have a CLOCK_MONOTONIC of its own, on the same machine: regions of a rank there have not
// been open since the machine was started.
func TestRankWithAClockOfItsOwn(t *testing.T) {
	for _, ahead := range []time.Duration{-400 * 24 * time.Hour, -time.Minute, time.Minute, 400 * 24 * time.Hour} {
		if int64(ahead) < -clock.Nanotime() {
			continue // clocks are not negative
		}
		table, err := Open(rankOf(t, [16]byte{}, ahead, 0).Path())
		if err != nil {
			t.Fatal(err)
		}
		p, err := table.Profile()
		if err != nil || p.To > int64(30*time.Second) {
			t.Errorf("%v ahead: the run took %v, %v", ahead, time.Duration(p.To), err)
		}
		table.Close()
	}
}

// Of a rank on another machine, whose lock is not seen here, one knows when it last said that it lives, by
// its own clock of the day: that may be ahead of ours as well as behind it.
func TestRankOfAMachineWhoseClockIsAhead(t *testing.T) {
	for ahead, want := range map[time.Duration]bool{
		500 * time.Millisecond: true, -500 * time.Millisecond: true, time.Hour: false, -time.Hour: false,
	} {
		data := bytesOf(t, rankOf(t, [16]byte{1}, 0, ahead))
		name := filepath.Join(t.TempDir(), "copy"+rankfile.Extension)
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		table, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if info, err := table.Info(); err != nil || info.Alive != want {
			t.Errorf("%v ahead: alive %v, want %v (%v)", ahead, info.Alive, want, err)
		}
		table.Close()
	}
}
