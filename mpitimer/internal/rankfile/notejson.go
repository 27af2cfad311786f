package rankfile

import (
	"encoding/json"

	"github.com/go-hpc/timers/stats"
)

// MarshalJSON returns t with the members that docs/tables.md promises: contexts, warnings and quantities have those
// of the first version, which are not those of package stats. Readers of Go take either.
func (t Text) MarshalJSON() ([]byte, error) {
	type (
		plain   Text
		span    struct{ First, Last, Stride int }
		context struct {
			Name  string
			Size  int
			Ranks []span
		}
		warning struct {
			Kind, Path, Place string
			Count             uint64
		}
		quantity struct {
			Name, Unit string
			Step       float64
			Domain     string
			Peak       bool
		}
	)
	out := struct {
		plain
		Contexts   []context  `json:"contexts"`
		Warnings   []warning  `json:"warnings,omitempty"`
		Quantities []quantity `json:"quantities,omitempty"`
	}{plain: plain(t)}
	for _, c := range t.Contexts {
		ranks := convert(c.Ranks, func(s stats.Span) span { return span(s) })
		out.Contexts = append(out.Contexts, context{c.Name, c.Size, ranks})
	}
	out.Warnings = convert(t.Warnings, func(w stats.Warning) warning { return warning(w) })
	out.Quantities = convert(t.Quantities, func(q stats.Quantity) quantity { return quantity(q) })
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
