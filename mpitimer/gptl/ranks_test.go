package gptl

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/gptlcompat/check"
	"github.com/go-hpc/timers/gptlcompat/read"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/mpitimer"
)

// onRanks runs f on ranks as goroutines, each between Initialize and Finalize.
func onRanks(t *testing.T, n int, folder string, f func(comm machenv.Communicator) error) {
	t.Helper()
	fresh(t)
	ok(t, local.Run(n, func(comm machenv.Communicator) error {
		if err := SetOption(Percent, 1); err != nil { // as each rank of a program would
			return err
		}
		err := Initialize(mpitimer.WithCommunicator(comm), mpitimer.WithConfig(configIn(folder)), mpitimer.WithLog(io.Discard))
		if err != nil {
			return err
		}
		if err := f(comm); err != nil {
			return err
		}
		return Finalize()
	}))
	equal(t, "libraries left", len(ranks.of), 0)
}

// rankWork returns what a rank runs: known times that differ by rank, a timer of odd ranks only.
func rankWork(rank int) error {
	if err := StartStopVal("all", time.Duration(rank+1)*time.Second); err != nil {
		return err
	}
	if rank%2 == 1 {
		return StartStopVals("odd", 3*time.Second, rank)
	}
	return nil
}

// summaries prints the summary of all ranks, and of those of each half.
func summaries(comm machenv.Communicator) error {
	rank, size := comm.Rank(), comm.Size()
	if err := rankWork(rank); err != nil {
		return err
	}
	if err := PrintSummary(nil); err != nil {
		return err
	}
	if err := PrintSummaryFile(comm, "same"); err != nil {
		return err
	}
	var upper []int
	for r := size / 2; r < size; r++ {
		upper = append(upper, r)
	}
	half, err := comm.Create(upper)
	if err != nil || half == nil {
		return err
	}
	defer half.Free()
	if err := PrintSummaryFile(half, "upper half"); err != nil {
		return err
	}
	if err := SetOption(Layout, E3SM); err != nil {
		return err
	}
	return PrintSummaryFile(half, "upper half_stats")
}

// checkSummaries compares what summaries has written with what the ranks ran.
func checkSummaries(t *testing.T, folder string, size int) {
	t.Helper()
	text := content(t, folder, upstream.TimingSummaryName)
	ok(t, check.TimingSummary([]byte(text)))
	equal(t, "the file of the same communicator", content(t, folder, "same"), text)
	expectRow(t, text, "all", size, 0, size-1)
	if size > 1 {
		expectRow(t, text, "odd", size/2, 1, 1)
	}
	lower := size / 2
	text = content(t, folder, "upper half")
	ok(t, check.TimingSummary([]byte(text)))
	expectRow(t, text, "all", size-lower, 0, size-lower-1) // ranks of the half
	if !strings.Contains(text, fmt.Sprintf("Total ranks in communicator=%d\n", size-lower)) {
		t.Errorf("the ranks of the half are not %d:\n%s", size-lower, text)
	}
	text = content(t, folder, "upper half_stats")
	ok(t, check.Global([]byte(text)))
	global, err := read.Global(strings.NewReader(text))
	ok(t, err)
	all := global.Summary.Regions[0]
	equal(t, "shortest in the half", all.TrackMin.Value, int64(lower+1)*int64(time.Second))
	equal(t, "its rank", all.TrackMin.Rank, 0)
}

// expectRow looks for the row of a timer in a summary of upstream's layout.
func expectRow(t *testing.T, text, name string, ranks, shortest, longest int) {
	t.Helper()
	summary, err := read.TimingSummary(strings.NewReader(text))
	ok(t, err)
	for i := range summary.Summary.Regions {
		r := &summary.Summary.Regions[i]
		if r.Name != name {
			continue
		}
		equal(t, "ranks of "+name, r.Completed, ranks)
		equal(t, "rank of the shortest of "+name, r.TrackMin.Rank, shortest)
		equal(t, "rank of the longest of "+name, r.TrackMax.Rank, longest)
		return
	}
	t.Errorf("no row of %s in\n%s", name, text)
}

func TestPrintSummaryOfRanks(t *testing.T) {
	for _, n := range []int{1, 2, 5} {
		folder := t.TempDir()
		onRanks(t, n, folder, summaries)
		checkSummaries(t, folder, n)
	}
}

// A rank without timers, and one whose timers are disabled, take part.
func TestPrintSummaryOfIdleRank(t *testing.T) {
	folder := t.TempDir()
	onRanks(t, 3, folder, func(comm machenv.Communicator) error {
		switch comm.Rank() {
		case 1:
			if err := rankWork(1); err != nil {
				return err
			}
		case 2:
			if err := Disable(); err != nil {
				return err
			}
			_ = Start("ignored")
		}
		return PrintSummary(comm)
	})
	text := content(t, folder, upstream.TimingSummaryName)
	expectRow(t, text, "odd", 1, 1, 1)
	if strings.Contains(text, "ignored") {
		t.Errorf("a timer that was ignored:\n%s", text)
	}
}

