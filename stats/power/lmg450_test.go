package power

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-hpc/timers/stats/power/lmgtest"
)

// The dialogue is that of the real program, line by line.
func TestDialogue(t *testing.T) {
	e := plug(t, lmgtest.Faults{}, nil)
	c := twoHosts(t, e.Path())
	tracer := create(t, c, options(t))
	start(t, tracer)
	recordUntil(t, tracer, 1)
	if changed, err := tracer.Stop(); err != nil || !changed {
		t.Fatalf("Stop: %v, %v", changed, err)
	}
	if err := tracer.Finalize(); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"*CLS", "*RST", ":SYSTem:LANGuage SHORT", "*IDN?", "INIM;UTRMS?;ITRMS?;P?", "FRMT PACKED", "UTRMS?;ITRMS?;P?",
		"ACTN;UTRMS2?;P2?;UTRMS1?;ITRMS1?;P1?", "CYCL 0.050000", "FRMT PACKED",
		"CONT ON", "CONT OFF", "FRMT ASCII", "ERRALL?", "*CLS", "*RST", "GTL", "",
	}
	until(t, "the last line", func() bool { return len(e.Commands()) >= len(want) })
	if got := e.Commands(); !slices.Equal(got, want) {
		t.Errorf("the device was told\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Devices that differ, lines that are slow, and numbers with bytes that have a meaning elsewhere: the trace
// is complete.
func TestComplete(t *testing.T) {
	// 0x0D, which becomes 0x0A where a line is not raw; 0x0A, '#', XON and XOFF.
	special := func(n, channel int, quantity string) float32 {
		bits := [...]uint32{0x430d0a23, 0x430a0d0d, 0x430d0d0d, 0x43111323, 0x430a0a0a, 0x43040003}
		return math.Float32frombits(bits[(n+channel)%len(bits)])
	}
	for name, test := range map[string]struct {
		faults lmgtest.Faults
		value  func(n, channel int, quantity string) float32
	}{
		"as it should be": {},
		"block per value": {faults: lmgtest.Faults{PerValue: true}},
		"CR LF":           {faults: lmgtest.Faults{CRLF: true}, value: special},
		"byte by byte":    {faults: lmgtest.Faults{Chunk: 1, Delay: 20 * time.Microsecond, PerValue: true}},
		"slow":            {faults: lmgtest.Faults{Chunk: 5, Delay: 2 * time.Millisecond}},
		"special bytes":   {value: special},
		"late message":    {faults: lmgtest.Faults{Late: true}},
		"negative, zero": {value: func(n, channel int, quantity string) float32 {
			return float32(1-n%3) * 0.125
		}},
	} {
		t.Run(name, func(t *testing.T) {
			e := plug(t, test.faults, test.value)
			o := options(t)
			tracer := create(t, twoHosts(t, e.Path()), o)
			for round := range int64(3) {
				start(t, tracer)
				recordUntil(t, tracer, 15*(round+1))
				if _, err := tracer.Stop(); err != nil {
					t.Fatal(err)
				}
			}
			if err := tracer.Finalize(); err != nil {
				t.Fatal(err)
			}
			got, _ := recorded(t, o.Directory)
			wantAll(t, e.Sent(), got)
			r := tracer.Report()
			if r.Samples != int64(len(got)) || r.Reconnected != 0 || r.Overflows != 0 || len(r.Notes) != 0 {
				t.Errorf("report: %+v, %d samples", r, len(got))
			}
			if !strings.Contains(r.Device, "LMG450") {
				t.Errorf("device %q", r.Device)
			}
			wantAccepted(t, o.Directory)
		})
	}
}

// What the device calls an overflow is NaN, and counted.
func TestOverflow(t *testing.T) {
	e := plug(t, lmgtest.Faults{}, func(n, channel int, quantity string) float32 {
		switch {
		case channel == 2 && quantity == "UTRMS" && n%2 == 0:
			return 9.91e37
		case channel == 1 && quantity == "P" && n%4 == 1:
			return float32(math.Inf(1))
		}
		return float32(n)
	})
	o := options(t)
	tracer := create(t, twoHosts(t, e.Path()), o)
	start(t, tracer)
	recordUntil(t, tracer, 20)
	if err := tracer.Finalize(); err != nil {
		t.Fatal(err)
	}
	got, _ := recorded(t, o.Directory)
	overflows := int64(0)
	for i, row := range e.Sent() {
		for j, v := range row {
			if math.Abs(float64(v)) >= 9.9e37 {
				overflows++
				if i < len(got) && !math.IsNaN(float64(got[i][j])) {
					t.Errorf("sample %d, value %d: %g, want NaN", i, j, got[i][j])
				}
			} else if i < len(got) && got[i][j] != v {
				t.Errorf("sample %d, value %d: %g, want %g", i, j, got[i][j], v)
			}
		}
	}
	if len(got) != len(e.Sent()) || overflows == 0 || tracer.Report().Overflows != overflows {
		t.Errorf("%d samples of %d, %d overflows counted, want %d", len(got), len(e.Sent()), tracer.Report().Overflows, overflows)
	}
}

// Devices that cannot be used are told by an error, in bounded time, and leave no file.
func TestRefused(t *testing.T) {
	for name, test := range map[string]struct {
		faults lmgtest.Faults
		value  func(n, channel int, quantity string) float32
		want   string
	}{
		"mute":       {faults: lmgtest.Faults{Mute: true}, want: "says nothing"},
		"big endian": {faults: lmgtest.Faults{BigEndian: true}, want: "other byte order"},
		"big endian, plausible": {
			faults: lmgtest.Faults{BigEndian: true},
			value:  func(int, int, string) float32 { return math.Float32frombits(0x43663c42) }, want: "another form than little endian",
		},
		"another device": {faults: lmgtest.Faults{Identity: "ACME toaster"}, want: `"ACME toaster"`},
		"garbage":        {faults: lmgtest.Faults{Identity: "\x00\x01##5"}, want: "names an LMG"},
	} {
		t.Run(name, func(t *testing.T) {
			e := plug(t, test.faults, test.value)
			o := options(t)
			var err error
			for _, o.Answer = range []time.Duration{300 * time.Millisecond, 5 * time.Second, long} { // on a busy machine each is mute for a while
				if _, err = Create(twoHosts(t, e.Path()), o); err == nil || !strings.Contains(err.Error(), "nothing for") || strings.Contains(err.Error(), test.want) {
					break
				}
			}
			if !errors.Is(err, ErrDevice) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, want an error of the device with %q", err, test.want)
			}
			if files, _ := os.ReadDir(o.Directory); len(files) != 0 {
				t.Errorf("there is %v", files)
			}
			wantLocal(t, e)
		})
	}
}

// wantLocal waits until the device's keys work again.
func wantLocal(t *testing.T, e *lmgtest.Emulator) {
	t.Helper()
	local := []string{"*CLS", "*RST", "GTL", ""}
	until(t, "the return to local control", func() bool {
		told := e.Commands()
		return len(told) > len(local) && slices.Equal(told[len(told)-len(local):], local)
	})
}

// A device that fails while it is stopped, or is lost with nobody to look for it, is released as well.
func TestReleasedAfterFault(t *testing.T) {
	e := plug(t, lmgtest.Faults{}, nil)
	o := options(t)
	tracer := create(t, twoHosts(t, e.Path()), o)
	start(t, tracer)
	recordUntil(t, tracer, 1)
	e.Change(lmgtest.Faults{Errors: "\x00"})
	if _, err := tracer.Stop(); !errors.Is(err, ErrDevice) {
		t.Errorf("Stop: %v", err)
	}
	wantLocal(t, e)
	if err := tracer.Finalize(); err != nil {
		t.Error(err)
	}
}

// standstill is a line of a process that stands still behind each first read, while what the device sends comes.
type standstill struct {
	stuckLine
	still time.Duration
	comes []byte
}

func (l *standstill) Write([]byte) error { return nil }
func (l *standstill) Read(p []byte, wait time.Duration) (int, error) {
	if time.Sleep(wait + l.still); l.still > 0 {
		l.still = 0
		return 0, nil
	}
	return copy(p, l.comes), nil
}

// Who stands still for longer than the device may be mute does not lose it.
func TestReaderStandsStill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLMG450(twoHosts(t, "/dev/none"), nil, time.Second)
		line := &standstill{still: time.Minute, comes: []byte("LMG450\n")}
		l.conn = line
		if err := l.identify(t.Context()); err != nil || l.identity != "LMG450" {
			t.Errorf("%q, %v", l.identity, err)
		}
		if err := l.Start(); err != nil {
			t.Fatal(err)
		}
		line.still, line.comes = time.Minute, []byte("#500020"+strings.Repeat("\x00", 20)+"\n")
		if samples, err := l.Read(poll); len(samples) > 0 || err != nil {
			t.Errorf("%d samples, %v", len(samples), err)
		}
		if samples, err := l.Read(poll); len(samples) != 1 || err != nil {
			t.Errorf("behind the standstill: %d samples, %v", len(samples), err)
		}
	})
}

