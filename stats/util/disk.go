package util

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"

	hdstat "github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/internal/node"
)

// disk samples what is read from and written to the block device of a mount point.
type disk struct {
	file     *node.File
	name     string // of the device
	sources  Sources
	counters [node.DiskColumns]counter
}

// diskParts are the statistics of a device, in their order. The one that is not a counter has no most.
var diskParts = [node.DiskColumns]struct {
	name, unit, grouping string
	most                 float64 // of a second
}{
	{"READS", "#", "BLOCK_ACCESSED", mostBytes},
	{"READS_MERGED", "#", "BLOCK_MERGED", mostBytes},
	{"READS_SECTORS", "#", "BLOCK_SECTORS", mostBytes},
	{"READS_TIME_SPEND", "ms", "BLOCK_TIME", mostBytes}, // of all requests that run at the same time
	{"WRITES_COMPLETED", "#", "BLOCK_ACCESSED", mostBytes},
	{"WRITES_MERGED", "#", "BLOCK_MERGED", mostBytes},
	{"WRITTEN_SECTORS", "#", "BLOCK_SECTORS", mostBytes},
	{"WRITES_TIME_SPEND", "ms", "BLOCK_TIME", mostBytes},
	{"IOS_INPROGRESS", "#", "BLOCK_INPROGRESS", 0},
	{"IOS_TIME_SPEND", "ms", "BLOCK_TIME", mostBytes},
	{"WEIGHTED_WAITTIME", "ms", "BLOCK_TIME", mostBytes},
}

func newDisk(tree *node.Tree, mountpoint string, sources Sources) (*disk, error) {
	folder, err := deviceOf(tree, mountpoint)
	if err != nil {
		return nil, err
	}
	return openDisk(tree, folder, sources)
}

// openDisk samples the device of a directory in /sys.
func openDisk(tree *node.Tree, folder string, sources Sources) (d *disk, err error) {
	d = &disk{file: tree.File(folder + "/stat"), sources: sources}
	if d.name, err = deviceName(tree, folder); err != nil {
		return nil, err
	}
	if _, err := d.file.Read(); err != nil {
		return nil, err
	}
	return d, nil
}

// deviceOf returns the directory in /sys of the device that is mounted there.
func deviceOf(tree *node.Tree, mountpoint string) (string, error) {
	text, err := tree.Content(tree.Path("proc/self/mountinfo"))
	if err != nil {
		return "", err
	}
	m, ok := findMount(string(text), mountpoint)
	if !ok {
		return "", fmt.Errorf("%s: %w: nothing is mounted there", mountpoint, ErrNoSource)
	}
	folder := tree.Path("sys/dev/block", m.device)
	if tree.Has(folder) {
		return folder, nil
	}
	// Some file systems, such as btrfs, have a number of their own instead of the device's.
	if m.source = path.Clean(m.source); strings.HasPrefix(m.source, "/dev/") {
		if resolved, err := filepath.EvalSymlinks(tree.Path(m.source)); err == nil {
			folder = tree.Path("sys/class/block", filepath.Base(resolved))
			if tree.Has(folder) {
				return folder, nil
			}
		}
	}
	return "", fmt.Errorf("%s: %w: %s of type %s is on no block device", mountpoint, ErrNoSource, m.source, m.kind)
}

func deviceName(tree *node.Tree, folder string) (string, error) {
	text, err := tree.Content(folder + "/uevent")
	if err != nil && !node.Absent(err) {
		return "", err
	}
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "DEVNAME="); ok {
			return path.Base(name), nil
		}
	}
	resolved, err := filepath.EvalSymlinks(folder)
	return filepath.Base(resolved), err
}

// mount is a line of /proc/self/mountinfo.
type mount struct {
	device, kind, source string
}

// findMount returns what is mounted at a directory, or at the closest one above it; the last if there are
// several.
func findMount(text, mountpoint string) (found mount, ok bool) {
	mountpoint = path.Clean(mountpoint)
	longest := 0
	for line := range strings.Lines(text) {
		before, after, _ := strings.Cut(line, " - ")
		left, right := strings.Fields(before), strings.Fields(after)
		if len(left) < 5 || len(right) < 2 {
			continue
		}
		at := node.Unescape(left[4])
		if len(at) < longest || at != mountpoint && !strings.HasPrefix(mountpoint, strings.TrimSuffix(at, "/")+"/") {
			continue
		}
		longest = len(at)
		found, ok = mount{device: left[2], kind: right[0], source: node.Unescape(right[1])}, true
	}
	return found, ok
}

func (d *disk) values() (list []hdstat.Value) {
	if d.sources.has(HDDRead) {
		list = append(list, bytesValue("HDD_READ", "HDD"))
	}
	if d.sources.has(HDDWrite) {
		list = append(list, bytesValue("HDD_WRITE", "HDD"))
	}
	if d.sources.has(HDDStats) {
		for _, p := range diskParts {
			list = append(list, hdstat.Value{Name: p.name + ":" + plain(d.name), Type: hdstat.TypeInt64, Unit: p.unit, Grouping: p.grouping})
		}
	}
	return list
}

func (d *disk) forget() {
	for i := range d.counters {
		d.counters[i].forget()
	}
}

func (d *disk) sample(e *entry) {
	var values [node.DiskColumns]uint64
	var verdicts [node.DiskColumns]verdict
	d.read(e, &values, &verdicts)
	if d.sources.has(HDDRead) {
		e.int64(node.Sector*values[node.ReadSectors], verdicts[node.ReadSectors])
	}
	if d.sources.has(HDDWrite) {
		e.int64(node.Sector*values[node.WrittenSectors], verdicts[node.WrittenSectors])
	}
	if d.sources.has(HDDStats) {
		for i, v := range values {
			e.int64(v, verdicts[i])
		}
	}
}

func (d *disk) read(e *entry, values *[node.DiskColumns]uint64, verdicts *[node.DiskColumns]verdict) {
	failed := garbled
	b, err := d.file.Read()
	if err == nil {
		var now [node.DiskColumns]uint64
		line, _ := node.CutLine(b)
		if n, _ := node.Numbers(line, now[:]); n == len(now) {
			d.step(e, &now, values, verdicts)
			return
		}
	} else if node.Absent(err) {
		failed = absent
	}
	d.forget()
	for i := range verdicts {
		verdicts[i] = failed
	}
}

// step returns the differences. Times have 32 bits, and wrap after 49 days.
func (d *disk) step(e *entry, now, values *[node.DiskColumns]uint64, verdicts *[node.DiskColumns]verdict) {
	for i := range now {
		if diskParts[i].most == 0 {
			values[i] = now[i]
			if now[i] > mostInProgress {
				verdicts[i] = leaped
			}
			continue
		}
		most := e.most(diskParts[i].most)
		if i == node.ReadSectors || i == node.WrittenSectors {
			most /= node.Sector
		}
		values[i], verdicts[i] = d.counters[i].step(now[i], most)
	}
	inProgress := verdicts[node.InProgress]
	together(verdicts[:])
	verdicts[node.InProgress] = inProgress // not a counter
}

// mostInProgress is the largest credible number of requests in progress: some kernels let the number fall
// below 0, which then appears as one of 32 bits.
const mostInProgress = 1 << 31

func (d *disk) close() { _ = d.file.Close() }
