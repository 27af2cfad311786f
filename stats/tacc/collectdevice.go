package tacc

import (
	"bytes"
	"path/filepath"
	"strings"
)

// block: the first eleven fields of each device but RAM disks and loops.
func (c *Collector) block(s *source) error {
	names, err := c.list("/sys/block")
	if err != nil {
		return err
	}
	for _, name := range names {
		if strings.HasPrefix(name, "ram") || strings.HasPrefix(name, "loop") {
			continue
		}
		text, err := c.read("/sys/block/" + name + "/stat")
		if err != nil {
			continue // it is gone
		}
		s.clear()
		f := c.split(bytes.TrimSpace(text))
		for i := range s.values {
			if i < len(f) {
				s.values[i] = value(f[i])
			}
		}
		if err := s.row(name); err != nil {
			return err
		}
	}
	return nil
}

// net: the statistics of each interface that is up.
func (c *Collector) net(s *source) error {
	const dir, isUp = "/sys/class/net/", 1
	names, err := c.list(dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		text, err := c.read(dir + name + "/flags")
		if err != nil || hex(text)&isUp == 0 {
			continue
		}
		c.folder(s, dir+name+"/statistics/")
		if err := s.row(name); err != nil {
			return err
		}
	}
	return nil
}

// folder takes a file for each key.
func (c *Collector) folder(s *source, dir string) {
	for i := range s.typ.Keys {
		s.values[i] = c.number(dir + s.typ.Keys[i].Name)
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
	const dir = "/sys/class/infiniband/"
	devices, err := c.list(dir)
	if err != nil {
		return err
	}
	for _, device := range devices {
		ports, err := c.list(dir + device + "/ports")
		if err != nil {
			continue
		}
		for _, port := range ports {
			at := dir + device + "/ports/" + port
			state, err := c.read(at + "/state")
			if err != nil || !bytes.Contains(state, []byte("ACTIVE")) {
				continue
			}
			c.folder(s, at+"/counters/")
			if err := s.row(device + "." + port); err != nil {
				return err
			}
		}
	}
	return nil
}

// powercap: the energy of each zone since the first sample of its file and what its counter had then. The
// counter starts again at max_energy_range_uj, which is no power of two: so it is unrolled here, and
// what is written only grows. Between two samples it must not start again twice: at full load a package
// takes some minutes to.
func (c *Collector) powercap(s *source) error {
	const dir = "/sys/class/powercap/"
	zones, err := c.list(dir)
	if err != nil {
		return err
	}
	for _, zone := range zones {
		text, err := c.read(dir + zone + "/energy_uj")
		if err != nil {
			continue // a control type, or root's alone
		}
		now, ok := parseUint(bytes.TrimSpace(text))
		if !ok {
			continue
		}
		size := c.number(dir + zone + "/max_energy_range_uj")
		device := zone
		if name, err := c.read(dir + zone + "/name"); err == nil {
			device += "/" + string(bytes.TrimSpace(name))
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

// unrolled is the least number that is not below the last one and shows as now on a counter of that size.
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

// resume tells what the rows of power zones were, so that what follows them grows on.
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
	text, err := c.read("/proc/sys/lnet/stats")
	if err != nil {
		return err
	}
	s.clear()
	// msgs_alloc msgs_max errors send_count recv_count route_count drop_count send_length recv_length
	// route_length drop_length
	f := c.split(bytes.TrimSpace(text))
	for i, at := range []int{3, 4, 6, 7, 8, 10} {
		if at < len(f) {
			s.values[i] = value(f[at])
		}
	}
	return s.row("-")
}

func (c *Collector) llite(s *source) error { return c.lustre(s, "llite") }
func (c *Collector) mdc(s *source) error   { return c.lustre(s, "mdc") }
func (c *Collector) osc(s *source) error   { return c.lustre(s, "osc") }

// lustre sums the statistics of all targets of a mounted file system: its device is where it is mounted.
func (c *Collector) lustre(s *source, kind string) error {
	dir := "/proc/fs/lustre/" + kind
	targets, err := c.list(dir)
	if err != nil {
		return err
	}
	mounts, err := c.lustreMounts()
	if err != nil {
		return err
	}
	written := make(map[string]bool)
	for _, m := range mounts {
		if written[m.dir] {
			continue
		}
		s.clear()
		found := false
		for _, target := range targets {
			if !strings.HasPrefix(target, m.name+"-") {
				continue
			}
			if text, err := c.read(filepath.Join(dir, target, "stats")); err == nil {
				c.samples(s, text)
				found = true
			}
		}
		if !found {
			continue
		}
		written[m.dir] = true
		if err := s.row(m.dir); err != nil {
			return err
		}
	}
	return nil
}

type lustreMount struct{ name, dir string }

func (c *Collector) lustreMounts() ([]lustreMount, error) {
	text, err := c.read("/proc/mounts")
	if err != nil {
		return nil, err
	}
	var list []lustreMount
	lines(text, func(line []byte) {
		f := c.split(line) // 10.0.0.1@o2ib:10.0.0.2@o2ib:/scratch /scratch lustre …
		if len(f) < 3 || string(f[2]) != "lustre" {
			return
		}
		if i := bytes.LastIndex(f[0], []byte(":/")); i >= 0 {
			name, _, _ := bytes.Cut(f[0][i+2:], []byte{'/'}) // a folder inside may be mounted
			list = append(list, lustreMount{string(name), c.name(f[1])})
		}
	})
	return list, nil
}

// samples takes lines "open 5 samples [regs]", which count, and "read_bytes 3 samples [bytes] 1 4096 8192",
// of which the sum is taken where the key is of bytes. Waiting for requests gives two values.
func (c *Collector) samples(s *source, text []byte) {
	lines(text, func(line []byte) {
		f := c.split(line)
		if len(f) < 3 || string(f[2]) != "samples" {
			return
		}
		count, sum := value(f[1]), uint64(0)
		if len(f) > 6 {
			sum = value(f[6])
		}
		if string(f[0]) == "req_waittime" {
			s.add("reqs", count)
			s.add("wait", sum)
			return
		}
		i, known := s.index[string(f[0])]
		if !known {
			return
		}
		if s.typ.Keys[i].Unit != "" {
			count = sum
		}
		s.values[i] += count
	})
}

func (s *source) add(key string, v uint64) {
	if i, known := s.index[key]; known {
		s.values[i] += v
	}
}
