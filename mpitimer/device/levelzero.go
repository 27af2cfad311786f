//go:build linux && (amd64 || arm64)

package device

import (
	"fmt"
	"sync"
	"time"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/go-hpc/timers/internal/pcibus"
	"github.com/go-hpc/timers/mpitimer/device/internal/library"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
)

// levelZeroLibraries are the names of Level Zero's loader; tests have others.
var levelZeroLibraries = []string{"libze_loader.so.1"}

// zeName is what users are told.
const zeName = "Level Zero"

// Numbers of ze_api.h, of version 1.17 of the specification, as are the structures below.
const (
	zeNotReady    result = 0x1
	zeUnsupported result = 0x78000003 // ZE_RESULT_ERROR_UNSUPPORTED_FEATURE
	zeQueryTrue   result = 0x78000022 // ZE_RESULT_QUERY_TRUE

	zeProperties, zeProperties12       = 0x3, 0x00020006 // ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES, …_1_2
	zeEventPool, zeEvent, zeHostMemory = 0x10, 0x11, 0x16
	zeInitDriverType                   = 0x00020021

	zeGPU         = 1 // ZE_DEVICE_TYPE_GPU and ZE_INIT_DRIVER_TYPE_FLAG_GPU
	zeHostVisible = 1 // ZE_EVENT_POOL_FLAG_HOST_VISIBLE
	zeHostScope   = 4 // ZE_EVENT_SCOPE_FLAG_HOST
)

// zeDeviceProperties is ze_device_properties_t, of 368 bytes.
type zeDeviceProperties struct {
	structure                           uint32
	next                                uintptr
	kind                                uint32
	_                                   [5]uint32 // vendor, device, flags, number as a part, clock
	_                                   uint64    // memory
	_                                   [7]uint32 // what there is of its parts
	timerResolution                     uint64
	timestampValidBits, kernelValidBits uint32
	_                                   [16 + 256]byte // UUID and name
}

// zeDescription is ze_init_driver_type_desc_t, ze_event_pool_desc_t and ze_host_mem_alloc_desc_t, as far as they go.
type zeDescription struct {
	structure    uint32
	next         uintptr
	flags, count uint32
}

// zeEventDescription is ze_event_desc_t.
type zeEventDescription struct {
	structure           uint32
	next                uintptr
	index, signal, wait uint32
}

// levelZero is Level Zero's loader, through which all of its drivers are called. It implements driver: a stream is an
// immediate command list, and an event one that is signalled when the device has written its clock into memory of the host.
//
// The clock is that of zeCommandListAppendWriteGlobalTimestamp. Timestamps of events (ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP)
// would not need the memory, but the specification forbids to infer an order of them.
type levelZero struct {
	count, version int
	list           []uintptr       // the devices
	numbers        map[uintptr]int // of devices and their parts

	subDevices, properties, timestamps, isImmediate, isCaptured, listContext, listDevice, bus uintptr
	createPool, createEvent, allocate, barrier, write, status, reset                          uintptr

	mu       sync.RWMutex
	declared map[Stream]maker
	places   map[maker]uintptr
	all      []*place // by context, the first is 1
}

