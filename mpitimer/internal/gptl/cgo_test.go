//go:build gptl && cgo

package gptl

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// begun makes the test's thread the one of Begin until the test ends.
func begun(t testing.TB) {
	t.Helper()
	runtime.LockOSThread()
	if made, err := Begin(); err != nil || !made {
		t.Fatalf("Begin: %v, %v", made, err)
	}
	t.Cleanup(func() {
		if err := End(); err != nil {
			t.Error(err)
		}
		runtime.UnlockOSThread()
	})
}

// names makes Names that end with the test.
func names(t testing.TB, texts ...string) []Name {
	t.Helper()
	var list []Name
	for _, text := range texts {
		n := NewName(text)
		t.Cleanup(n.Free)
		list = append(list, n)
	}
	return list
}

func expect(t *testing.T, what string, got, want Outcome) {
	t.Helper()
	if got != want {
		t.Errorf("%s: outcome %d, want %d", what, got, want)
	}
}

func TestGPTLOutcomes(t *testing.T) {
	n := names(t, "a", "b")
	begun(t)
	if made, err := Begin(); made || err != nil {
		t.Errorf("the second Begin has initialised: %v, %v", made, err)
	}
	expect(t, "start", Start(n[0]), Done)
	expect(t, "stop", Stop(n[0]), Done)
	expect(t, "stop of a timer that is off", Stop(n[0]), Refused)
	expect(t, "stop of a timer that was never started", Stop(n[1]), Refused)
	elsewhere := make(chan Outcome)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		elsewhere <- Start(n[0])
	}()
	expect(t, "start on another thread", <-elsewhere, Elsewhere)
	if err := End(); err != nil {
		t.Error(err)
	}
	expect(t, "start after the end", Start(n[0]), Absent)
	if err := End(); err == nil {
		t.Error("the second End found something to end")
	}
	if made, err := Begin(); !made || err != nil {
		t.Errorf("Begin after End: %v, %v", made, err)
	}
	expect(t, "start of a name that GPTL had before", Start(n[0]), Done)
	expect(t, "its stop", Stop(n[0]), Done)
}

func TestGPTLReport(t *testing.T) {
	n := names(t, "outer", "inner", "added", Fit(strings.Repeat("x", 1000)))
	begun(t)
	expect(t, "start", Start(n[0]), Done)
	for range 3 {
		expect(t, "start", Start(n[1]), Done)
		expect(t, "stop", Stop(n[1]), Done)
	}
	expect(t, "start of a long name", Start(n[3]), Done)
	expect(t, "stop of a long name", Stop(n[3]), Done)
	expect(t, "add", Add(n[2], 1.5, 3), Done)
	expect(t, "add again", Add(n[2], 0.5, 1), Done)
	expect(t, "stop", Stop(n[0]), Done)
	file := filepath.Join(t.TempDir(), "report")
	if err := Print(file); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	must(t, err)
	p := profileOf(t, text)
	calls := make(map[string]uint64)
	for i := range p.Nodes {
		calls[strings.Join(p.Path(i), "/")] = p.Nodes[i].Calls
		if p.Nodes[i].Name == "added" && (p.Nodes[i].Total < 1.99e9 || p.Nodes[i].Total > 2.01e9) {
			t.Errorf("2 s were added, the report has %d ns", p.Nodes[i].Total)
		}
	}
	for path, want := range map[string]uint64{"outer": 1, "outer/inner": 3, "outer/added": 4, "outer/" + Fit(strings.Repeat("x", 1000)): 1} {
		if calls[path] != want {
			t.Errorf("%s has %d calls, want %d:\n%s", path, calls[path], want, text)
		}
	}
	if err := Reset(); err != nil {
		t.Error(err)
	}
	expect(t, "start after a reset", Start(n[0]), Done)
	expect(t, "stop after a reset", Stop(n[0]), Done)
}

// A pair of calls of C that return at once, since this is not the thread of Begin.
func BenchmarkBare(b *testing.B) {
	n := names(b, "bare")[0]
	begun(b)
	done := make(chan struct{})
	go func() { // the benchmark's own goroutine has the thread of Begin
		defer close(done)
		for b.Loop() {
			Start(n)
			Stop(n)
		}
	}()
	<-done
}

func BenchmarkPair(b *testing.B) {
	n := names(b, "pair")[0]
	begun(b)
	for b.Loop() {
		Start(n)
		Stop(n)
	}
}
