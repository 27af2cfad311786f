package ranktable

import (
	"reflect"
	"testing"

	"github.com/go-hpc/timers/mpitimer/internal/mpicall"
)

// What is said of a call's partners, as far as the entry has them: any rank among several is one more.
func TestWaitOf(t *testing.T) {
	for name, c := range map[string]struct {
		entry mpicall.Entry
		want  Wait
	}{
		"one":      {mpicall.Entry{Waits: mpicall.From, Partner: 3}, Wait{Whom: Sender, Partner: 3}},
		"to one":   {mpicall.Entry{Waits: mpicall.To, Partner: 3}, Wait{Whom: Receiver, Partner: 3}},
		"any":      {mpicall.Entry{Waits: mpicall.From, Partner: -1}, Wait{Whom: AnySender}},
		"nobody":   {mpicall.Entry{Waits: mpicall.From, Partner: -2}, Wait{}},
		"several":  {mpicall.Entry{Waits: mpicall.From, Partner: 3, Several: true, Further: 2, Others: [6]int32{5, 1, 9}}, Wait{Whom: Several, Partner: 3, Others: []int{5, 1}}},
		"more":     {mpicall.Entry{Waits: mpicall.From, Partner: 3, Several: true, More: true}, Wait{Whom: Several, Partner: 3, Others: []int{}, More: true}},
		"or any":   {mpicall.Entry{Waits: mpicall.From, Partner: -1, Several: true, Further: 1, Others: [6]int32{4}}, Wait{Whom: Several, Partner: 4, Others: []int{}, More: true}},
		"only any": {mpicall.Entry{Waits: mpicall.From, Partner: -1, Several: true, Further: 1, Others: [6]int32{-3}}, Wait{Whom: AnySender, More: true}},
		"all":      {mpicall.Entry{Waits: mpicall.ForAll}, Wait{Whom: Everybody}},
		"a group":  {mpicall.Entry{Waits: mpicall.ForAll, Comm: 7}, Wait{Whom: Group}},
	} {
		w := waitOf(nil, &c.entry)
		w.Call = ""
		if !reflect.DeepEqual(*w, c.want) {
			t.Errorf("%s: %+v, want %+v", name, *w, c.want)
		}
	}
}

// A call counts where the regions say that the track is: what is read of a rank that goes on may be of two moments.
func TestCallsAreInsideOpenRegions(t *testing.T) {
	open := []OpenRegion{
		{Track: 0, Path: []string{"Total"}}, {Track: 0, Path: []string{"Total", "step"}}, {Track: 0, Path: []string{"Total", "step", "couple"}},
		{Track: 2, Path: []string{"write", "file"}}, {Track: 2, Path: []string{"write"}},
	}
	for _, c := range []struct {
		track int
		path  []string
		want  bool
	}{
		{0, []string{"Total", "step", "couple"}, true}, {0, []string{"Total", "step", "couple", "sampled"}, true},
		{0, []string{"Total", "step", "ice"}, false}, {0, []string{"Total", "step"}, false}, {0, nil, false}, {0, []string{"Total", "couple", "step"}, false},
		{2, []string{"write", "file"}, true}, {2, []string{"write"}, false},
		{1, nil, true}, {1, []string{"sampled"}, true},
	} {
		if got := inside(c.path, open, c.track); got != c.want {
			t.Errorf("track %d, %q: %v", c.track, c.path, got)
		}
	}
}
