package tacc

import (
	"bytes"
	"slices"
	"strings"

	"github.com/go-hpc/timers/stats/internal/node"
)

// cpu: ticks of each processor, the first seven of /proc/stat.
func (c *Collector) cpu(s *source) error {
	rows, err := c.stat.Load()
	for _, r := range rows {
		if r.Number < 0 {
			continue
		}
		s.clear()
		copy(s.values, r.Columns[:r.Known])
		if err := s.row(r.Name[len("cpu"):]); err != nil {
			return err
		}
	}
	return err
}

// eachNode makes a row of a file of each NUMA node.
func (c *Collector) eachNode(s *source, file string, take func(s *source, text []byte)) error {
	const nodes = "/sys/devices/system/node"
	names, err := c.list(0, nodes)
	if err != nil {
		return err
	}
	for _, name := range names {
		number, is := strings.CutPrefix(name, "node")
		if _, ok := node.Unsigned([]byte(number)); !is || !ok {
			continue
		}
		text, err := c.files.Read(nodes, "/", name, file)
		if node.Absent(err) {
			continue
		}
		if err != nil {
			return err
		}
		s.clear()
		take(s, text)
		if err := s.row(number); err != nil && !node.Absent(err) {
			return err
		}
	}
	return nil
}

// mem: lines "Node 0 MemTotal: 123 kB" of each NUMA node.
func (c *Collector) mem(s *source) error {
	return c.eachNode(s, "/meminfo", func(s *source, text []byte) {
		for line := []byte(nil); len(text) > 0; {
			line, text = node.CutLine(text)
			s.set(bytes.TrimSuffix(node.Field(line, 2), []byte{':'}), field(line, 3))
		}
	})
}

func (c *Collector) numa(s *source) error { return c.eachNode(s, "/numastat", (*source).keyValues) }

// keyValues takes lines of a key and a value.
func (s *source) keyValues(text []byte) {
	for line := []byte(nil); len(text) > 0; {
		line, text = node.CutLine(text)
		key, rest := node.CutField(line)
		s.set(key, field(rest, 0))
	}
}

// renamed are keys of vm that newer kernels have under other names, in parts: the first list with an existing
// name is summed up.
var renamed = map[string][][]string{
	"pgrefill_normal":      {{"pgrefill"}},
	"pgsteal_normal":       {{"pgsteal_kswapd_normal", "pgsteal_direct_normal"}, {"pgsteal_kswapd", "pgsteal_direct", "pgsteal_khugepaged", "pgsteal_proactive"}},
	"pgscan_kswapd_normal": {{"pgscan_kswapd"}},
	"pgscan_direct_normal": {{"pgscan_direct"}},
	"kswapd_steal":         {{"pgsteal_kswapd_dma", "pgsteal_kswapd_dma32", "pgsteal_kswapd_normal", "pgsteal_kswapd_movable"}, {"pgsteal_kswapd"}},
	"allocstall":           {{"allocstall_dma", "allocstall_dma32", "allocstall_normal", "allocstall_movable", "allocstall_device"}},
	"thp_split":            {{"thp_split_page"}},
}

func (c *Collector) vm(s *source) error {
	text, err := c.files.Read("/proc/vmstat")
	if err != nil {
		return err
	}
	s.clear()
	s.keyValues(text)
	for key, lists := range renamed {
		if _, there := valueOf(text, key); there {
			continue
		}
		for _, list := range lists {
			sum, any := uint64(0), false
			for _, name := range list {
				v, there := valueOf(text, name)
				sum, any = sum+v, any || there
			}
			if any {
				s.values[s.index[key]] = sum
				break
			}
		}
	}
	return s.row("-")
}

func valueOf(text []byte, key string) (v uint64, there bool) {
	text, there = node.Value(text, key)
	return value(text), there
}

// ps: two counters of /proc/stat; the loads, in hundredths, and the numbers of threads of /proc/loadavg.
func (c *Collector) ps(s *source) error {
	if _, err := c.stat.Load(); err != nil {
		return err
	}
	s.clear()
	for i, r := range c.counted {
		if c.stat.Has(r, 0) {
			s.values[i] = r.Columns[0]
		}
	}
	text, err := c.files.Read("/proc/loadavg")
	if err != nil {
		return err
	}
	for i := range 3 {
		if load, err := node.DecimalField(text, i); err == nil {
			s.values[2+i] = uint64(load)
		}
	}
	running, threads, _ := bytes.Cut(node.Field(text, 3), []byte{'/'})
	s.values[5], s.values[6] = value(running), value(threads)
	return s.row("-")
}

