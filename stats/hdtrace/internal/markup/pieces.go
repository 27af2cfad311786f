package markup

import (
	"bufio"
	"bytes"
	"io"
)

// pieces parts a file at each '<', whatever is between them: unlike a scanner it has no faults. A damaged tag
// ends at the next '<' at the latest, which XML has at the start of tags, in comments and in CDATA only.
type pieces struct {
	r      *bufio.Reader
	offset int64 // of what comes next
	line   int
	buf    []byte
	looked [3]int64 // up to where no comment, instruction or CDATA ends
	ended  bool     // all that the io.Reader gives is in r
	failed error    // of the io.Reader, io.EOF at its end
}

// Piece is a tag and the text behind it, or what was one. Its slices are valid until the next.
type Piece struct {
	Data   []byte
	Offset int64
	Line   int
	long   bool // some of it is left out
}

// PieceRoom is how far the end of a comment is looked for, of an instruction and of CDATA.
const PieceRoom = 64 << 10

// EachPiece gives the pieces of a file to take, one after the other. The error is that of take or of the io.Reader.
func EachPiece(r io.Reader, take func(p *Piece) error) error {
	// What is looked at stays where it is in a buffer that is several times as long: it is moved once for many pieces.
	pieces := pieces{r: bufio.NewReaderSize(r, 4*PieceRoom), line: 1}
	for {
		p, more := pieces.next()
		if !more {
			break
		}
		if err := take(&p); err != nil {
			return err
		}
	}
	if pieces.failed != io.EOF {
		return pieces.failed
	}
	return nil
}

// next returns the next piece, false at the end of what can be read.
func (p *pieces) next() (Piece, bool) {
	at := Piece{Offset: p.offset, Line: p.line}
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
	at.Data = p.buf
	return at, len(at.Data) > 0 || at.long
}

func (p *pieces) add(part []byte, to *Piece) {
	p.offset += int64(len(part))
	p.line += bytes.Count(part, newline)
	if len(p.buf)+len(part) > MaxTag {
		to.long = true
		return
	}
	p.buf = append(p.buf, part...)
}

func (p *pieces) take(n int, to *Piece) {
	part, _ := p.r.Peek(n)
	p.add(part, to)
	_, _ = p.r.Discard(len(part))
}

// ahead is what comes next, up to PieceRoom of it. At the end of the file a reader is asked for more once: to be asked, it moves
// all that it has.
func (p *pieces) ahead() []byte {
	most := PieceRoom
	if p.ended {
		most = min(most, p.r.Buffered())
	}
	ahead, err := p.r.Peek(most)
	p.ended = p.ended || err != nil
	return ahead
}

// length is how much of what comes next belongs together, whatever stands in it.
func (p *pieces) length() int {
	for i, kind := range pieceKinds {
		if start, _ := p.r.Peek(len(kind.start)); string(start) != kind.start {
			continue
		}
		ahead := p.ahead()
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

// Tag parts a piece into the tag that it starts with and the text behind it.
func (p *Piece) Tag(latin1 bool) (t Token, text []byte, ok bool) {
	end := p.TagEnd()
	if end < 0 || p.long {
		return t, nil, false
	}
	body, text := p.Data[1:end], p.Data[end+1:]
	t = Token{Kind: StartTag, Offset: p.Offset, Line: p.Line}
	switch {
	case len(body) > 0 && body[0] == '/':
		t.Kind, body = EndTag, body[1:]
	case len(body) > 0 && body[len(body)-1] == '/':
		t.Kind, body = EmptyTag, body[:len(body)-1]
	}
	name := nameLength(body)
	t.Name, t.Attributes = body[:name], body[name:]
	switch {
	case name == 0 || name < len(body) && !isSpace(body[name]) || nameFault(t.Name, latin1) != "":
		return t, nil, false
	case t.Kind == EndTag && len(bytes.TrimSpace(t.Attributes)) > 0:
		return t, nil, false
	}
	return t, text, true
}

// TagEnd is the place of the '>' that ends the tag, -1 without.
func (p *Piece) TagEnd() int {
	if len(p.Data) == 0 || p.Data[0] != '<' {
		return -1
	}
	quote := byte(0)
	for i, c := range p.Data {
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

// Besides returns the text behind a comment or an instruction, and the text of CDATA with what is behind it.
func (p *Piece) Besides() (cdata, text []byte, is bool) {
	for i, kind := range pieceKinds {
		if !bytes.HasPrefix(p.Data, []byte(kind.start)) {
			continue
		}
		end := bytes.Index(p.Data[len(kind.start):], []byte(kind.end))
		if end < 0 {
			return nil, nil, false
		}
		end += len(kind.start)
		text = p.Data[end+len(kind.end):]
		if i == 2 {
			cdata = p.Data[len(kind.start):end]
		}
		return cdata, text, true
	}
	return nil, nil, false
}
