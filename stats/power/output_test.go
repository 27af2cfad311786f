package power

import (
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func testOutput(t *testing.T) (*output, string) {
	t.Helper()
	c, o := Defaults(), options(t)
	c.Traces = []Trace{{Node: "n", Channel: 1, Values: []Quantity{Power}, Statistics: true}}
	out, err := newOutput(c, &o)
	if err != nil {
		t.Fatal(err)
	}
	return out, o.Directory
}

// What of the time between samples becomes a gap: not what comes late, but what was lost or not wanted; only
// what was lost is counted.
func TestGaps(t *testing.T) {
	out, dir := testOutput(t)
	ms := func(n int) time.Time { return out.base.Add(time.Duration(n) * time.Millisecond) }
	for _, step := range []struct {
		end     int
		before  func()
		missing int
	}{
		{100, nil, 0}, {200, nil, 0}, {380, nil, 0}, {400, nil, 0}, // one late
		{800, nil, 300},              // some left out
		{1000, out.interrupted, 100}, // lost and found again
		{1200, out.pause, 0},         // stopped
		{1250, nil, 0}, {1250, nil, 0}, {1200, nil, 0}, {1330, nil, 0},
	} {
		if step.before != nil {
			step.before()
		}
		missing, err := out.write(&Sample{Start: ms(step.end - 100), End: ms(step.end), Values: []float64{float64(step.end)}})
		if err != nil || missing != time.Duration(step.missing)*time.Millisecond {
			t.Errorf("at %d ms: missing %v, %v", step.end, missing, err)
		}
	}
	if _, err := out.write(&Sample{Values: []float64{1, 2}}); err == nil {
		t.Error("a sample of two values")
	}
	if err := out.close(); err != nil {
		t.Fatal(err)
	}
	got, gaps := entries(t, filepath.Join(dir, "MyProject_n_Energy.stat"))
	if len(got) != 11 || gaps != 3 {
		t.Errorf("%d entries, %d gaps", len(got), gaps)
	}
	wantAccepted(t, dir)
}

// A project file of another kind is left as it is, and the statistics are complete.
func TestProjectLeft(t *testing.T) {
	out, dir := testOutput(t)
	const other = `<?xml version="1.0"?><Application name="MyProject"><Topology><Level type="Rack"/></Topology></Application>`
	path := filepath.Join(dir, "MyProject.proj")
	if err := os.WriteFile(path, []byte(other), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := out.write(&Sample{Start: out.base, End: out.base.Add(time.Second), Values: []float64{math.Pi}}); err != nil {
		t.Fatal(err)
	}
	if err := out.close(); !errors.Is(err, ErrOutput) {
		t.Error(err)
	}
	if text, _ := os.ReadFile(path); string(text) != other {
		t.Errorf("%s", text)
	}
	if got, _ := entries(t, filepath.Join(dir, "MyProject_n_Energy.stat")); len(got) != 1 {
		t.Errorf("%d entries", len(got))
	}
}

type full struct{ left int }

func (f *full) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}

func (f *full) Close() error { return nil }

// Where nothing more can be written the tracer says so, by itself and at each call.
func TestFull(t *testing.T) {
	c := raplConfig(t, "/", 1)
	device, err := NewRAPL(&counters{energy: func(reading, _ int) float64 { return float64(reading) }}, c)
	if err != nil {
		t.Fatal(err)
	}
	c.Traces[0].Text = "power"
	o := options(t)
	o.Device, o.Text = device, func(string) (io.WriteCloser, error) { return &full{left: 100}, nil }
	tracer := create(t, c, o)
	start(t, tracer)
	select {
	case <-tracer.Done():
	case <-time.After(long):
		t.Fatal("it goes on")
	}
	if !errors.Is(tracer.Err(), ErrOutput) {
		t.Error(tracer.Err())
	}
	if _, err := tracer.Stop(); !errors.Is(err, ErrOutput) {
		t.Errorf("Stop: %v", err)
	}
	if _, err := tracer.Start(); !errors.Is(err, ErrOutput) {
		t.Errorf("Start: %v", err)
	}
	if err := tracer.Finalize(); !errors.Is(err, ErrOutput) {
		t.Errorf("Finalize: %v", err)
	}
}
