// Package died makes the tables of large jobs that have died, for benchmarks: copies of the table of this program, which
// has one rank, with other rank numbers in their headers.
package died

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/go-hpc/timers/mpitimer"
)

// Folder makes a directory, on tmpfs if there is one, with a built mpitimer in it. The caller removes it, also after an error.
func Folder(pattern string) (folder, command string, err error) {
	base := ""
	if _, err := os.Stat("/dev/shm"); err == nil {
		base = "/dev/shm"
	}
	if folder, err = os.MkdirTemp(base, pattern); err != nil {
		return "", "", err
	}
	command = filepath.Join(folder, "mpitimer")
	if out, err := exec.Command("go", "build", "-o", command, "./cmd/mpitimer").CombinedOutput(); err != nil {
		return folder, "", fmt.Errorf("%w\n%s", err, out)
	}
	return folder, command, nil
}

// Tables writes the tables of so many ranks with so many regions each, and returns the name of the run's directory. In
// gives the place of the directory for a rank, which is made.
func Tables(work string, ranks, regions int, in func(rank int) string) (name string, err error) {
	table, name, err := one(filepath.Join(work, "one"), regions)
	if err != nil {
		return "", err
	}
	const rankAt, sizeAt, sumAt, endAt = 20, 24, 124, 128 // docs/tables.md
	order := binary.NativeEndian
	table = table[:order.Uint64(table[endAt:])]
	made := ""
	for rank := range ranks {
		folder := filepath.Join(in(rank), name)
		if folder != made {
			if err := os.MkdirAll(folder, 0o700); err != nil {
				return "", err
			}
			made = folder
		}
		order.PutUint32(table[rankAt:], uint32(rank))
		order.PutUint32(table[sizeAt:], uint32(ranks))
		order.PutUint32(table[sumAt:], crc32.Checksum(table[:sumAt], crc32.MakeTable(crc32.Castagnoli)))
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%06d.mptable", rank)), table, 0o600); err != nil {
			return "", err
		}
	}
	return name, nil
}

// one returns the table of this program while its timers run, and the name of its directory.
func one(folder string, regions int) (table []byte, name string, err error) {
	// WithConfigFunc leaves the configuration as it is except for where the files go.
	err = mpitimer.Initialize(mpitimer.WithLog(io.Discard), mpitimer.WithConfigFunc(func(c *mpitimer.Config) {
		c.Output.Tables, c.Output.Directory, c.Output.TimerFile = folder, folder, "tree.txt"
	}))
	for i := range regions - 1 {
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
