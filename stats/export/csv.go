package export

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
)

// csvColumn is a column of the CSV. One with a get is for people; the others are read back.
type csvColumn struct {
	name string
	text func(s *stats.Summary, i int) string
	set  func(s *stats.Summary, g *stats.Region, text string) error // nil: follows from the others
}

// blank returns a column of figures that a source may lack: then it is blank. So is a time of 0 if the source
// resolves nothing below its resolution.
func (c csvColumn) blank(lacks func(*stats.Region) bool) csvColumn {
	text, set := c.text, c.set
	c.text = func(s *stats.Summary, i int) string {
		if lacks(&s.Regions[i]) {
			return ""
		}
		figure := text(s, i)
		if figure == "0" && c.unresolved(s) {
			return ""
		}
		return figure
	}
	c.set = func(s *stats.Summary, g *stats.Region, text string) error {
		if text == "" {
			return nil // the column lacks, or that of the rank, says so
		}
		return set(s, g, text)
	}
	return c
}

// unresolved reports whether a time of 0 means any time below the resolution.
func (c csvColumn) unresolved(s *stats.Summary) bool {
	switch {
	case c.name == "total_ns" || c.name == "wall_ns" || c.name == "self_ns" || c.name == "squares_ns2":
		return s.ResolutionOfSums > 0
	case strings.HasSuffix(c.name, "_ns"):
		return s.Resolution > 0
	}
	return false
}

func lackingColumn(name string, lacks stats.Lacks, at func(*stats.Region) any) csvColumn {
	return regionColumn(name, at).blank(func(g *stats.Region) bool { return g.Lacks&lacks != 0 })
}

// extremeColumns returns those of a smallest or largest value.
func extremeColumns(name string, of func(*stats.Region) *stats.Extreme) []csvColumn {
	nowhere := func(g *stats.Region) bool { return of(g).Rank < 0 }
	return []csvColumn{
		regionColumn(name+"_ns", func(g *stats.Region) any { return &of(g).Value }).blank(nowhere),
		regionColumn(name+"_rank", func(g *stats.Region) any { return &of(g).Rank }),
		regionColumn(name+"_track", func(g *stats.Region) any { return &of(g).Track }).blank(nowhere),
	}
}

// countColumns returns those of numbers of calls.
func countColumns() (list []csvColumn) {
	for i, c := range stats.Counts {
		list = append(list, lackingColumn(c.Key, c.Lacks, func(g *stats.Region) any { return g.Count(i) }))
	}
	return list
}

