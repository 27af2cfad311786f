package mpiwrap_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
	"github.com/go-hpc/timers/stats/calls/functions"
)

// ranksOf keeps runs small: MPICH polls busily.
func ranksOf(m mpi) int {
	if m.name == "mpich" {
		return 2
	}
	return 3
}

// Every call of a program that makes all kinds of them is counted, with its bytes and partners, and
// the program computes what it does without.
func TestEveryCall(t *testing.T) {
	each(t, func(t *testing.T, m mpi) {
		program := m.c(t, "every")
		ranks := ranksOf(m)
		plain := m.run(t, ranks, nil, program, filepath.Join(t.TempDir(), "data"))
		lines, tables := m.preloaded(t, ranks, "", program, filepath.Join(t.TempDir(), "data"))
		for r := range ranks {
			if len(with("result", plain[r])) < 20 {
				t.Fatalf("rank %d without the wrappers: %q", r, plain[r])
			}
			if !slices.Equal(with("result", plain[r]), with("result", lines[r])) {
				t.Errorf("rank %d: results are %q, without the wrappers %q", r, with("result", lines[r]), with("result", plain[r]))
			}
			who := fmt.Sprintf("rank %d", r)
			compare(t, who, tables[r].functions(false), expected(t, lines[r]))
			compare(t, who+" waits", tables[r].functions(true), nil)
			compare(t, who+" partner", tables[r].sent(), partners(t, lines[r]))
			// What others have sent has come, in the same regions.
			come := make(map[partner]counted)
			for from := range ranks {
				for p, c := range tables[from].sent() {
					if p.rank == r {
						come[partner{p.region, from}] = c
					}
				}
			}
			compare(t, who+" received", tables[r].received(), come)
			if tables[r].lost != 0 || !tables[r].hasState {
				t.Errorf("%s: %d calls lost, state %v", who, tables[r].lost, tables[r].hasState)
			}
			for _, e := range tables[r].entries {
				if e.Calls > 0 && (e.Function != mpicall.Between && e.Min > e.Max || e.Total < e.Max || e.Torn || e.Running != 0) {
					t.Errorf("%s: %+v does not fit together", who, e)
				}
			}
		}
	})
}

// A program that ends without MPI_Finalize, or by MPI_Abort, leaves its table.
func TestEndings(t *testing.T) {
	each(t, func(t *testing.T, m mpi) {
		program := m.c(t, "every")
		for _, way := range []string{"exit", "abort"} {
			// What mpirun makes of ranks that end without MPI_Finalize is not ours.
			lines, tables, _ := m.tryPreloaded(t, 2, "", program, filepath.Join(t.TempDir(), "data"), way)
			whole := 0
			for r := range tables {
				// With MPI_Abort the other rank may be killed while it still writes.
				want := expected(t, lines[r])
				if way == "abort" && len(want) == 0 {
					continue
				}
				got := tables[r].functions(false)
				delete(got, "Abort")
				compare(t, way, got, want)
				whole++
				if tables[r].hasState {
					t.Errorf("%s: MPI_Finalize was announced", way)
				}
			}
			if whole == 0 || way == "exit" && whole != 2 {
				t.Errorf("%s: %d ranks were looked at", way, whole)
			}
		}
	})
}

// In the synchronising mode the program computes the same, and each blocking collective operation and
// each receive has a wait of its own.
func TestSynchronise(t *testing.T) {
	each(t, func(t *testing.T, m mpi) {
		program := m.c(t, "every")
		plain := m.run(t, 2, nil, program, filepath.Join(t.TempDir(), "data"))
		lines, tables := m.preloaded(t, 2, "sync", program, filepath.Join(t.TempDir(), "data"))
		for r := range tables {
			if !slices.Equal(with("result", plain[r]), with("result", lines[r])) {
				t.Errorf("rank %d: results are %q, without the wrappers %q", r, with("result", lines[r]), with("result", plain[r]))
			}
			want := expected(t, lines[r])
			compare(t, fmt.Sprintf("rank %d", r), tables[r].functions(false), want)
			waits := make(map[string]counted)
			for _, name := range []string{"Recv", "Barrier", "Bcast", "Reduce", "Allreduce", "Scan", "Exscan", "Gather", "Gatherv", "Scatter", "Scatterv",
				"Allgather", "Allgatherv", "Alltoall", "Alltoallv", "Alltoallw", "Reduce_scatter", "Reduce_scatter_block", "Neighbor_allgather"} {
				waits[name] = counted{calls: want[name].calls}
			}
			compare(t, fmt.Sprintf("rank %d waits", r), tables[r].functions(true), waits)
		}
	})
}

