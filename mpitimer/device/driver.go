package device

import (
	"fmt"
	"time"

	"github.com/go-hpc/timers/internal/pcibus"
)

// driver is what regions of devices need of a vendor's library. Events are made in a context, a number that means something
// to the library only: 0 is none.
type driver interface {
	describe() string

	// number is how many devices there are, and address where one of them is on the PCI bus, "" if that is not known.
	number() int
	address(device int) string

	// contextOf returns the context of a stream, for the calling thread; if there is none, a kind of warning, and the
	// library's error if that is why.
	contextOf(on Stream) (context uintptr, warning string, code result)

	// current and enter are for libraries whose threads have a context.
	current() uintptr
	enter(context uintptr) result

	// relax lets the thread do what follows while a stream is captured, until restore is called on it.
	relax() (restore func())

	create(context uintptr) (*event, result)
	record(e *event, on Stream) result
	query(e *event) result
	elapsed(begin, end *event) (time.Duration, result)

	// pass returns an event that the device passes while this is called; notReady means that it may be tried again.
	pass(p *pool, context uintptr) (*event, result)

	// recycle reports whether an event may be recorded anew.
	recycle(e *event) bool

	// watched reports whether begins of regions have to be looked at before their ends.
	watched() bool

	// forget forgets a context that is no more.
	forget(context uintptr)
}

// result is a CUresult, a hipError_t or a ze_result_t.
type result int32

// The results that are looked at. Those below 0 are not the libraries'.
const (
	success   result = 0
	notReady  result = 600
	elsewhere result = -1 // the thread has another context
	wrapped   result = -2 // the device's clock may have wrapped more often than was seen
	captured  result = -3 // the stream is captured into a graph

	eventCaptured result = 907 // CUDA_ERROR_CAPTURED_EVENT, hipErrorCapturedEvent

	firstCapture, lastCapture result = 900, 909 // CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED to …_WRONG_THREAD, and HIP's: of captures
)

// String returns the code's name in the library's header, or "" for success.
func (code result) String() string {
	switch {
	case code == success:
		return ""
	case code >= 0x70000000:
		return fmt.Sprintf("%#x", int32(code))
	}
	return fmt.Sprint(int32(code))
}

// describe says which devices there are, and which have other numbers among signals.
func describe() string {
	d := vendor()
	if d == nil {
		return absent
	}
	if others := pcibus.Differences("gpu", d.number(), d.address); others != "" {
		return d.describe() + "; signals number them in another order: " + others
	}
	return d.describe()
}
