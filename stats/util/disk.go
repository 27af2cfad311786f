package util

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/stats/hdtrace"
)

// disk gives what is read from and written to the block device of a mount point.
type disk struct {
	file     *file
	name     string // of the device
	sources  Sources
	counters [diskFields]counter
}

// diskParts are the statistics of a device, in their order. The one that is no counter has no most.
var diskParts = [diskFields]struct {
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

const (
	readSectors    = 2
	writtenSectors = 6
	sector         = 512 // bytes, whatever the device's own sectors are
)

func newDisk(root, mountpoint string, sources Sources) (*disk, error) {
	folder, err := deviceOf(root, mountpoint)
	if err != nil {
		return nil, err
	}
	d := &disk{file: newFile(folder+"/stat", roomOfValue), sources: sources}
	if d.name, err = deviceName(folder); err != nil {
		return nil, err
	}
	if _, err := d.file.read(); err != nil {
		return nil, err
	}
	return d, nil
}

// deviceOf is the folder in /sys of the device that is mounted there.
func deviceOf(root, mountpoint string) (string, error) {
	text, err := os.ReadFile(root + "/proc/self/mountinfo")
	if err != nil {
		return "", err
	}
	m, ok := findMount(string(text), mountpoint)
	if !ok {
		return "", fmt.Errorf("%s: %w: nothing is mounted there", mountpoint, ErrNoSource)
	}
	folder := root + "/sys/dev/block/" + m.device
	if _, err := os.Stat(folder); err == nil {
		return folder, nil
	}
	// Some file systems, as btrfs, have a number of their own in place of the device's.
	if m.source = path.Clean(m.source); strings.HasPrefix(m.source, "/dev/") {
		if resolved, err := filepath.EvalSymlinks(root + m.source); err == nil {
			folder = root + "/sys/class/block/" + filepath.Base(resolved)
			if _, err := os.Stat(folder); err == nil {
				return folder, nil
			}
		}
	}
	return "", fmt.Errorf("%s: %w: %s of type %s is on no block device", mountpoint, ErrNoSource, m.source, m.kind)
}

func deviceName(folder string) (string, error) {
	text, err := os.ReadFile(folder + "/uevent")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
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

// findMount is what is mounted at a directory, or at the one closest above it; the last of several.
func findMount(text, mountpoint string) (found mount, ok bool) {
	mountpoint = path.Clean(mountpoint)
	longest := 0
	for line := range strings.Lines(text) {
		before, after, _ := strings.Cut(line, " - ")
		left, right := strings.Fields(before), strings.Fields(after)
		if len(left) < 5 || len(right) < 2 {
			continue
		}
		at := unescape(left[4])
		if len(at) < longest || at != mountpoint && !strings.HasPrefix(mountpoint, strings.TrimSuffix(at, "/")+"/") {
			continue
		}
		longest = len(at)
		found, ok = mount{device: left[2], kind: right[0], source: unescape(right[1])}, true
	}
	return found, ok
}

// unescape turns \040 and its like, which stand for blanks, into what they stand for.
func unescape(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+3 < len(text) {
			if c, err := strconv.ParseUint(text[i+1:i+4], 8, 8); err == nil {
				b.WriteByte(byte(c))
				i += 3
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

func (d *disk) values() (list []hdtrace.Value) {
	if d.sources.has(HDDRead) {
		list = append(list, bytesValue("HDD_READ", "HDD"))
	}
	if d.sources.has(HDDWrite) {
		list = append(list, bytesValue("HDD_WRITE", "HDD"))
	}
	if d.sources.has(HDDStats) {
		for _, p := range diskParts {
			list = append(list, hdtrace.Value{Name: p.name + ":" + plain(d.name), Type: hdtrace.TypeInt64, Unit: p.unit, Grouping: p.grouping})
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
	var values [diskFields]uint64
	var verdicts [diskFields]verdict
	d.read(e, &values, &verdicts)
	if d.sources.has(HDDRead) {
		e.int64(sector*values[readSectors], verdicts[readSectors])
	}
	if d.sources.has(HDDWrite) {
		e.int64(sector*values[writtenSectors], verdicts[writtenSectors])
	}
	if d.sources.has(HDDStats) {
		for i, v := range values {
			e.int64(v, verdicts[i])
		}
	}
}

func (d *disk) read(e *entry, values *[diskFields]uint64, verdicts *[diskFields]verdict) {
	failed := garbled
	b, err := d.file.read()
	if err == nil {
		now, ok := parseDisk(b)
		if ok {
			d.step(e, &now, values, verdicts)
			return
		}
	} else if isGone(err) {
		failed = absent
	}
	d.forget()
	for i := range verdicts {
		verdicts[i] = failed
	}
}

// step has the differences. Times are of 32 bits, and wrap after 49 days.
func (d *disk) step(e *entry, now, values *[diskFields]uint64, verdicts *[diskFields]verdict) {
	for i := range now {
		if diskParts[i].most == 0 {
			values[i] = now[i]
			if now[i] > mostInProgress {
				verdicts[i] = leaped
			}
			continue
		}
		most := e.most(diskParts[i].most)
		if i == readSectors || i == writtenSectors {
			most /= sector
		}
		values[i], verdicts[i] = d.counters[i].step(now[i], most)
	}
	inProgress := verdicts[8]
	together(verdicts[:])
	verdicts[8] = inProgress // which is no counter
}

// mostInProgress is the largest believable number of requests in progress: some kernels let the number fall
// below 0, which is then shown as one of 32 bits.
const mostInProgress = 1 << 31

func (d *disk) close() { d.file.close() }