// What is known of communicators, datatypes and files.
func TestRegistry(t *testing.T) {
	each(t, func(t *testing.T, m mpi) {
		ranks := ranksOf(m)
		data := filepath.Join(t.TempDir(), "data")
		_, tables := m.preloaded(t, ranks, "events=100000", m.c(t, "every"), data)
		for r, tb := range tables {
			comms := tb.state.Communicators
			names := make(map[string]int)
			for i, c := range comms {
				names[c.Name]++
				if c.ID != i || (i > 1) != c.Freed {
					t.Errorf("rank %d: communicator %d: %+v", r, i, c)
				}
				if c.Inter && len(c.Ranks)+len(c.Remote) != ranks {
					t.Errorf("rank %d: intercommunicator %+v", r, c)
				}
				if c.Name == "half" && (c.Parent != 0 || c.Ranks[c.Rank] != r || c.Ranks[len(c.Ranks)-1] != r%2) {
					t.Errorf("rank %d: half: %+v", r, c)
				}
			}
			// The five halves are one and the same, of which each was freed before the next.
			if names["MPI_COMM_WORLD"] != 1 || names["MPI_COMM_SELF"] != 1 || names["half"] != 1 {
				t.Errorf("rank %d: communicators %v", r, names)
			}
			var vector, pair bool
			for i, d := range tb.state.Datatypes {
				if d.ID != i {
					t.Errorf("datatype %d: %+v", i, d)
				}
				named := func(k int) string { return tb.state.Datatypes[d.Types[k]].Name }
				switch d.Combiner {
				case "MPI_COMBINER_VECTOR":
					vector = slices.Equal(d.Integers, []int64{4, 1, 4}) && d.Size == 16 && named(0) == "MPI_INT" && d.Freed
				case "MPI_COMBINER_STRUCT":
					pair = slices.Equal(d.Integers, []int64{2, 1, 1}) && slices.Equal(d.Addresses, []int64{0, 8}) &&
						d.Size == 12 && named(0) == "MPI_INT" && named(1) == "MPI_DOUBLE" && d.Freed
				}
			}
			if !vector || !pair {
				t.Errorf("rank %d: datatypes %+v", r, tb.state.Datatypes)
			}
			if f := tb.state.Files; len(f) != 1 || f[0].Name != data || !f[0].Closed || f[0].Comm != 0 || f[0].Size != int64(32*ranks) {
				t.Errorf("rank %d: files %+v", r, f)
			}
		}
	})
}

// The table has who is in each communicator, and all of these give it the same number.
func TestGroups(t *testing.T) {
	each(t, func(t *testing.T, m mpi) {
		ranks := ranksOf(m)
		_, tables := m.preloaded(t, ranks, "", m.c(t, "every"), filepath.Join(t.TempDir(), "data"))
		last := make(map[string]int) // number by members
		for r, tb := range tables {
			own := make(map[string]int)
			for i, c := range tb.state.Communicators {
				g, known := mpicall.GroupOf(tb.memory, i)
				var got []int
				for _, span := range g.Ranges {
					for k := span.First; k <= span.Last; k += span.Stride {
						got = append(got, k)
					}
				}
				want := slices.Sorted(slices.Values(slices.Concat(c.Ranks, c.Remote)))
				if !known || !slices.Equal(got, want) || g.Size != len(want) || g.Number == 0 {
					t.Errorf("rank %d: communicator %d of %v: %v %+v", r, i, want, known, g)
				}
				own[fmt.Sprint(want)] = max(own[fmt.Sprint(want)], g.Number)
			}
			for members, number := range own {
				if other, known := last[members]; known && other != number {
					t.Errorf("rank %d: the last communicator of %s is number %d, and %d on another rank", r, members, number, other)
				}
				last[members] = number
			}
			if g, known := mpicall.GroupOf(tb.memory, len(tb.state.Communicators)); known {
				t.Errorf("rank %d: %+v of no communicator", r, g)
			}
		}
		// MPI_COMM_WORLD, its duplicate, the grid and both sides of the intercommunicator.
		if world := fmt.Sprint([]int{0, 1, 2}[:ranks]); last[world] < 4 {
			t.Errorf("the last communicator of all ranks is number %d", last[world])
		}
	})
}

