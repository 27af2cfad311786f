// Package lmgtest emulates an LMG450 power analyzer on a pseudo-terminal, for tests, with all that can go
// wrong with a device and its line.
package lmgtest

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/creack/pty"
)

// Faults says what the device does wrong, and how it differs from other devices that do nothing wrong. The
// zero value is a device that works.
type Faults struct {
	Mute      bool          // answers nothing
	Chunk     int           // bytes that are sent at once; 0: all
	Delay     time.Duration // before each chunk
	PerValue  bool          // a block for each value instead of one for all
	BigEndian bool          // numbers in the other byte order
	CRLF      bool          // lines end in CR LF
	Late      bool          // one more message after CONT OFF
	Identity  string        // instead of that of an LMG450
	Errors    string        // the answer to ERRALL?, which is otherwise empty

	// ResetAfter makes the device forget everything after that many messages, once; 0 means never.
	ResetAfter int

	// Mangle changes the n-th message of the continuous mode; nil changes nothing. A changed message does not
	// count as sent, unless Mangle has only appended to it.
	Mangle func(n int, message []byte) []byte
}

// An Emulator is a device. Its methods may be called from several goroutines.
type Emulator struct {
	link string

	// Value returns what the device measures, for the n-th sample of the continuous mode and a channel from
	// 1. The quantity is UTRMS, ITRMS or P.
	value func(n, channel int, quantity string) float32

	mu       sync.Mutex
	faults   Faults
	cycle    time.Duration // instead of the requested cycle
	master   *os.File
	slave    *os.File
	commands []string
	sent     [][]float32
	messages int
	short    bool // language
	packed   bool
	action   []string
	told     time.Duration // cycle
	queue    []string      // errors
	stop     chan struct{} // ends the continuous mode; nil while it is off
	wait     sync.WaitGroup
}

// New makes a device that is not plugged in: link is the path of a symbolic link that will lead to its
// terminal.
func New(link string, faults Faults, value func(n, channel int, quantity string) float32) *Emulator {
	if value == nil {
		value = Count
	}
	return &Emulator{link: link, faults: faults, value: value}
}

// Count returns values that identify each sample and channel: P is the number of the sample.
func Count(n, channel int, quantity string) float32 {
	switch quantity {
	case "UTRMS":
		return 230 + float32(channel)
	case "ITRMS":
		return float32(n%1000) + 0.25*float32(channel)
	}
	return float32(n)
}

// Path returns the device file.
func (e *Emulator) Path() string { return e.link }

// Compress makes the device send a message in each such interval, whatever cycle was requested.
func (e *Emulator) Compress(cycle time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.cycle = cycle
}

// Change replaces the faults.
func (e *Emulator) Change(f Faults) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.faults = f
}

// Plug makes a terminal and points the link at it.
func (e *Emulator) Plug() error {
	blocking, slave, err := pty.Open()
	if err != nil {
		return err
	}
	master, err := pollable(blocking)
	if err != nil {
		return err
	}
	e.mu.Lock()
	e.master, e.slave = master, slave
	e.reset()
	e.mu.Unlock()
	// Like a device file, the link always exists with one target or the other, or not at all.
	if err := os.Remove(e.link); err != nil && !os.IsNotExist(err) {
		return err
	}
	if err := os.Symlink(slave.Name(), e.link); err != nil {
		return err
	}
	e.wait.Add(1)
	go e.serve(master)
	return nil
}

// Pull unplugs the cable: the terminal is gone, and with it whatever was on its way.
func (e *Emulator) Pull() {
	_ = os.Remove(e.link)
	e.mu.Lock()
	master, slave := e.master, e.slave
	e.master, e.slave = nil, nil
	e.reset()
	e.mu.Unlock()
	if master != nil {
		_ = master.Close()
		_ = slave.Close()
	}
	e.wait.Wait()
}

// Sent returns the samples that were sent whole and unchanged in the continuous mode, each in the order of
// the action script.
func (e *Emulator) Sent() [][]float32 {
	e.mu.Lock()
	defer e.mu.Unlock()
	return append([][]float32(nil), e.sent...)
}

// Commands returns the lines that came.
func (e *Emulator) Commands() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return append([]string(nil), e.commands...)
}

// serve reads lines, as fast as they come.
func (e *Emulator) serve(master *os.File) {
	defer e.wait.Done()
	lines := bufio.NewReader(master)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		e.mu.Lock()
		line = strings.TrimRight(line, "\r\n")
		e.commands = append(e.commands, line)
		if e.master == master && !e.faults.Mute {
			e.do(line)
		}
		e.mu.Unlock()
	}
}

