package perf

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/internal/lazyregexp"
	"github.com/go-hpc/timers/internal/perfevent"
)

// Types of perf_event_open's events, as Linux numbers them.
const (
	typeHardware = 0
	typeSoftware = 1
	typeCache    = 3
	typeRaw      = 4
)

// generic are the events that Linux knows of every processor, and what it accounts for every thread anyway.
var generic = []Event{
	{Name: "INSTRUCTIONS", What: "instructions retired", kind: typeHardware, config: [3]uint64{1}},
	{Name: "CYCLES", What: "cycles of the CPU while it was not halted", kind: typeHardware, config: [3]uint64{0}},
	{Name: "REFERENCE_CYCLES", What: "cycles at the constant rate of the time-stamp counter, while not halted", kind: typeHardware, config: [3]uint64{9}},
	{Name: "CACHE_REFERENCES", What: "accesses to the last-level cache, on most processors", kind: typeHardware, config: [3]uint64{2}},
	{Name: "CACHE_MISSES", What: "accesses to the last-level cache that missed it, on most processors", kind: typeHardware, config: [3]uint64{3}},
	{Name: "BRANCHES", What: "branches retired", kind: typeHardware, config: [3]uint64{4}},
	{Name: "BRANCH_MISSES", What: "branches predicted wrongly", kind: typeHardware, config: [3]uint64{5}},
	{Name: "STALLED_CYCLES_FRONTEND", What: "cycles in which no instruction was brought", kind: typeHardware, config: [3]uint64{7}},
	{Name: "STALLED_CYCLES_BACKEND", What: "cycles in which no instruction went on", kind: typeHardware, config: [3]uint64{8}},
	{Name: "MIGRATIONS", What: "times that the thread came from another CPU", kind: typeSoftware, config: [3]uint64{4}, both: true},
	{Name: "TASK_CLOCK", What: "processor time of the thread", how: byClock},
	{Name: "PAGE_FAULTS", What: "page faults, minor and major", how: faults},
	{Name: "PAGE_FAULTS_MINOR", What: "page faults for which nothing had to be read", how: minorFaults},
	{Name: "PAGE_FAULTS_MAJOR", What: "page faults for which a disk had to be read", how: majorFaults},
	{Name: "CONTEXT_SWITCHES", What: "times that the thread gave way to another one", how: switches},
}

// Numbers of Linux's events of caches: the cache, what is done, and with which outcome.
const (
	l1d, l1i, ll, dtlb, itlb = 0, 1, 2, 3, 4
	load, store, prefetch    = 0 << 8, 1 << 8, 2 << 8
	access, miss             = 0 << 16, 1 << 16
)

// presets are those of PAPI's names that Linux has an event for.
var presets = []struct {
	name string
	same string // one of generic
	hits uint64 // else one of a cache
}{
	{"PAPI_TOT_INS", "INSTRUCTIONS", 0}, {"PAPI_TOT_CYC", "CYCLES", 0}, {"PAPI_REF_CYC", "REFERENCE_CYCLES", 0},
	{"PAPI_BR_INS", "BRANCHES", 0}, {"PAPI_BR_MSP", "BRANCH_MISSES", 0},
	{"PAPI_L3_TCA", "CACHE_REFERENCES", 0}, {"PAPI_L3_TCM", "CACHE_MISSES", 0},
	{"PAPI_L1_DCM", "", l1d | load | miss}, {"PAPI_L1_LDM", "", l1d | load | miss}, {"PAPI_L1_STM", "", l1d | store | miss},
	{"PAPI_L1_DCA", "", l1d | load | access}, {"PAPI_L1_DCR", "", l1d | load | access}, {"PAPI_L1_DCW", "", l1d | store | access},
	{"PAPI_L1_ICM", "", l1i | load | miss}, {"PAPI_L1_ICA", "", l1i | load | access}, {"PAPI_L1_ICR", "", l1i | load | access},
	{"PAPI_L3_LDM", "", ll | load | miss}, {"PAPI_L3_STM", "", ll | store | miss}, {"PAPI_PRF_DM", "", l1d | prefetch | miss},
	{"PAPI_FP_OPS", "FLOPS", 0}, {"PAPI_TLB_DM", "", dtlb | load | miss}, {"PAPI_TLB_IM", "", itlb | load | miss},
}

// Lookup finds an event by its name:
//
//	INSTRUCTIONS        one that Linux knows of every processor
//	PAPI_TOT_INS        one of PAPI's, if Linux has the same
//	r01c2               a number of the processor's handbook, in hexadecimal digits: umask and event
//	cpu/mem-loads/      one that the kernel names below /sys/bus/event_source/devices, or mem-loads alone
//	cpu/event=0xc0,umask=1/
//	FLOPS               floating-point operations, where one event of the processor counts them
//
// Behind a name :u, :k or :uk may stand: where it is to be counted. Without it, it is the user's part alone.
func Lookup(name string) (Event, error) { return lookup("/", name) }

