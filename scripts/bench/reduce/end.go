//go:build mpi && cgo

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/go-hpc/timers/machenv/mpi"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/stats"
)

// limits of Finalize, as a multiple of one MPI_Reduce of the same size, by ranks.
var limits = map[int]string{2: "limit <=50", 8: "limit <=15", 32: "limit <=8"}

// end measures Finalize with the files that the timers write by default, against the reference, and against its floor:
// all in turns, so that a busy machine disturbs all. The files are on tmpfs if there is one: the time a disk takes to
// sync them is not the timers'.
func end(world *mpi.Comm, reference *reference, same *stats.Profile) error {
	const rounds = 15
	base := ""
	if _, err := os.Stat("/dev/shm"); err == nil {
		base = "/dev/shm"
	}
	folder, err := os.MkdirTemp(base, "bench-end-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	var files map[string][]byte // of rank 0
	finalize, ref := &contender{f: mpitimer.Finalize}, &contender{f: reference.reduce}
	least := &contender{f: func() error { return leastEnd(world, reference, same, folder, files) }}
	for range rounds {
		var log strings.Builder
		err := mpitimer.Initialize(mpitimer.WithCommunicator(world), mpitimer.WithLog(&log),
			mpitimer.WithConfigFunc(func(c *mpitimer.Config) {
				c.Output.Directory, c.Output.Tables = folder, filepath.Join(folder, "tables")
			}))
		if err != nil {
			return errors.Join(fmt.Errorf("%s", log.String()), err)
		}
		tree(len(same.Nodes))
		runtime.GC()
		if err := ref.measure(world); err != nil {
			return err
		}
		if err := finalize.measure(world); err != nil {
			return err
		}
		if files == nil {
			if files, err = contents(folder); err != nil {
				return err
			}
		}
		if err := least.measure(world); err != nil {
			return err
		}
	}
	if world.Rank() == 0 {
		took, reference := finalize.median(), ref.median()
		fmt.Printf("# Finalize: %.2f ms, MPI_Reduce beside it %.3f ms\n", milliseconds(took), milliseconds(reference))
		fmt.Printf("figure finalize/%d %.1f ratio %s\n", world.Size(), float64(took)/float64(reference), limits[world.Size()])
		fmt.Printf("figure finalize/%d-floor %.1f ratio\n", world.Size(), float64(least.median())/float64(reference))
	}
	return nil
}

// tree runs as many regions once, ten below each of a hundred.
func tree(regions int) {
	for i := 0; i < regions; i += 10 {
		outer := mpitimer.Start(fmt.Sprintf("region %d", i))
		for k := i + 1; k < min(i+10, regions); k++ {
			mpitimer.Start(fmt.Sprintf("region %d", k)).Stop()
		}
		outer.Stop()
	}
}
