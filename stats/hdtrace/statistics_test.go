package hdtrace

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"testing"
)

// The values of the thesis' listing 3.3.
var listing = []Value{
	{Name: "CPU_TOTAL", Type: TypeFloat, Unit: "%", Grouping: "CPU"},
	{Name: "MEM_USED", Type: TypeInt64, Unit: "B", Grouping: "MEM"},
	{Name: "NET_IN", Type: TypeInt64, Unit: "B", Grouping: "NET"},
	{Name: "NET_OUT", Type: TypeInt64, Unit: "B", Grouping: "NET"},
}

// The header of listing 3.3 begins with 00444, and is exact.
func TestListing33(t *testing.T) {
	topology := sure(NewTopology("MyProject", "Host"))
	var b bytes.Buffer
	s := sure(StartStatistics(&b, sure(topology.Node("node06")), "Utilization", listing, StatisticsOptions{Clock: fixedClock()}))
	is(t, "entry", s.WriteEntry(1003*second+5, Float(12.5), Int64(-1), Int64(math.MaxInt64), Int64(7)), nil)
	is(t, "close", s.Close(), nil)
	if !strings.HasPrefix(b.String(), "00444\n<Statistics>\n<TopologyNode>\n  <Label value=\"node06\" />\n") {
		t.Errorf("%q", b.String())
	}
	golden(t, "listing33.stat", b.Bytes())
	acceptedFile(t, "MyProject_node06_Utilization.stat", b.Bytes())
	h, list, err := entriesOf(b.Bytes(), ReadOptions{})
	if err != nil || len(list) != 1 || fmt.Sprint(h.Values) != fmt.Sprint(listing) || h.Group != "Utilization" || fmt.Sprint(h.Labels) != "[node06]" {
		t.Fatal(h, list, err)
	}
	e := list[0]
	if e.Start != 1001*second || e.End != 1003*second+5 || e.Float(0) != 12.5 || e.Int(1) != -1 || e.Int(2) != math.MaxInt64 || e.Text(3) != "7" {
		t.Errorf("%+v", e)
	}
}

// The initial timestamp is that of the first Enable, not of Commit, unless CommitAt has set it.
func TestInitialTimestamp(t *testing.T) {
	for _, at := range []Epoch{0, 500 * second} {
		var b bytes.Buffer
		s := sure(NewStatistics(&b, hostA(t), "G", StatisticsOptions{Clock: fixedClock()}))
		is(t, "value", s.AddValue(Value{Name: "v", Type: TypeInt32}), nil)
		if at != 0 {
			is(t, "commit", s.CommitAt(at), nil)
		} else {
			is(t, "commit", s.Commit(), nil) // 1000
		}
		sure(s.Enable())  // 1000 or 1001
		sure(s.Disable()) // without an entry: no gap
		sure(s.Enable())
		is(t, "entry", s.WriteEntry(2000*second, Int32(1)), nil)
		is(t, "close", s.Close(), nil)
		_, list, err := entriesOf(b.Bytes(), ReadOptions{})
		want := 1002 * second
		if at != 0 {
			want = at
		}
		if err != nil || len(list) != 1 || list[0].Start != want {
			t.Errorf("commit at %v: %v, %+v, expected start %v", at, err, list[0], want)
		}
	}
}

