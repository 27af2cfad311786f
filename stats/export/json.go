package export

import (
	"bufio"
	"bytes"
	"encoding"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-hpc/timers/stats"
)

// What stands at the top of the JSON.
const (
	jsonFormat  = "mpitimer run"
	jsonVersion = 1
	findingsKey = "findings" // follow from the summary
	balanceKey  = "balance"  // in their place in files of before

	efficienciesKey = "efficiencies" // follow from it, too
)

// jsonSummary is a Summary in JSON: texts replace numbers that JSON does not have.
type jsonSummary struct {
	*stats.Summary
	Clocks []jsonClockSummary `json:"clocks,omitempty"`
}

// jsonProfile is a Profile in JSON.
type jsonProfile struct {
	*stats.Profile
	Clock jsonClock `json:"clock"`
}

type jsonClockSummary struct {
	Name       string   `json:"name"`
	Ranks      int      `json:"ranks"`
	Resolution anyFloat `json:"resolution,omitzero"`
	PairCost   anyFloat `json:"pair_cost,omitzero"`
	Drift      anyFloat `json:"drift,omitzero"`
}

type jsonClock struct {
	Name       string   `json:"name"`
	Hz         anyFloat `json:"hz,omitzero"`
	Resolution anyFloat `json:"resolution,omitzero"`
	PairCost   anyFloat `json:"pair_cost,omitzero"`
	Drift      anyFloat `json:"drift,omitzero"`
}

// lacked is the figures of regions and nodes that a source may lack: then they are left out.
var lacked = map[string]stats.Lacks{
	"level": stats.LacksSettings, "estimated": stats.LacksSettings, "sample": stats.LacksSettings,
	"tracks":  stats.LacksTracks,
	"running": stats.LacksRunning, "open": stats.LacksOpen, "total": stats.LacksTotal, "wall": stats.LacksWall, "self": stats.LacksSelf,
	"call_squares": stats.LacksCallDeviation,
}

func init() {
	for _, c := range stats.Counts {
		lacked[c.Key] = c.Lacks
	}
}

// lacks reports whether a source that lacks some figures leaves out a key. A node has the squares of its
// calls, a region those of its ranks.
func lacks(key string, l stats.Lacks, node bool) bool {
	if key == "squares" {
		return node && l&stats.LacksCallDeviation != 0 || !node && l&stats.LacksDeviation != 0
	}
	return (key != "timed" || !node) && l&lacked[key] != 0
}

// anyFloat is a number, or a text if JSON does not have it.
type anyFloat float64

func (v anyFloat) MarshalJSON() ([]byte, error) {
	if f := float64(v); math.IsNaN(f) || math.IsInf(f, 0) {
		return strconv.AppendQuote(nil, strconv.FormatFloat(f, 'g', -1, 64)), nil
	}
	return strconv.AppendFloat(nil, float64(v), 'g', -1, 64), nil
}

func (v *anyFloat) UnmarshalJSON(text []byte) error {
	switch string(text) {
	case `"NaN"`, `"+Inf"`, `"-Inf"`:
		text = text[1 : len(text)-1]
	}
	f, err := strconv.ParseFloat(string(text), 64)
	if *v = anyFloat(f); err != nil {
		return fmt.Errorf("%.60s, expected a number", text)
	}
	return nil
}

// WriteJSON writes a Run as JSON, from which [ReadJSON] makes the same again. docs/export.md has the
// schema: the names are those of the Go fields, in lower case with "_" between words.
func WriteJSON(w io.Writer, r Run) error { return r.write(w, false) }

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

