package rankfile

import (
	"encoding/json"

	"github.com/go-hpc/timers/stats"
)

// MarshalJSON returns t with the members that docs/tables.md promises: environments, warnings and counters have those
// of the first version, which are not those of package stats. Readers of Go take either.
func (t Text) MarshalJSON() ([]byte, error) {
	type (
		plain       Text
		span        struct{ First, Last, Stride int }
		environment struct {
			Name  string
			Size  int
			Ranks []span
		}
		warning struct {
			Kind, Path, Place string
			Count             uint64
		}
		counter struct {
			Name, Unit string
			Step       float64
			Domain     string
			Peak       bool
		}
	)
	out := struct {
		plain
		Environments []environment `json:"contexts"`
		Warnings     []warning     `json:"warnings,omitempty"`
		Counters     []counter     `json:"quantities,omitempty"`
	}{plain: plain(t)}
	for _, c := range t.Environments {
		ranks := convert(c.Ranks, func(s stats.Range) span { return span(s) })
		out.Environments = append(out.Environments, environment{c.Name, c.Size, ranks})
	}
	out.Warnings = convert(t.Warnings, func(w stats.Warning) warning { return warning(w) })
	out.Counters = convert(t.Counters, func(q stats.Counter) counter { return counter(q) })
	return json.Marshal(out)
}

func convert[A, B any](list []A, one func(A) B) []B {
	if list == nil {
		return nil
	}
	out := make([]B, len(list))
	for i := range list {
		out[i] = one(list[i])
	}
	return out
}
