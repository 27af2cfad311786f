package power

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// The LMG450's line: lines of text out, bytes in.

func (l *lmg450) send(lines ...string) error {
	for _, line := range lines {
		if err := l.conn.Write([]byte(line + "\n")); err != nil {
			l.stuck = true
			return fmt.Errorf("send %q: %w", line, err)
		}
	}
	l.last = time.Now()
	return nil
}

// ask sends a line and waits for the text that answers it.
func (l *lmg450) ask(ctx context.Context, line string) (string, error) {
	if err := l.send(line); err != nil {
		return "", err
	}
	deadline := time.Now().Add(l.answer)
	for {
		text, n, err := parseText(l.in)
		if err != nil {
			return "", fmt.Errorf("answer to %s: %w", line, err)
		}
		if n > 0 {
			l.in = l.in[n:]
			return text, nil
		}
		if err := l.receive(ctx, deadline); err != nil {
			return "", fmt.Errorf("answer to %s: %w", line, err)
		}
	}
}

// receive waits until something comes.
func (l *lmg450) receive(ctx context.Context, deadline time.Time) error {
	for {
		if ctx.Err() != nil {
			return fmt.Errorf("interrupted while connecting: %w", context.Cause(ctx))
		}
		asked := time.Now() // before, since this process may stand still behind a read that finds nothing
		got, err := l.read(poll)
		if got || err != nil {
			return err
		}
		if asked.After(deadline) {
			if len(l.in) > 0 {
				return fmt.Errorf("the device has sent %q and then nothing for %v%s", cut(string(l.in)), l.answer, l.hint())
			}
			return fmt.Errorf("the device says nothing for %v%s", l.answer, l.hint())
		}
	}
}

// read appends what has come to l.in, and reports whether there was anything.
func (l *lmg450) read(wait time.Duration) (bool, error) {
	if len(l.in) > 2*maxMessage {
		return false, messageFault(0, "%d bytes without an end", len(l.in))
	}
	var buf [maxMessage]byte
	n, err := l.conn.Read(buf[:], wait)
	if n > 0 {
		l.in = append(l.in, buf[:n]...)
		l.last = time.Now()
	}
	return n > 0, err
}

// hint returns what the line can reveal about why nothing comes.
func (l *lmg450) hint() string {
	if h, ok := l.conn.(interface{ hint() string }); ok {
		return h.hint()
	}
	return ""
}

// failed gives the line up: what is on it cannot be attributed any more. The device is released even so, or
// its keys would stay locked.
func (l *lmg450) failed(err error) error {
	if l.conn != nil {
		_ = l.release() // err is the cause
	}
	return deviceError("at "+l.port, err)
}

// release resets the device, returns it to local control and closes the line.
func (l *lmg450) release() (err error) {
	if !l.stuck {
		if err = l.conn.Break(); err == nil {
			err = l.send("*CLS", "*RST", "GTL", "")
		}
	}
	err = errors.Join(err, l.conn.Close())
	l.conn, l.in, l.text, l.stuck = nil, nil, false, false
	return err
}
