package power

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"go.bug.st/serial"
)

// A Connection is a line to a device. Its methods are called by one goroutine at a time.
type Connection interface {
	// Read waits for input for at most the given time and returns it; 0 bytes are not an error. If the line
	// is gone, the error matches io.EOF or says why.
	Read(p []byte, wait time.Duration) (int, error)

	// Write sends all bytes.
	Write(p []byte) error

	// Reset brings the device's end of the line into its state after power-on, as far as the line can: on a
	// serial line a BREAK, a moment without signals, and another BREAK. Unread input is lost.
	Reset() error

	// Break sends a BREAK, if the line has one.
	Break() error

	Close() error
}

// The LMG450's settings for its serial line.
const (
	baudRate    = 57600
	breakTime   = 300 * time.Millisecond
	hangUpTime  = time.Second
	writeWithin = 5 * time.Second
)

// serialLine is a serial line, or a pseudo-terminal, which has no signals and no BREAK.
type serialLine struct {
	port   serial.Port
	lock   *os.File // nil if there is none
	pseudo bool
}

// DialSerial opens the serial line of a device file: 57600 baud, 8 bits, no parity, 1 stop bit, raw, so that
// no byte is changed on its way, and with the signals RTS and DTR on.
//
// On Linux the kernel keeps the LMG450's handshake: RTS is on while it can take more, and what is sent waits
// for CTS. Elsewhere the library underneath switches that off; RTS is always on, and nothing waits for CTS.
//
// The line is for one tracer: a second one is refused, even root's.
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
	if lock != nil {
		if err := handshake(lock); err != nil {
			return nil, errors.Join(fmt.Errorf("open %s: RTS/CTS: %w: %w", device, ErrDevice, err), l.Close())
		}
	}
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

// Write gives up if the line does not take the bytes: a device file might block for ever.
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
		// Once there is room the write completes.
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
	// What an earlier program left in the line is not for the device. Nothing has been sent yet that could be
	// lost with it; from here on output is never discarded.
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

// hint returns what the signals of the line reveal about the device.
func (l *serialLine) hint() string {
	if l.pseudo {
		return ""
	}
	if l.clear() {
		return ""
	}
	return " (the signal CTS is off: the cable is not in, or the device is off)"
}

// clear reports whether the device takes what is sent, as far as the line can tell.
func (l *serialLine) clear() bool {
	bits, err := l.port.GetModemStatusBits()
	return err != nil || bits.CTS
}

// unlock lets others use the line.
func (l *serialLine) unlock() error {
	if l.lock == nil {
		return nil
	}
	return l.lock.Close()
}

// Close discards what the device does not take: the kernel would wait for it, for half a minute.
func (l *serialLine) Close() (err error) {
	if !l.clear() {
		err = l.port.ResetOutputBuffer()
	}
	return errors.Join(err, l.port.Close(), l.unlock())
}
