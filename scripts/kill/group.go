//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/go-hpc/timers/scripts/kill/ledger"
)

// memoryGroups returns where control groups for memory can be made, with the name of their limit: that of
// this process in the second version, the top in the first.
func memoryGroups() [][2]string {
	list := [][2]string{{"/sys/fs/cgroup/memory", "memory.limit_in_bytes"}}
	text, _ := os.ReadFile("/proc/self/cgroup")
	for _, line := range strings.Split(string(text), "\n") {
		if own, second := strings.CutPrefix(line, "0::"); second {
			list = append(list, [2]string{filepath.Join("/sys/fs/cgroup", filepath.Dir(own)), "memory.max"})
		}
	}
	return list
}

// makeGroup makes a control group with little memory.
func makeGroup(name string) (folder string, err error) {
	const limit = 200 << 20
	var problem error
	for _, place := range memoryGroups() {
		folder = filepath.Join(place[0], name)
		if err := os.Mkdir(folder, 0o777); err != nil {
			problem = errors.Join(problem, err)
			continue
		}
		if err := os.WriteFile(filepath.Join(folder, place[1]), []byte(strconv.Itoa(limit)), 0); err != nil {
			problem = errors.Join(problem, err, os.Remove(folder))
			continue
		}
		return folder, nil
	}
	return "", problem
}

// groupsWork reports whether this machine allows such groups.
func groupsWork() error {
	folder, err := makeGroup(fmt.Sprintf("mpitimer-kill-%d", os.Getpid()))
	if err != nil {
		return err
	}
	return os.Remove(folder)
}

// limitMemory puts a rank into a group of its own before it makes its timers, so that it alone dies
// when the group has no memory left.
func (k *kill) limitMemory(rank int) (remove func(), err error) {
	folder, err := makeGroup("mpitimer-kill-" + k.mark)
	if err != nil {
		return nil, err
	}
	remove = func() {
		if !waitFor(10*time.Second, 10*time.Millisecond, func() bool { return os.Remove(folder) == nil }) {
			k.fail("memory group %s cannot be removed", folder)
		}
	}
	if err := k.await(ledger.Born, rank); err != nil {
		remove()
		return nil, err
	}
	p, lives := k.rank(rank)
	if !lives {
		remove()
		return nil, fmt.Errorf("rank %d ended before it began", rank)
	}
	return remove, os.WriteFile(filepath.Join(folder, "cgroup.procs"), []byte(strconv.Itoa(p.pid)), 0)
}
