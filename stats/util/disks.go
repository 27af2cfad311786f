package util

import (
	"errors"
	"path/filepath"

	hdstat "github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/internal/node"
)

// disks samples the statistics of all disks of a host, one after the other.
type disks []*disk

// newDisks takes the whole disks that are hardware; where none are to be seen, as in some containers, the device
// of the mount point.
func newDisks(tree *node.Tree, mountpoint string) (disks, error) {
	var list disks
	var problems []error
	for _, name := range node.Names(tree.Path("sys/block")) {
		folder := tree.Path("sys/block", name)
		if !tree.Has(filepath.Join(folder, "device")) {
			continue
		}
		d, err := openDisk(tree, folder, HDDStats)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		list = append(list, d)
	}
	if len(list) > 0 {
		return list, nil
	}
	d, err := newDisk(tree, mountpoint, HDDStats)
	if err != nil {
		return nil, errors.Join(append(problems, err)...)
	}
	return disks{d}, nil
}

func (l disks) values() (list []hdstat.Value) {
	for _, d := range l {
		list = append(list, d.values()...)
	}
	return list
}

func (l disks) forget() {
	for _, d := range l {
		d.forget()
	}
}

func (l disks) sample(e *entry) {
	for _, d := range l {
		d.sample(e)
	}
}

func (l disks) close() {
	for _, d := range l {
		d.close()
	}
}
