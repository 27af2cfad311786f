package calls

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/internal/golden"
	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/machenv/local"
)

func genPartners(t *rapid.T, size int) []PathPartner {
	amount := rapid.Custom(func(t *rapid.T) Amount {
		return Amount{rapid.Uint64Range(0, 3).Draw(t, "calls"), rapid.OneOf(rapid.Uint64Range(0, 3), rapid.Just(uint64(math.MaxUint64-1))).Draw(t, "bytes")}
	})
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) PathPartner {
		path := rapid.OneOf(rapid.SampledFrom([]string{"", "run", "run/step", OtherPlaces}), rapid.String()).Draw(t, "path")
		return PathPartner{path, rapid.IntRange(0, size-1).Draw(t, "rank"), amount.Draw(t, "sent"), amount.Draw(t, "received")}
	}), 0, 8).Draw(t, "partners")
}

// truth returns the summary of all ranks, worked out pair by pair.
func truth(size int, lists [][]PathPartner) *PathSummary {
	type place struct {
		path     string
		received bool
	}
	pairs := make(map[place]map[[2]int]Amount)
	s := &PathSummary{Size: size, Ranks: len(lists)}
	for rank, list := range lists {
		for _, p := range list {
			for _, received := range []bool{false, true} {
				pair, a := [2]int{rank, p.Rank}, p.Sent
				if received {
					pair, a = [2]int{p.Rank, rank}, p.Received
				}
				at := place{p.Path, received}
				if a == (Amount{}) {
					continue
				}
				if pairs[at] == nil {
					pairs[at] = make(map[[2]int]Amount)
				}
				sum := pairs[at][pair]
				sum.add(a)
				pairs[at][pair] = sum
			}
		}
	}
	for at, list := range pairs {
		p := PathMessages{Path: at.path, Received: at.received, Least: math.MaxInt}
		partners := make(map[int]int)
		for pair, a := range list {
			p.add(a)
			own := pair[0]
			if at.received {
				own = pair[1]
			}
			partners[own]++
			if best := p.Pair; p.Partners == 0 || a.Bytes > best.Bytes || a.Bytes == best.Bytes && (a.Calls > best.Calls ||
				a.Calls == best.Calls && (pair[0] < best.From || pair[0] == best.From && pair[1] < best.To)) {
				p.Pair = Pair{pair[0], pair[1], a}
			}
			p.Partners++
			p.Distances = addDistance(p.Distances, pair[1], pair[0], a)
		}
		for _, n := range partners {
			p.Least, p.Most = min(p.Least, n), max(p.Most, n)
		}
		p.Ranks = len(partners)
		i := 0
		for i < len(s.Paths) && s.Paths[i].compare(&p) < 0 {
			i++
		}
		s.Paths = append(s.Paths[:i], append([]PathMessages{p}, s.Paths[i:]...)...)
	}
	return s
}

func samePaths(a, b *PathSummary) bool {
	if len(a.Paths) == 0 && len(b.Paths) == 0 {
		return a.Size == b.Size && a.Ranks == b.Ranks
	}
	return reflect.DeepEqual(a, b)
}

// Any order of merges gives the same, which is what there is to be known of all pairs.
func TestPathsAnyTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 20).Draw(t, "size")
		var lists [][]PathPartner
		var parts []*PathSummary
		for rank := range size {
			lists = append(lists, genPartners(t, size))
			s, err := newPathSummary(rank, size, lists[rank])
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, s)
		}
		for len(parts) > 1 {
			i := rapid.IntRange(0, len(parts)-1).Draw(t, "into")
			j := rapid.IntRange(0, len(parts)-2).Draw(t, "from")
			if j >= i {
				j++
			}
			again, err := parsePaths(parts[j].message(), size)
			if err != nil {
				t.Fatal(err)
			}
			parts[i].merge(again)
			parts = append(parts[:j], parts[j+1:]...)
		}
		if want := truth(size, lists); !samePaths(parts[0], want) {
			t.Fatalf("got\n%+v\nwant\n%+v", parts[0], want)
		}
	})
}

