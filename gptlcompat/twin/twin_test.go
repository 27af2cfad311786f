package twin

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/internal/gptltest"
	"github.com/go-hpc/timers/stats"
)

func TestJSON(t *testing.T) {
	p := gptltest.TwoParents()
	p.Nodes[0].Calls, p.Nodes[0].Name = math.MaxUint64, "run \"it\"\xff"
	var b bytes.Buffer
	if err := Rank(&b, p, gptlcompat.RankOptions{}); err != nil {
		t.Fatal(err)
	}
	gptltest.Golden(t, "paths.rank.json", b.String())
	b.Reset()
	if err := Rank(&b, p, gptlcompat.RankOptions{Method: gptlcompat.LastParent}); err != nil {
		t.Fatal(err)
	}
	gptltest.Golden(t, "parents.rank.json", b.String())
	var got rankJSON
	if err := json.Unmarshal(b.Bytes(), &got); err != nil || got.Threads[0].Rows[0].Count != math.MaxUint64 {
		t.Errorf("%v, %+v", err, got)
	}
	b.Reset()
	p.Nodes[0].Total = 3
	s := gptltest.Merged(t, []*stats.Profile{gptlcompat.ByName(p)})
	s.Regions[0].Total = stats.Mul(math.MaxUint64, 10)
	if err := Global(&b, s, gptlcompat.GlobalOptions{}); err != nil {
		t.Fatal(err)
	}
	gptltest.Golden(t, "global.json", b.String())
	if !strings.Contains(b.String(), `"walltotal_ns": 184467440737095516150,`) {
		t.Error("a total of 68 bits is not whole")
	}
	if err := Global(&b, gptltest.Merged(t, []*stats.Profile{p}), gptlcompat.GlobalOptions{}); !errors.Is(err, gptlcompat.ErrPerPath) {
		t.Errorf("got %v, want ErrPerPath", err)
	}
}

func TestSingle(t *testing.T) {
	var profiles []*stats.Profile
	for rank := range 3 {
		p := gptltest.TwoParents()
		gptltest.OnRank(p, rank, 3)
		profiles = append(profiles, p)
	}
	o := gptlcompat.SingleOptions{Ranks: func(rank int) bool { return gptlcompat.OutputRank(rank, 3, 2, 2) }}
	var b bytes.Buffer
	if err := Single(&b, profiles, o); err != nil {
		t.Fatal(err)
	}
	gptltest.Golden(t, "single.jsonl", b.String())
	full := errors.New("no space left")
	if err := Single(failing{full}, profiles, o); !errors.Is(err, full) {
		t.Errorf("got %v, want %v", err, full)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
