package show

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/stats"
)

// sortBy are the keys by which rows of one parent can be sorted; most comes first. tree is the order in
// which regions were first started.
var sortBy = map[string]func(a, b *stats.Region) int{
	"tree":      nil,
	"total":     func(a, b *stats.Region) int { return b.Wall.Cmp(a.Wall) },
	"self":      func(a, b *stats.Region) int { return b.Self.Cmp(a.Self) },
	"max":       func(a, b *stats.Region) int { return cmp.Compare(b.Max.Value, a.Max.Value) },
	"imbalance": func(a, b *stats.Region) int { return cmp.Compare(b.Imbalance(), a.Imbalance()) },
	"calls":     func(a, b *stats.Region) int { return cmp.Compare(b.Calls, a.Calls) },
	"name":      func(a, b *stats.Region) int { return strings.Compare(a.Name, b.Name) },
}

func sortKeys() []string {
	return []string{"tree", "total", "self", "max", "imbalance", "calls", "name"}
}

func checkSort(key string) error {
	if !slices.Contains(sortKeys(), key) {
		return cli.Usagef("--sort %s: expected one of %s", key, strings.Join(sortKeys(), ", "))
	}
	return nil
}