// Each rank prints its own timers; errors are counted by rank.
func TestPrintOfRanks(t *testing.T) {
	folder := t.TempDir()
	onRanks(t, 3, folder, func(comm machenv.Communicator) error {
		for range comm.Rank() {
			_ = Stop("never")
		}
		if n := NumErrors(); n != comm.Rank() {
			return fmt.Errorf("%d errors", n)
		}
		if err := rankWork(comm.Rank()); err != nil {
			return err
		}
		return Print(comm.Rank())
	})
	for rank := range 3 {
		text := content(t, folder, upstream.TimingName(rank))
		ok(t, check.Timing([]byte(text)))
		p := readTiming(t, text).Profile
		equal(t, "the first timer", p.Nodes[0].Name, "all")
		equal(t, "its time", p.Nodes[0].Total, int64(rank+1)*int64(time.Second))
		equal(t, "its share", strings.Contains(text, "100.00"), true)
		equal(t, "timers", len(p.Nodes), 1+rank%2)
	}
}

func TestOnlyPrintRank0(t *testing.T) {
	folder := t.TempDir()
	fresh(t)
	ok(t, SetOption(OnlyPrintRank0, 1))
	messages, _ := captured(t)
	ok(t, local.Run(3, func(comm machenv.Communicator) error {
		err := Initialize(mpitimer.WithCommunicator(comm), mpitimer.WithConfig(configIn(folder)), mpitimer.WithLog(io.Discard))
		if err != nil {
			return err
		}
		if err := PrintFile(fmt.Sprintf("of %d", comm.Rank())); err != nil {
			return err
		}
		if comm.Rank() > 0 {
			if err := PrintFile("stderr"); err != nil {
				return err
			}
		}
		return Finalize()
	}))
	equal(t, "files", strings.Join(files(t, folder), ","), "of 0")
	equal(t, "messages", messages.String(), "")
}

// barriers keeps the ranks apart, until rank 0 has waited for the last to come: it may be kept from that by other work.
func barriers(comm machenv.Communicator) error {
	waits := 0
	for begin, shows := time.Now(), false; !shows; waits++ {
		if comm.Rank() == comm.Size()-1 {
			time.Sleep(20 * time.Millisecond)
		}
		if err := Barrier([]machenv.Communicator{nil, comm}[waits%2], "wait"); err != nil {
			return err
		}
		waited, err := Wallclock("wait", 0)
		if err != nil {
			return err
		}
		enough := int64(0)
		if comm.Rank() == 0 && waits > 0 && (waited >= 5*time.Millisecond || comm.Size() == 1 || time.Since(begin) > time.Minute) {
			enough = 1
		}
		all, err := machenv.Allreduce(comm, machenv.Max, []int64{enough})
		if err != nil {
			return err
		}
		shows = all[0] > 0
	}
	if comm.Rank() == 0 {
		if err := Disable(); err != nil {
			return err
		}
	}
	if err := Barrier(comm, "wait"); err != nil { // all ranks come, whether they time it or not
		return err
	}
	if err := Enable(); err != nil {
		return err
	}
	n, err := Count("wait", 0)
	if want := uint64(min(comm.Rank(), 1) + waits); err != nil || n != want {
		return fmt.Errorf("%d calls, expected %d: %w", n, want, err)
	}
	waited, err := Wallclock("wait", 0)
	if err != nil {
		return err
	}
	if comm.Size() > 1 && comm.Rank() == 0 && waited < 5*time.Millisecond {
		return fmt.Errorf("rank 0 has waited %v only", waited)
	}
	return nil
}

func TestBarrierOfRanks(t *testing.T) {
	onRanks(t, 3, t.TempDir(), barriers)
	// Without a library there is still the barrier.
	ok(t, local.Run(2, func(comm machenv.Communicator) error { return Barrier(comm, "wait") }))
}

func TestBarrierFails(t *testing.T) {
	fresh(t)
	err := local.Run(2, func(comm machenv.Communicator) error {
		if comm.Rank() == 1 {
			return nil // it is gone
		}
		return Barrier(comm, "wait")
	})
	wants(t, err, machenv.ErrRankDead, `Barrier("wait")`)
}

// A library of one rank is not that of another, whatever the order in which they end.
func TestRanksInOneProcess(t *testing.T) {
	folder := t.TempDir()
	onRanks(t, 4, folder, func(comm machenv.Communicator) error {
		name := fmt.Sprintf("of %d", comm.Rank())
		for range comm.Rank() + 1 {
			if err := Start(name); err != nil {
				return err
			}
			if err := Stop(name); err != nil {
				return err
			}
		}
		if err := SetOption(DepthLimit, 3); err == nil {
			return fmt.Errorf("an option was set after Initialize")
		}
		n, err := NumRegions(0)
		if err != nil || n != 1 {
			return fmt.Errorf("%d timers: %w", n, err)
		}
		count, err := Count(name, 0)
		if err != nil || count != uint64(comm.Rank()+1) {
			return fmt.Errorf("%d calls: %w", count, err)
		}
		return PrintFile(filepath.Join(folder, name))
	})
	equal(t, "files", len(files(t, folder)), 4)
}
