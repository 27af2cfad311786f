package lanes

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// tree is random states in each other, each behind those that it contains.
func tree(t *rapid.T, length int64) (list []State) {
	var fill func(from, to int64, depth int)
	fill = func(from, to int64, depth int) {
		for at := from; at < to && len(list) < 400; {
			at += rapid.Int64Range(0, (to-from)/2+1).Draw(t, "gap")
			end := at + rapid.Int64Range(1, (to-from)/2+2).Draw(t, "takes")
			if end > to {
				return
			}
			if depth < 4 {
				fill(at, end, depth+1)
			}
			list = append(list, State{rapid.Uint32Range(0, 4).Draw(t, "name"), depth, at, end})
			at = end
		}
	}
	fill(0, length, 0)
	return list
}

// own is for how long each state was the innermost one in an interval.
func own(list []State, from, to int64) (sums [5]float64) {
	for i, s := range list {
		took := func(s State) float64 { return float64(max(min(s.End, to)-max(s.Start, from), 0)) }
		sums[s.Name] += took(s)
		for _, outer := range list[i+1:] { // the next that is less deep contains it
			if outer.Depth < s.Depth {
				sums[outer.Name] -= took(s)
				break
			}
		}
	}
	return sums
}

// Whatever was thrown out of a recording, its bins have the whole time of each state, from rows before and from states
// after, and the states that are left are those that were there.
func TestRecorded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.Int64Range(1000, 1e6).Draw(t, "length")
		all := tree(t, length)
		r := Recording{Rank: 3, Thread: "main", States: all}
		if first := rapid.IntRange(0, len(all)).Draw(t, "thrown out"); first > 0 {
			r.States, r.Since = all[first:], all[first-1].End
		}
		var rows []int64
		for at := int64(0); at < length; at += rapid.Int64Range(1, length/3).Draw(t, "row") {
			rows = append(rows, at)
		}
		for i := 1; i < len(rows); i++ {
			for name, sum := range own(all, rows[i-1], rows[i]) {
				r.Shares = append(r.Shares, Share{uint32(name), sum / float64(rows[i]-rows[i-1]), rows[i-1], rows[i]})
			}
		}
		most := rapid.IntRange(1, 500).Draw(t, "most")
		tl := Recorded("p", 7, length, []string{"a", "b", "c", "d", "e"}, make([]bool, 5), []Recording{r}, most)
		lane := tl.Lanes[0]
		if tl.Whole || lane.Rank != "3" || lane.LateStates > int64(most) || lane.LateStates != int64(min(most, len(r.States))) {
			t.Fatalf("%d of %d states, at most %d", lane.LateStates, len(r.States), most)
		}
		checkBins(t, tl, all, rows, lane)
		late := decodeStates(lane.Late)
		for _, s := range late {
			if !slices.Contains(all, s) {
				t.Fatalf("%+v was not there", s)
			}
		}
		for _, s := range all {
			if s.End > lane.Since && len(late) > 0 && !slices.Contains(late, s) {
				t.Fatalf("%+v is missing, of those from %d on", s, lane.Since)
			}
		}
	})
}

// checkBins compares the time of all bins: to the last row of it the rows know, and from Since on the states.
func checkBins(t *rapid.T, tl *Timeline, all []State, rows []int64, lane Lane) {
	got := [5]float64{}
	width := float64(tl.Length) / float64(tl.Bins)
	data := lane.Data
	for range tl.Bins {
		n, size := binary.Uvarint(data)
		for data = data[size:]; n > 0; n-- {
			name, size := binary.Uvarint(data)
			got[name] += float64(data[size]) / full * width
			data = data[size+1:]
		}
	}
	known := rows[len(rows)-1]
	want := own(all, 0, min(known, lane.Since))
	for name, sum := range own(all, lane.Since, tl.Length) {
		want[name] += sum
	}
	// A row may stand for a part of which the rest is known by states: then its time is spread evenly. Bins are rounded.
	straddled := 0.0
	for i := 1; i < len(rows); i++ {
		if rows[i-1] < lane.Since && rows[i] > lane.Since {
			straddled = float64(rows[i] - rows[i-1])
		}
	}
	for name := range want {
		if math.Abs(got[name]-want[name]) > straddled+float64(tl.Length)/full+1 {
			t.Fatalf("state %d: %g, want %g", name, got[name], want[name])
		}
	}
}

