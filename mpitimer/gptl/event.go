package gptl

import (
	"slices"
	"strings"
	"sync"
)

// Derived events of GPTL: quotients of hardware counters, switched on like options. Those of the second
// group are of E3SM's fork.
const (
	IPC     Option = 17 // instructions per cycle
	LSTPI   Option = 21 // loads and stores per instruction
	DCMRT   Option = 22 // misses per access of the first-level data cache
	LSTPDCM Option = 23 // loads and stores per miss of the first-level data cache
	L2MRT   Option = 24 // misses per access of the second-level cache
	LSTPL2M Option = 25 // loads and stores per miss of the second-level cache
	L3MRT   Option = 26 // misses per read of the third-level cache

	CI  Option = 18 // floating-point operations per load or store
	FPC Option = 19 // floating-point operations per cycle
	FPI Option = 20 // floating-point operations per instruction
)

var derivedEvents = map[Option]string{
	IPC: "GPTL_IPC", CI: "GPTL_CI", FPC: "GPTL_FPC", FPI: "GPTL_FPI", LSTPI: "GPTL_LSTPI", DCMRT: "GPTL_DCMRT",
	LSTPDCM: "GPTL_LSTPDCM", L2MRT: "GPTL_L2MRT", LSTPL2M: "GPTL_LSTPL2M", L3MRT: "GPTL_L3MRT",
}

// presetMask is set in PAPI's codes of preset events; as C ints they are negative.
const presetMask = -1 << 31

// presetEvents is PAPI's preset events in the order of their codes, without PAPI_ before the names.
var presetEvents = strings.Fields(`
L1_DCM L1_ICM L2_DCM L2_ICM L3_DCM L3_ICM L1_TCM L2_TCM L3_TCM CA_SNP CA_SHR CA_CLN
CA_INV CA_ITV L3_LDM L3_STM BRU_IDL FXU_IDL FPU_IDL LSU_IDL TLB_DM TLB_IM TLB_TL L1_LDM
L1_STM L2_LDM L2_STM BTAC_M PRF_DM L3_DCH TLB_SD CSR_FAL CSR_SUC CSR_TOT MEM_SCY MEM_RCY
MEM_WCY STL_ICY FUL_ICY STL_CCY FUL_CCY HW_INT BR_UCN BR_CN BR_TKN BR_NTK BR_MSP BR_PRC
FMA_INS TOT_IIS TOT_INS INT_INS FP_INS LD_INS SR_INS BR_INS VEC_INS RES_STL FP_STAL TOT_CYC
LST_INS SYC_INS L1_DCH L2_DCH L1_DCA L2_DCA L3_DCA L1_DCR L2_DCR L3_DCR L1_DCW L2_DCW
L3_DCW L1_ICH L2_ICH L3_ICH L1_ICA L2_ICA L3_ICA L1_ICR L2_ICR L3_ICR L1_ICW L2_ICW
L3_ICW L1_TCH L2_TCH L3_TCH L1_TCA L2_TCA L3_TCA L1_TCR L2_TCR L3_TCR L1_TCW L2_TCW
L3_TCW FML_INS FAD_INS FDV_INS FSQ_INS FNV_INS FP_OPS SP_OPS DP_OPS VEC_SP VEC_DP REF_CYC`)

// nativeMask is set in PAPI's codes of native events: those that have a name of their own on each machine.
const nativeMask = 1 << 30

// natives are the native events that the program has asked for, by their codes less nativeMask.
var natives struct {
	sync.Mutex
	names []string
}

// nativeCode is the code of a native event; there are few of them.
func nativeCode(name string) Option {
	natives.Lock()
	defer natives.Unlock()
	at := slices.Index(natives.names, name)
	if at < 0 {
		at = len(natives.names)
		natives.names = append(natives.names, name)
	}
	return Option(nativeMask + at)
}

// eventName returns the name of an event, or "" if no event has that code.
func eventName(code Option) string {
	if name := derivedEvents[code]; name != "" {
		return name
	}
	if index := int(code) - presetMask; index >= 0 && index < len(presetEvents) {
		return "PAPI_" + presetEvents[index]
	}
	natives.Lock()
	defer natives.Unlock()
	if index := int(code) - nativeMask; index >= 0 && index < len(natives.names) {
		return natives.names[index]
	}
	return ""
}

// EventNameToCode returns the code of an event that GPTL derives (GPTL_IPC), of a PAPI preset event
// (PAPI_TOT_CYC), or of a native one that this machine can count: perf::PAGE-FAULTS, or any other name that
// docs/counters.md has for what is counted of threads. For others the error is ErrNoCounters.
func EventNameToCode(name string) (Option, error) {
	for code, known := range derivedEvents {
		if name == known {
			return code, nil
		}
	}
	if preset, is := strings.CutPrefix(name, "PAPI_"); is {
		for index, known := range presetEvents {
			if preset == known {
				return Option(presetMask + index), nil
			}
		}
	}
	if problem := machine.find(name); problem != nil {
		return 0, current().fail("EventNameToCode(%q): %w: neither GPTL nor PAPI's presets have it: %w", name, ErrNoCounters, problem)
	}
	return nativeCode(name), nil
}

// EventCodeToName returns the name of an event; see EventNameToCode.
func EventCodeToName(code Option) (string, error) {
	if name := eventName(code); name != "" {
		return name, nil
	}
	return "", current().fail("EventCodeToName(%d): %w: neither GPTL nor PAPI's presets have it", code, ErrNoCounters)
}

// PAPILibraryInit reports whether there is something to count with: a program that does not link package
// mpitimer/counters gets ErrNoCounters.
func PAPILibraryInit() error {
	if machine.there() {
		return nil
	}
	return current().fail("PAPILibraryInit: %w: %w", ErrNoCounters, errNotLinked)
}
