package tacc

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

const small = "$tacc_stats 2.3.5\n$hostname h\n!a x,E y\n!b z\n\n1.5 7 h\n%begin 7\na 0 1 2\nb - 3\n"

func gzipped(t *testing.T, text string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write([]byte(text))
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zstded(t *testing.T, text []byte) []byte {
	var b bytes.Buffer
	z, err := zstd.NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	_, err = z.Write(text)
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func tarred(t *testing.T, members ...[]byte) []byte {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for i, m := range members {
		if err := w.WriteHeader(&tar.Header{Name: "h/" + string(rune('0'+i)), Mode: 0o644, Size: int64(len(m)), Typeflag: tar.TypeReg}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(m); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestPacked(t *testing.T) {
	plain, err := Read(strings.NewReader(small))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{
		"gzip": gzipped(t, small), "zstd": zstded(t, []byte(small)), "tar": tarred(t, []byte(small)),
		"tar.zst of gzip": zstded(t, tarred(t, gzipped(t, small))),
	} {
		d, err := Read(bytes.NewReader(text))
		if err != nil || content(d) != content(plain) {
			t.Errorf("%s: %v", name, err)
		}
	}
	d, err := Read(bytes.NewReader(tarred(t, []byte(small), []byte("nothing of ours\n"), []byte(small))))
	if !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), "h/1") || len(d.Records) != 2 {
		t.Errorf("%d records, %v: want those of the good members and the bad one's name", len(d.Records), err)
	}
	cut := gzipped(t, small+strings.Repeat("\n2.5 7 h\na 0 1 2\n", 5000))
	if d, err := Read(bytes.NewReader(cut[:len(cut)-20])); !errors.Is(err, io.ErrUnexpectedEOF) || len(d.Records) < 100 {
		t.Errorf("of a file that is cut %d records were read: %v", len(d.Records), err)
	}
	var nested = []byte(small)
	for range 6 {
		nested = gzipped(t, string(nested))
	}
	if _, err := Read(bytes.NewReader(nested)); !errors.Is(err, ErrFormat) {
		t.Errorf("packed six times: %v", err)
	}
}

// Each kind of wrong line is named and left out; those around it are read.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name, lines string
		kind        FaultKind
		line, rows  int
	}{
		{"too few", "a 0 1\n", BadCount, 10, 2},
		{"too many", "a 0 1 2 3\n", BadCount, 10, 2},
		{"no values", "a 0\n", BadCount, 10, 2},
		{"no device", "a\n", UnknownType, 10, 2},
		{"letter", "a 1 1 x\n", BadNumber, 10, 2},
		{"negative", "a 1 1 -2\n", BadNumber, 10, 2},
		{"above 64 bits", "a 1 1 18446744073709551616\n", BadNumber, 10, 2},
		{"fraction", "a 1 1 2.5\n", BadNumber, 10, 2},
		{"unknown type", "c 1 1\n", UnknownType, 10, 2},
		{"blank before", " a 1 1 2\n", UnknownType, 10, 2},
		{"time", "\n1.5x 7 h\na 0 1 2\n%mark\n", BadRecord, 11, 2},
		{"fields", "\n1.5 7 h more\na 0 1 2\n", BadRecord, 11, 2},
		{"width", "!c x,W=65\n", BadSchema, 10, 2},
		{"twice the key", "!c x x\n", BadSchema, 10, 2},
		{"uptime", "$uptime x\n", BadHeader, 10, 2},
		{"device that may be a value", "a 0 7 1 2\n", BadCount, 10, 2},
		{"long", "a " + strings.Repeat("x", longestLine+1) + " 1 2\n", LongLine, 10, 2},
	} {
		d, err := Read(strings.NewReader(small + c.lines + "\n2.5 7 h\n"))
		if err != nil || d.FaultCount[c.kind] == 0 || d.Faults[0].Line != c.line || d.Faults[0].Kind != c.kind || d.Faults[0].Text == "" {
			t.Errorf("%s: %v %v", c.name, err, d.Faults)
			continue
		}
		n := 0
		for _, table := range d.Tables {
			n += table.Rows()
		}
		if last := d.Records[len(d.Records)-1].Time; n != c.rows || last != 2.5e9 {
			t.Errorf("%s: %d rows, the last record at %d", c.name, n, last)
		}
	}
}

func TestReadCases(t *testing.T) {
	d, err := Read(strings.NewReader(small + "a tmux: server/1/0-1/0 18446744073709551615 4\nb x y 9\n"))
	if err != nil || d.Recovered != 2 || d.FaultTotal() != 0 || d.Tables[0].Devices[1] != "tmux: server/1/0-1/0" || d.Tables[0].values[0][2] != 1<<64-1 {
		t.Errorf("blanks in names: %v %v %q", err, d.Faults, d.Tables[0].Devices)
	}
	d, err = Read(strings.NewReader("$tacc_stats 1.0.5\r\n$hostname h\r\n!a x\r\n\r\n15 0\r\n% begin 7\r\n%first\r\nsecond line\r\nthird 3\r\na 0 1\r\n@x\n#y\n"))
	if err != nil || len(d.Records) != 1 || d.Records[0].Host != "h" || d.FaultCount[TornMark] != 2 || d.FaultTotal() != 2 || d.Tables[0].Rows() != 1 {
		t.Fatalf("%v %v", err, d.Faults)
	}
	if m := d.Records[0].Marks; len(m) != 2 || m[0].Kind != Begin || m[0].Job != "7" || m[1].Text != "first\nsecond line\nthird 3" {
		t.Errorf("%q", m)
	}
	d, err = Read(strings.NewReader(small + "$tacc_stats 2.3.5\n$hostname h\n!a x,E y w\n\n2.5 7 h\na 0 1 2 3\nb - 4\n"))
	if err != nil || len(d.Headers) != 2 || len(d.Tables) != 3 || d.Records[1].Header != 1 || d.FaultTotal() != 0 {
		t.Errorf("a second header: %v %v", err, d.Faults)
	}
	for _, bad := range []string{"", "hello\n", "12 34\n", "{\"a\": 1}\n", "\x00\x01"} {
		if _, err := Read(strings.NewReader(bad)); !errors.Is(err, ErrFormat) {
			t.Errorf("%q: %v", bad, err)
		}
	}
	failing := io.MultiReader(strings.NewReader(small), failed{errTest})
	if d, err := Read(failing); !errors.Is(err, errTest) || len(d.Records) != 1 {
		t.Errorf("a reader that fails: %v", err)
	}
}

var errTest = errors.New("broken")

// 3.0: fast rows leave slow keys out, which have samples of their own then.
func TestTiers(t *testing.T) {
	r := Correct(readShared(t, "synthetic/tiered_2026.raw"))
	if s := r.find(t, "host_net", "eth0", "collisions"); len(s.Raw) != 2 || s.Delta[1] != 3 {
		t.Errorf("%+v", s)
	}
	if s := r.find(t, "host_net", "eth0", "tx_bytes"); len(s.Raw) != 3 || s.Delta[1] != 40 || s.Delta[2] != 30 {
		t.Errorf("%+v", s)
	}
	if s := r.find(t, "host_mem", "0", "dirty"); len(s.Raw) != 2 || s.Raw[1] != 9 {
		t.Errorf("%+v", s)
	}
}

// Jobs 77 and 78 between idle times; 78 has no end.
func TestIdleThenJob(t *testing.T) {
	jobs := Correct(readShared(t, "synthetic/idle_then_job.raw")).Jobs()
	if len(jobs) != 3 || jobs[0].ID != "77" || jobs[1].ID != "78" || jobs[2].ID != "-" {
		t.Fatalf("%+v", jobs)
	}
	for i, want := range []uint64{2000, 1000, 0} { // counts of user
		if got := jobs[i].Totals[0]; got.Delta != want || got.Key.Name != "user" {
			t.Errorf("job %s: %+v, want %d", jobs[i].ID, got, want)
		}
	}
	if r := jobs[1].Runs[0]; !r.Begin || r.End || r.Records != 2 || len(jobs[2].Runs) != 2 {
		t.Errorf("%+v", jobs)
	}
}

// The jobs of the real node: one that had begun before the file, two whole ones, one that outlasts it.
func TestRealJobs(t *testing.T) {
	jobs := Correct(readShared(t, stampede2013)).Jobs()
	want := []struct {
		id         string
		records    int
		begin, end bool
	}{{"1830387", 101, false, true}, {"1835740", 15, true, true}, {"1835927", 7, true, true}, {"1836095", 27, true, false}}
	if len(jobs) != len(want) {
		t.Fatalf("%d jobs", len(jobs))
	}
	for i, w := range want {
		if r := jobs[i].Runs[0]; jobs[i].ID != w.id || len(jobs[i].Runs) != 1 || r.Records != w.records || r.Begin != w.begin || r.End != w.end || r.Shared {
			t.Errorf("%s %+v, want %+v", jobs[i].ID, jobs[i].Runs, w)
		}
	}
}

func TestUnits(t *testing.T) {
	for _, c := range []struct {
		unit string
		n    uint64
		want string
		base string
	}{
		{"512B", 3, "1536", "B"}, {"4B", 1 << 63, "36893488147419103232", "B"}, {"KB", 1<<64 - 1, "18889465931478580853760", "B"},
		{"kB", 2, "2048", "B"}, {"cs", 123, "1.23", "s"}, {"cs", 100, "1", "s"}, {"ms", 1, "0.001", "s"}, {"mJ", 1500, "1.5", "J"},
		{"uJ", 1<<64 - 1, "18446744073709.551615", "J"}, {"", 7, "7", ""}, {"flt", 7, "7", "flt"}, {"12", 7, "84", ""}, {"0B", 7, "7", "0B"},
		{"64B", 1, "64", "B"}, {"1000cs", 12345678901234567890, "123456789012345678900", "s"},
	} {
		u := ParseUnit(c.unit)
		if got := u.Decimal(c.n); got != c.want || u.Base != c.base {
			t.Errorf("%d of %q is %s %s, want %s %s", c.n, c.unit, got, u.Base, c.want, c.base)
		}
	}
}
