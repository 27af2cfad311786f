package flights

import (
	"bytes"
	"encoding/gob"
	"testing"

	"github.com/go-hpc/timers/mpitimer/ranktable"
)

// Whatever another process sends, it is refused, or makes a timeline.
func FuzzSent(f *testing.F) {
	seed := func(s Sent) {
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(&s); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	var whole Sent
	whole.Add(Rank{Rank: 3, Host: "node", Program: "solver", Begin: 1e18, Flights: []ranktable.Flight{{
		Name: "main", Regions: regions, Now: 100, Intervals: []ranktable.FlightInterval{{Region: 2, Start: 10, End: 30}, {Region: 1, End: 100, Open: true}},
		Epochs: []ranktable.FlightEpoch{{Number: 7, At: 10}, {Number: 8, At: 31}}, Rows: []ranktable.FlightRow{{At: 50, Taken: []int64{0, 50, 20}}},
	}}}, 1<<10)
	seed(whole)
	seed(Sent{})
	f.Fuzz(func(t *testing.T, data []byte) {
		var sent, all Sent
		func() {
			defer func() { _ = recover() }() // as the relays' decoder: gob panics on some of what is none
			if gob.NewDecoder(bytes.NewReader(data)).Decode(&sent) != nil {
				sent = Sent{}
			}
		}()
		if all.Join(&sent, 5) != nil {
			return
		}
		var n Names
		if tl, _ := n.Timeline(all.Each, 1000); tl != nil && (tl.Length < 1 || len(tl.Lanes) == 0) {
			t.Errorf("%d lanes, %d ns", len(tl.Lanes), tl.Length)
		}
	})
}
