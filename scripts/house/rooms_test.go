package house

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/scripts/house/rooms"
)

// wrongArrow says what is wrong with an import that leads from one room to another, or nothing.
func wrongArrow(dir, name string) string {
	from, to := rooms.Of(dir), rooms.Of(name)
	switch {
	case from == nil:
		return dir + " stands in no room: say in rooms.All in which"
	case to != nil && from != to && !slices.Contains(from.Uses, to.Name):
		return dir + " imports " + name + ", which " + from.Name + " may not use: it stands in " + to.Name
	}
	return ""
}

// Each package stands in a room, which uses only those that it says, and all of these.
func TestRooms(t *testing.T) {
	used := map[[2]string]bool{}
	for _, f := range sources(t) {
		switch dir := f.dir(); {
		case slices.Contains(mayUse[dir], "*") && floor(dir) < floor("cmd"), strings.HasPrefix(dir, "scripts"), dir == "mpitimer/device/internal/killed":
			continue // of tests
		case f.name == "mpitimer/gptl.go":
			continue // built with the tag gptl alone
		}
		for _, name := range f.imports {
			if !ours(name) {
				continue
			}
			if wrong := wrongArrow(f.dir(), name); wrong != "" {
				t.Errorf("%s: %s", f.name, wrong)
			} else if to := rooms.Of(name); to != nil {
				used[[2]string{rooms.Of(f.dir()).Name, to.Name}] = true
			}
		}
	}
	var before []string
	for _, r := range rooms.All {
		for _, name := range r.Uses {
			if !slices.Contains(before, name) {
				t.Errorf("%s uses %s, which does not stand before it", r.Name, name)
			}
			if !used[[2]string{r.Name, name}] {
				t.Errorf("%s does not use %s", r.Name, name)
			}
		}
		before = append(before, r.Name)
	}
}

func TestWrongArrowsAreFound(t *testing.T) {
	for arrow, wrong := range map[[2]string]bool{
		{"stats/tree", "stats/export"}:               true,
		{"mpitimer/internal/engine", "stats/signal"}: true,
		{"stats/hdtrace/stat", "mpitimer/mpicalls"}:  true,
		{"new/package", "stats"}:                     true,
		{"stats/export/page", "stats/hdtrace"}:       false,
		{"stats/hdtrace/stat", "stats/hdtrace"}:      false,
		{"cmd/mpitimer", "mpitimer/all"}:             false,
	} {
		if got := wrongArrow(arrow[0], arrow[1]); (got != "") != wrong {
			t.Errorf("%s to %s: %q", arrow[0], arrow[1], got)
		}
	}
}