// Threads that call MPI at the same time are counted exactly, each in a track of its own.
func TestThreads(t *testing.T) {
	each(t, func(t *testing.T, m mpi) {
		program := m.c(t, "threads", "-pthread")
		for _, mode := range []string{"", "sync events=100000"} {
			lines, tables := m.preloaded(t, 1, mode, program)
			if slices.Contains(lines[0], "single") {
				t.Skip("this MPI has no MPI_THREAD_MULTIPLE")
			}
			if !slices.Contains(lines[0], "wrong 0") {
				t.Errorf("%q", lines[0])
			}
			const threads, times = 4, 500
			got := tables[0].functions(false)
			for name, want := range map[string]counted{
				"Irecv":            {calls: 2 * threads * times},
				"Isend":            {2 * threads * times, 8 * threads * times, 0},
				"Waitall":          {threads * times, 0, 8 * threads * times},
				"Sendrecv_replace": {threads * times, 4 * threads * times, 4 * threads * times},
				"Allreduce":        {threads * times, 4 * threads * times, 4 * threads * times},
				"Testall":          {calls: threads * times},
			} {
				if got[name] != want {
					t.Errorf("%s: %+v, want %+v", name, got[name], want)
				}
			}
			tracks := make(map[uint32]bool)
			for _, e := range tables[0].entries {
				tracks[e.Track] = true
			}
			if len(tracks) != threads+1 {
				t.Errorf("tracks %v", tracks)
			}
			// Each thread counts what it alone has exchanged.
			want := counted{3 * times, 12 * times, 12 * times}
			for _, p := range tables[0].state.Partners {
				if got := (counted{p.Calls, p.Bytes, p.ReceivedBytes}); got != want || p.Receives != p.Calls || !tracks[p.Track] {
					t.Errorf("partner %+v, expected %+v", p, want)
				}
			}
			if n := len(tables[0].state.Partners); n != threads {
				t.Errorf("%d partners", n)
			}
			if mode != "" && tables[0].state.Dropped == 0 {
				decode(t, tables[0].state.Events)
			}
		}
	})
}

// More requests than there is room for, and receives whose completion nobody sees, cost some bytes in
// the figures, and no time.
func TestManyRequests(t *testing.T) {
	each(t, func(t *testing.T, m mpi) {
		lines, tables := m.preloaded(t, 1, "", m.c(t, "many"))
		got := tables[0].functions(false)
		const many, lost = 70000, 20000
		if !slices.Contains(lines[0], "wrong 0") || got["Irecv"].calls != many+lost || got["Send"] != (counted{many + lost, 4 * (many + lost), 0}) {
			t.Errorf("%q, %+v", lines[0], got)
		}
		if bytes := got["Waitall"].received; bytes < 4*40000 || bytes > 4*many {
			t.Errorf("%d bytes received", bytes)
		}
	})
}

// Where only the time is recorded a program computes what it does without the wrappers, and each region has one entry of the
// calls that wait, and one of those that ask, beside those of MPI's beginning and end, and of what came before.
func TestTimeOnly(t *testing.T) {
	each(t, func(t *testing.T, m mpi) {
		program := m.c(t, "every")
		ranks := ranksOf(m)
		plain := m.run(t, ranks, nil, program, filepath.Join(t.TempDir(), "data"))
		lines, tables := m.preloaded(t, ranks, "time", program, filepath.Join(t.TempDir(), "data"))
		for r := range ranks {
			if !slices.Equal(with("result", plain[r]), with("result", lines[r])) {
				t.Errorf("rank %d: results are %q, without the wrappers %q", r, with("result", lines[r]), with("result", plain[r]))
			}
			seen := make(map[[2]uint32]uint64)
			for _, e := range tables[r].entries {
				switch {
				case e.Function == mpicall.Timed || e.Function == mpicall.Polled || e.Function == mpicall.Between:
					at := [2]uint32{e.Node, uint32(e.Function)}
					if seen[at] > 0 && e.Track < mpicall.Foreign || e.Calls == 0 || e.Total == 0 || e.Running != 0 || e.Sent+e.Received > 0 {
						t.Errorf("rank %d: %+v", r, e)
					}
					seen[at] += e.Calls
				case !slices.Contains([]string{"Init", "Init_thread", "Initialized", "Finalize", "Pcontrol"}, functions.List()[e.Function].Name):
					t.Errorf("rank %d: %s is recorded", r, functions.List()[e.Function].Name)
				}
			}
			if len(seen) < 2 {
				t.Errorf("rank %d: %v", r, seen)
			}
		}
	})
}
