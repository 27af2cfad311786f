package load

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/load/loadtest"
	"github.com/go-hpc/timers/stats"
)

// fill sets everything in v: a field that pack does not know is found however new it is. Lists may be nil, or empty.
func fill(t *rapid.T, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i))
		}
	case reflect.Slice:
		if n := rapid.IntRange(-1, 3).Draw(t, "entries"); n >= 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
		}
		for i := range v.Len() {
			fill(t, v.Index(i))
		}
	case reflect.String:
		v.SetString(rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "text"))
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, "bool"))
	case reflect.Int, reflect.Int64:
		v.SetInt(rapid.OneOf(rapid.Int64(), rapid.Just(int64(0))).Draw(t, "int"))
	case reflect.Uint64, reflect.Uint32:
		v.SetUint(rapid.OneOf(rapid.Uint64(), rapid.Just(uint64(0))).Draw(t, "uint") >> (64 - v.Type().Bits()))
	case reflect.Float64:
		v.SetFloat(rapid.Float64().Draw(t, "float"))
	default:
		t.Fatalf("no value for a %s", v.Type())
	}
}

func TestRanksKeepEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list []*stats.Profile
		for range rapid.IntRange(1, 4).Draw(t, "ranks") {
			p := new(stats.Profile)
			if fill(t, reflect.ValueOf(p).Elem()); len(p.Nodes) == 0 {
				p.Nodes = nil
			}
			if len(list) > 0 && rapid.Bool().Draw(t, "alike") {
				p.Nodes = slices.Clone(list[0].Nodes)
			}
			list = append(list, p)
		}
		if diff := cmp.Diff(list, RanksOf(list).List()); diff != "" {
			t.Errorf("what was kept differs:\n%s", diff)
		}
	})
}

// Ranks with and without the same tree, many of which several processors merge.
func TestRanksMergeAsProfilesDo(t *testing.T) {
	for _, list := range [][]*stats.Profile{loadtest.Ocean(300, 1), loadtest.Ocean(2, 1), loadtest.Coupled(), loadtest.Devices(true)} {
		want, err := stats.Merge(list)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		half := len(list) / 2
		loadtest.File(t, dir, "b.mptprof", list[:half]...)
		loadtest.File(t, dir, "a.mptprof", list[half:]...)
		run, err := Files([]string{dir})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, run.Summary); diff != "" {
			t.Errorf("%d ranks: the summary differs:\n%s", len(list), diff)
		}
		slices.SortFunc(list, func(a, b *stats.Profile) int { return a.Rank - b.Rank })
		if diff := cmp.Diff(list, run.Ranks.List()); diff != "" {
			t.Errorf("%d ranks: they differ:\n%s", len(list), diff)
		}
	}
}

// Of what ranks have in common there is one copy, whoever reads them.
func TestRanksShareTrees(t *testing.T) {
	list, other := loadtest.Ocean(6, 1), loadtest.Coupled()
	r := RanksOf([]*stats.Profile{list[3], other[0], list[4], list[5]})
	if &r[0].tree[0] != &r[2].tree[0] || &r[2].tree[0] != &r[3].tree[0] || &r[0].tree[0] == &r[1].tree[0] {
		t.Error("the same tree is there twice")
	}
}