// stuckLine takes nothing.
type stuckLine struct{ writes int }

func (l *stuckLine) Read([]byte, time.Duration) (int, error) { return 0, nil }
func (l *stuckLine) Write([]byte) error {
	l.writes++
	return errors.New("the line does not take what is sent")
}
func (l *stuckLine) Reset() error { return nil }
func (l *stuckLine) Break() error { return nil }
func (l *stuckLine) Close() error { return nil }

// A line that takes nothing is not tried twice: each write waits for seconds.
func TestStuckLine(t *testing.T) {
	line := &stuckLine{}
	l := newLMG450(twoHosts(t, "/dev/none"), func(string) (Connection, error) { return line, nil }, long)
	if err := l.Open(t.Context()); !errors.Is(err, ErrDevice) || line.writes != 1 {
		t.Errorf("%v, %d writes", err, line.writes)
	}
}

// Options.Context ends the search for a lost device, and what was recorded stays.
func TestSearchEnds(t *testing.T) {
	e := plug(t, lmgtest.Faults{}, nil)
	o := options(t)
	ctx, cancel := context.WithCancel(t.Context())
	o.Context, o.Answer = ctx, 10*long
	tracer := create(t, twoHosts(t, e.Path()), o)
	start(t, tracer)
	recordUntil(t, tracer, 10)
	told := len(e.Commands())
	e.Change(lmgtest.Faults{Mute: true, ResetAfter: 1})
	e.Pull()
	if err := e.Plug(); err != nil {
		t.Fatal(err)
	}
	until(t, "the search", func() bool { return slices.Contains(e.Commands()[told:], "*IDN?") })
	cancel()
	if _, err := tracer.Stop(); !errors.Is(err, ErrDevice) {
		t.Errorf("Stop: %v", err)
	}
	if _, err := tracer.Start(); !errors.Is(err, context.Canceled) {
		t.Errorf("Start: %v", err)
	}
	if err := tracer.Finalize(); err != nil {
		t.Error(err)
	}
	got, _ := recorded(t, o.Directory)
	wantSome(t, e.Sent(), got, 10)
}

