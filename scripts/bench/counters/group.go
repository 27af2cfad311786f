//go:build linux

package main

import (
	"fmt"
	"os"
	"sync/atomic"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// group is events that are read together: by one system call, or each by the processor's instruction.
type group struct {
	names  string
	leader int
	pages  []*unix.PerfEventMmapPage // nil where the instruction is not allowed
	text   [8]uint64
}

// known are the events that groups are made of, by their names here.
var known = map[string]unix.PerfEventAttr{
	"INSTRUCTIONS": {Type: unix.PERF_TYPE_HARDWARE, Config: unix.PERF_COUNT_HW_INSTRUCTIONS, Bits: unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv},
	"CYCLES":       {Type: unix.PERF_TYPE_HARDWARE, Config: unix.PERF_COUNT_HW_CPU_CYCLES, Bits: unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv},
	"MIGRATIONS":   {Type: unix.PERF_TYPE_SOFTWARE, Config: unix.PERF_COUNT_SW_CPU_MIGRATIONS},
}

// openGroup opens events of this thread, or says why that can't be and returns nil.
func openGroup(names ...string) *group {
	g := &group{leader: -1}
	for i, name := range names {
		a := known[name]
		a.Size = uint32(unsafe.Sizeof(a))
		a.Read_format = unix.PERF_FORMAT_GROUP | unix.PERF_FORMAT_TOTAL_TIME_ENABLED | unix.PERF_FORMAT_TOTAL_TIME_RUNNING
		descriptor, err := unix.PerfEventOpen(&a, 0, -1, g.leader, unix.PERF_FLAG_FD_CLOEXEC)
		if err != nil {
			fmt.Printf("%s: %v\n", name, err)
			return nil
		}
		if i == 0 {
			g.leader, g.names = descriptor, name
		} else {
			g.names += ", " + name
		}
		g.pages = append(g.pages, page(descriptor))
	}
	for _, p := range g.pages {
		if p == nil {
			g.pages = nil
			break
		}
	}
	return g
}

// page is what the kernel shows of an event that the instruction can read, else nil.
func page(descriptor int) *unix.PerfEventMmapPage {
	const capUserRDPMC = 1 << 2
	address, err := unix.MmapPtr(descriptor, 0, nil, uintptr(os.Getpagesize()), unix.PROT_READ, unix.MAP_SHARED)
	if p := (*unix.PerfEventMmapPage)(address); hasRDPMC && err == nil && p.Capabilities&capUserRDPMC != 0 {
		return p
	}
	return nil
}

// read is one system call.
func (g *group) read() {
	syscall.RawSyscall(unix.SYS_READ, uintptr(g.leader), uintptr(unsafe.Pointer(&g.text[0])), 8*uintptr(len(g.text)))
}

// instruction is one instruction for each event, and what is needed to know which counter it has.
func (g *group) instruction() {
	for i, p := range g.pages {
		if index := atomic.LoadUint32(&p.Index); index != 0 {
			g.text[i] = rdpmc(index - 1)
		}
	}
}
