package machenv_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
)

// faults is what happens to the ranks of a run: at some message a rank stops for good, or for a while.
type faults struct {
	stopAt  map[int]int // the message of a rank at which it stops; negative: never
	stopFor time.Duration
	over    chan struct{}
}

var errStopped = errors.New("the rank is stopped")

// faulty is a communicator of a rank that may stop at a message.
type faulty struct {
	machenv.Communicator
	f        *faults
	messages *int
}

func (c faulty) stop() error {
	*c.messages++
	at, chosen := c.f.stopAt[c.Rank()]
	if !chosen || *c.messages != at {
		return nil
	}
	if c.f.stopFor > 0 {
		time.Sleep(c.f.stopFor)
		return nil
	}
	<-c.f.over
	return errStopped
}

func (c faulty) Send(to, tag int, data []byte, timeout time.Duration) error {
	if err := c.stop(); err != nil {
		return err
	}
	return c.Communicator.Send(to, tag, data, timeout)
}

func (c faulty) Recv(from, tag int, timeout time.Duration) ([]byte, error) {
	if err := c.stop(); err != nil {
		return nil, err
	}
	return c.Communicator.Recv(from, tag, timeout)
}

// campaign is how many random runs a test makes.
func campaign(few int) int {
	if n, err := strconv.Atoi(os.Getenv("LOST_RANKS_RUNS")); err == nil {
		return n
	}
	return few
}

// join unites sets of ranks: the bytes that two ranks bring.
func join(a, b []byte) []byte {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// outcome is what one rank has got from a round.
type outcome struct {
	answer  []byte
	missing []int
	err     error
}

// rounds lets all ranks take part in some rounds, and returns what each rank got of each.
func rounds(t *testing.T, size int, f *faults, patience time.Duration, each func(r *machenv.Rounds, rank int) []outcome) [][]outcome {
	t.Helper()
	results := make([][]outcome, size)
	var living sync.WaitGroup
	for rank := range size {
		if at, chosen := f.stopAt[rank]; !chosen || at < 0 || f.stopFor > 0 {
			living.Add(1)
		}
	}
	go func() { living.Wait(); close(f.over) }()
	err := local.Run(size, func(comm machenv.Communicator) error {
		rank := comm.Rank()
		r := machenv.NewRounds(faulty{comm, f, new(int)}, patience)
		results[rank] = each(r, rank)
		if at, chosen := f.stopAt[rank]; !chosen || at < 0 || f.stopFor > 0 {
			living.Done()
		}
		<-f.over // nobody is gone before all have done their part: MPI does not tell of it either
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return results
}

func question(kind string, rank int) machenv.Question {
	return machenv.Question{Kind: kind, Own: []byte{byte(rank)}, Join: join}
}

func take(v *machenv.Verdict, err error) outcome {
	if err != nil {
		return outcome{err: err}
	}
	return outcome{answer: v.Answer, missing: v.Missing}
}

func ranksBut(size int, lost ...int) []byte {
	var all []byte
	for rank := range size {
		if !slices.Contains(lost, rank) {
			all = append(all, byte(rank))
		}
	}
	return all
}

func TestRoundsAllPresent(t *testing.T) {
	for _, size := range []int{1, 2, 3, 7, 16, 33} {
		results := rounds(t, size, &faults{over: make(chan struct{})}, time.Minute, func(r *machenv.Rounds, rank int) []outcome {
			first := take(r.Open(question("first", rank)))
			second := take(r.Ask(question("second", rank)))
			return []outcome{first, second, take(r.Open(question("third", rank)))}
		})
		for rank, list := range results {
			for i, o := range list {
				if o.err != nil || !bytes.Equal(o.answer, ranksBut(size)) || len(o.missing) > 0 {
					t.Errorf("size %d, rank %d, round %d: %v, missing %v, error %v", size, rank, i, o.answer, o.missing, o.err)
				}
			}
		}
	}
}

// Ranks that never come are missed by all others, which hear the same.
func TestRoundsMissingRanks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		const size = 16
		cases := [][]int{{0}, {1}, {8}, {15}, {0, 1}, {0, 8}, {8, 12}, {4, 2}}
		atOnce(t, len(cases), func(run int) {
			lost := cases[run]
			f := &faults{stopAt: map[int]int{}, over: make(chan struct{})}
			for _, rank := range lost {
				f.stopAt[rank] = 1
			}
			results := rounds(t, size, f, 50*time.Millisecond, func(r *machenv.Rounds, rank int) []outcome {
				first := take(r.Open(question("first", rank)))
				return []outcome{first, take(r.Open(question("second", rank)))}
			})
			for rank, list := range results {
				if slices.Contains(lost, rank) {
					continue
				}
				for i, o := range list {
					if o.err != nil || !bytes.Equal(o.answer, ranksBut(size, lost...)) || !bytes.Equal(o.answer, ranksBut(size, o.missing...)) {
						t.Errorf("lost %v: rank %d, round %d: %v, missing %v, error %v", lost, rank, i, o.answer, o.missing, o.err)
					}
				}
			}
		})
		if took := time.Since(begin); took > time.Minute {
			t.Errorf("it took %v", took)
		}
	})
}