// openLevelZero opens the loader, and numbers the devices as all of its drivers list them.
func openLevelZero() (driver, error) {
	z := &levelZero{numbers: make(map[uintptr]int), declared: make(map[Stream]maker), places: make(map[maker]uintptr)}
	var initialise, getDrivers, apiVersion, getDevices uintptr
	handle, err := library.Open(levelZeroLibraries, purego.RTLD_GLOBAL)
	if err != nil {
		return nil, err
	}
	find := func(name string) uintptr { return library.Find(handle, name) }
	err = library.Bind(levelZeroLibraries[0], handle, []library.Function{
		{Name: "zeInit", To: &initialise}, {Name: "zeDriverGet", To: &getDrivers}, {Name: "zeDriverGetApiVersion", To: &apiVersion}, {Name: "zeDeviceGet", To: &getDevices},
		{Name: "zeDeviceGetSubDevices", To: &z.subDevices}, {Name: "zeDeviceGetProperties", To: &z.properties}, {Name: "zeDeviceGetGlobalTimestamps", To: &z.timestamps},
		{Name: "zeEventPoolCreate", To: &z.createPool}, {Name: "zeEventCreate", To: &z.createEvent}, {Name: "zeMemAllocHost", To: &z.allocate},
		{Name: "zeCommandListAppendBarrier", To: &z.barrier}, {Name: "zeCommandListAppendWriteGlobalTimestamp", To: &z.write},
		{Name: "zeEventQueryStatus", To: &z.status}, {Name: "zeEventHostReset", To: &z.reset},
	})
	if err != nil {
		return nil, err
	}
	z.isImmediate, z.listContext, z.listDevice = find("zeCommandListIsImmediate"), find("zeCommandListGetContextHandle"), find("zeCommandListGetDeviceHandle")
	z.bus = find("zeDevicePciGetPropertiesExt")
	z.isCaptured = find("zeCommandListIsGraphCaptureEnabledExt") // of 1.17
	drivers, code := drivers(initialise, find("zeInitDrivers"), getDrivers)
	for _, of := range drivers {
		version := new(uint32)
		call(apiVersion, of, uintptr(unsafe.Pointer(version)))
		for _, device := range handlesOf(getDevices, of) {
			if p, code := z.propertiesOf(device); code != success || p.kind != zeGPU {
				continue
			}
			z.list = append(z.list, device)
			z.numbers[device], z.version = z.count, max(z.version, int(*version))
			for _, part := range handlesOf(z.subDevices, device) {
				z.numbers[part] = z.count
			}
			z.count++
		}
	}
	if z.count == 0 {
		return nil, fmt.Errorf("%s finds none, error %v", zeName, code)
	}
	return z, nil
}

// drivers initialises the library. zeDriverGet must not be used beside zeInitDrivers: it is for loaders and drivers that do
// not have that.
func drivers(initialise, initDrivers, getDrivers uintptr) (list []uintptr, code result) {
	if initDrivers != 0 {
		list, code = handles(func(n *uint32, list *uintptr) result {
			wish := &zeDescription{structure: zeInitDriverType, flags: zeGPU}
			return call(initDrivers, uintptr(unsafe.Pointer(n)), uintptr(unsafe.Pointer(list)), uintptr(unsafe.Pointer(wish)))
		})
		if len(list) > 0 {
			return list, code
		}
	}
	if code = call(initialise, 0); code != success {
		return nil, code
	}
	return handles(func(n *uint32, list *uintptr) result {
		return call(getDrivers, uintptr(unsafe.Pointer(n)), uintptr(unsafe.Pointer(list)))
	})
}

// handles asks for the number of what there is, and then for that.
func handles(ask func(n *uint32, list *uintptr) result) ([]uintptr, result) {
	n := new(uint32)
	if code := ask(n, nil); code != success || *n == 0 {
		return nil, code
	}
	list := make([]uintptr, *n)
	code := ask(n, &list[0])
	if code != success {
		return nil, code
	}
	return list[:min(int(*n), len(list))], success
}

// handlesOf are the devices of a driver or the sub-devices of a device; an error stands for none.
func handlesOf(function, of uintptr) []uintptr {
	list, _ := handles(func(n *uint32, list *uintptr) result {
		return call(function, of, uintptr(unsafe.Pointer(n)), uintptr(unsafe.Pointer(list)))
	})
	return list
}

func (z *levelZero) propertiesOf(device uintptr) (p *zeDeviceProperties, code result) {
	for _, structure := range []uint32{zeProperties12, zeProperties} {
		p = &zeDeviceProperties{structure: structure}
		if code = call(z.properties, device, uintptr(unsafe.Pointer(p))); code == success {
			break
		}
	}
	return p, code
}

func (z *levelZero) number() int { return z.count }

// address asks the extension for the PCI bus, which old drivers lack.
func (z *levelZero) address(device int) string {
	p := &zePCIProperties{structure: zePCI}
	if z.bus == 0 || call(z.bus, z.list[device], uintptr(unsafe.Pointer(p))) != success {
		return ""
	}
	return pcibus.Address(p.domain, p.bus, p.device, p.function)
}

