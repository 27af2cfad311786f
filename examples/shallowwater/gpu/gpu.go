//go:build linux && (amd64 || arm64)

// Package gpu runs the solver's update on an NVIDIA GPU, through the driver, which is opened on demand:
// neither building nor running the program needs a toolkit. The kernel is shipped as PTX (update.ptx,
// made of update.cl), which the driver compiles for the device that it finds.
package gpu

import (
	_ "embed"
	"fmt"
	"runtime"
	"unsafe"

	"github.com/ebitengine/purego"
)

//go:embed update.ptx
var ptx string

// block is how many values the threads of a block update.
const block = 256

// Device is a GPU with room for fields of a rank. One goroutine after the other may use it.
type Device struct {
	driver
	number          int // as the driver counts them, and its CUdevice
	name            string
	context, stream uintptr
	module, kernel  uintptr
	room            int // values in each of the buffers
	to, old, slope  uintptr
}

// driver has the functions of CUDA's driver interface that are used here, as cuda.h declares them.
type driver struct {
	begin         func(flags uint32) int32
	count         func(n *int32) int32
	get           func(device *int32, number int32) int32
	nameOf        func(name *byte, length, device int32) int32
	retain        func(context *uintptr, device int32) int32
	release       func(device int32) int32
	current       func(context *uintptr) int32
	setCurrent    func(context uintptr) int32
	load          func(module *uintptr, image *byte) int32
	unload        func(module uintptr) int32
	function      func(f *uintptr, module uintptr, name *byte) int32
	alloc         func(memory *uintptr, bytes uintptr) int32
	free          func(memory uintptr) int32
	toDevice      func(to uintptr, from *float64, bytes, stream uintptr) int32
	toHost        func(to *float64, from, bytes, stream uintptr) int32
	launch        func(f uintptr, gridX, gridY, gridZ, blockX, blockY, blockZ, shared uint32, stream uintptr, arguments *uintptr, extra uintptr) int32
	newStream     func(stream *uintptr, flags uint32) int32
	destroyStream func(stream uintptr) int32
	synchronise   func(stream uintptr) int32
}

// open opens the driver.
func (d *driver) open() error {
	const library = "libcuda.so.1"
	handle, err := purego.Dlopen(library, purego.RTLD_NOW|purego.RTLD_GLOBAL)
	if err != nil {
		return fmt.Errorf("there is no %s", library)
	}
	for name, f := range map[string]any{
		"cuInit": &d.begin, "cuDeviceGetCount": &d.count, "cuDeviceGet": &d.get, "cuDeviceGetName": &d.nameOf,
		"cuDevicePrimaryCtxRetain": &d.retain, "cuDevicePrimaryCtxRelease_v2": &d.release, "cuCtxGetCurrent": &d.current,
		"cuCtxSetCurrent": &d.setCurrent, "cuModuleLoadData": &d.load, "cuModuleUnload": &d.unload, "cuModuleGetFunction": &d.function,
		"cuMemAlloc_v2": &d.alloc, "cuMemFree_v2": &d.free, "cuMemcpyHtoDAsync_v2": &d.toDevice, "cuMemcpyDtoHAsync_v2": &d.toHost,
		"cuLaunchKernel": &d.launch, "cuStreamCreate": &d.newStream, "cuStreamDestroy_v2": &d.destroyStream, "cuStreamSynchronize": &d.synchronise,
	} {
		symbol, err := purego.Dlsym(handle, name)
		if err != nil {
			return fmt.Errorf("%s lacks %s", library, name)
		}
		purego.RegisterFunc(f, symbol)
	}
	return nil
}

// fault is an error of the driver, nil if the code is none.
func fault(function string, code int32) error {
	if code == 0 {
		return nil
	}
	return fmt.Errorf("%s: error %d of the driver", function, code)
}