// libPT's start and stop return 0 for a change and 1 without one.
func TestChanged(t *testing.T) {
	tracer := create(t, twoHosts(t, plug(t, lmgtest.Faults{}, nil).Path()), options(t))
	for i, step := range []struct {
		do   func() (bool, error)
		want bool
	}{{tracer.Stop, false}, {tracer.Start, true}, {tracer.Start, false}, {tracer.Stop, true}, {tracer.Stop, false}, {tracer.Start, true}} {
		if changed, err := step.do(); err != nil || changed != step.want {
			t.Errorf("step %d: %v, %v", i, changed, err)
		}
	}
}

func TestNoPort(t *testing.T) {
	for _, port := range []string{filepath.Join(t.TempDir(), "none"), "/dev/null"} {
		if _, err := Create(twoHosts(t, port), options(t)); !errors.Is(err, ErrDevice) || !strings.Contains(err.Error(), port) {
			t.Errorf("%s: %v", port, err)
		}
	}
}

// Messages that are damaged on their way are not recorded; the device is set up anew and the gap shows.
func TestDamaged(t *testing.T) {
	every := func(n int, damage func(b []byte) []byte) func(int, []byte) []byte {
		return func(i int, b []byte) []byte {
			if i%n == n-1 {
				return damage(b)
			}
			return b
		}
	}
	for name, mangle := range map[string]func(int, []byte) []byte{
		"first byte dropped": every(7, func(b []byte) []byte { return b[1:] }),
		"data byte dropped":  every(7, func(b []byte) []byte { return append(b[:11], b[12:]...) }),
		"last byte dropped":  every(7, func(b []byte) []byte { return b[:len(b)-1] }),
		"byte doubled":       every(7, func(b []byte) []byte { return slices.Insert(b, 15, b[14]) }),
		"length changed":     every(7, func(b []byte) []byte { b[6] ^= 4; return b }),
		"noise before":       every(7, func(b []byte) []byte { return append([]byte{0xff, 0, '#', '5'}, b...) }),
		"noise after":        every(7, func(b []byte) []byte { return append(b, "#1\n"...) }),
		"half a message":     every(7, func(b []byte) []byte { return b[:len(b)/2] }),
		"cut in the header":  every(7, func(b []byte) []byte { return b[:3] }),
		"other byte order":   every(7, func(b []byte) []byte { slices.Reverse(b[7:11]); slices.Reverse(b[15:19]); return b }),
		"noise in its place": every(7, func(b []byte) []byte { return bytes.Repeat([]byte{0xa5, '\n'}, 13) }),
		"text in its place":  every(7, func([]byte) []byte { return []byte("-113,\"Undefined header\"\n") }),
		"another length":     every(7, func([]byte) []byte { return []byte("#500008ABCDEFGH\n") }),
		"the first and third": func(i int, b []byte) []byte {
			if i == 0 || i == 2 {
				return b[2:]
			}
			return b
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := plug(t, lmgtest.Faults{Mangle: mangle}, func(n, channel int, quantity string) float32 {
				return 230.0078125 + float32(n) // with bits in all bytes
			})
			o := options(t)
			tracer := create(t, twoHosts(t, e.Path()), o)
			start(t, tracer)
			recordUntil(t, tracer, 30)
			e.Change(lmgtest.Faults{}) // so that the end is sound
			before := tracer.Report().Reconnected
			// More samples than were sent whole until then: nothing damaged is on its way any more.
			recordUntil(t, tracer, max(50, int64(len(e.Sent()))+1))
			if err := tracer.Finalize(); err != nil {
				t.Error(err)
			}
			got, _ := recorded(t, o.Directory)
			wantSome(t, e.Sent(), got, 50)
			if before == 0 {
				t.Error("the device was not set up anew")
			}
			wantAccepted(t, o.Directory)
		})
	}
}

