//go:build linux && (amd64 || arm64)

package device

import (
	"fmt"
	"strings"
	"sync"
	"time"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/go-hpc/timers/internal/experimental"
	"github.com/go-hpc/timers/mpitimer/device/internal/library"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
)

// dialect is how a vendor's library calls what is used here.
type dialect struct {
	name      string
	libraries []string // names under which it may be there

	initialise, count, version, setCurrent, getDevice, create, newStream, getCurrent, record, query, elapsed string

	capturing, exchangeMode, busID string // which old libraries may lack

	// byDevice is where a thread has a device, not a context: events and streams are those of the device.
	byDevice bool
}

// dialects are those that are known, the first that has a device is used; tests have others. CUDA's driver interface is that
// of cuda.h, HIP's that of hip_runtime_api.h; both number the codes that are looked at here in the same way.
var dialects = []dialect{
	{
		"CUDA's driver", []string{"libcuda.so.1"}, "cuInit", "cuDeviceGetCount", "cuDriverGetVersion", "cuCtxSetCurrent", "cuCtxGetDevice",
		"cuEventCreate", "cuStreamCreate", "cuCtxGetCurrent", "cuEventRecord", "cuEventQuery", "cuEventElapsedTime",
		"cuStreamIsCapturing", "cuThreadExchangeStreamCaptureMode", "cuDeviceGetPCIBusId", false,
	},
	{
		"HIP", []string{"libamdhip64.so", "libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5"}, "hipInit", "hipGetDeviceCount", "hipDriverGetVersion", "hipSetDevice", "hipGetDevice",
		"hipEventCreateWithFlags", "hipStreamCreateWithFlags", "hipGetDevice", "hipEventRecord", "hipEventQuery", "hipEventElapsedTime",
		"hipStreamIsCapturing", "hipThreadExchangeStreamCaptureMode", "hipDeviceGetPCIBusId", true,
	},
}

// cuda has the functions that are used here, of one dialect. It implements driver.
type cuda struct {
	dialect
	version, devices int

	set       func(context uintptr) result
	getDevice func(device *int32) result
	makeEvent func(event *uintptr, flags uint32) result
	newStream func(stream *uintptr, flags uint32) result

	// Those of every region are called by their addresses, which takes half as long.
	getCurrent, recordIn, ask, between, isCapturing, exchange, place uintptr

	idle map[uintptr]uintptr // by context, streams in which nothing waits; 0 where none could be made
}

// vendor opens the library, once; nil if there is none that can be used.
var vendor = sync.OnceValue(open)

// absent is why there is no driver.
var absent string

func open() driver {
	var why []string
	openers := []func() (driver, error){}
	for _, of := range dialects {
		openers = append(openers, of.open)
	}
	if openers = append(openers, openLevelZero); !experimental.On {
		openers = []func() (driver, error){dialects[0].open, func() (driver, error) { return nil, experimental.Missing("HIP or Level Zero") }}
	}
	for _, open := range openers {
		d, err := open()
		if err == nil {
			return d
		}
		why = append(why, err.Error())
	}
	absent = "no device (" + strings.Join(why, "; ") + ")"
	return nil
}

func (of dialect) open() (driver, error) {
	d := &cuda{dialect: of, idle: make(map[uintptr]uintptr)}
	var initialise func(flags uint32) result
	var count, version func(*int32) result
	handle, err := library.Open(of.libraries, purego.RTLD_GLOBAL)
	if err != nil {
		return nil, err
	}
	err = library.Bind(of.libraries[0], handle, []library.Function{
		{Name: of.initialise, To: &initialise}, {Name: of.count, To: &count}, {Name: of.version, To: &version}, {Name: of.setCurrent, To: &d.set}, {Name: of.getDevice, To: &d.getDevice},
		{Name: of.create, To: &d.makeEvent}, {Name: of.newStream, To: &d.newStream}, {Name: of.getCurrent, To: &d.getCurrent}, {Name: of.record, To: &d.recordIn},
		{Name: of.query, To: &d.ask}, {Name: of.elapsed, To: &d.between},
	})
	if err != nil {
		return nil, err
	}
	d.isCapturing, d.exchange, d.place = library.Find(handle, of.capturing), library.Find(handle, of.exchangeMode), library.Find(handle, of.busID)
	var n, v int32
	if code := initialise(0); code != success {
		return nil, fmt.Errorf("%s: error %d", of.initialise, code)
	}
	if code := count(&n); code != success || n == 0 {
		return nil, fmt.Errorf("%s finds none, error %d", of.name, code)
	}
	version(&v)
	d.version, d.devices = int(v), int(n)
	return d, nil
}