func decodeStates(data []byte) (list []State) {
	next := func() uint64 {
		v, size := binary.Uvarint(data)
		data = data[size:]
		return v
	}
	last := int64(0)
	for len(data) > 0 {
		s := State{Name: uint32(next()), Depth: int(next())}
		last += int64(next())
		s.Start = last
		s.End = last + int64(next())
		list = append(list, s)
	}
	return list
}

// The steps of a recording are what its states took between two marks, of those marks behind which nothing is missing; the same
// Lanes of one host read its clock, and nobody has compared those of several.
func TestRecordedOnHosts(t *testing.T) {
	var list []Recording
	for rank, host := range []string{"a", "b", "b", "a"} {
		list = append(list, Recording{Host: host, Rank: rank})
	}
	of := func(list []Recording) (clocks []int, t *Timeline) {
		t = Recorded("p", 0, 10, nil, nil, list, 10)
		for _, l := range t.Lanes {
			clocks = append(clocks, l.Clock)
		}
		return clocks, t
	}
	if clocks, tl := of(list); !slices.Equal(clocks, []int{0, 1, 1, 0}) || len(tl.Clocks) != 2 || tl.Clocks[0].Group == tl.Clocks[1].Group || tl.Aligned != AsRecorded {
		t.Errorf("%v, %+v", clocks, tl.Clocks)
	}
	if clocks, tl := of(list[1:3]); !slices.Equal(clocks, []int{0, 0}) || len(tl.Clocks) != 0 {
		t.Errorf("of one host: %v, %+v", clocks, tl.Clocks)
	}
}

// number is the same step on all ranks.
func TestRecordedSteps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.Int64Range(1000, 1e6).Draw(t, "length")
		names := []string{"a", "b", "c", "d", "e"}
		var list []Recording
		for rank := range 2 {
			r := Recording{Rank: rank, Thread: "main", States: tree(t, length), Since: rapid.Int64Range(0, length/3).Draw(t, "since")}
			number := rapid.Uint64Range(1, 4).Draw(t, "number")
			for at := int64(0); at < length; at += rapid.Int64Range(1, length/3).Draw(t, "step") {
				r.Epochs = append(r.Epochs, Epoch{number, at})
				number++
			}
			list = append(list, r)
		}
		s := Recorded("p", 0, length, names, make([]bool, 5), list, 1000).Steps
		want := map[string]float64{} // by region, rank and step
		for _, r := range list {
			kept := r.whole()
			for k := 1; k < len(kept); k++ {
				for i, one := range r.States {
					path := names[one.Name]
					depth := one.Depth
					for _, outer := range r.States[i+1:] {
						if outer.Depth < depth {
							if depth = outer.Depth; depth > 0 {
								path = names[outer.Name] + "/" + path
							}
						}
					}
					part := min(one.End, kept[k].At) - max(one.Start, kept[k-1].At)
					if one.Depth > 0 && part > 0 {
						want[fmt.Sprintf("%s %d %d", path, r.Rank, kept[k-1].Number)] += float64(part) / 1e9
					}
				}
			}
		}
		if s == nil {
			return // fewer than two, or no time in them
		}
		found := 0
		for region, name := range s.Regions {
			for rank := range s.Ranks {
				for k := range s.Count {
					v := float64(s.Seconds[(region*len(s.Ranks)+rank)*s.Count+k])
					key := fmt.Sprintf("%s %s %d", name, s.Ranks[rank], s.Numbers[k])
					if w, is := want[key]; is != (v == v) || is && math.Abs(v-w) > 1e-6*w+1e-12 {
						t.Fatalf("%s: %g, want %g (%v)", key, v, w, is)
					} else if is {
						found++
					}
				}
			}
		}
		if found != len(want) && len(s.Regions) < mostStepRegions {
			t.Fatalf("%d of %d found", found, len(want))
		}
	})
}