var csvColumns = slices.Concat([]csvColumn{
	{"id", func(_ *stats.Summary, i int) string { return strconv.Itoa(i) }, nil},
	regionColumn("parent", func(g *stats.Region) any { return &g.Parent }),
	{"region", func(s *stats.Summary, i int) string { return Cell(s.Regions[i].Name) }, func(_ *stats.Summary, g *stats.Region, text string) (err error) {
		g.Name, err = fromLine(text)
		return err
	}},
	{"path", csvPath, nil},
	{"environment", func(s *stats.Summary, i int) string { return Cell(s.Environments[s.Regions[i].Environment].Name) }, nil},
	{"environment_ranks", func(s *stats.Summary, i int) string { return rangeText(s.Environments[s.Regions[i].Environment].Ranks) }, nil},
	lackingColumn("level", stats.LacksSettings, func(g *stats.Region) any { return &g.Level }),
	lackingColumn("estimated", stats.LacksSettings, func(g *stats.Region) any { return &g.Estimated }),
	regionColumn("communicates", func(g *stats.Region) any { return &g.Communicates }),
	regionColumn("lacks", func(g *stats.Region) any { return &g.Lacks }),
	regionColumn("ranks", func(g *stats.Region) any { return &g.Ranks }),
	regionColumn("completed", func(g *stats.Region) any { return &g.Completed }),
	lackingColumn("tracks", stats.LacksTracks, func(g *stats.Region) any { return &g.Tracks }),
	lackingColumn("running", stats.LacksRunning, func(g *stats.Region) any { return &g.Running }),
}, countColumns(), []csvColumn{
	lackingColumn("total_ns", stats.LacksTotal, func(g *stats.Region) any { return &g.Total }),
	lackingColumn("open_ns", stats.LacksOpen, func(g *stats.Region) any { return &g.Open }),
	lackingColumn("wall_ns", stats.LacksWall, func(g *stats.Region) any { return &g.Wall }),
	lackingColumn("self_ns", stats.LacksSelf, func(g *stats.Region) any { return &g.Self }),
	lackingColumn("squares_ns2", stats.LacksDeviation, func(g *stats.Region) any { return &g.Squares }),
},
	extremeColumns("min", func(g *stats.Region) *stats.Extreme { return &g.Min }),
	extremeColumns("max", func(g *stats.Region) *stats.Extreme { return &g.Max }),
	extremeColumns("track_min", func(g *stats.Region) *stats.Extreme { return &g.TrackMin }),
	extremeColumns("track_max", func(g *stats.Region) *stats.Extreme { return &g.TrackMax }),
	extremeColumns("call_min", func(g *stats.Region) *stats.Extreme { return &g.CallMin }),
	extremeColumns("call_max", func(g *stats.Region) *stats.Extreme { return &g.CallMax }),
	extremeColumns("untimed_min", func(g *stats.Region) *stats.Extreme { return &g.UntimedMin }),
	extremeColumns("untimed_max", func(g *stats.Region) *stats.Extreme { return &g.UntimedMax }),
	[]csvColumn{
		lackingColumn("call_squares_ns2", stats.LacksCallDeviation, func(g *stats.Region) any { return &g.CallSquares }),
		derivedColumn("mean_ns", stats.FigureMean),
		derivedColumn("stddev_ns", stats.FigureDeviation),
		derivedColumn("imbalance_ns", stats.FigureImbalance),
		derivedColumn("call_mean_ns", stats.FigureCallMean),
		{name: givesBack},
		runColumn("run_size", func(s *stats.Summary) any { return &s.Size }),
		runColumn("run_ranks", func(s *stats.Summary) any { return &s.Ranks }),
		{"run_missing", func(s *stats.Summary, _ int) string { return rangeText(s.Missing) }, func(s *stats.Summary, _ *stats.Region, text string) (err error) {
			s.Missing, err = rangesOf(text)
			return err
		}},
		runOptional("run_hosts", func(s *stats.Summary) any { return &s.Hosts }),
		runOptional("run_start_ns", func(s *stats.Summary) any { return &s.Start }),
		runOptional("run_from_ns", func(s *stats.Summary) any { return &s.From }),
		runOptional("run_to_ns", func(s *stats.Summary) any { return &s.To }),
		runOptional("run_apart_ns", func(s *stats.Summary) any { return &s.Apart }),
		runOptional("run_resolution_ns", func(s *stats.Summary) any { return &s.Resolution }),
		runOptional("run_resolution_of_sums_ns", func(s *stats.Summary) any { return &s.ResolutionOfSums }),
		runText("run_source", func(s *stats.Summary) *string { return &s.Source }),
		runText("run_program", func(s *stats.Summary) *string { return &s.Program }),
	})

// givesBack is the column of Summary.Balance, which is of all regions together.
const givesBack = "gives_back_ns"

// gainsOf has a cell for each region: blank where balance gives nothing back.
func gainsOf(s *stats.Summary) []string {
	cells := make([]string, len(s.Regions))
	for i, saves := range givenBack(s) {
		cells[i] = strconv.FormatFloat(saves, 'f', 3, 64)
	}
	return cells
}

// givenBack is what balance would give back in regions, by region: between the ranks of one and between its environment and
// others. Where it is not decided in which of several regions, it is in none.
func givenBack(s *stats.Summary) map[int]float64 {
	saves := make(map[int]float64)
	for _, found := range answers.Find(s) {
		for _, f := range found.Apart() {
			if f.Kind == answers.Slow || f.Kind == answers.Between {
				saves[f.Region] += f.Saves
			}
		}
	}
	return saves
}

func runText(name string, at func(*stats.Summary) *string) csvColumn {
	return csvColumn{name, func(s *stats.Summary, _ int) string { return Cell(*at(s)) }, func(s *stats.Summary, _ *stats.Region, text string) (err error) {
		*at(s), err = fromLine(text)
		return err
	}}
}

