//go:build unix

// Command recover measures what mpitimer recover takes for a large job, and prints
//
//	figure recover/time VALUE s limit <=0.6
//	figure recover/processor VALUE s limit <=1.2
//	figure recover/memory VALUE MB limit <=150
//
// The tables are those of 10 000 ranks with 100 regions each: copies of the table of this program, which has
// one rank, with other rank numbers in their headers. They are on tmpfs if there is one. The quickest of five
// runs counts, and the largest memory. What neighbours take from the two processors adds to the elapsed time,
// and hardly to the processor time.
package main

import (
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"hash/crc32"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/go-hpc/timers/mpitimer"
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
	base := ""
	if _, err := os.Stat("/dev/shm"); err == nil {
		base = "/dev/shm"
	}
	folder, err := os.MkdirTemp(base, "bench-recover-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	job, err := tables(folder)
	if err != nil {
		return err
	}
	command := filepath.Join(folder, "mpitimer")
	if out, err := exec.Command("go", "build", "-o", command, "./cmd/mpitimer").CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
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

// tables writes the tables of a job that has died, and returns their directory.
func tables(folder string) (string, error) {
	table, name, err := one(filepath.Join(folder, "one"))
	if err != nil {
		return "", err
	}
	job := filepath.Join(folder, "job", name)
	if err := os.MkdirAll(job, 0o700); err != nil {
		return "", err
	}
	const rankAt, sizeAt, sumAt, endAt = 20, 24, 124, 128 // docs/tables.md
	order := binary.NativeEndian
	table = table[:order.Uint64(table[endAt:])]
	for rank := range *ranks {
		order.PutUint32(table[rankAt:], uint32(rank))
		order.PutUint32(table[sizeAt:], uint32(*ranks))
		order.PutUint32(table[sumAt:], crc32.Checksum(table[:sumAt], crc32.MakeTable(crc32.Castagnoli)))
		if err := os.WriteFile(filepath.Join(job, fmt.Sprintf("%06d.mptable", rank)), table, 0o600); err != nil {
			return "", err
		}
	}
	return job, nil
}

// one returns the table of this program while its timers run, and the name of its directory.
func one(folder string) (table []byte, name string, err error) {
	// WithSettings leaves the configuration as it is except for where the files go.
	err = mpitimer.Initialize(mpitimer.WithSettings(func(c *mpitimer.Config) {
		c.Output.Tables, c.Output.Directory, c.Output.TimerFile = folder, folder, "tree.txt"
	}))
	for i := range *regions - 1 {
		mpitimer.Start(fmt.Sprintf("CPL:RUN_LOOP_%d", i)).Stop()
	}
	files, wrong := filepath.Glob(filepath.Join(folder, "*", "*.mptable"))
	if err = errors.Join(err, wrong); err == nil && len(files) != 1 {
		err = fmt.Errorf("tables %v, want one", files)
	}
	if err == nil {
		name = filepath.Base(filepath.Dir(files[0]))
		table, err = os.ReadFile(files[0])
	}
	return table, name, errors.Join(err, mpitimer.Finalize())
}
