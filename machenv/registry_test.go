package machenv_test

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/internal/columns"
	"github.com/go-hpc/timers/internal/golden"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
)

func TestDefault(t *testing.T) {
	onRanks(t, func(comm machenv.Communicator) error {
		r, err := machenv.NewRegistry(comm)
		if err != nil {
			return err
		}
		d := r.Default()
		if got, err := r.Get("Default"); err != nil || got != d || d.Comm() != comm {
			return fmt.Errorf("get: %v, %v", got, err)
		}
		if d.Host() == "" || d.Threads() != runtime.GOMAXPROCS(0) {
			return fmt.Errorf("host %q, threads %d", d.Host(), d.Threads())
		}
		all := make([]int, comm.Size())
		for i := range all {
			all[i] = i
		}
		if err := like(d, comm.Rank(), nil, 0, nil, all); err != nil {
			return err
		}
		last := comm.Size() - 1
		if err := d.SetMaster(last); err != nil || d.Master() != last || d.IsMaster() != (comm.Rank() == last) {
			return fmt.Errorf("set master %d: %v, %v", last, err, d)
		}
		for _, bad := range []int{-1, comm.Size()} {
			if err := d.SetMaster(bad); !errors.Is(err, machenv.ErrInvalid) || d.Master() != last {
				return fmt.Errorf("set master %d: %v, %v", bad, err, d)
			}
		}
		if err := r.Close(); err != nil {
			return err
		}
		return comm.Barrier() // belongs to us still
	})
}

func TestLookUpAndRemove(t *testing.T) {
	onRanks(t, func(comm machenv.Communicator) error {
		r, err := machenv.NewRegistry(comm)
		if err != nil {
			return err
		}
		one, err := r.CreateFirst("one", r.Default(), 1)
		if err != nil {
			return err
		}
		if _, err := r.CreateFirst("two", r.Default(), 1); err != nil {
			return err
		}
		if names := r.Names(); !slices.Equal(names, []string{"Default", "one", "two"}) {
			return fmt.Errorf("names: %v", names)
		}
		if e, err := r.Get("one"); e != one || err != nil {
			return fmt.Errorf("get: %v, %v", e, err)
		}
		_, err = r.Get("three")
		if !errors.Is(err, machenv.ErrUnknown) || !strings.Contains(err.Error(), `"three": unknown environment (known are "Default", "one", "two")`) {
			return fmt.Errorf("get what is not there: %v", err)
		}
		if err := r.Remove("Default"); !errors.Is(err, machenv.ErrInvalid) {
			return fmt.Errorf("remove the default: %v", err)
		}
		if err := r.Remove("one"); err != nil {
			return err
		}
		if one.IsMember() {
			if err := one.Comm().Barrier(); !errors.Is(err, machenv.ErrFreed) {
				return fmt.Errorf("communicator after its removal: %v", err)
			}
		}
		if _, err := r.CreateFirst("three", one, 1); !errors.Is(err, machenv.ErrFreed) {
			return fmt.Errorf("part of what was removed: %v", err)
		}
		if err := r.Remove("one"); !errors.Is(err, machenv.ErrUnknown) {
			return fmt.Errorf("remove twice: %v", err)
		}
		if _, err := r.CreateFirst("one", r.Default(), 1); err != nil {
			return fmt.Errorf("the name again: %w", err)
		}
		if err := r.RemoveAll(); err != nil || len(r.Names()) != 1 {
			return fmt.Errorf("remove all: %v, left are %v", err, r.Names())
		}
		if err := errors.Join(r.Close(), r.Close()); err != nil {
			return err
		}
		if _, err := r.CreateFirst("late", r.Default(), 1); !errors.Is(err, machenv.ErrFreed) {
			return fmt.Errorf("create after close: %v", err)
		}
		return nil
	})
}

func TestProcessRegistry(t *testing.T) {
	if machenv.Default() != nil {
		t.Fatal("there is a registry before Init")
	}
	if err := machenv.InitDefault(nil); err == nil || machenv.Default() != nil {
		t.Fatalf("init without a communicator: %v", err)
	}
	for range 2 {
		if err := machenv.InitDefault(machenv.NewSerial()); err != nil {
			t.Fatal(err)
		}
		r := machenv.Default()
		if err := machenv.InitDefault(machenv.NewSerial()); !errors.Is(err, machenv.ErrExists) || machenv.Default() != r {
			t.Errorf("second init: %v", err)
		}
		if err := r.Close(); err != nil || machenv.Default() != nil {
			t.Errorf("close: %v", err)
		}
	}
}

func TestPrint(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2)) // the number of threads is printed
	tables := make([]bytes.Buffer, 12)
	err := local.Run(12, func(comm machenv.Communicator) error {
		r, err := machenv.NewRegistry(comm)
		if err != nil {
			return err
		}
		d := r.Default()
		_, err1 := r.CreateFirst("ocean", d, 8, machenv.WithMaster(3))
		_, err2 := r.CreateStrided("every third", d, 4, 2, 3)
		_, err3 := r.CreateList("a\n\"list\"", d, []int{11, 3, 2, 7})
		_, err4 := r.CreateSplit("row", d, comm.Rank()/6, 0)
		_, err5 := r.CreatePerNode("node", d)
		ocean, err6 := r.Get("ocean")
		if err := errors.Join(err1, err2, err3, err4, err5, err6); err != nil {
			return err
		}
		if ocean.IsMember() {
			if _, err := r.CreateList("écriture", ocean, []int{3}); err != nil {
				return err
			}
		}
		return r.WriteTable(&tables[comm.Rank()])
	}, local.RanksPerNode(4))
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	for _, rank := range []int{0, 3, 11} {
		got.Write(tables[rank].Bytes())
	}
	golden.Check(t, "print.txt", got.Bytes())
}

// Names that take two columns for each character leave the other columns in their places.
func TestPrintOfWideNames(t *testing.T) {
	r, err := machenv.NewRegistry(machenv.NewSerial())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"海洋と大気", "io"} {
		if _, err := r.CreateFirst(name, r.Default(), 1); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := r.WriteTable(&b); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")[2:]
	for _, line := range lines {
		before, _, _ := strings.Cut(line[2:], " yes ")
		if got, want := columns.Width(before), columns.Width("海洋と大気  default "); got != want {
			t.Errorf("%d columns before whether it is a member, want %d:\n%s", got, want, b.String())
		}
	}
	if len(lines) != 3 {
		t.Errorf("%d environments, want 3:\n%s", len(lines), b.String())
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errSent }

func TestPrintFails(t *testing.T) {
	r, err := machenv.NewRegistry(machenv.NewSerial())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.WriteTable(failing{}); !errors.Is(err, errSent) {
		t.Errorf("print: %v", err)
	}
}
