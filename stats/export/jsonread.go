package export

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/go-hpc/timers/stats"
)

// ReadJSON reads a Run written by [WriteJSON]. The error matches stats.ErrFormat, stats.ErrVersion, stats.ErrSummary or
// stats.ErrProfile, and comes with everything read before it.
func ReadJSON(r io.Reader) (Run, error) {
	j := &jsonReader{d: json.NewDecoder(r)}
	j.d.UseNumber()
	var run Run
	err := j.document(&run)
	return run, err
}

// jsonReader reads JSON. It refuses what has no place in the result, and requires everything that WriteJSON never
// leaves out; so a small text cannot expand to large values.
type jsonReader struct {
	d *json.Decoder
}

func (j *jsonReader) fail(format string, args ...any) error {
	return fmt.Errorf("%w: JSON, byte %d: %s", stats.ErrFormat, j.d.InputOffset(), fmt.Sprintf(format, args...))
}

func (j *jsonReader) token() (json.Token, error) {
	t, err := j.d.Token()
	if err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, j.fail("%v", err)
	}
	return t, nil
}

func (j *jsonReader) open(delim json.Delim, what string) error {
	t, err := j.token()
	if err == nil && t != delim {
		err = j.fail("%s: %.60s, expected %q", what, fmt.Sprint(t), string(delim))
	}
	return err
}

func (j *jsonReader) document(run *Run) error {
	if err := j.open('{', "run"); err != nil {
		return err
	}
	if err := j.head(); err != nil {
		return err
	}
	seen := make(map[string]bool)
	for j.d.More() {
		key, err := j.key(seen)
		if err != nil {
			return err
		}
		switch key {
		case "meta":
			err = j.meta(run)
		case "summary":
			run.Summary, err = j.summary()
		case "profiles":
			err = j.profiles(run)
		case findingsKey, balanceKey:
			var list []finding
			_, err = j.value(&list, key)
		case efficienciesKey:
			var list []efficient
			_, err = j.value(&list, key)
		default:
			err = j.fail("key %.60q has no place in a run", key)
		}
		if err != nil {
			return err
		}
	}
	if _, err := j.token(); err != nil {
		return err
	}
	if _, err := j.d.Token(); !errors.Is(err, io.EOF) {
		return j.fail("something stands behind the run")
	}
	if run.Summary == nil && len(run.Profiles) == 0 {
		return j.fail("the run has neither a summary nor profiles")
	}
	return nil
}

// head reads the format and its version, which stand first.
func (j *jsonReader) head() error {
	for _, want := range []string{"format", "version"} {
		key, err := j.token()
		if err != nil {
			return err
		}
		if key != want {
			return j.fail("%.60q, expected the key %q of a run", fmt.Sprint(key), want)
		}
		value, err := j.token()
		if err != nil {
			return err
		}
		switch {
		case want == "format" && value != jsonFormat:
			return j.fail("format is %.60q, expected %q", fmt.Sprint(value), jsonFormat)
		case want == "version" && value != json.Number(strconv.Itoa(jsonVersion)):
			return fmt.Errorf("%w %.60q of a run as JSON, this program reads version %d", stats.ErrVersion, fmt.Sprint(value), jsonVersion)
		}
	}
	return nil
}

// key reads a key, which stands once.
func (j *jsonReader) key(seen map[string]bool) (string, error) {
	t, err := j.token()
	if err != nil {
		return "", err
	}
	key, _ := t.(string)
	if seen[key] {
		return "", j.fail("key %.60q stands twice", key)
	}
	seen[key] = true
	return key, nil
}

func (j *jsonReader) summary() (*stats.Summary, error) {
	s := new(stats.Summary)
	in := jsonSummary{Summary: s}
	absent, err := j.value(&in, "summary")
	if err != nil {
		return nil, err
	}
	for _, c := range in.Clocks {
		s.Clocks = append(s.Clocks, stats.ClockSummary{Name: c.Name, Ranks: c.Ranks, Resolution: float64(c.Resolution), PairCost: float64(c.PairCost), Drift: float64(c.Drift)})
	}
	for _, a := range absent {
		reflect.ValueOf(&s.Regions[a.region]).Elem().FieldByIndex(a.field).Set(reflect.ValueOf(stats.Extreme{Rank: -1}))
	}
	if err := j.texts(func(do func(*string)) { summaryTexts(s, do) }); err != nil {
		return nil, err
	}
	if err := s.Check(); err != nil {
		return nil, err
	}
	return s, nil
}

