package tacc

import (
	"bytes"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/internal/corpus"
	"github.com/go-hpc/timers/internal/packed"
)

func FuzzRead(f *testing.F) {
	add := func(b []byte) { f.Add(b) }
	if text, err := os.ReadFile("testdata/sample.raw"); err == nil {
		f.Add(text)
	}
	for _, s := range []string{
		"$hpcperfstats 3.0.0\n$build x\n!host_mem a,U=KB b,U=kB,R=S\n\n1.5 7 h\n%begin 7\nhost_mem 0 @full 1 2\nhost_mem 1 @fast 1\n\n2 -\nhost_mem 0 @fast 7\n",
		"$tacc_stats 1.0.5\n!proc Uid Threads\n\n1 0\n% begin 7\nproc a b/1/2/3 1 2\nproc 1 2 3 4\nproc x 99999999999999999999 1\n%two\nlines\n",
		"\x1f\x8b\x08", "\x28\xb5\x2f\xfd", "!a b\n\n1 2\na 0 18446744073709551615",
	} {
		corpus.Add(add, []byte(s))
	}
	corpus.AddReal(f, add, "../../../shared/data/tacc", "synthetic/*", "*/*")
	f.Fuzz(func(t *testing.T, text []byte) {
		if packed.KindOf(text) != packed.Plain || len(text) > tarMagicAt && isTar(text[:tarMagicAt+5]) {
			text = append([]byte("$tacc_stats 1\n"), text...) // unpacking is others' work, and a bomb is slow
		}
		d, err := Read(bytes.NewReader(text))
		if d == nil {
			t.Fatal("no data")
		}
		for _, table := range d.Tables {
			if values := len(slices.Concat(table.values...)); values != table.Rows()*len(table.Type.Keys) || len(table.device) != table.Rows() || table.fast != nil && len(table.fast) != table.Rows() {
				t.Fatalf("the table of %s has %d values in %d rows", table.Type.Name, values, table.Rows())
			}
		}
		r := Correct(d)
		jobs := r.Jobs()
		var out bytes.Buffer
		for _, err := range []error{WriteText(&out, jobs, ShowOptions{Devices: true, Zeros: true}), WriteCSV(&out, jobs, ShowOptions{}), WriteJSON(&out, jobs, ShowOptions{})} {
			if err != nil {
				t.Fatal(err)
			}
		}
		out.Reset()
		if err := WriteOpenMetrics(&out, r); err != nil {
			t.Fatal(err)
		}
		if err == nil {
			r.Regions([]Interval{{"a", 0, 2e9, ""}, {"b", 1e9, 1 << 62, "h"}})
		}
		readInPieces(t, d, text)
		out.Reset()
		if err := Write(&out, d); err != nil {
			return // not everything that can be read can be written
		}
		if _, err := Read(&out); err != nil {
			t.Fatalf("what was written is not read: %v", err)
		}
	})
}

// readInPieces sees to it that the ends of blocks make no difference.
func readInPieces(t *testing.T, want *Data, text []byte) {
	d := new(Data)
	err := d.Add("", &pieces{text, 7})
	if content(d) != content(want) || d.FaultCount != want.FaultCount {
		t.Fatalf("in pieces it is different: %v\n%s\n%s", err, content(want), content(d))
	}
}

// pieces is a reader that gives few bytes at once.
type pieces struct {
	text []byte
	n    int
}

func (p *pieces) Read(b []byte) (int, error) {
	n := min(len(b), p.n, len(p.text))
	copy(b, p.text[:n])
	p.text = p.text[n:]
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

func FuzzParseType(f *testing.F) {
	f.Add("!block rd_ios,E rd_sectors,E,U=512B in_flight")
	f.Add("!ib port_xmit_wait,E,,W=32,U=ms port_select,c")
	f.Add("!host_mem dirty,U=KB,R=S x,W=0")
	f.Fuzz(func(t *testing.T, line string) {
		typ, err := ParseType(line)
		if err != nil {
			return
		}
		back, err := ParseType(typ.String())
		if err != nil || back.Name != typ.Name || !slices.Equal(back.Keys, typ.Keys) {
			t.Fatalf("%q is %v, then %v: %v", line, typ, back, err)
		}
		for _, k := range typ.Keys {
			u := ParseUnit(k.Unit)
			if u.Num == 0 || u.Den == 0 || u.Decimal(1<<64-1) == "" {
				t.Fatalf("%+v", u)
			}
		}
	})
}

func FuzzCheck(f *testing.F) {
	f.Add("$tacc_stats 2.3.5\n$hostname h\n$uname a b c d\n$uptime 5\n!a x,E y\n\n1.000000 7 h\n%begin 7\na 0 1 2\n")
	f.Fuzz(func(t *testing.T, text string) {
		findings, err := Check(strings.NewReader(text))
		if err != nil || len(findings) > 0 || packed.KindOf([]byte(text)) != packed.Plain {
			return
		}
		d, err := Read(strings.NewReader(text)) // what has no faults is read without any
		if err != nil || d.FaultTotal() > 0 || d.Recovered > 0 {
			t.Fatalf("%v %v", err, d.Faults)
		}
	})
}

func FuzzReadIntervals(f *testing.F) {
	f.Add("region,start,end,host\nhalo,1,2,n1\n")
	f.Add(`[{"region":"halo","start":1,"end":2}]`)
	f.Add("{\"region\":\"a\",\"start\":1,\"end\":2}\n{\"region\":\"b\",\"start\":1,\"end\":2}")
	f.Fuzz(func(t *testing.T, text string) {
		intervals, _ := ReadIntervals(strings.NewReader(text))
		for _, s := range intervals {
			if s.End < s.Start {
				t.Fatalf("%+v", s)
			}
		}
	})
}