// What the library's probe shows, call by call, with the error that is documented.
func TestStatisticsErrors(t *testing.T) {
	node := hostA(t)
	create := func(group string, o StatisticsOptions) error {
		_, err := NewStatistics(io.Discard, node, group, o)
		return err
	}
	is(t, "no name", create("", StatisticsOptions{}), ErrInvalidArgument)
	is(t, "19 characters", create("A234567890123456789", StatisticsOptions{}), nil)
	is(t, "20 characters", create("A2345678901234567890", StatisticsOptions{}), ErrInvalidArgument)
	is(t, "20 characters, unlimited", create("A2345678901234567890", StatisticsOptions{Unlimited: true}), nil)
	is(t, "slash", create("G/H", StatisticsOptions{}), ErrInvalidArgument)
	is(t, "no kind of gap", create("G", StatisticsOptions{Gaps: 9}), ErrInvalidArgument)
	is(t, "file name", create("G"+strings.Repeat("x", 1020), StatisticsOptions{Unlimited: true}), ErrOverflow)
	_, err := NewStatistics(io.Discard, nil, "G", StatisticsOptions{})
	is(t, "no node", err, ErrInvalidArgument)
	_, err = NewStatistics(nil, node, "G", StatisticsOptions{})
	is(t, "no writer", err, ErrInvalidArgument)

	s := sure(NewStatistics(io.Discard, node, "G", StatisticsOptions{}))
	add := func(v Value) error { return s.AddValue(v) }
	is(t, "value without name", add(Value{Type: TypeInt32}), ErrInvalidArgument)
	is(t, "value without type", add(Value{Name: "x"}), ErrInvalidArgument)
	is(t, "UINT64", add(Value{Name: "x", Type: TypeUint64}), ErrInvalidArgument)
	is(t, "STRING", add(Value{Name: "x", Type: TypeString}), ErrInvalidArgument)
	is(t, "49 characters", add(Value{Name: strings.Repeat("n", 49), Type: TypeInt32}), nil)
	is(t, "50 characters", add(Value{Name: strings.Repeat("n", 50), Type: TypeInt32}), ErrInvalidArgument)
	is(t, "10 ampersands are 50 characters", add(Value{Name: strings.Repeat("&", 10), Type: TypeInt32}), ErrInvalidArgument)
	is(t, "unit of 9", add(Value{Name: "x", Type: TypeInt32, Unit: "123456789"}), nil)
	is(t, "unit of 10", add(Value{Name: "x", Type: TypeInt32, Unit: "1234567890"}), ErrInvalidArgument)
	is(t, "grouping of 20", add(Value{Name: "x", Type: TypeInt32, Grouping: strings.Repeat("g", 20)}), ErrInvalidArgument)
	is(t, "unit not ASCII", add(Value{Name: "x", Type: TypeInt32, Unit: "µs"}), ErrInvalidArgument)
	is(t, "line feed", add(Value{Name: "x\ny", Type: TypeInt32}), ErrInvalidArgument)

	_, err = s.Enable()
	is(t, "enable before commit", err, ErrCommitState)
	_, err = s.Disable()
	is(t, "disable before commit", err, ErrCommitState)
	is(t, "value written before commit", s.WriteInt32(1), ErrCommitState)
	is(t, "entry written before commit", s.WriteRaw(0, make([]byte, 8)), ErrCommitState)
	is(t, "commit in 2038", s.CommitAt(MaxEpoch+1), ErrInvalidArgument)
	is(t, "commit", s.Commit(), nil)
	is(t, "commit twice", s.Commit(), ErrCommitState)
	is(t, "value after commit", add(Value{Name: "late", Type: TypeInt32}), ErrCommitState)

	empty := sure(NewStatistics(io.Discard, node, "G", StatisticsOptions{}))
	is(t, "commit without values", empty.Commit(), ErrInvalidArgument)
	is(t, "close uncommitted", empty.Close(), ErrCommitState)
	is(t, "commit after close", empty.Commit(), ErrCommitState)
}

func TestManyValues(t *testing.T) {
	for _, unlimited := range []bool{false, true} {
		var b bytes.Buffer
		s := sure(NewStatistics(&b, hostA(t), "G", StatisticsOptions{Unlimited: unlimited}))
		for i := range MaxValues {
			is(t, "value", s.AddValue(Value{Name: fmt.Sprint("v", i), Type: TypeDouble}), nil)
		}
		err := s.AddValue(Value{Name: "v256", Type: TypeInt32})
		if !unlimited {
			is(t, "value 257", err, ErrOverflow)
			continue
		}
		is(t, "value 257", err, nil)
		is(t, "commit", s.Commit(), nil)
		sure(s.Enable())
		is(t, "entry", s.WriteRaw(EpochParts(math.MaxInt32, 0), make([]byte, 8*MaxValues+4)), nil)
		is(t, "close", s.Close(), nil)
		acceptedFile(t, "P_hostA_G.stat", b.Bytes())
	}
	// A header of more than 99999 bytes, which takes long names.
	s := sure(NewStatistics(io.Discard, hostA(t), "G", StatisticsOptions{Unlimited: true}))
	for range 10 {
		is(t, "value", s.AddValue(Value{Name: strings.Repeat("n", 20000), Type: TypeInt32}), nil)
	}
	is(t, "commit unlimited", s.Commit(), nil)
	s.options.Unlimited, s.committed = false, false
	is(t, "commit", s.Commit(), ErrOverflow)
}

