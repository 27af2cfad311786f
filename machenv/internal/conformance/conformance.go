// Package conformance checks that an implementation of machenv.Communicator keeps the contract. It
// is called by the ranks of a running parallel program, so that it serves ranks that are goroutines
// as well as processes under mpirun.
package conformance

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/go-hpc/timers/machenv"
)

// Feature is what an implementation promises beyond the contract.
type Feature int

const (
	// Buffered: Send of a small message returns though nobody receives it yet.
	Buffered Feature = iota

	// Timeouts: Recv keeps to its timeout.
	Timeouts
)

// patience bounds every Recv of a message that must come.
const patience = 30 * time.Second

// Run checks a communicator of any size. It is collective: all ranks call it, with the same
// features. Every rank gets an error if one of them sees a fault; where ranks can no longer reach
// each other, only those that notice do. Messages and communicators that are part of the check are
// consumed and freed; comm stays usable.
func Run(comm machenv.Communicator, features ...Feature) error {
	s := &suite{Communicator: comm}
	checks := []check{
		{"rank and size", s.identity},
		{"invalid arguments", s.invalid},
		{"ring", s.ring},
		{"order of messages", s.order},
		{"lengths of messages", s.lengths},
		{"ownership of messages", s.ownership},
		{"barrier", s.barrier},
		{"create", s.create},
		{"create nested", s.nested},
		{"free", s.free},
		{"broadcast", s.broadcast},
		{"gather", s.gather},
		{"allreduce", s.allreduce},
		{"optional interfaces", s.optional},
		{"environments", s.environments},
	}
	for _, f := range features {
		switch f {
		case Buffered:
			checks = append(checks,
				check{"tags out of order", s.tags},
				check{"messages to itself", s.toItself},
				check{"separate messages", s.separate})
		case Timeouts:
			checks = append(checks, check{"timeout", s.timeout})
		}
	}
	for _, c := range checks {
		if err := s.agree(c.name, c.run()); err != nil {
			return err
		}
	}
	return nil
}

// check is one part of the suite. All ranks run it; it returns what the calling rank finds wrong.
type check struct {
	name string
	run  func() error
}

// suite is a communicator under test.
type suite struct {
	machenv.Communicator
}

// tagAgree is used by agree only, so that what a failed check left behind is not taken for it.
const tagAgree = 1000

// agree lets all ranks know that one has seen a fault, so that none goes on to wait for it.
func (s *suite) agree(name string, fault error) error {
	text := ""
	if fault != nil {
		text = fmt.Sprintf("rank %d of %d: %s: %v", s.Rank(), s.Size(), name, fault)
	}
	if s.Rank() != 0 {
		if err := s.Send(0, tagAgree, []byte(text), patience); err != nil {
			return errors.Join(fault, fmt.Errorf("%s: report to rank 0: %w", name, err))
		}
		all, err := s.Recv(0, tagAgree, 0)
		if err != nil {
			return errors.Join(fault, fmt.Errorf("%s: answer from rank 0: %w", name, err))
		}
		return found(string(all))
	}
	var texts []string
	if text != "" {
		texts = append(texts, text)
	}
	for from := 1; from < s.Size(); from++ {
		theirs, err := s.Recv(from, tagAgree, 0)
		if err != nil {
			texts = append(texts, fmt.Sprintf("%s: report of rank %d: %v", name, from, err))
		} else if len(theirs) > 0 {
			texts = append(texts, string(theirs))
		}
	}
	all := strings.Join(texts, "\n")
	for to := 1; to < s.Size(); to++ {
		if err := s.Send(to, tagAgree, []byte(all), patience); err != nil {
			all += fmt.Sprintf("\n%s: answer to rank %d: %v", name, to, err)
		}
	}
	return found(all)
}

func found(faults string) error {
	if faults == "" {
		return nil
	}
	return errors.New("conformance: " + faults)
}

// expect receives a message and compares it.
func expect(comm machenv.Communicator, from, tag int, want string) error {
	data, err := comm.Recv(from, tag, patience)
	if err != nil {
		return fmt.Errorf("receive %.40q from rank %d under tag %d: %w", want, from, tag, err)
	}
	if string(data) != want {
		return fmt.Errorf("received %.40q (%d bytes) from rank %d under tag %d, expected %.40q (%d bytes)",
			data, len(data), from, tag, want, len(want))
	}
	return nil
}

// want is an error unless err matches target.
func want(what string, err, target error) error {
	if !errors.Is(err, target) {
		return fmt.Errorf("%s: error %v, expected one that matches %q", what, err, target)
	}
	return nil
}

// exchange sends text around the ring of ranks and checks what comes. Rank 0 sends first and the
// others receive first, so that it works where Send waits for the receiver.
func exchange(comm machenv.Communicator, tag int, text func(rank int) string) error {
	rank, size := comm.Rank(), comm.Size()
	if size == 1 {
		return nil
	}
	to, from := (rank+1)%size, (rank-1+size)%size
	send := func() error { return comm.Send(to, tag, []byte(text(rank)), patience) }
	if rank == 0 {
		return errors.Join(send(), expect(comm, from, tag, text(from)))
	}
	return errors.Join(expect(comm, from, tag, text(from)), send())
}