// Open makes a device ready for fields of so many values; ranks take turns with those that there are. The error says why
// there is none.
func Open(rank, values int) (*Device, error) {
	d := &Device{room: values}
	if err := d.open(); err != nil {
		return nil, err
	}
	if err := fault("cuInit", d.begin(0)); err != nil {
		return nil, err
	}
	var n, device int32
	if err := fault("cuDeviceGetCount", d.count(&n)); err != nil {
		return nil, err
	}
	if n == 0 {
		return nil, fmt.Errorf("the driver finds no device")
	}
	d.number = rank % int(n)
	if err := fault("cuDeviceGet", d.get(&device, int32(d.number))); err != nil {
		return nil, err
	}
	name := make([]byte, 128)
	if d.nameOf(&name[0], int32(len(name)), device) == 0 {
		d.name = cString(name)
	}
	if err := fault("cuDevicePrimaryCtxRetain", d.retain(&d.context, device)); err != nil {
		return nil, err
	}
	if err := d.Do(d.prepare); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

func cString(b []byte) string {
	for i, c := range b {
		if c == 0 {
			return string(b[:i])
		}
	}
	return string(b)
}

// prepare compiles the kernel, and makes the stream and the buffers.
func (d *Device) prepare() error {
	image, name := []byte(ptx+"\x00"), []byte("update\x00")
	for _, step := range []struct {
		function string
		call     func() int32
	}{
		{"cuModuleLoadData", func() int32 { return d.load(&d.module, &image[0]) }},
		{"cuModuleGetFunction", func() int32 { return d.function(&d.kernel, d.module, &name[0]) }},
		{"cuStreamCreate", func() int32 { return d.newStream(&d.stream, 1) }}, // CU_STREAM_NON_BLOCKING
		{"cuMemAlloc", func() int32 { return d.alloc(&d.to, d.bytes()) }},
		{"cuMemAlloc", func() int32 { return d.alloc(&d.old, d.bytes()) }},
		{"cuMemAlloc", func() int32 { return d.alloc(&d.slope, d.bytes()) }},
	} {
		if err := fault(step.function, step.call()); err != nil {
			return err
		}
	}
	return nil
}

func (d *Device) bytes() uintptr { return 8 * uintptr(d.room) }

// Name says which device it is.
func (d *Device) Name() string { return fmt.Sprintf("gpu%d, %s", d.number, d.name) }

// Stream is the CUstream in which all of it is done.
func (d *Device) Stream() uintptr { return d.stream }

// Do calls f on a thread that has the context of the device, as launches and events need it.
func (d *Device) Do(f func() error) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var former uintptr
	if err := fault("cuCtxGetCurrent", d.current(&former)); err != nil {
		return err
	}
	if err := fault("cuCtxSetCurrent", d.setCurrent(d.context)); err != nil {
		return err
	}
	defer d.setCurrent(former)
	return f()
}

// Update puts into the stream: to = old + dt·slope, value by value. All have as many values as there is room for. What is in
// to is right once Wait has returned. It is called within Do.
func (d *Device) Update(to, old, slope []float64, dt float64) error {
	n := int64(d.room)
	if len(to) != d.room || len(old) != d.room || len(slope) != d.room {
		return fmt.Errorf("gpu: fields of %d, %d and %d values, expected %d", len(to), len(old), len(slope), d.room)
	}
	if err := fault("cuMemcpyHtoDAsync", d.toDevice(d.old, &old[0], d.bytes(), d.stream)); err != nil {
		return err
	}
	if err := fault("cuMemcpyHtoDAsync", d.toDevice(d.slope, &slope[0], d.bytes(), d.stream)); err != nil {
		return err
	}
	// The driver copies what the arguments point to before it returns.
	var pin runtime.Pinner
	defer pin.Unpin()
	values := &struct {
		to, old, slope uintptr
		dt             float64
		n              int64
	}{d.to, d.old, d.slope, dt, n}
	pin.Pin(values)
	arguments := &[5]uintptr{
		uintptr(unsafe.Pointer(&values.to)), uintptr(unsafe.Pointer(&values.old)), uintptr(unsafe.Pointer(&values.slope)),
		uintptr(unsafe.Pointer(&values.dt)), uintptr(unsafe.Pointer(&values.n)),
	}
	blocks := uint32((n + block - 1) / block)
	if err := fault("cuLaunchKernel", d.launch(d.kernel, blocks, 1, 1, block, 1, 1, 0, d.stream, &arguments[0], 0)); err != nil {
		return err
	}
	return fault("cuMemcpyDtoHAsync", d.toHost(&to[0], d.to, d.bytes(), d.stream))
}

// Wait waits for all that is in the stream. It is called within Do.
func (d *Device) Wait() error { return fault("cuStreamSynchronize", d.synchronise(d.stream)) }

// Close gives back what the device has.
func (d *Device) Close() {
	_ = d.Do(func() error { // of a device that is lost nothing can be given back
		for _, memory := range []uintptr{d.to, d.old, d.slope} {
			if memory != 0 {
				d.free(memory)
			}
		}
		if d.stream != 0 {
			d.destroyStream(d.stream)
		}
		if d.module != 0 {
			d.unload(d.module)
		}
		return nil
	})
	d.release(int32(d.number))
}
