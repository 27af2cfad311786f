// Package local runs the ranks of a parallel program as goroutines of one process, with messages
// passed between them as between processes: for programs without MPI, and for tests on many ranks.
package local

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"sync"

	"github.com/go-hpc/timers/machenv"
)

// An Option sets how the ranks are set up.
type Option func(*world)

// RanksPerNode makes the ranks appear to run on several nodes, n consecutive ranks on each, with host names
// node0, node1, …. Without it, or with n < 1, all are on the host of the process.
func RanksPerNode(n int) Option {
	if n < 1 {
		return func(*world) {}
	}
	return Placed(func(rank int) int { return rank / n })
}

// Placed is RanksPerNode for any arrangement: node is the number of the node that a rank runs on.
func Placed(node func(rank int) int) Option { return func(w *world) { w.place = node } }

// world is what the ranks of one Run share.
type world struct {
	host  string
	place func(rank int) int // nil if all are on the host of the process
	ranks []process
}

// Run calls f once for each of n ranks, each in a goroutine of its own, and returns when all have returned.
// The communicator that f gets belongs to its rank and is useless after f has returned. It holds sent
// messages until they are received, so Send never waits, and ignores its timeout. A negative timeout of Recv
// takes a message that is there and does not wait. Barrier waits for as long as all ranks are alive.
//
// The error joins the ranks' errors, each with its rank. A panic in f, or its end by runtime.Goexit (as
// in t.FailNow), counts as an error of that rank and does not end the program.
//
// A rank whose f has ended, in whatever way, is gone. Its sent messages can still be received; after
// that, receiving from it, sending to it, and entering a barrier with it fail with an error that
// matches machenv.ErrRankDead. Ranks therefore do not wait for ever for a rank that fails.
func Run(n int, f func(comm machenv.Communicator) error, opts ...Option) error {
	if n < 1 {
		return fmt.Errorf("local: run with %d ranks, expected at least 1: %w", n, machenv.ErrInvalid)
	}
	if f == nil {
		return fmt.Errorf("local: run without a function: %w", machenv.ErrInvalid)
	}
	w := &world{ranks: make([]process, n)}
	for _, opt := range opts {
		opt(w)
	}
	var err error
	if w.host, err = os.Hostname(); err != nil {
		w.host = "localhost" // nothing here depends on the true name
	}
	for rank := range w.ranks {
		w.ranks[rank].world, w.ranks[rank].rank = w, rank
	}
	all := newGroup(n, func(i int) *process { return &w.ranks[i] })

	errs := make([]error, n)
	var running sync.WaitGroup
	for rank := range n {
		running.Go(func() {
			p := &w.ranks[rank]
			// Deferred, because neither a panic nor runtime.Goexit comes past this line.
			ended := errors.New("its function has called runtime.Goexit")
			own := &comm{group: all, rank: rank}
			defer func() {
				machenv.ForgetRounds(own)
				if cause := recover(); cause != nil {
					ended = &panicError{cause: cause, stack: debug.Stack()}
				}
				errs[rank] = ended
				p.end(ended)
			}()
			ended = f(own)
		})
	}
	running.Wait()
	return join(errs)
}

// node is the number of the node that a rank runs on.
func (w *world) node(rank int) int {
	if w.place == nil {
		return 0
	}
	return w.place(rank)
}

func (w *world) hostOf(rank int) string {
	if w.place == nil {
		return w.host
	}
	return fmt.Sprintf("node%d", w.node(rank))
}

// panicError is the error of a rank that has panicked.
type panicError struct {
	cause any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v\n%s", e.cause, e.stack) }

// Unwrap returns the error that the rank has panicked with, if it was one, for errors.Is.
func (e *panicError) Unwrap() error {
	err, _ := e.cause.(error)
	return err
}

// join makes one error of those of the ranks. The loss of one rank can fail all others, so errors
// that are only a consequence come last, and not all are listed.
func join(errs []error) error {
	const most = 16
	var list []error
	failed := 0
	for _, consequence := range []bool{false, true} {
		for rank, err := range errs {
			if err == nil || errors.Is(err, machenv.ErrRankDead) != consequence {
				continue
			}
			if failed++; failed <= most {
				list = append(list, fmt.Errorf("rank %d: %w", rank, err))
			}
		}
	}
	if failed > most {
		list = append(list, fmt.Errorf("and %d more ranks of %d have failed", failed-most, len(errs)))
	}
	return errors.Join(list...)
}
