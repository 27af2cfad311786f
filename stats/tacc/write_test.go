package tacc

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var (
	drawWord = rapid.StringMatching(`[A-Za-z_.0-9/:@#%!$-]{1,12}`)
	drawName = rapid.StringMatching(`[A-Za-z][A-Za-z_0-9]{0,8}`)
	drawTime = rapid.Int64Range(0, 4e15) // microseconds
)

func drawType(t *rapid.T, name string) Type {
	typ := Type{Name: name}
	for _, k := range rapid.SliceOfNDistinct(drawName, 1, 5, rapid.ID).Draw(t, "keys") {
		key := Key{Name: k, Slow: rapid.IntRange(0, 9).Draw(t, "slow") == 0}
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			key.Control = true
		case 1, 2:
			key.Event = true
			key.Width = uint8(rapid.SampledFrom([]int{0, 0, 1, 32, 44, 48, 64}).Draw(t, "width"))
			key.Unit = rapid.SampledFrom([]string{"", "512B", "4B", "KB", "cs", "ms", "mJ", "flt"}).Draw(t, "unit")
		}
		typ.Keys = append(typ.Keys, key)
	}
	return typ
}

// drawData returns what a file of ours can hold.
func drawData(t *rapid.T) *Data {
	d := &Data{}
	d.Headers = []Header{{Program: rapid.SampledFrom([]string{"tacc_stats", "hpcperfstats"}).Draw(t, "program"), Version: drawWord.Draw(t, "version"),
		Hostname: drawWord.Draw(t, "hostname"), Uname: "Linux x86_64 6.1 #1 SMP", Uptime: rapid.Int64Range(-1, 1e6).Draw(t, "uptime")}}
	names := rapid.SliceOfNDistinct(rapid.OneOf(drawName, rapid.SampledFrom([]string{"cpu", "ib", "block", "host_ib"})), 1, 4, rapid.ID).Draw(t, "types")
	for _, n := range slices.Sorted(slices.Values(names)) {
		d.table(drawType(t, n))
	}
	value := rapid.OneOf(rapid.Uint64(), rapid.Uint64Range(0, 100), rapid.SampledFrom([]uint64{0, 1<<32 - 1, 1<<48 - 1, 1<<64 - 1}))
	times := rapid.SliceOfNDistinct(drawTime, 0, 8, rapid.ID).Draw(t, "times")
	for _, micro := range times {
		r := Record{Time: micro * 1000, Job: rapid.OneOf(rapid.SampledFrom([]string{"-", "0", "7", "7,8"}), drawWord).Draw(t, "job"), Host: d.Headers[0].Hostname}
		for range rapid.IntRange(0, 2).Draw(t, "marks") {
			r.Marks = append(r.Marks, parseMark(rapid.OneOf(rapid.SampledFrom([]string{"begin 7", "end 7", "begin -", "rotate -", ""}), rapid.StringMatching(`[ -~]{0,20}`)).Draw(t, "mark")))
		}
		d.Records = append(d.Records, r)
		for _, table := range d.Tables {
			for _, dev := range rapid.SliceOfNDistinct(rapid.OneOf(rapid.SampledFrom([]string{"0", "1", "-"}), drawWord), 0, 3, rapid.ID).Draw(t, "devices") {
				fast := table.slow > 0 && rapid.Bool().Draw(t, "fast")
				values := rapid.SliceOfN(value, len(table.Type.Keys), len(table.Type.Keys)).Draw(t, "values")
				for k := range values {
					if fast && table.Type.Keys[k].Slow {
						values[k] = 0
					}
				}
				p := parser{data: d}
				to := table.room()
				*to = append(*to, values...)
				p.keep(table, []byte(dev), fast)
			}
		}
	}
	return d
}

// content returns all that a Data holds but for the places in files.
func content(d *Data) string {
	var b strings.Builder
	for _, h := range d.Headers {
		h.Line, h.Name = 0, ""
		fmt.Fprintf(&b, "%+v\n", h)
	}
	for i := range d.Records {
		r := d.Records[i]
		fmt.Fprintf(&b, "%d %q %q %q\n", r.Time, r.Job, r.Host, r.Marks)
	}
	for _, t := range d.Tables {
		fmt.Fprintf(&b, "%s\n", t.Type.String())
		for i := range t.Rows() {
			rec, dev, values, fast := t.Row(i)
			fmt.Fprintf(&b, "%d %q %v %d\n", rec, dev, fast, values)
		}
	}
	return b.String()
}

// What we write is read back as it was, and is as the monitor writes it.
func TestWriteRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawData(t)
		var b bytes.Buffer
		if err := Write(&b, d); err != nil {
			t.Fatal(err)
		}
		back, err := Read(bytes.NewReader(b.Bytes()))
		if err != nil || back.FaultTotal() > 0 || back.Recovered > 0 {
			t.Fatalf("%v %v in\n%s", err, back.Faults, b.String())
		}
		if diff := gocmp.Diff(content(d), content(back)); diff != "" {
			t.Fatalf("(-written +read)\n%s\n%s", diff, b.String())
		}
	})
}

