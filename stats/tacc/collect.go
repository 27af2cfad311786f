package tacc

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/go-hpc/timers/internal/perfevent"
	"github.com/go-hpc/timers/stats/internal/node"
)

// CollectorOptions set what is collected, and from where.
type CollectorOptions struct {
	Root  string   // stands before /proc and /sys; "" is this machine
	Types []string // names; nil: all that this machine has

	// Briefly says that the collector lives for a sample or two. It leaves out programmed counters, which count only as
	// long as a process has them open.
	Briefly bool
}

// Collector reads what the kernel counts. It is for one goroutine at a time.
type Collector struct {
	tree    node.Tree
	files   *node.Visitor
	stat    *node.Table
	counted [2]*node.Row // context switches and forks
	sources []*source    // sorted by type
	lists   [2][]string  // of directories, and of those in them
	device  []byte       // the name of a device that is put together
	lustred []lustreMount
	seen    []string // directories of a type that have their row
	statfs  func(dir string) (usage, error)
	energy  map[string]uint64 // of power zones, accumulated

	processor processor
	briefly   bool
	noUsers   []uint64 // whose processes are not collected
	missing   []Missing
}

// Missing is a type that is not collected, and why.
type Missing struct {
	Type   string
	Reason error
}

// usage is what a file system reports about itself.
type usage struct{ block, blocks, free, files, freeFiles uint64 }

// source is a type that can be collected.
type source struct {
	typ     Type
	exists  string // a file that is there where the type is
	collect func(c *Collector, s *source) error
	values  []uint64       // of the row that is put together
	index   map[string]int // of keys

	pmu  *pmu // nil: it is read from a file
	rows []unitRow

	writer *Writer
	place  int   // of the type in the writer, -1 if it has none
	from   []int // of each key in the writer, its place here or -1; nil if all are the same
	out    []uint64
}

var sources = sync.OnceValue(func() []source {
	types := collected()
	return append([]source{
		{typ: types["block"], exists: "/sys/block", collect: (*Collector).block},
		{typ: types["cpu"], exists: "/proc/stat", collect: (*Collector).cpu},
		{typ: types["ib"], exists: "/sys/class/infiniband", collect: (*Collector).ib},
		{typ: types["ib_ext"], exists: "/sys/class/infiniband", collect: (*Collector).ibExt},
		{typ: types["llite"], exists: "/proc/fs/lustre/llite", collect: (*Collector).llite},
		{typ: types["lnet"], exists: "/proc/sys/lnet/stats", collect: (*Collector).lnet},
		{typ: types["mdc"], exists: "/proc/fs/lustre/mdc", collect: (*Collector).mdc},
		{typ: types["mem"], exists: "/sys/devices/system/node", collect: (*Collector).mem},
		{typ: types["net"], exists: "/sys/class/net", collect: (*Collector).net},
		{typ: types["nfs"], exists: "/proc/self/mountstats", collect: (*Collector).nfs},
		{typ: types["numa"], exists: "/sys/devices/system/node", collect: (*Collector).numa},
		{typ: types["osc"], exists: "/proc/fs/lustre/osc", collect: (*Collector).osc},
		{typ: types["powercap"], exists: "/sys/class/powercap", collect: (*Collector).powercap},
		{typ: types["proc"], exists: "/proc/stat", collect: (*Collector).proc},
		{typ: types["ps"], exists: "/proc/loadavg", collect: (*Collector).ps},
		{typ: types["sysv_shm"], exists: "/proc/sysvipc/shm", collect: (*Collector).sysvShm},
		{typ: types["tmpfs"], exists: "/proc/mounts", collect: (*Collector).tmpfs},
		{typ: types["vfs"], exists: "/proc/sys/fs/dentry-state", collect: (*Collector).vfs},
		{typ: types["vm"], exists: "/proc/vmstat", collect: (*Collector).vm},
	}, programmed()...)
})

// programmed are the types of programmed counters.
func programmed() (list []source) {
	all := pmus()
	for i := range all {
		list = append(list, source{typ: all[i].typ, exists: "/proc/cpuinfo", collect: (*Collector).programmed, pmu: &all[i]})
	}
	return list
}

// Types of the monitor that are never collected, and why.
var neverCollected = []Missing{
	{"ib_sw", errors.New("the counters of the switch: the fabric must be asked for them")},
	{"intel_knl_edc", errors.New("the units of this memory are told apart by their PCI addresses, which the kernel's counters do not name")},
	{"intel_knl_mc", errors.New("as intel_knl_edc")},
	{"mic", errors.New("coprocessors that the kernel no longer supports")},
	{"nvidia_gpu", errors.New("it takes a library of the manufacturer's")},
	{"opa", errors.New("it takes a library of the manufacturer's")},
}

// KnownTypes returns the names of all types that can be collected.
func KnownTypes() []string {
	var names []string
	for _, s := range sources() {
		names = append(names, s.typ.Name)
	}
	slices.Sort(names)
	return names
}

