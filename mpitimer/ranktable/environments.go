package ranktable

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-hpc/timers/stats"
)

// unknownEnvironment is the name of an environment that the file does not tell.
const unknownEnvironment = "?"

// environments are those of the note, as far as they are ones, and one more if nodes are in others.
func (i *image) environments(w *work) []stats.Environment {
	list, same := w.environments(i.Size), true
	if list == nil {
		if list, same = i.notedEnvironments(); w != nil && same {
			w.known, w.size = list, i.Size
		}
	}
	for _, t := range i.tracks {
		for n := range t.table.Cold {
			if int64(t.table.Cold[n].Environment) >= int64(len(list)) {
				return append(slices.Clip(list), i.itself(unknownEnvironment))
			}
		}
	}
	return list
}

// environments are those of the note that was decoded last, nil if they are not known.
func (w *work) environments(size uint32) []stats.Environment {
	if w == nil || w.size != size {
		return nil
	}
	return w.known
}

// itself is an environment of the rank alone.
func (i *image) itself(name string) stats.Environment {
	return stats.Environment{Name: name, Size: 1, Ranks: []stats.Range{{First: int(i.Rank), Last: int(i.Rank), Stride: 1}}}
}

// notedEnvironments are those of the note, and whether they are the same for all ranks with this note.
func (i *image) notedEnvironments() (list []stats.Environment, same bool) {
	whole := stats.Environment{Size: int(i.Size), Ranks: []stats.Range{{First: 0, Last: int(i.Size) - 1, Stride: 1}}}
	if list = slices.Clone(i.text.Environments); len(list) == 0 {
		list = []stats.Environment{whole}
	}
	same = true
	names := make(map[string]bool, len(list)) // with the ranks: an environment may be made again of others
	for n := range list {
		if list[n].Check(int(i.Size)) != nil {
			list[n], same = i.itself(list[n].Name), false
		}
		id := fmt.Sprint(list[n].Name, list[n].Ranks)
		if names[id] {
			list[n].Name = fmt.Sprint(unknownEnvironment, n)
		}
		names[id] = true
	}
	return list, same
}

// innermost is the path of the innermost open region of the main track, or else of the first track
// that has one.
func innermost(open []OpenRegion) string {
	if len(open) == 0 {
		return ""
	}
	at := 0
	for at+1 < len(open) && open[at+1].Track == open[0].Track {
		at++
	}
	return strings.Join(open[at].Path, "/")
}
