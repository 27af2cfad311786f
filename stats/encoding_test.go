package stats

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/go-hpc/timers/internal/corpus"
	"github.com/go-hpc/timers/internal/crc32c"
	"github.com/go-hpc/timers/internal/race"
)

var asWritten = cmpopts.EquateNaNs()

func TestProfileComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := wildProfile(t)
		b, err := want.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var got Profile
		if err := got.UnmarshalBinary(b); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, &got, asWritten); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	})
}

func TestSummaryComesBack(t *testing.T) {
	race.Sequential(t)
	rapid.Check(t, func(t *rapid.T) {
		want := merged(t, genProfiles(t))
		var b bytes.Buffer
		if n, err := want.WriteTo(&b); err != nil || n != int64(b.Len()) {
			t.Fatalf("WriteTo: %d, %v; wrote %d", n, err, b.Len())
		}
		got, err := ReadSummary(&b)
		if err != nil {
			t.Fatal(err)
		}
		same(t, "read", got, want)
	})
}

// TestLeast holds the bounds by which lists are judged to the smallest entries there are.
func TestLeast(t *testing.T) {
	length := func(f func(c *coder)) int {
		var c coder
		f(&c)
		return len(c.b)
	}
	for i, v := range [][2]int{
		{leastText, length(func(c *coder) { c.text(new(string)) })},
		{leastRange, length(func(c *coder) { c.ranges(&[]Range{{}}) }) - 1},
		{leastEnvironment, length(new(Environment).code)},
		{leastCounter, length(func(c *coder) { codeCounters(c, &[]Counter{{}}, new([]float64), new([]int64)) }) - 3},
		{leastNode, length(new(Node).code)},
		{leastTrack, length((&Node{ByTrack: make([]TrackMeasure, 1)}).code) - leastNode},
		{leastRegion, length(new(Region).code)},
		{leastValue, length(new(CounterStats).code)},
		{leastRankSet, length(func(c *coder) { codeRankSets(c, &[]RankSet{{}}) }) - 1},
		{leastWarning, length(new(Warning).code)},
		{leastClock, length(func(c *coder) { codeClocks(c, &[]ClockSummary{{}}) }) - 1},
		{leastUse, length(func(c *coder) { codeWarnings(c, &[]WarningSummary{{}}) }) - 1},
	} {
		if v[0] != v[1] {
			t.Errorf("case %d: least is %d, an empty entry takes %d", i, v[0], v[1])
		}
	}
}

func TestReadOneAfterTheOther(t *testing.T) {
	var b bytes.Buffer
	for rank := range 3 {
		if _, err := grownProfile(rank, 3, 5, 0).WriteTo(&b); err != nil {
			t.Fatal(err)
		}
	}
	for rank := range 3 {
		p, err := ReadProfile(&b)
		if err != nil || p.Rank != rank {
			t.Fatalf("rank %d: got %v, %v", rank, p, err)
		}
	}
	if _, err := ReadProfile(&b); err != io.EOF {
		t.Errorf("at the end: got %v, want io.EOF", err)
	}
	if _, err := ReadSummary(&b); err != io.EOF {
		t.Errorf("at the end: got %v, want io.EOF", err)
	}
}

// reframe puts a right checksum below a changed frame.
func reframe(b []byte, change func([]byte) []byte) []byte {
	b = change(bytes.Clone(b[:len(b)-4]))
	binary.LittleEndian.PutUint64(b[12:], uint64(len(b)-20))
	return binary.LittleEndian.AppendUint32(b, crc32c.Sum(b))
}