// write writes a Run as JSON or, key by key, as YAML.
func (r Run) write(w io.Writer, yaml bool) error {
	if err := r.check(); err != nil {
		return err
	}
	j := &jsonWriter{w: bufio.NewWriterSize(w, 1<<16), yaml: yaml}
	j.e = json.NewEncoder(&j.b)
	j.e.SetEscapeHTML(false)
	j.key("{", "format")
	j.value(jsonFormat)
	j.key(",\n", "version")
	j.value(jsonVersion)
	if len(r.Meta) > 0 {
		meta := make(map[string]string, len(r.Meta))
		for key, value := range r.Meta {
			meta[armoured(key)] = armoured(value)
		}
		j.key(",\n", "meta")
		j.object(meta, "\n  ", `"`)
		j.end("}")
	}
	if r.Summary != nil {
		j.key(",\n", "summary")
		j.summary(r.Summary)
		j.key(",\n", findingsKey)
		j.value(said(r.Summary, r.Steps))
		if list := efficiencies(r); len(list) > 0 {
			j.key(",\n", efficienciesKey)
			j.value(list)
		}
	}
	if len(r.Profiles) > 0 {
		j.key(",\n", "profiles")
		for i, p := range r.Profiles {
			j.item(i)
			j.profile(p)
		}
		j.end("]")
	}
	j.end("}")
	if yaml {
		j.text("\n" + yamlEnd)
	}
	if j.text("\n"); j.err != nil {
		return j.err
	}
	return j.w.Flush()
}

// jsonWriter writes values one after the other. It keeps the first error; that of writing is kept by w.
type jsonWriter struct {
	w    *bufio.Writer
	yaml bool
	b    bytes.Buffer
	e    *json.Encoder
	err  error
}

func (j *jsonWriter) text(s string) { j.w.WriteString(s) }

func (j *jsonWriter) fail(err error) {
	if j.err == nil {
		j.err = err
	}
}

// end ends an object or a list, which YAML needs no sign for.
func (j *jsonWriter) end(s string) {
	if !j.yaml {
		j.text(s)
	}
}

// key begins a value of the run.
func (j *jsonWriter) key(before, key string) {
	if j.yaml {
		j.text(strings.Trim(before, "{,") + key + ":")
		return
	}
	j.text(before + `"` + key + `":`)
}

// item begins the next value of a list.
func (j *jsonWriter) item(i int) {
	switch {
	case j.yaml:
	case i == 0:
		j.text("[\n")
	default:
		j.text(",\n")
	}
}

// encoded returns the JSON of a value, until the next one.
func (j *jsonWriter) encoded(v any) []byte {
	j.b.Reset()
	if err := j.e.Encode(v); err != nil {
		j.fail(err)
		return []byte("{}")
	}
	return yamlSafe(bytes.TrimSuffix(j.b.Bytes(), []byte("\n")))
}

func (j *jsonWriter) value(v any) {
	if j.yaml {
		j.text(" ")
	}
	j.w.Write(j.encoded(v))
}

// object writes an object up to its end: as YAML a line for each key, with quote around it.
func (j *jsonWriter) object(v any, first, quote string) {
	b := j.encoded(v)
	if !j.yaml {
		j.w.Write(b[:len(b)-1])
		return
	}
	keysOf(b, func(key string, member []byte) {
		j.text(first)
		if first = "\n  "; len(key) > longestKey {
			j.text("? " + quote + key + quote + first + ": ")
		} else {
			j.text(quote + key + quote + ": ")
		}
		j.w.Write(member)
	})
}

// list begins the last key of an object, whose values stand on lines of their own.
func (j *jsonWriter) list(key string, n int, at func(i int) []byte) {
	if n == 0 {
		return
	}
	if j.yaml {
		j.text("\n  " + key + ":")
	} else {
		j.text(`,"` + key + `":`)
	}
	for i := range n {
		if j.item(i); j.yaml {
			j.text("\n  - ")
		}
		j.w.Write(at(i))
	}
	j.end("]")
}

func (j *jsonWriter) summary(s *stats.Summary) {
	s, err := writable(s, summaryTexts)
	j.fail(err)
	head := *s
	head.Regions = nil
	out := jsonSummary{Summary: &head}
	for _, c := range s.Clocks {
		out.Clocks = append(out.Clocks, jsonClockSummary{c.Name, c.Ranks, anyFloat(c.Resolution), anyFloat(c.PairCost), anyFloat(c.Drift)})
	}
	j.object(out, "\n  ", "")
	j.list("regions", len(s.Regions), func(i int) []byte { return without(j.encoded(&s.Regions[i]), s.Regions[i].Lacks, false) })
	j.end("}")
}

