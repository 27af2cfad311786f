package calls_test

import (
	"fmt"
	"os"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
	"github.com/go-hpc/timers/stats/calls"
	"github.com/go-hpc/timers/stats/calls/functions"
)

// Two ranks meet at a barrier, the second 250 µs after the first.
func ExampleFindWaits() {
	barrier, _ := functions.Lookup("Barrier")
	err := local.Run(2, func(c machenv.Communicator) error {
		entry := uint64(1_000_000 + 250_000*c.Rank())
		call := calls.Event{Function: barrier, Node: 7, Start: entry, End: 1_260_000}
		if err := call.Set([]calls.Value{{Number: 0}}); err != nil { // in communicator 0
			return err
		}
		rank := calls.Rank{
			Rank: c.Rank(), Size: c.Size(),
			Nanos:         func(tick uint64) int64 { return int64(tick) },
			Events:        []calls.Event{call},
			Communicators: []calls.CommunicatorRecord{{ID: 0, Ranks: []int{0, 1}}},
		}
		// Both read the same clock: Align would find that.
		clock := calls.Interpolate(calls.Alignment{Known: true}, calls.Alignment{})
		waits, err := calls.FindWaits(c, &rank, clock.At, calls.WaitOptions{})
		if err != nil {
			return err
		}
		path := func(node, _ uint32) string { return fmt.Sprintf("node %d", node) }
		summary, err := calls.ReduceWaits(c, calls.SumWaits(c.Rank(), c.Size(), 1, waits, path, clock), 0)
		if err != nil || summary == nil {
			return err
		}
		return calls.WriteWaits(os.Stdout, summary)
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// Waits for other ranks: 2 ranks on 1 host; clocks aligned to ± 0.000 µs (rank 0)
	//
	// wait                seconds    ± seconds         most  on rank   ranks      calls  function         path
	// at barrier         0.000250     0.000000     0.000250        0       2          2  Barrier          node 7
}

// Three ranks send to the next one each.
func ExampleGatherMatrix() {
	err := local.Run(3, func(c machenv.Communicator) error {
		row := []calls.Partner{{Rank: (c.Rank() + 1) % c.Size(), Calls: 10, Bytes: 5120}}
		m, err := calls.GatherMatrix(c, row, 0, 0)
		if err != nil || m == nil {
			return err
		}
		for _, cell := range m.Cells {
			fmt.Printf("%d to %d: %d bytes in %d messages\n", cell.From, cell.To, cell.Bytes, cell.Calls)
		}
		return nil
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// 0 to 1: 5120 bytes in 10 messages
	// 1 to 2: 5120 bytes in 10 messages
	// 2 to 0: 5120 bytes in 10 messages
}
