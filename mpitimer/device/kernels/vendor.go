//go:build linux && (amd64 || arm64)

package kernels

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unsafe"

	"github.com/ebitengine/purego"
	"github.com/ianlancetaylor/demangle"

	"github.com/go-hpc/timers/internal/experimental"
	"github.com/go-hpc/timers/internal/pcibus"
	"github.com/go-hpc/timers/mpitimer/device/internal/lanes"
	"github.com/go-hpc/timers/mpitimer/device/internal/library"
	"github.com/go-hpc/timers/mpitimer/internal/clock"
	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

// vendor is where a source is looked for: names under which the driver and the library may be there.
type vendor struct {
	driver, library []string
	open            func(driver, library uintptr) (source, error)
	prefix          string // of the driver's functions
}

// cuptiNames are the names of NVIDIA's library: of the versions of CUDA, each of which 11 has its own of, and where its toolkit is.
func cuptiNames() []string {
	names := []string{"libcupti.so", "libcupti.so.13", "libcupti.so.12"}
	for minor := 8; minor >= 0; minor-- {
		names = append(names, fmt.Sprintf("libcupti.so.11.%d", minor))
	}
	for _, folder := range []string{os.Getenv("CUDA_HOME"), os.Getenv("CUDA_PATH"), "/usr/local/cuda"} {
		if filepath.IsAbs(folder) {
			names = append(names, filepath.Join(folder, "extras/CUPTI/lib64/libcupti.so"))
		}
	}
	return names
}

// vendors are those that are known. The first that begins is used; tests have others.
var vendors = []vendor{
	{
		[]string{"libcuda.so.1"},
		cuptiNames(),
		openCUPTI, "cu",
	},
	{
		[]string{"libamdhip64.so", "libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5"},
		[]string{"libroctracer64.so", "libroctracer64.so.4", "/opt/rocm/lib/libroctracer64.so.4"},
		openRoctracer, "hip",
	},
}

// start returns the source of the first vendor that has one and begins. An error is for the log, and begins with "not
// recorded".
func start() (source, error) {
	var why []string
	for i, v := range vendors {
		if i > 0 && !experimental.On {
			why = append(why, experimental.Missing("roctracer").Error())
			break
		}
		s, err := v.start()
		if err == nil {
			return s, nil
		}
		why = append(why, err.Error())
	}
	return nil, fmt.Errorf("not recorded (%s)", strings.Join(why, "; "))
}

func (v vendor) start() (source, error) {
	driver, err := load(v.driver)
	if err != nil {
		return nil, err
	}
	handle, err := load(v.library)
	if err != nil {
		return nil, err
	}
	s, err := v.open(driver, handle)
	if err != nil {
		return nil, err
	}
	otherNumbers = func() string { return v.otherNumbers(driver) }
	return s, s.begin()
}

// otherNumbers is which of the devices have other numbers among signals. The driver knows once the program has begun to use it.
func (v vendor) otherNumbers(driver uintptr) string {
	count, place := library.Find(driver, v.prefix+"DeviceGetCount"), library.Find(driver, v.prefix+"DeviceGetPCIBusId")
	if v.prefix == "hip" {
		count = library.Find(driver, "hipGetDeviceCount")
	}
	n := new(int32)
	if count == 0 || place == 0 {
		return ""
	}
	if code, _, _ := purego.SyscallN(count, uintptr(unsafe.Pointer(n))); int32(code) != 0 {
		return ""
	}
	return pcibus.Differences("gpu", int(*n), func(device int) string { return library.BusAddress(place, device) })
}

// load opens a library: one that the program has loaded rather than another of these names.
func load(names []string) (handle uintptr, err error) {
	return library.Open(names, library.OnlyLoaded, 0)
}

const mostCalls = 4096 // numbers of functions of an interface; there are some 800

// eachLaunch calls f with the numbers of the functions that put something on a device, of an interface that has names for
// them. Numbers without a name end it, or are left out.
func eachLaunch(prefixes []string, nameOf func(call uint32) (name *byte, more bool), f func(call uint32)) {
	for call := uint32(1); call < mostCalls; call++ {
		name, more := nameOf(call)
		if !more {
			return
		}
		s := text(name)
		if strings.Contains(s, "HostFunc") { // is done by the host
			continue
		}
		for _, prefix := range prefixes {
			if strings.HasPrefix(s, prefix) {
				f(call)
				break
			}
		}
	}
}

// launched notes a launch, on the thread of the program that does it: so the goroutine's open region is that of the launch.
// It is that of a call of the runtime, 0 if there is none, and waited for if a record must come. What it returns is the call of the
// runtime that told of it before.
func launched(id, call uint32, awaited bool) (around uint32) {
	now := clock.Nanotime()
	l := launch{id: id, call: call, open: awaited, at: now, rank: engine.Current()}
	if l.rank != nil {
		l.place = l.rank.Here()
		l.visit = lanes.Watch(l.rank, l.place)
	}
	return the.launched.put(l, now)
}

// names are those of kernels by what the compiler made of them, so that each is read once.
type names map[string]string

func (n names) of(s *byte) string {
	b := chars(s)
	name, known := n[string(b)]
	if !known {
		name = n.plain(string(b))
		n[string(b)] = name
	}
	return name
}

// plain returns the name as the program has it, with its parameters only if another kernel has the same without.
func (n names) plain(mangled string) string {
	for _, options := range [][]demangle.Option{{demangle.NoParams}, nil} {
		name := demangle.Filter(mangled, options...)
		if !slices.Contains(slices.Collect(maps.Values(n)), name) {
			return name
		}
	}
	return mangled
}

// text copies a string of C.
func text(s *byte) string { return string(chars(s)) }

const longestText = 1 << 16 // of C

// chars are those of a string of C, where they stand.
func chars(s *byte) []byte {
	if s == nil {
		return []byte("?")
	}
	n := 0
	for n < longestText && *(*byte)(unsafe.Add(unsafe.Pointer(s), n)) != 0 {
		n++
	}
	return unsafe.Slice(s, n)
}
