//go:build mpi && cgo

package mpiwrap

// #include "api.h"
import "C"

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	_ "github.com/go-hpc/timers/mpitimer/mpicalls" // without which what is recorded would appear nowhere
)

// recorder is the mpicall.Recorder over the C side.
type recorder struct {
	mutex  sync.Mutex
	memory runtime.Pinner              // of the table
	tracks map[uintptr]*runtime.Pinner // of the current nodes, by slot
	events []uint64

	world   []int             // of each rank its number in MPI_COMM_WORLD; nil: the same
	numbers []numbers         // that ranks had before
	pins    [2]runtime.Pinner // of the event buffers in use and before: a thread may still write there

	begin, end func()

	// MPI's initialisation, from which on single calls are recorded if that starts while begin runs.
	clock     mpicall.Clock
	beginning bool
	fresh     bool
	begunBy   int
	begunAt   [mpicall.Fenced + 1]uint64 // by clock: the table may get another
}

var theRecorder = &recorder{tracks: make(map[uintptr]*runtime.Pinner)}

var (
	errSmall = errors.New("memory is too small for a table of MPI calls")
	errFull  = errors.New("no more goroutines can be told apart")

	errNumbers = errors.New("ranks cannot be numbered")
)

func init() {
	findGoroutines()
	mpicall.Register(theRecorder)
}

// Attach implements mpicall.Recorder.
func (r *recorder) Attach(memory []byte, clock mpicall.Clock) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if len(memory) == 0 {
		return fmt.Errorf("mpiwrap: %w: 0 bytes", errSmall)
	}
	at := unsafe.Pointer(unsafe.SliceData(memory))
	if uintptr(at)%8 != 0 {
		return fmt.Errorf("mpiwrap: the table of MPI calls at %p is not aligned to 8 bytes", at)
	}
	var pinner runtime.Pinner
	pinner.Pin(at)
	if C.gohpc_mpiwrap_attach(at, C.uint64_t(len(memory)), C.uint32_t(clock)) != 0 {
		pinner.Unpin()
		return fmt.Errorf("mpiwrap: %w: %d bytes", errSmall, len(memory))
	}
	r.memory.Unpin()
	r.memory, r.clock = pinner, clock
	return nil
}

// Number implements mpicall.Recorder.
func (r *recorder) Number(world []int) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	list := make([]C.int, len(world))
	for i, rank := range world {
		list[i] = C.int(rank)
	}
	if C.gohpc_mpiwrap_renumber(unsafe.SliceData(list), C.int(len(list))) != 0 {
		return fmt.Errorf("mpiwrap: %w: %d", errNumbers, len(world))
	}
	if !slices.Equal(r.world, world) {
		r.numbers = append(r.numbers, numbers{until: generation(), world: r.world})
		r.world = world
	}
	return nil
}

// Detach implements mpicall.Recorder.
func (r *recorder) Detach() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	C.gohpc_mpiwrap_attach(nil, 0, 0)
	r.memory.Unpin()
}

// table is the C side's hash table of tracks.
func table() *[C.GOHPC_MPIWRAP_TRACKS]C.struct_gohpc_mpiwrap_track { return &C.gohpc_mpiwrap_tracks }

// place finds a slot, or where it would be put.
func place(slot uintptr) *C.struct_gohpc_mpiwrap_track {
	if slot == 0 {
		return &C.gohpc_mpiwrap_main_track
	}
	const mask = C.GOHPC_MPIWRAP_TRACKS - 1
	at := int(uint64(slot)*0x9e3779b97f4a7c15>>50) & mask
	for range C.GOHPC_MPIWRAP_TRACKS {
		if t := &table()[at]; t.slot == C.uintptr_t(slot) || t.slot == 0 {
			return t
		}
		at = (at + 1) & mask
	}
	return nil
}

// Track implements mpicall.Recorder.
func (r *recorder) Track(slot uintptr, current *uint32, number uint32) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	t := place(slot)
	if t == nil || slot != 0 && t.slot == 0 && len(r.tracks) >= C.GOHPC_MPIWRAP_TRACKS*7/8 {
		return fmt.Errorf("mpiwrap: %w: %d are known", errFull, len(r.tracks))
	}
	pinner := new(runtime.Pinner)
	if current != nil {
		pinner.Pin(current)
	}
	if slot == 0 && current == nil {
		current = &noNode
	}
	// C looks at current first, and at the rest only once the slot is there.
	storePointer(unsafe.Pointer(&t.current), unsafe.Pointer(current))
	atomic.StoreUint32((*uint32)(unsafe.Pointer(&t.number)), number)
	if t.slot != C.uintptr_t(slot) {
		atomic.StoreUintptr((*uintptr)(unsafe.Pointer(&t.slot)), slot)
	}
	atomic.AddUint32((*uint32)(unsafe.Pointer(&C.gohpc_mpiwrap_tracks_version)), 1)
	if old := r.tracks[slot]; old != nil {
		old.Unpin()
	}
	r.tracks[slot] = pinner
	return nil
}

