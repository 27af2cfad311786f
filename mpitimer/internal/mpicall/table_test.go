package mpicall

import (
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"testing"
	"unsafe"
)

// filled is a table with some rows, and the memory that it is in.
func filled(entries int) ([]byte, *header, []row) {
	words := make([]uint64, Bytes(entries)/8)
	memory := unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), Bytes(entries))
	h := (*header)(unsafe.Pointer(&memory[0]))
	h.magic, h.version, h.groups = magic, version, uint32(max(entries, entriesOfGroup)/entriesOfGroup)
	h.capacity = uint32((len(memory) - headerBytes - int(h.groups)*groupBytes) / entryBytes)
	_, rows := table(memory)
	return memory, h, rows
}

func TestRead(t *testing.T) {
	memory, h, rows := filled(16)
	h.lost = 3
	rows[2] = row{node: 5, kind: 7 | 2<<16, track: 1, version: 4, start: 99, calls: 2, total: 30, min: 10, max: 20, low: 500, high: 1, sent: 8, received: 9}
	rows[9] = row{node: 6, kind: 7 | synchronising | noComm<<16, track: 4, version: 5}
	want := []Entry{
		{Node: 5, Track: 0, Function: 7, Comm: 2, Running: 99, Calls: 2, Total: 30, Min: 10, Max: 20, SquaresLow: 500, SquaresHigh: 1, Sent: 8, Received: 9},
		{Node: 6, Track: 3, Function: 7, Comm: -1, Synchronising: true, Torn: true},
	}
	if got := Read(memory); !slices.Equal(got, want) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
	if Lost(memory) != 3 {
		t.Errorf("%d lost", Lost(memory))
	}
	// A copy that is not aligned, and one that is cut: the rows that are whole are there.
	odd := append(make([]byte, 1), memory...)[1:]
	if got := Read(odd); !slices.Equal(got, want) {
		t.Errorf("not aligned: %+v", got)
	}
	if got := Read(memory[:headerBytes+5*entryBytes]); !slices.Equal(got, want[:1]) {
		t.Errorf("cut: %+v", got)
	}
}

func TestReadNoTable(t *testing.T) {
	memory, h, rows := filled(16)
	rows[0] = row{track: 1}
	for name, change := range map[string]func(){
		"magic":   func() { h.magic++ },
		"version": func() { h.magic--; h.version = 2 },
	} {
		change()
		if got := Read(memory); got != nil || Lost(memory) != 0 {
			t.Errorf("%s: %+v", name, got)
		}
	}
	for n := range headerBytes {
		if got := Read(memory[:n]); got != nil {
			t.Errorf("%d bytes: %+v", n, got)
		}
	}
	if Read(nil) != nil || Lost(nil) != 0 {
		t.Error("no memory has entries")
	}
}

// A row that is being changed is read as it was before or after.
func TestReadIsConsistent(t *testing.T) {
	memory, _, rows := filled(1)
	r := &rows[0]
	atomic.StoreUint32(&r.track, 1)
	stop := make(chan struct{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := uint64(1); ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			atomic.AddUint64(&r.version, 1)
			atomic.StoreUint64(&r.calls, i)
			atomic.StoreUint64(&r.total, 3*i)
			atomic.StoreUint64(&r.received, 7*i)
			atomic.AddUint64(&r.version, 1)
		}
	}()
	whole := 0
	for range 20_000 {
		for _, e := range Read(memory) {
			if e.Torn {
				continue
			}
			whole++
			if e.Total != 3*e.Calls || e.Received != 7*e.Calls {
				t.Fatalf("%+v does not fit together", e)
			}
		}
	}
	close(stop)
	<-done
	if whole == 0 {
		t.Error("no row was whole")
	}
}

// Whom a call waits for, as tables have it that know one rank, and those that know more.
func TestReadPartners(t *testing.T) {
	memory, _, rows := filled(16)
	const from, one, some, many, old = uint64(From) << 32, 1, 2, 3, 4
	rows[one] = row{track: 1, start: 1, partner: from | 7}
	rows[some] = row{track: 1, start: 1, partner: from | several<<32 | 2<<(32+others) | 7, others: [mostOthers]int32{9, 4, 5}}
	rows[many] = row{track: 1, start: 1, partner: from | (several|more)<<32 | mostOthers<<(32+others) | 7, others: [mostOthers]int32{1, 2, 3, 4, 5, 6}}
	rows[old] = row{track: 1, start: 1, partner: from | several<<32 | 7}
	want := []Entry{
		{Running: 1, Partner: 7, Waits: From},
		{Running: 1, Partner: 7, Waits: From, Several: true, Further: 2, Others: [mostOthers]int32{9, 4}},
		{Running: 1, Partner: 7, Waits: From, Several: true, Further: 6, Others: [mostOthers]int32{1, 2, 3, 4, 5, 6}, More: true},
		{Running: 1, Partner: 7, Waits: From, Several: true, More: true},
	}
	if got := Read(memory); !slices.Equal(got, want) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
}

