package parts_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/machenv/parts"
)

// counting is a communicator that keeps the size of the largest message, and counts those that rank 0 takes.
type counting struct {
	machenv.Communicator
	largest, taken *atomic.Int64
}

func (c counting) Send(to, tag int, data []byte, timeout time.Duration) error {
	for {
		most := c.largest.Load()
		if int64(len(data)) <= most || c.largest.CompareAndSwap(most, int64(len(data))) {
			return c.Communicator.Send(to, tag, data, timeout)
		}
	}
}

func (c counting) Recv(from, tag int, timeout time.Duration) ([]byte, error) {
	if c.Rank() == 0 {
		c.taken.Add(1)
	}
	return c.Communicator.Recv(from, tag, timeout)
}

// Whatever the parts, the ranks and the size of messages: what comes over the tree is what CollectParts brings.
func TestCollectProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 17).Draw(t, "ranks")
		bundle := rapid.IntRange(16, 300).Draw(t, "bundle")
		defer parts.SetLargestBundle(bundle)()
		given := make([][]byte, size)
		total := 0
		for rank := range given {
			if n := rapid.IntRange(-1, 1000).Draw(t, "length"); n >= 0 {
				given[rank] = bytes.Repeat([]byte{byte(rank + 1)}, n)
				total += n
			}
		}
		refused := rapid.IntRange(-1, size-1).Draw(t, "refused")
		full := errors.New("no space left")
		gathered := func(collect func(machenv.Communicator, []byte, time.Duration, func(int, []byte) error) error) (list []string, failed bool, largest, taken int64) {
			var most, count atomic.Int64
			err := local.Run(size, func(comm machenv.Communicator) error {
				err := collect(counting{comm, &most, &count}, given[comm.Rank()], 0, func(rank int, part []byte) error {
					list = append(list, fmt.Sprintf("%d:%x", rank, part))
					if rank == refused {
						return full
					}
					return nil
				})
				if comm.Rank() == 0 && errors.Is(err, full) {
					failed, err = true, nil
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return list, failed, most.Load(), count.Load()
		}
		want, wantFailed, _, _ := gathered(machenv.CollectParts)
		got, failed, largest, taken := gathered(parts.Collect)
		if !slices.Equal(got, want) || failed != wantFailed {
			t.Fatalf("got %q, failed %v; want %q, %v", got, failed, want, wantFailed)
		}
		if largest > int64(bundle) {
			t.Errorf("a message of %d bytes, want at most %d", largest, bundle)
		}
		// A message is full but for a frame that did not fit, and one of each child may be any.
		if least := max(bundle/2-12, 1); !failed && taken > int64((total+12*size)/least+2*5) && bundle > 60 {
			t.Errorf("rank 0 took %d messages of %d bytes for %d bytes", taken, bundle, total)
		}
	})
}

// Many small parts come in few messages.
func TestCollectMessages(t *testing.T) {
	const size = 100
	var largest, taken atomic.Int64
	calls := 0
	err := local.Run(size, func(comm machenv.Communicator) error {
		return parts.Collect(counting{comm, &largest, &taken}, []byte("part"), 0, func(rank int, part []byte) error {
			if rank != calls || string(part) != "part" {
				t.Errorf("part %d is %q of rank %d", calls, part, rank)
			}
			calls++
			return nil
		})
	})
	if err != nil || calls != size || taken.Load() > 7 {
		t.Errorf("%d parts in %d messages, %v; want one for each of 7 children", calls, taken.Load(), err)
	}
}

// A rank that is lost takes those behind it with it, which the error names; the others' parts come, and nobody waits for
// ever.
func TestCollectLostRank(t *testing.T) {
	for name, c := range map[string]struct {
		lost int
		want []int
		text string
	}{
		"leaf":  {3, []int{0, 1, 2, 4, 5, 6, 7}, "parts of rank 3:"},
		"inner": {6, []int{0, 1, 2, 3, 4, 5}, "parts of ranks 6-7:"},
		"child": {4, []int{0, 1, 2, 3}, "parts of ranks 4-7:"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var got []int
				err := local.Run(8, func(comm machenv.Communicator) error {
					if comm.Rank() == c.lost {
						return nil
					}
					err := parts.Collect(comm, []byte("part"), 50*time.Millisecond, func(rank int, _ []byte) error {
						got = append(got, rank)
						return nil
					})
					if comm.Rank() == 0 && (!errors.Is(err, machenv.ErrLost) || !strings.Contains(err.Error(), c.text)) {
						return fmt.Errorf("error %w", err)
					}
					return nil
				})
				if err != nil || !slices.Equal(got, c.want) {
					t.Errorf("parts of %v, want %v; error %v", got, c.want, err)
				}
			})
		})
	}
}

// A message that is none of a collection, or of ranks that are not behind its sender, is not taken for parts.
func TestCollectForeignMessages(t *testing.T) {
	for _, message := range []string{"", "x", "\x00\x01\x05", "\x02", "\x02\x02\x02\x00", "\x00\x03\x01\x7f", "\x00\x01\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "\x02\x01\x01\x01a\x01\x02\x01b"} {
		err := local.Run(2, func(comm machenv.Communicator) error {
			if comm.Rank() == 1 {
				return comm.Send(0, parts.Tag, []byte(message), 0)
			}
			came := 0
			err := parts.Collect(comm, nil, time.Second, func(int, []byte) error { came++; return nil })
			if !errors.Is(err, machenv.ErrLost) || came > 0 {
				return fmt.Errorf("%q: %d parts, error %w", message, came, err)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}
