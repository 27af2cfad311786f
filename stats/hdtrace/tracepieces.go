package hdtrace

import (
	"bufio"
	"bytes"
	"io"
)

// tracePieces parts a file at each '<', whatever is between them: unlike a scanner it has no faults. A damaged tag
// ends at the next '<' at the latest, which XML has at the start of tags, in comments and in CDATA only.
type tracePieces struct {
	r      *bufio.Reader
	offset int64 // of what comes next
	line   int
	buf    []byte
	looked [3]int64 // up to where no comment, instruction or CDATA ends
	failed error    // of the io.Reader, io.EOF at its end
}

// piece is a tag and the text behind it, or what was one. Its slices are valid until the next.
type piece struct {
	data   []byte
	offset int64
	line   int
	long   bool // some of it is left out
}

// pieceRoom is how far the end of a comment is looked for, of an instruction and of CDATA.
const pieceRoom = 64 << 10

func newTracePieces(r io.Reader) *tracePieces {
	return &tracePieces{r: bufio.NewReaderSize(r, pieceRoom), line: 1}
}

// next returns the next piece, false at the end of what can be read.
func (p *tracePieces) next() (piece, bool) {
	at := piece{offset: p.offset, line: p.line}
	p.buf = p.buf[:0]
	p.take(p.length(), &at)
	for p.failed == nil {
		part, err := p.r.ReadSlice('<')
		if n := len(part); err == nil {
			part = part[:n-1]
			_ = p.r.UnreadByte() // which a byte read can always be
		}
		p.add(part, &at)
		if err == bufio.ErrBufferFull {
			continue
		}
		if err != nil {
			p.failed = err
		}
		break
	}
	at.data = p.buf
	return at, len(at.data) > 0 || at.long
}

func (p *tracePieces) add(part []byte, to *piece) {
	p.offset += int64(len(part))
	p.line += bytes.Count(part, newline)
	if len(p.buf)+len(part) > maxTag {
		to.long = true
		return
	}
	p.buf = append(p.buf, part...)
}

func (p *tracePieces) take(n int, to *piece) {
	part, _ := p.r.Peek(n)
	p.add(part, to)
	_, _ = p.r.Discard(len(part))
}

// length is how much of what comes next belongs together, whatever stands in it.
func (p *tracePieces) length() int {
	for i, kind := range pieceKinds {
		if start, _ := p.r.Peek(len(kind.start)); string(start) != kind.start {
			continue
		}
		ahead, _ := p.r.Peek(pieceRoom)
		from := max(int(p.looked[i]-p.offset)-len(kind.end), len(kind.start))
		if from < len(ahead) {
			if end := bytes.Index(ahead[from:], []byte(kind.end)); end >= 0 {
				return from + end + len(kind.end)
			}
		}
		p.looked[i] = p.offset + int64(len(ahead))
	}
	start, _ := p.r.Peek(1)
	if string(start) == "<" {
		return 1
	}
	return 0
}

var pieceKinds = [3]struct{ start, end string }{{"<!--", "-->"}, {"<?", "?>"}, {"<![CDATA[", "]]>"}}

// tag parts a piece into the tag that it starts with and the text behind it.
func (p *piece) tag() (t token, text []byte, ok bool) {
	end := p.tagEnd()
	if end < 0 || p.long {
		return t, nil, false
	}
	body, text := p.data[1:end], p.data[end+1:]
	t = token{kind: startTag, offset: p.offset, line: p.line}
	switch {
	case len(body) > 0 && body[0] == '/':
		t.kind, body = endTag, body[1:]
	case len(body) > 0 && body[len(body)-1] == '/':
		t.kind, body = emptyTag, body[:len(body)-1]
	}
	name := nameLength(body)
	t.name, t.attributes = body[:name], body[name:]
	switch {
	case name == 0 || name < len(body) && !isSpace(body[name]):
		return t, nil, false
	case t.kind == endTag && len(bytes.TrimSpace(t.attributes)) > 0:
		return t, nil, false
	}
	return t, text, true
}

// tagEnd is the place of the '>' that ends the tag, -1 without.
func (p *piece) tagEnd() int {
	if len(p.data) == 0 || p.data[0] != '<' {
		return -1
	}
	quote := byte(0)
	for i, c := range p.data {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '>':
			return i
		case c == '"' || c == '\'':
			quote = c
		}
	}
	return -1
}

// besides returns the text behind a comment or an instruction, and the text of CDATA with what is behind it.
func (p *piece) besides() (cdata, text []byte, is bool) {
	for i, kind := range pieceKinds {
		if !bytes.HasPrefix(p.data, []byte(kind.start)) {
			continue
		}
		end := bytes.Index(p.data[len(kind.start):], []byte(kind.end))
		if end < 0 {
			return nil, nil, false
		}
		end += len(kind.start)
		text = p.data[end+len(kind.end):]
		if i == 2 {
			cdata = p.data[len(kind.start):end]
		}
		return cdata, text, true
	}
	return nil, nil, false
}

// isNear reports whether one text becomes another by changing, adding or removing at most one byte.
func isNear(a []byte, b string) bool {
	if len(a) < len(b)-1 || len(a) > len(b)+1 {
		return false
	}
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	j := 0
	for j < len(a)-i && j < len(b)-i && a[len(a)-1-j] == b[len(b)-1-j] {
		j++
	}
	return max(len(a), len(b))-i-j <= 1
}
