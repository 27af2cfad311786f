package answers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Path is the way back from the end of a run: on the rank that ends last to the last time at which it waited for
// another rank, from there on that rank, and so on. Times are nanoseconds. Without waits it is the critical path.
type Path struct {
	Length   float64 `json:"length"`
	Work     float64 `json:"work"`     // outside of communication
	Transfer float64 `json:"transfer"` // in communication, and not waiting: a network that costs nothing would save it
	Useful   float64 `json:"useful"`   // the most that a rank does outside of communication; 0: not known

	// Waits are calls and regions on it in which a rank may wait for another one that the record does not name.
	Waits []PathWait `json:"waits,omitempty"`

	Unpaired int   `json:"unpaired,omitempty"` // messages with only one end in the record
	Left     int64 `json:"left,omitempty"`     // messages and collective calls beyond the limit
	Partly   bool  `json:"partly,omitempty"`   // some states are missing: nothing is known of what lies on it
}

// PathWait is the time that a path spends in calls or regions of one name.
type PathWait struct {
	Name string  `json:"name"`
	Time float64 `json:"time"`
}

// mayWait is the share of a path that may lie in waits if it is called critical.
const mayWait = 0.02

// Waiting returns the time on the path that may be waiting.
func (p *Path) Waiting() (sum float64) {
	for _, w := range p.Waits {
		sum += w.Time
	}
	return sum
}

// Critical reports whether shortening the path shortens the run, as far as the record tells.
func (p *Path) Critical() bool {
	return !p.Partly && p.Length > 0 && p.Waiting() <= mayWait*p.Length
}

// Serialisation returns the serialisation efficiency, 0 if it is not known: times the transfer efficiency it is the communication
// efficiency of the run.
func (p *Path) Serialisation() float64 {
	if rest := p.Length - p.Transfer; p.Critical() && rest > 0 {
		return min(p.Useful/rest, 1)
	}
	return 0
}

// Transferred returns the transfer efficiency, 0 if it is not known.
func (p *Path) Transferred() float64 {
	if !p.Critical() {
		return 0
	}
	return (p.Length - p.Transfer) / p.Length
}

// Text returns the sentence for people. Names may hold anything: the caller makes them printable.
func (p *Path) Text() string {
	w := writer{}
	if p.Partly {
		return "What lies on the critical path is not known: not all states are kept."
	}
	if p.Length == 0 {
		return "There is no critical path: nothing was recorded."
	}
	share := func(ns float64) string { return fmt.Sprintf("%s (%.0f %%)", w.time(ns), 100*ns/p.Length) }
	if !p.Critical() {
		return fmt.Sprintf("The record does not suffice for a critical path: of %s on the way back from the end, from waits to what ended them, %s lies in waits for what is not recorded: %s.%s",
			w.time(p.Length), share(p.Waiting()), p.waits(w), p.lacks())
	}
	text := fmt.Sprintf("Only what is shortened on the critical path of %s shortens the run: %s of it is work, %s transfer and what calls cost", w.time(p.Length), share(p.Work), share(p.Transfer))
	if waiting := p.Waiting(); waiting > 0 {
		text += fmt.Sprintf(", and %.1f %% may be waits: %s", 100*waiting/p.Length, p.waits(w))
	}
	text += "."
	if p.Useful > 0 {
		text += fmt.Sprintf(" Transfer efficiency %.2f, serialisation efficiency %.2f.", p.Transferred(), p.Serialisation())
	}
	return text + p.lacks()
}

// waits names the calls in which the path lies, those with the most first.
func (p *Path) waits(w writer) string {
	const most = 3
	list := slices.Clone(p.Waits)
	slices.SortStableFunc(list, func(a, b PathWait) int { return cmp.Compare(b.Time, a.Time) })
	var names []string
	for i, one := range list {
		if i == most {
			names = append(names, "…")
			break
		}
		names = append(names, one.Name+" "+w.time(one.Time))
	}
	return strings.Join(names, ", ")
}

// lacks says what is missing of the record.
func (p *Path) lacks() (text string) {
	if p.Unpaired > 0 {
		text = fmt.Sprintf(" Of %d messages one end is not recorded.", p.Unpaired)
	}
	if p.Left > 0 {
		text += fmt.Sprintf(" %d messages or parts of collective calls were too many to be followed.", p.Left)
	}
	return text
}
