package trace

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
	"github.com/go-hpc/timers/stats/hdtrace/internal/markup"
)

// The rate and the size are kept to, and the trace tells what it lacks.
func TestTraceLimits(t *testing.T) {
	for _, limit := range []Limit{{States: 1000}, {States: 10, Burst: 50}, {Bytes: 5000}, {Bytes: 600}, {Bytes: 20000, States: 5000}} {
		t.Run(fmt.Sprintf("%+v", limit), func(t *testing.T) {
			f := &hdtest.MemFile{}
			now := hdtrace.Epoch(1700000000) * hdtrace.Second
			tr := mustTrace(t, f, Options{Limit: limit, Buffer: 512, Clock: func() hdtrace.Epoch { return now }})
			states, outer := 0, 0
			for i := range 20000 { // two seconds
				now += 100000
				if i%100 == 0 {
					hdtest.ExpectOK(t, tr.Begin("Outer"), tr.Element(hdtrace.Element{Name: "E", Text: strings.Repeat("x", i%50)}))
					outer++
				}
				hdtest.ExpectOK(t, tr.Begin("Inner"), tr.Attribute("i", fmt.Sprint(i)))
				now += 10
				hdtest.ExpectOK(t, tr.End())
				states++
				if i%100 == 99 {
					hdtest.ExpectOK(t, tr.Event("passed"), tr.End())
				}
				if limit.Bytes > 0 && int64(len(f.Data)) > limit.Bytes {
					t.Fatalf("%d bytes", len(f.Data))
				}
			}
			hdtest.ExpectOK(t, tr.Close())
			acceptedTrace(t, f.Data)
			if limit.Bytes > 0 && int64(len(f.Data)) > limit.Bytes {
				t.Errorf("%d bytes", len(f.Data))
			}
			_, list, err := readTrace(f.Data, hdtrace.ReadOptions{})
			hdtest.ExpectOK(t, err)
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
	f := &hdtest.MemFile{}
	now := hdtrace.Epoch(0)
	tr := mustTrace(t, f, Options{MaxAge: time.Second, Clock: func() hdtrace.Epoch { now += hdtrace.Second / 10; return now }})
	for range 100 {
		hdtest.ExpectOK(t, tr.Begin("S"), tr.End())
		if _, list, _ := readTrace(f.Data, hdtrace.ReadOptions{}); tr.Records()-int64(len(list)) > 6 {
			t.Fatalf("%d of %d records written", len(list), tr.Records())
		}
	}
	if f.Writes > 25 {
		t.Errorf("%d writes", f.Writes)
	}
}

func TestTraceForceFlush(t *testing.T) {
	for _, seq := range []bool{false, true} {
		f := &hdtest.MemFile{}
		var w io.Writer = f
		if seq {
			w = hdtest.Sequential{F: f}
		}
		tr := mustTrace(t, w, Options{ForceFlush: true})
		for i := range 10 {
			hdtest.ExpectOK(t, tr.Begin("S"), tr.Element(hdtrace.Element{Name: "E"}), tr.Begin("T"), tr.End())
			if n := bytes.Count(f.Data, []byte("<T ")); n != i+1 {
				t.Fatalf("%d of %d written", n, i+1)
			}
			hdtest.ExpectOK(t, tr.End())
		}
		tr.SetForceFlush(false)
		before := f.Writes
		hdtest.ExpectOK(t, tr.Event("event"))
		if f.Writes != before {
			t.Error("written though not forced")
		}
		hdtest.ExpectOK(t, tr.Close())
		acceptedTrace(t, f.Data)
	}
}

// Times are written as Epoch has them.
func TestTraceTimeText(t *testing.T) {
	for _, decimals := range []int{0, 6, 9} {
		x := markup.Times{Start: 7 * hdtrace.Second, Decimals: decimals}
		for _, e := range []hdtrace.Epoch{0, 1, 9, 10, 99, 100, 999999999, 123456789, hdtrace.Second, 10*hdtrace.Second - 1, 10 * hdtrace.Second, 123*hdtrace.Second + 45600, -1, -hdtrace.Second, 1<<32*hdtrace.Second - 1, 1 << 32 * hdtrace.Second, math.MaxInt64 - 7*hdtrace.Second} {
			if got, want := string(x.Append(nil, e+7*hdtrace.Second)), string(e.AppendSeconds(nil, decimals)); got != want {
				t.Errorf("%d: %s, expected %s", e, got, want)
			}
		}
	}
}
