package geopm

import (
	"os"
	"strings"
	"testing"
)

// Sections take their entries from one piece of memory: what a program adds to one must not stand in the next.
func TestSectionsOfVersion1AreApart(t *testing.T) {
	text, err := os.ReadFile("testdata/v1.report")
	if err != nil {
		t.Fatal(err)
	}
	r, err := Read(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	h := &r.Hosts[0]
	want := h.Unmarked[0]
	_ = append(h.Regions[0].Totals, Entry{Key: "added"})
	if got := h.Unmarked[0]; got.Key != want.Key || got.Text != want.Text {
		t.Errorf("%v, want %v", got, want)
	}
}
