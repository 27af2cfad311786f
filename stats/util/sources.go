package util

import (
	"fmt"
	"slices"
	"strings"
)

// Sources is a set of things that a tracer records. Sets are joined with |.
type Sources uint32

// The sources. Those that end in X have a value for each processor or network interface. A trace has the
// values in the order of the sources here, whatever the order in which they were chosen.
const (
	CPUUtil         Sources = 1 << iota // CPU_TOTAL: time in use of all processors together, %
	ContextSwitches                     // CONTEXT_SWITCHES: how many, on all processors
	CPUUtilX                            // CPU_TOTAL_0, …: time in use of each processor, %
	CPUFreqX                            // CPU_FREQ_AVG_0, …, CPU_FREQ_AVG: frequencies and their mean, kHz
	CPUIdleX                            // CPU_IDLE_0_C0, …, CPU_IDLE_CPU_C0, …: time in each idle state, %
	MemUsed                             // MEM_USED: memory that is not free, B
	MemFree                             // MEM_FREE, B
	MemShared                           // MEM_SHARED: shared memory and tmpfs, B
	MemBuffer                           // MEM_BUFFER: cache of block devices, B
	MemCached                           // MEM_CACHED: cache of files, and slabs of the kernel, B
	NetInX                              // NET_IN_eth0, …: bytes received by each interface
	NetOutX                             // NET_OUT_eth0, …: bytes sent by each interface
	NetInExt                            // NET_IN_EXT: bytes received by all but loopback
	NetOutExt                           // NET_OUT_EXT: bytes sent by all but loopback
	NetIn                               // NET_IN: bytes received by all interfaces
	NetOut                              // NET_OUT: bytes sent by all interfaces
	HDDRead                             // HDD_READ: bytes read from the device of the mount point
	HDDWrite                            // HDD_WRITE: bytes written to it
	HDDStats                            // READS:sda, …: the eleven statistics of each disk
	sourcesEnd
)

// Sets of sources. All is the fifteen of the thesis that defined them plus those that libRUT has gained
// since.
const (
	CPU  = CPUUtil | CPUUtilX
	MEM  = MemUsed | MemFree | MemShared | MemBuffer | MemCached
	NET  = NetInX | NetOutX | NetInExt | NetOutExt | NetIn | NetOut
	HDD  = HDDRead | HDDWrite
	RUT  = CPU | MEM | NET | HDD // the fifteen
	All  = sourcesEnd - 1
	None = Sources(0)
)

// names are those of the switches of libRUT, in lower case where they are groups.
var names = []struct {
	name string
	set  Sources
}{
	{"CPU_UTIL", CPUUtil}, {"CONTEXT_SWITCHES", ContextSwitches}, {"CPU_UTIL_X", CPUUtilX}, {"CPU_FREQ_X", CPUFreqX}, {"CPU_IDLE_X", CPUIdleX},
	{"MEM_USED", MemUsed}, {"MEM_FREE", MemFree}, {"MEM_SHARED", MemShared}, {"MEM_BUFFER", MemBuffer}, {"MEM_CACHED", MemCached},
	{"NET_IN_X", NetInX}, {"NET_OUT_X", NetOutX}, {"NET_IN_EXT", NetInExt}, {"NET_OUT_EXT", NetOutExt}, {"NET_IN", NetIn}, {"NET_OUT", NetOut},
	{"HDD_READ", HDDRead}, {"HDD_WRITE", HDDWrite}, {"PROC_HDD_STATS", HDDStats},
	{"all", All}, {"rut", RUT}, {"cpu", CPU}, {"mem", MEM}, {"net", NET}, {"hdd", HDD},
}

// SourceNames returns the names that ParseSources accepts: the sources in the order of their values, then the
// sets.
func SourceNames() []string {
	list := make([]string, len(names))
	for i := range names {
		list[i] = names[i].name
	}
	return list
}

// ParseSources reads a list of sources and sets, separated by commas and in any case: "all", "cpu,mem",
// "CPU_UTIL,NET_IN_EXT". A name with a minus sign before it is removed from the set, as in
// "all,-PROC_HDD_STATS".
func ParseSources(text string) (Sources, error) {
	var set Sources
	for word := range strings.SplitSeq(text, ",") {
		word = strings.TrimSpace(word)
		name, without := strings.CutPrefix(word, "-")
		i := slices.IndexFunc(names, func(n struct {
			name string
			set  Sources
		}) bool {
			return strings.EqualFold(n.name, name)
		})
		switch {
		case i < 0:
			return None, fmt.Errorf("util: source %q is not known; expected one of %s", word, strings.Join(SourceNames(), ", "))
		case without:
			set &^= names[i].set
		default:
			set |= names[i].set
		}
	}
	if set == None {
		return None, fmt.Errorf("util: sources %q are none: %w", text, ErrNoSource)
	}
	return set, nil
}

// String lists the sources, separated by commas, as ParseSources reads them.
func (s Sources) String() string {
	switch s {
	case None:
		return "none"
	case All:
		return "all"
	}
	var list []string
	for _, n := range names {
		if n.set&(n.set-1) == 0 && s&n.set != 0 {
			list = append(list, n.name)
		}
	}
	return strings.Join(list, ",")
}

func (s Sources) has(any Sources) bool { return s&any != 0 }
