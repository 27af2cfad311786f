//go:build unix

// Command recover measures what mpitimer recover takes for a large job, and prints
//
//	figure recover/time VALUE s limit <=0.6
//	figure recover/processor VALUE s limit <=1.2
//	figure recover/memory VALUE MB limit <=150
//
// The tables are those of 10 000 ranks with 100 regions each. They are on tmpfs if there is one. The quickest of five
// runs counts, and the largest memory. What neighbours take from the two processors adds to the elapsed time,
// and hardly to the processor time.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/go-hpc/timers/scripts/bench/internal/died"
)

var (
	ranks   = flag.Int("ranks", 10_000, "ranks of the job")
	regions = flag.Int("regions", 100, "regions of each")
)

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	folder, command, err := died.Folder("bench-recover-")
	defer os.RemoveAll(folder)
	if err != nil {
		return err
	}
	name, err := died.Tables(folder, *ranks, *regions, func(int) string { return filepath.Join(folder, "job") })
	if err != nil {
		return err
	}
	job := filepath.Join(folder, "job", name)
	quickest, least, most := time.Hour, time.Hour, int64(0)
	for range 5 {
		c := exec.Command(command, "recover", job, "-o", filepath.Join(folder, "run.mptsum"))
		start := time.Now()
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("%w\n%s", err, out)
		}
		quickest = min(quickest, time.Since(start))
		least = min(least, c.ProcessState.UserTime()+c.ProcessState.SystemTime())
		most = max(most, int64(c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss))
	}
	fmt.Printf("figure recover/time %.2f s limit <=0.6\n", quickest.Seconds())
	fmt.Printf("figure recover/processor %.2f s limit <=1.2\n", least.Seconds())
	fmt.Printf("figure recover/memory %.0f MB limit <=150\n", float64(most)/1e3)
	return nil
}
