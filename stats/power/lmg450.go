package power

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// defaultAnswer is how long the device may take to answer, unless Options.Answer says otherwise.
const defaultAnswer = 5 * time.Second

// poll is how long one read waits, and so how soon the end of a context is noticed.
const poll = 50 * time.Millisecond

// lmg450 is a power analyzer on a line. Commands and answers are lines; after an unexpected one nothing is
// trusted, and the device is set up anew.
type lmg450 struct {
	port   string
	dial   func(port string) (Connection, error)
	cycle  time.Duration
	answer time.Duration
	action string
	sizes  []int // values of each trace

	conn     Connection
	identity string
	notes    []string
	in       []byte    // what has come and has not been read
	last     time.Time // when something came, or was requested
	text     bool      // the device answers in text
	stuck    bool      // the line does not take what is sent
}

func newLMG450(c *Config, dial func(string) (Connection, error), answer time.Duration) *lmg450 {
	l := &lmg450{port: c.Port, dial: dial, cycle: c.Cycle, answer: answer, action: actionScript(c.Traces)}
	for i := range c.Traces {
		l.sizes = append(l.sizes, len(c.Traces[i].Values))
	}
	return l
}

// actionScript lists what the device is to send in each cycle. The traces come in reverse order, as in libPT.
func actionScript(traces []Trace) string {
	var b strings.Builder
	b.WriteString("ACTN")
	for i := len(traces) - 1; i >= 0; i-- {
		for _, q := range traces[i].Values {
			b.WriteString(";" + strings.ToUpper(q.String()) + strconv.Itoa(traces[i].Channel) + "?")
		}
	}
	return b.String()
}

// inOrder puts values that came in actionScript's order into the order of the traces.
func (l *lmg450) inOrder(values []float64) []float64 {
	ordered := make([]float64, 0, len(values))
	at := len(values)
	for _, n := range l.sizes {
		at -= n
		ordered = append(ordered, values[at:at+n]...)
	}
	return ordered
}

func (l *lmg450) frame() int {
	n := 0
	for _, size := range l.sizes {
		n += 4 * size
	}
	return n
}

func (l *lmg450) Identity() string { return l.identity }

func (l *lmg450) Notes() []string {
	notes := l.notes
	l.notes = nil
	return notes
}

// Open brings the device into a known state, whatever it did before, and programs it.
func (l *lmg450) Open(ctx context.Context) (err error) {
	if l.conn != nil {
		_ = l.release() // given up already
	}
	if l.conn, err = l.dial(l.port); err != nil {
		return deviceError("at "+l.port, err)
	}
	defer func() {
		if err != nil {
			err = l.failed(err)
		}
	}()
	if err := l.conn.Reset(); err != nil {
		return fmt.Errorf("reset: %w", err)
	}
	if err := l.send("*CLS", "*RST", ":SYSTem:LANGuage SHORT"); err != nil {
		return err
	}
	if err := l.identify(ctx); err != nil {
		return err
	}
	if err := l.compareForms(ctx); err != nil {
		return err
	}
	return l.send(l.action, fmt.Sprintf("CYCL %.6f", l.cycle.Seconds()), "FRMT PACKED")
}

// identify asks the device for its name. What it sent before that belongs to earlier commands, and is
// skipped.
func (l *lmg450) identify(ctx context.Context) error {
	l.text = true
	if err := l.send("*IDN?"); err != nil {
		return err
	}
	deadline := time.Now().Add(l.answer)
	heard := ""
	for {
		end := strings.IndexByte(string(l.in), '\n')
		if end < 0 {
			if err := l.receive(ctx, deadline); err != nil {
				if heard != "" {
					return fmt.Errorf("no answer to *IDN? that names an LMG, but %q: %w", heard, err)
				}
				return fmt.Errorf("*IDN?: %w", err)
			}
			continue
		}
		line := strings.TrimSuffix(string(l.in[:end]), "\r")
		l.in = l.in[end+1:]
		if at := identityAt(line); at >= 0 {
			l.identity = line[at:]
			return nil
		}
		heard = cut(line)
	}
}

// identityAt returns where in a line the name of an LMG starts, after which everything is text, or -1 if
// there is none. The rest of an old message may precede it.
func identityAt(line string) int {
	if !strings.Contains(strings.ToUpper(line), "LMG") {
		return -1
	}
	at := len(line)
	for at > 0 && line[at-1] >= ' ' && line[at-1] < 0x7f {
		at--
	}
	if !strings.Contains(strings.ToUpper(line[at:]), "LMG") {
		return -1
	}
	return at
}

// compareForms asks for the same values as text and as binary numbers. They are not equal, since time passes,
// but if their sizes differ the binary form is not the expected one.
func (l *lmg450) compareForms(ctx context.Context) error {
	answer, err := l.ask(ctx, "INIM;UTRMS?;ITRMS?;P?")
	if err != nil {
		return err
	}
	text, err := parseNumbers(answer, quantities)
	if err != nil {
		return fmt.Errorf("answer to INIM;UTRMS?;ITRMS?;P?: %w", err)
	}
	if err := l.send("FRMT PACKED", "UTRMS?;ITRMS?;P?"); err != nil {
		return err
	}
	l.text = false
	deadline := time.Now().Add(l.answer)
	for {
		data, n, err := parseBinary(l.in, 4*quantities)
		if err != nil {
			return fmt.Errorf("binary answer to UTRMS?;ITRMS?;P?: %w", err)
		}
		if n == 0 {
			if err := l.receive(ctx, deadline); err != nil {
				return fmt.Errorf("binary answer to UTRMS?;ITRMS?;P?: %w", err)
			}
			continue
		}
		l.in = l.in[n:]
		values, _, err := decodeValues(data)
		if err != nil {
			return fmt.Errorf("binary answer to UTRMS?;ITRMS?;P?: %w", err)
		}
		for i, v := range values {
			if !sameSize(v, text[i], sizes[i]) {
				return fmt.Errorf("the device says %s is %g in text and %g in binary: its numbers are of another form than little endian of 32 bits", Quantity(i), text[i], v)
			}
		}
		return nil
	}
}