func regionColumn(name string, at func(*stats.Region) any) csvColumn {
	return csvColumn{name, func(s *stats.Summary, i int) string { return number(at(&s.Regions[i])) },
		func(_ *stats.Summary, g *stats.Region, text string) error { return setFrom(at(g), text) }}
}

func runColumn(name string, at func(*stats.Summary) any) csvColumn {
	return csvColumn{name, func(s *stats.Summary, _ int) string { return number(at(s)) },
		func(s *stats.Summary, _ *stats.Region, text string) error { return setFrom(at(s), text) }}
}

// runOptional returns a column that is blank where it would be 0: not known.
func runOptional(name string, at func(*stats.Summary) any) csvColumn {
	c := runColumn(name, at)
	text, set := c.text, c.set
	c.text = func(s *stats.Summary, i int) string {
		if reflect.ValueOf(at(s)).Elem().IsZero() {
			return ""
		}
		return text(s, i)
	}
	c.set = func(s *stats.Summary, g *stats.Region, text string) error {
		if text == "" {
			return nil
		}
		return set(s, g, text)
	}
	return c
}

func derivedColumn(name string, of stats.FigureOf) csvColumn {
	return csvColumn{name, func(s *stats.Summary, i int) string {
		if f := s.Figure(&s.Regions[i], of); f.Known {
			return strconv.FormatFloat(f.Value, 'f', 3, 64)
		}
		return ""
	}, nil}
}

func number(at any) string {
	return fmt.Sprint(reflect.ValueOf(at).Elem().Interface())
}

func setFrom(at any, text string) (err error) {
	v := reflect.ValueOf(at).Elem()
	switch v.Kind() {
	case reflect.Bool:
		var b bool
		b, err = strconv.ParseBool(text)
		v.SetBool(b)
	case reflect.Int, reflect.Int64:
		var n int64
		n, err = strconv.ParseInt(text, 10, v.Type().Bits())
		v.SetInt(n)
	case reflect.Uint32, reflect.Uint64:
		var n uint64
		n, err = strconv.ParseUint(text, 10, v.Type().Bits())
		v.SetUint(n)
	default: // of 128 bits
		err = at.(json.Unmarshaler).UnmarshalJSON([]byte(text))
	}
	if err != nil {
		return fmt.Errorf("%.60q, expected a value of type %v", text, v.Type())
	}
	return nil
}

// Cell returns a text as a field of CSV: on one line, and not one that a spreadsheet takes for a formula.
func Cell(s string) string {
	s = oneLine(s)
	if s != "" && strings.IndexByte("=+-@", s[0]) >= 0 {
		return fmt.Sprintf(`\x%02x`, s[0]) + s[1:]
	}
	return s
}

func csvPath(s *stats.Summary, i int) string {
	var parts []string
	for _, name := range s.Path(i) {
		parts = append(parts, pathPart(name))
	}
	path := strings.Join(parts, "/")
	if path != "" && strings.IndexByte("=+-@", path[0]) >= 0 {
		return fmt.Sprintf(`\x%02x`, path[0]) + path[1:]
	}
	return path
}

// rangeText lists ranks so that the same ranges come back: 0-2,5,8-62:2, and 3-9:6 for two of them.
func rangeText(ranges []stats.Range) string {
	var b strings.Builder
	for i, s := range ranges {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%d", s.First)
		if s.Last != s.First {
			fmt.Fprintf(&b, "-%d", s.Last)
		}
		if s.Stride != 1 {
			fmt.Fprintf(&b, ":%d", s.Stride)
		}
	}
	return b.String()
}

func rangesOf(text string) ([]stats.Range, error) {
	if text == "" {
		return nil, nil
	}
	var list []stats.Range
	for part := range strings.SplitSeq(text, ",") {
		s := stats.Range{Stride: 1}
		ends, stride, strided := strings.Cut(part, ":")
		first, last, several := strings.Cut(ends, "-")
		err := setFrom(&s.First, first)
		s.Last = s.First
		if several {
			err = errors.Join(err, setFrom(&s.Last, last))
		}
		if strided {
			err = errors.Join(err, setFrom(&s.Stride, stride))
		}
		if err != nil {
			return nil, fmt.Errorf("ranks %.60q, expected as 0-2,5,8-62:2", part)
		}
		list = append(list, s)
	}
	return list, nil
}