// NewCollector looks for what the machine has, and starts programmed counters; Close stops them. A type that is requested
// by name must exist.
func NewCollector(o CollectorOptions) (*Collector, error) {
	c := &Collector{tree: node.Tree{Root: o.Root}, energy: make(map[string]uint64), statfs: statfs, briefly: o.Briefly}
	c.files, c.stat = c.tree.Visitor(), c.tree.Stat()
	c.counted = [2]*node.Row{c.stat.Want("ctxt"), c.stat.Want("processes")}
	for _, name := range o.Types {
		if !slices.Contains(KnownTypes(), name) {
			return nil, fmt.Errorf("type %.40q cannot be collected; there are %s", name, strings.Join(KnownTypes(), ", "))
		}
	}
	if text, err := c.files.Read("/proc/cpuinfo"); err == nil {
		c.processor = parseProcessor(text)
	}
	c.noUsers = c.daemons()
	for _, s := range sources() {
		if o.Types != nil && !slices.Contains(o.Types, s.typ.Name) {
			continue
		}
		if err := c.open(&s); err != nil {
			if o.Types != nil {
				c.Close()
				return nil, fmt.Errorf("type %s: %w", s.typ.Name, err)
			}
			c.missing = append(c.missing, Missing{s.typ.Name, err})
			continue
		}
		c.sources = append(c.sources, &s)
	}
	slices.SortFunc(c.sources, func(a, b *source) int { return strings.Compare(a.typ.Name, b.typ.Name) })
	c.missing = append(c.missing, neverCollected...)
	slices.SortFunc(c.missing, func(a, b Missing) int { return strings.Compare(a.Type, b.Type) })
	return c, nil
}

// open finds out whether the machine has a type.
func (c *Collector) open(s *source) error {
	if _, err := os.Stat(c.tree.Path(s.exists)); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: no %s", perfevent.ErrAbsent, s.exists)
	} else if err != nil {
		return err
	}
	s.values, s.index = make([]uint64, len(s.typ.Keys)), make(map[string]int)
	for k := range s.typ.Keys {
		s.index[s.typ.Keys[k].Name] = k
	}
	if s.pmu == nil {
		return nil
	}
	return c.openPMU(s)
}

// Missing returns the types of the monitor that are not collected here, by name.
func (c *Collector) Missing() []Missing { return c.missing }

// Close closes programmed counters.
func (c *Collector) Close() {
	for _, s := range c.sources {
		s.closePMU()
	}
	c.sources = nil
}

// Types returns the types that are collected.
func (c *Collector) Types() []Type {
	var list []Type
	for _, s := range c.sources {
		list = append(list, s.typ)
	}
	return list
}

// Header returns that of a file of this machine.
func (c *Collector) Header() Header {
	kernel := func(name string) string {
		b, err := c.files.Read("/proc/sys/kernel/", name)
		if err != nil {
			return "-"
		}
		return string(bytes.TrimSpace(b))
	}
	h := Header{Program: Program, Version: Version, Hostname: kernel("hostname"), Uptime: -1}
	machine := kernel("arch")
	if machine == "-" {
		machine = map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[runtime.GOARCH]
		if machine == "" {
			machine = runtime.GOARCH
		}
	}
	h.Uname = strings.Join([]string{kernel("ostype"), machine, kernel("osrelease"), kernel("version")}, " ")
	if b, err := c.files.Read("/proc/uptime"); err == nil {
		whole, _, _ := bytes.Cut(b, []byte{'.'})
		if up, ok := node.Unsigned(whole); ok && up < 1<<40 {
			h.Uptime = int64(up)
		}
	}
	return h
}

// Collect adds a row for each device to the record that was started in w; only those of the named types,
// unless nil. If w has other keys, they are matched by name, and unknown ones are 0. If a type fails, the
// others are still collected; the error names all that did.
func (c *Collector) Collect(w *Writer, only []string) error {
	var errs []error
	for _, s := range c.sources {
		if only != nil && !slices.Contains(only, s.typ.Name) {
			continue
		}
		s.bind(w)
		if s.place < 0 {
			continue
		}
		if err := s.collect(c, s); err != nil {
			errs = append(errs, fmt.Errorf("type %s: %w", s.typ.Name, err))
		}
	}
	return errors.Join(errs...)
}

func (s *source) bind(w *Writer) {
	if s.writer == w {
		return
	}
	s.writer, s.from = w, nil
	s.place = slices.IndexFunc(w.types, func(t Type) bool { return t.Name == s.typ.Name })
	if s.place < 0 || slices.Equal(w.types[s.place].Keys, s.typ.Keys) {
		return
	}
	for _, k := range w.types[s.place].Keys {
		s.from = append(s.from, s.typ.Index(k.Name))
	}
	s.out = make([]uint64, len(s.from))
}

// clear makes room for the next row.
func (s *source) clear() { clear(s.values) }

// set sets a value by the name of its key; others than the keys' are left out.
func (s *source) set(key []byte, v uint64) {
	if i, known := s.index[string(key)]; known {
		s.values[i] = v
	}
}

// row writes the values that were put together.
func (s *source) row(device string) error {
	if s.from == nil {
		return s.writer.Row(s.place, device, s.values)
	}
	for i, k := range s.from {
		s.out[i] = 0
		if k >= 0 {
			s.out[i] = s.values[k]
		}
	}
	return s.writer.Row(s.place, device, s.out)
}

// fill sets the values of a range to the fields of a line, in their order; a field that is not a number
// becomes 0.
func (s *source) fill(from, to int, line []byte) {
	for i := from; i < to; i++ {
		var field []byte
		if field, line = node.CutField(line); len(field) == 0 {
			return
		}
		s.values[i] = value(field)
	}
}

// row writes a row whose device has several names.
func (c *Collector) row(s *source, parts ...string) error {
	c.device = c.device[:0]
	for _, p := range parts {
		c.device = append(c.device, p...)
	}
	return s.row(c.files.Name(c.device))
}

// list lists the names in a directory, sorted, in one of the lists.
func (c *Collector) list(which int, parts ...string) (names []string, err error) {
	c.lists[which], err = c.files.Names(c.lists[which][:0], parts...)
	return c.lists[which], err
}

// value returns a number in a text of the kernel, or 0 if it is invalid or negative.
func value(field []byte) uint64 {
	v, _ := node.Unsigned(field)
	return v
}

// field is field i of a line as a number.
func field(line []byte, i int) uint64 { return value(node.Field(line, i)) }