func TestReadRefuses(t *testing.T) {
	good, _ := grownProfile(1, 3, 5, 0).MarshalBinary()
	summary, _ := merged(t, []*Profile{grownProfile(1, 3, 5, 0)}).MarshalBinary()
	edit := func(f func(b []byte)) []byte {
		b := bytes.Clone(good)
		f(b)
		return b
	}
	for _, test := range []struct {
		what  string
		data  []byte
		match error
		text  string
	}{
		{"another file", []byte("Total  1.0 2.0 3.0 and more"), ErrFormat, `begins with "Total  1", want "tmrprof\n"`},
		{"a summary", summary, ErrFormat, `begins with "tmrsumm\n"`},
		{"a later version", edit(func(b []byte) { b[8] = 2 }), ErrVersion, "unknown version 2 of a profile, this program reads version 1"},
		{"no version", edit(func(b []byte) { b[8] = 0 }), ErrVersion, "unknown version 0 of a profile, this program reads version 1"},
		{"cut head", good[:10], ErrFormat, "10 bytes of 24"},
		{"cut payload", good[:len(good)-9], ErrFormat, "unexpected EOF"},
		{"damage", edit(func(b []byte) { b[40] ^= 1 }), ErrFormat, "checksum"},
		{"huge length", edit(func(b []byte) { b[19] = 0x7f }), ErrFormat, "payload of"},
		{"long length", edit(func(b []byte) { b[16] = 1 }), ErrFormat, "unexpected EOF"},
		{"trailing bytes", reframe(good, func(b []byte) []byte { return append(b, 1, 2) }), ErrFormat, "2 bytes too many"},
		{"no payload", reframe(good, func(b []byte) []byte { return b[:20] }), ErrFormat, "payload: byte 0: want an integer"},
		{"rank 5 of 3", reframe(good, func(b []byte) []byte { b[20] = 10; return b }), ErrProfile, "rank 5 of 3: no such rank"},
		{"huge count", reframe(good, func(b []byte) []byte {
			return append(b[:20], 2, 6, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f)
		}), ErrFormat, "byte 2: 9223372036854775807 entries of 1 bytes or more do not fit"},
	} {
		p, err := ReadProfile(bytes.NewReader(test.data))
		if p != nil || !errors.Is(err, test.match) || !strings.Contains(err.Error(), test.text) {
			t.Errorf("%s: got %v, %v; want an error with %q", test.what, p, err, test.text)
		}
	}
	if _, err := ReadSummary(bytes.NewReader(good)); !errors.Is(err, ErrFormat) {
		t.Errorf("a profile read as a summary: %v", err)
	}
	var p Profile
	if err := p.UnmarshalBinary(append(bytes.Clone(good), 0)); !errors.Is(err, ErrFormat) {
		t.Errorf("a byte too many: %v", err)
	}
	if diff := cmp.Diff(Profile{}, p); diff != "" {
		t.Errorf("changed by an error:\n%s", diff)
	}
}

func TestCheckRefuses(t *testing.T) {
	wide := int64(1) << 40
	for what, spoil := range map[string]func(*Profile){
		"parent after child":     func(p *Profile) { p.Nodes[1].Parent = 2 },
		"environment":            func(p *Profile) { p.Nodes[1].Environment = 1 },
		"negative time":          func(p *Profile) { p.Nodes[1].Total = -1 },
		"min above max":          func(p *Profile) { p.Nodes[1].Min = math.MaxInt64 },
		"recursion":              func(p *Profile) { p.Nodes[1].Recursion = 11 },
		"twice":                  func(p *Profile) { p.Nodes[2].Name = p.Nodes[1].Name },
		"track":                  func(p *Profile) { p.Nodes[1].ByTrack = []TrackMeasure{{Track: 1}} },
		"tracks out of order":    func(p *Profile) { p.Nodes[1].ByTrack = make([]TrackMeasure, 2) },
		"histogram":              func(p *Profile) { p.Nodes[1].Histogram = Histogram{Buckets, []uint64{1}} },
		"zero first bucket":      func(p *Profile) { p.Nodes[1].Histogram.Counts = []uint64{0, 1} },
		"level":                  func(p *Profile) { p.Nodes[1].Level = int(wide) },
		"ranges":                 func(p *Profile) { p.Environments[0].Ranks[0].Stride = 0 },
		"size of an environment": func(p *Profile) { p.Environments[0].Size++ },
		"size":                   func(p *Profile) { p.Size = 0 },
	} {
		p := grownProfile(1, 3, 5, 0)
		if err := p.Check(); err != nil {
			t.Fatal(err)
		}
		spoil(p)
		if what == "level" && strconv.IntSize == 32 {
			continue // an int has no such value
		}
		if err := p.Check(); !errors.Is(err, ErrProfile) {
			t.Errorf("%s: got %v, want an error that matches ErrProfile", what, err)
		}
	}
	for what, spoil := range map[string]func(*Summary){
		"parent":      func(s *Summary) { s.Regions[1].Parent = 1 },
		"environment": func(s *Summary) { s.Regions[1].Environment = -1 },
		"ranks":       func(s *Summary) { s.Regions[1].Ranks = 4 },
		"completed":   func(s *Summary) { s.Regions[1].Completed = 3 },
		"extreme":     func(s *Summary) { s.Regions[1].Max.Rank = 3 },
		"min":         func(s *Summary) { s.Regions[1].Min.Value = math.MaxInt64 },
		"bins":        func(s *Summary) { s.Regions[1].RankHistogram = make([]uint32, 3) },
		"sets":        func(s *Summary) { s.Regions[1].RankSets = s.Regions[1].RankSets[1:] },
		"set":         func(s *Summary) { s.Regions[1].RankSets[0].Last = 3 },
		"missing":     func(s *Summary) { s.Missing = nil },
		"hosts":       func(s *Summary) { s.Hosts = 9 },
	} {
		s := merged(t, []*Profile{grownProfile(1, 3, 5, 0), grownProfile(0, 3, 5, 0)})
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
		spoil(s)
		if err := s.Check(); !errors.Is(err, ErrSummary) {
			t.Errorf("%s: got %v, want an error that matches ErrSummary", what, err)
		}
	}
}

