package stat

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/go-hpc/timers/internal/golden"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
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
	topology := hdtest.Sure(hdtrace.NewTopology("MyProject", "Host"))
	var b bytes.Buffer
	s := hdtest.Sure(Start(&b, hdtest.Sure(topology.Node("node06")), "Utilization", listing, Options{Clock: hdtest.FixedClock()}))
	hdtest.Is(t, "entry", s.WriteEntry(1003*hdtrace.Second+5, Float(12.5), Int64(-1), Int64(math.MaxInt64), Int64(7)), nil)
	hdtest.Is(t, "close", s.Close(), nil)
	if !strings.HasPrefix(b.String(), "00444\n<Statistics>\n<TopologyNode>\n  <Label value=\"node06\" />\n") {
		t.Errorf("%q", b.String())
	}
	golden.Check(t, "listing33.stat", b.Bytes())
	acceptedFile(t, "MyProject_node06_Utilization.stat", b.Bytes())
	h, list, err := entriesOf(b.Bytes(), hdtrace.ReadOptions{})
	if err != nil || len(list) != 1 || fmt.Sprint(h.Values) != fmt.Sprint(listing) || h.Group != "Utilization" || fmt.Sprint(h.Labels) != "[node06]" {
		t.Fatal(h, list, err)
	}
	e := list[0]
	if e.Start != 1001*hdtrace.Second || e.End != 1003*hdtrace.Second+5 || e.Float(0) != 12.5 || e.Int(1) != -1 || e.Int(2) != math.MaxInt64 || e.Text(3) != "7" {
		t.Errorf("%+v", e)
	}
}

