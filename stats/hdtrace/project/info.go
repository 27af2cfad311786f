package project

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/faults"
	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
)

// Info is the contents of an info file: what the trace of one rank and thread says of files, communicators
// and datatypes, from which the project file is made. Lines of other contents are kept.
type Info struct {
	Records []InfoRecord
}

// InfoRecord is one line of an info file. One of the pointers is set, or none where the line is of none of
// these kinds; Text is then the line.
type InfoRecord struct {
	File         *InfoFile
	Communicator *InfoCommunicator
	Datatype     *InfoDatatype
	Text         string // without the end of the line

	line string // as it was read, where it is not what would be written
}

// InfoFile is a file that MPI has opened.
type InfoFile struct {
	Name string
	Size int64 // bytes
	ID   int64
}

// InfoCommunicator is a communicator.
type InfoCommunicator struct {
	ID   int64
	Name string // such as WORLD; "" for most
	Map  []InfoRank
}

// InfoRank is the rank in the communicator of a rank in MPI_COMM_WORLD.
type InfoRank struct {
	Global, Local int
}

// InfoDatatype is a datatype, as MPI's functions to decode one give it.
type InfoDatatype struct {
	ID       int64
	Combiner string // such as MPI_COMBINER_NAMED
	Name     string

	// Named types have none of these.
	Integers, Addresses, Types []int64
}

const combinerPrefix = "MPI_COMBINER_"

// String is the line, as HDTrace's MPI wrapper writes it.
func (r InfoRecord) String() string { return string(r.append(nil)) }

func (r *InfoRecord) append(dst []byte) []byte {
	switch {
	case r.File != nil:
		dst = append(dst, `File name="`...)
		dst = naming.EscapeAll(dst, naming.ValidText(r.File.Name))
		return fmt.Appendf(dst, `" Size=%d id=%d`, r.File.Size, r.File.ID)
	case r.Communicator != nil:
		dst = append(dst, "Comm map='"...)
		for _, m := range r.Communicator.Map {
			dst = fmt.Appendf(dst, "%d->%d;", m.Global, m.Local)
		}
		dst = fmt.Appendf(dst, "' id=%d name='", r.Communicator.ID)
		return append(naming.EscapeAll(dst, naming.ValidText(r.Communicator.Name)), '\'')
	case r.Datatype != nil:
		return r.Datatype.append(dst)
	}
	return append(dst, r.Text...)
}

func (t *InfoDatatype) append(dst []byte) []byte {
	dst = fmt.Appendf(dst, "Type id='%d' combiner='", t.ID)
	dst = append(naming.EscapeAll(dst, t.Combiner), "' name='"...)
	dst = append(naming.EscapeAll(dst, naming.ValidText(t.Name)), '\'')
	if t.Combiner == combinerPrefix+"NAMED" && len(t.Integers)+len(t.Addresses)+len(t.Types) == 0 {
		return dst
	}
	for _, list := range []struct {
		name   string
		values []int64
	}{{" integers", t.Integers}, {" addresses", t.Addresses}, {" types", t.Types}} {
		dst = append(append(dst, list.name...), "='"...)
		for _, v := range list.values {
			dst = append(strconv.AppendInt(dst, v, 10), ';')
		}
		dst = append(dst, '\'')
	}
	return dst
}

// WriteTo writes the file: a line for each record. The library ends the file with two empty lines; these are
// records too where it was read.
func (i *Info) WriteTo(w io.Writer) (int64, error) {
	var text []byte
	for k := range i.Records {
		r := &i.Records[k]
		if r.line != "" && parseInfo(r.line).equal(r) {
			text = append(text, r.line...)
		} else {
			text = r.append(text)
		}
		text = append(text, '\n')
	}
	n, err := w.Write(text)
	if err != nil {
		err = faults.Write("info file", err)
	}
	return int64(n), err
}

// maxInfoRecords bounds how many lines are kept: an empty line of one byte takes some 60 bytes of memory.
const maxInfoRecords = 16 << 20

// maxInfoLine bounds a line: a communicator of a million ranks has some 14 MB.
const maxInfoLine = 64 << 20

// ReadInfo reads an info file. Lines that are not of the form that the MPI wrapper writes are kept as text,
// for any text may stand in such a file; so only the io.Reader's errors and lines that are too long end it.
// What was read before is returned with the error.
func ReadInfo(r io.Reader, options hdtrace.ReadOptions) (*Info, error) {
	info := &Info{}
	lines := bufio.NewReaderSize(r, 64<<10)
	var offset int64
	for number := 1; ; number++ {
		line, err := readLine(lines)
		if err == io.EOF && len(line) == 0 {
			return info, nil
		}
		if err != nil && err != io.EOF {
			return info, faults.In(options.Name, &hdtrace.FormatError{Offset: offset, Line: number, Text: "read", Err: err})
		}
		if err == io.EOF {
			// A program was killed: the line may say less than it should.
			if !options.Tolerant {
				return info, faults.In(options.Name, &hdtrace.FormatError{Offset: offset, Line: number, Text: fmt.Sprintf("%s has no end of line", printable.Clipped(string(line))), Err: hdtrace.ErrTruncated})
			}
			return info, nil
		}
		if len(info.Records) == maxInfoRecords {
			return info, faults.In(options.Name, &hdtrace.FormatError{Offset: offset, Line: number, Text: fmt.Sprintf("more than %d lines; expected at most that", maxInfoRecords), Err: hdtrace.ErrOverflow})
		}
		offset += int64(len(line))
		info.Records = append(info.Records, parseInfo(string(line[:len(line)-1])))
	}
}