func TestPathsGather(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 9).Draw(t, "size")
		var lists [][]PathPartner
		for range size {
			lists = append(lists, genPartners(t, size))
		}
		want := truth(size, lists)
		err := local.Run(size, func(c machenv.Communicator) error {
			s, err := GatherPaths(c, lists[c.Rank()], 0)
			if (s != nil) != (c.Rank() == 0) || s != nil && !samePaths(s, want) {
				t.Errorf("rank %d: got\n%+v\nwant\n%+v", c.Rank(), s, want)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// A list with a rank that there is not and a rank that is gone leave the rest.
func TestPathsWithoutARank(t *testing.T) {
	withoutARank(t, `messages of rank 3 in "run" are with rank 8, expected one of 8`, func(c machenv.Communicator, partner int) error {
		list := []PathPartner{{Path: "run", Rank: partner, Sent: Amount{1, uint64(c.Rank())}}}
		s, err := GatherPaths(c, list, 100*time.Millisecond)
		if s != nil && (s.Ranks != 6 || len(s.Paths) != 1 || s.Paths[0].Ranks != 6 || s.Paths[0].Pair.From != 7) {
			t.Errorf("%+v", s)
		}
		return err
	})
}

// halo returns the messages of a ring with a rank that gathers what all have, and more regions if wanted.
func halo(t testing.TB, size, regions int) *PathSummary {
	all := &PathSummary{Size: size}
	for rank := range size {
		right, left := (rank+1)%size, (rank+size-1)%size
		list := []PathPartner{
			{Path: "run/exchange", Rank: right, Sent: Amount{100, 819200}},
			{Path: "run/exchange", Rank: left, Sent: Amount{100, 102400 + uint64(rank)}},
			{Path: "run/wait", Rank: left, Received: Amount{100, 819200}},
			{Path: "run/wait", Rank: right, Received: Amount{100, 102400 + uint64(right)}},
			{Path: "gather, \"all\"", Rank: 0, Sent: Amount{1, 64}},
			{Path: "=sum\n", Rank: (rank + 5) % size, Sent: Amount{2, 0}},
		}
		for i := range regions {
			list = append(list, PathPartner{Path: fmt.Sprintf("more/region %d", i), Rank: right, Sent: Amount{1, uint64(i)}})
		}
		s, err := newPathSummary(rank, size, list)
		if err != nil {
			t.Fatal(err)
		}
		all.merge(s)
	}
	return all
}

func TestPathsText(t *testing.T) {
	var text bytes.Buffer
	for _, s := range []*PathSummary{halo(t, 12, 0), halo(t, 2, 50), {Size: 4, Ranks: 3}, {Size: 1, Ranks: 1, Paths: []PathMessages{{Path: "run"}}}} {
		if err := s.WriteText(&text); err != nil {
			t.Fatal(err)
		}
		text.WriteString("\n----\n\n")
	}
	golden.Check(t, "paths.txt", text.String())
}

func TestPathsCSV(t *testing.T) {
	var text bytes.Buffer
	if err := halo(t, 12, 2).WriteCSV(&text); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "paths.csv", text.String())
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 8).Draw(t, "size")
		var lists [][]PathPartner
		for range size {
			lists = append(lists, genPartners(t, size))
		}
		s := truth(size, lists)
		var text bytes.Buffer
		if err := s.WriteCSV(&text); err != nil {
			t.Fatal(err)
		}
		again, err := ReadPaths(bytes.NewReader(text.Bytes()))
		if err != nil || !samePaths(again, s) {
			t.Fatalf("%v: %s\ngot\n%+v\nwant\n%+v", err, text.String(), again, s)
		}
	})
}

func TestReadPathsNamesTheLine(t *testing.T) {
	columns := strings.Join(pathColumns, ",") + "\n"
	head := pathsTitle + "\n# size,4\n# ranks,4\n"
	row := "sent,1,2,1,1,1,1,0,3,1,2,0:0 0:0 1:2,run\n"
	for text, want := range map[string]string{
		"":                      "line 1: not a table of messages by call path: ",
		"x\n":                   "line 1:",
		head:                    "line 4: not a table of messages by call path: it ends before the line direction,",
		head + "a,b\n":          "line 4: not a table of messages by call path: wrong number of fields",
		pathsTitle + "\n# size": "line 2: not a table of messages by call path: size: ",
		strings.Replace(head, "ranks,4", "ranks,5", 1) + columns:                                "line 4: not a table of messages by call path: the messages of 5 ranks, of 4",
		strings.Replace(head, "size,4", "size,0", 1) + columns:                                  "line 4: not a table of messages by call path: a size of 0 ranks",
		head + columns + row + row:                                                              "line 6: not a table of messages by call path: the row is not behind",
		head + columns + row + "send" + row[4:]:                                                 `line 6: not a table of messages by call path: "send", expected sent or received`,
		head + columns + row + strings.Replace(row, ",3,", ",4,", 1):                            "line 6: not a table of messages by call path: ranks 0 and 4 with 1 to 1 partners, of 4 ranks",
		head + columns + row + strings.Replace(row, "sent,1,2,1", "sent,1,2,9", 1):              "line 6: not a table of messages by call path: ranks is 9, of 4 ranks",
		head + columns + row + strings.Replace(row, "0:0 ", "0-0 ", 1):                          `line 6: not a table of messages by call path: distance 0 is "0-0"`,
		head + columns + row + strings.Replace(row, "run", `run\q`, 1):                          "line 6: not a table of messages by call path: the path \"run\\\\q\" has an escape",
		head + columns + row + strings.Replace(row, "run", `"run`, 1):                           "line 6: not a table of messages by call path: ",
		head + columns + row + strings.Replace(row, "1:2", strings.Repeat("1:2 ", 70)+"1:2", 1): "line 6: not a table of messages by call path: more than 64 classes",
	} {
		s, err := ReadPaths(strings.NewReader(text))
		if err == nil || !errors.Is(err, ErrPaths) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %s", text, err, want)
		}
		if strings.Contains(want, "line 6") && (len(s.Paths) != 1 || s.Paths[0].Pair != Pair{0, 3, Amount{1, 2}}) {
			t.Errorf("%+v, the first row was good", s)
		}
	}
}

func FuzzReadPaths(f *testing.F) {
	fuzzReader(f, []*PathSummary{halo(f, 5, 2), {Size: 1, Ranks: 1}}, ReadPaths, samePaths, (*PathSummary).WriteCSV, (*PathSummary).WriteText)
}

func FuzzParsePaths(f *testing.F) {
	f.Add(halo(f, 10, 2).message())
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := parsePaths(data, 10)
		if err != nil {
			return
		}
		if again, err := parsePaths(s.message(), 10); err != nil || !samePaths(again, s) {
			t.Errorf("%v: %+v became %+v", err, s, again)
		}
		s.merge(halo(t, 10, 1))
		if err := s.WriteText(&bytes.Buffer{}); err != nil {
			t.Error(err)
		}
	})
}
