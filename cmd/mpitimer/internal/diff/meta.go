package diff

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load"
	"github.com/go-hpc/timers/internal/printable"
)

// fact is something known of the runs beside their times, where old and new are not the same.
type fact struct{ key, before, after string }

// facts returns those that have changed. Times may have changed for that reason alone.
func facts(sides [2][]*load.Run) (changed []fact) {
	var known [2]map[string][]string
	for side, runs := range sides {
		known[side] = make(map[string][]string)
		for _, run := range runs {
			for key, value := range factsOf(run) {
				if !slices.Contains(known[side][key], value) {
					known[side][key] = append(known[side][key], value)
				}
			}
		}
	}
	keys := maps.Clone(known[0])
	maps.Copy(keys, known[1])
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		before, after := known[0][key], known[1][key]
		slices.Sort(before)
		slices.Sort(after)
		if !slices.Equal(before, after) {
			changed = append(changed, fact{printable.Line(key), listed(before), listed(after)})
		}
	}
	return changed
}

func listed(values []string) string {
	const most = 4
	if len(values) == 0 {
		return "-"
	}
	if len(values) > most {
		values = append(slices.Clone(values[:most]), "…")
	}
	return printable.Line(strings.Join(values, ", "))
}

// A run's times are no such reason.
var notFacts = []string{"started", "run", "frames", "passed over", "left out", "single ranks"}

// factsOf returns what a run says about itself, except its times.
func factsOf(run *load.Run) map[string]string {
	s := run.Summary
	f := map[string]string{"ranks": strconv.Itoa(s.Size), "form": run.Form}
	if s.Program != "" {
		f["program"] = s.Program
	}
	if s.Hosts > 0 {
		f["hosts"] = strconv.Itoa(s.Hosts)
	}
	if missing := cli.Count(s.Missing); missing > 0 {
		f["missing ranks"] = strconv.Itoa(missing)
	}
	var clocks, environments, counters []string
	for _, c := range s.Clocks {
		clocks = append(clocks, c.Name)
	}
	for i, c := range s.Environments {
		if i > 0 {
			environments = append(environments, fmt.Sprintf("%s (%s)", c.Name, cli.Plural(c.Size, "rank")))
		}
	}
	for _, q := range s.Counters {
		counters = append(counters, q.Name)
	}
	for key, list := range map[string][]string{"clock": clocks, "environments": environments, "counters": counters} {
		if len(list) > 0 {
			slices.Sort(list)
			f[key] = strings.Join(slices.Compact(list), " ")
		}
	}
	for key, value := range run.Meta {
		if !slices.Contains(notFacts, key) {
			f[key] = value
		}
	}
	return f
}
