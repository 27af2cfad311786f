package tacc

import (
	"strconv"
	"strings"
)

// eventNames are the events of a kind of performance counters by the value of the control register, and those of its
// fixed counters, as the original's pickler names them.
type eventNames struct {
	programmed map[uint64]string
	fixed      []string
}

// eventTable makes the names of registers that are the event, the mask of the unit above it, and bits that are always set.
// Each text is "EVENT MASK NAME", the numbers hexadecimal.
func eventTable(fixed []string, list []string, always ...uint64) eventNames {
	names := eventNames{make(map[uint64]string), fixed}
	for _, text := range list {
		var word [3]string
		copy(word[:], strings.Fields(text))
		event, _ := strconv.ParseUint(word[0], 16, 12)
		mask, _ := strconv.ParseUint(word[1], 16, 8)
		for _, bits := range always {
			names.programmed[event|mask<<8|bits] = word[2]
		}
	}
	return names
}

// Bits of control registers.
const (
	countsUser   = 1 << 16
	countsKernel = 1 << 17
	extended21   = 1 << 21 // any thread of a core, or a longer number of an event
	enabled      = 1 << 22
	threshold    = 1 << 24
)

var (
	ofCore    = []string{"INSTRUCTIONS_RETIRED", "CLOCKS_UNHALTED_CORE", "CLOCKS_UNHALTED_REF"}
	coreNames = eventTable(ofCore, []string{
		"D0 81 LOAD_OPS_ALL", "D1 01 LOAD_OPS_L1_HIT", "D1 02 LOAD_OPS_L2_HIT", "D1 04 LOAD_OPS_LLC_HIT",
		"D1 40 MEM_LOAD_UOPS_RETIRED_HIT_LFB", "D1 08 MEM_LOAD_UOPS_RETIRED_L1_MISS", "D1 10 MEM_LOAD_UOPS_RETIRED_L2_MISS",
		"D1 20 MEM_LOAD_UOPS_RETIRED_L3_MISS", "10 90 SSE_DOUBLE_ALL", "11 02 SIMD_DOUBLE_256", "A2 01 STALLS", "51 01 LOAD_L1D_ALL",
		"10 80 SSE_DOUBLE_SCALAR", "10 10 SSE_DOUBLE_PACKED", "F1 07 L2_LINES_IN_ALL",
		"C7 01 FP_ARITH_INST_RETIRED_SCALAR_DOUBLE", "C7 02 FP_ARITH_INST_RETIRED_SCALAR_SINGLE",
		"C7 04 FP_ARITH_INST_RETIRED_128B_PACKED_DOUBLE", "C7 08 FP_ARITH_INST_RETIRED_128B_PACKED_SINGLE",
		"C7 10 FP_ARITH_INST_RETIRED_256B_PACKED_DOUBLE", "C7 20 FP_ARITH_INST_RETIRED_256B_PACKED_SINGLE",
		"C7 40 FP_ARITH_INST_RETIRED_512B_PACKED_DOUBLE", "C7 80 FP_ARITH_INST_RETIRED_512B_PACKED_SINGLE",
		"04 40 MEM_UOPS_RETIRED_ALL_LOADS", "04 02 MEM_UOPS_RETIRED_L2_HIT_LOADS",
	}, countsUser|countsKernel|enabled, countsUser|countsKernel|extended21|enabled)
	westmereNames = eventTable(ofCore, []string{
		"0F 10 MEM_UNCORE_RETIRED_REMOTE_DRAM", "0F 20 MEM_UNCORE_RETIRED_LOCAL_DRAM", "10 01 FP_COMP_OPS_EXE_X87",
		"10 10 FP_COMP_OPS_EXE_SSE_PACKED", "10 20 FP_COMP_OPS_EXE_SSE_SCALAR", "CB 01 MEM_LOAD_RETIRED_L1D_HIT",
	}, countsUser|countsKernel|extended21|enabled)
	westmereUncoreNames = eventTable([]string{"CLOCKS_UNCORE"}, []string{
		"08 01 L3_HITS_READ", "08 02 L3_HITS_WRITE", "08 04 L3_HITS_PROBE", "09 01 L3_MISS_READ", "09 02 L3_MISS_WRITE",
		"09 04 L3_MISS_PROBE", "0A 0F L3_LINES_IN_ANY", "0B 1F L3_LINES_OUT_ANY",
	}, enabled)
	// uncoreNames are those of the units of Sandy Bridge up to Broadwell.
	uncoreNames = map[string]eventNames{
		"cbo": eventTable(nil, []string{
			"00 00 CLOCK_TICKS", "11 01 RxR_OCCUPANCY", "1F 00 COUNTER0_OCCUPANCY", "34 03 LLC_LOOKUP_DATA_READ", "34 11 LLC_LOOKUP_ANY",
			"34 05 LLC_LOOKUP_WRITE", "1E 0F RING_IV_USED",
		}, enabled|threshold),
		"hau": eventTable(nil, []string{"01 03 READ_REQUESTS", "01 0C WRITE_REQUESTS", "00 00 CLOCKTICKS", "1A 0F IMC_WRITES"}, enabled|threshold),
		"imc": eventTable([]string{"CYCLES"}, []string{
			"04 03 CAS_READS", "04 0C CAS_WRITES", "01 00 ACT_COUNT", "02 03 PRE_COUNT_ALL", "02 01 PRE_COUNT_MISS",
		}, enabled|threshold),
		"pcu": eventTable([]string{"C3_CYCLES", "C6_CYCLES"}, []string{
			"06 00 MAX_OS_CYCLES", "07 00 MAX_CURRENT_CYCLES", "04 00 MAX_TEMP_CYCLES", "05 00 MAX_POWER_CYCLES", "81 00 MIN_IO_CYCLES",
			"82 00 MIN_SNOOP_CYCLES",
		}, enabled|threshold),
		"qpi": eventTable(nil, []string{"00 01 TxL_FLITS_G1_SNP", "00 04 TxL_FLITS_G1_HOM", "02 08 G1_DRS_DATA", "03 04 G2_NCB_DATA"}, extended21|enabled),
		"r2pci": eventTable(nil, []string{
			"24 04 TRANSMITS", "01 00 CLOCKTICKS", "07 0F ADDRESS_USED", "08 0F ACKNOWLEDGED_USED", "09 0F DATA_USED",
		}, enabled|threshold),
	}
	// skylakeNames are those of its units, which have no threshold.
	skylakeNames = map[string]eventNames{
		"cha": eventTable(nil, []string{"3D 07 SF_EVICTIONS_MES", "34 33 LLC_LOOKUP_DATA_READ_LOCAL", "57 07 BYPASS_CHA_IMC_ALL", "34 05 LLC_LOOKUP_WRITE"}, enabled),
		"imc": eventTable(nil, []string{"04 03 CAS_READS", "04 0C CAS_WRITES", "01 0B ACT_COUNT", "02 01 PRE_COUNT_MISS"}, enabled),
	}
)

