package mpiwrap_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/go-hpc/timers/stats/calls"
	"github.com/go-hpc/timers/stats/calls/functions"
)

// event is a decoded record.
type event struct {
	name     string
	more     uint64 // calls that the record stands for besides
	flags    uint64
	numbers  map[string]int64
	texts    map[string]string
	children map[string][]map[string]int64
}

// lastEnd is when the last call of records ended.
func lastEnd(words []uint64) (end uint64) {
	for len(words) > 0 {
		end, words = words[3], words[words[0]>>16&0xffff:]
	}
	return end
}

// decode takes records apart by the table of functions, and fails where they do not fit it.
func decode(t *testing.T, words []uint64) []event {
	t.Helper()
	var list []event
	for len(words) > 0 {
		length := int(words[0] >> 16 & 0xffff)
		if length < 4 || length > len(words) {
			t.Fatalf("record %d has %d words, there are %d", len(list), length, len(words))
		}
		f := functions.List()[words[0]&0xffff]
		e := event{name: f.Name, flags: words[0] >> 48, numbers: make(map[string]int64), texts: make(map[string]string), children: make(map[string][]map[string]int64)}
		if words[2] > words[3] {
			t.Errorf("%s ends at %d, before its start at %d", f.Name, words[3], words[2])
		}
		rest := words[4:length]
		if e.flags&uint64(calls.Repeated) != 0 {
			e.flags &^= uint64(calls.Repeated)
			e.more, rest = rest[len(rest)-1], rest[:len(rest)-1]
		}
		take := func() uint64 {
			if len(rest) == 0 {
				t.Fatalf("the record of %s is too short: %d words", f.Name, length)
			}
			w := rest[0]
			rest = rest[1:]
			return w
		}
		attributes := func(list []functions.Attribute, numbers map[string]int64) {
			for _, a := range list {
				if !a.Text {
					numbers[a.Name] = int64(take())
					continue
				}
				n := int(take())
				var text []byte
				for i := 0; i < n; i += 8 {
					w := take()
					for k := i; k < min(i+8, n); k++ {
						text = append(text, byte(w>>(8*(k-i))))
					}
				}
				e.texts[a.Name] = string(text)
			}
		}
		attributes(f.Attributes, e.numbers)
		for _, c := range f.Children {
			for range take() {
				child := make(map[string]int64)
				attributes(c.Attributes, child)
				e.children[c.Element] = append(e.children[c.Element], child)
			}
		}
		if len(rest) != 0 {
			t.Errorf("the record of %s has %d words too many", f.Name, len(rest))
		}
		list = append(list, e)
		words = words[length:]
	}
	return list
}

// Every call has a record, in order, with the attributes that the table says.
func TestEvents(t *testing.T) {
	each(t, func(t *testing.T, m mpi) {
		ranks := ranksOf(m)
		data := filepath.Join(t.TempDir(), "data")
		lines, tables := m.preloaded(t, ranks, "events=200000", m.c(t, "every"), data)
		for r, tb := range tables {
			who := fmt.Sprintf("rank %d", r)
			events := decode(t, tb.state.Events)
			if last := lastEnd(tb.state.Events); last == 0 || tb.state.Ending.Tick < last {
				t.Errorf("%s: MPI_Finalize was called at %d, a call before it ended at %d", who, tb.state.Ending.Tick, last)
			}
			got, want := make(map[string]counted), expected(t, lines[r])
			// What comes after the state was written, and what a buffer of records cannot know.
			for _, name := range []string{"Finalize", "Finalized", "Initialized"} {
				delete(want, name)
			}
			var sends, ring, waitall, opened int
			right, left := int64((r+1)%ranks), int64((r+ranks-1)%ranks)
			for _, e := range events {
				if e.flags != 0 {
					t.Errorf("%s: %s has flags %d", who, e.name, e.flags)
				}
				c := got[e.name]
				c.calls += 1 + e.more
				got[e.name] = c
				n := e.numbers
				switch {
				case e.name == "Send" && n["toTag"] == 1 && n["cid"] == 0:
					sends++
					if n["size"] != 400 || n["count"] != 100 || n["toRank"] != right {
						t.Errorf("%s: %+v", who, n)
					}
				case e.name == "Recv" && n["bytes"] == 400:
					ring++
					if n["source"] != left || n["tag"] != 1 || n["cid"] != 0 || r%2 == 1 && (n["fromRank"] != -1 || n["fromTag"] != -1) {
						t.Errorf("%s: %+v", who, n)
					}
				case e.name == "Waitall" && len(e.children["For"]) == 80:
					waitall++
					bytes := int64(0)
					for i, d := range e.children["Done"] {
						bytes += d["bytes"]
						if d["rid"] < 0 || d["bytes"] > 0 && (d["source"] != left || d["tag"] != int64(i)) {
							t.Errorf("%s: done %d: %v", who, i, d)
						}
					}
					if bytes != 160 || len(e.children["Done"]) != 80 {
						t.Errorf("%s: %d bytes in %d done", who, bytes, len(e.children["Done"]))
					}
				case e.name == "File_open":
					opened++
					if e.texts["name"] != data || n["fid"] != 0 {
						t.Errorf("%s: %+v %+v", who, e.texts, n)
					}
				case e.name == "Alltoallv":
					if s := e.children["Send"]; len(s) != ranks || s[1]["rank"] != 1 || s[1]["size"] != 4 || s[1]["count"] != 1 {
						t.Errorf("%s: Alltoallv %v", who, s)
					}
				}
			}
			for name, w := range want {
				if got[name].calls != w.calls && name != "Init" {
					t.Errorf("%s: %d records of %s, want %d", who, got[name].calls, name, w.calls)
				}
			}
			if sends != 1 || ring != 1 || waitall != 1 || opened != 1 || tb.state.Dropped != 0 {
				t.Errorf("%s: %d sends, %d receives, %d Waitall, %d files, %d dropped", who, sends, ring, waitall, opened, tb.state.Dropped)
			}
		}
	})
}