func (j *jsonReader) profiles(run *Run) error {
	if err := j.open('[', "profiles"); err != nil {
		return err
	}
	for j.d.More() {
		p := new(stats.Profile)
		in := jsonProfile{Profile: p}
		if _, err := j.value(&in, fmt.Sprintf("profiles[%d]", len(run.Profiles))); err != nil {
			return err
		}
		p.Clock = stats.Clock{Name: in.Clock.Name, Hz: float64(in.Clock.Hz), Resolution: float64(in.Clock.Resolution), PairCost: float64(in.Clock.PairCost), Drift: float64(in.Clock.Drift)}
		if err := j.texts(func(do func(*string)) { profileTexts(p, do) }); err != nil {
			return err
		}
		if err := p.Check(); err != nil {
			return err
		}
		run.Profiles = append(run.Profiles, p)
	}
	_, err := j.token()
	return err
}

func (j *jsonReader) meta(run *Run) error {
	var in map[string]string
	if _, err := j.value(&in, "meta"); err != nil {
		return err
	}
	run.Meta = make(map[string]string, len(in))
	for key, value := range in {
		if err := j.texts(func(do func(*string)) { do(&key); do(&value) }); err != nil {
			return err
		}
		run.Meta[key] = value
	}
	return nil
}

// texts turns texts back that JSON cannot have.
func (j *jsonReader) texts(all func(do func(*string))) (err error) {
	all(func(text *string) {
		var bad error
		if *text, bad = unarmoured(*text); bad != nil && err == nil {
			err = j.fail("%v", bad)
		}
	})
	return err
}

// value reads a value, and notes regions that have no extremes.
func (j *jsonReader) value(into any, where string) ([]absence, error) {
	var raw json.RawMessage
	if err := j.d.Decode(&raw); err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, j.fail("%s: %v", where, err)
	}
	from := j.d.InputOffset() - int64(len(raw))
	s := strict{b: raw, from: from, path: []string{where}}
	if err := s.value(reflect.TypeOf(into).Elem()); err != nil {
		return nil, err
	}
	err := json.Unmarshal(raw, into)
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		field := strings.TrimPrefix(strings.TrimPrefix(wrong.Field, "Summary."), "Profile.") // which they embed
		return nil, fmt.Errorf("%w: JSON, byte %d: %s.%s: %.60s, expected a value of type %v", stats.ErrFormat, from+wrong.Offset, where,
			field, strings.TrimPrefix(wrong.Value, "number "), wrong.Type)
	}
	if err != nil {
		return nil, j.fail("%s: %v", where, err)
	}
	return s.absent, nil
}

// fields is the keys of a structure.
type fields struct {
	list  []field
	byKey map[string]int
}

type field struct {
	key      string
	index    []int
	typ      reflect.Type
	optional bool // may be left out
}

var fieldCache sync.Map // of *fields by reflect.Type

// fieldsOf lists the fields of a structure, those of embedded ones as if they were its own.
func fieldsOf(t reflect.Type) *fields {
	if known, ok := fieldCache.Load(t); ok {
		return known.(*fields)
	}
	all := &fields{byKey: make(map[string]int)}
	for _, f := range reflect.VisibleFields(t) {
		if key, options, _ := strings.Cut(f.Tag.Get("json"), ","); key != "" {
			all.byKey[key] = len(all.list)
			all.list = append(all.list, field{key, f.Index, f.Type, options != ""})
		}
	}
	fieldCache.Store(t, all)
	return all
}

// absence is a smallest or largest value that a region does not have.
type absence struct {
	region int
	field  []int
}

// strict goes over JSON that is well-formed and finds what encoding/json lets pass: keys that are unknown, stand
// twice or are missing, and null.
type strict struct {
	b    []byte
	at   int
	from int64 // of b in the file
	path []string

	regions int // so far
	absent  []absence
}

