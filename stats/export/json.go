package export

import (
	"bufio"
	"encoding/base64"
	"io"
	"maps"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/go-hpc/timers/stats"
)

// What stands at the top of the JSON.
const (
	jsonFormat  = "mpitimer run"
	jsonVersion = 1
	balanceKey  = "balance" // follows from the summary
)

// WriteJSON writes a Run as JSON, from which [ReadJSON] makes the same again. docs/export.md has the
// schema: the names are those of the Go fields, in lower case with "_" between words.
func WriteJSON(w io.Writer, r Run) error {
	return r.write(w, layout{start: "{", comma: ",\n", end: "}\n"})
}

// write writes a Run key by key, in whichever layout.
func (r Run) write(w io.Writer, l layout) error {
	if err := r.check(); err != nil {
		return err
	}
	buffered := bufio.NewWriterSize(w, 1<<16)
	j := &jsonWriter{w: buffered, layout: l}
	j.text(l.start)
	j.key("format")
	j.b = appendText(j.b, jsonFormat)
	j.text(l.comma)
	j.key("version")
	j.b = strconv.AppendInt(j.b, jsonVersion, 10)
	if len(r.Meta) > 0 {
		j.text(l.comma)
		j.key("meta")
		j.meta(r.Meta)
	}
	if r.Summary != nil {
		j.text(l.comma)
		j.key("summary")
		j.top(reflect.ValueOf(r.Summary).Elem(), "\n  ")
		if gains := r.Summary.Balance(); len(gains) > 0 {
			j.text(l.comma)
			j.key(balanceKey)
			j.value(reflect.ValueOf(gains))
		}
	}
	if len(r.Profiles) > 0 {
		j.text(l.comma)
		j.key("profiles")
		j.profiles(r.Profiles)
	}
	j.text(l.end)
	j.flush()
	if j.err != nil {
		return j.err
	}
	return buffered.Flush()
}

// check refuses what could not be read again.
func (r Run) check() error {
	for _, p := range r.Profiles {
		if err := p.Check(); err != nil {
			return err
		}
	}
	if r.Summary == nil && len(r.Profiles) > 0 {
		return nil
	}
	_, err := r.summary()
	return err
}

// longestKey is what YAML takes before a colon without a mark: 1024 characters, escapes included.
const longestKey = 100

// layout is how the outermost levels stand. All below them is JSON.
type layout struct {
	start, comma, end string
	yaml              bool
}

// jsonWriter writes JSON by the shape of Go values. It keeps the first error.
type jsonWriter struct {
	layout
	w   io.Writer
	b   []byte
	err error
}

// key writes a key of the outermost levels.
func (j *jsonWriter) key(key string) {
	if j.yaml {
		j.text(key + ": ")
		return
	}
	j.text(`"` + key + `":`)
}

// top writes a summary or a profile: as YAML a line for each key.
func (j *jsonWriter) top(v reflect.Value, line string) {
	if !j.yaml {
		j.value(v)
		return
	}
	lacks := lacksOf(v)
	for _, f := range fieldsOf(v.Type()).list {
		at := v.FieldByIndex(f.index)
		if f.leftOut(at, lacks) {
			continue
		}
		j.text(line)
		j.key(f.key)
		if j.value(at); len(j.b) > 1<<16 {
			j.flush()
		}
	}
}

func (j *jsonWriter) profiles(list []*stats.Profile) {
	if j.yaml {
		for _, p := range list {
			j.text("\n-")
			j.top(reflect.ValueOf(p).Elem(), "\n  ")
		}
		return
	}
	before := "["
	for _, p := range list {
		j.text(before + "\n")
		j.value(reflect.ValueOf(p).Elem())
		before = ","
	}
	j.text("]")
}

func (j *jsonWriter) text(s string) { j.b = append(j.b, s...) }

func (j *jsonWriter) flush() {
	if j.err == nil {
		_, j.err = j.w.Write(j.b)
	}
	j.b = j.b[:0]
}

func (j *jsonWriter) meta(meta map[string]string) {
	before := "{"
	for _, key := range slices.Sorted(maps.Keys(meta)) {
		j.text(before)
		if j.yaml && len(key) > longestKey {
			j.text("? ")
		}
		j.b = appendText(j.b, keyText(key))
		j.text(":")
		j.b = appendExact(j.b, meta[key])
		before = ","
	}
	j.text("}")
}

var (
	uint128Type   = reflect.TypeFor[stats.Uint128]()
	int128Type    = reflect.TypeFor[stats.Int128]()
	histogramType = reflect.TypeFor[stats.Histogram]()
	extremeType   = reflect.TypeFor[stats.Extreme]()
)

func (j *jsonWriter) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		j.b = appendExact(j.b, v.String())
	case reflect.Int, reflect.Int64:
		j.b = strconv.AppendInt(j.b, v.Int(), 10)
	case reflect.Uint32, reflect.Uint64:
		j.b = strconv.AppendUint(j.b, v.Uint(), 10)
	case reflect.Float64:
		j.b = appendAnyFloat(j.b, v.Float())
	case reflect.Bool:
		j.b = strconv.AppendBool(j.b, v.Bool())
	case reflect.Slice:
		j.list(v)
	case reflect.Struct:
		j.structure(v)
	}
}