func lookup(root, name string) (Event, error) {
	bare, mode := nativeName(name), User
	if before, after, found := cutLast(bare, ":"); found {
		modes := map[string]Mode{"u": User, "k": Kernel, "uk": User | Kernel, "ku": User | Kernel}
		if modes[after] == 0 {
			return Event{}, fmt.Errorf("%s: %w: %q behind the name, expected u, k or uk", name, ErrUnknown, after)
		}
		bare, mode = before, modes[after]
	}
	e, err := find(root, bare)
	if err != nil {
		return Event{}, err
	}
	e.Name = name
	if e.Accounted() && bare != nativeName(name) {
		return Event{}, fmt.Errorf("%s: %w: %s has no modes", name, ErrUnknown, bare)
	}
	e.Mode = mode
	return e, nil
}

// nativeNames are events as PAPI names those of the kernel, without "perf::" and with "_" for "-", where they have
// another name here.
var nativeNames = map[string]string{
	"FAULTS": "PAGE_FAULTS", "MINOR_FAULTS": "PAGE_FAULTS_MINOR", "MAJOR_FAULTS": "PAGE_FAULTS_MAJOR",
	"PAGE_FAULTS_MIN": "PAGE_FAULTS_MINOR", "PAGE_FAULTS_MAJ": "PAGE_FAULTS_MAJOR", "CPU_MIGRATIONS": "MIGRATIONS",
	"CPU_CYCLES": "CYCLES", "REF_CYCLES": "REFERENCE_CYCLES", "REF_CPU_CYCLES": "REFERENCE_CYCLES",
	"BRANCH_INSTRUCTIONS": "BRANCHES",
}

// nativeName is the name here of perf::PAGE-FAULTS and perf::PERF_COUNT_SW_PAGE_FAULTS; others it leaves alone.
func nativeName(name string) string {
	native, is := strings.CutPrefix(name, "perf::")
	if !is {
		return name
	}
	event, mode, found := strings.Cut(native, ":")
	event = strings.TrimPrefix(strings.ReplaceAll(event, "-", "_"), "PERF_COUNT_")
	event = strings.TrimPrefix(strings.TrimPrefix(event, "SW_"), "HW_")
	if own := nativeNames[event]; own != "" {
		event = own
	}
	if found {
		event += ":" + mode
	}
	return event
}

func cutLast(text, separator string) (before, after string, found bool) {
	if at := strings.LastIndex(text, separator); at >= 0 {
		return text[:at], text[at+len(separator):], true
	}
	return text, "", false
}

var (
	rawName   = lazyregexp.New(`^r[0-9a-fA-F]{1,16}$`)
	cpuFamily = lazyregexp.New(`(?m)^cpu family\s*: (\d+)$`)
)

func find(root, name string) (Event, error) {
	if at := slices.IndexFunc(generic, func(e Event) bool { return e.Name == name }); at >= 0 {
		return generic[at], nil
	}
	for _, p := range presets {
		if p.name != name {
			continue
		}
		if p.same != "" {
			return find(root, p.same)
		}
		return Event{What: "as PAPI's " + name, kind: typeCache, config: [3]uint64{p.hits}}, nil
	}
	switch {
	case rawName().MatchString(name):
		config, _ := strconv.ParseUint(name[1:], 16, 64)
		return Event{What: "event " + name[1:] + " of the processor", kind: typeRaw, config: [3]uint64{config}}, nil
	case name == "FLOPS":
		return flops(root)
	}
	return named(root, name)
}

// flops is the event of AMD's processors since Zen; others need several for it.
func flops(root string) (Event, error) {
	text, _ := os.ReadFile(filepath.Join(root, "proc/cpuinfo"))
	family := cpuFamily().FindSubmatch(text)
	if strings.Contains(string(text), "AuthenticAMD") && family != nil {
		if n, _ := strconv.Atoi(string(family[1])); n >= 0x17 {
			return Event{What: "floating-point operations of SSE and AVX instructions", kind: typeRaw, config: [3]uint64{0xff03}}, nil
		}
	}
	return Event{}, fmt.Errorf("FLOPS: %w: no single event of this processor counts floating-point operations", perfevent.ErrAbsent)
}

// devices is where the kernel describes what counts.
const devices = "sys/bus/event_source/devices"