// reset does what power-on, a BREAK and *RST do.
func (e *Emulator) reset() {
	e.off()
	e.short, e.packed, e.action, e.told, e.queue = false, false, nil, 500*time.Millisecond, nil
}

func (e *Emulator) do(line string) {
	upper := strings.ToUpper(line)
	name, rest, _ := strings.Cut(upper, " ")
	switch {
	case upper == "":
	case upper == "*CLS":
		e.queue = nil
	case upper == "*RST":
		e.reset()
	case upper == "*IDN?":
		e.text(or(e.faults.Identity, "ZES ZIMMER Electronic Systems GmbH, LMG450, emulated, 1.0"))
	case upper == ":SYSTEM:LANGUAGE SHORT":
		e.short = true
	case !e.short:
		e.queue = append(e.queue, `-113,"Undefined header"`)
	case upper == "GTL":
	case name == "FRMT":
		e.packed = rest == "PACKED"
	case name == "CYCL":
		if s, err := strconv.ParseFloat(rest, 64); err == nil && s >= 0.05 && s <= 60 {
			e.told = time.Duration(s * float64(time.Second))
		} else {
			e.queue = append(e.queue, `-222,"Data out of range"`)
		}
	case strings.HasPrefix(upper, "ACTN;"):
		e.action = strings.Split(upper[len("ACTN;"):], ";")
	case upper == "CONT ON":
		e.on()
	case upper == "CONT OFF":
		if e.faults.Late && e.stop != nil {
			e.off()
			e.send()
		}
		e.off()
	case upper == "ERRALL?":
		e.errors()
	case strings.HasSuffix(upper, "?"):
		e.answer(strings.Split(strings.TrimPrefix(upper, "INIM;"), ";"))
	default:
		e.queue = append(e.queue, `-113,"Undefined header"`)
	}
}

func or(text, otherwise string) string {
	if text != "" {
		return text
	}
	return otherwise
}

func (e *Emulator) errors() {
	answer := or(strings.Join(e.queue, ";"), `0,"No error"`)
	e.queue = nil
	e.text(or(e.faults.Errors, answer))
}

// answer sends values at once, as text or binary.
func (e *Emulator) answer(names []string) {
	values := e.values(0, names)
	if e.packed {
		e.write(e.message(values))
		return
	}
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = fmt.Sprintf("%.6E", v)
	}
	e.text(strings.Join(texts, ";"))
}

// values returns the values of names such as UTRMS2? or P?, which is of channel 1.
func (e *Emulator) values(n int, names []string) []float32 {
	values := make([]float32, len(names))
	for i, name := range names {
		name = strings.TrimSuffix(name, "?")
		quantity := strings.TrimRight(name, "0123456789")
		channel, err := strconv.Atoi(name[len(quantity):])
		if err != nil {
			channel = 1
		}
		values[i] = e.value(n, channel, quantity)
	}
	return values
}

func (e *Emulator) text(line string) {
	e.write([]byte(line + e.lineEnd()))
}

func (e *Emulator) lineEnd() string {
	if e.faults.CRLF {
		return "\r\n"
	}
	return "\n"
}

func (e *Emulator) message(values []float32) []byte {
	var order binary.AppendByteOrder = binary.LittleEndian
	if e.faults.BigEndian {
		order = binary.BigEndian
	}
	var data, message []byte
	for i, v := range values {
		data = order.AppendUint32(data, math.Float32bits(v))
		if e.faults.PerValue || i == len(values)-1 {
			message = append(message, fmt.Sprintf("#5%05d", len(data))...)
			message = append(message, data...)
			data = data[:0]
		}
	}
	return append(message, e.lineEnd()...)
}

// write sends bytes as slowly as the faults demand, and reports whether the line is still there.
func (e *Emulator) write(b []byte) bool {
	chunk := e.faults.Chunk
	if chunk <= 0 {
		chunk = len(b)
	}
	for len(b) > 0 && e.master != nil {
		if e.faults.Delay > 0 {
			time.Sleep(e.faults.Delay)
		}
		n := min(chunk, len(b))
		// If nobody reads, the terminal eventually takes no more, and the test fails. On a busy machine a reader may not run for
		// seconds; it must not find half a message then.
		_ = e.master.SetWriteDeadline(time.Now().Add(time.Minute))
		if _, err := e.master.Write(b[:n]); err != nil {
			return false
		}
		b = b[n:]
	}
	return len(b) == 0
}
