package tacc

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/internal/golden"
	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/stats/internal/node/nodetest"
)

// machine lays out what a kernel shows.
func machine(t testing.TB) string { return nodetest.New(t, "cluster-node").Root }

func file(t testing.TB, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func collector(t testing.TB, root string, types []string) *Collector {
	t.Helper()
	c, err := NewCollector(CollectorOptions{Root: root, Types: types})
	if err != nil {
		t.Fatal(err)
	}
	c.statfs = func(dir string) (usage, error) {
		if !strings.HasPrefix(dir, root) || strings.HasSuffix(dir, "/run/secret") {
			return usage{}, fs.ErrPermission
		}
		return usage{block: 4096, blocks: 100, free: 60, files: 20, freeFiles: 15}, nil
	}
	return c
}

func collectOnce(t testing.TB, c *Collector, b *bytes.Buffer) {
	t.Helper()
	w, err := NewWriter(b, c.Header(), c.Types())
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Start(1700000000_123456000, "77"); err != nil {
		t.Fatal(err)
	}
	if err := c.Collect(w, nil); err != nil {
		t.Fatal(err)
	}
	if err := w.End(); err != nil {
		t.Fatal(err)
	}
}

// Every type, out of files of which each has something that is hard.
func TestCollectors(t *testing.T) {
	var b bytes.Buffer
	c := collector(t, machine(t), nil)
	collectOnce(t, c, &b)
	checked(t, b.Bytes())
	if want := len(KnownTypes()) - len(pmus()); len(c.Types()) != want {
		t.Errorf("%d types of %d", len(c.Types()), want)
	}
	golden.Check(t, "machine.raw", b.Bytes())
	d, err := Read(&b)
	if err != nil || d.FaultTotal() > 0 || d.Recovered > 0 {
		t.Fatal(err, d.Faults)
	}
	for _, table := range d.Tables {
		if table.Rows() == 0 {
			t.Errorf("no row of %s", table.Type.Name)
		}
	}
}

// Once a collector has seen all devices, a sample allocates nothing; but to ask a file system needs its name.
func TestCollectorAllocatesNothing(t *testing.T) {
	root := machine(t)
	for _, name := range KnownTypes() {
		if name == "tmpfs" || slices.ContainsFunc(pmus(), func(m pmu) bool { return m.typ.Name == name }) {
			continue
		}
		c := collector(t, root, []string{name})
		w, err := NewWriter(new(bytes.Buffer), c.Header(), c.Types())
		if err != nil {
			t.Fatal(err)
		}
		sample := func() {
			if err := w.Start(1, "-"); err != nil {
				t.Error(err)
			}
			if err := c.Collect(w, nil); err != nil {
				t.Error(err)
			}
		}
		sample()
		if n := testing.AllocsPerRun(20, sample); n >= 1 && !race.Enabled {
			t.Errorf("%s: %v allocations a sample", name, n)
		}
	}
}

func TestCollectThisMachine(t *testing.T) {
	if _, err := os.Stat("/proc/stat"); err != nil {
		t.Skip("no /proc here")
	}
	c, err := NewCollector(CollectorOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	collectOnce(t, c, &b)
	checked(t, b.Bytes())
}

// The keys are those of the monitor, in its order, with its options.
func TestSchemasAreTheMonitors(t *testing.T) {
	var all map[string]map[string]struct{ Keys [][]string }
	if err := json.Unmarshal(sharedFile(t, "schemas.json"), &all); err != nil {
		t.Fatal(err)
	}
	for generation, types := range all {
		if !strings.HasPrefix(generation, "2.3.5") {
			continue
		}
		for _, s := range sources() {
			if s.typ.Name == "powercap" {
				continue // ours
			}
			if s.typ.Name == "intel_4pmc3" || s.typ.Name == "intel_knl" {
				continue // the list has the largest of the sets that their source chooses from
			}
			want := "!" + s.typ.Name
			for _, k := range types[s.typ.Name].Keys {
				want += " " + k[0]
				if len(k) > 1 && k[1] != "" {
					want += "," + k[1]
				}
			}
			typ, err := ParseType(want)
			if err != nil || typ.String() != s.typ.String() {
				t.Errorf("%s: %v\n%s\n%s", s.typ.Name, err, typ.String(), s.typ.String())
			}
		}
	}
}

func TestCollectorRefuses(t *testing.T) {
	if _, err := NewCollector(CollectorOptions{Types: []string{"nothing"}}); err == nil || !strings.Contains(err.Error(), "sysv_shm") {
		t.Errorf("an unknown type: %v", err)
	}
	if _, err := NewCollector(CollectorOptions{Root: t.TempDir(), Types: []string{"cpu"}}); err == nil {
		t.Error("a type that is not there")
	}
}

func TestUnrolled(t *testing.T) {
	total := uint64(0)
	for _, c := range []struct{ now, want uint64 }{{50, 50}, {90, 90}, {10, 110}, {10, 110}, {5, 205}, {100, 300}, {1, 301}} {
		if total = unrolled(total, c.now, 100); total != c.want {
			t.Errorf("at %d it is %d, want %d", c.now, total, c.want)
		}
	}
	if got := unrolled(7, 5, 0); got != 7 {
		t.Errorf("of no size %d", got)
	}
}

// A directory through its life: jobs, energy over a rollover and a new process, an older schema, rotation, a
// node that was started anew, the archive.
func TestNodeFiles(t *testing.T) {
	root, dir := machine(t), t.TempDir()
	now := time.Unix(1700000000, 0)
	open := func() *Node {
		t.Helper()
		n, err := OpenNode(dir, NodeOptions{CollectorOptions: CollectorOptions{Root: root, Types: []string{"cpu", "powercap", "vfs"}}, Clock: func() time.Time { now = now.Add(time.Second); return now }})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	energy := filepath.Join(root, "sys/class/powercap/intel-rapl:0/energy_uj")
	n := open()
	must(n.Begin("77"))
	must(n.Close())
	file(t, energy, "100\n") // it started again
	n = open()
	if !slices.Equal(n.Jobs(), []string{"77"}) {
		t.Errorf("jobs %v", n.Jobs())
	}
	must(n.Begin("78"))
	must(n.Sample([]string{"here"}, []string{"cpu"}))
	if err := n.Sample(nil, []string{"mem"}); err == nil {
		t.Error("a type that is not collected")
	}
	file(t, filepath.Join(root, "proc/uptime"), "1003.00 1.00\n")
	must(n.Rotate())
	must(n.End("77"))
	must(n.Close())
	host := filepath.Join(dir, n.Host())
	// The next start of the node.
	file(t, filepath.Join(root, "proc/uptime"), "5.00 1.00\n")
	now = now.Add(time.Hour)
	n = open()
	if len(n.Jobs()) != 0 {
		t.Errorf("jobs %v after a new start", n.Jobs())
	}
	must(n.Sample(nil, nil))
	must(n.Close())
	names, _ := filepath.Glob(filepath.Join(host, "1*"))
	if len(names) != 3 {
		t.Fatalf("files %v", names)
	}
	d := new(Data)
	for _, name := range names {
		text, err := os.ReadFile(name)
		must(err)
		checked(t, text)
		must(d.Add(name, bytes.NewReader(text)))
	}
	if d.Headers[1].Uptime != 1003 {
		t.Errorf("the second file says the node has run for %d s", d.Headers[1].Uptime)
	}
	r := Correct(d)
	s := r.find(t, "powercap", "intel-rapl:0/package-0", "energy")
	if !slices.Equal(s.Raw, []uint64{262143328000, 262143328950, 262143328950, 262143328950, 262143328950, 100}) || s.Delta[1] != 950 || s.Flags[5]&Rebooted == 0 {
		t.Errorf("energy %v %v %v", s.Raw, s.Delta, s.Flags)
	}
	if got := d.Records[len(d.Records)-3]; got.Job != "77,78" || len(got.Marks) != 0 {
		t.Errorf("the new file starts with %+v", got)
	}
	moved, err := Archive(host, filepath.Join(dir, "archive"), n.Host(), time.Unix(1700000000+25*3600, 0))
	must(err)
	if len(moved) != 2 || !strings.HasSuffix(moved[0], ".gz") {
		t.Fatalf("moved %v", moved)
	}
	packed, err := os.ReadFile(moved[0])
	must(err)
	back, err := Read(bytes.NewReader(packed))
	if err != nil || len(back.Records) == 0 {
		t.Errorf("%v", err)
	}
}

// What must not be appended to is left as it is; where it may, the schema of the file holds.
func TestAppend(t *testing.T) {
	root := machine(t)
	host := collector(t, root, []string{}).Header().Hostname
	for _, c := range []struct{ text, wrong string }{
		{"$hpcperfstats 2.3.5\n$hostname n1\n$uname a b c d\n$uptime 1\n!vfs file_use\n", "is of \"hpcperfstats\""},
		{"$tacc_stats 2.3.10\n$hostname n1\n$uname a b c d\n$uptime 1\n!vfs file_use\n", "newer"},
		{"$tacc_stats 2.3.5\n$hostname n1\n$uname a b c d\n$uptime 1\n!other x\n", "not collected here"},
		{"hello\n", "not a raw stats file"},
		{"$tacc_stats 2.3.1\n$hostname n1\n$uname a b c d\n$uptime 1\n!vfs file_use old\n\n1700000000.000000 - " + host + "\nvfs - 1 2\n\n17000000", ""},
	} {
		dir := t.TempDir()
		name := filepath.Join(dir, host, currentName)
		file(t, name, c.text)
		n, err := OpenNode(dir, NodeOptions{CollectorOptions: CollectorOptions{Root: root, Types: []string{"cpu", "vfs"}}, Clock: func() time.Time { return time.Unix(1700000060, 0) }})
		if c.wrong != "" {
			after, _ := os.ReadFile(name)
			if err == nil || !strings.Contains(err.Error(), c.wrong) || string(after) != c.text {
				t.Errorf("%q: %v", c.text, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := n.Sample(nil, nil); err != nil {
			t.Fatal(err)
		}
		text, _ := os.ReadFile(name)
		d, err := Read(bytes.NewReader(text))
		if err != nil || d.FaultTotal() != 1 || len(d.Tables) != 1 || !slices.Equal(d.Tables[0].values[0], []uint64{1, 2, 507, 0}) {
			t.Errorf("%v %v in\n%s", err, d.Faults, text)
		}
	}
	for _, v := range []struct {
		a, b string
		want int
	}{{"2.3.5", "2.3.10", -1}, {"2.3.5", "2.3.5", 0}, {"2.3.5", "2.3", 1}, {"1.0.5", "2", -1}, {"2.3a", "2.3b", -1}} {
		if got := compareVersions(v.a, v.b); got < 0 != (v.want < 0) || got > 0 != (v.want > 0) {
			t.Errorf("%s and %s: %d", v.a, v.b, got)
		}
	}
}

func BenchmarkCollect(b *testing.B) {
	if _, err := os.Stat("/proc/stat"); err != nil {
		b.Skip("no /proc here")
	}
	c, err := NewCollector(CollectorOptions{})
	if err != nil {
		b.Fatal(err)
	}
	w, err := NewWriter(&bytes.Buffer{}, c.Header(), c.Types())
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := w.Start(1, "-"); err != nil {
			b.Fatal(err)
		}
		if err := c.Collect(w, nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(w.buf)), "B/record")
}

// The 64-bit counters of InfiniBand stand in a directory of their own, or, of later kernels, beside the others.
func TestExtendedCounters(t *testing.T) {
	root := machine(t)
	port := func(device, number string) string {
		dir := filepath.Join(root, "sys/class/infiniband", device, "ports", number)
		file(t, dir+"/state", "4: ACTIVE\n")
		return dir
	}
	for i, e := range extended {
		file(t, filepath.Join(port("old", "1"), "counters_ext", e.old), strconv.FormatInt(5_000_000_000+int64(i), 10)+"\n")
		file(t, filepath.Join(port("new", "2"), "counters", e.now), strconv.FormatInt(7_000_000_000+int64(i), 10)+"\n")
	}
	file(t, port("narrow", "1")+"/counters/port_xmit_data", "4294967295\n")
	c := collector(t, root, []string{"ib_ext"})
	var b bytes.Buffer
	collectOnce(t, c, &b)
	rows := b.String()[strings.Index(b.String(), "ib_ext new"):]
	const want = "ib_ext new/2 2 65535 7000000000 7000000001 7000000002 7000000003 7000000004 7000000005 7000000006 7000000007\n" +
		"ib_ext old/1 1 65535 5000000000 5000000001 5000000002 5000000003 5000000004 5000000005 5000000006 5000000007\n"
	if rows != want {
		t.Errorf("got %s", b.String())
	}
}
