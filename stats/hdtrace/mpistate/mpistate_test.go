package mpistate

import (
	"slices"
	"testing"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

func state(name string, elements []hdtrace.Element, attributes ...string) *trace.Record {
	r := &trace.Record{Name: name, Elements: elements}
	for i := 0; i < len(attributes); i += 2 {
		r.Attributes = append(r.Attributes, hdtrace.Attribute{Name: attributes[i], Value: attributes[i+1]})
	}
	return r
}

func element(name, request string) hdtrace.Element {
	return hdtrace.Element{Name: name, Attributes: []hdtrace.Attribute{{Name: "rid", Value: request}}}
}

// What asks for requests time and again completes them with the last call that asks, unless it says itself which.
func TestResolve(t *testing.T) {
	calls := []*Call{
		Of(state("Irecv", nil, "cid", "0", "fromRank", "1", "fromTag", "7", "rid", "1")),
		Of(state("Isend", nil, "cid", "0", "toRank", "1", "toTag", "7", "size", "8", "rid", "2")),
		Of(state("Test", []hdtrace.Element{element("For", "1")})),
		Of(state("Testany", []hdtrace.Element{element("For", "1"), element("For", "2"), element("Done", "2")})),
		Of(state("Test", []hdtrace.Element{element("For", "1")})),
		Of(state("Irecv", nil, "cid", "0", "fromRank", "1", "fromTag", "8", "rid", "1")), // the number again
		Of(state("Wait", []hdtrace.Element{element("For", "1")})),
	}
	Resolve(calls)
	var got [][]int64
	for _, c := range calls {
		var list []int64
		for _, d := range c.Completes {
			list = append(list, d.Request)
		}
		got = append(got, list)
	}
	want := [][]int64{nil, nil, nil, {2}, {1}, nil, {1}}
	if !slices.EqualFunc(got, want, slices.Equal[[]int64]) {
		t.Errorf("completes %v, want %v", got, want)
	}
	requests := Requests{}
	var ended []Request
	for _, c := range calls {
		requests.Begin(c)
		ended = append(ended, requests.End(c)...)
	}
	wanted := []Request{{Number: 2, Partner: 1, Tag: 7, Bytes: 8, active: true}, {Number: 1, Receives: true, Partner: 1, Tag: 7, Bytes: -1, active: true}, {Number: 1, Receives: true, Partner: 1, Tag: 8, Bytes: -1, active: true}}
	if !slices.Equal(ended, wanted) {
		t.Errorf("ended %v, want %v", ended, wanted)
	}
}

// States that are no calls, or of which nothing is known that matters here, are none.
func TestOf(t *testing.T) {
	for _, r := range []*trace.Record{
		state("Send", nil), state("solve", nil, "cid", "0"), state("Wait", nil), state("Comm_dup", nil, "cid", "0", "newcid", "1"),
	} {
		if c := Of(r); c != nil {
			t.Errorf("%s is %+v", r.Name, c)
		}
	}
	c := Of(state("Recv", nil, "cid", "2", "fromRank", "-1", "fromTag", "x"))
	if c == nil || c.From != -1 || c.ReceiveTag != -1 || c.Communicator != 2 || c.To != -1 {
		t.Errorf("Recv is %+v", c)
	}
}

// Of a receive that takes what comes the one that came counts, where a trace tells it.
func TestReceiveOfAny(t *testing.T) {
	for _, c := range []struct {
		from, tag, source, came string
		wantFrom, wantTag       int64
	}{
		{"-1", "-1", "3", "7", 3, 7}, {"-1", "5", "3", "5", 3, 5}, {"2", "-1", "2", "7", 2, 7}, {"2", "5", "9", "9", 2, 5}, {"-2", "5", "9", "9", -2, 5}, {"-1", "-1", "", "", -1, -1},
	} {
		r := &trace.Record{Name: "Recv", Attributes: []hdtrace.Attribute{{Name: "fromRank", Value: c.from}, {Name: "fromTag", Value: c.tag}, {Name: "cid", Value: "0"}}}
		if c.source != "" {
			r.Attributes = append(r.Attributes, hdtrace.Attribute{Name: "source", Value: c.source}, hdtrace.Attribute{Name: "tag", Value: c.came})
		}
		if got := Of(r); got == nil || got.From != c.wantFrom || got.ReceiveTag != c.wantTag {
			t.Errorf("%+v: %+v", c, got)
		}
	}
}
