package page

import (
	"encoding/binary"
	"slices"
	"time"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
	"github.com/go-hpc/timers/stats/answers/steps"
	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// timelineData is a run over time. All times are nanoseconds since its start.
type timelineData struct {
	Name   string       `json:"name"`
	Start  string       `json:"start"`
	Length int64        `json:"length"`
	Names  []string     `json:"names"`
	Calls  []bool       `json:"calls"`
	Whole  bool         `json:"whole"`
	Bins   int          `json:"bins"`
	Points int          `json:"points"` // of a series
	Lanes  []laneData   `json:"lanes"`
	Series []seriesData `json:"series"`
	Steps  *stepsData   `json:"steps,omitempty"`

	Messages     int `json:"messages"`
	MessagesLeft int `json:"messagesLeft"`
	Unpaired     int `json:"unpaired,omitzero"`

	Path *pathData `json:"path,omitempty"` // nil if nothing is known of one
	// Odd and Unseen are states without length, as of lanes.Timeline.
	Odd    int64 `json:"odd,omitzero"`
	Unseen int64 `json:"unseen,omitzero"`

	RelationsLeft int `json:"relationsLeft,omitzero"`

	Aligned  lanes.Aligned `json:"aligned"`
	Conflict int64         `json:"conflict,omitzero"`
	Clocks   []clockData   `json:"clocks"`

	// Data is, packed: the bins of all lanes if not all states are there, their states as packed has them, messages as packed.messages
	// has them, the path, all series' means and largest values, and steps. It stands in an element of its own on a page.
	Data string `json:"data,omitempty"`
}

type laneData struct {
	Host   string `json:"host"`
	Rank   string `json:"rank"`
	Thread string `json:"thread"`
	States int64  `json:"states"`
	Clock  int    `json:"clock"`

	Since      int64 `json:"since,omitzero"` // from then on the states are there, too, in further bytes …
	Until      int64 `json:"until,omitzero"` // … up to then, or to the end
	LateStates int64 `json:"lateStates,omitzero"`
	Brief      int64 `json:"brief,omitzero"` // of these, what took less may be missing
}

// pathData is the path back from the end of the run. What is in timelineData.Data of its parts is the lane and the length of each, from
// the end, which is To.
type pathData struct {
	Parts    int    `json:"parts"`
	To       int64  `json:"to"`
	Critical bool   `json:"critical"`
	Text     string `json:"text"`

	transfer float64 // efficiency, 0 if it is not known
}

// mostParts is how many of the path a page has, the last of the run.
const mostParts = 200_000

// pathOf is that of a timeline, with what was found of its run.
func pathOf(t *lanes.Timeline, found []answers.Finding, s *stats.Summary) (d *pathData, parts []byte) {
	names := map[string]bool{} // of regions in which ranks only wait
	for i := range found {
		for _, w := range found[i].Waits {
			names[s.Regions[w].Name] = true
		}
	}
	p := t.OnPath(func(name string) bool { return names[name] })
	if p == nil {
		return nil, nil
	}
	seen := t.Path[:min(len(t.Path), mostParts)]
	parts = lanes.EncodePath(seen)
	return &pathData{len(seen), t.Path[0].To, p.Critical(), clean(p.Text()), p.Transferred()}, parts
}

// clockData is lanes.Clock.
type clockData struct {
	At     []int64 `json:"at"`
	Offset []int64 `json:"offset"`
	Error  int64   `json:"error"`
	Group  int     `json:"group"`
	Own    int     `json:"own"`
}

func clockOf(c *lanes.Clock) clockData {
	d := clockData{At: []int64{}, Offset: []int64{}, Error: c.Error, Group: c.Group, Own: c.Own}
	for _, p := range c.Points {
		d.At, d.Offset = append(d.At, p.At), append(d.Offset, p.Offset)
	}
	return d
}

// stepsData is steps.Times, of which starts and ends on each rank, as windows has them, and then the times are in timelineData.Data.
type stepsData struct {
	Regions []string `json:"regions"`
	Ranks   []string `json:"ranks"`
	Numbers []int    `json:"numbers"`
	Count   int      `json:"count"`
	Fold    int      `json:"fold"`
	Columns int      `json:"columns"`
}

type seriesData struct {
	Node  string `json:"node"`
	Group string `json:"group"`
	Name  string `json:"name"`
	Unit  string `json:"unit"`
	Times int    `json:"times,omitzero"` // one more than the place of those of its values, if it has these
}

// series are those of a timeline: the times that series have values of, each how many, and of each from the end of the one before to its start, of
// which a way back is odd, and how long it is; then of each series these values, or else its means and largest values.
func (d *timelineData) series(list []lanes.Series) []byte {
	var times, values []byte
	places := map[string]int{}
	for _, s := range list {
		one := seriesData{clean(s.Node), clean(s.Group), clean(s.Name), clean(s.Unit), 0}
		if d.Points = len(s.Mean); s.At == nil {
			values, _ = binary.Append(values, binary.LittleEndian, slices.Concat(s.Mean, s.Max))
			d.Series = append(d.Series, one)
			continue
		}
		own, last := binary.AppendUvarint(nil, uint64(len(s.At))), int64(0)
		for _, at := range s.At {
			own = binary.AppendUvarint(binary.AppendVarint(own, at[0]-last), uint64(max(at[1]-at[0], 0)))
			last = at[1]
		}
		if one.Times = places[string(own)]; one.Times == 0 {
			places[string(own)] = len(places) + 1
			times, one.Times = append(times, own...), len(places)
		}
		values, _ = binary.Append(values, binary.LittleEndian, s.Values)
		d.Series = append(d.Series, one)
	}
	return append(append(binary.AppendUvarint(nil, uint64(len(places))), times...), values...)
}

func timelineOf(t *lanes.Timeline, found []answers.Finding, s *stats.Summary) *timelineData {
	d := &timelineData{
		Name: clean(t.Name), Start: time.Unix(0, t.Start).UTC().Format("2006-01-02 15:04:05.000 UTC"), Length: t.Length,
		Names: []string{}, Calls: t.Calls, Whole: t.Whole, Bins: t.Bins, Lanes: []laneData{}, Series: []seriesData{},
		Messages: t.Messages, MessagesLeft: t.MessagesLeft, Unpaired: t.Unpaired, Odd: t.Odd, Unseen: t.Unseen,
		RelationsLeft: t.RelationsLeft, Aligned: t.Aligned, Conflict: t.Conflict, Clocks: []clockData{},
	}
	for i := range t.Clocks {
		d.Clocks = append(d.Clocks, clockOf(&t.Clocks[i]))
	}
	for _, name := range t.Names {
		d.Names = append(d.Names, clean(name))
	}
	w, states := newPacker(), pack(t)
	for _, l := range t.Lanes {
		d.Lanes = append(d.Lanes, laneData{clean(l.Host), clean(l.Rank), clean(l.Thread), l.States, l.Clock, l.Since, l.Until, l.LateStates, l.Brief})
		if !t.Whole {
			_, _ = w.Write(l.Data)
		}
	}
	var parts []byte
	d.Path, parts = pathOf(t, found, s)
	states.write(w.Writer)
	_, _ = w.Write(slices.Concat(states.messages(t), parts))
	_, _ = w.Write(d.series(t.Series))
	if s := t.Steps; s != nil {
		d.Steps = &stepsData{Numbers: s.Numbers, Count: s.Count, Fold: s.Fold, Columns: len(s.Start) / max(len(s.Ranks), 1)}
		for _, name := range s.Regions {
			d.Steps.Regions = append(d.Steps.Regions, clean(name))
		}
		for _, name := range s.Ranks {
			d.Steps.Ranks = append(d.Steps.Ranks, clean(name))
		}
		_, _ = w.Write(windows(s, d.Steps.Columns))
		_ = binary.Write(w, binary.LittleEndian, s.Seconds)
	}
	d.Data = w.text()
	return d
}

// windows are the times of steps in base 128: of each rank and column 0 if it has none, or else one more than the time from the
// start before to its start, of which a negative one is odd, and how long it takes.
func windows(s *steps.Times, columns int) (data []byte) {
	last := int64(0)
	for i, start := range s.Start {
		if i%columns == 0 {
			last = 0
		}
		if start != start {
			data = append(data, 0)
			continue
		}
		at := int64(start)
		by := uint64(at-last) << 1
		if at < last {
			by = uint64(last-at)<<1 - 1
		}
		last = at
		data = binary.AppendUvarint(binary.AppendUvarint(data, by+1), uint64(max(int64(s.End[i])-at, 0)))
	}
	return data
}
