package relation

import (
	"bytes"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
)

// Wherever one byte of a file of relations is damaged, all but three of its tokens are there after a repair, or the file
// is left as it is, since its header is damaged.
func TestRepairDamagedRelations(t *testing.T) {
	const tokens = 100
	f := &hdtest.MemFile{}
	now := 1000 * hdtrace.Second
	x := hdtest.Sure(NewWriter(f, Options{Header: Header{Host: "h", TimeAdjustment: now}, Clock: func() hdtrace.Epoch { now += hdtrace.Second; return now }}))
	for i := range tokens {
		token := hdtest.Sure(x.Create())
		hdtest.ExpectOK(t, token.Start("work", []hdtrace.Attribute{{Name: "n", Value: strconv.Itoa(i)}}), token.End(nil), token.Destroy())
	}
	hdtest.ExpectOK(t, x.Close())
	left, anew := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.IntRange(0, len(f.Data)-1).Draw(t, "at")
		b := rapid.OneOf(rapid.SampledFrom([]byte("<>/&'\"= \n!?-x09\x00\xff")), rapid.Byte()).Draw(t, "byte")
		damaged := bytes.Clone(f.Data)
		if rapid.Bool().Draw(t, "insert") {
			damaged = slices.Insert(damaged, at, b)
		} else {
			damaged[at] = b
		}
		fix, ok := planRepair("P_n.rel", bytes.NewReader(damaged), int64(len(damaged)))
		if ok && fix.Left && at < bytes.IndexByte(f.Data, '\n')+1 {
			left++
			return
		}
		if ok && fix.Rewrite != nil {
			anew++
		}
		mended := mendRelations(damaged)
		acceptedRelations(t, mended)
		list, err := assembled(mended)
		if err != nil || len(list) < tokens-3 {
			t.Fatalf("%d tokens, %v: %v\n%s", len(list), err, fix, damaged)
		}
	})
	if left == 0 && anew == 0 {
		t.Error("nothing was written anew")
	}
}