// A rank that comes too late is told, and is there again in the next round.
func TestRoundsLateRank(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		const size = 8
		atOnce(t, size, func(late int) {
			gone := make(chan struct{})
			var others sync.WaitGroup
			others.Add(size - 1)
			go func() { others.Wait(); close(gone) }()
			results := rounds(t, size, &faults{over: make(chan struct{})}, 50*time.Millisecond, func(r *machenv.Rounds, rank int) []outcome {
				if rank == late {
					<-gone
				}
				first := take(r.Open(question("first", rank)))
				if rank != late {
					others.Done()
				}
				<-gone
				time.Sleep(20 * time.Millisecond)
				r.SetPatience(10 * time.Second)
				return []outcome{first, take(r.Open(question("second", rank)))}
			})
			for rank, list := range results {
				switch first := list[0]; {
				case rank == late && !errors.Is(first.err, machenv.ErrLost):
					t.Errorf("the late rank gets %v", first)
				case rank != late && (first.err != nil || !slices.Equal(first.missing, []int{late})):
					t.Errorf("rank %d: missing %v, error %v", rank, first.missing, first.err)
				}
				if second := list[1]; second.err != nil || len(second.missing) > 0 {
					t.Errorf("rank %d afterwards: missing %v, error %v", rank, second.missing, second.err)
				}
			}
		})
		if took := time.Since(begin); took > time.Minute {
			t.Errorf("it took %v", took)
		}
	})
}