// vfs: entries that are allocated and not free.
func (c *Collector) vfs(s *source) error {
	s.clear()
	for i, name := range [...]string{"dentry-state", "file-nr", "inode-state"} {
		text, err := c.files.Read("/proc/sys/fs/", name)
		if err != nil {
			return err
		}
		all, free := field(text, 0), field(text, 1)
		s.values[i] = all - min(free, all)
	}
	return s.row("-")
}

// sysvShm: the sizes of all segments and their number.
func (c *Collector) sysvShm(s *source) error {
	text, err := c.files.Read("/proc/sysvipc/shm")
	if err != nil {
		return err
	}
	s.clear()
	_, text = node.CutLine(text) // the heading
	for line := []byte(nil); len(text) > 0; {
		line, text = node.CutLine(text)
		if size := node.Field(line, 3); len(size) > 0 {
			s.values[0] += value(size)
			s.values[1]++
		}
	}
	return s.row("-")
}

// tmpfs: the space used in each mounted one. /proc/mounts writes the blanks in their names as \040.
func (c *Collector) tmpfs(s *source) error {
	text, err := c.files.Read("/proc/mounts")
	if err != nil {
		return err
	}
	c.seen = c.seen[:0]
	for line := []byte(nil); len(text) > 0; {
		line, text = node.CutLine(text)
		dir := c.files.Name(node.Field(line, 1))
		if string(node.Field(line, 2)) != "tmpfs" || slices.Contains(c.seen, dir) { // mounted over the other
			continue
		}
		c.seen = append(c.seen, dir)
		u, err := c.statfs(c.tree.Path(node.Unescape(dir)))
		if err != nil {
			continue // hidden by another mount, or not ours to see
		}
		s.values[0], s.values[1] = (u.blocks-min(u.free, u.blocks))*u.block, u.files-min(u.freeFiles, u.files)
		if err := s.row(dir); err != nil {
			return err
		}
	}
	return nil
}

// What the monitor leaves out of proc: processes of these users, and with these names.
var (
	daemonUsers = []string{"daemon", "dbus", "ntp", "postfix", "rpc", "rpcuser"}
	loginNames  = []string{"bash", "metacity", "ssh", "sshd"}
)

// daemons are the numbers of daemonUsers.
func (c *Collector) daemons() (users []uint64) {
	text, _ := c.files.Try("/etc/passwd")
	for line := []byte(nil); len(text) > 0; {
		line, text = node.CutLine(text)
		if fields := bytes.SplitN(line, []byte{':'}, 4); len(fields) == 4 && slices.Contains(daemonUsers, string(fields[0])) {
			users = append(users, field(fields[2], 0))
		}
	}
	return users
}

// proc: the memory of each process that is a user's.
func (c *Collector) proc(s *source) error {
	names, err := c.list(0, "/proc")
	if err != nil {
		return err
	}
	for _, pid := range names {
		if pid[0] < '0' || pid[0] > '9' {
			continue
		}
		text, ok := c.files.Try("/proc/", pid, "/status")
		if !ok {
			continue // it has ended
		}
		s.clear()
		var name, cpus, mems []byte
		for line := []byte(nil); len(text) > 0; {
			line, text = node.CutLine(text)
			key, rest, _ := bytes.Cut(line, []byte{':'})
			switch string(key) {
			case "Name":
				name = bytes.TrimSpace(rest)
			case "Cpus_allowed_list":
				cpus = bytes.TrimSpace(rest)
			case "Mems_allowed_list":
				mems = bytes.TrimSpace(rest)
			default:
				s.set(key, field(rest, 0))
			}
		}
		if s.values[0] == 0 || slices.Contains(c.noUsers, s.values[0]) || slices.Contains(loginNames, string(name)) {
			continue
		}
		c.device = append(append(append(c.device[:0], name...), '/'), pid...)
		c.device = append(append(append(c.device, '/'), cpus...), '/')
		if err := s.row(c.files.Name(append(c.device, mems...))); err != nil {
			return err
		}
	}
	return nil
}
