package relay

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"io"
)

// Some launchers pass on lines of text, and spoil what is none: clush of ClusterShell 1.9 loses bytes at carriage returns,
// and holds back what has no line feed behind it. What a relay says goes through them as lines of base64.

// toLines writes a line for each Write.
type toLines struct{ io.Writer }

func (l toLines) Write(p []byte) (int, error) {
	line := append(base64.StdEncoding.AppendEncode(nil, p), '\n')
	if _, err := l.Writer.Write(line); err != nil {
		return 0, err
	}
	return len(p), nil
}

// fromLines reads what toLines has written.
type fromLines struct {
	in   *bufio.Reader
	rest []byte
}

func (l *fromLines) Read(p []byte) (int, error) {
	for len(l.rest) == 0 {
		line, err := l.in.ReadBytes('\n')
		if err != nil {
			return 0, err
		}
		if l.rest, err = base64.StdEncoding.AppendDecode(nil, line[:len(line)-1]); err != nil {
			return 0, fmt.Errorf("a line of its answer: %w", err)
		}
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}
