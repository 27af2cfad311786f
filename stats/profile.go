package stats

import "github.com/go-hpc/timers/machenv"

// A Profile is the call tree of one rank at one moment. It is plain data: it holds no reference to the
// running timers and can be kept, encoded, compared and merged. All times are nanoseconds.
type Profile struct {
	Rank int    `json:"rank"` // rank in the default environment, 0 … Size-1
	Size int    `json:"size"` // ranks in the default environment
	Host string `json:"host"`
	PID  int    `json:"pid"`

	Program string `json:"program"` // command name, without arguments
	Start   int64  `json:"start"`   // when the timers were initialised, nanoseconds since the Unix epoch
	From    int64  `json:"from"`    // begin of the measured interval, nanoseconds since Start; 0 unless an interval was asked for
	To      int64  `json:"to"`      // end of the measured interval (the moment of the snapshot), nanoseconds since Start

	// Late is how long the rank may have run after To, in nanoseconds, if it died: To is then when it
	// was last seen. 0 means that To is exact.
	Late int64 `json:"late,omitzero"`

	// Source is the format of the source file, if another program wrote it. Times are then multiples of
	// Resolution nanoseconds. If it is empty, times come from timers and are exact.
	Source     string `json:"source,omitzero"`
	Resolution int64  `json:"resolution,omitzero"`

	Clock        Clock         `json:"clock"`
	Environments []Environment `json:"environments,omitempty"` // Environments[0] is the default environment
	Tracks       []string      `json:"tracks,omitempty"`       // names of the tracks (goroutines); Tracks[0] is the main program's

	// Nodes is the call tree: parents precede their children, and siblings are in the order in which they
	// were first started.
	Nodes []Node `json:"nodes,omitempty"`

	// Counters are the counters of the nodes, if any.
	Counters []Counter `json:"counters,omitempty"`

	// Counted holds, for each of Counters, the share of the time in which it was really counted: below
	// 1 its values are estimates, and 0 means that they are unknown. Counters without an entry were
	// counted all the time.
	Counted []float64 `json:"counted,omitempty"`

	// Empty holds, for each of Counters, the count of an empty region, in steps: it is subtracted from
	// each call. Counters without an entry count nothing.
	Empty []int64 `json:"empty,omitempty"`

	// Warnings lists misuse of the timers, each kind and place once.
	Warnings []Warning `json:"warnings,omitempty"`
}

// Clock describes the clock that measured a Profile.
type Clock struct {
	Name       string  `json:"name"`                // "tsc" or "monotonic"
	Hz         float64 `json:"hz,omitzero"`         // ticks per second
	Resolution float64 `json:"resolution,omitzero"` // smallest step seen between two readings, nanoseconds
	PairCost   float64 `json:"pair_cost,omitzero"`  // measured cost of one start/stop pair, nanoseconds
	Drift      float64 `json:"drift,omitzero"`      // of this clock against the monotonic clock over the run, parts per million
}

// Environment is a machine environment as one rank sees it: the ranks over which a region's statistics
// are taken.
type Environment struct {
	Name  string  `json:"name"`
	Size  int     `json:"size"`            // ranks in the environment
	Ranks []Range `json:"ranks,omitempty"` // the same ranks, as ranks of the default environment, ascending
}

// Range is a run of ranks.
type Range = machenv.Range

// Node is one call path in one environment on one rank, merged over the rank's tracks.
type Node struct {
	Parent      int    `json:"parent"` // index in Profile.Nodes, -1 for a root
	Name        string `json:"name"`
	Environment int    `json:"environment"` // index in Profile.Environments
	Level       int    `json:"level"`       // timing level the region was defined with

	// Estimated means that only every Sample-th call was timed: Calls is exact, and all times are
	// scaled from the sample. Sample is 0 or 1 if all calls of the region are timed.
	Estimated bool `json:"estimated,omitempty"`
	Sample    int  `json:"sample"`

	// Communicates means that all time in the node is communication or waiting, including the nodes inside it:
	// the program, the configuration or mpitimer build marked it. Names mark others, see [Node.Communication].
	Communicates bool `json:"communicates,omitzero"`

	Lacks Lacks `json:"lacks,omitzero"` // figures that the source does not have; they are 0

	Measure // over all tracks: sums are summed, extremes are of a single call on any track

	// Values are the values of Profile.Counters, in steps. A thread counter has the sum over the tracks. A
	// process counter has the largest value of any track, since tracks that run at the same time see the same.
	// NoValue marks a value that was not measured. Nil means that there are no values. See Profile.Value.
	Values []int64 `json:"values,omitempty"`

	// LeftOut holds, for each of Values, the number of timed calls left out of it, because their counts are unknown: the
	// goroutine left its thread, or the processor had no free counter. Values without an entry cover all calls.
	LeftOut []uint64 `json:"left_out,omitempty"`

	// Turns holds, for each of Values, how long it was counted, if counters took turns in the hardware:
	// it is then an estimate. Values without an entry were counted all the time.
	Turns []Turns `json:"turns,omitempty"`

	// LargestTracks holds, for each of Values, the track with the largest part. Without an entry it is track 0, or unknown.
	LargestTracks []int `json:"largest_tracks,omitempty"`

	// ByTrack holds the same measures for each track that ran the node, ascending by track. Nil means
	// that only track 0 ran it, or no track.
	ByTrack []TrackMeasure `json:"by_track,omitempty"`
}

// TrackMeasure is a Measure on one track.
type TrackMeasure struct {
	Track int `json:"track"` // index in Profile.Tracks
	Measure
}

// Wall returns the wallclock time that the rank spent in the node: the largest Total of any one track.
// Statistics over ranks use it, as in GPTL.
func (n *Node) Wall() int64 {
	if n.ByTrack == nil {
		return n.Total
	}
	var wall int64
	for i := range n.ByTrack {
		wall = max(wall, n.ByTrack[i].Total)
	}
	return wall
}

// A Warning is one kind of misuse of the timers, at one line of the program.
type Warning struct {
	Kind   string `json:"kind"`   // what was wrong, for example "stop without start"
	Path   string `json:"path"`   // the region, as a path with "/" between the names
	Caller string `json:"caller"` // file and line of the call, empty when unknown
	Count  uint64 `json:"count"`
}
