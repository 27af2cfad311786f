//go:build linux && (amd64 || arm64)

package device

import (
	"fmt"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"
)

// library is the driver of NVIDIA; tests have another.
var library = "libcuda.so.1"

// result is a CUresult.
type result int32

const (
	success  result = 0
	notReady result = 600
)

// driver has the functions of CUDA's driver interface that are used here, as cuda.h declares them.
type driver struct {
	version int
	devices int

	setCurrent func(context uintptr) result
	getDevice  func(device *int32) result
	create     func(event *uintptr, flags uint32) result
	newStream  func(stream *uintptr, flags uint32) result

	// Those of every region are called by their addresses, which takes half as long.
	getCurrent, recordIn, ask, between uintptr
}

// cuda opens the driver, once; nil if there is none that can be used.
var cuda = sync.OnceValue(open)

// absent is why there is no driver.
var absent string

func open() *driver {
	handle, err := purego.Dlopen(library, purego.RTLD_NOW|purego.RTLD_GLOBAL)
	if err != nil {
		absent = "no device (there is no " + library + ")"
		return nil
	}
	d := new(driver)
	var initialise func(flags uint32) result
	var count func(*int32) result
	var version func(*int32) result
	for name, f := range map[string]any{
		"cuInit": &initialise, "cuDeviceGetCount": &count, "cuDriverGetVersion": &version,
		"cuCtxSetCurrent": &d.setCurrent, "cuCtxGetDevice": &d.getDevice, "cuEventCreate": &d.create, "cuStreamCreate": &d.newStream,
		"cuCtxGetCurrent": &d.getCurrent, "cuEventRecord": &d.recordIn, "cuEventQuery": &d.ask, "cuEventElapsedTime": &d.between,
	} {
		symbol, err := purego.Dlsym(handle, name)
		if err != nil {
			absent = fmt.Sprintf("no device (%s lacks %s)", library, name)
			return nil
		}
		if address, is := f.(*uintptr); is {
			*address = symbol
		} else {
			purego.RegisterFunc(f, symbol)
		}
	}
	var n, v int32
	if code := initialise(0); code != success {
		absent = fmt.Sprintf("no device (cuInit: error %d)", code)
		return nil
	}
	if code := count(&n); code != success || n == 0 {
		absent = fmt.Sprintf("no device (the driver finds none, error %d)", code)
		return nil
	}
	version(&v)
	d.version, d.devices = int(v), int(n)
	return d
}

// describe says which devices there are.
func describe() string {
	d := cuda()
	if d == nil {
		return absent
	}
	return fmt.Sprintf("%d by CUDA's driver, version %d.%d", d.devices, d.version/1000, d.version%1000/10)
}

func (d *driver) currentContext() uintptr {
	context := new(uintptr)
	if call(d.getCurrent, uintptr(unsafe.Pointer(context))) != success {
		return 0
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

func (d *driver) setContext(context uintptr) result { return d.setCurrent(context) }

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
