package power

import (
	"errors"
	"fmt"
	"io"
	"time"

	"go.bug.st/serial"
)

// Connection is a line to a device. Its methods are called by one goroutine at a time.
type Connection interface {
	// Read reads what has come, after waiting for it that long at most; 0 bytes are no error. Where the
	// line is gone the error matches io.EOF or says why.
	Read(p []byte, wait time.Duration) (int, error)

	// Write sends all bytes.
	Write(p []byte) error

	// Reset brings the device's end of the line into the state that it has after it was switched on, as
	// far as the line can: on a serial line a BREAK, no signals for a moment, and a BREAK again. What
	// had come and was not read is gone.
	Reset() error

	// Break sends a BREAK, where the line has such a thing.
	Break() error

	Close() error
}

// The LMG450's settings of its serial line.
const (
	baudRate    = 57600
	breakTime   = 300 * time.Millisecond
	hangUpTime  = time.Second
	writeWithin = 5 * time.Second
)

// serialLine is a serial line, or a pseudo-terminal, which has no signals and no BREAK.
type serialLine struct {
	port   serial.Port
	lock   io.Closer // nil where there is none
	pseudo bool
}

// DialSerial opens the serial line of a device file: 57600 baud, 8 bits, no parity, 1 stop bit, raw, so
// that no byte is changed on its way, and with the signals RTS and DTR on.
//
// The handshake RTS/CTS of the LMG450 is half there: the library underneath switches the kernel's part of
// it off. RTS is on, so the device may send, which it does no faster than the kernel takes it; what is
// sent to the device, lines of less than hundred bytes, does not wait for CTS.
//
// The line is for one tracer: a second one, of root too, is refused.
func DialSerial(device string) (Connection, error) {
	lock, err := lockPort(device)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w: %w", device, ErrDevice, err)
	}
	l := &serialLine{lock: lock}
	l.port, err = serial.Open(device, &serial.Mode{BaudRate: baudRate, DataBits: 8, Parity: serial.NoParity, StopBits: serial.OneStopBit})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w: %w", device, ErrDevice, err), l.unlock())
	}
	_, err = l.port.GetModemStatusBits()
	l.pseudo = err != nil
	return l, nil
}

func (l *serialLine) Read(p []byte, wait time.Duration) (int, error) {
	if err := l.port.SetReadTimeout(max(wait, 0)); err != nil {
		return 0, err
	}
	n, err := l.port.Read(p)
	var closed *serial.PortError
	if errors.As(err, &closed) && closed.Code() == serial.PortClosed {
		return n, fmt.Errorf("the line is gone: %w", io.EOF)
	}
	return n, err
}

// Write gives up when the line does not take the bytes: a device file may never again.
func (l *serialLine) Write(p []byte) error {
	done := make(chan error, 1)
	go func() {
		n, err := l.port.Write(p)
		if err == nil && n < len(p) {
			err = io.ErrShortWrite
		}
		done <- err
	}()
	timer := time.NewTimer(writeWithin)
	defer timer.Stop()
	select {
	case err := <-done:
		return err
	case <-timer.C:
		// With room made the write comes to its end.
		err := l.port.ResetOutputBuffer()
		return errors.Join(errors.New("the line does not take what is sent"), err)
	}
}

func (l *serialLine) Break() error {
	if l.pseudo {
		return nil
	}
	return l.port.Break(breakTime)
}

func (l *serialLine) Reset() error {
	// What an earlier program has left in the line is not for the device. Nothing is sent yet that could be
	// lost with it; from here on the output is never thrown away again.
	if err := l.port.ResetOutputBuffer(); err != nil {
		return err
	}
	if l.pseudo {
		return l.port.ResetInputBuffer()
	}
	if err := l.port.Break(breakTime); err != nil {
		return err
	}
	if err := l.port.SetDTR(false); err != nil {
		return err
	}
	time.Sleep(hangUpTime)
	if err := l.port.SetDTR(true); err != nil {
		return err
	}
	if err := l.port.Break(breakTime); err != nil {
		return err
	}
	return l.port.ResetInputBuffer()
}

// hint says what the signals of the line tell of the device.
func (l *serialLine) hint() string {
	if l.pseudo {
		return ""
	}
	bits, err := l.port.GetModemStatusBits()
	if err != nil || bits.CTS {
		return ""
	}
	return " (the signal CTS is off: the cable is not in, or the device is off)"
}

// unlock lets others have the line.
func (l *serialLine) unlock() error {
	if l.lock == nil {
		return nil
	}
	return l.lock.Close()
}

func (l *serialLine) Close() error { return errors.Join(l.port.Close(), l.unlock()) }