func (s *strict) fail(format string, args ...any) error {
	return fmt.Errorf("%w: JSON, byte %d: %s: %s", stats.ErrFormat, s.from+int64(s.at), strings.Join(s.path, "."), fmt.Sprintf(format, args...))
}

// next returns the next byte that is no blank.
func (s *strict) next() byte {
	for s.b[s.at] == ' ' || s.b[s.at] == '\n' || s.b[s.at] == '\t' || s.b[s.at] == '\r' {
		s.at++
	}
	return s.b[s.at]
}

// text skips a text, and returns what is between its quotes.
func (s *strict) text() []byte {
	s.at++
	from := s.at
	for ; s.b[s.at] != '"'; s.at++ {
		if s.b[s.at] == '\\' {
			s.at++
		}
	}
	s.at++
	return s.b[from : s.at-1]
}

// value goes over a value of a type; of none, or another one, it looks at nothing.
func (s *strict) value(t reflect.Type) error {
	switch s.next() {
	case '{':
		return s.object(t)
	case '[':
		var part reflect.Type
		if t != nil && t.Kind() == reflect.Slice {
			part = t.Elem()
		}
		for s.at++; s.next() != ']'; {
			if err := s.value(part); err != nil {
				return err
			}
			if s.next() == ',' {
				s.at++
			}
		}
		s.at++
	case '"':
		s.text()
	case 'n':
		return s.fail("null, expected a value")
	default:
		for s.at < len(s.b) && !strings.ContainsRune(" \n\t\r,]}", rune(s.b[s.at])) {
			s.at++
		}
	}
	return nil
}

func (s *strict) object(t reflect.Type) error {
	var all *fields
	if t != nil && t.Kind() == reflect.Struct {
		all = fieldsOf(t)
	}
	var seen uint64 // no structure has more than 64 fields
	var keys map[string]bool
	var without stats.Lacks
	for s.at++; s.next() != '}'; {
		key, part, at := s.text(), reflect.Type(nil), -1
		switch {
		case all != nil:
			i, known := all.byKey[string(key)]
			if !known || seen&(1<<i) != 0 {
				return s.fail("key %.60q has no place there, or stands twice", key)
			}
			seen |= 1 << i
			part, at = all.list[i].typ, i
		case t != nil && t.Kind() == reflect.Map:
			if keys[string(key)] {
				return s.fail("key %.60q stands twice", key)
			}
			if keys == nil {
				keys = make(map[string]bool)
			}
			keys[string(key)] = true
		}
		s.next()
		s.at++ // the colon
		s.next()
		from := s.at
		if s.path = append(s.path, string(key)); at >= 0 {
			s.path[len(s.path)-1] = all.list[at].key
		}
		if err := s.value(part); err != nil {
			return err
		}
		s.path = s.path[:len(s.path)-1]
		if string(key) == "lacks" {
			l, _ := strconv.ParseUint(string(s.b[from:s.at]), 10, 32)
			without = stats.Lacks(l)
		}
		if s.next() == ',' {
			s.at++
			s.next()
		}
	}
	s.at++
	if all == nil {
		return nil
	}
	return s.missing(t, all, seen, without)
}

var (
	regionType  = reflect.TypeFor[stats.Region]()
	extremeType = reflect.TypeFor[stats.Extreme]()
)

// missing looks for keys that should be present and are not.
func (s *strict) missing(t reflect.Type, all *fields, seen uint64, without stats.Lacks) error {
	for i, f := range all.list {
		switch {
		case seen&(1<<i) != 0:
		case t == regionType && f.typ == extremeType:
			s.absent = append(s.absent, absence{s.regions, f.index})
		case !f.optional && !lacks(f.key, without, t != regionType):
			return s.fail("key %q is missing", f.key)
		}
	}
	if t == regionType {
		s.regions++
	}
	return nil
}

// keysOf goes over the keys of an object as encoding/json writes it, and their values.
func keysOf(b []byte, do func(key string, value []byte)) {
	s := strict{b: b}
	for s.at = 1; s.next() != '}'; {
		key := string(s.text())
		s.at++ // the colon
		from := s.at
		_ = s.value(nil) // fails for null, which is not written
		do(key, b[from:s.at])
		if s.next() == ',' {
			s.at++
		}
	}
}