// impatient is an analyzer that may be mute for as long as any, until it is known to have reset itself.
type impatient struct {
	*lmg450
	reset func() bool
}

const shortAnswer = 100 * time.Millisecond

func (d *impatient) Read(wait time.Duration) ([]Sample, error) {
	usual := d.answer
	defer func() { d.answer = usual }()
	if d.reset() {
		d.answer = shortAnswer
	}
	return d.lmg450.Read(wait)
}

// A device that resets itself is mute, and then set up anew.
func TestResetInTheMiddle(t *testing.T) {
	const resetAfter = 10
	e := plug(t, lmgtest.Faults{ResetAfter: resetAfter}, nil)
	e.Compress(cycle)
	o := options(t)
	// With the tenth sample it has forgotten that it is to send more.
	var tracer *Tracer
	reset := func() bool { return len(e.Sent()) == resetAfter && tracer.Report().Reconnected == 0 }
	o.Device = &impatient{newLMG450(twoHosts(t, e.Path()), DialSerial, o.Answer), reset}
	tracer = create(t, twoHosts(t, e.Path()), o)
	start(t, tracer)
	recordUntil(t, tracer, 20)
	if err := tracer.Finalize(); err != nil {
		t.Fatal(err)
	}
	got, gaps := recorded(t, o.Directory)
	wantAll(t, e.Sent(), got)
	if r := tracer.Report(); r.Reconnected == 0 || r.Gaps == 0 || gaps == 0 || r.Missing < shortAnswer {
		t.Errorf("%+v, %d gaps in the trace", r, gaps)
	}
	wantAccepted(t, o.Directory)
}

// A cable that is pulled out, and put into another port to which the same name leads.
func TestPulledCable(t *testing.T) {
	e := plug(t, lmgtest.Faults{}, nil)
	e.Compress(cycle)
	o := options(t)
	lost := make(chan bool, 100)
	o.Log = func(_ Level, text string) {
		if strings.Contains(text, "is lost") {
			lost <- true
		}
	}
	tracer := create(t, twoHosts(t, e.Path()), o)
	start(t, tracer)
	for round := range int64(3) {
		recordUntil(t, tracer, tracer.Report().Samples+4) // new ones: otherwise two gaps are one
		e.Pull()
		select {
		case <-lost: // what came before has its time
		case <-time.After(long):
			t.Fatal("the device is not missed")
		}
		time.Sleep(2 * cycle) // a gap in time as well
		if err := e.Plug(); err != nil {
			t.Fatal(err)
		}
		until(t, "the device", func() bool { return tracer.Report().Reconnected >= round+1 })
	}
	recordUntil(t, tracer, tracer.Report().Samples+4)
	if err := tracer.Finalize(); err != nil {
		t.Fatal(err)
	}
	got, gaps := recorded(t, o.Directory)
	wantSome(t, e.Sent(), got, 16)
	if r := tracer.Report(); r.Reconnected < 3 || r.Gaps < 3 || int64(gaps) < r.Gaps || tracer.Err() != nil {
		t.Errorf("%+v, %d gaps in the trace, %v", r, gaps, tracer.Err())
	}
	wantAccepted(t, o.Directory)
}