// zePCIProperties is ze_pci_ext_properties_t.
type zePCIProperties struct {
	structure                     uint32
	next                          uintptr
	domain, bus, device, function uint32
	_                             [4]uint64 // speed
}

const zePCI = 0x10008 // ZE_STRUCTURE_TYPE_PCI_EXT_PROPERTIES

func (z *levelZero) describe() string {
	return fmt.Sprintf("%d by %s, version %d.%d", z.count, zeName, z.version>>16, z.version&0xffff)
}

// declare notes what a command list was made for, as loaders before 1.16 do not tell; a context of 0 takes that back.
func (z *levelZero) declare(list Stream, context, device uintptr) {
	z.mu.Lock()
	defer z.mu.Unlock()
	if delete(z.declared, list); context != 0 {
		z.declared[list] = maker{context, device}
	}
}

// contextOf asks each time, since a new command list may have the handle of one that was destroyed.
func (z *levelZero) contextOf(on Stream) (context uintptr, warning string, code result) {
	immediate, of, code := z.ask(on)
	z.mu.RLock()
	if code == zeUnsupported {
		if of, immediate = z.declared[on]; !immediate {
			z.mu.RUnlock()
			return 0, warnUndeclared, success
		}
		code = success
	}
	context = z.places[of]
	z.mu.RUnlock()
	switch {
	case code != success:
		return 0, warnRecord, code
	case !immediate:
		return 0, warnList, success
	case context == 0:
		context, code = z.enlist(of)
	}
	return context, warnNoClock, code
}

// ask asks a command list what it is.
func (z *levelZero) ask(on Stream) (immediate bool, of maker, code result) {
	if on == 0 {
		return false, of, success
	}
	if z.isImmediate == 0 || z.listContext == 0 || z.listDevice == 0 {
		return false, of, zeUnsupported
	}
	says := new(struct {
		immediate uint8 // ze_bool_t
		maker
	})
	code = call(z.isImmediate, uintptr(on), uintptr(unsafe.Pointer(&says.immediate)))
	if code != success || says.immediate == 0 {
		return false, of, code
	}
	if z.isCaptured != 0 && call(z.isCaptured, uintptr(on)) == zeQueryTrue { // into a graph, to be executed again and again
		return false, of, success
	}
	if code = call(z.listContext, uintptr(on), uintptr(unsafe.Pointer(&says.context))); code == success {
		code = call(z.listDevice, uintptr(on), uintptr(unsafe.Pointer(&says.device)))
	}
	return true, says.maker, code
}

// enlist makes a context of what a command list was made for; 0 if the device's clock cannot be read.
func (z *levelZero) enlist(of maker) (context uintptr, code result) {
	known, code := z.propertiesOf(of.device)
	if code != success {
		return 0, code
	}
	p := &place{maker: of, ticks: newTicks(known.timerResolution, known.timestampValidBits)}
	if code := z.readClock(p); code != success {
		return 0, code
	}
	z.mu.Lock()
	defer z.mu.Unlock()
	if context, there := z.places[of]; there {
		return context, success
	}
	p.number = z.numberOf(of.device)
	z.all = append(z.all, p)
	z.places[of] = uintptr(len(z.all))
	return z.places[of], success
}

// numberOf is that of a device. With ZE_FLAT_DEVICE_HIERARCHY=COMBINED there are some of which only the parts are listed.
func (z *levelZero) numberOf(device uintptr) int {
	number, there := z.numbers[device]
	for _, part := range handlesOf(z.subDevices, device) {
		if n, is := z.numbers[part]; is && !there {
			number, there = n, true
		}
	}
	if !there {
		number = z.count
		z.count++
	}
	z.numbers[device] = number
	return number
}

// at is the place of a context.
func (z *levelZero) at(context uintptr) *place {
	z.mu.RLock()
	defer z.mu.RUnlock()
	return z.all[context-1]
}

func (*levelZero) current() uintptr { return 0 }