// opteron are the events of AMD's family 10h, and of Zen as the loader of 2025 names them; and what one of each means where
// it is more than one event.
var (
	opteron = func() eventNames {
		names := eventTable(nil, []string{"E0 07 DRAM", "F6 37 HT0", "F7 37 HT1", "F8 37 HT2", "42 01 DCSF", "03 7F SSE_FLOPS"}, countsUser|countsKernel|enabled)
		names.programmed[0x76|countsUser|enabled] = "USER"
		for register, name := range map[uint64]string{
			0x43ff03: "FLOPS", 0x4300c2: "BRANCH_INST_RETIRED", 0x4300c3: "BRANCH_INST_RETIRED_MISS", 0x4308af: "DISPATCH_STALL_CYCLES1",
			0x43ffae: "DISPATCH_STALL_CYCLES0", mergeOfAMD: "MERGE",
		} {
			names.programmed[register] = name
		}
		return names
	}()
	fabricNames = eventNames{programmed: map[uint64]string{0x403807: "MBW_CHANNEL_0", 0x403847: "MBW_CHANNEL_1", 0x403887: "MBW_CHANNEL_2",
		0x4038c7: "MBW_CHANNEL_3", 0x433907: "MBW_CHANNEL_4", 0x433947: "MBW_CHANNEL_5", 0x433987: "MBW_CHANNEL_6", 0x4339c7: "MBW_CHANNEL_7"}}
	opteronUnits = map[string]string{"DRAM": "64B", "DCSF": "64B", "HT0": "4B", "HT1": "4B", "HT2": "4B"}
)

