package mpitimer

import (
	"slices"
	"testing"

	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

func TestMultiplexedCounterInProfileAndTable(t *testing.T) {
	var o odometer
	config := quietConfig()
	config.Output.Tables = t.TempDir()
	tm := timersFor(t, WithConfig(config), o.counter("way", false))
	tm.counting.AddSource(partly{})
	s := tm.Start("work")
	o.at.Add(7)
	s.Stop()
	table := profileOfTable(t, tm)
	for what, p := range map[string]*stats.Profile{"timers": tm.Profile(), "table": table} {
		if !slices.Equal(p.Counted, []float64{1, 0.4}) {
			t.Errorf("%s: counted for %v of the time, want 1 and 0.4", what, p.Counted)
		}
	}
}

// partly is a source that was counting for some of the time.
type partly struct{ attach.CounterSource }

func (partly) Counters() []stats.Counter { return []stats.Counter{{Name: "partly", Step: 1}} }
func (partly) Derived() []tree.Derived   { return nil }
func (partly) Turns(int) bool            { return false }
func (partly) Lock() bool                { return false }
func (partly) Counted() []float64        { return []float64{0.4} }
