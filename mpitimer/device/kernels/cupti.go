//go:build linux && (amd64 || arm64)

package kernels

import (
	"fmt"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/go-hpc/timers/mpitimer/device/internal/library"
)

// result is a CUptiResult; 0 is success.
type result int32

// cupti has the functions of CUPTI that are used here, as cupti_activity.h and cupti_callback.h declare them.
type cupti struct {
	version uint32

	subscribe   func(subscriber *uintptr, callback, userdata uintptr) result
	unsubscribe func(subscriber uintptr) result
	enableCall  func(enable uint32, subscriber uintptr, domain, call uint32) result
	nameOfCall  func(domain, call uint32, name **byte) result
	enable      func(kind uint32) result
	disable     func(kind uint32) result
	register    func(request, complete uintptr) result
	flush       func(flags uint32) result
	next        uintptr // called by its address, as it is for each record: that takes half as long
	dropped     func(context uintptr, stream uint32, count *uintptr) result
	timestamp   func(ns *uint64) result
	explain     func(code result, text **byte) result

	subscriber uintptr
	kernels    names
	calls      [2][mostCalls]callKind // of the driver, and of the runtime
	capturing  atomic.Int32           // captures into graphs that have begun and not ended
	waited     int                    // how often take has not flushed since it last did
	nested     [mostCalls / 64]atomic.Uint64
}

// callKind is what a call is for.
type callKind uint8

const (
	isLaunch callKind = iota
	beginsCapture
	endsCapture
)

// What cupti_activity.h and cupti_callback.h call these.
const (
	kindMemcpy, kindMemset, kindKernel, kindConcurrent = 1, 2, 3, 10
	kindPeer                                           = 22 // CUPTI_ACTIVITY_KIND_MEMCPY2: between two devices
	domainDriver, domainRuntime                        = 1, 2
	siteEnter, siteExit                                = 0, 1
	flushForced                                        = 1
	noPrivilege                                        = 35 // CUPTI_ERROR_INSUFFICIENT_PRIVILEGES
)

// record is the start of every record of CUPTI. Those of all versions from CUDA 9 on agree as far as the types below go.
type record struct{ kind uint32 }

type kernelRecord struct {
	kind                    uint32
	_                       [3]uint32
	start, end, completed   uint64
	device, context, stream uint32
	_                       [10]uint32 // grid, block, memory
	correlation             uint32
	grid                    int64
	name                    *byte
}

// copyRecord is that of a copy and of a memset, which has the value in the place of the kinds.
type copyRecord struct {
	kind                    uint32
	copyKind                uint8
	_                       [3]uint8
	bytes, start, end       uint64
	device, context, stream uint32
	correlation             uint32
}

// peerRecord is that of a copy between two devices (CUpti_ActivityMemcpyPtoP).
type peerRecord struct {
	_                       [2]uint32 // kinds
	bytes, start, end       uint64
	device, context, stream uint32
	_                       [4]uint32 // the devices and contexts whence and where to
	correlation             uint32
}

// callData is CUpti_CallbackData.
type callData struct {
	site        uint32
	_           [2]uintptr // the function's name and its parameters
	result      *int32
	_           [2]uintptr // the kernel's name and the context
	_           uint32     // the context's number
	_           uintptr    // data that the subscriber may keep until the call ends
	correlation uint32
}

// openCUPTI makes a source of the library.
func openCUPTI(_, handle uintptr) (source, error) {
	c := &cupti{kernels: make(names)}
	var version func(*uint32) result
	err := library.Bind("CUPTI", handle, []library.Function{
		{Name: "cuptiGetVersion", To: &version}, {Name: "cuptiSubscribe", To: &c.subscribe}, {Name: "cuptiUnsubscribe", To: &c.unsubscribe},
		{Name: "cuptiEnableCallback", To: &c.enableCall}, {Name: "cuptiGetCallbackName", To: &c.nameOfCall},
		{Name: "cuptiActivityEnable", To: &c.enable}, {Name: "cuptiActivityDisable", To: &c.disable},
		{Name: "cuptiActivityRegisterCallbacks", To: &c.register}, {Name: "cuptiActivityFlushAll", To: &c.flush},
		{Name: "cuptiActivityGetNextRecord", To: &c.next}, {Name: "cuptiActivityGetNumDroppedRecords", To: &c.dropped},
		{Name: "cuptiGetTimestamp", To: &c.timestamp}, {Name: "cuptiGetResultString", To: &c.explain},
	})
	if err != nil {
		return nil, err
	}
	version(&c.version)
	return c, nil
}

func (c *cupti) String() string { return fmt.Sprintf("CUPTI %d", c.version) }