// Real files of the last generation obey the checker; those of others do not, for known reasons.
func TestCheckRealFiles(t *testing.T) {
	findings, err := Check(bytes.NewReader(sharedFile(t, stampede2026)))
	if err != nil || len(findings) > 0 {
		t.Errorf("%v %v", findings[:min(5, len(findings))], err)
	}
	if findings, err := Check(bytes.NewReader(sharedFile(t, "synthetic/idle_then_job.raw"))); err != nil || len(findings) > 0 {
		t.Errorf("%v %v", findings, err)
	}
	findings, _ = Check(bytes.NewReader(sharedFile(t, devnode2014)))
	if len(findings) == 0 || !strings.Contains(findings[0].Text, "order") {
		t.Errorf("types without order: %v", findings)
	}
	// Written anew they do, and say the same.
	for _, name := range []string{stampede2013, compute2014, devnode2014, stampede2026} {
		d := readShared(t, name)
		var b bytes.Buffer
		if err := Write(&b, d); err != nil {
			t.Fatal(err)
		}
		checked(t, b.Bytes())
		back, err := Read(&b)
		if err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(d.Tables, func(a, b *Table) int { return strings.Compare(a.Type.Name, b.Type.Name) })
		if content(d) != content(back) {
			t.Errorf("%s is not the same after it was written", name)
		}
	}
}

func TestCheckFinds(t *testing.T) {
	const head = "$tacc_stats 2.3.5\n$hostname h\n$uname a b c d\n$uptime 5\n!a x,E,U=B,W=32 y\n!b z,R=S u\n"
	const record = "\n1.000000 7 h\n%begin 7\na 0 1 2\nb - @full 1 2\n"
	if findings, err := Check(strings.NewReader(head + record)); err != nil || len(findings) > 0 {
		t.Fatal(findings, err)
	}
	for text, want := range map[string]string{
		"$other 1\n" + head[18:] + record:                                           "expected $tacc_stats",
		"$tacc_stats 2\n$uname a b c d\n$hostname h\n$uptime 1\n!a x\n":             "expected $hostname",
		"$tacc_stats 2\n$hostname h\n$uname a b c\n$uptime 1\n!a x\n":               "expected system",
		"$tacc_stats 2\n$hostname h\n$uname a b c d\n$uptime 1.5\n!a x\n":           "whole seconds",
		"$tacc_stats 2\n$hostname h\n":                                              "ends in its header",
		strings.Replace(head, "U=B,W=32", "W=32,U=B", 1) + record:                   "then U, W and R",
		strings.Replace(head, "!a x,E,U=B,W=32 y\n!b z,R=S u\n", "!b z\n!a x\n", 1): "their order",
		head + "!c x,W=65\n":                                 "width",
		head + record[1:]:                                    "empty line",
		head + "\n1.0 7 h\n":                                 "six decimals",
		head + "\n1.000000 7\n":                              "TIME JOB HOST",
		head + record + "\n0.500000 7 h\n":                   "before",
		head + "\n1.000000 7 h\n%begin 8\n":                  "in a record of job",
		head + "\n1.000000 7 h\n% begin 7\n":                 "a blank before",
		head + record + "%note\n":                            "between the record line",
		head + record + "a 1 1 2\n":                          "after \"b\"",
		head + record + "b 1 1 2\n":                          "@fast or @full",
		head + record + "b 1 @fast 1 2\n":                    "2 values, expected 1",
		head + record + "b - @full 1 2\n":                    "twice",
		head + record + "c 1 1 2\n":                          "no schema line",
		head + record + "b 1 @full 01 2\n":                   "unsigned",
		head + record + "b 1 @full 18446744073709551616 2\n": "unsigned",
		head + record + "b  1 @full 1 2\n":                   "one blank",
		head + record + "\n" + record:                        "second empty line",
		head + record + "$hostname h\n":                      "behind the header",
	} {
		findings, err := Check(strings.NewReader(text))
		if err != nil || !strings.Contains(fmt.Sprint(findings), want) {
			t.Errorf("in %q: %v %v, want %q", text, findings, err, want)
		}
	}
}

func TestWriterRefuses(t *testing.T) {
	good := Header{Hostname: "h"}
	typ := Type{Name: "a", Keys: []Key{{Name: "x"}}}
	for name, f := range map[string]func() error{
		"host": func() error { _, err := NewWriter(&bytes.Buffer{}, Header{Hostname: "a b"}, nil); return err },
		"program": func() error {
			_, err := NewWriter(&bytes.Buffer{}, Header{Hostname: "h", Program: "x"}, nil)
			return err
		},
		"twice": func() error { _, err := NewWriter(&bytes.Buffer{}, good, []Type{typ, typ}); return err },
		"name": func() error {
			_, err := NewWriter(&bytes.Buffer{}, good, []Type{{Name: "1", Keys: typ.Keys}})
			return err
		},
		"key": func() error {
			_, err := NewWriter(&bytes.Buffer{}, good, []Type{{Name: "a", Keys: []Key{{Name: "x,E"}}}})
			return err
		},
		"no keys":  func() error { _, err := NewWriter(&bytes.Buffer{}, good, []Type{{Name: "a"}}); return err },
		"job":      func() error { return started(t, good, typ).Start(0, "a b") },
		"time":     func() error { return started(t, good, typ).Start(-1, "7") },
		"values":   func() error { return started(t, good, typ).Row(0, "d", []uint64{1, 2}) },
		"type":     func() error { return started(t, good, typ).Row(1, "d", []uint64{1}) },
		"late":     func() error { w := started(t, good, typ); _ = w.Row(0, "d", []uint64{1}); return w.Mark("m") },
		"no start": func() error { w := started(t, good, typ); _ = w.End(); return w.End() },
	} {
		if err := f(); !errors.Is(err, ErrWrite) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func started(t *testing.T, h Header, typ Type) *Writer {
	w, err := NewWriter(&bytes.Buffer{}, h, []Type{typ})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Start(1, "-"); err != nil {
		t.Fatal(err)
	}
	return w
}