// sizes is the factor by which two consecutive measurements can differ: a current can be switched on between
// them, a mains voltage stays.
var sizes = [quantities]float64{Voltage: 2, Current: 1000, Power: 1000}

// sameSize reports whether two consecutive measurements can be of the same thing.
func sameSize(a, b, factor float64) bool {
	a, b = math.Abs(a), math.Abs(b)
	return !(a < overflowFrom) || !(b < overflowFrom) || math.Abs(a-b) <= 10 || a < factor*b && b < factor*a
}

func parseNumbers(text string, want int) ([]float64, error) {
	fields := strings.Split(text, ";")
	if len(fields) != want {
		return nil, fmt.Errorf("%q is not %d numbers with semicolons between them", cut(text), want)
	}
	numbers := make([]float64, want)
	for i, field := range fields {
		v, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("%q is not a number", cut(field))
		}
		numbers[i] = v
	}
	return numbers, nil
}

// cut returns the start of a text of unknown length.
func cut(text string) string {
	if len(text) > 60 {
		return text[:60] + "…"
	}
	return text
}

// Start makes the device start sending. Nothing is discarded here: flushing the output could lose the script
// on its way, and the input is empty, since every earlier answer was waited for.
func (l *lmg450) Start() error {
	if l.conn == nil {
		return deviceError("start", errors.New("the device is not open"))
	}
	if l.text { // after a stop
		if err := l.send("FRMT PACKED"); err != nil {
			return l.failed(err)
		}
		l.text = false
	}
	if err := l.send("CONT ON"); err != nil {
		return l.failed(err)
	}
	return nil
}

func (l *lmg450) Read(wait time.Duration) ([]Sample, error) {
	if l.conn == nil {
		return nil, deviceError("read", errors.New("the device is not open"))
	}
	samples, err := l.samples()
	if len(samples) > 0 || err != nil {
		return samples, err
	}
	asked := time.Now() // what comes while this process stands still is read the next time
	got, err := l.read(wait)
	if err != nil {
		return nil, l.failed(err)
	}
	if late := 2*l.cycle + l.answer; !got && asked.Sub(l.last) > late {
		return nil, l.failed(fmt.Errorf("nothing has come for %v, with a cycle of %v%s", late, l.cycle, l.hint()))
	}
	return l.samples()
}

// samples extracts the whole messages from what has come. Messages that come together were queued somewhere:
// the last is current, each before it is one cycle older.
func (l *lmg450) samples() ([]Sample, error) {
	var samples []Sample
	fault := error(nil)
	for fault == nil && !(l.text && len(l.in) > 0 && l.in[0] != '#') {
		data, n, err := parseBinary(l.in, l.frame())
		if fault = err; err != nil || n == 0 {
			break
		}
		values, overflows, err := decodeValues(data)
		if fault = err; err != nil {
			break
		}
		l.in = l.in[n:]
		samples = append(samples, Sample{Values: l.inOrder(values), Overflows: overflows})
	}
	for i := range samples {
		samples[i].End = l.last.Add(-time.Duration(len(samples)-1-i) * l.cycle)
		samples[i].Start = samples[i].End.Add(-l.cycle)
	}
	if fault != nil {
		fault = l.failed(fault)
	}
	return samples, fault
}

// Stop switches the sending off and asks for the device's errors. Since the device answers in order, a
// message on its way comes before that answer, and none comes after it.
func (l *lmg450) Stop() ([]Sample, error) {
	if l.conn == nil {
		return nil, deviceError("stop", errors.New("the device is not open"))
	}
	if err := l.send("CONT OFF", "FRMT ASCII", "ERRALL?"); err != nil {
		return nil, l.failed(err)
	}
	l.text = true
	var all []Sample
	deadline := time.Now().Add(l.answer)
	for {
		samples, err := l.samples()
		all = append(all, samples...)
		if err != nil {
			return all, err
		}
		if len(l.in) > 0 && l.in[0] != '#' {
			answer, n, err := parseText(l.in)
			if err != nil {
				return all, l.failed(fmt.Errorf("answer to ERRALL?: %w", err))
			}
			if n > 0 {
				l.in = l.in[n:]
				l.note(answer)
				return all, nil
			}
		}
		if err := l.receive(context.Background(), deadline); err != nil {
			return all, l.failed(fmt.Errorf("answer to ERRALL?: %w", err))
		}
	}
}

// note keeps the errors in an answer to ERRALL?, which starts with a 0 if there are none.
func (l *lmg450) note(answer string) {
	answer = strings.TrimSpace(answer)
	number, rest, _ := strings.Cut(answer, ",")
	if n, err := strconv.Atoi(strings.TrimSpace(number)); err == nil && n == 0 && !strings.Contains(rest, ";") {
		return
	}
	if lower := strings.ToLower(answer); answer == "" || strings.Trim(lower, `"`) == "no error" {
		return
	}
	l.notes = append(l.notes, answer)
}

// Close gives the device back to whoever stands before it.
func (l *lmg450) Close() error {
	if l.conn == nil {
		return nil
	}
	return deviceError("close "+l.port, l.release())
}
