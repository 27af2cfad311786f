package tacc

import (
	"bytes"
	"errors"
	"io/fs"
	"strings"
)

// cpu: ticks of each processor, the first seven of /proc/stat.
func (c *Collector) cpu(s *source) error {
	text, err := c.read("/proc/stat")
	if err != nil {
		return err
	}
	var failed error
	lines(text, func(line []byte) {
		if failed != nil || len(line) < 4 || string(line[:3]) != "cpu" || line[3] == ' ' {
			return
		}
		s.clear()
		f := c.split(line)
		for i := range s.values {
			if i+1 < len(f) {
				s.values[i] = value(f[i+1])
			}
		}
		failed = s.row(c.name(f[0][3:]))
	})
	return failed
}

// eachNode calls f with the number of each NUMA node and its folder.
func (c *Collector) eachNode(f func(number, dir string) error) error {
	const nodes = "/sys/devices/system/node"
	names, err := c.list(nodes)
	if err != nil {
		return err
	}
	for _, name := range names {
		number, is := strings.CutPrefix(name, "node")
		if _, ok := parseUint([]byte(number)); !is || !ok {
			continue
		}
		if err := f(number, nodes+"/"+name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// mem: lines "Node 0 MemTotal: 123 kB" of each NUMA node.
func (c *Collector) mem(s *source) error {
	return c.eachNode(func(number, dir string) error {
		text, err := c.read(dir + "/meminfo")
		if err != nil {
			return err
		}
		s.clear()
		lines(text, func(line []byte) {
			if f := c.split(line); len(f) >= 4 {
				s.set(bytes.TrimSuffix(f[2], []byte{':'}), value(f[3]))
			}
		})
		return s.row(number)
	})
}

func (c *Collector) numa(s *source) error {
	return c.eachNode(func(number, dir string) error {
		text, err := c.read(dir + "/numastat")
		if err != nil {
			return err
		}
		s.clear()
		c.keyValues(s, text)
		return s.row(number)
	})
}

// keyValues takes lines of a key and a value.
func (c *Collector) keyValues(s *source, text []byte) {
	lines(text, func(line []byte) {
		if key, v, ok := bytes.Cut(line, []byte{' '}); ok {
			s.set(key, value(v))
		}
	})
}

// renamed are keys of vm that newer kernels have under other names, in parts: the first of the lists of
// which something is there is summed up.
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
	text, err := c.read("/proc/vmstat")
	if err != nil {
		return err
	}
	s.clear()
	c.keyValues(s, text)
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

// valueOf finds the line of a key.
func valueOf(text []byte, key string) (v uint64, there bool) {
	for len(text) > 0 {
		var line []byte
		line, text, _ = bytes.Cut(text, []byte{'\n'})
		if len(line) > len(key) && line[len(key)] == ' ' && string(line[:len(key)]) == key {
			return value(line[len(key)+1:]), true
		}
	}
	return 0, false
}

// ps: two counters of /proc/stat; the loads, in hundredths, and the numbers of threads of /proc/loadavg.
func (c *Collector) ps(s *source) error {
	text, err := c.read("/proc/stat")
	if err != nil {
		return err
	}
	s.clear()
	for i, key := range []string{"ctxt", "processes"} {
		s.values[i], _ = valueOf(text, key)
	}
	if text, err = c.read("/proc/loadavg"); err != nil {
		return err
	}
	f := c.split(bytes.TrimSpace(text))
	for i := 0; i < 3 && i < len(f); i++ {
		whole, hundredths, _ := bytes.Cut(f[i], []byte{'.'})
		s.values[2+i] = value(whole)*100 + value(hundredths)
	}
	if len(f) > 3 {
		running, threads, _ := bytes.Cut(f[3], []byte{'/'})
		s.values[5], s.values[6] = value(running), value(threads)
	}
	return s.row("-")
}

// vfs: entries that are allocated and not free.
func (c *Collector) vfs(s *source) error {
	s.clear()
	for i, name := range []string{"dentry-state", "file-nr", "inode-state"} {
		text, err := c.read("/proc/sys/fs/" + name)
		if err != nil {
			return err
		}
		if f := c.split(bytes.TrimSpace(text)); len(f) > 1 {
			all, free := value(f[0]), value(f[1])
			s.values[i] = all - min(free, all)
		}
	}
	return s.row("-")
}

// sysvShm: the sizes of all segments and their number.
func (c *Collector) sysvShm(s *source) error {
	text, err := c.read("/proc/sysvipc/shm")
	if err != nil {
		return err
	}
	s.clear()
	first := true
	lines(text, func(line []byte) {
		if f := c.split(line); !first && len(f) > 3 {
			s.values[0] += value(f[3])
			s.values[1]++
		}
		first = false
	})
	return s.row("-")
}

// tmpfs: what is used of each mounted one. The names stand in /proc/mounts with their blanks as \040.
func (c *Collector) tmpfs(s *source) error {
	text, err := c.read("/proc/mounts")
	if err != nil {
		return err
	}
	var dirs []string
	lines(text, func(line []byte) {
		if f := c.split(line); len(f) > 2 && string(f[2]) == "tmpfs" {
			dirs = append(dirs, c.name(f[1]))
		}
	})
	for i, dir := range dirs {
		if contains(dirs[:i], dir) {
			continue // mounted over the other
		}
		u, err := c.statfs(c.path(unescape(dir)))
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

func contains(list []string, s string) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}

// unescape undoes what the kernel does to blanks, tabs, line ends and backslashes in names.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	return strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`).Replace(s)
}

// proc: the memory of each process that is not root's.
func (c *Collector) proc(s *source) error {
	names, err := c.list("/proc")
	if err != nil {
		return err
	}
	for _, pid := range names {
		if pid[0] < '0' || pid[0] > '9' {
			continue
		}
		text, err := c.read("/proc/" + pid + "/status")
		if err != nil {
			continue // it has ended
		}
		s.clear()
		var name, cpus, mems []byte
		lines(text, func(line []byte) {
			key, rest, _ := bytes.Cut(line, []byte{':'})
			rest = bytes.TrimSpace(rest)
			switch string(key) {
			case "Name":
				name = rest
			case "Cpus_allowed_list":
				cpus = rest
			case "Mems_allowed_list":
				mems = rest
			default:
				first, _, _ := bytes.Cut(rest, []byte{' '})
				first, _, _ = bytes.Cut(first, []byte{'\t'})
				s.set(key, value(first))
			}
		})
		if s.values[0] == 0 {
			continue
		}
		device := string(name) + "/" + pid + "/" + string(cpus) + "/" + string(mems)
		if err := s.row(device); err != nil {
			return err
		}
	}
	return nil
}
