package tacc

import (
	"bytes"
	"slices"
	"strings"

	"github.com/go-hpc/timers/stats/internal/node"
)

// block: the first eleven fields of each device but RAM disks and loops.
func (c *Collector) block(s *source) error {
	names, err := c.list(0, "/sys/block")
	if err != nil {
		return err
	}
	for _, name := range names {
		if strings.HasPrefix(name, "ram") || strings.HasPrefix(name, "loop") {
			continue
		}
		text, ok := c.files.Try("/sys/block/", name, "/stat")
		if !ok {
			continue // it is gone
		}
		s.clear()
		s.fill(0, len(s.values), text)
		if err := s.row(name); err != nil {
			return err
		}
	}
	return nil
}

// net: the statistics of each interface that is up.
func (c *Collector) net(s *source) error {
	const dir, isUp = "/sys/class/net/", 1
	names, err := c.list(0, dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		text, ok := c.files.Try(dir, name, "/flags")
		if !ok || hex(text)&isUp == 0 {
			continue
		}
		c.folder(s, dir, name, "/statistics/")
		if err := s.row(name); err != nil {
			return err
		}
	}
	return nil
}

// folder takes a file for each key.
func (c *Collector) folder(s *source, dir ...string) {
	var parts [8]string
	n := copy(parts[:], dir)
	for i := range s.typ.Keys {
		parts[n] = s.typ.Keys[i].Name
		s.values[i] = c.files.Number(parts[:n+1]...)
	}
}

func hex(b []byte) uint64 {
	var v uint64
	for _, d := range bytes.TrimPrefix(bytes.TrimSpace(b), []byte("0x")) {
		switch {
		case d >= '0' && d <= '9':
			v = v<<4 | uint64(d-'0')
		case d|0x20 >= 'a' && d|0x20 <= 'f':
			v = v<<4 | uint64(d|0x20-'a'+10)
		default:
			return 0
		}
	}
	return v
}

// ib: the counters of each port that is active.
func (c *Collector) ib(s *source) error {
	return c.ports(s, ".", func(device, port string) bool {
		c.folder(s, infiniband, device, "/ports/", port, "/counters/")
		return true
	})
}

// extended are the files of ib_ext by the place of its key. Old kernels have a directory of 64-bit counters; later ones have
// them beside the others, whose data and packets are of 64 bits, too, where there are those of unicast.
var extended = []struct{ key, old, now string }{
	{"port_xmit_data", "port_xmit_data_64", "port_xmit_data"},
	{"port_rcv_data", "port_rcv_data_64", "port_rcv_data"},
	{"port_xmit_pkts", "port_xmit_packets_64", "port_xmit_packets"},
	{"port_rcv_pkts", "port_rcv_packets_64", "port_rcv_packets"},
	{"port_unicast_xmit_pkts", "port_unicast_xmit_packets", "unicast_xmit_packets"},
	{"port_unicast_rcv_pkts", "port_unicast_rcv_packets", "unicast_rcv_packets"},
	{"port_multicast_xmit_pkts", "port_multicast_xmit_packets", "multicast_xmit_packets"},
	{"port_multicast_rcv_pkts", "port_multicast_rcv_packets", "multicast_rcv_packets"},
}

// ibExt: the 64-bit counters of each port that is active, from the kernel's files. The original asks the fabric, and
// selects the port and all counters; that is what its control registers say here.
func (c *Collector) ibExt(s *source) error {
	return c.ports(s, "/", func(device, port string) bool {
		s.clear()
		s.set([]byte("port_select"), value([]byte(port)))
		s.set([]byte("counter_select"), 0xffff)
		_, old := c.files.Try(infiniband, device, "/ports/", port, "/counters_ext/port_xmit_data_64")
		if _, now := c.files.Try(infiniband, device, "/ports/", port, "/counters/unicast_xmit_packets"); !old && !now {
			return false // its counters have 32 bits
		}
		for _, e := range extended {
			folder, file := "/counters/", e.now
			if old {
				folder, file = "/counters_ext/", e.old
			}
			s.set([]byte(e.key), c.files.Number(infiniband, device, "/ports/", port, folder, file))
		}
		return true
	})
}

const infiniband = "/sys/class/infiniband/"

// ports writes a row for each active port that has one.
func (c *Collector) ports(s *source, between string, read func(device, port string) bool) error {
	const dir = infiniband
	devices, err := c.list(0, dir)
	if err != nil {
		return err
	}
	for _, device := range devices {
		ports, err := c.list(1, dir, device, "/ports")
		if err != nil {
			continue
		}
		for _, port := range ports {
			state, ok := c.files.Try(dir, device, "/ports/", port, "/state")
			if !ok || !bytes.Contains(state, []byte("ACTIVE")) {
				continue
			}
			if !read(device, port) {
				continue
			}
			if err := c.row(s, device, between, port); err != nil {
				return err
			}
		}
	}
	return nil
}

