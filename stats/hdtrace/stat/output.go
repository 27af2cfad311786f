package stat

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// output writes whole entries and knows, when a write fails, where the last whole one ends in the file.
type output struct {
	w      io.Writer
	header int    // bytes before the first entry
	entry  int    // bytes of one, with empty strings
	types  []Type // of the values, if some are strings

	written int64 // bytes that w has taken
	whole   int64 // of these, up to the end of the last whole entry
	torn    int   // bytes of data, of the next write, that end the entry that is torn
}

// write is one Write of whole entries, or of the rest of what an earlier one has left.
func (o *output) write(data []byte) (int, error) {
	n, err := o.w.Write(data)
	if n < 0 || n > len(data) {
		n, err = max(0, min(n, len(data))), errors.Join(err, fmt.Errorf("the writer says that it took %d of %d bytes", n, len(data)))
	}
	if n < len(data) && err == nil {
		err = io.ErrShortWrite
	}
	o.account(data, n)
	return n, err
}

// account notes that the first n bytes of data are written, and where the last whole entry ends.
func (o *output) account(data []byte, n int) {
	if n == len(data) {
		o.written += int64(n)
		o.whole, o.torn = o.written, 0
		return
	}
	next, last := o.torn, -1 // ends of entries: the first beyond n, the last up to n
	for next <= n {
		last = next
		if o.written == 0 && next == 0 {
			next = o.header
		} else {
			next += o.unit(data[next:])
		}
	}
	if last >= 0 {
		o.whole = o.written + int64(last)
	}
	o.written += int64(n)
	o.torn = next - n
	if last == n {
		o.torn = 0
	}
}

// unit is the size of what begins at data: an entry, or a restart marker with its timestamp.
func (o *output) unit(data []byte) int {
	if len(data) >= 4 && binary.BigEndian.Uint32(data) == marker4 {
		return 4 + 8
	}
	size := o.entry
	at := 8
	for _, typ := range o.types {
		if typ == TypeString {
			length := int(binary.BigEndian.Uint16(data[at:]))
			size += length
			at += stringHead + length
		}
		at += typ.Size()
	}
	return size
}

// repair cuts off what is written of an entry that is torn, where that is possible.
func (o *output) repair() error {
	if o.written == o.whole {
		return nil
	}
	file, ok := o.w.(interface{ Truncate(size int64) error })
	if !ok {
		return nil
	}
	if err := file.Truncate(o.whole); err != nil {
		return fmt.Errorf("cut off the last entry: %w", err)
	}
	o.written = o.whole
	return nil
}
