package conformance_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/internal/conformance"
	"github.com/go-hpc/timers/machenv/local"
)

// broken is a communicator with one fault.
type broken struct {
	machenv.Communicator
	fault string
	held  *[]byte // the last message that the rank received
}

func (b broken) Send(to, tag int, data []byte, timeout time.Duration) error {
	err := b.Communicator.Send(to, tag, data, timeout)
	if b.fault == "vague errors" && errors.Is(err, machenv.ErrInvalid) {
		return errors.New("no")
	}
	return err
}

func (b broken) Recv(from, tag int, timeout time.Duration) ([]byte, error) {
	switch {
	case b.fault == "negative tags" && tag < 0:
		return nil, nil
	case b.fault == "no largest tag" && tag == machenv.MaxTag:
		return nil, errors.New("no such tag")
	case b.fault == "wrong timeout" && timeout > 0 && timeout < time.Second:
		return nil, errors.New("too late")
	}
	data, err := b.Communicator.Recv(from, tag, timeout)
	switch b.fault {
	case "cut messages":
		data = data[:min(len(data), 1<<16)]
	case "reused buffer":
		// What was received last is overwritten with what comes now.
		if len(data) == len(*b.held) {
			copy(*b.held, data)
		}
		*b.held = data
	}
	return data, err
}

func (b broken) Barrier() error {
	if b.fault == "barrier of no effect" {
		return nil
	}
	return b.Communicator.Barrier()
}

func (b broken) Create(ranks []int) (machenv.Communicator, error) {
	if b.fault == "sorted ranks" && machenv.CheckRanks(ranks, b.Size()) == nil {
		ranks = slices.Sorted(slices.Values(ranks))
	}
	if b.fault == "duplicates" {
		ranks = slices.Compact(slices.Clone(ranks))
	}
	if b.fault == "one channel" && machenv.CheckRanks(ranks, b.Size()) == nil && len(ranks) == b.Size() && slices.IsSorted(ranks) {
		return alias{b, new(bool)}, nil
	}
	comm, err := b.Communicator.Create(ranks)
	if comm == nil {
		if b.fault == "null pointer" {
			return broken{}, err
		}
		return nil, err
	}
	return broken{comm, b.fault, new([]byte)}, err
}

// alias is another name for a communicator, and not a copy of it.
type alias struct {
	broken
	freed *bool
}

func (a alias) Send(to, tag int, data []byte, timeout time.Duration) error {
	if *a.freed {
		return machenv.ErrFreed
	}
	return a.broken.Send(to, tag, data, timeout)
}

func (a alias) Recv(from, tag int, timeout time.Duration) ([]byte, error) {
	if *a.freed {
		return nil, machenv.ErrFreed
	}
	return a.broken.Recv(from, tag, timeout)
}

func (a alias) Barrier() error {
	if *a.freed {
		return machenv.ErrFreed
	}
	return a.broken.Barrier()
}

func (a alias) Create(ranks []int) (machenv.Communicator, error) {
	if *a.freed {
		return nil, machenv.ErrFreed
	}
	return a.broken.Create(ranks)
}

func (a alias) Free() error {
	if *a.freed {
		return machenv.ErrFreed
	}
	*a.freed = true
	return nil
}

func (b broken) Free() error {
	err := b.Communicator.Free()
	if b.fault == "free of no effect" && errors.Is(err, machenv.ErrFreed) {
		return nil
	}
	return err
}

func (b broken) Split(color, key int) (machenv.Communicator, error) {
	if b.fault == "split without keys" {
		key = 0
	}
	return b.Communicator.(machenv.Splitter).Split(color, key)
}

// TestFaultsAreSeen: each fault is found, by the check that is there for it, and on all ranks.
func TestFaultsAreSeen(t *testing.T) {
	for fault, check := range map[string]string{
		"":                     "",
		"vague errors":         "invalid arguments",
		"negative tags":        "invalid arguments",
		"no largest tag":       "ring",
		"duplicates":           "invalid arguments",
		"null pointer":         "invalid arguments",
		"cut messages":         "lengths of messages",
		"reused buffer":        "ownership of messages",
		"barrier of no effect": "barrier",
		"sorted ranks":         "create",
		"one channel":          "separate messages",
		"free of no effect":    "free",
		"split without keys":   "optional interfaces",
		"wrong timeout":        "timeout",
	} {
		t.Run(fault, func(t *testing.T) {
			seen := make([]error, 8)
			err := local.Run(len(seen), func(comm machenv.Communicator) error {
				seen[comm.Rank()] = conformance.Run(broken{comm, fault, new([]byte)}, conformance.Buffered, conformance.Timeouts)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			for rank, err := range seen {
				if (err != nil) != (check != "") || err != nil && !strings.Contains(err.Error(), " of 8: "+check+": ") {
					t.Errorf("rank %d: %v; expected a fault of the check %q", rank, err, check)
				}
			}
		})
	}
}