// smallProfile is the example of docs/encoding.md.
func smallProfile() *Profile {
	return &Profile{
		Rank: 1, Size: 2, Host: "node0", PID: 42, Program: "model", Start: 1, To: 300,
		Clock:        Clock{"tsc", 1e9, 12, 24, 0},
		Environments: []Environment{{"Default", 2, []Range{{First: 0, Last: 1, Stride: 1}}}},
		Tracks:       []string{"main"},
		Nodes: []Node{{Parent: -1, Name: "dyn", Measure: Measure{
			Calls: 2, Total: 300, Timed: 2, Min: 100, Max: 200, Squares: Uint128{Lo: 50000}, Histogram: NewHistogram(twice(100, 200)),
		}}},
		Warnings: []Warning{{"stop without start", "dyn", "a.go:7", 1}},
	}
}

func twice(a, b uint64) []uint64 {
	counts := make([]uint64, Buckets)
	counts[BucketOf(a)]++
	counts[BucketOf(b)]++
	return counts
}

// TestEncodingIsAsDocumented holds docs/encoding.md to its example.
func TestEncodingIsAsDocumented(t *testing.T) {
	doc, err := os.ReadFile("../docs/encoding.md")
	if err != nil {
		t.Fatal(err)
	}
	var want []byte
	for _, line := range regexp.MustCompile(`(?m)^    ((?:[0-9a-f]{2} )+)`).FindAllSubmatch(doc, -1) {
		b, err := hex.DecodeString(strings.ReplaceAll(string(line[1]), " ", ""))
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, b...)
	}
	got, _ := smallProfile().MarshalBinary()
	if !bytes.Equal(got, want) {
		t.Errorf("the document says\n%x\nthe code writes\n%x", want, got)
	}
}

func FuzzReadProfile(f *testing.F) {
	for _, p := range []*Profile{smallProfile(), grownProfile(1, 3, 5, 0)} {
		b, _ := p.MarshalBinary()
		corpus.Add(func(b []byte) { f.Add(b) }, b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 24 {
			b = reframe(b, func(b []byte) []byte { return b }) // no use in fuzzing the checksum
		}
		p, err := ReadProfile(bytes.NewReader(b))
		if err != nil {
			return
		}
		again, _ := p.MarshalBinary()
		q := new(Profile)
		if err := q.UnmarshalBinary(again); err != nil {
			t.Fatalf("cannot read what was written of what was read: %v", err)
		}
		if diff := cmp.Diff(p, q, asWritten); diff != "" {
			t.Fatal(diff)
		}
		s, err := Merge([]*Profile{p})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.MarshalBinary(); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzReadSummary(f *testing.F) {
	for _, profiles := range [][]*Profile{{smallProfile()}, {grownProfile(1, 3, 5, 0), grownProfile(2, 3, 5, 0)}} {
		s, err := Merge(profiles)
		if err != nil {
			f.Fatal(err)
		}
		b, _ := s.MarshalBinary()
		corpus.Add(func(b []byte) { f.Add(b) }, b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 24 {
			b = reframe(b, func(b []byte) []byte { return b })
		}
		s, err := ReadSummary(bytes.NewReader(b))
		if err != nil {
			return
		}
		again, _ := s.MarshalBinary()
		q := new(Summary)
		if err := q.UnmarshalBinary(again); err != nil {
			t.Fatalf("cannot read what was written of what was read: %v", err)
		}
		if diff := cmp.Diff(s, q, asWritten); diff != "" {
			t.Fatal(diff)
		}
		for i := range s.Regions {
			r := &s.Regions[i]
			_ = r.StdDev() + r.Imbalance() + r.ImbalanceShare() + r.RankQuantile(0.5).Value + r.CallQuantile(0.5).Value + r.CallMean() + r.CallStdDev()
			_ = s.ShareOfTotal(i)
			_ = s.Path(i)
		}
	})
}

// Writing changes nothing: several may write a Summary at the same time, which the race detector sees.
func TestSummaryIsWrittenBySeveral(t *testing.T) {
	s, err := Merge(rankTimes(3, 5, 9, 9))
	if err != nil {
		t.Fatal(err)
	}
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			if _, err := s.WriteTo(io.Discard); err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
}
