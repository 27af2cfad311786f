package rankfile

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/go-hpc/timers/stats"
)

// The members of a note are a promise to readers in other languages: docs/tables.md has them.
func TestNoteMembers(t *testing.T) {
	text := Text{
		Program: "model", Command: []string{"./model"}, Host: "node7",
		Environments: []stats.Environment{{Name: "all", Size: 4, Ranks: []stats.Range{{First: 0, Last: 3, Stride: 1}}}},
		Warnings:     []stats.Warning{{Kind: "stop without start", Path: "x", Place: "main.go:7", Count: 3}},
		Counters:     []stats.Counter{{Name: "CPU_ENERGY", Unit: "J", Step: 0.5, Domain: "board"}},
	}
	b, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"program":"model","command":["./model"],"host":"node7","contexts":[{"Name":"all","Size":4,"Ranks":[{"First":0,"Last":3,"Stride":1}]}],"warnings":[{"Kind":"stop without start","Path":"x","Place":"main.go:7","Count":3}],"quantities":[{"Name":"CPU_ENERGY","Unit":"J","Step":0.5,"Domain":"board","Peak":false}]}`
	if string(b) != want {
		t.Errorf("got  %s\nwant %s", b, want)
	}
	var again Text
	if err := json.Unmarshal(b, &again); err != nil || !reflect.DeepEqual(again, text) {
		t.Errorf("it is read as %+v, %v", again, err)
	}
}
