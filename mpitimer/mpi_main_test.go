//go:build mpi && cgo

package mpitimer

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv/mpi"
	"github.com/go-hpc/timers/mpitimer/internal/timerstest"
)

// world is what the collective tests run on: the program of the tests starts MPI, not the timers.
var mpiWorld *mpi.Comm

var (
	childName   = flag.String("child", "", "run this program instead of the tests")
	childFolder = flag.String("directory", "", "where the program writes")
)

func TestMain(m *testing.M) {
	flag.Parse()
	if *childName != "" {
		os.Exit(runChild())
	}
	removeTables := timerstest.TablesForTests()
	var err error
	if mpiWorld, err = mpi.World(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	code := m.Run()
	if code == 0 {
		time.AfterFunc(time.Minute, func() { panic("the end of MPI hangs") })
		if err := endMPIFirst(); err != nil {
			fmt.Println(err)
			code = 1
		}
	}
	// Without MPI_Finalize, mpirun ends the other ranks, which may wait for this one.
	removeTables()
	os.Exit(code)
}

// endMPIFirst checks what happens to timers of a program that ends MPI before them.
func endMPIFirst() error {
	rank := mpiWorld.Rank()
	var log bytes.Buffer
	if err := Initialize(WithCommunicator(mpiWorld), WithConfig(quietConfig()), WithLog(&log)); err != nil {
		return err
	}
	Start("work").Stop()
	if err := mpi.Finalize(); err != nil {
		return err
	}
	if err := Finalize(); !errors.Is(err, mpi.ErrFinalized) && mpiWorld.Size() > 1 { // one rank has no messages
		return fmt.Errorf("rank %d: Finalize after MPI_Finalize returns %w", rank, err)
	}
	if rank == 0 && !strings.Contains(log.String(), "work") {
		return fmt.Errorf("rank 0 does not tell what it knows:\n%s", log.String())
	}
	err := Initialize(WithConfig(quietConfig()), WithLog(&log))
	if err == nil || !strings.Contains(err.Error(), "MPI has been finalized: timing this rank alone") {
		return fmt.Errorf("rank %d: Initialize after MPI_Finalize returns %w", rank, err)
	}
	if size := Default().Environments().Default().Size(); size != 1 {
		return fmt.Errorf("rank %d is one of %d", rank, size)
	}
	Start("alone").Stop()
	return Finalize()
}