// powercap: the energy of each zone since the first sample of its file plus what its counter had then. The
// counter starts again at max_energy_range_uj, which is not a power of two: so it is unrolled here, and what
// is written only grows. Between two samples it must not start again twice: at full load a package takes some
// minutes for one round.
func (c *Collector) powercap(s *source) error {
	const dir = "/sys/class/powercap/"
	zones, err := c.list(0, dir)
	if err != nil {
		return err
	}
	for _, zone := range zones {
		text, ok := c.files.Try(dir, zone, "/energy_uj")
		if !ok {
			continue // a control type, or root's alone
		}
		now, ok := node.Unsigned(node.Field(text, 0))
		if !ok {
			continue
		}
		size := c.files.Number(dir, zone, "/max_energy_range_uj")
		device := zone
		if name, ok := c.files.Try(dir, zone, "/name"); ok {
			c.device = append(append(append(c.device[:0], zone...), '/'), bytes.TrimSpace(name)...)
			device = c.files.Name(c.device)
		}
		total := unrolled(c.energy[device], now, size)
		c.energy[device] = total
		s.values[0] = total
		if err := s.row(device); err != nil {
			return err
		}
	}
	return nil
}

// unrolled returns the least number that is not below the last one and shows as now on a counter of that
// size.
func unrolled(last, now, size uint64) uint64 {
	if size == 0 || now > size {
		return max(last, now)
	}
	total := last/size*size + now
	if total < last {
		total += size
	}
	return total
}

// resume sets the last rows of power zones, so that the following ones grow from there.
func (c *Collector) resume(d *Data) {
	for _, t := range d.Tables {
		if k := t.Type.Index("energy"); t.Type.Name == "powercap" && k >= 0 {
			for i := range t.Rows() {
				_, device, values, _ := t.Row(i)
				c.energy[device] = values[k]
			}
		}
	}
}

// lnet: the numbers of /proc/sys/lnet/stats, of which the monitor takes some.
func (c *Collector) lnet(s *source) error {
	text, err := c.files.Read("/proc/sys/lnet/stats")
	if err != nil {
		return err
	}
	s.clear()
	// msgs_alloc msgs_max errors send_count recv_count route_count drop_count send_length recv_length
	// route_length drop_length
	for i, at := range [...]int{3, 4, 6, 7, 8, 10} {
		s.values[i] = field(text, at)
	}
	return s.row("-")
}

func (c *Collector) llite(s *source) error { return c.lustre(s, "llite") }
func (c *Collector) mdc(s *source) error   { return c.lustre(s, "mdc") }
func (c *Collector) osc(s *source) error   { return c.lustre(s, "osc") }

// lustre sums the statistics of all targets of a mounted file system: its device is where it is mounted.
func (c *Collector) lustre(s *source, kind string) error {
	const dir = "/proc/fs/lustre/"
	targets, err := c.list(0, dir, kind)
	if err != nil {
		return err
	}
	if err := c.lustreMounts(); err != nil {
		return err
	}
	c.seen = c.seen[:0]
	for _, m := range c.lustred {
		if slices.Contains(c.seen, m.dir) {
			continue
		}
		s.clear()
		found := false
		for _, target := range targets {
			if rest, is := strings.CutPrefix(target, m.name); !is || !strings.HasPrefix(rest, "-") {
				continue
			}
			if text, ok := c.files.Try(dir, kind, "/", target, "/stats"); ok {
				c.samples(s, text)
				found = true
			}
		}
		if !found {
			continue
		}
		c.seen = append(c.seen, m.dir)
		if err := s.row(m.dir); err != nil {
			return err
		}
	}
	return nil
}

type lustreMount struct{ name, dir string }

// lustreMounts reads lines "10.0.0.1@o2ib:10.0.0.2@o2ib:/scratch /scratch lustre …".
func (c *Collector) lustreMounts() error {
	c.lustred = c.lustred[:0]
	text, err := c.files.Read("/proc/mounts")
	for line := []byte(nil); len(text) > 0; {
		line, text = node.CutLine(text)
		source, rest := node.CutField(line)
		dir, rest := node.CutField(rest)
		i := bytes.LastIndex(source, []byte(":/"))
		if kind, _ := node.CutField(rest); i < 0 || string(kind) != "lustre" {
			continue
		}
		name, _, _ := bytes.Cut(source[i+2:], []byte{'/'}) // a directory inside may be mounted
		c.lustred = append(c.lustred, lustreMount{c.files.Name(name), c.files.Name(dir)})
	}
	return err
}

// samples takes lines "open 5 samples [regs]", which count, and "read_bytes 3 samples [bytes] 1 4096 8192",
// whose sum is taken if the key is in bytes. Waiting for requests gives two values.
func (c *Collector) samples(s *source, text []byte) {
	for line := []byte(nil); len(text) > 0; {
		line, text = node.CutLine(text)
		name, rest := node.CutField(line)
		if string(node.Field(rest, 1)) != "samples" {
			continue
		}
		count, sum := field(rest, 0), field(rest, 5)
		if string(name) == "req_waittime" {
			s.values[s.index["reqs"]] += count
			s.values[s.index["wait"]] += sum
			continue
		}
		if i, known := s.index[string(name)]; known {
			if s.typ.Keys[i].Unit != "" {
				count = sum
			}
			s.values[i] += count
		}
	}
}
