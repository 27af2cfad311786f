//go:build linux && (amd64 || arm64)

package kernels

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/go-hpc/timers/mpitimer/device/internal/library"
)

// roctracer has the functions of AMD's library that are used here, as roctracer.h of interface 4.1 declares them. Regions are
// found by callbacks on the thread that launches, as with CUPTI. External correlation IDs (roctracer_ext.h) would cost a
// launch less, but belong to a thread: a goroutine changes its own, so that each region would have to push and pop one in C
// with its thread locked, whether it launches or not; and only records of calls have them, not those of kernels.
type roctracer struct {
	major, minor func() uint32

	defaultPool func(pool uintptr) uintptr
	openPool    func(properties *poolProperties, pool *uintptr) status
	enable      func(domain, op uint32, pool uintptr) status
	disable     func(domain, op uint32) status
	enableCall  func(domain, op uint32, callback, argument uintptr) status
	disableCall func(domain, op uint32) status
	nameOf      func(domain, op, kind uint32) uintptr
	next        func(record *amdRecord, next *uintptr) status
	flush       func(pool uintptr) status
	timestamp   func(ns *uint64) status
	explain     func() uintptr // text that is to be freed
	free        func(text uintptr)

	library uintptr
	hip     hip
	calls   []uint32 // that are enabled
	kernels names
	kinds   map[uint32]string // names of rows for copies
}

// status is a roctracer_status_t; 0 is success.
type status int32

// What prof_protocol.h and roctracer_hip.h call these.
const (
	domainOps, domainAPI = 2, 3 // ACTIVITY_DOMAIN_HIP_OPS, ACTIVITY_DOMAIN_HIP_API
	opDispatch, opCopy   = 0, 1 // HIP_OP_ID_DISPATCH, HIP_OP_ID_COPY
	phaseEnter           = 0    // ACTIVITY_API_PHASE_ENTER
	interfaceMajor       = 4    // ROCTRACER_VERSION_MAJOR
)

// amdRecord is activity_record_t of prof_protocol.h: 64 bytes where pointers and size_t have 8. Its unions are here what they
// are in a record of HIP_OPS.
type amdRecord struct {
	domain, kind, op        uint32
	_                       uint32
	correlation, begin, end uint64
	node                    int32 // of the kernel's driver
	_                       uint32
	queue                   uint64
	what                    uintptr // the bytes of a copy, the address of a kernel's name
}

// hipData is the start of hip_api_data_t, of hip_prof_str.h: of all versions and all functions.
type hipData struct {
	correlation uint64
	phase       uint32
}

// poolProperties is roctracer_properties_t.
type poolProperties struct {
	_        uint32     // mode
	size     uintptr    // of each of two buffers, in bytes
	_        [2]uintptr // an allocator, and data for it
	callback uintptr
	_        uintptr // data for that
}

// openRoctracer makes a source of the library. HIP must have been loaded before: the library looks for it once.
func openRoctracer(driver, handle uintptr) (source, error) {
	r := &roctracer{library: handle, kernels: make(names), kinds: make(map[uint32]string)}
	err := library.Bind("roctracer", handle, []library.Function{
		{Name: "roctracer_version_major", To: &r.major}, {Name: "roctracer_version_minor", To: &r.minor},
		{Name: "roctracer_default_pool_expl", To: &r.defaultPool}, {Name: "roctracer_open_pool_expl", To: &r.openPool},
		{Name: "roctracer_enable_op_activity_expl", To: &r.enable}, {Name: "roctracer_disable_op_activity", To: &r.disable},
		{Name: "roctracer_enable_op_callback", To: &r.enableCall}, {Name: "roctracer_disable_op_callback", To: &r.disableCall},
		{Name: "roctracer_op_string", To: &r.nameOf}, {Name: "roctracer_next_record", To: &r.next},
		{Name: "roctracer_flush_activity_expl", To: &r.flush}, {Name: "roctracer_get_timestamp", To: &r.timestamp},
		{Name: "roctracer_error_string", To: &r.explain},
	})
	if err == nil {
		err = library.Bind("the C library", purego.RTLD_DEFAULT, []library.Function{{Name: "free", To: &r.free}})
	}
	if err != nil {
		return nil, err
	}
	if major := r.major(); major != interfaceMajor {
		return nil, fmt.Errorf("roctracer's interface is %d; expected %d", major, interfaceMajor)
	}
	records, second := new([2]amdRecord), uintptr(0)
	r.next(&records[0], &second)
	if second != uintptr(unsafe.Pointer(&records[1])) {
		return nil, errors.New("roctracer's records are not those of its interface 4.1")
	}
	r.hip.bind(driver)
	return r, nil
}

func (r *roctracer) String() string { return fmt.Sprintf("roctracer %d.%d", r.major(), r.minor()) }

// fromRoctracer are callbacks, which are made once as those of CUPTI are.
var fromRoctracer = sync.OnceValue(func() (c struct{ call, buffer uintptr }) {
	c.call, c.buffer = purego.NewCallback(hipCalled), purego.NewCallback(handedOver)
	return c
})

// pools are those of libraries. None is closed: a kernel that is late would be written into it.
var pools = make(map[uintptr]uintptr)

// begin refuses where another tool has a default pool: roctracer has one client for each function, the last.
func (r *roctracer) begin() error {
	runtime.LockOSThread() // the text of an error is that of the thread
	defer runtime.UnlockOSThread()
	if r.defaultPool(0) != 0 {
		return errors.New("another tool uses roctracer")
	}
	if pools[r.library] == 0 {
		var pool uintptr
		if code := r.openPool(&poolProperties{size: poolLen, callback: fromRoctracer().buffer}, &pool); code != 0 {
			return r.fault("roctracer_open_pool_expl", code)
		}
		pools[r.library] = pool
	}
	received.reset(r)
	for _, op := range []uint32{opDispatch, opCopy} {
		if code := r.enable(domainOps, op, pools[r.library]); code != 0 {
			err := r.fault("roctracer_enable_op_activity_expl", code)
			r.end()
			return err
		}
	}
	return r.enableLaunches()
}

