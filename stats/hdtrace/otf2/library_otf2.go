//go:build otf2 && cgo

package otf2

/*
#cgo LDFLAGS: -lotf2
#include <otf2/otf2.h>
#include <stdlib.h>

static OTF2_FlushType before_flush(void *u, OTF2_FileType type, OTF2_LocationRef at, void *caller, bool final)
{
	(void)u; (void)type; (void)at; (void)caller; (void)final;
	return OTF2_FLUSH;
}


static OTF2_ErrorCode quiet(void *u, const char *file, uint64_t line, const char *function, OTF2_ErrorCode code,
                            const char *format, va_list arguments)
{
	(void)u; (void)file; (void)line; (void)function; (void)format; (void)arguments;
	return code;
}

static OTF2_Archive *open_archive(const char *folder)
{
	static OTF2_FlushCallbacks flush = {before_flush, NULL};
	OTF2_Error_RegisterCallback(quiet, NULL);
	OTF2_Archive *a = OTF2_Archive_Open(folder, "traces", OTF2_FILEMODE_WRITE, 1 << 20, 4 << 20, OTF2_SUBSTRATE_POSIX,
	                                    OTF2_COMPRESSION_NONE);
	if (!a) return NULL;
	if (OTF2_Archive_SetFlushCallbacks(a, &flush, NULL) != OTF2_SUCCESS ||
	    OTF2_Archive_SetSerialCollectiveCallbacks(a) != OTF2_SUCCESS || OTF2_Archive_OpenEvtFiles(a) != OTF2_SUCCESS) {
		OTF2_Archive_Close(a);
		return NULL;
	}
	return a;
}

static OTF2_ErrorCode write_event(OTF2_EvtWriter *w, int kind, uint64_t at, uint32_t region, uint32_t peer, uint32_t comm,
                                  uint32_t tag, uint64_t bytes, uint64_t received, uint64_t request, uint8_t operation)
{
	switch (kind) {
	case 0: return OTF2_EvtWriter_Enter(w, NULL, at, region);
	case 1: return OTF2_EvtWriter_Leave(w, NULL, at, region);
	case 2: return OTF2_EvtWriter_MpiSend(w, NULL, at, peer, comm, tag, bytes);
	case 3: return OTF2_EvtWriter_MpiRecv(w, NULL, at, peer, comm, tag, bytes);
	case 4: return OTF2_EvtWriter_MpiIsend(w, NULL, at, peer, comm, tag, bytes, request);
	case 5: return OTF2_EvtWriter_MpiIsendComplete(w, NULL, at, request);
	case 6: return OTF2_EvtWriter_MpiIrecvRequest(w, NULL, at, request);
	case 7: return OTF2_EvtWriter_MpiIrecv(w, NULL, at, peer, comm, tag, bytes, request);
	case 8: return OTF2_EvtWriter_MpiCollectiveBegin(w, NULL, at);
	case 10: return OTF2_EvtWriter_MpiRequestCancelled(w, NULL, at, request);
	case 9: return OTF2_EvtWriter_MpiCollectiveEnd(w, NULL, at, operation, comm, peer, bytes, received);
	}
	return OTF2_ERROR_INVALID_ARGUMENT;
}
*/
import "C"

import (
	"fmt"
	"unsafe"
)

// library is an archive of the library.
type library struct {
	archive *C.OTF2_Archive
	at      C.OTF2_LocationRef
	writer  *C.OTF2_EvtWriter
	all     []C.OTF2_LocationRef
	closed  bool
}

func create(folder string) (archive, error) {
	name := C.CString(folder)
	defer C.free(unsafe.Pointer(name))
	a := C.open_archive(name)
	if a == nil {
		return nil, fmt.Errorf("%s: OTF2's library cannot make a trace there: the directory must not exist, and that around it must", folder)
	}
	return &library{archive: a}, nil
}

// fault is nil for success.
func fault(what string, code C.OTF2_ErrorCode) error {
	if code == C.OTF2_SUCCESS {
		return nil
	}
	return fmt.Errorf("OTF2's library, %s: %s", what, C.GoString(C.OTF2_Error_GetDescription(code)))
}

func (l *library) begin(location uint64) error {
	l.at = C.OTF2_LocationRef(location)
	l.writer = C.OTF2_Archive_GetEvtWriter(l.archive, l.at)
	if l.writer == nil {
		return fmt.Errorf("OTF2's library gives no writer of location %d", location)
	}
	l.all = append(l.all, l.at)
	return nil
}