func (d *cuda) describe() string {
	if d.byDevice { // whose versions are numbered in another way
		return fmt.Sprintf("%d by %s, version %d", d.devices, d.name, d.version)
	}
	return fmt.Sprintf("%d by %s, version %d.%d", d.devices, d.name, d.version/1000, d.version%1000/10)
}

func (d *cuda) number() int { return d.devices }

func (d *cuda) address(device int) string { return library.BusAddress(d.place, device) }

// contextOf returns that of the thread: streams are not asked.
func (d *cuda) contextOf(Stream) (context uintptr, warning string, code result) {
	return d.current(), warnContext, success
}

// current returns the context of the thread. Where threads have devices it is one more than the device's number.
func (d *cuda) current() uintptr {
	context := new(uintptr) // zeroed: of a device only an int is written
	if call(d.getCurrent, uintptr(unsafe.Pointer(context))) != success {
		return 0
	}
	if d.byDevice {
		return *context + 1
	}
	return *context
}

// call calls a function of the driver. What the arguments point to stays where it is meanwhile.
//
//go:uintptrescapes
func call(function uintptr, arguments ...uintptr) result {
	code, _, _ := purego.SyscallN(function, arguments...)
	return result(code)
}

func (d *cuda) enter(context uintptr) result {
	if !d.byDevice {
		return d.set(context)
	}
	if context == 0 {
		return success // a thread has always a device
	}
	return d.set(context - 1)
}

func (d *cuda) create(context uintptr) (*event, result) {
	if d.current() != context { // in which it would be made
		return nil, elsewhere
	}
	e := &event{context: context}
	defer d.relax()()
	if code := d.makeEvent(&e.handle, 0); code != success {
		return nil, code
	}
	var device int32
	if d.getDevice(&device) == success {
		e.device = int(device)
	}
	return e, success
}

// record asks first whether the stream is captured into a graph: an event would become a part of it, and in the default stream it
// would spoil the capture of another.
func (d *cuda) record(e *event, on Stream) result {
	if d.isCapturing != 0 {
		if code := call(d.isCapturing, uintptr(on), uintptr(unsafe.Pointer(&e.capture))); code == success && e.capture != 0 || code >= firstCapture && code <= lastCapture {
			return captured
		}
	}
	return call(d.recordIn, e.handle, uintptr(on))
}

// relax lets the thread ask and make events while any stream is captured, which would else spoil the capture
// (CU_STREAM_CAPTURE_MODE_RELAXED). What it returns takes that back.
func (d *cuda) relax() (restore func()) {
	if d.exchange == 0 {
		return func() {}
	}
	mode := new(uint32)
	*mode = 2
	call(d.exchange, uintptr(unsafe.Pointer(mode)))
	return func() { call(d.exchange, uintptr(unsafe.Pointer(mode))) }
}

func (d *cuda) query(e *event) result { return call(d.ask, e.handle) }

func (d *cuda) elapsed(begin, end *event) (time.Duration, result) {
	milliseconds := new(float32)
	code := call(d.between, uintptr(unsafe.Pointer(milliseconds)), begin.handle, end.handle)
	return time.Duration(float64(*milliseconds) * 1e6), code
}

// brief is how long the device may take to pass an event before which nothing waits.
const brief = 500 * time.Microsecond

// pass records an event in a stream that does not wait for the default one (CU_STREAM_NON_BLOCKING).
func (d *cuda) pass(p *pool, context uintptr) (*event, result) {
	own, there := d.idle[context]
	if !there {
		code := d.newStream(&own, 1)
		d.idle[context] = own
		if code != success {
			return nil, code
		}
	}
	if own == 0 {
		return nil, elsewhere
	}
	began := clock.Nanotime()
	e := p.mark(d, Stream(own), context)
	if e == nil {
		return nil, elsewhere
	}
	code := d.query(e) // once at least: the host may have been interrupted for longer than is waited
	for code == notReady && clock.Nanotime()-began < int64(brief) {
		code = d.query(e)
	}
	if code != success {
		p.give(d, e)
		return nil, notReady
	}
	return e, success
}

func (*cuda) recycle(*event) bool { return true }

func (*cuda) watched() bool { return false }

func (d *cuda) forget(context uintptr) { delete(d.idle, context) }