// callbacks are made once: the process has no more than a fixed number of them.
var callbacks = sync.OnceValue(func() (c struct{ call, request, complete uintptr }) {
	c.call, c.request, c.complete = callAddress(), purego.NewCallback(requested), purego.NewCallback(completed)
	return c
})

// begin subscribes to launches and asks for records.
func (c *cupti) begin() error {
	if code := c.subscribe(&c.subscriber, callbacks().call, 0); code != 0 {
		return c.fault("cuptiSubscribe", code)
	}
	if code := c.register(callbacks().request, callbacks().complete); code != 0 {
		c.unsubscribe(c.subscriber)
		return c.fault("cuptiActivityRegisterCallbacks", code)
	}
	store.reset()
	for _, kind := range []uint32{kindConcurrent, kindMemcpy, kindMemset} {
		if code := c.enable(kind); code != 0 {
			c.end()
			return c.fault("cuptiActivityEnable", code)
		}
	}
	c.enable(kindPeer) // without it, copies between devices have no rows, and are counted at the end
	asked.Store(c)
	c.enableLaunches()
	return nil
}

// enableLaunches asks for the calls that put something on a device, and for those that make a graph of what follows. The runtime's
// are asked for since it is not documented that each of them calls the driver; see leaveNested.
func (c *cupti) enableLaunches() {
	for _, of := range []struct {
		domain   uint32
		kind     callKind
		prefixes []string
	}{
		{domainDriver, isLaunch, []string{"cuLaunch", "cuMemcpy", "cuMemset", "cuGraphLaunch"}},
		{domainDriver, beginsCapture, []string{"cuStreamBeginCapture"}},
		{domainDriver, endsCapture, []string{"cuStreamEndCapture"}},
		{domainRuntime, isLaunch, []string{"cudaLaunch", "cudaMemcpy", "cudaMemset", "cudaGraphLaunch"}},
	} {
		eachLaunch(of.prefixes, func(call uint32) (name *byte, more bool) {
			return name, c.nameOfCall(of.domain, call, &name) == 0
		}, func(call uint32) {
			c.calls[of.domain-domainDriver][call] = of.kind
			if of.kind != isLaunch {
				tellSuccess(of.domain, call)
			}
			c.enableCall(1, c.subscriber, of.domain, call)
		})
	}
}

// leaveNested no longer asks for the calls of the runtime that have been seen to call the driver, which reports the
// same launch with the same number: each callback is dear.
func (c *cupti) leaveNested() {
	for i := range c.nested {
		for set := c.nested[i].Swap(0); set != 0; set &= set - 1 {
			c.enableCall(0, c.subscriber, domainRuntime, uint32(64*i+bits.TrailingZeros64(set)))
		}
	}
}

// end leaves CUPTI to others.
func (c *cupti) end() {
	for _, kind := range []uint32{kindConcurrent, kindMemcpy, kindMemset, kindPeer} {
		c.disable(kind)
	}
	c.unsubscribe(c.subscriber)
}

func (c *cupti) fault(function string, code result) error {
	var why *byte
	c.explain(code, &why)
	remedy := ""
	if code == noPrivilege {
		remedy = "; ERR_NVGPUCTRPERM: the administrator must let users read the performance counters of the driver"
	}
	return fmt.Errorf("%s: error %d, %s%s", function, code, text(why), remedy)
}

func (c *cupti) now() (ns uint64) {
	if c.timestamp(&ns) != 0 {
		return 0
	}
	return ns
}

func (c *cupti) take(force bool) (list []activity, dropped int) {
	var flags uint32
	if force {
		flags = flushForced
	}
	c.leaveNested()
	if c.waited++; force || c.waited >= flushEach(store.held()) {
		c.flush(flags) // its failure, as that of a lost device, leaves launches without records, which are counted at the end
		c.waited = 0
	}
	var n uintptr
	if c.dropped(0, 0, &n) == 0 {
		dropped = int(n)
	}
	var pin runtime.Pinner // C writes where a record is
	defer pin.Unpin()
	at := new(*record)
	pin.Pin(at)
	for _, full := range store.taken() {
		*at = nil
		for {
			code, _, _ := purego.SyscallN(c.next, uintptr(unsafe.Pointer(full.memory)), full.valid, uintptr(unsafe.Pointer(at)))
			if result(code) != 0 || *at == nil {
				break
			}
			if a, ok := c.read(*at); ok {
				list = append(list, a)
			}
		}
		store.release(full.memory)
	}
	return list, dropped
}

// flushEach returns how many times to take before CUPTI is asked to flush again, when it holds so many buffers. A flush ends the
// buffer of each thread that launches, and CUPTI gives back none before the device has done all the work in it: where much waits for
// the device, a flush each time would take all buffers within seconds.
func flushEach(held int) int { return 1 << (8 * held / buffers) }