// Without its device a tracer ends all the same, and says it; with a limit by itself.
func TestPulledForGood(t *testing.T) {
	for _, giveUp := range []time.Duration{0, 50 * time.Millisecond} {
		e := plug(t, lmgtest.Faults{}, nil)
		o := options(t)
		o.GiveUp = giveUp
		tracer := create(t, twoHosts(t, e.Path()), o)
		start(t, tracer)
		recordUntil(t, tracer, 10)
		e.Pull()
		if giveUp > 0 {
			select {
			case <-tracer.Done():
			case <-time.After(long):
				t.Fatal("it does not give up")
			}
			if !errors.Is(tracer.Err(), ErrDevice) {
				t.Error(tracer.Err())
			}
			if _, err := tracer.Start(); err != nil {
				t.Errorf("Start of what is started: %v", err)
			}
		}
		if _, err := tracer.Stop(); !errors.Is(err, ErrDevice) {
			t.Errorf("Stop: %v", err)
		}
		least := 10
		if giveUp == 0 { // with the device there again it goes on
			if _, err := tracer.Start(); !errors.Is(err, ErrDevice) {
				t.Errorf("Start without the device: %v", err)
			}
			if err := e.Plug(); err != nil {
				t.Fatal(err)
			}
			start(t, tracer)
			least = int(tracer.Report().Samples) + 10
			recordUntil(t, tracer, int64(least))
		}
		if err := tracer.Finalize(); err != nil {
			t.Errorf("Finalize: %v", err)
		}
		got, _ := recorded(t, o.Directory)
		wantSome(t, e.Sent(), got, least)
		wantAccepted(t, o.Directory)
	}
}

// The device's own errors are read at each stop.
func TestDeviceReports(t *testing.T) {
	e := plug(t, lmgtest.Faults{Errors: `-222,"Data out of range; CYCL"`}, nil)
	tracer := create(t, twoHosts(t, e.Path()), options(t))
	start(t, tracer)
	recordUntil(t, tracer, 1)
	if err := tracer.Finalize(); err != nil {
		t.Fatal(err)
	}
	if notes := tracer.Report().Notes; len(notes) != 1 || !strings.Contains(notes[0], "CYCL") {
		t.Errorf("notes %q", notes)
	}
}

// Opening is given up when it is no longer wanted.
func TestOpenEnds(t *testing.T) {
	e := plug(t, lmgtest.Faults{Mute: true}, nil)
	c := twoHosts(t, e.Path())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := newLMG450(c, DialSerial, long).Open(ctx); !errors.Is(err, context.Canceled) || !errors.Is(err, ErrDevice) {
		t.Error(err)
	}
}

// The first entry is a cycle long; the time that the tracer was stopped is covered by NaN, and no gap.
func TestPauseInTrace(t *testing.T) {
	e := plug(t, lmgtest.Faults{}, nil)
	e.Compress(cycle)
	o := options(t)
	tracer := create(t, twoHosts(t, e.Path()), o)
	for round := range int64(2) {
		start(t, tracer)
		recordUntil(t, tracer, 3*(round+1))
		if _, err := tracer.Stop(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(120 * time.Millisecond)
	}
	if err := tracer.Finalize(); err != nil {
		t.Fatal(err)
	}
	first, err := statistics(t, filepath.Join(o.Directory, "MeinProjekt_pvs_node06_Energy.stat")).Next()
	if err != nil {
		t.Fatal(err)
	}
	if d := first.End.Sub(first.Start); d != 50*time.Millisecond {
		t.Errorf("the first entry is %v long", d)
	}
	if _, gaps := recorded(t, o.Directory); gaps == 0 {
		t.Error("the pause is not in the trace")
	}
}
