//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// markVariable is set in the environment of everything that a job starts, so that no other process is
// ever touched.
const markVariable = "TIMERS_KILL_MARK"

// process is one that a job has started.
type process struct {
	pid, rank int    // rank -1: mpirun, or one that helps it
	started   string // when; distinguishes it from a later one with the same number
}

// processesOf lists the processes that carry a mark.
func processesOf(mark string) []process {
	var list []process
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil || !bytes.Contains(text, []byte(markVariable+"="+mark+"\x00")) {
			continue
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if err != nil {
			continue
		}
		p := process{pid: pid, rank: rankOf(text)}
		if _, p.started = stateOf(pid); p.started != "" {
			list = append(list, p)
		}
	}
	return list
}

// rankOf returns the rank that mpirun has told a process, -1 if none.
func rankOf(environ []byte) int {
	for _, variable := range strings.Split(string(environ), "\x00") {
		name, value, _ := strings.Cut(variable, "=")
		if name != "OMPI_COMM_WORLD_RANK" && name != "PMI_RANK" {
			continue
		}
		if rank, err := strconv.Atoi(value); err == nil {
			return rank
		}
	}
	return -1
}

// stateOf returns the state of a process as in proc(5), and when it was started; empty if there is none.
func stateOf(pid int) (state, started string) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return "", ""
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	const starttime = 22 - 3 // of proc(5), counted from the state
	if len(fields) <= starttime {
		return "", ""
	}
	return fields[0], fields[starttime]
}

// alive reports whether the process has not ended. A zombie has ended once all its threads are gone: until
// then it has its files.
func (p process) alive() bool {
	state, started := stateOf(p.pid)
	switch {
	case started != p.started || state == "" || state == "X":
		return false
	case state == "Z":
		threads, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", p.pid))
		return err == nil && len(threads) > 1
	}
	return true
}

func (p process) signal(s syscall.Signal) {
	if p.alive() {
		_ = syscall.Kill(p.pid, s) // it may have ended by now
	}
}

// waitFor asks again and again until it is so, but no longer than the limit.
func waitFor(limit, pause time.Duration, so func() bool) bool {
	for end := time.Now().Add(limit); ; time.Sleep(pause) {
		if so() {
			return true
		}
		if time.Now().After(end) {
			return so()
		}
	}
}
