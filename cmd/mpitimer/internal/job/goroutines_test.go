package job

import (
	"strings"
	"testing"

	"github.com/go-hpc/timers/mpitimer/ranktable"
)

// The goroutines of the timers are none that a user looks for, wherever they are; those of a program that call the timers are.
func TestGoroutinesOfTheTimersAreLeftOut(t *testing.T) {
	g := &Goroutines{}
	g.add(&ranktable.Goroutines{All: 7, Places: []ranktable.GoroutinePlace{
		{Count: 1, Frames: []string{"runtime.chanrecv2", "mpitimer.printOn mpitimer/signal.go:56"}},
		{Count: 1, Frames: []string{"runtime.growslice", "mpitimer.(*Timers).noteTables mpitimer/tables.go:187", "mpitimer.(*Timers).keepBeating mpitimer/tables.go:161"}},
		{Count: 1, Frames: []string{"runtime.chanrecv2", "mpi.serve mpi/native_cgo.go:91"}},
		{Count: 1, Frames: []string{"runtime.notetsleepg", "signal.signal_recv runtime/sigqueue.go:152", "signal.loop signal/signal_unix.go:23"}},
		{Count: 1, Frames: []string{"runtime.lock2", "mpitimer.Start mpitimer/default.go:80", "main.main gh/main.go:20"}},
		{Count: 1, Frames: []string{"runtime.chanrecv1", "mpi.serve mpi/server.go:91"}},
	}}, []int{0})
	if got := strings.Join(g.lines(200), "\n"); len(g.Spots) != 2 || g.All != 3 || !strings.Contains(got, "main.main gh/main.go:20") || !strings.Contains(got, "mpi/server.go:91") || !strings.Contains(got, "… and 1 goroutine elsewhere, of 3") {
		t.Errorf("%d places, of %d goroutines:\n%s", len(g.Spots), g.All, got)
	}
}