// unitOfEvent is what one event of AMD's means, or "".
func unitOfEvent(typ, event string) string {
	switch {
	case typ == "amd64_pmc":
		return opteronUnits[event]
	case typ == "amd64_df" && strings.HasPrefix(event, "MBW_"):
		return "64B"
	}
	return ""
}

// namesOf returns the names of a type, if the pickler has some for it.
func namesOf(typ string) (names eventNames, known bool) {
	switch typ {
	case "intel_pmc3", "intel_wtm", "intel_nhm":
		return westmereNames, true
	case "amd64_pmc":
		return opteron, true
	case "amd64_df":
		return fabricNames, true
	case "intel_uncore":
		return westmereUncoreNames, true
	case "intel_4pmc3", "intel_8pmc3", "intel_skx", "intel_knl":
		return coreNames, true
	case "intel_pcu":
		return uncoreNames["pcu"], true
	}
	rest, is := strings.CutPrefix(typ, "intel_")
	generation, unit, _ := strings.Cut(strings.TrimSuffix(rest, "_ht"), "_")
	switch generation {
	case "snb", "ivb", "hsw", "bdw":
	case "skx":
		names, known = skylakeNames[unit]
		return names, is && known
	default:
		return names, false
	}
	if unit == "" {
		return coreNames, is
	}
	names, known = uncoreNames[unit]
	return names, is && known
}

// controlOf returns the place of the control register of a counter: that which stands as many places behind the first
// one. It is -1 for a fixed counter, whose place among those is the second result, and for what is none.
func controlOf(t *Type, key int) (control, fixed int) {
	var controls []int
	counters, fixedOnes := 0, 0
	for k := range t.Keys {
		name := t.Keys[k].Name
		switch special := strings.Contains(name, "GLOBAL") || strings.Contains(name, "FIXED") || strings.Contains(name, "OPCODE_MATCH"); {
		case t.Keys[k].Control && !special:
			controls = append(controls, k)
		case t.Keys[k].Control:
		case strings.Contains(name, "FIXED"):
			if k == key {
				return -1, fixedOnes
			}
			fixedOnes++
		case k < key:
			counters++
		}
	}
	if counters >= len(controls) {
		return -1, -1
	}
	return controls[counters], -1
}

// eventOf names what a counter counted in some rows; blank if that is not known, or changed. A control register without
// a name is named by its value.
func eventOf(tables []*Table, rows []rowRef, key *Key) string {
	if !key.Counts() {
		return ""
	}
	event := ""
	for i, ref := range rows {
		t := tables[ref.table]
		names, known := namesOf(t.Type.Name)
		k := t.Type.Index(key.Name)
		if !known || k < 0 {
			return ""
		}
		control, fixed := controlOf(&t.Type, k)
		now := ""
		switch {
		case control >= 0:
			register := t.row(int(ref.row))[control]
			if now = names.programmed[register]; now == "" {
				now = strconv.FormatUint(register, 10)
			}
		case fixed >= 0 && fixed < len(names.fixed):
			now = names.fixed[fixed]
		}
		if i > 0 && now != event {
			return ""
		}
		event = now
	}
	return event
}