func TestEnableDisable(t *testing.T) {
	s := sure(NewStatistics(io.Discard, hostA(t), "G", StatisticsOptions{}))
	is(t, "value", s.AddValue(Value{Name: "v", Type: TypeInt32}), nil)
	is(t, "commit", s.Commit(), nil)
	entry := func() error { return s.WriteEntry(s.options.Clock(), Int32(1)) }
	if s.Enabled() {
		t.Error("enabled by commit")
	}
	is(t, "entry while disabled", entry(), ErrDisabled)
	is(t, "value while disabled", s.WriteInt32(1), ErrDisabled)
	for i, step := range []struct {
		call    func() (bool, error)
		changed bool
		enabled bool
	}{{s.Disable, false, false}, {s.Enable, true, true}, {s.Enable, false, true}, {s.Disable, true, false}} {
		if changed, err := step.call(); err != nil || changed != step.changed || s.Enabled() != step.enabled {
			t.Errorf("step %d: changed %v, error %v, enabled %v", i, changed, err, s.Enabled())
		}
	}
	is(t, "close", s.Close(), nil)
	is(t, "close again", s.Close(), nil)
	_, err := s.Enable()
	is(t, "enable after close", err, ErrContext)
	is(t, "enable after close", err, os.ErrClosed)
	is(t, "entry after close", entry(), os.ErrClosed)
	is(t, "flush after close", s.Flush(), nil)
}

// Values are written in the order and of the types that were declared; a wrong one changes nothing.
func TestEntryState(t *testing.T) {
	var b bytes.Buffer
	values := []Value{{Name: "i", Type: TypeInt32}, {Name: "d", Type: TypeDouble}}
	s := sure(StartStatistics(&b, hostA(t), "G", values, StatisticsOptions{Clock: fixedClock()})) // 1000, 1001
	is(t, "double first", s.WriteDouble(1), ErrEntryState)
	is(t, "int", s.WriteInt32(1), nil) // 1002
	is(t, "int again", s.WriteInt32(1), ErrEntryState)
	is(t, "float", s.WriteFloat(1), ErrEntryState)
	is(t, "long", s.WriteInt64(1), ErrEntryState)
	is(t, "entry within an entry", s.WriteEntry(0, Int32(1), Double(2)), ErrEntryState)
	is(t, "raw entry within an entry", s.WriteRaw(0, make([]byte, 12)), ErrEntryState)
	sure(s.Disable())
	is(t, "disabled within an entry", s.WriteDouble(2), ErrDisabled)
	sure(s.Enable()) // 1003
	is(t, "entry goes on", s.WriteDouble(2), nil)
	is(t, "wrong length", s.WriteRaw(0, make([]byte, 13)), ErrUnexpectedValue)
	is(t, "no bytes", s.WriteRaw(0, nil), ErrUnexpectedValue)
	is(t, "too few values", s.WriteEntry(0, Int32(1)), ErrUnexpectedValue)
	is(t, "wrong type", s.WriteEntry(0, Int32(1), Float(2)), ErrEntryState)
	is(t, "not all doubles", s.WriteDoubles(0, 1, 2), ErrEntryState)
	is(t, "in 2038", s.WriteEntry(MaxEpoch+1, Int32(1), Double(2)), ErrInvalidArgument)
	is(t, "raw", s.WriteRaw(1500*second, binary.BigEndian.AppendUint64([]byte{0, 0, 0, 9}, math.Float64bits(0.5))), nil)
	is(t, "time that goes back", s.WriteEntry(7, Int32(3), Double(4)), nil)
	is(t, "half an entry", s.WriteInt32(5), nil)
	if n := s.Entries(); n != 3 {
		t.Errorf("%d entries, expected 3", n)
	}
	is(t, "close", s.Close(), nil)
	acceptedFile(t, "P_hostA_G.stat", b.Bytes())
	_, list, err := entriesOf(b.Bytes(), ReadOptions{})
	if err != nil || len(list) != 3 {
		t.Fatal(list, err)
	}
	got := ""
	for _, e := range list {
		got += fmt.Sprintf("%v-%v %s %s; ", e.Start.Seconds(), e.End.Seconds(), e.Text(0), e.Text(1))
	}
	if got != "1001-1002 1 2; 1002-1500 9 0.5; 1500-1500 3 4; " {
		t.Error(got)
	}
}

