package machenv_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
)

func TestPartsComeInTheOrderOfRanks(t *testing.T) {
	for _, size := range []int{1, 2, 3, 8} {
		for name, writes := range map[string]func(rank int) bool{
			"all": func(int) bool { return true }, "none": func(int) bool { return false },
			"odd": func(rank int) bool { return rank%2 == 1 }, "last": func(rank int) bool { return rank == size-1 },
		} {
			t.Run(fmt.Sprintf("%s of %d", name, size), func(t *testing.T) {
				var got, want []string
				err := local.Run(size, func(comm machenv.Communicator) error {
					var part []byte
					if writes(comm.Rank()) {
						part = fmt.Appendf([]byte{}, "part %d", comm.Rank())
					}
					return machenv.CollectParts(comm, part, 0, func(rank int, part []byte) error {
						if comm.Rank() != 0 {
							t.Errorf("called on rank %d", comm.Rank())
						}
						got = append(got, fmt.Sprint(rank, ": ", string(part)))
						return nil
					})
				})
				if err != nil {
					t.Fatal(err)
				}
				for rank := range size {
					if writes(rank) {
						want = append(want, fmt.Sprintf("%d: part %d", rank, rank))
					}
				}
				if !slices.Equal(got, want) {
					t.Errorf("got %q, want %q", got, want)
				}
			})
		}
	}
}

func TestEmptyPartIsAPart(t *testing.T) {
	calls := 0
	err := local.Run(2, func(comm machenv.Communicator) error {
		return machenv.CollectParts(comm, []byte{}, 0, func(int, []byte) error { calls++; return nil })
	})
	if err != nil || calls != 2 {
		t.Errorf("%d calls, error %v", calls, err)
	}
}

// When the file can't be written the other ranks are not left waiting.
func TestFailureToWriteLetsRanksGo(t *testing.T) {
	full := errors.New("no space left")
	calls := 0
	err := local.Run(4, func(comm machenv.Communicator) error {
		err := machenv.CollectParts(comm, []byte("part"), 0, func(rank int, _ []byte) error {
			calls++
			if rank == 1 {
				return full
			}
			return nil
		})
		if (comm.Rank() == 0) != errors.Is(err, full) {
			return fmt.Errorf("error %w", err)
		}
		return nil
	})
	if err != nil || calls != 2 {
		t.Errorf("%d calls, error %v", calls, err)
	}
}

func TestLostRankIsNamedAndOthersAreThere(t *testing.T) {
	for name, absent := range map[string]func(leave chan struct{}){
		"gone":   func(chan struct{}) {},
		"absent": func(leave chan struct{}) { <-leave },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var got []int
				leave := make(chan struct{})
				err := local.Run(4, func(comm machenv.Communicator) error {
					if comm.Rank() == 2 {
						absent(leave)
						return nil
					}
					err := machenv.CollectParts(comm, []byte("part"), 50*time.Millisecond, func(rank int, _ []byte) error {
						got = append(got, rank)
						return nil
					})
					if comm.Rank() == 0 {
						close(leave)
						if !errors.Is(err, machenv.ErrLost) || !strings.Contains(err.Error(), "rank 2") {
							return fmt.Errorf("error %w", err)
						}
						return nil
					}
					return err
				})
				if err != nil || !slices.Equal(got, []int{0, 1, 3}) {
					t.Errorf("parts of %v, error %v", got, err)
				}
			})
		})
	}
}

func TestForeignMessageIsRefused(t *testing.T) {
	err := local.Run(2, func(comm machenv.Communicator) error {
		if comm.Rank() == 1 {
			return comm.Send(0, machenv.MaxTag-21, []byte("short"), 0)
		}
		if err := machenv.CollectParts(comm, nil, 0, nil); !errors.Is(err, machenv.ErrLost) {
			return fmt.Errorf("error %w", err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// One file has the head and the parts of all ranks, and without a file no rank waits.
func TestWriteParts(t *testing.T) {
	wrong := errors.New("no file")
	for _, made := range []bool{true, false} {
		var file strings.Builder
		err := local.Run(3, func(comm machenv.Communicator) error {
			head := func(w io.Writer) error { _, err := io.WriteString(w, "head "); return err }
			failed, lost := machenv.WriteParts(comm, []byte{byte('a' + comm.Rank())}, 0, head, func(write func(io.Writer) error) error {
				if !made {
					return wrong
				}
				return write(&file)
			})
			if lost != nil || (failed == nil) != (made || comm.Rank() > 0) {
				t.Errorf("rank %d: %v, %v", comm.Rank(), failed, lost)
			}
			return nil
		})
		if want := map[bool]string{true: "head abc"}[made]; err != nil || file.String() != want {
			t.Errorf("%q, want %q: %v", file.String(), want, err)
		}
	}
}