// The initial timestamp is that of the first Enable, not of Commit, unless CommitAt has set it.
func TestInitialTimestamp(t *testing.T) {
	for _, at := range []hdtrace.Epoch{0, 500 * hdtrace.Second} {
		var b bytes.Buffer
		s := hdtest.Sure(NewWriter(&b, hdtest.HostA(t), "G", Options{Clock: hdtest.FixedClock()}))
		hdtest.Is(t, "value", s.AddValue(Value{Name: "v", Type: TypeInt32}), nil)
		if at != 0 {
			hdtest.Is(t, "commit", s.CommitAt(at), nil)
		} else {
			hdtest.Is(t, "commit", s.Commit(), nil) // 1000
		}
		hdtest.Sure(s.Enable())  // 1000 or 1001
		hdtest.Sure(s.Disable()) // without an entry: no gap
		hdtest.Sure(s.Enable())
		hdtest.Is(t, "entry", s.WriteEntry(2000*hdtrace.Second, Int32(1)), nil)
		hdtest.Is(t, "close", s.Close(), nil)
		_, list, err := entriesOf(b.Bytes(), hdtrace.ReadOptions{})
		want := 1002 * hdtrace.Second
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
	node := hdtest.HostA(t)
	create := func(group string, o Options) error {
		_, err := NewWriter(io.Discard, node, group, o)
		return err
	}
	hdtest.Is(t, "no name", create("", Options{}), hdtrace.ErrInvalidArgument)
	hdtest.Is(t, "19 characters", create("A234567890123456789", Options{}), nil)
	hdtest.Is(t, "20 characters", create("A2345678901234567890", Options{}), hdtrace.ErrInvalidArgument)
	hdtest.Is(t, "20 characters, unlimited", create("A2345678901234567890", Options{Unlimited: true}), nil)
	hdtest.Is(t, "slash", create("G/H", Options{}), hdtrace.ErrInvalidArgument)
	hdtest.Is(t, "no kind of gap", create("G", Options{Gaps: 9}), hdtrace.ErrInvalidArgument)
	hdtest.Is(t, "file name", create("G"+strings.Repeat("x", 1020), Options{Unlimited: true}), hdtrace.ErrOverflow)
	_, err := NewWriter(io.Discard, nil, "G", Options{})
	hdtest.Is(t, "no node", err, hdtrace.ErrInvalidArgument)
	_, err = NewWriter(nil, node, "G", Options{})
	hdtest.Is(t, "no writer", err, hdtrace.ErrInvalidArgument)

	s := hdtest.Sure(NewWriter(io.Discard, node, "G", Options{}))
	add := func(v Value) error { return s.AddValue(v) }
	hdtest.Is(t, "value without name", add(Value{Type: TypeInt32}), hdtrace.ErrInvalidArgument)
	hdtest.Is(t, "value without type", add(Value{Name: "x"}), hdtrace.ErrInvalidArgument)
	hdtest.Is(t, "UINT64", add(Value{Name: "x", Type: TypeUint64}), hdtrace.ErrInvalidArgument)
	hdtest.Is(t, "STRING", add(Value{Name: "x", Type: TypeString}), hdtrace.ErrInvalidArgument)
	hdtest.Is(t, "STRING that is asked for", hdtest.Sure(NewWriter(io.Discard, node, "G", Options{Strings: true})).AddValue(Value{Name: "x", Type: TypeString}), nil)
	hdtest.Is(t, "49 characters", add(Value{Name: strings.Repeat("n", 49), Type: TypeInt32}), nil)
	hdtest.Is(t, "50 characters", add(Value{Name: strings.Repeat("n", 50), Type: TypeInt32}), hdtrace.ErrInvalidArgument)
	hdtest.Is(t, "10 ampersands are 50 characters", add(Value{Name: strings.Repeat("&", 10), Type: TypeInt32}), hdtrace.ErrInvalidArgument)
	hdtest.Is(t, "unit of 9", add(Value{Name: "x", Type: TypeInt32, Unit: "123456789"}), nil)
	hdtest.Is(t, "unit of 10", add(Value{Name: "x", Type: TypeInt32, Unit: "1234567890"}), hdtrace.ErrInvalidArgument)
	hdtest.Is(t, "grouping of 20", add(Value{Name: "x", Type: TypeInt32, Grouping: strings.Repeat("g", 20)}), hdtrace.ErrInvalidArgument)
	hdtest.Is(t, "unit not ASCII", add(Value{Name: "x", Type: TypeInt32, Unit: "µs"}), hdtrace.ErrInvalidArgument)
	hdtest.Is(t, "line feed", add(Value{Name: "x\ny", Type: TypeInt32}), hdtrace.ErrInvalidArgument)

	_, err = s.Enable()
	hdtest.Is(t, "enable before commit", err, hdtrace.ErrCommitState)
	_, err = s.Disable()
	hdtest.Is(t, "disable before commit", err, hdtrace.ErrCommitState)
	hdtest.Is(t, "value written before commit", s.WriteInt32(1), hdtrace.ErrCommitState)
	hdtest.Is(t, "entry written before commit", s.WriteRaw(0, make([]byte, 8)), hdtrace.ErrCommitState)
	hdtest.Is(t, "commit in 2038", s.CommitAt(hdtrace.MaxEpoch+1), hdtrace.ErrInvalidArgument)
	hdtest.Is(t, "commit", s.Commit(), nil)
	hdtest.Is(t, "commit twice", s.Commit(), hdtrace.ErrCommitState)
	hdtest.Is(t, "value after commit", add(Value{Name: "late", Type: TypeInt32}), hdtrace.ErrCommitState)

	empty := hdtest.Sure(NewWriter(io.Discard, node, "G", Options{}))
	hdtest.Is(t, "commit without values", empty.Commit(), hdtrace.ErrInvalidArgument)
	hdtest.Is(t, "close uncommitted", empty.Close(), hdtrace.ErrCommitState)
	hdtest.Is(t, "commit after close", empty.Commit(), hdtrace.ErrCommitState)
}

func TestManyValues(t *testing.T) {
	for _, unlimited := range []bool{false, true} {
		var b bytes.Buffer
		s := hdtest.Sure(NewWriter(&b, hdtest.HostA(t), "G", Options{Unlimited: unlimited}))
		for i := range hdtrace.MaxValues {
			hdtest.Is(t, "value", s.AddValue(Value{Name: fmt.Sprint("v", i), Type: TypeDouble}), nil)
		}
		err := s.AddValue(Value{Name: "v256", Type: TypeInt32})
		if !unlimited {
			hdtest.Is(t, "value 257", err, hdtrace.ErrOverflow)
			continue
		}
		hdtest.Is(t, "value 257", err, nil)
		hdtest.Is(t, "commit", s.Commit(), nil)
		hdtest.Sure(s.Enable())
		hdtest.Is(t, "entry", s.WriteRaw(hdtrace.EpochParts(math.MaxInt32, 0), make([]byte, 8*hdtrace.MaxValues+4)), nil)
		hdtest.Is(t, "close", s.Close(), nil)
		acceptedFile(t, "P_hostA_G.stat", b.Bytes())
	}
	// A header of more than 99999 bytes, which takes long names.
	s := hdtest.Sure(NewWriter(io.Discard, hdtest.HostA(t), "G", Options{Unlimited: true}))
	for range 10 {
		hdtest.Is(t, "value", s.AddValue(Value{Name: strings.Repeat("n", 20000), Type: TypeInt32}), nil)
	}
	hdtest.Is(t, "commit unlimited", s.Commit(), nil)
	s.options.Unlimited, s.committed = false, false
	hdtest.Is(t, "commit", s.Commit(), hdtrace.ErrOverflow)
}

func TestEnableDisable(t *testing.T) {
	s := hdtest.Sure(NewWriter(io.Discard, hdtest.HostA(t), "G", Options{}))
	hdtest.Is(t, "value", s.AddValue(Value{Name: "v", Type: TypeInt32}), nil)
	hdtest.Is(t, "commit", s.Commit(), nil)
	entry := func() error { return s.WriteEntry(s.options.Clock(), Int32(1)) }
	if s.Enabled() {
		t.Error("enabled by commit")
	}
	hdtest.Is(t, "entry while disabled", entry(), hdtrace.ErrDisabled)
	hdtest.Is(t, "value while disabled", s.WriteInt32(1), hdtrace.ErrDisabled)
	for i, step := range []struct {
		call    func() (bool, error)
		changed bool
		enabled bool
	}{{s.Disable, false, false}, {s.Enable, true, true}, {s.Enable, false, true}, {s.Disable, true, false}} {
		if changed, err := step.call(); err != nil || changed != step.changed || s.Enabled() != step.enabled {
			t.Errorf("step %d: changed %v, error %v, enabled %v", i, changed, err, s.Enabled())
		}
	}
	hdtest.Is(t, "close", s.Close(), nil)
	hdtest.Is(t, "close again", s.Close(), nil)
	_, err := s.Enable()
	hdtest.Is(t, "enable after close", err, hdtrace.ErrContext)
	hdtest.Is(t, "enable after close", err, os.ErrClosed)
	hdtest.Is(t, "entry after close", entry(), os.ErrClosed)
	hdtest.Is(t, "flush after close", s.Flush(), nil)
}

// Values are written in the order and of the types that were declared; a wrong one changes nothing.
func TestEntryState(t *testing.T) {
	var b bytes.Buffer
	values := []Value{{Name: "i", Type: TypeInt32}, {Name: "d", Type: TypeDouble}}
	s := hdtest.Sure(Start(&b, hdtest.HostA(t), "G", values, Options{Clock: hdtest.FixedClock()})) // 1000, 1001
	hdtest.Is(t, "double first", s.WriteDouble(1), hdtrace.ErrEntryState)
	hdtest.Is(t, "int", s.WriteInt32(1), nil) // 1002
	hdtest.Is(t, "int again", s.WriteInt32(1), hdtrace.ErrEntryState)
	hdtest.Is(t, "float", s.WriteFloat(1), hdtrace.ErrEntryState)
	hdtest.Is(t, "long", s.WriteInt64(1), hdtrace.ErrEntryState)
	hdtest.Is(t, "entry within an entry", s.WriteEntry(0, Int32(1), Double(2)), hdtrace.ErrEntryState)
	hdtest.Is(t, "raw entry within an entry", s.WriteRaw(0, make([]byte, 12)), hdtrace.ErrEntryState)
	hdtest.Sure(s.Disable())
	hdtest.Is(t, "disabled within an entry", s.WriteDouble(2), hdtrace.ErrDisabled)
	hdtest.Sure(s.Enable()) // 1003
	hdtest.Is(t, "entry goes on", s.WriteDouble(2), nil)
	hdtest.Is(t, "wrong length", s.WriteRaw(0, make([]byte, 13)), hdtrace.ErrUnexpectedValue)
	hdtest.Is(t, "no bytes", s.WriteRaw(0, nil), hdtrace.ErrUnexpectedValue)
	hdtest.Is(t, "too few values", s.WriteEntry(0, Int32(1)), hdtrace.ErrUnexpectedValue)
	hdtest.Is(t, "wrong type", s.WriteEntry(0, Int32(1), Float(2)), hdtrace.ErrEntryState)
	hdtest.Is(t, "not all doubles", s.WriteDoubles(0, 1, 2), hdtrace.ErrEntryState)
	hdtest.Is(t, "in 2038", s.WriteEntry(hdtrace.MaxEpoch+1, Int32(1), Double(2)), hdtrace.ErrInvalidArgument)
	hdtest.Is(t, "raw", s.WriteRaw(1500*hdtrace.Second, binary.BigEndian.AppendUint64([]byte{0, 0, 0, 9}, math.Float64bits(0.5))), nil)
	hdtest.Is(t, "time that goes back", s.WriteEntry(7, Int32(3), Double(4)), nil)
	hdtest.Is(t, "half an entry", s.WriteInt32(5), nil)
	if n := s.Entries(); n != 3 {
		t.Errorf("%d entries, expected 3", n)
	}
	hdtest.Is(t, "close", s.Close(), nil)
	acceptedFile(t, "P_hostA_G.stat", b.Bytes())
	_, list, err := entriesOf(b.Bytes(), hdtrace.ReadOptions{})
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
		now := 1000 * hdtrace.Second
		clock := func() hdtrace.Epoch { return now }
		var b bytes.Buffer
		s := hdtest.Sure(Start(&b, hdtest.HostA(t), "G", []Value{{Name: "v", Type: TypeInt64}}, Options{Gaps: gaps, Clock: clock}))
		now = 1001 * hdtrace.Second
		hdtest.Sure(s.Disable())
		hdtest.Sure(s.Enable()) // before the first entry there is no gap
		hdtest.Is(t, "entry", s.WriteEntry(2000*hdtrace.Second, Int64(1)), nil)
		now = 2400 * hdtrace.Second
		hdtest.Sure(s.Disable())
		if gaps == GapMarker { // as often as one likes
			hdtest.Sure(s.Enable())
			hdtest.Sure(s.Disable())
			want = strings.Replace(want, "2500", "2400", 1)
		}
		now = 2500 * hdtrace.Second
		hdtest.Sure(s.Enable())
		hdtest.Is(t, "entry", s.WriteEntry(3000*hdtrace.Second, Int64(2)), nil)
		hdtest.Is(t, "close", s.Close(), nil)
		got := ""
		_, list, err := entriesOf(b.Bytes(), hdtrace.ReadOptions{})
		for _, e := range list {
			if e.Restarted {
				got += "restarted "
			}
			got += fmt.Sprintf("%d-%d:%s ", e.Start.Seconds(), e.End.Seconds(), e.Text(0))
		}
		if err != nil || got != want {
			t.Errorf("%v: %s, %v, expected %s", gaps, got, err, want)
		}
		findings := check("P_hostA_G.stat", bytes.NewReader(b.Bytes()), int64(b.Len()))
		if hdtrace.Accepted(findings, hdtrace.AllReaders) != (gaps != GapMarker) {
			t.Errorf("%v: %v", gaps, findings)
		}
	}
}