func (j *jsonWriter) structure(v reflect.Value) {
	switch v.Type() {
	case uint128Type:
		j.text(v.Interface().(stats.Uint128).String())
		return
	case int128Type:
		j.text(bigOf(v.Interface().(stats.Int128)).String())
		return
	}
	before := "{"
	lacks := lacksOf(v)
	for _, f := range fieldsOf(v.Type()).list {
		at := v.FieldByIndex(f.index)
		if f.leftOut(at, lacks) {
			continue
		}
		j.text(before)
		before = ","
		j.text(`"` + f.key + `":`)
		j.value(at)
	}
	if before == "{" {
		j.text("{")
	}
	j.text("}")
}

// list writes regions and nodes on lines of their own.
func (j *jsonWriter) list(v reflect.Value) {
	lines := v.Type().Elem().Kind() == reflect.Struct && v.Type().Elem().NumField() > 7
	j.text("[")
	for i := range v.Len() {
		if i > 0 {
			j.text(",")
		}
		if lines {
			j.text("\n")
		}
		j.value(v.Index(i))
		if len(j.b) > 1<<16 {
			j.flush()
		}
	}
	j.text("]")
}

// field is a field of a structure as it stands in JSON.
type field struct {
	key       string
	index     []int
	optional  bool // left out where it is empty or false
	histogram bool
	extreme   bool        // left out where there is none
	lacks     stats.Lacks // left out where the source lacks one of these
}

// lackedKeys are the figures of regions and nodes that a source may lack.
var lackedKeys = map[reflect.Type]map[string]stats.Lacks{
	reflect.TypeFor[stats.Region](): {
		"level": stats.LacksSettings, "estimated": stats.LacksSettings, "calls": stats.LacksCalls, "recursion": stats.LacksRecursion,
		"threads": stats.LacksThreads, "running": stats.LacksRunning, "open": stats.LacksOpen,
		"total": stats.LacksTotal, "wall": stats.LacksWall, "self": stats.LacksSelf, "squares": stats.LacksDeviation,
		"timed": stats.LacksCallDeviation, "call_squares": stats.LacksCallDeviation,
	},
	reflect.TypeFor[stats.Node](): {
		"level": stats.LacksSettings, "estimated": stats.LacksSettings, "sample": stats.LacksSettings,
		"calls": stats.LacksCalls, "recursion": stats.LacksRecursion, "running": stats.LacksRunning, "open": stats.LacksOpen,
		"total": stats.LacksTotal, "squares": stats.LacksCallDeviation,
	},
}

// lacksOf is what the source of a region or node lacks; of anything else it lacks nothing.
func lacksOf(v reflect.Value) stats.Lacks {
	if lackedKeys[v.Type()] == nil {
		return 0
	}
	return v.FieldByName("Lacks").Interface().(stats.Lacks)
}

// leftOut says whether a value of the field does not stand there.
func (f *field) leftOut(at reflect.Value, lacks stats.Lacks) bool {
	if f.lacks&lacks != 0 || f.extreme && at.Interface().(stats.Extreme).Rank < 0 {
		return true
	}
	return f.optional && at.IsZero() || at.Kind() == reflect.Slice && at.Len() == 0 || f.histogram && at.Field(1).Len() == 0
}

type fields struct {
	list  []field
	byKey map[string]int
}

var fieldCache sync.Map // of *fields by reflect.Type

// fieldsOf lists the fields of a structure, those of embedded ones as if they were its own.
func fieldsOf(t reflect.Type) *fields {
	if known, ok := fieldCache.Load(t); ok {
		return known.(*fields)
	}
	all := &fields{byKey: make(map[string]int)}
	for _, f := range reflect.VisibleFields(t) {
		if f.Anonymous {
			continue
		}
		kind := f.Type.Kind()
		all.byKey[snake(f.Name)] = len(all.list)
		all.list = append(all.list, field{
			key: snake(f.Name), index: f.Index, histogram: f.Type == histogramType,
			extreme: f.Type == extremeType, lacks: lackedKeys[t][snake(f.Name)],
			optional: kind == reflect.Slice || kind == reflect.Bool || f.Type == histogramType || f.Tag.Get("json") == ",omitzero",
		})
	}
	fieldCache.Store(t, all)
	return all
}

// snake turns CallMin into call_min, and PID into pid.
func snake(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if i > 0 && unicode.IsUpper(r) && unicode.IsLower(runes[i-1]) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// appendExact appends a text so that it comes back byte for byte: what is not UTF-8 as an object.
func appendExact(b []byte, s string) []byte {
	if utf8.ValidString(s) {
		return appendText(b, s)
	}
	b = append(b, `{"base64":"`...)
	b = base64.StdEncoding.AppendEncode(b, []byte(s))
	return append(b, `"}`...)
}

// Keys are always texts, so those that are not UTF-8, and those that begin as these do, have a prefix.
const base64Key = "base64:"

func keyText(s string) string {
	if utf8.ValidString(s) && !strings.HasPrefix(s, base64Key) {
		return s
	}
	return base64Key + base64.StdEncoding.EncodeToString([]byte(s))
}

// appendAnyFloat appends a number; those that JSON has not are texts.
func appendAnyFloat(b []byte, v float64) []byte {
	switch {
	case math.IsNaN(v):
		return append(b, `"NaN"`...)
	case math.IsInf(v, 1):
		return append(b, `"+Inf"`...)
	case math.IsInf(v, -1):
		return append(b, `"-Inf"`...)
	}
	return strconv.AppendFloat(b, v, 'g', -1, 64)
}

func bigOf(v stats.Int128) *big.Int {
	b := new(big.Int).Lsh(big.NewInt(v.Hi), 64)
	return b.Add(b, new(big.Int).SetUint64(v.Lo))
}
