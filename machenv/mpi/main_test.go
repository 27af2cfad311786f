//go:build mpi && cgo

package mpi

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/go-hpc/timers/machenv/mpi/internal/mpitest"
)

// world is what all tests use. They are collective: all ranks run the same tests in the same
// order. Without mpirun there is one rank.
var world *Comm

var (
	askLevel      = flag.Int("level", int(ThreadsSerialized), "thread level to ask MPI for")
	leaveSend     = flag.Bool("leave-send", false, "finalise while a message that nobody takes is being sent")
	wrongLauncher = flag.Bool("wrong-launcher", false, "expect to be started by the mpirun of another MPI")
)

func TestMain(m *testing.M) {
	flag.Parse()
	askFor = Threads(*askLevel)
	var err error
	world, err = World()
	if *wrongLauncher {
		os.Exit(expectWrongLauncher(err))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	code := m.Run()
	if code == 0 {
		time.AfterFunc(patience, func() { panic("MPI_Finalize hangs") })
		code = end()
	}
	// Without MPI_Finalize, mpirun ends the other ranks, which may wait for this one.
	os.Exit(code)
}

func expectWrongLauncher(err error) int {
	_, _, launcher, _ := Launched()
	if !errors.Is(err, ErrWrongLauncher) || !strings.Contains(err.Error(), launcher) || !strings.Contains(err.Error(), Library()) {
		fmt.Printf("World: %v, expected ErrWrongLauncher with %q and %q\n", err, launcher, Library())
		return 1
	}
	fmt.Println(err)
	if err := Finalize(); err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}

// end checks what only the end of MPI can show.
func end() int {
	other, err := world.Dup()
	if err != nil {
		fmt.Println(err)
		return 1
	}
	if *leaveSend && world.Rank() == 0 && world.Size() > 1 {
		if err := world.Send(1, 99, make([]byte, 10<<20), time.Millisecond); err == nil {
			fmt.Println("a message that nobody receives is sent")
			return 1
		}
	}
	err = Finalize()
	if *leaveSend && errors.Is(err, ErrNotFinalized) {
		fmt.Println(err)
		return 3
	}
	if err != nil || !Finalized() || !Initialized() {
		fmt.Printf("Finalize: %v, finalized %v\n", err, Finalized())
		return 1
	}
	if err := Finalize(); err != nil {
		fmt.Printf("second Finalize: %v\n", err)
		return 1
	}
	return allFinalized(world, other.(*Comm))
}

func allFinalized(c, other *Comm) int {
	_, worldErr := World()
	handle := mpitest.World()
	_, handleErr := FromHandle(unsafe.Pointer(handle))
	_, fortranErr := FromFortran(0)
	_, recvErr := c.Recv(0, 1, 0)
	_, timedErr := c.Recv(0, 1, time.Second)
	_, createErr := c.Create([]int{0})
	_, rangeErr := c.CreateStrided(1, 0, 1)
	_, splitErr := c.Split(0, 0)
	_, sharedErr := c.SplitShared()
	_, dupErr := c.Dup()
	code := 0
	for call, err := range map[string]error{
		"World": worldErr, "FromHandle": handleErr, "FromFortran": fortranErr,
		"Send": c.Send(0, 1, []byte("x"), 0), "Send with timeout": c.Send(0, 1, nil, time.Second),
		"Recv": recvErr, "Recv with timeout": timedErr, "Barrier": c.Barrier(), "Create": createErr,
		"CreateStrided": rangeErr, "Split": splitErr, "SplitShared": sharedErr, "Dup": dupErr,
		"Free": other.Free(),
	} {
		if !errors.Is(err, ErrFinalized) {
			fmt.Printf("%s after Finalize: %v, expected ErrFinalized\n", call, err)
			code = 1
		}
	}
	return code
}
