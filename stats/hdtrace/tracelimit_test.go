package hdtrace

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"time"
)

// The rate and the size are kept to, and the trace tells what it lacks.
func TestTraceLimits(t *testing.T) {
	for _, limit := range []TraceLimit{{States: 1000}, {States: 10, Burst: 50}, {Bytes: 5000}, {Bytes: 600}, {Bytes: 20000, States: 5000}} {
		t.Run(fmt.Sprintf("%+v", limit), func(t *testing.T) {
			f := &memFile{}
			now := Epoch(1700000000) * second
			tr := mustTrace(t, f, TraceOptions{Limit: limit, Buffer: 512, Clock: func() Epoch { return now }})
			states, outer := 0, 0
			for i := range 20000 { // two seconds
				now += 100000
				if i%100 == 0 {
					expectOK(t, tr.Begin("Outer"), tr.Element(Element{Name: "E", Text: strings.Repeat("x", i%50)}))
					outer++
				}
				expectOK(t, tr.Begin("Inner"), tr.Attribute("i", fmt.Sprint(i)))
				now += 10
				expectOK(t, tr.End())
				states++
				if i%100 == 99 {
					expectOK(t, tr.Event("passed"), tr.End())
				}
				if limit.Bytes > 0 && int64(len(f.data)) > limit.Bytes {
					t.Fatalf("%d bytes", len(f.data))
				}
			}
			expectOK(t, tr.Close())
			acceptedTrace(t, f.data)
			if limit.Bytes > 0 && int64(len(f.data)) > limit.Bytes {
				t.Errorf("%d bytes", len(f.data))
			}
			_, list, err := readTrace(f.data, ReadOptions{})
			expectOK(t, err)
			recorded, told := map[string]int{}, 0
			for _, r := range list {
				recorded[r.Name]++
				if r.Name == LeftOutEvent {
					var n int
					text, _ := r.Value("states")
					fmt.Sscan(text, &n)
					told += n
				}
			}
			l := tr.LeftOut()
			if all := recorded["Inner"] + recorded["Outer"] + int(l.States()); all != states+outer {
				t.Errorf("%d recorded or left out of %d", all, states+outer)
			}
			if told != int(l.States()) || told == 0 || l.Time <= 0 {
				t.Errorf("told of %d, %+v are left out", told, l)
			}
			if limit.States > 0 && limit.Bytes == 0 {
				most := 2*limit.States + max(float64(limit.Burst), limit.States)
				if n := float64(recorded["Inner"] + recorded["Outer"]); n > most+1 || n < most/3 {
					t.Errorf("%v states, the rate allows %v", n, most)
				}
			}
			if limit.States == 1000 && recorded["Outer"] != outer {
				t.Errorf("%d of %d outer states: the inner ones took their place", recorded["Outer"], outer)
			}
		})
	}
}

// A record waits no longer than the bound, if others follow.
func TestTraceAge(t *testing.T) {
	f := &memFile{}
	now := Epoch(0)
	tr := mustTrace(t, f, TraceOptions{MaxAge: time.Second, Clock: func() Epoch { now += second / 10; return now }})
	for range 100 {
		expectOK(t, tr.Begin("S"), tr.End())
		if _, list, _ := readTrace(f.data, ReadOptions{}); tr.Records()-int64(len(list)) > 6 {
			t.Fatalf("%d of %d records written", len(list), tr.Records())
		}
	}
	if f.writes > 25 {
		t.Errorf("%d writes", f.writes)
	}
}

func TestTraceForceFlush(t *testing.T) {
	for _, seq := range []bool{false, true} {
		f := &memFile{}
		var w io.Writer = f
		if seq {
			w = sequential{f}
		}
		tr := mustTrace(t, w, TraceOptions{ForceFlush: true})
		for i := range 10 {
			expectOK(t, tr.Begin("S"), tr.Element(Element{Name: "E"}), tr.Begin("T"), tr.End())
			if n := bytes.Count(f.data, []byte("<T ")); n != i+1 {
				t.Fatalf("%d of %d written", n, i+1)
			}
			expectOK(t, tr.End())
		}
		tr.SetForceFlush(false)
		before := f.writes
		expectOK(t, tr.Event("event"))
		if f.writes != before {
			t.Error("written though not forced")
		}
		expectOK(t, tr.Close())
		acceptedTrace(t, f.data)
	}
}

// Times are written as Epoch has them.
func TestTraceTimeText(t *testing.T) {
	for _, decimals := range []int{0, 6, 9} {
		x := traceText{start: 7 * second, decimals: decimals}
		for _, e := range []Epoch{0, 1, 9, 10, 99, 100, 999999999, 123456789, second, 10*second - 1, 10 * second, 123*second + 45600, -1, -second, 1<<32*second - 1, 1 << 32 * second, math.MaxInt64 - 7*second} {
			if got, want := string(x.time(nil, e+7*second)), string(e.AppendSeconds(nil, decimals)); got != want {
				t.Errorf("%d: %s, expected %s", e, got, want)
			}
		}
	}
}