// WriteCSV writes a row for each region, with a head. Times are nanoseconds, with all digits; texts are
// escaped as in Go. Facts about the run are in every row.
func WriteCSV(w io.Writer, s *stats.Summary) error {
	if _, err := viewOf(s); err != nil {
		return err
	}
	c := csv.NewWriter(w)
	row := make([]string, len(csvColumns))
	for at := range csvColumns {
		row[at] = csvColumns[at].name
	}
	err := c.Write(row)
	gains := gainsOf(s)
	for i := range s.Regions {
		for at := range csvColumns {
			if csvColumns[at].name == givesBack {
				row[at] = gains[i]
			} else {
				row[at] = csvColumns[at].text(s, i)
			}
		}
		err = errors.Join(err, c.Write(row))
	}
	c.Flush()
	return errors.Join(err, c.Error())
}

// ReadCSV reads a Summary as far as [WriteCSV] stores it. Columns may be in any order, with others among them; columns
// that follow from others are not read. The error matches stats.ErrFormat or stats.ErrSummary, and comes with
// everything read before it. A CSV without rows holds no run.
func ReadCSV(r io.Reader) (*stats.Summary, error) {
	c := csv.NewReader(r)
	c.ReuseRecord = true
	head, err := c.Read()
	if err != nil {
		return nil, fmt.Errorf("%w: CSV: no head: %v", stats.ErrFormat, err)
	}
	at := make(map[string]int, len(head))
	for i, name := range head {
		if _, twice := at[name]; twice {
			return nil, fmt.Errorf("%w: CSV: column %.60q stands twice", stats.ErrFormat, name)
		}
		at[strings.Clone(name)] = i
	}
	for _, column := range csvColumns {
		if _, there := at[column.name]; !there && (column.set != nil || column.name == "environment" || column.name == "environment_ranks") {
			return nil, fmt.Errorf("%w: CSV: column %q is missing", stats.ErrFormat, column.name)
		}
	}
	d := &csvReader{at: at, s: &stats.Summary{}, environments: make(map[string]int)}
	for {
		row, err := c.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return d.s, fmt.Errorf("%w: CSV: %v", stats.ErrFormat, err) // it names the line
		}
		if err = d.row(row); err != nil {
			line, _ := c.FieldPos(0)
			return d.s, fmt.Errorf("%w: CSV, line %d: %v", stats.ErrFormat, line, err)
		}
	}
	if len(d.s.Regions) == 0 {
		return nil, fmt.Errorf("%w: CSV: no region", stats.ErrFormat)
	}
	return d.s, d.s.Check()
}

type csvReader struct {
	at           map[string]int
	s            *stats.Summary
	environments map[string]int
}

func (d *csvReader) row(row []string) error {
	var g stats.Region
	for i := range csvColumns {
		column := &csvColumns[i]
		text := row[d.at[column.name]]
		if column.set == nil || len(d.s.Regions) > 0 && strings.HasPrefix(column.name, "run_") {
			continue
		}
		if err := column.set(d.s, &g, strings.Clone(text)); err != nil {
			return fmt.Errorf("column %s: %v", column.name, err)
		}
	}
	name, ranks := row[d.at["environment"]], row[d.at["environment_ranks"]]
	known := false
	if g.Environment, known = d.environments[name+"\x00"+ranks]; !known {
		environment, err := environmentOf(name, ranks)
		if err != nil {
			return err
		}
		g.Environment = len(d.s.Environments)
		d.environments[name+"\x00"+ranks] = g.Environment
		d.s.Environments = append(d.s.Environments, environment)
	}
	d.s.Regions = append(d.s.Regions, g)
	return nil
}

func environmentOf(name, ranks string) (c stats.EnvironmentSummary, err error) {
	if c.Name, err = fromLine(strings.Clone(name)); err != nil {
		return c, err
	}
	c.Ranks, err = rangesOf(strings.Clone(ranks))
	for _, s := range c.Ranks {
		if s.Stride > 0 && s.Last >= s.First {
			c.Size += (s.Last-s.First)/s.Stride + 1
		}
	}
	return c, err
}
