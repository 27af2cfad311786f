package page

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"time"
)

// Live is what a page says of a run that is being watched. Such a page asks the server that it came from for the JSON
// of the next moment.
type Live struct {
	At    time.Time
	Every time.Duration // how often it asks
	State string        // what became of the ranks, in a line
	Ended bool
	Bad   bool // not as in a run that goes well

	Far      bool // the ranks are on other nodes: nothing is known of each of them
	Epochs   Epochs
	Rates    []Rate // by region of the Summary
	Groups   []Group
	Problems []string
	Timeline bool // there is one, which the page asks for when it is looked at
}

// Epochs are the steps of the program that have begun, as it counts them.
type Epochs struct {
	All  uint64  `json:"all"`  // on all ranks
	Most uint64  `json:"most"` // on the rank that is ahead; 0 if the program counts none
	Rate float64 `json:"rate"` // a second, of the slowest rank, since the moment before; 0 if that is not known
}

// Rate is what a region did since the moment before.
type Rate struct {
	Share  float64 // of the time, over ranks; negative if it is not known
	Calls  float64 // a second
	Inside int     // ranks that stand in it
}

// Group is ranks that stand in one region.
type Group struct {
	Place       string // the call path, empty for none
	Ranks       string // which, for people
	Count       int
	Threads     int
	Least, Most time.Duration // for how long
	Dead        bool          // they stood there when they died
	Further     bool          // threads beside the main program's
}

// liveData is Live in JSON. Its slices have an element for each region of pageData.Regions.
type liveData struct {
	At       int64       `json:"at"`
	Every    int64       `json:"every"`
	State    string      `json:"state"`
	Ended    bool        `json:"ended"`
	Bad      bool        `json:"bad"`
	Far      bool        `json:"far"`
	Epochs   Epochs      `json:"epochs"`
	Share    []float64   `json:"share"` // -1: not known
	Calls    []float64   `json:"calls"`
	Inside   []int       `json:"inside"`
	Groups   []groupData `json:"groups"`
	Problems []string    `json:"problems"`
	Timeline bool        `json:"timeline"`
}

type groupData struct {
	Place   string `json:"place"`
	Ranks   string `json:"ranks"`
	Count   int    `json:"count"`
	Threads int    `json:"threads"`
	Least   int64  `json:"least"`
	Most    int64  `json:"most"`
	Dead    bool   `json:"dead"`
	Further bool   `json:"further"`
}

// mostGroups is how many places with ranks in them a page has: those that come first.
const mostGroups = 200

func liveOf(l *Live, u *union) *liveData {
	d := &liveData{
		At: l.At.UnixMilli(), Every: l.Every.Milliseconds(), State: clean(l.State), Ended: l.Ended, Bad: l.Bad, Far: l.Far, Timeline: l.Timeline,
		Epochs: Epochs{l.Epochs.All, l.Epochs.Most, finite(l.Epochs.Rate)},
		Share:  []float64{}, Calls: []float64{}, Inside: []int{}, Groups: []groupData{}, Problems: []string{},
	}
	for _, i := range u.from[0] {
		rate := Rate{Share: -1}
		if i >= 0 && i < len(l.Rates) {
			rate = l.Rates[i]
		}
		d.Share = append(d.Share, math.Max(finite(rate.Share), -1))
		d.Calls = append(d.Calls, finite(rate.Calls))
		d.Inside = append(d.Inside, rate.Inside)
	}
	for _, g := range l.Groups[:min(len(l.Groups), mostGroups)] {
		d.Groups = append(d.Groups, groupData{clean(g.Place), clean(g.Ranks), g.Count, g.Threads, g.Least.Nanoseconds(), g.Most.Nanoseconds(), g.Dead, g.Further})
	}
	for _, p := range l.Problems {
		d.Problems = append(d.Problems, clean(p))
	}
	return d
}

// WriteJSON writes what a live page asks for: all that stands on it.
func WriteJSON(w io.Writer, p Page) error {
	data, err := p.data()
	if err != nil {
		return err
	}
	text, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	_, err = w.Write(text)
	return err
}