func (l *library) event(e *event) error {
	return fault("event", C.write_event(l.writer, C.int(e.kind), C.uint64_t(e.at), C.uint32_t(e.region), C.uint32_t(e.peer),
		C.uint32_t(e.communicator), C.uint32_t(e.tag), C.uint64_t(e.bytes), C.uint64_t(e.receivedSize), C.uint64_t(e.request), C.uint8_t(e.operation)))
}

func (l *library) metric(at uint64, metric uint32, members []member, values []value) error {
	types, numbers := make([]C.OTF2_Type, len(members)), make([]C.OTF2_MetricValue, len(members))
	for i, m := range members {
		if m.float {
			types[i] = C.OTF2_TYPE_DOUBLE
			*(*float64)(unsafe.Pointer(&numbers[i])) = values[i].float
		} else {
			types[i] = C.OTF2_TYPE_INT64
			*(*int64)(unsafe.Pointer(&numbers[i])) = values[i].integer
		}
	}
	return fault("metric", C.OTF2_EvtWriter_Metric(l.writer, nil, C.OTF2_TimeStamp(at), C.OTF2_MetricRef(metric), C.uint8_t(len(members)),
		unsafe.SliceData(types), unsafe.SliceData(numbers)))
}

func (l *library) end() (events uint64, err error) {
	var n C.uint64_t
	err = fault("number of events", C.OTF2_EvtWriter_GetNumberOfEvents(l.writer, &n))
	if closing := fault("end of events", C.OTF2_Archive_CloseEvtWriter(l.archive, l.writer)); err == nil {
		err = closing
	}
	return uint64(n), err
}

func (l *library) define(d *definitions) error {
	if err := fault("events", C.OTF2_Archive_CloseEvtFiles(l.archive)); err != nil {
		return err
	}
	if err := fault("definitions", C.OTF2_Archive_OpenDefFiles(l.archive)); err != nil {
		return err
	}
	for _, at := range l.all {
		w := C.OTF2_Archive_GetDefWriter(l.archive, at)
		for _, c := range d.locations[at].clock {
			if err := fault("clock offset", C.OTF2_DefWriter_WriteClockOffset(w, C.OTF2_TimeStamp(c.at), C.int64_t(c.offset), C.double(c.error))); err != nil {
				return err
			}
		}
		if err := fault("definitions of a location", C.OTF2_Archive_CloseDefWriter(l.archive, w)); err != nil {
			return err
		}
	}
	if err := fault("definitions", C.OTF2_Archive_CloseDefFiles(l.archive)); err != nil {
		return err
	}
	w := C.OTF2_Archive_GetGlobalDefWriter(l.archive)
	if w == nil {
		return fmt.Errorf("OTF2's library gives no writer of definitions")
	}
	for _, write := range []func(*C.OTF2_GlobalDefWriter, *definitions) error{writeTexts, writePlaces, writeCommunicators, writeMetrics} {
		if err := write(w, d); err != nil {
			return err
		}
	}
	return fault("definitions", C.OTF2_Archive_CloseGlobalDefWriter(l.archive, w))
}

func writeTexts(w *C.OTF2_GlobalDefWriter, d *definitions) error {
	if err := fault("clock", C.OTF2_GlobalDefWriter_WriteClockProperties(w, 1e9, 0, C.uint64_t(d.length), C.uint64_t(d.start))); err != nil {
		return err
	}
	for i, s := range d.texts {
		text := C.CString(s)
		err := fault("string", C.OTF2_GlobalDefWriter_WriteString(w, C.OTF2_StringRef(i), text))
		C.free(unsafe.Pointer(text))
		if err != nil {
			return err
		}
	}
	for i, r := range d.regions {
		role, paradigm := C.OTF2_RegionRole(C.OTF2_REGION_ROLE_CODE), C.OTF2_Paradigm(C.OTF2_PARADIGM_USER)
		if r.mpi {
			role, paradigm = C.OTF2_REGION_ROLE_FUNCTION, C.OTF2_PARADIGM_MPI
		}
		blank := C.OTF2_StringRef(d.place[""])
		if err := fault("region", C.OTF2_GlobalDefWriter_WriteRegion(w, C.OTF2_RegionRef(i), C.OTF2_StringRef(r.name), C.OTF2_StringRef(r.name),
			blank, role, paradigm, C.OTF2_REGION_FLAG_NONE, blank, 0, 0)); err != nil {
			return err
		}
	}
	return nil
}

