package node_test

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/stats/internal/node"
	"github.com/go-hpc/timers/stats/internal/node/nodetest"
)

// reader is something that is read again and again.
type reader struct {
	name  string
	files []string // that it reads, in the tree
	read  func() error
}

func value(_ int64, err error) error { return err }

// readersOf lists a reader of each kind, over a tree that has all of them.
func readersOf(t testing.TB, tree *node.Tree) []reader {
	table := func(name, file string, table *node.Table, rows ...string) reader {
		t.Cleanup(func() { _ = table.Close() })
		for _, row := range rows {
			table.Want(row)
		}
		return reader{name, []string{file}, func() error {
			list, err := table.Load()
			if err == nil && len(list) == 0 {
				err = errors.New("no rows")
			}
			return err
		}}
	}
	file := func(name, path string, read func(f *node.File) error) reader {
		f := tree.File(tree.Path(path))
		t.Cleanup(func() { _ = f.Close() })
		return reader{name, []string{path}, func() error { return read(f) }}
	}
	return []reader{
		table("stat", "proc/stat", tree.Stat(), "ctxt", "processes"),
		table("memory", "proc/meminfo", tree.Memory(), "MemTotal", "MemAvailable"),
		table("network", "proc/net/dev", tree.Network()),
		table("disks", "proc/diskstats", tree.Disks()),
		file("number", "sys/class/powercap/intel-rapl:0/energy_uj", func(f *node.File) error { return value(f.Number()) }),
		file("decimal", "proc/loadavg", func(f *node.File) error { return value(f.Decimal(2)) }),
		file("field", "proc/loadavg", func(f *node.File) error { return value(f.Field(4)) }),
		file("kilobytes", "proc/self/status", func(f *node.File) error { return value(f.Kilobytes("VmRSS")) }),
		file("contents", "proc/cpuinfo", func(f *node.File) error { _, err := f.Read(); return err }),
	}
}

func serverTree(t testing.TB) (*nodetest.Machine, *node.Tree) {
	m := nodetest.New(t, "two-packages")
	m.Write("proc/cpuinfo", strings.Repeat("processor : 0\nmodel name : X\n\n", 2000)) // larger than a first buffer
	return m, &node.Tree{Root: m.Root}
}

func TestReadersAllocateNothing(t *testing.T) {
	_, tree := serverTree(t)
	for _, r := range readersOf(t, tree) {
		t.Run(r.name, func(t *testing.T) { expectNoAllocations(t, r.read) })
	}
}

func expectNoAllocations(t *testing.T, read func() error) {
	t.Helper()
	for range 2 {
		if err := read(); err != nil {
			t.Fatal(err)
		}
	}
	if race.Enabled {
		return // the race detector allocates
	}
	if n := testing.AllocsPerRun(50, func() { _ = read() }); n != 0 {
		t.Errorf("%v allocations a reading", n)
	}
}

// What is not there, forbidden, gone and nonsense are told apart, and what is back is read again.
func TestFailures(t *testing.T) {
	m, tree := serverTree(t)
	var fault error
	tree.Fault = func(string) error { return fault }
	kinds := []struct {
		err  error
		what string
	}{{fs.ErrNotExist, "absent"}, {fs.ErrPermission, "denied"}, {syscall.ENODEV, "absent vanished"}, {syscall.EIO, ""}}
	for _, r := range readersOf(t, tree) {
		for _, k := range kinds {
			for _, at := range []string{"first", "later"} {
				fault = k.err
				if err := r.read(); err == nil || told(err) != k.what || !strings.Contains(err.Error(), r.files[0]) {
					t.Errorf("%s, %v, %s: %v (%s)", r.name, k.err, at, err, told(err))
				}
				fault = nil
				if err := r.read(); err != nil {
					t.Errorf("%s after %v: %v", r.name, k.err, err)
				}
			}
		}
		if r.name == "number" || r.name == "decimal" || r.name == "field" || r.name == "kilobytes" {
			for _, text := range []string{"", "x", "VmRSS: x kB", "- - - - -", strings.Repeat("99999999999999999999 ", 5)} {
				m.Write(r.files[0], text)
				if err := r.read(); err == nil || told(err) != "garbled" || !strings.Contains(err.Error(), r.files[0]) {
					t.Errorf("%s of %q: %v", r.name, text, err)
				}
			}
			m.Restore(r.files[0])
			if err := r.read(); err != nil {
				t.Errorf("%s as before: %v", r.name, err)
			}
		}
	}
}