// read copies a record, since its memory is used again. False means that it is of another kind.
func (c *cupti) read(r *record) (activity, bool) {
	switch r.kind {
	case kindKernel, kindConcurrent:
		k := (*kernelRecord)(unsafe.Pointer(r))
		return activity{c.kernels.of(k.name), k.correlation, k.device, k.context, k.stream, int64(k.start), int64(k.end), 0}, true
	case kindMemcpy, kindMemset:
		k := (*copyRecord)(unsafe.Pointer(r))
		name := setMemory
		if r.kind == kindMemcpy {
			name = copyName(k.copyKind)
		}
		return activity{name, k.correlation, k.device, k.context, k.stream, int64(k.start), int64(k.end), k.bytes}, true
	}
	if r.kind == kindPeer {
		k := (*peerRecord)(unsafe.Pointer(r))
		return activity{copyElsewhere, k.correlation, k.device, k.context, k.stream, int64(k.start), int64(k.end), k.bytes}, true
	}
	return activity{}, false
}

// copyName names a CUpti_ActivityMemcpyKind.
func copyName(kind uint8) string {
	switch kind {
	case 1, 3:
		return copyToDevice
	case 2, 4:
		return copyToHost
	case 5, 6, 7, 8:
		return copyOnDevice
	}
	return copyElsewhere
}

// asked is the source whose calls are told.
var asked atomic.Pointer[cupti]

// called is called by CUPTI at the start and the end of a call, on the thread of the program.
func called(_, domain, call uintptr, data *callData) {
	c := asked.Load()
	domain, call = uintptr(uint32(domain)), uintptr(uint32(call))
	if c == nil || domain < domainDriver || domain > domainRuntime || call >= mostCalls {
		return
	}
	failed := data.result != nil && *data.result != 0 // once it has ended
	switch kind := c.calls[domain-domainDriver][call]; {
	case kind == beginsCapture:
		if data.site == siteExit && !failed {
			c.capturing.Add(1)
		}
	case kind == endsCapture:
		if data.site == siteExit && c.capturing.Add(-1) < 0 { // of a capture that began before us
			c.capturing.Add(1)
		}
	case data.site == siteEnter:
		outer := uint32(0)
		if domain == domainRuntime {
			outer = uint32(call)
		}
		// What is captured has no record of its own, and other streams are at work meanwhile: none of it is waited for.
		if around := launched(data.correlation, outer, c.capturing.Load() == 0); around != 0 && domain == domainDriver {
			c.nested[around/64].Or(1 << (around % 64))
		}
	case failed:
		the.launched.failed(data.correlation)
	}
}

// buffersOf has the memory for records. There is a fixed amount of it: without a free buffer CUPTI drops records, and counts
// them.
type buffersOf struct {
	mu   sync.Mutex
	made int
	free []*byte
	full []filled
}

// filled is a buffer with so many bytes of records.
type filled struct {
	memory *byte
	valid  uintptr
}

var store buffersOf

// request returns a free buffer, nil if there is none. The memory is not of Go, since C keeps its address.
func (b *buffersOf) request() *byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n := len(b.free); n > 0 {
		memory := b.free[n-1]
		b.free = b.free[:n-1]
		return memory
	}
	if b.made == buffers {
		return nil
	}
	memory, err := syscall.Mmap(-1, 0, bufferLen, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
	if err != nil {
		return nil
	}
	b.made++
	return &memory[0]
}

func (b *buffersOf) complete(memory *byte, valid uintptr) {
	b.mu.Lock()
	b.full = append(b.full, filled{memory, valid})
	b.mu.Unlock()
}

// taken returns the filled buffers, and forgets them.
func (b *buffersOf) taken() []filled {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := b.full
	b.full = nil
	return list
}

// held returns how many buffers the library has.
func (b *buffersOf) held() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.made - len(b.free) - len(b.full)
}

func (b *buffersOf) release(memory *byte) {
	b.mu.Lock()
	b.free = append(b.free, memory)
	b.mu.Unlock()
}

// reset throws away what came after the last recorder had ended.
func (b *buffersOf) reset() {
	for _, each := range b.taken() {
		b.release(each.memory)
	}
}

// requested and completed are called by CUPTI, on any thread, also on those of its own.
func requested(memory **byte, size, most *uintptr) uintptr {
	*memory, *size, *most = store.request(), bufferLen, 0
	if *memory == nil {
		*size = 0
	}
	return 0
}

func completed(_ uintptr, _ uint32, memory *byte, _, valid uintptr) uintptr {
	if memory != nil {
		store.complete(memory, valid)
	}
	return 0
}
