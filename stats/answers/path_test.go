package answers

import "testing"

// What lies on a path is told with its efficiencies, or what is missing to know it.
func TestPathText(t *testing.T) {
	for _, c := range []struct {
		path Path
		want string
	}{
		{Path{}, "There is no critical path: nothing was recorded."},
		{Path{Length: 10e9, Partly: true}, "What lies on the critical path is not known: not all states are kept."},
		{Path{Length: 10e9, Work: 8e9, Transfer: 2e9, Useful: 4e9}, "Only what is shortened on the critical path of 10 s shortens the run: 8 s (80 %) of it is work, 2 s (20 %) transfer and what calls cost. " +
			"Transfer efficiency 0.80, serialisation efficiency 0.50."},
		{Path{Length: 10e9, Work: 9.9e9, Waits: []PathWait{{"MPI_Recv", 1e8}}, Unpaired: 3}, "Only what is shortened on the critical path of 10 s shortens the run: 9.9 s (99 %) of it is work, 0 ns (0 %) transfer and what calls cost, " +
			"and 1.0 % may be waits: MPI_Recv 100 ms. Of 3 messages one end is not recorded."},
		{Path{Length: 10e9, Work: 5e9, Waits: []PathWait{{"MPI_Test", 1e9}, {"MPI_Recv", 4e9}}, Left: 7}, "The record does not suffice for a critical path: of 10 s on the way back from the end, from waits to what ended them, " +
			"5 s (50 %) lies in waits for what is not recorded: MPI_Recv 4 s, MPI_Test 1 s. 7 messages or parts of collective calls were too many to be followed."},
	} {
		if got := c.path.Text(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