// enableLaunches asks for the calls that put something on a device, and for no others: each costs its program time.
func (r *roctracer) enableLaunches() (err error) {
	prefixes := []string{
		"hipLaunch", "hipModuleLaunch", "hipExtLaunch", "hipExtModuleLaunch", "hipHccModuleLaunch", "hipDrvLaunch",
		"hipMemcpy", "hipDrvMemcpy", "hipMemset", "hipGraphLaunch",
	}
	eachLaunch(prefixes, func(call uint32) (name *byte, more bool) {
		return address(r.nameOf(domainAPI, call, 0)), true
	}, func(call uint32) {
		if code := r.enableCall(domainAPI, call, fromRoctracer().call, 0); code == 0 {
			r.calls = append(r.calls, call)
		} else if err == nil {
			err = r.fault("roctracer_enable_op_callback", code)
		}
	})
	if len(r.calls) > 0 {
		return nil
	}
	r.end()
	if err == nil {
		err = errors.New("roctracer knows no function that launches")
	}
	return err
}

func (r *roctracer) end() {
	for _, call := range r.calls {
		r.disableCall(domainAPI, call)
	}
	r.calls = nil
	for _, op := range []uint32{opDispatch, opCopy} {
		r.disable(domainOps, op)
	}
	received.reset(nil)
}

func (r *roctracer) fault(function string, code status) error {
	why := r.explain()
	defer r.free(why)
	return fmt.Errorf("%s: error %d, %s", function, code, strings.TrimSpace(text(address(why))))
}

func (r *roctracer) now() (ns uint64) {
	if r.timestamp(&ns) != 0 {
		return 0
	}
	return ns
}

// take need not be forced: a flush hands over all that is done.
func (r *roctracer) take(bool) (list []activity, dropped int) {
	r.flush(pools[r.library])
	list, dropped = received.taken()
	for i := range list {
		list[i].device = r.hip.number(list[i].device)
	}
	return list, dropped
}

// read copies a record, since its memory is used again. False means that it is of another kind.
func (r *roctracer) read(a *amdRecord) (activity, bool) {
	got := activity{"kernel", uint32(a.correlation), uint32(a.node), 0, uint32(a.queue), int64(a.begin), int64(a.end), 0}
	switch {
	case a.domain != domainOps || got.device >= mostNodes:
		return activity{}, false
	case a.op == opDispatch:
		if a.what >= firstPage { // HIP had no names in former times
			got.name = r.kernels.of(address(a.what))
		}
	case a.op == opCopy:
		got.name, got.bytes = r.copyName(a.kind), uint64(a.what)
	default:
		return activity{}, false
	}
	return got, true
}

const (
	firstPage = 4096 // of memory, where nothing is
	mostNodes = 4096 // of a machine, by far
)

// copyName names a record by its kind, which HIP has a name for.
func (r *roctracer) copyName(kind uint32) string {
	name, known := r.kinds[kind]
	if known {
		return name
	}
	switch of := text(address(r.nameOf(domainOps, opCopy, kind))); {
	case strings.HasPrefix(of, "CopyHostToDevice"):
		name = copyToDevice
	case strings.HasPrefix(of, "CopyDeviceToHost"):
		name = copyToHost
	case strings.HasPrefix(of, "CopyDeviceToDevice"):
		name = copyOnDevice
	case strings.HasPrefix(of, "Fill"):
		name = setMemory
	default:
		name = copyElsewhere
	}
	r.kinds[kind] = name
	return name
}

// address is that of C's memory, which Go does not move.
func address(of uintptr) *byte { return *(**byte)(unsafe.Pointer(&of)) }

// hipCalled is called by roctracer at the start and the end of a launch, on the thread of the program. Whether HIP took it is
// not told.
func hipCalled(_, _ uintptr, data *hipData, _ uintptr) {
	if data.phase == phaseEnter {
		launched(uint32(data.correlation), 0, true)
	}
}

// handedOver is called by roctracer's thread with a buffer, from its start to its end, that it uses again.
func handedOver(begin, end *amdRecord, _ uintptr) {
	from, to := uintptr(unsafe.Pointer(begin)), uintptr(unsafe.Pointer(end))
	if begin == nil || to < from || to-from > poolLen {
		return
	}
	received.add(unsafe.Slice(begin, (to-from)/unsafe.Sizeof(*begin)))
}

// inbox has what roctracer has handed over, up to as much as CUPTI has buffers for.
type inbox struct {
	mu      sync.Mutex
	of      *roctracer // nil while nothing is recorded
	list    []activity
	dropped int
}

var received inbox

func (b *inbox) add(records []amdRecord) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.of == nil {
		return
	}
	for i := range records {
		if a, ok := b.of.read(&records[i]); !ok {
			continue
		} else if len(b.list) < buffers*bufferLen/int(unsafe.Sizeof(a)) {
			b.list = append(b.list, a)
		} else {
			b.dropped++
		}
	}
}

func (b *inbox) taken() (list []activity, dropped int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	list, dropped = b.list, b.dropped
	b.list, b.dropped = nil, 0
	return list, dropped
}

func (b *inbox) reset(of *roctracer) {
	b.mu.Lock()
	b.of, b.list, b.dropped = of, nil, 0
	b.mu.Unlock()
}