// When the buffer is full, records are left out and counted, and those that are there are whole.
func TestEventBufferFull(t *testing.T) {
	each(t, func(t *testing.T, m mpi) {
		lines, tables := m.preloaded(t, 2, "events=500", m.c(t, "every"))
		for r, tb := range tables {
			events := decode(t, tb.state.Events)
			total := uint64(0)
			for name, c := range expected(t, lines[r]) {
				if name != "Finalize" && name != "Finalized" && name != "Initialized" {
					total += c.calls
				}
			}
			recorded := uint64(len(events)) + tb.state.Dropped
			if len(events) == 0 || tb.state.Dropped == 0 || recorded < total-1 || recorded > total+1 {
				t.Errorf("rank %d: %d records and %d dropped of %d calls", r, len(events), tb.state.Dropped, total)
			}
			compare(t, "counted", tb.functions(false), expected(t, lines[r]))
		}
	})
}

// A rank that asks for a message in a loop has one record of it, and what takes a message says which.
func TestPollsAreOneRecord(t *testing.T) {
	each(t, func(t *testing.T, m mpi) {
		// A call of a loaded machine that is put aside ends a record, and begins another.
		lines, tables := m.preloaded(t, 2, "events=2000000,1000000000", m.c(t, "polls"))
		var want uint64
		for attempt := range 8 { // where others use the processors a rank may ask but a few times
			if attempt > 0 {
				lines, tables = m.preloaded(t, 2, "events=2000000,1000000000", m.c(t, "polls"))
			}
			for _, line := range lines[0] {
				_, _ = fmt.Sscanf(line, "asked %d", &want)
			}
			if want >= 100 {
				break
			}
		}
		var asked uint64
		var took []event
		records := make(map[string]int)
		for _, e := range decode(t, tables[0].state.Events) {
			asked += e.more
			switch e.name {
			case "Iprobe", "Improbe", "Test", "Testall":
				records[e.name]++
			case "Mrecv", "Imrecv":
				took = append(took, e)
			}
		}
		// Of an Iprobe it is not known whether it has found something: that is the last of its calls.
		for name, most := range map[string]int{"Iprobe": 1, "Improbe": 4, "Test": 2, "Testall": 2} {
			if n := records[name]; n == 0 || n > most {
				t.Errorf("%d records of %s, want 1 to %d", n, name, most)
			}
		}
		if asked+8 < want || asked > want || want == 0 {
			t.Errorf("asked %d times, and %d are in records beside their first", want, asked)
		}
		if len(took) != 2 {
			t.Fatalf("%d messages taken, want 2", len(took))
		}
		for i, e := range took {
			if n := e.numbers; n["fromRank"] != 1 || n["fromTag"] != int64(i+1) || n["cid"] != 0 {
				t.Errorf("%s: %v", e.name, n)
			}
		}
	})
}