// A rank that hears of nobody waits for long once, and not at each operation of the program.
func TestRoundsHeardOfNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		err := local.Run(5, func(comm machenv.Communicator) error {
			if comm.Rank() != 4 {
				return nil
			}
			r := machenv.NewRounds(comm, 200*time.Millisecond)
			r.SetGrace(200 * time.Millisecond)
			var took [3]time.Duration
			for i := range took {
				begin := time.Now()
				if _, err := r.Open(question("alone", 4)); !errors.Is(err, machenv.ErrLost) {
					return fmt.Errorf("round %d: %v", i, err)
				}
				took[i] = time.Since(begin)
			}
			if most := took[0] * 3 / 4; took[1] > most || took[2] > most {
				return fmt.Errorf("it waited for %v", took)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// One rank calls something else: nobody gets an answer, and the next round is in step again.
func TestRoundsMismatch(t *testing.T) {
	const size = 8
	for stray := range size {
		results := rounds(t, size, &faults{over: make(chan struct{})}, 10*time.Second, func(r *machenv.Rounds, rank int) []outcome {
			kind := "Finalize"
			if rank == stray {
				kind = "Print"
			}
			first := take(r.Open(question(kind, rank)))
			return []outcome{first, take(r.Open(question("Finalize", rank)))}
		})
		for rank, list := range results {
			if !errors.Is(list[0].err, machenv.ErrMismatch) {
				t.Errorf("stray rank %d: rank %d gets %+v", stray, rank, list[0])
			}
			if o := list[1]; o.err != nil || !bytes.Equal(o.answer, ranksBut(size)) {
				t.Errorf("stray rank %d: rank %d afterwards: %+v", stray, rank, o)
			}
		}
	}
}

// exchange sends around what is too long to be sent without being asked for.
func exchange(g *machenv.Group) error {
	data := bytes.Repeat([]byte{byte(g.RankOf(g.Rank()))}, 10_000)
	parts, err := machenv.Gather(g, 0, data)
	if err != nil || g.Rank() != 0 {
		return err
	}
	for rank, part := range parts {
		if want := bytes.Repeat([]byte{byte(g.RankOf(rank))}, 10_000); !bytes.Equal(part, want) {
			return fmt.Errorf("part of rank %d: %d bytes, first %v", g.RankOf(rank), len(part), part[:min(len(part), 1)])
		}
	}
	return nil
}

// settled gathers over those that are there until all of them have come through, and returns who they were.
func settled(r *machenv.Rounds, rank int) outcome {
	v, err := r.Open(question("gather", rank))
	for try := 0; err == nil && try < 4; try++ {
		intact := byte(1)
		if wrong := exchange(v.Group); wrong != nil {
			if !errors.Is(wrong, machenv.ErrLost) {
				return outcome{err: wrong}
			}
			intact = 0
		}
		v, err = r.Ask(machenv.Question{Kind: "gathered", Own: []byte{intact}, Prompt: true, Join: func(a, b []byte) []byte { return []byte{a[0] & b[0]} }})
		if err == nil && v.Answer[0] == 1 {
			return outcome{answer: ranksBut(r.Size(), v.Missing...), missing: v.Missing}
		}
	}
	if err == nil {
		err = errors.New("never settled")
	}
	return outcome{err: err}
}

// Whatever message one or two ranks stop at: all others return, with one answer that has all of them.
func TestRoundsModel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const size = 16
		atOnce(t, campaign(20), func(run int) {
			source := rand.New(rand.NewPCG(uint64(run), 15))
			f := &faults{stopAt: map[int]int{}, over: make(chan struct{})}
			for range 1 + source.IntN(2) {
				f.stopAt[source.IntN(size)] = 1 + source.IntN(1<<source.IntN(7))
			}
			begin := time.Now()
			results := rounds(t, size, f, 50*time.Millisecond, func(r *machenv.Rounds, rank int) []outcome {
				list := []outcome{settled(r, rank), settled(r, rank), settled(r, rank)}
				// Who has missed the last word because the rank that was to pass it on has stopped hears it here.
				_, _ = r.Open(question("end", rank))
				return list
			})
			if took := time.Since(begin); took > time.Minute {
				t.Errorf("run %d, stops %v: it took %v", run, f.stopAt, took)
			}
			for i := range 3 {
				var said *outcome
				for rank, list := range results {
					if _, lost := f.stopAt[rank]; lost {
						continue
					}
					switch o := list[i]; {
					case o.err != nil:
						t.Errorf("run %d, stops %v: rank %d, round %d: %v", run, f.stopAt, rank, i, o.err)
					case !slices.Contains(o.answer, byte(rank)):
						t.Errorf("run %d, stops %v: rank %d, round %d is not in %v", run, f.stopAt, rank, i, o.answer)
					case said != nil && !bytes.Equal(said.answer, o.answer):
						t.Errorf("run %d, stops %v: rank %d, round %d: %v, others have %v", run, f.stopAt, rank, i, o.answer, said.answer)
					default:
						said = &o
					}
				}
			}
		})
	})
}

// atOnce makes many runs, which mostly wait, some of them at the same time.
func atOnce(t *testing.T, runs int, f func(run int)) {
	t.Helper()
	var all sync.WaitGroup
	room := make(chan struct{}, 20)
	for run := range runs {
		all.Add(1)
		room <- struct{}{}
		go func() {
			defer func() { <-room; all.Done() }()
			f(run)
		}()
	}
	all.Wait()
}