func (*levelZero) enter(uintptr) result { return success }

func (*levelZero) relax() (restore func()) { return func() {} }

func (*levelZero) watched() bool { return true }

// forget lets a new context have the same handle.
func (z *levelZero) forget(context uintptr) {
	of := z.at(context).maker
	z.mu.Lock()
	defer z.mu.Unlock()
	if z.places[of] == context {
		delete(z.places, of)
	}
}

// create makes an event with room for the time. Its pool stays as long as the program runs.
func (z *levelZero) create(context uintptr) (*event, result) {
	p := z.at(context)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.room == nil {
		kind := &zeDescription{structure: zeHostMemory}
		if code := call(z.allocate, p.context, uintptr(unsafe.Pointer(kind)), unsafe.Sizeof(*p.room), 64, uintptr(unsafe.Pointer(&p.room))); code != success {
			return nil, code
		}
	}
	if p.pool == 0 {
		kind := &zeDescription{structure: zeEventPool, flags: zeHostVisible, count: many}
		if code := call(z.createPool, p.context, uintptr(unsafe.Pointer(kind)), 0, 0, uintptr(unsafe.Pointer(&p.pool))); code != success {
			return nil, code
		}
	}
	e := &event{context: context, device: p.number, stamp: &stamp{place: p, written: &p.room[p.used]}}
	kind := &zeEventDescription{structure: zeEvent, index: uint32(p.used), signal: zeHostScope, wait: zeHostScope}
	if code := call(z.createEvent, p.pool, uintptr(unsafe.Pointer(kind)), uintptr(unsafe.Pointer(&e.handle))); code != success {
		return nil, code
	}
	if p.used++; p.used == many {
		p.pool, p.room, p.used = 0, nil, 0
	}
	return e, success
}

// record appends a barrier, as commands are only started in their order.
func (z *levelZero) record(e *event, on Stream) result {
	e.since, e.passed, e.sure = clock.Nanotime(), false, false
	if code := call(z.barrier, uintptr(on), 0, 0, 0); code != success {
		return code
	}
	return call(z.write, uintptr(on), uintptr(unsafe.Pointer(e.written)), e.handle, 0, 0)
}

// query also finds out when the device has passed the event.
func (z *levelZero) query(e *event) result {
	asked := clock.Nanotime()
	code := call(z.status, e.handle)
	switch {
	case code == zeNotReady:
		e.since = asked
		return notReady
	case code != success || e.passed:
		return code
	}
	p := e.place
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := clock.Nanotime(); !p.tells(e.since, now) {
		code = z.readClock(p)
	}
	e.passed, e.sure, e.at = true, p.tells(e.since, clock.Nanotime()), p.beside(*e.written)
	return code
}

func (z *levelZero) elapsed(begin, end *event) (time.Duration, result) {
	switch {
	case !begin.passed || !end.passed:
		return 0, notReady
	case !begin.sure || !end.sure:
		return 0, wrapped
	}
	return begin.place.duration(end.at - begin.at), success
}

// pass needs no event of the library: the clock is read.
func (z *levelZero) pass(_ *pool, context uintptr) (*event, result) {
	p := z.at(context)
	p.mu.Lock()
	defer p.mu.Unlock()
	code := z.readClock(p)
	return &event{context: context, stamp: &stamp{place: p, passed: true, sure: true, at: p.last}}, code
}

// recycle does not take an event that may be signalled yet, nor one of pass.
func (z *levelZero) recycle(e *event) bool {
	return e.passed && e.handle != 0 && call(z.reset, e.handle) == success
}

// readClock reads the clock of a device. What the library says of the host's is not used, since it is of another clock
// than ours (CLOCK_MONOTONIC_RAW): ours is read around the call.
func (z *levelZero) readClock(p *place) result {
	both := new([2]uint64)
	now := clock.Nanotime()
	code := call(z.timestamps, p.device, uintptr(unsafe.Pointer(&both[0])), uintptr(unsafe.Pointer(&both[1])))
	if code == success {
		p.set(both[1], now)
	}
	return code
}
