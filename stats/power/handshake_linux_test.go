package power

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/go-hpc/timers/stats/power/lmgtest"
)

// The line has the settings of libPT, RTS/CTS among them, but no byte is changed in transit.
func TestLineSettings(t *testing.T) {
	e := plug(t, lmgtest.Faults{}, nil)
	f, err := os.Open(e.Path()) // before it is somebody's alone
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	line, err := DialSerial(e.Path())
	if err != nil {
		t.Fatal(err)
	}
	defer line.Close()
	if err := line.Reset(); err != nil {
		t.Fatal(err)
	}
	state, err := unix.IoctlGetTermios(int(f.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	const want = unix.CRTSCTS | unix.CS8 | unix.B57600
	if got := state.Cflag & (unix.CRTSCTS | unix.CSIZE | unix.PARENB | unix.CSTOPB | unix.CBAUD); got != want {
		t.Errorf("control flags %#o, want %#o", got, uint32(want))
	}
	if state.Iflag&(unix.ICRNL|unix.INLCR|unix.IXON|unix.IXOFF) != 0 || state.Oflag&unix.OPOST != 0 || state.Lflag&(unix.ICANON|unix.ECHO) != 0 {
		t.Errorf("the line is not raw: %#o %#o %#o", state.Iflag, state.Oflag, state.Lflag)
	}
}
