package trace

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats/hdtrace"
)

const regionsText = `<Program timeAdjustment='100' processorSpeedinMHZ='2660'>
<Nested>
	<init  time='1' end='2'/>
	<Event name='Epoch' time='2.5'/>
	<Nested>
		<halo  time='3' end='4'/>
	</Nested>
	<step  time='2.6' end='5'/>
</Nested>
<Total  time='0.5' end='6'/>
</Program>

`

const callsText = `<Program timeAdjustment='99'>
<Init  time='1.2' end='1.2'/>
<Barrier cid='0'  time='2.1' end='2.2'/>
<Wait  time='3.55' end='3.65'>
	<For rid='1'/>
</Wait>
<Send count='3'  time='4.1' end='4.2'/>
<Send count='4'  time='4.9' end='5.3'/>
<Finalize  time='7.5' end='8'/>
</Program>

`

// States come before those that they lie in, as the Java reader wants them; a call of MPI that crosses the end of
// its region by the rounding of times is moved into it.
func TestNest(t *testing.T) {
	var out bytes.Buffer
	n, err := Nest(&out, strings.NewReader(regionsText), strings.NewReader(callsText))
	if err != nil {
		t.Fatal(err)
	}
	const want = `<Program timeAdjustment='100' processorSpeedinMHZ='2660'>
<Init  time='0.200000000' end='0.200000000'/>
<Nested>
	<Nested>
		<Barrier cid='0'  time='1.100000000' end='1.200000000'/>
	</Nested>
	<init  time='1.000000000' end='2.000000000'/>
	<Event name='Epoch'  time='2.500000000'/>
	<Nested>
		<Wait  time='2.600000000' end='2.650000000'>
			<For rid='1'/>
		</Wait>
		<Nested>
			<Send count='3'  time='3.100000000' end='3.200000000'/>
		</Nested>
		<halo  time='3.000000000' end='4.000000000'/>
		<Send count='4'  time='4.000000000' end='4.300000000'/>
	</Nested>
	<step  time='2.600000000' end='5.000000000'/>
</Nested>
<Total  time='0.500000000' end='6.000000000'/>
<Finalize  time='6.500000000' end='7.000000000'/>
</Program>

`
	text := out.String()
	if text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	if n.Records != 6 || n.Moved != 2 || n.Most.Milliseconds() != 100 {
		t.Errorf("%+v", n)
	}
}

func TestNestFaults(t *testing.T) {
	for name, pair := range map[string][2]string{
		"outer": {regionsText[:len(regionsText)-20], callsText},
		"inner": {regionsText, callsText[:len(callsText)-20]},
		"empty": {regionsText, ""},
	} {
		if _, err := Nest(io.Discard, strings.NewReader(pair[0]), strings.NewReader(pair[1])); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := Nest(brokenWriter{}, strings.NewReader(regionsText), strings.NewReader(callsText)); err == nil {
		t.Error("no error of the output")
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// A trace that is taken apart into its calls and all else comes together again, wherever times coincide.
func TestNestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all, regions, calls bytes.Buffer
		write := func(b *bytes.Buffer) *Writer {
			w, err := Start(b, Options{Header: Header{TimeAdjustment: 1}, MaxDepth: -1, Sequential: true})
			if err != nil {
				t.Fatal(err)
			}
			return w
		}
		whole, outer, inner := write(&all), write(&regions), write(&calls)
		now, open := hdtrace.Epoch(5), 0
		both := func(f func(w *Writer) error, writers ...*Writer) {
			for _, w := range writers {
				if err := f(w); err != nil {
					t.Fatal(err)
				}
			}
		}
		state := func(name string, length hdtrace.Epoch, writers ...*Writer) {
			both(func(w *Writer) error { return w.BeginAt(now, name) }, writers...)
			now += length
			both(func(w *Writer) error { return w.EndAt(now) }, writers...)
		}
		state("first", 1, whole, outer)
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			pause := hdtrace.Epoch(rapid.IntRange(0, 1).Draw(t, "pause"))
			switch rapid.IntRange(0, 4).Draw(t, "step") {
			case 0:
				now += pause
				both(func(w *Writer) error { return w.BeginAt(now, "region") }, whole, outer)
				open++
			case 1:
				if open == 0 {
					continue
				}
				now += pause
				both(func(w *Writer) error { return w.EndAt(now) }, whole, outer)
				open--
			case 2:
				now += pause
				both(func(w *Writer) error { return w.EventAt(now, "event", nil) }, whole, outer)
			case 3: // longer than any rounding, so that its middle lies in it
				now++
				both(func(w *Writer) error { return w.BeginAt(now, "call") }, whole, inner)
				if rapid.Bool().Draw(t, "parts") {
					both(func(w *Writer) error { return w.Element(hdtrace.Element{Name: "For"}) }, whole, inner)
				}
				now += 2
				both(func(w *Writer) error { return w.EndAt(now) }, whole, inner)
				now++
			case 4:
				state("empty", 0, whole, outer)
			}
		}
		for ; open > 0; open-- {
			both(func(w *Writer) error { return w.EndAt(now) }, whole, outer)
		}
		now++
		state("last", 2, whole, inner)
		both((*Writer).Close, whole, outer, inner)
		var nested bytes.Buffer
		n, err := Nest(&nested, bytes.NewReader(regions.Bytes()), &calls)
		if err != nil {
			t.Fatal(err)
		}
		if n.Moved > 0 || nested.String() != all.String() {
			t.Fatalf("%+v\n%s\nwant\n%s\nof\n%s", n, nested.String(), all.String(), regions.String())
		}
	})
}
