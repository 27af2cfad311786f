//go:build unix

// Command job measures what it takes to look at a job on all of its nodes, says what was seen, and prints
//
//	figure job/first-screen-100000 VALUE s limit <=5
//	figure job/first-screen-100000-floor VALUE s
//	figure job/first-screen-100000-chain VALUE s limit <=5
//	figure job/refresh-cpu VALUE s limit <=1
//	figure job/memory VALUE MB limit <=200
//	figure job/link-bytes VALUE ratio limit <=1.1
//	figure job/epilog-128 VALUE s limit <=1
//
// The nodes are processes of this machine, started by a stand-in of ssh: 100 000 ranks with 20 regions each on 1 000 of
// them. So the time to the first screen holds the work of all nodes, which this machine does one after the other, and a
// job's nodes do at once. Two figures stand beside it. The floor is how long it takes here to start as many processes in
// the same tree which do nothing but read the same files once and pass as many bytes. The chain is for how long
// processors work on the longest way from a node to the screen, as each relay measures it for itself: the time to the
// first screen on nodes that are idle, without launchers and the network.
//
// What the command itself needs for a look, refresh-cpu, is what a login node would. Link-bytes is the longest answer
// between two relays, divided by that of a job with a tenth of the ranks.
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
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/go-hpc/timers/scripts/bench/internal/died"
)

var (
	ranks = flag.Int("ranks", 100_000, "ranks of the job")
	nodes = flag.Int("nodes", 1000, "nodes that it runs on")
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
	floor := filepath.Join(folder, "floor")
	if out, err := exec.Command("go", "build", "-o", floor, "./scripts/bench/job/floor").CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	small, err := look(command, filepath.Join(folder, "small"), *ranks/10)
	if err != nil {
		return err
	}
	large, err := look(command, filepath.Join(folder, "large"), *ranks)
	if err != nil {
		return err
	}
	least, err := large.floor(floor)
	if err != nil {
		return err
	}
	large.say(least)
	fmt.Printf("figure job/first-screen-%d %.2f s limit <=5\n", *ranks, large.elapsed.Seconds())
	fmt.Printf("figure job/first-screen-%d-floor %.2f s\n", *ranks, least.Seconds())
	fmt.Printf("figure job/first-screen-%d-chain %.3f s limit <=5\n", *ranks, large.chain)
	fmt.Printf("figure job/refresh-cpu %.3f s limit <=1\n", large.processor)
	fmt.Printf("figure job/memory %.0f MB limit <=200\n", large.memory)
	fmt.Printf("figure job/link-bytes %.3f ratio limit <=1.1\n", large.bytes/small.bytes)
	return epilog(command, filepath.Join(folder, "epilog"))
}

// seen is a job that was looked at, and what that took.
type seen struct {
	folder                          string
	hosts                           []string
	launch                          string
	screen                          string
	elapsed, all                    time.Duration // all: of processors, on all nodes
	processor, memory, bytes, chain float64
}

var figures = regexp.MustCompile(`longest answer ([0-9]+) bytes, processor here ([0-9.]+) s, longest chain ([0-9.]+) s`)

// look makes a job and looks at it.
func look(command, folder string, ranks int) (*seen, error) {
	s, err := jobOf(folder, ranks)
	if err != nil {
		return nil, err
	}
	c := exec.Command(command, "stacks", "--hosts", strings.Join(s.hosts, ","), "--launch", s.launch+" {host}", "--wait", "10m", "--figures", filepath.Join(folder, "{host}"))
	begin := time.Now()
	out, err := c.CombinedOutput()
	s.elapsed = time.Since(begin)
	const incomplete = 3
	if err != nil && (*gone == 0 || c.ProcessState.ExitCode() != incomplete) {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	s.screen = string(out)
	found := figures.FindSubmatch(out)
	if found == nil || !right(s.screen, s.hosts, ranks) {
		return nil, fmt.Errorf("what it says is not what was expected:\n%s", out)
	}
	s.bytes, _ = strconv.ParseFloat(string(found[1]), 64) // the expression has found numbers
	s.processor, _ = strconv.ParseFloat(string(found[2]), 64)
	s.chain, _ = strconv.ParseFloat(string(found[3]), 64)
	s.memory = float64(c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss) / 1e3
	s.all = c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	return s, nil
}

// jobOf makes the tables of a job, and a launcher.
func jobOf(folder string, ranks int) (*seen, error) {
	s := &seen{folder: folder, launch: filepath.Join(folder, "launch")}
	for i := range *nodes {
		s.hosts = append(s.hosts, fmt.Sprintf("n%04d", i))
	}
	if _, err := died.Tables(folder, ranks, regions, func(rank int) string { return filepath.Join(folder, s.hosts[rank**nodes/ranks]) }); err != nil {
		return nil, err
	}
	script := "#!/bin/sh\nhost=$1; shift\n"
	if *delay > 0 {
		script += fmt.Sprintf("sleep %g\n", delay.Seconds())
	}
	for at := range s.hosts {
		if h := lost(at); h != "" {
			script += fmt.Sprintf("case $host in %s) echo \"ssh: connect to host $host port 22: No route to host\" >&2; exit 255;; esac\n", h)
		}
	}
	return s, os.WriteFile(s.launch, []byte(script+"exec \"$@\"\n"), 0o700)
}

// floor is how long the nodes that are reached take at least.
func (s *seen) floor(command string) (time.Duration, error) {
	args := []string{fmt.Sprint(int(s.bytes)), "32", s.launch, filepath.Join(s.folder, "{host}"), ""}
	for i, h := range s.hosts {
		if lost(i) == "" {
			args = append(args, h)
		}
	}
	begin := time.Now()
	out, err := exec.Command(command, args...).CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("%w\n%s", err, out)
	}
	return time.Since(begin), nil
}

// say says what was shown, for those who don't know it.
func (s *seen) say(floor time.Duration) {
	fmt.Printf("mpitimer stacks looked at a job of %d ranks on %d nodes, of which it did not reach %d. Its screen:\n\n", *ranks, *nodes, *gone)
	for _, line := range strings.Split(strings.TrimSpace(s.screen), "\n") {
		if !strings.Contains(line, "longest answer") {
			fmt.Println("  " + line)
		}
	}
	fmt.Printf("\nThe nodes are processes of this machine with %d processors, which took %.1f s and %.1f s of processors for what a "+
		"job's nodes do at the same time. As many processes that only read the tables take %.1f s here. On nodes of their own it "+
		"would be %.2f s, and for each of the two levels of the tree the time of a launcher, here %v.\n",
		runtime.NumCPU(), s.elapsed.Seconds(), s.all.Seconds(), floor.Seconds(), s.chain, *delay)
	fmt.Printf("The longest answer between two relays has %.0f bytes.\n\n", s.bytes)
}

// lost is the host of that number if it is not reached.
func lost(at int) string {
	for i := range *gone {
		if i**nodes / *gone == at {
			return fmt.Sprintf("n%04d", at)
		}
	}
	return ""
}

// right reports whether all ranks are there but for those of nodes that are not reached, which are named.
func right(out string, hosts []string, ranks int) bool {
	there := 0
	for rank := range ranks {
		if lost(rank**nodes/ranks) == "" {
			there++
		}
	}
	for at := range hosts {
		if h := lost(at); h != "" && !strings.Contains(out, "not readable: "+h+": ssh: connect to host ") {
			return false
		}
	}
	word := regexp.MustCompile(fmt.Sprintf(`(?m)^died +%d `, there))
	return word.MatchString(out) && (there == ranks) == !strings.Contains(out, "missing")
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
