//go:build unix

// Command job measures what it takes to look at a job on all of its nodes, and prints
//
//	figure job/first-screen-100000 VALUE s limit <=5
//	figure job/refresh-cpu VALUE s limit <=1
//	figure job/memory VALUE MB limit <=200
//	figure job/link-bytes VALUE ratio limit <=1.1
//	figure job/epilog-128 VALUE s limit <=1
//
// The nodes are processes of this machine, started by a stand-in of ssh: 100 000 ranks with 20 regions each on 250 of
// them. So the time to the first screen holds the work of all nodes, which this machine does one after the other, and a
// job's nodes do at once; what the command itself needs for a look, refresh-cpu, is what a login node would. Link-bytes is
// the longest answer between two relays, divided by that of a job with a tenth of the ranks.
//
// With -delay and -unreachable the stand-in is as slow as ssh, and fails for some of the hosts, the first of a group among
// them: make scale looks at 1 000 nodes so.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/go-hpc/timers/scripts/bench/internal/died"
)

var (
	ranks = flag.Int("ranks", 100_000, "ranks of the job")
	nodes = flag.Int("nodes", 250, "nodes that it runs on")
	delay = flag.Duration("delay", 0, "time that the launcher takes to reach a node")
	gone  = flag.Int("unreachable", 0, "nodes that it does not reach")
)

const regions = 20

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	folder, command, err := died.Folder("bench-job-")
	defer os.RemoveAll(folder)
	if err != nil {
		return err
	}
	small, err := look(command, filepath.Join(folder, "small"), *ranks/10)
	if err != nil {
		return err
	}
	large, err := look(command, filepath.Join(folder, "large"), *ranks)
	if err != nil {
		return err
	}
	fmt.Printf("figure job/first-screen-%d %.2f s limit <=5\n", *ranks, large.elapsed.Seconds())
	fmt.Printf("figure job/refresh-cpu %.3f s limit <=1\n", large.processor)
	fmt.Printf("figure job/memory %.0f MB limit <=200\n", large.memory)
	fmt.Printf("%.0f bytes in the longest answer between two relays\n", large.bytes)
	fmt.Printf("figure job/link-bytes %.3f ratio limit <=1.1\n", large.bytes/small.bytes)
	return epilog(command, filepath.Join(folder, "epilog"))
}

// seen is what a look took.
type seen struct {
	elapsed                  time.Duration
	processor, memory, bytes float64
}

var figures = regexp.MustCompile(`longest answer ([0-9]+) bytes, processor here ([0-9.]+) s`)

// look makes a job and looks at it.
func look(command, folder string, ranks int) (s seen, err error) {
	var hosts []string
	for i := range *nodes {
		hosts = append(hosts, fmt.Sprintf("n%04d", i))
	}
	if _, err = died.Tables(folder, ranks, regions, func(rank int) string { return filepath.Join(folder, hosts[rank**nodes/ranks]) }); err != nil {
		return s, err
	}
	launch := filepath.Join(folder, "launch")
	script := fmt.Sprintf("#!/bin/sh\nhost=$1; shift\nsleep %g\n", delay.Seconds())
	for i := range *gone {
		script += fmt.Sprintf("case $host in %s) echo \"ssh: connect to host $host port 22: No route to host\" >&2; exit 255;; esac\n", hosts[i**nodes / *gone])
	}
	if err = os.WriteFile(launch, []byte(script+"exec \"$@\"\n"), 0o700); err != nil {
		return s, err
	}
	c := exec.Command(command, "stacks", "--hosts", strings.Join(hosts, ","), "--launch", launch+" {host}", "--wait", "10m", "--figures", filepath.Join(folder, "{host}"))
	begin := time.Now()
	out, err := c.CombinedOutput()
	s.elapsed = time.Since(begin)
	const incomplete = 3
	if err != nil && (*gone == 0 || c.ProcessState.ExitCode() != incomplete) {
		return s, fmt.Errorf("%w\n%s", err, out)
	}
	found := figures.FindSubmatch(out)
	if found == nil || !right(string(out), hosts, ranks) {
		return s, fmt.Errorf("what it says is not what was expected:\n%s", out)
	}
	s.bytes, _ = strconv.ParseFloat(string(found[1]), 64) // the expression has found a number
	s.processor, _ = strconv.ParseFloat(string(found[2]), 64)
	s.memory = float64(c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss) / 1e3
	return s, nil
}

// right reports whether all ranks are there but for those of nodes that are not reached, which are named.
func right(out string, hosts []string, ranks int) bool {
	lost := 0
	for i := range *gone {
		at := i * *nodes / *gone
		for rank := range ranks {
			if rank**nodes/ranks == at {
				lost++
			}
		}
		if !strings.Contains(out, "not readable: "+hosts[at]+": ssh: connect to host ") {
			return false
		}
	}
	word := regexp.MustCompile(fmt.Sprintf(`(?m)^died +%d `, ranks-lost))
	return word.MatchString(out) && (lost == 0) == !strings.Contains(out, "missing")
}

// epilog moves the tables of 128 ranks.
func epilog(command, folder string) error {
	quickest := time.Hour
	for i := range 5 {
		node := filepath.Join(folder, strconv.Itoa(i))
		if _, err := died.Tables(node, 128, regions, func(int) string { return filepath.Join(node, "tables") }); err != nil {
			return err
		}
		begin := time.Now()
		if out, err := exec.Command(command, "recover", "--epilog", filepath.Join(folder, "shared"), filepath.Join(node, "tables")).CombinedOutput(); err != nil {
			return fmt.Errorf("%w\n%s", err, out)
		}
		quickest = min(quickest, time.Since(begin))
	}
	fmt.Printf("figure job/epilog-128 %.3f s limit <=1\n", quickest.Seconds())
	return nil
}
