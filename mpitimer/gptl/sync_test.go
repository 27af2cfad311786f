package gptl

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	_ "github.com/go-hpc/timers/mpitimer/mpicalls"
)

// wrappers stand for those of MPI's calls.
type wrappers struct {
	mpicall.Recorder // what else there is must not be called
	synchronised     []bool
}

func (*wrappers) Attach([]byte, mpicall.Clock) error    { return nil }
func (*wrappers) Detach()                               {}
func (*wrappers) Track(uintptr, *uint32, uint32) error  { return nil }
func (*wrappers) Mute(uintptr, bool)                    {}
func (w *wrappers) Number([]int) error                  { return nil }
func (w *wrappers) TimeOnly(bool)                       {}
func (w *wrappers) Synchronise(on bool)                 { w.synchronised = append(w.synchronised, on) }
func (*wrappers) Record([]uint64, uint64)               {}
func (*wrappers) Communicators() []mpicall.Communicator { return nil }
func (*wrappers) Goroutines() bool                      { return true }
func (*wrappers) Lifecycle(_, _ func())                 {}

// sync_mpi is obeyed where the program links the wrappers, whoever sets the timers' options; elsewhere there is a note.
func TestSyncMPI(t *testing.T) {
	if mpicall.Registered() != nil {
		t.Skip("there is an MPI in this program")
	}
	fresh(t)
	notes, _ := captured(t)
	ok(t, SetOption(SyncMPI, 1))
	value, err := OptionValue(SyncMPI)
	ok(t, err)
	if value != 0 || !strings.Contains(notes.String(), "GPTL note: ") || !strings.Contains(notes.String(), "mpitimer/mpiwrap") {
		t.Errorf("value %d, %q", value, notes)
	}
	w := &wrappers{}
	mpicall.Register(w)
	defer mpicall.Register(nil)
	for _, sync := range []int{0, 1} {
		for _, options := range [][]mpitimer.Option{nil, {mpitimer.WithConfig(configIn(t.TempDir())), mpitimer.WithLog(io.Discard)}} {
			fresh(t)
			w.synchronised = nil
			ok(t, SetOption(SyncMPI, sync))
			ok(t, Initialize(options...))
			ok(t, Finalize())
			if on := slices.Contains(w.synchronised, true); on != (sync == 1) {
				t.Errorf("SyncMPI %d, %d options: synchronised %v", sync, len(options), w.synchronised)
			}
		}
	}
}