// The members of communicators, of which a table may know none, and what does not fit together.
func TestGroupOf(t *testing.T) {
	memory, h, rows := filled(64)
	at := func(comm int) *group {
		return (*group)(unsafe.Pointer(&memory[headerBytes+len(rows)*entryBytes+comm*groupBytes]))
	}
	*at(0) = group{ranges: 1, size: 8, number: 1, bounds: [mostRanges][3]uint32{{0, 7, 1}}}
	*at(2) = group{ranges: 2, size: 4, number: 3, bounds: [mostRanges][3]uint32{{1, 3, 1}, {9, 9, 1}}}
	for name, wrong := range map[string]group{
		"another size": {ranges: 1, size: 9, bounds: [mostRanges][3]uint32{{0, 7, 1}}},
		"no stride":    {ranges: 1, size: 8, bounds: [mostRanges][3]uint32{{0, 7, 0}}},
		"backwards":    {ranges: 2, size: 4, bounds: [mostRanges][3]uint32{{5, 6, 1}, {1, 2, 1}}},
		"too many":     {ranges: 100, size: 8, bounds: [mostRanges][3]uint32{{0, 7, 1}}},
	} {
		*at(3) = wrong
		if g, known := GroupOf(memory, 3); known {
			t.Errorf("%s: %+v", name, g)
		}
	}
	for comm, want := range map[int]string{-1: "", 0: "{[{0 7 1}] 8 1}", 1: "", 2: "{[{1 3 1} {9 9 1}] 4 3}", 4: ""} {
		g, known := GroupOf(memory, comm)
		if got := fmt.Sprint(g); known != (want != "") || known && got != want {
			t.Errorf("communicator %d: %v %s, want %q", comm, known, got, want)
		}
	}
	if _, known := GroupOf(memory[:len(memory)-4*groupBytes], 0); known {
		t.Error("a table that is cut has members")
	}
	h.groups = 0
	if _, known := GroupOf(memory, 0); known {
		t.Error("a table without members has some")
	}
}

func TestBytes(t *testing.T) {
	for entries, want := range map[int]int64{0: 64 + 17*128, 16: 64 + 17*128, 17: 64 + 34*128, 1000: 64 + 1088*128, 1 << 30: 64 + 136<<24} {
		if got := int64(Bytes(entries)); got != want && want <= math.MaxInt {
			t.Errorf("Bytes(%d) = %d, want %d", entries, got, want)
		}
	}
}

func TestRegistered(t *testing.T) {
	if Registered() != nil {
		t.Fatal("there is a recorder")
	}
	var r struct{ Recorder }
	Register(&r)
	if Registered() != Recorder(&r) {
		t.Error("another recorder is registered")
	}
}

func FuzzRead(f *testing.F) {
	memory, _, rows := filled(4)
	rows[1] = row{node: 1, kind: 2, track: 3, version: 1, calls: 1}
	f.Add(memory)
	f.Add(memory[:headerBytes])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		Lost(data)
		for comm := range 3 {
			if g, known := GroupOf(data, comm); known && (len(g.Ranges) == 0 || g.Size < len(g.Ranges)) {
				t.Errorf("communicator %d: %+v", comm, g)
			}
		}
		list := Read(data)
		if len(list)*entryBytes > len(data) {
			t.Errorf("%d entries in %d bytes", len(list), len(data))
		}
		for _, e := range list {
			if e.Comm < -1 || e.Function < 0 || e.Function >= 0x8000 {
				t.Errorf("%+v", e)
			}
		}
	})
}

// Only parts of which an entry is in use are looked at, however large a part is; a table of an earlier version says of none that it is.
func TestReadLooksAtPartsInUse(t *testing.T) {
	for _, entries := range []int{64, parts, 4096} {
		memory, h, rows := filled(entries)
		size := max(len(rows)/parts, 1)
		last, unmarked := len(rows)-1, len(rows)/2
		rows[0], rows[last], rows[unmarked] = row{track: 1, node: 1}, row{track: 1, node: 2, start: 5}, row{track: 1, node: 3, start: 9}
		if got := Read(memory); len(got) != 3 {
			t.Errorf("%d entries, no part marked: %d rows", entries, len(got))
		}
		h.touched[0] = 1
		h.touched[last/size/64] |= 1 << (last / size % 64)
		got := Read(memory)
		if len(got) != 2 || got[0].Node != 1 || got[1].Node != 2 {
			t.Errorf("%d entries: %+v", entries, got)
		}
		if e, found := Running(memory, 0); !found || e.Node != 2 {
			t.Errorf("%d entries: %+v runs", entries, e)
		}
	}
}