func (j *jsonWriter) profile(p *stats.Profile) {
	p, err := writable(p, profileTexts)
	j.fail(err)
	head := *p
	head.Nodes = nil
	c := p.Clock
	j.object(jsonProfile{&head, jsonClock{c.Name, anyFloat(c.Hz), anyFloat(c.Resolution), anyFloat(c.PairCost), anyFloat(c.Drift)}}, "\n- ", "")
	j.list("nodes", len(p.Nodes), func(i int) []byte { return without(j.encoded(&p.Nodes[i]), p.Nodes[i].Lacks, true) })
	j.end("}")
}

// without leaves out the figures of a region or a node that its source lacks.
func without(b []byte, l stats.Lacks, node bool) []byte {
	if l == 0 {
		return b
	}
	out := []byte("{")
	keysOf(b, func(key string, member []byte) {
		if !lacks(key, l, node) {
			if len(out) > 1 {
				out = append(out, ',')
			}
			out = append(append(append(append(out, '"'), key...), `":`...), member...)
		}
	})
	return append(out, '}')
}

// Texts that are not UTF-8 stand as base64 with a mark, and so do those that begin like it.
const base64Mark = "base64:"

func armoured(s string) string {
	if utf8.ValidString(s) && !strings.HasPrefix(s, base64Mark) {
		return s
	}
	return base64Mark + base64.StdEncoding.EncodeToString([]byte(s))
}

func unarmoured(s string) (string, error) {
	encoded, is := strings.CutPrefix(s, base64Mark)
	if !is {
		return s, nil
	}
	b, err := base64.StdEncoding.DecodeString(encoded)
	return string(b), err
}

// copyable is what can be copied: a summary or a profile.
type copyable[T any] interface {
	*T
	encoding.BinaryMarshaler
	encoding.BinaryUnmarshaler
}

// writable is a summary or a profile whose texts can stand in JSON.
func writable[T any, P copyable[T]](p P, texts func(P, func(*string))) (P, error) {
	odd := false
	texts(p, func(text *string) { odd = odd || armoured(*text) != *text })
	if !odd {
		return p, nil
	}
	c := P(new(T))
	b, err := p.MarshalBinary()
	if err == nil {
		err = c.UnmarshalBinary(b)
	}
	texts(c, func(text *string) { *text = armoured(*text) })
	return c, err
}

// summaryTexts goes over the texts of a summary.
func summaryTexts(s *stats.Summary, do func(*string)) {
	do(&s.Program)
	do(&s.Source)
	for i := range s.Clocks {
		do(&s.Clocks[i].Name)
	}
	for i := range s.Environments {
		do(&s.Environments[i].Name)
	}
	for i := range s.Regions {
		do(&s.Regions[i].Name)
	}
	for i := range s.Warnings {
		warningTexts(&s.Warnings[i].Warning, do)
	}
	counterTexts(s.Counters, do)
}

func profileTexts(p *stats.Profile, do func(*string)) {
	for _, text := range []*string{&p.Host, &p.Program, &p.Source, &p.Clock.Name} {
		do(text)
	}
	for i := range p.Environments {
		do(&p.Environments[i].Name)
	}
	for i := range p.Tracks {
		do(&p.Tracks[i])
	}
	for i := range p.Nodes {
		do(&p.Nodes[i].Name)
	}
	for i := range p.Warnings {
		warningTexts(&p.Warnings[i], do)
	}
	counterTexts(p.Counters, do)
}

func warningTexts(w *stats.Warning, do func(*string)) {
	do(&w.Kind)
	do(&w.Path)
	do(&w.Caller)
}

func counterTexts(list []stats.Counter, do func(*string)) {
	for i := range list {
		do(&list[i].Name)
		do(&list[i].Unit)
		do(&list[i].Domain)
	}
}