var errLongLine = errors.New("the line is too long")

// readLine reads up to a line feed, which is the last byte of the line unless the file ends.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > maxInfoLine {
			return nil, errLongLine
		}
		if err != bufio.ErrBufferFull {
			return line, err
		}
	}
}

// parseInfo makes a record of a line.
func parseInfo(line string) InfoRecord {
	r := InfoRecord{Text: line}
	var ok bool
	switch kind, rest, _ := strings.Cut(line, " "); kind {
	case "File":
		r.File, ok = parseInfoFile(rest)
	case "Comm":
		r.Communicator, ok = parseInfoCommunicator(rest)
	case "Type":
		r.Datatype, ok = parseInfoDatatype(rest)
	}
	if !ok {
		return InfoRecord{Text: line}
	}
	r.Text = ""
	if r.String() != line {
		r.line = line
	}
	return r
}

// infoField is one of the fields of a line, in the form name=value with or without quotes.
func infoField(line, name string) (value, rest string, ok bool) {
	line = strings.TrimLeft(line, " ")
	rest, ok = strings.CutPrefix(line, name+"=")
	if !ok || rest == "" {
		return "", line, false
	}
	if quote := rest[:1]; quote == `"` || quote == "'" {
		// The value may have quotes in it, for the wrapper escapes nothing: it ends where the next
		// field begins, or the line ends.
		value, rest, ok = cutQuoted(rest[1:], quote)
		return unescape(value), rest, ok
	}
	value, rest, _ = strings.Cut(rest, " ")
	return value, rest, true
}

func cutQuoted(text, quote string) (value, rest string, ok bool) {
	for at := 0; ; {
		i := strings.Index(text[at:], quote)
		if i < 0 {
			return "", text, false
		}
		at += i
		value, rest = text[:at], text[at+1:]
		if rest == "" || startsField(rest) {
			return value, rest, true
		}
		at++
	}
}

var infoFields = []string{"Size=", "id=", "name=", "combiner=", "integers=", "addresses=", "types="}

// startsField reports whether a text starts with a blank, a field's name and '='. It looks no further than
// that: it is asked at every quote of a line.
func startsField(text string) bool {
	field := strings.TrimLeft(text, " ")
	return text[0] == ' ' && slices.ContainsFunc(infoFields, func(name string) bool { return strings.HasPrefix(field, name) })
}

func infoInteger(line, name string) (value int64, rest string, ok bool) {
	text, rest, ok := infoField(line, name)
	value, err := strconv.ParseInt(text, 10, 64)
	return value, rest, ok && err == nil
}

func parseInfoFile(line string) (*InfoFile, bool) {
	var f InfoFile
	var ok1, ok2, ok3 bool
	f.Name, line, ok1 = infoField(line, "name")
	f.Size, line, ok2 = infoInteger(line, "Size")
	f.ID, line, ok3 = infoInteger(line, "id")
	return &f, ok1 && ok2 && ok3 && line == ""
}

func parseInfoCommunicator(line string) (*InfoCommunicator, bool) {
	var c InfoCommunicator
	ranks, line, ok := infoField(line, "map")
	if !ok {
		return nil, false
	}
	for ranks != "" {
		pair, rest, end := strings.Cut(ranks, ";")
		global, local, arrow := strings.Cut(pair, "->")
		g, err1 := strconv.Atoi(global)
		l, err2 := strconv.Atoi(local)
		if !end || !arrow || err1 != nil || err2 != nil {
			return nil, false
		}
		c.Map = append(c.Map, InfoRank{g, l})
		ranks = rest
	}
	var ok1, ok2 bool
	c.ID, line, ok1 = infoInteger(line, "id")
	c.Name, line, ok2 = infoField(line, "name")
	return &c, ok1 && ok2 && line == ""
}

func parseInfoDatatype(line string) (*InfoDatatype, bool) {
	var t InfoDatatype
	var ok1, ok2, ok3 bool
	t.ID, line, ok1 = infoInteger(line, "id")
	t.Combiner, line, ok2 = infoField(line, "combiner")
	t.Name, line, ok3 = infoField(line, "name")
	if !ok1 || !ok2 || !ok3 {
		return nil, false
	}
	if line == "" {
		return &t, true
	}
	for _, list := range []struct {
		name string
		to   *[]int64
	}{{"integers", &t.Integers}, {"addresses", &t.Addresses}, {"types", &t.Types}} {
		text, rest, ok := infoField(line, list.name)
		if !ok {
			return nil, false
		}
		for text != "" {
			number, after, end := strings.Cut(text, ";")
			v, err := strconv.ParseInt(number, 10, 64)
			if !end || err != nil {
				return nil, false
			}
			*list.to = append(*list.to, v)
			text = after
		}
		line = rest
	}
	return &t, line == ""
}

// equal reports whether two records say the same.
func (r InfoRecord) equal(other *InfoRecord) bool {
	return bytes.Equal(r.append(nil), other.append(nil))
}

var unescaper = strings.NewReplacer("&quot;", `"`, "&apos;", "'", "&lt;", "<", "&gt;", ">", "&amp;", "&", "&#9;", "\t", "&#10;", "\n", "&#13;", "\r")

// unescape undoes escapeAll.
func unescape(text string) string {
	if !strings.Contains(text, "&") {
		return text
	}
	return unescaper.Replace(text)
}