func TestGaps(t *testing.T) {
	for gaps, want := range map[Gaps]string{
		GapNone:   "1001-2000:1 2000-3000:2 ",
		GapFiller: "1001-2000:1 2000-2500:0 2500-3000:2 ",
		GapMarker: "1001-2000:1 restarted 2500-3000:2 ",
	} {
		now := 1000 * second
		clock := func() Epoch { return now }
		var b bytes.Buffer
		s := sure(StartStatistics(&b, hostA(t), "G", []Value{{Name: "v", Type: TypeInt64}}, StatisticsOptions{Gaps: gaps, Clock: clock}))
		now = 1001 * second
		sure(s.Disable())
		sure(s.Enable()) // before the first entry there is no gap
		is(t, "entry", s.WriteEntry(2000*second, Int64(1)), nil)
		now = 2400 * second
		sure(s.Disable())
		if gaps == GapMarker { // as often as one likes
			sure(s.Enable())
			sure(s.Disable())
			want = strings.Replace(want, "2500", "2400", 1)
		}
		now = 2500 * second
		sure(s.Enable())
		is(t, "entry", s.WriteEntry(3000*second, Int64(2)), nil)
		is(t, "close", s.Close(), nil)
		got := ""
		_, list, err := entriesOf(b.Bytes(), ReadOptions{})
		for _, e := range list {
			if e.Restarted {
				got += "restarted "
			}
			got += fmt.Sprintf("%d-%d:%s ", e.Start.Seconds(), e.End.Seconds(), e.Text(0))
		}
		if err != nil || got != want {
			t.Errorf("%v: %s, %v, expected %s", gaps, got, err, want)
		}
		findings := checkStatistics("P_hostA_G.stat", bytes.NewReader(b.Bytes()), int64(b.Len()))
		if Accepted(findings, AllReaders) != (gaps != GapMarker) {
			t.Errorf("%v: %v", gaps, findings)
		}
	}
}

// The files of the C library, written again from their entries, are the same to the byte.
func TestBytesOfTheCLibrary(t *testing.T) {
	folder := realData(t)
	for _, file := range []string{
		"generated/c-writer/RefProject_hostA_Utilization.stat", "generated/c-writer/RefProject_hostA_Esc.stat", "generated/c-writer/RefProject_hostA_0_0_Deep.stat",
		"generated/rut/RutRef_vmhost_Utilization.stat",
		"repo/HDPowerEstimation/test-data/partdiff-mpi/partdiff-mpi_node06_Energy.stat",
		"repo/HDPowerEstimation/test-data/partdiff-mpi/partdiff-mpi_node07_Performance.stat",
		"repo/HDTraceFormat/Example/partdiff-mpi-io-synced/partdiff-par_node05_Performance.stat",
	} {
		want := readFile(t, folder+"/"+file)
		h, list, err := entriesOf(want, ReadOptions{Name: file})
		if err != nil {
			t.Error(err)
			continue
		}
		topology := sure(NewTopology("P", "Hostname", "Rank", "Thread"))
		var b bytes.Buffer
		s := sure(NewStatistics(&b, sure(topology.Node(h.Labels...)), h.Group, StatisticsOptions{}))
		for _, v := range h.Values {
			is(t, file, s.AddValue(v), nil)
		}
		is(t, file, s.CommitAt(list[0].Start), nil)
		sure(s.Enable())
		for _, e := range list {
			is(t, file, s.WriteRaw(e.End, e.appendRaw(nil)), nil)
		}
		is(t, file, s.Close(), nil)
		if !bytes.Equal(b.Bytes(), want) {
			t.Errorf("%s: %s", file, firstDifference(b.Bytes(), want))
		}
	}
}

// WriteEntry and WriteDoubles do not allocate, not even with a buffer that is written now and then.
func TestEntriesDoNotAllocate(t *testing.T) {
	values := []Value{{Name: "a", Type: TypeDouble}, {Name: "b", Type: TypeDouble}}
	s := sure(StartStatistics(io.Discard, hostA(t), "G", values, StatisticsOptions{Buffer: 100}))
	at := 3000000000 * second / 2
	n := testing.AllocsPerRun(1000, func() {
		at++
		if s.WriteEntry(at, Double(1), Double(2)) != nil || s.WriteDoubles(at, 1, 2) != nil || s.WriteDouble(1) != nil || s.WriteDouble(2) != nil {
			t.Error("not written")
		}
	})
	if n > 0 {
		t.Errorf("%v allocations", n)
	}
	sure(s.Disable())
	n = testing.AllocsPerRun(1000, func() {
		if s.WriteEntry(at, Double(1), Double(2)) == nil || s.WriteDouble(1) == nil {
			t.Error("written while disabled")
		}
	})
	if n > 0 {
		t.Errorf("%v allocations while disabled", n)
	}
}
