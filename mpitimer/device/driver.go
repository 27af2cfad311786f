//go:build linux && (amd64 || arm64)

package device

import (
	"fmt"
	"strings"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"
)

// dialect is how a vendor's library calls what is used here.
type dialect struct {
	name      string
	libraries []string // names under which it may be there

	initialise, count, version, setCurrent, getDevice, create, newStream, getCurrent, record, query, elapsed string

	// byDevice is where a thread has a device, not a context: events and streams are those of the device.
	byDevice bool
}

// dialects are those that are known, the first that has a device is used; tests have others. CUDA's driver interface is that
// of cuda.h, HIP's that of hip_runtime_api.h; both number the codes that are looked at here in the same way.
var dialects = []dialect{
	{
		"CUDA's driver", []string{"libcuda.so.1"}, "cuInit", "cuDeviceGetCount", "cuDriverGetVersion", "cuCtxSetCurrent", "cuCtxGetDevice",
		"cuEventCreate", "cuStreamCreate", "cuCtxGetCurrent", "cuEventRecord", "cuEventQuery", "cuEventElapsedTime", false,
	},
	{
		"HIP", []string{"libamdhip64.so", "libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5"}, "hipInit", "hipGetDeviceCount", "hipDriverGetVersion", "hipSetDevice", "hipGetDevice",
		"hipEventCreateWithFlags", "hipStreamCreateWithFlags", "hipGetDevice", "hipEventRecord", "hipEventQuery", "hipEventElapsedTime", true,
	},
}

// result is a CUresult or a hipError_t.
type result int32

const (
	success  result = 0
	notReady result = 600
)

// driver has the functions that are used here.
type driver struct {
	dialect
	version, devices int

	set       func(context uintptr) result
	getDevice func(device *int32) result
	create    func(event *uintptr, flags uint32) result
	newStream func(stream *uintptr, flags uint32) result

	// Those of every region are called by their addresses, which takes half as long.
	getCurrent, recordIn, ask, between uintptr
}

// cuda opens the driver, once; nil if there is none that can be used.
var cuda = sync.OnceValue(open)

// absent is why there is no driver.
var absent string

func open() *driver {
	var why []string
	for _, of := range dialects {
		d, err := of.open()
		if err == nil {
			return d
		}
		why = append(why, err.Error())
	}
	absent = "no device (" + strings.Join(why, "; ") + ")"
	return nil
}

func (of dialect) open() (*driver, error) {
	var handle uintptr
	for _, name := range of.libraries {
		if h, err := purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_GLOBAL); err == nil {
			handle = h
			break
		}
	}
	if handle == 0 {
		return nil, fmt.Errorf("there is no %s", of.libraries[0])
	}
	d := &driver{dialect: of}
	var initialise func(flags uint32) result
	var count, version func(*int32) result
	for _, f := range []struct {
		name string
		to   any
	}{
		{of.initialise, &initialise}, {of.count, &count}, {of.version, &version}, {of.setCurrent, &d.set}, {of.getDevice, &d.getDevice},
		{of.create, &d.create}, {of.newStream, &d.newStream}, {of.getCurrent, &d.getCurrent}, {of.record, &d.recordIn},
		{of.query, &d.ask}, {of.elapsed, &d.between},
	} {
		symbol, err := purego.Dlsym(handle, f.name)
		if err != nil {
			return nil, fmt.Errorf("%s lacks %s", of.libraries[0], f.name)
		}
		if address, is := f.to.(*uintptr); is {
			*address = symbol
		} else {
			purego.RegisterFunc(f.to, symbol)
		}
	}
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

// describe says which devices there are.
func describe() string {
	d := cuda()
	switch {
	case d == nil:
		return absent
	case d.byDevice: // whose versions are numbered in another way
		return fmt.Sprintf("%d by %s, version %d", d.devices, d.name, d.version)
	}
	return fmt.Sprintf("%d by %s, version %d.%d", d.devices, d.name, d.version/1000, d.version%1000/10)
}

// currentContext returns that of the thread, 0 for none. Where threads have devices it is one more than the device's number.
func (d *driver) currentContext() uintptr {
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

func (d *driver) setContext(context uintptr) result {
	if !d.byDevice {
		return d.set(context)
	}
	if context == 0 {
		return success // a thread has always a device
	}
	return d.set(context - 1)
}

func (d *driver) deviceOfContext() int {
	var device int32
	if d.getDevice(&device) != success {
		return 0
	}
	return int(device)
}

func (d *driver) createEvent() (handle uintptr, code result) {
	code = d.create(&handle, 0)
	return handle, code
}

// createStream makes one that does not wait for the default stream (CU_STREAM_NON_BLOCKING).
func (d *driver) createStream() (handle uintptr, code result) {
	code = d.newStream(&handle, 1)
	return handle, code
}

func (d *driver) record(event, stream uintptr) result { return call(d.recordIn, event, stream) }

func (d *driver) query(event uintptr) result { return call(d.ask, event) }

func (d *driver) elapsed(begin, end uintptr) (milliseconds float32, code result) {
	took := new(float32)
	code = call(d.between, uintptr(unsafe.Pointer(took)), begin, end)
	return *took, code
}