func told(err error) string {
	var list []string
	for name, is := range map[string]func(error) bool{"absent": node.Absent, "denied": node.Denied, "vanished": node.Vanished, "garbled": node.Garbled} {
		if is(err) {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// A file whose device has gone and come back is another one: the one that was open tells nothing.
func TestFileOfDeviceThatIsBack(t *testing.T) {
	m := nodetest.New(t, "two-packages")
	pulled := false
	tree := &node.Tree{Root: m.Root, Fault: func(string) error {
		if pulled {
			pulled = false
			return syscall.ENODEV
		}
		return nil
	}}
	const name = "sys/class/powercap/intel-rapl:0/energy_uj"
	f, err := tree.Open(tree.Path(name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m.Remove(name)
	m.Write(name, "7\n")
	if n, err := f.Number(); n != 1000 || err != nil || f.Opened() != 1 {
		t.Errorf("the one that is open: %d, %v", n, err)
	}
	pulled = true
	if n, err := f.Number(); n != 7 || err != nil || f.Opened() != 2 {
		t.Errorf("the new one: %d, %v, opened %d times", n, err, f.Opened())
	}
}

// The kernel gives some files a page at a time, in whole lines, whatever the buffer: rows of later pages count.
func TestNetworkOfManyInterfaces(t *testing.T) {
	m := nodetest.New(t, "")
	var b strings.Builder
	b.WriteString("Inter-|\n face |\n")
	for i := range 300 {
		fmt.Fprintf(&b, " eth%d: %d 1 0 0 0 0 0 0 %d 2 0 0 0 0 0 0\n", i, i, 2*i)
	}
	m.Write("proc/net/dev", b.String())
	table := (&node.Tree{Root: m.Root}).Network()
	defer table.Close()
	rows, err := table.Load()
	if err != nil || len(rows) != 300 || rows[299].Number != 299 || rows[299].Columns[node.SentBytes] != 598 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

// That is so: the memory map stands for the interfaces, which a test cannot make.
func TestTableOfSeveralPages(t *testing.T) {
	const pages = "/proc/self/smaps"
	m := nodetest.New(t, "")
	m.Write("proc/net/x", "")
	if err := os.Symlink(pages, filepath.Join(m.Root, "proc/net/dev")); err != nil {
		t.Skip(err)
	}
	table := (&node.Tree{Root: m.Root}).Network()
	defer table.Close()
	isRange := func(name string) bool { return strings.Contains(name, "-") && !strings.Contains(name, ":") }
	for tries := 0; ; tries++ { // the map may change in between
		text, err := os.ReadFile(pages)
		if err != nil || len(text) < 3*4096 {
			t.Skip(len(text), err)
		}
		rows, err := table.Load()
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for _, r := range rows {
			if isRange(r.Name) {
				got++
			}
		}
		want := -1 // the first two lines are taken for headings
		for line := range strings.Lines(string(text)) {
			if name, _, _ := strings.Cut(line, " "); isRange(name) {
				want++
			}
		}
		if got == want {
			return
		}
		if tries == 100 {
			t.Fatalf("%d mappings, want %d", got, want)
		}
	}
}

func TestTableRows(t *testing.T) {
	m := nodetest.New(t, "two-packages")
	tree := &node.Tree{Root: m.Root}
	stat := tree.Stat()
	defer stat.Close()
	ctxt := stat.Want("ctxt")
	rows, err := stat.Load()
	if err != nil || len(rows) != 9 || rows[0].Name != "cpu" || rows[0].Number != -1 || rows[3].Number != 2 || rows[3].Columns[node.Steal] != 8 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	if !stat.Has(ctxt, 0) || stat.Has(ctxt, 1) || ctxt.Columns[0] != 5 {
		t.Errorf("%+v", ctxt)
	}
	// Rows go, come in another order, are cut, and have what is no number.
	m.Write("proc/stat", "cpu5 1 2 3 4\ncpu2 9 8 x 7\ncpux 1\ncpu5 7 7 7 7\nintr 1\n")
	rows, err = stat.Load()
	if err != nil || len(rows) != 2 || rows[0].Number != 5 || rows[0].Columns[0] != 1 || rows[1].Known != 2 || !rows[1].Garbled || rows[0].Garbled || stat.Has(ctxt, 0) {
		t.Errorf("%+v, %v", rows, err)
	}
	m.Restore("proc/")
	if rows, err = stat.Load(); err != nil || len(rows) != 9 || rows[8] != ctxt || !stat.Has(ctxt, 0) {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	network := tree.Network()
	defer network.Close()
	m.Write("proc/net/dev", "h\nh\n  eth0:18446744073709551615 2\neth0:1: 3 4\n")
	if rows, err = network.Load(); err != nil || len(rows) != 2 || rows[0].Name != "eth0" || rows[0].Columns[0] != math.MaxUint64 || rows[1].Name != "eth0:1" || rows[1].Columns[1] != 4 {
		t.Errorf("%+v, %v", rows, err)
	}
}

// Interfaces of containers come and go under new names for ever.
func TestVisitor(t *testing.T) {
	m := nodetest.New(t, "cluster-node")
	v := (&node.Tree{Root: m.Root}).Visitor()
	var list []string
	visit := func() error {
		var err error
		if list, err = v.Names(list[:0], "/sys/class/infiniband/mlx5_0/ports/1/counters"); err != nil {
			return err
		}
		for _, name := range list {
			if v.Number("/sys/class/infiniband/mlx5_0/ports/1/counters/", name) == 0 {
				return errors.New(name)
			}
		}
		if v.Number("/sys/class/infiniband/", "none") != 0 {
			return errors.New("a number of nothing")
		}
		_, err = v.Read("/proc/mounts")
		return err
	}
	expectNoAllocations(t, visit)
	if !slices.Equal(list, []string{"VL15_dropped", "port_rcv_data"}) {
		t.Errorf("names %q", list)
	}
	if _, err := v.Read("/proc/none"); !node.Absent(err) || !strings.Contains(err.Error(), filepath.Join(m.Root, "proc/none")) {
		t.Error(err)
	}
	if list, err := v.Names(nil, "/proc/mounts"); err == nil || len(list) > 0 {
		t.Errorf("names in a file: %q, %v", list, err)
	}
	if list, err := v.Names(nil, "/sys/none"); !node.Absent(err) || len(list) > 0 {
		t.Errorf("names in nothing: %q, %v", list, err)
	}
	m.Write("proc/mounts", strings.Repeat("tmpfs /x tmpfs rw 0 0\n", 5000)) // larger than the buffer
	if text, err := v.Read("/proc/mounts"); err != nil || len(text) != 22*5000 {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	if text, err := v.Read("/proc/uptime"); err != nil || string(text) != "1000.53 1900.10\n" {
		t.Errorf("%q, %v", text, err)
	}
	for i := range 6000 { // in a directory that does not fit into the buffer
		if i%10 == 0 {
			m.Write(fmt.Sprintf("proc/%d/status", 1000+i), "")
		}
		if name := strconv.Itoa(i); v.Name([]byte(name)) != name {
			t.Fatal(name)
		}
	}
	list, err := v.Names(list[:0], "/proc")
	if want, _ := os.ReadDir(filepath.Join(m.Root, "proc")); err != nil || len(list) != len(want) || len(list) < 600 || !slices.IsSorted(list) {
		t.Errorf("%d names, want %d, %v", len(list), len(want), err)
	}
	denied := (&node.Tree{Root: m.Root, Fault: func(string) error { return fs.ErrPermission }}).Visitor()
	if _, err := denied.Read("/proc/mounts"); !node.Denied(err) {
		t.Error(err)
	}
}

func TestTableForgetsNames(t *testing.T) {
	m := nodetest.New(t, "")
	table := (&node.Tree{Root: m.Root}).Network()
	defer table.Close()
	table.Want("eth0")
	var before runtime.MemStats
	for i := range 1500 {
		if i == 300 {
			runtime.GC()
			runtime.ReadMemStats(&before)
		}
		m.Write("proc/net/dev", fmt.Sprintf("h\nh\n veth%d: 1 2\n", i))
		if rows, err := table.Load(); err != nil || len(rows) != 1 {
			t.Fatal(len(rows), err)
		}
	}
	var after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&after)
	if after.HeapAlloc > before.HeapAlloc+150_000 { // of a row 200 bytes
		t.Errorf("%d bytes, then %d", before.HeapAlloc, after.HeapAlloc)
	}
}

func TestNumberOfMany(t *testing.T) {
	m, tree := serverTree(t)
	f, err := tree.Open(tree.Path("proc/loadavg"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 200 {
				if n, err := f.Decimal(0); n != 52 || err != nil {
					t.Errorf("%d, %v", n, err)
				}
			}
		})
	}
	group.Wait()
	_ = m
}

func TestDescriptorsAreClosed(t *testing.T) {
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		t.Skip("there is no /proc here")
	}
	_, tree := serverTree(t)
	open := func() int {
		list, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	before := open()
	for range 20 {
		if _, err := tree.Number(tree.Path("sys/class/powercap/intel-rapl:0/energy_uj")); err != nil {
			t.Fatal(err)
		}
		if _, err := tree.Text(tree.Path("proc/loadavg")); err != nil {
			t.Fatal(err)
		}
	}
	if now := open(); now > before+5 {
		t.Errorf("%d files open, then %d", before, now)
	}
}

func TestLists(t *testing.T) {
	for text, want := range map[string]int{"0": 1, "0-3": 4, "0-1,4,8-9": 5} {
		if ids, ok := node.ParseList(text); !ok || len(ids) != want {
			t.Errorf("%s: %v", text, ids)
		}
	}
	for _, text := range []string{"", "-", "3-1", "a", "0-99999999", "1,1", "2,0"} {
		if ids, ok := node.ParseList(text); ok {
			t.Errorf("%s: %v", text, ids)
		}
	}
	m := nodetest.New(t, "two-packages")
	if got := node.Numbered(filepath.Join(m.Root, "sys/class/hwmon/hwmon0"), "temp", "_input"); !slices.Equal(got, []int{1, 2, 6}) {
		t.Errorf("channels %v", got)
	}
	if got := node.Unescape(`/a\040b\134\09`); got != `/a b\\09` {
		t.Errorf("%q", got)
	}
}

func TestKilobytes(t *testing.T) {
	text := []byte("Name:\tx\nVmHWM:\t    1720 kB\nVmRSSX:\t 1 kB\nVmRSS:\t 12 MB\nVmPTE:\tx kB\nVmSwap:\t5 kB")
	for key, want := range map[string]int64{"VmHWM": 1720 * 1024, "VmSwap": 5120} {
		if got, err := node.KilobytesOf(text, key); err != nil || got != want {
			t.Errorf("%s: %d, %v", key, got, err)
		}
	}
	for key, want := range map[string]string{"VmRSS": "is not VmRSS in kB", "VmPTE": "is not VmPTE in kB", "VmLck": "no line VmLck"} {
		if _, err := node.KilobytesOf(text, key); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", key, err)
		}
	}
}

func TestDecimal(t *testing.T) {
	for text, want := range map[string]int64{"0.52": 52, "12.9": 1290, " 3 ": 300, "1.999": 199} {
		if got, err := node.DecimalField([]byte(text), 0); err != nil || got != want {
			t.Errorf("%q: %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "x", "-1.0", "99999999999999999999", "922337203685477580.9"} {
		if got, err := node.DecimalField([]byte(text), 0); err == nil {
			t.Errorf("%q: %d", text, got)
		}
	}
}

func FuzzNumbers(f *testing.F) {
	for _, text := range []string{"1234\n", "-5", "", "9223372036854775807", "9223372036854775808", "1 2", " 7\t\r\n", "0.25 1.00"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := node.ParseWhole(text)
		want, wrong := strconv.ParseInt(strings.Trim(string(text), " \t\r\n"), 10, 64)
		if (err == nil) != (wrong == nil) || err == nil && got != want {
			// strconv takes a + sign, and the least number of all, which is no count of anything.
			if !strings.Contains(string(text), "+") && want != math.MinInt64 {
				t.Fatalf("%q: %d, %v; strconv: %d, %v", text, got, err, want, wrong)
			}
		}
		if n, err := node.DecimalField(text, 0); err == nil && n < 0 {
			t.Fatalf("%q: %d", text, n)
		}
	})
}

func FuzzTable(f *testing.F) {
	m := nodetest.New(f, "two-packages")
	for _, name := range []string{"proc/stat", "proc/meminfo", "proc/net/dev", "proc/diskstats", "proc/self/status"} {
		text, err := os.ReadFile(filepath.Join(m.Root, name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, text)
	}
	f.Fuzz(func(t *testing.T, first, second []byte) {
		m := nodetest.New(t, "")
		tree := &node.Tree{Root: m.Root}
		tables := map[string]*node.Table{"proc/stat": tree.Stat(), "proc/meminfo": tree.Memory(), "proc/net/dev": tree.Network(), "proc/diskstats": tree.Disks()}
		tables["proc/meminfo"].Want("MemTotal")
		for _, text := range [][]byte{first, second, first} {
			for name, table := range tables {
				m.Write(name, string(text))
				rows, err := table.Load()
				if err != nil {
					t.Fatal(err)
				}
				for _, r := range rows {
					if r.Known < 0 || r.Known > len(r.Columns) || !strings.Contains(string(text), r.Name) || r.Known > 0 && !table.Has(r, 0) {
						t.Fatalf("%s: row %+v", name, r)
					}
				}
			}
		}
		for _, table := range tables {
			_ = table.Close()
		}
		if v, err := node.KilobytesOf(first, "VmHWM"); err == nil && (v < 0 || v%1024 != 0) {
			t.Fatal(v)
		}
	})
}
