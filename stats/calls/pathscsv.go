package calls

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// ErrPaths reports a fault in a file for [ReadPaths].
var ErrPaths = errors.New("not a table of messages by call path")

const pathsTitle = "# messages by call path: what the ranks have sent and received in each region"

// The columns of the table. Numbers of bytes are bytes; distances are calls:bytes for each class, from the
// first.
var pathColumns = []string{"direction", "calls", "bytes", "ranks", "partners_least", "partners", "partners_most",
	"pair_from", "pair_to", "pair_calls", "pair_bytes", "distances", "path"}

// WriteCSV writes the summary as comma-separated values: a row for each region and direction, whose columns
// are those of [PathMessages]. Lines that start with # hold the rest, so that [ReadPaths] returns the same
// summary. A path has Go's escapes for what cannot be in a line.
func (s *PathSummary) WriteCSV(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s\n# size,%d\n# ranks,%d\n", pathsTitle, s.Size, s.Ranks)
	c := csv.NewWriter(b)
	rows := [][]string{pathColumns}
	for i := range s.Paths {
		rows = append(rows, s.Paths[i].row())
	}
	if err := c.WriteAll(rows); err != nil {
		return err
	}
	return b.Flush()
}

func (p *PathMessages) row() []string {
	row := []string{directionName(p.Received)}
	for _, n := range []uint64{p.Calls, p.Bytes, uint64(p.Ranks), uint64(p.Least), p.Partners, uint64(p.Most),
		uint64(p.Pair.From), uint64(p.Pair.To), p.Pair.Calls, p.Pair.Bytes} {
		row = append(row, strconv.FormatUint(n, 10))
	}
	var distances []string
	for _, d := range p.Distances {
		distances = append(distances, fmt.Sprintf("%d:%d", d.Calls, d.Bytes))
	}
	return append(row, strings.Join(distances, " "), pathText(p.Path))
}

func directionName(received bool) string {
	if received {
		return "received"
	}
	return "sent"
}

// pathText returns a path in one line, which no program takes for a formula.
func pathText(path string) string {
	quoted := strconv.Quote(path)
	text := strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
	if text != "" && strings.IndexByte("=+-@", text[0]) >= 0 {
		return fmt.Sprintf(`\x%02x`, text[0]) + text[1:]
	}
	return text
}

// parsePath returns the inverse of pathText.
func parsePath(text string) (string, error) {
	path, err := strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`)
	if err != nil {
		return "", fmt.Errorf("the path %.60q has an escape that is none", text)
	}
	return path, nil
}

// ReadPaths reads what [PathSummary.WriteCSV] has written. Its error names the line; the rows before it are
// returned.
func ReadPaths(r io.Reader) (*PathSummary, error) {
	s := &PathSummary{}
	lines := bufio.NewReader(r)
	number := 0
	for ; ; number++ {
		line, err := s.readPathHead(lines, number)
		if err != nil {
			return s, fmt.Errorf("calls: line %d: %w: %w", number+1, ErrPaths, err)
		}
		if line == "" {
			break
		}
	}
	c := csv.NewReader(lines)
	c.FieldsPerRecord, c.ReuseRecord = len(pathColumns), true
	for first := true; ; first = false {
		fields, err := c.Read()
		if err == io.EOF && !first {
			return s, nil
		}
		line := 1
		if err == nil {
			line, _ = c.FieldPos(0)
		}
		var broken *csv.ParseError
		switch {
		case err == io.EOF:
			err = fmt.Errorf("it ends before the line %s", strings.Join(pathColumns, ","))
		case errors.As(err, &broken):
			line, err = broken.StartLine, broken.Err
		case err != nil:
			return s, fmt.Errorf("calls: messages by call path: %w", err)
		case first && !slices.Equal(fields, pathColumns):
			err = fmt.Errorf("%.60q, expected %s", strings.Join(fields, ","), strings.Join(pathColumns, ","))
		case first:
			err = s.checkHead()
		default:
			err = s.readRow(fields)
		}
		if err != nil {
			return s, fmt.Errorf("calls: line %d: %w: %w", number+line, ErrPaths, err)
		}
	}
}

// readPathHead reads a line that starts with #; it returns "" after the last.
func (s *PathSummary) readPathHead(lines *bufio.Reader, number int) (string, error) {
	if next, _ := lines.Peek(1); string(next) != "#" && number > 0 {
		return "", nil
	}
	line, err := lines.ReadString('\n')
	if err != nil && err != io.EOF {
		return "", err
	}
	line = strings.TrimRight(line, "\r\n")
	if number == 0 {
		if line != pathsTitle {
			return "", fmt.Errorf("%.60q, expected %q", line, pathsTitle)
		}
		return line, nil
	}
	name, rest, _ := strings.Cut(strings.TrimPrefix(line, "# "), ",")
	if name != "size" && name != "ranks" {
		return line, nil // of a later version
	}
	v, err := parseNumbers(rest, 1)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	n, err := rankNumber(v[0])
	if name == "size" {
		s.Size = n
	} else {
		s.Ranks = n
	}
	return line, err
}

func (s *PathSummary) checkHead() error {
	switch {
	case s.Size < 1:
		return fmt.Errorf("a size of %d ranks", s.Size)
	case s.Ranks > s.Size:
		return fmt.Errorf("the messages of %d ranks, of %d", s.Ranks, s.Size)
	}
	return nil
}

func (s *PathSummary) readRow(fields []string) error {
	last := len(fields) - 2
	p := PathMessages{Received: fields[0] == directionName(true)}
	if fields[0] != directionName(p.Received) {
		return fmt.Errorf("%.30q, expected sent or received", fields[0])
	}
	v, err := parseNumbers(strings.Join(fields[1:last], ","), last-1)
	if err != nil {
		return err
	}
	p.Amount, p.Partners = Amount{v[0], v[1]}, v[4]
	p.Pair.Amount = Amount{v[8], v[9]}
	for i, n := range map[int]*int{2: &p.Ranks, 3: &p.Least, 5: &p.Most} {
		if v[i] > uint64(s.Size) {
			return fmt.Errorf("%s is %d, of %d ranks", pathColumns[i+1], v[i], s.Size)
		}
		*n = int(v[i])
	}
	if max(v[6], v[7]) >= uint64(s.Size) || p.Least > p.Most {
		return fmt.Errorf("ranks %d and %d with %d to %d partners, of %d ranks", v[6], v[7], p.Least, p.Most, s.Size)
	}
	p.Pair.From, p.Pair.To = int(v[6]), int(v[7])
	if p.Distances, err = parseDistances(fields[last]); err != nil {
		return err
	}
	if p.Path, err = parsePath(fields[last+1]); err != nil {
		return err
	}
	if n := len(s.Paths); n > 0 && s.Paths[n-1].compare(&p) >= 0 {
		return errors.New("the row is not behind the one before it")
	}
	s.Paths = append(s.Paths, p)
	return nil
}

// maxDistances is how many classes of distance there can be.
const maxDistances = 64

func parseDistances(text string) ([]Amount, error) {
	var list []Amount
	for field := range strings.SplitSeq(text, " ") {
		v, err := parseNumbers(strings.Replace(field, ":", ",", 1), 2)
		if err != nil {
			return nil, fmt.Errorf("distance %d is %.30q, expected calls:bytes", len(list), field)
		}
		if list = append(list, Amount{v[0], v[1]}); len(list) > maxDistances {
			return nil, fmt.Errorf("more than %d classes of distance", maxDistances)
		}
	}
	return list, nil
}