func writePlaces(w *C.OTF2_GlobalDefWriter, d *definitions) error {
	for i, n := range d.nodes {
		parent := C.OTF2_SystemTreeNodeRef(n.parent) // none is OTF2's word for it, too
		if err := fault("node", C.OTF2_GlobalDefWriter_WriteSystemTreeNode(w, C.OTF2_SystemTreeNodeRef(i), C.OTF2_StringRef(n.name), C.OTF2_StringRef(n.class), parent)); err != nil {
			return err
		}
	}
	for i, g := range d.groups {
		what := C.OTF2_LocationGroupType(C.OTF2_LOCATION_GROUP_TYPE_PROCESS)
		if err := fault("process", C.OTF2_GlobalDefWriter_WriteLocationGroup(w, C.OTF2_LocationGroupRef(i), C.OTF2_StringRef(g.name), what,
			C.OTF2_SystemTreeNodeRef(g.node), C.OTF2_UNDEFINED_LOCATION_GROUP)); err != nil {
			return err
		}
	}
	for i, l := range d.locations {
		what := C.OTF2_LocationType(C.OTF2_LOCATION_TYPE_CPU_THREAD)
		if l.metric {
			what = C.OTF2_LOCATION_TYPE_METRIC
		}
		if err := fault("location", C.OTF2_GlobalDefWriter_WriteLocation(w, C.OTF2_LocationRef(i), C.OTF2_StringRef(l.name), what,
			C.uint64_t(l.events), C.OTF2_LocationGroupRef(l.group))); err != nil {
			return err
		}
	}
	return nil
}

func writeCommunicators(w *C.OTF2_GlobalDefWriter, d *definitions) error {
	group := func(number int, name uint32, what C.OTF2_GroupType, members []uint64) error {
		return fault("group", C.OTF2_GlobalDefWriter_WriteGroup(w, C.OTF2_GroupRef(number), C.OTF2_StringRef(name), what, C.OTF2_PARADIGM_MPI,
			C.OTF2_GROUP_FLAG_NONE, C.uint32_t(len(members)), (*C.uint64_t)(unsafe.SliceData(members))))
	}
	if len(d.communicators) == 0 {
		return nil
	}
	if err := group(0, d.place[""], C.OTF2_GROUP_TYPE_COMM_LOCATIONS, d.processes); err != nil {
		return err
	}
	for i, c := range d.communicators {
		if err := group(i+1, c.name, C.OTF2_GROUP_TYPE_COMM_GROUP, c.members); err != nil {
			return err
		}
		if err := fault("communicator", C.OTF2_GlobalDefWriter_WriteComm(w, C.OTF2_CommRef(i), C.OTF2_StringRef(c.name), C.OTF2_GroupRef(i+1),
			C.OTF2_UNDEFINED_COMM, C.OTF2_COMM_FLAG_NONE)); err != nil {
			return err
		}
	}
	return nil
}

func writeMetrics(w *C.OTF2_GlobalDefWriter, d *definitions) error {
	for i, m := range d.metrics {
		refs := make([]C.OTF2_MetricMemberRef, len(m.members))
		for j, one := range m.members {
			refs[j] = C.OTF2_MetricMemberRef(m.first) + C.OTF2_MetricMemberRef(j)
			typ := C.OTF2_Type(C.OTF2_TYPE_INT64)
			if one.float {
				typ = C.OTF2_TYPE_DOUBLE
			}
			if err := fault("metric", C.OTF2_GlobalDefWriter_WriteMetricMember(w, refs[j], C.OTF2_StringRef(one.name), C.OTF2_StringRef(d.place[""]),
				C.OTF2_METRIC_TYPE_OTHER, C.OTF2_METRIC_ABSOLUTE_LAST, typ, C.OTF2_BASE_DECIMAL, 0, C.OTF2_StringRef(one.unit))); err != nil {
				return err
			}
		}
		if err := fault("metric class", C.OTF2_GlobalDefWriter_WriteMetricClass(w, C.OTF2_MetricRef(i), C.uint8_t(len(refs)), unsafe.SliceData(refs),
			C.OTF2_METRIC_ASYNCHRONOUS, C.OTF2_RECORDER_KIND_ABSTRACT)); err != nil {
			return err
		}
	}
	return nil
}

func (l *library) close() error {
	if l.closed {
		return nil
	}
	l.closed = true
	return fault("end", C.OTF2_Archive_Close(l.archive))
}