// named finds an event that the kernel names: DEVICE/EVENT/, DEVICE/TERM=NUMBER,…/ or EVENT, if one device alone has it.
func named(root, name string) (Event, error) {
	text := strings.TrimSuffix(name, "/")
	device, event, found := strings.Cut(text, "/")
	if !found {
		device, event = "*", text
	}
	if strings.ContainsAny(text, `*?[]\`) || strings.Contains(text, "..") || strings.Contains(event, "/") || event == "" {
		return Event{}, unknown(root, name)
	}
	if found && strings.Contains(event, "=") {
		return described(root, name, filepath.Join(root, devices, device), event)
	}
	places, _ := filepath.Glob(filepath.Join(root, devices, device, "events", event))
	switch {
	case len(places) == 0:
		return Event{}, unknown(root, name)
	case len(places) > 1:
		return Event{}, fmt.Errorf("%s: %w: several devices have it; put one of them before it, as %s/%s/", name, ErrUnknown,
			filepath.Base(filepath.Dir(filepath.Dir(places[0]))), event)
	}
	terms, err := os.ReadFile(places[0])
	if err != nil {
		return Event{}, fmt.Errorf("%s: %w", name, err)
	}
	return described(root, name, filepath.Dir(filepath.Dir(places[0])), strings.TrimSpace(string(terms)))
}

// described reads the terms of an event of a device: "event=0x3c,umask=0x01".
func described(root, name, device, terms string) (Event, error) {
	e := Event{What: "event " + terms + " of " + filepath.Base(device)}
	text, err := os.ReadFile(filepath.Join(device, "type"))
	kind, wrong := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 32)
	if err != nil || wrong != nil {
		return Event{}, unknown(root, name)
	}
	if _, err := os.Stat(filepath.Join(device, "cpumask")); err == nil {
		return Event{}, fmt.Errorf("%s: %w: %s counts for whole packages, not for a thread", name, perfevent.ErrAbsent, filepath.Base(device))
	}
	e.kind = uint32(kind)
	for term := range strings.SplitSeq(terms, ",") {
		key, number, given := strings.Cut(strings.TrimSpace(term), "=")
		if !given {
			number = "1"
		}
		value, err := strconv.ParseUint(number, 0, 64)
		if err != nil {
			return Event{}, fmt.Errorf("%s: %w: %q is no number", name, ErrUnknown, number)
		}
		if err := e.set(device, key, value); err != nil {
			return Event{}, fmt.Errorf("%s: %w", name, err)
		}
	}
	return e, nil
}

// set puts a value where the device's description of the term says: "config:0-7,32-35".
func (e *Event) set(device, term string, value uint64) error {
	place := term + ":0-63"
	if !slices.Contains([]string{"config", "config1", "config2"}, term) {
		text, err := os.ReadFile(filepath.Join(device, "format", filepath.Base(term)))
		if err != nil {
			return fmt.Errorf("%w: %s has no term %q", ErrUnknown, filepath.Base(device), term)
		}
		place = strings.TrimSpace(string(text))
	}
	word, ranges, _ := strings.Cut(place, ":")
	at := slices.Index([]string{"config", "config1", "config2"}, word)
	if at < 0 {
		return fmt.Errorf("%w: term %q stands in %q, which is none of config, config1, config2", ErrUnknown, term, word)
	}
	for part := range strings.SplitSeq(ranges, ",") {
		low, high, isRange := strings.Cut(part, "-")
		if !isRange {
			high = low
		}
		first, wrong := strconv.Atoi(low)
		last, bad := strconv.Atoi(high)
		if wrong != nil || bad != nil || first < 0 || last < first || last > 63 {
			return fmt.Errorf("%w: the kernel describes term %q as %q", ErrUnknown, term, place)
		}
		width := last - first + 1
		e.config[at] |= value & (^uint64(0) >> (64 - width)) << first
		value = value >> (width - 1) >> 1 // a shift by 64 in two steps
	}
	if value != 0 {
		return fmt.Errorf("%w: the value of %q does not fit into %s", ErrUnknown, term, place)
	}
	return nil
}

// unknown says that there is no event of a name, and which are near.
func unknown(root, name string) error {
	near := Near(root, name)
	if len(near) == 0 {
		return fmt.Errorf("%s: %w", name, ErrUnknown)
	}
	return fmt.Errorf("%s: %w; near: %s", name, ErrUnknown, strings.Join(near, ", "))
}

// All lists the names that this machine knows.
func All(root string) (list []string) {
	for _, e := range generic {
		list = append(list, e.Name)
	}
	for _, p := range presets {
		list = append(list, p.name)
	}
	list = append(list, "FLOPS")
	places, _ := filepath.Glob(filepath.Join(root, devices, "*/events/*"))
	for _, p := range places {
		event := filepath.Base(p)
		if strings.HasSuffix(event, ".unit") || strings.HasSuffix(event, ".scale") {
			continue
		}
		list = append(list, filepath.Base(filepath.Dir(filepath.Dir(p)))+"/"+event+"/")
	}
	return list
}

// Near lists the names that are most like one that there is not.
func Near(root, name string) (list []string) {
	const most = 3
	fold := func(text string) string { return strings.NewReplacer("-", "_", "/", "").Replace(strings.ToUpper(text)) }
	type candidate struct {
		name     string
		distance int
	}
	var found []candidate
	want := fold(name)
	for _, known := range All(root) {
		_, event, is := strings.Cut(strings.TrimSuffix(known, "/"), "/")
		if !is {
			event = known
		}
		d := min(distance(want, fold(known)), distance(want, fold(event)))
		if d <= max(2, len(want)/3) || len(want) > 3 && strings.Contains(fold(known), want) {
			found = append(found, candidate{known, d})
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return a.distance - b.distance })
	for _, c := range found[:min(len(found), most)] {
		list = append(list, c.name)
	}
	return list
}

// distance is the number of letters to change, add or leave out.
func distance(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return 1 << 10
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		above := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := above
			if a[i] != b[j] {
				cost++
			}
			above = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