// noNode is what the main track points to while there is none.
var noNode uint32

// storePointer stores a pointer to pinned Go memory, or nil, in C's memory. To the compiler it is a number,
// so that it emits no write barrier for a place that the collector does not know.
func storePointer(to, pointer unsafe.Pointer) {
	atomic.StoreUintptr((*uintptr)(to), uintptr(pointer))
}

// Mute implements mpicall.Recorder.
func (r *recorder) Mute(slot uintptr, on bool) {
	change := int32(1)
	if !on {
		change = -1
	}
	t := place(slot)
	if t == nil || t.slot != C.uintptr_t(slot) || !goroutines {
		t = &C.gohpc_mpiwrap_main_track
	}
	atomic.AddInt32((*int32)(unsafe.Pointer(&t.muted)), change)
}

// Synchronise implements mpicall.Recorder.
func (r *recorder) Synchronise(on bool) { turn(C.GOHPC_MPIWRAP_SYNCHRONISE, on) }

// TimeOnly implements mpicall.Recorder.
func (r *recorder) TimeOnly(on bool) { turn(C.GOHPC_MPIWRAP_TIME_ONLY, on) }

func turn(flag C.uint32_t, on bool) {
	value := C.int(0)
	if on {
		value = 1
	}
	C.gohpc_mpiwrap_switch(flag, value)
}

// Record implements mpicall.Recorder.
func (r *recorder) Record(words []uint64, apart uint64) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.pins[1].Unpin()
	r.pins[1] = r.pins[0]
	r.pins[0] = runtime.Pinner{}
	r.events = words
	if len(words) > 0 {
		r.fresh = r.beginning
	}
	if len(words) == 0 {
		C.gohpc_mpiwrap_record(nil, 0, 0)
		return
	}
	r.pins[0].Pin(unsafe.SliceData(words))
	C.gohpc_mpiwrap_record((*C.uint64_t)(unsafe.SliceData(words)), C.uint64_t(len(words)), C.uint64_t(apart))
}

// Events implements mpicall.Recorder.
func (r *recorder) Events() (used []uint64, dropped uint64) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	var lost C.uint64_t
	n := C.gohpc_mpiwrap_recorded(&lost)
	return r.events[:min(uint64(n), uint64(len(r.events)))], uint64(lost)
}

// Goroutines implements mpicall.Recorder.
func (r *recorder) Goroutines() bool { return goroutines }

// Lifecycle implements mpicall.Recorder.
func (r *recorder) Lifecycle(begin, end func()) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.begin, r.end = begin, end
	wanted := func(f func()) C.int {
		if f == nil {
			return 0
		}
		return 1
	}
	C.gohpc_mpiwrap_lifecycle(wanted(begin), wanted(end))
}

// Bounds implements mpicall.Recorder.
func (r *recorder) Bounds() (begun, ending mpicall.Bound) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.fresh && int(r.clock) < len(r.begunAt) {
		begun = mpicall.Bound{Function: r.begunBy, Tick: r.begunAt[r.clock]}
	}
	var function C.int
	ending.Tick = uint64(C.gohpc_mpiwrap_ending_at(&function))
	ending.Function = int(function)
	return begun, ending
}

//export gohpcMpiwrapBegun
func gohpcMpiwrapBegun(function C.int) {
	r := theRecorder
	r.mutex.Lock()
	r.begunBy, r.beginning = int(function), true
	for clock := range r.begunAt {
		r.begunAt[clock] = uint64(C.gohpc_mpiwrap_tick(C.uint32_t(clock)))
	}
	r.mutex.Unlock()
	r.tell(func() func() { return r.begin })
	r.mutex.Lock()
	r.beginning = false
	r.mutex.Unlock()
}

//export gohpcMpiwrapEnding
func gohpcMpiwrapEnding() { theRecorder.tell(func() func() { return theRecorder.end }) }

func (r *recorder) tell(which func() func()) {
	r.mutex.Lock()
	f := which()
	r.mutex.Unlock()
	if f != nil {
		f()
	}
}