// The files of the C library, written again from their entries, are the same to the byte.
func TestBytesOfTheCLibrary(t *testing.T) {
	folder := hdtest.RealData(t)
	for _, file := range []string{
		"generated/c-writer/RefProject_hostA_Utilization.stat", "generated/c-writer/RefProject_hostA_Esc.stat", "generated/c-writer/RefProject_hostA_0_0_Deep.stat",
		"generated/rut/RutRef_vmhost_Utilization.stat",
		"repo/HDPowerEstimation/test-data/partdiff-mpi/partdiff-mpi_node06_Energy.stat",
		"repo/HDPowerEstimation/test-data/partdiff-mpi/partdiff-mpi_node07_Performance.stat",
		"repo/HDTraceFormat/Example/partdiff-mpi-io-synced/partdiff-par_node05_Performance.stat",
	} {
		want := hdtest.ReadFile(t, folder+"/"+file)
		h, list, err := entriesOf(want, hdtrace.ReadOptions{Name: file})
		if err != nil {
			t.Error(err)
			continue
		}
		topology := hdtest.Sure(hdtrace.NewTopology("P", "Hostname", "Rank", "Thread"))
		var b bytes.Buffer
		s := hdtest.Sure(NewWriter(&b, hdtest.Sure(topology.Node(h.Labels...)), h.Group, Options{}))
		for _, v := range h.Values {
			hdtest.Is(t, file, s.AddValue(v), nil)
		}
		hdtest.Is(t, file, s.CommitAt(list[0].Start), nil)
		hdtest.Sure(s.Enable())
		for _, e := range list {
			hdtest.Is(t, file, s.WriteRaw(e.End, e.appendRaw(nil)), nil)
		}
		hdtest.Is(t, file, s.Close(), nil)
		if !bytes.Equal(b.Bytes(), want) {
			t.Errorf("%s: %s", file, hdtest.FirstDifference(b.Bytes(), want))
		}
	}
}

// WriteEntry and WriteDoubles do not allocate, not even with a buffer that is written now and then.
func TestEntriesDoNotAllocate(t *testing.T) {
	values := []Value{{Name: "a", Type: TypeDouble}, {Name: "b", Type: TypeDouble}}
	s := hdtest.Sure(Start(io.Discard, hdtest.HostA(t), "G", values, Options{Buffer: 100}))
	at := 3000000000 * hdtrace.Second / 2
	n := testing.AllocsPerRun(1000, func() {
		at++
		if s.WriteEntry(at, Double(1), Double(2)) != nil || s.WriteDoubles(at, 1, 2) != nil || s.WriteDouble(1) != nil || s.WriteDouble(2) != nil {
			t.Error("not written")
		}
	})
	if n > 0 {
		t.Errorf("%v allocations", n)
	}
	hdtest.Sure(s.Disable())
	n = testing.AllocsPerRun(1000, func() {
		if s.WriteEntry(at, Double(1), Double(2)) == nil || s.WriteDouble(1) == nil {
			t.Error("written while disabled")
		}
	})
	if n > 0 {
		t.Errorf("%v allocations while disabled", n)
	}
}
