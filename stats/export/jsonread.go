package export

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/stats"
)

// ReadJSON reads a Run that [WriteJSON] has written. The error matches stats.ErrFormat, stats.ErrVersion,
// stats.ErrSummary or stats.ErrProfile; what was read before it is returned with it.
func ReadJSON(r io.Reader) (Run, error) {
	j := &jsonReader{d: json.NewDecoder(r)}
	j.d.UseNumber()
	var run Run
	err := j.document(&run)
	return run, err
}

// jsonReader reads JSON into Go values by their shape. Nothing may be there that has no place in them, and
// nothing may be missing that WriteJSON never leaves out; so a small text cannot stand for large values.
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
			var s stats.Summary
			if err = j.value(reflect.ValueOf(&s).Elem(), key); err == nil {
				err = s.Check()
			}
			if err == nil {
				run.Summary = &s
			}
		case "profiles":
			err = j.profiles(run)
		case balanceKey:
			var gains []stats.Gain
			err = j.value(reflect.ValueOf(&gains).Elem(), key)
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

func (j *jsonReader) profiles(run *Run) error {
	if err := j.open('[', "profiles"); err != nil {
		return err
	}
	for j.d.More() {
		var p stats.Profile
		if err := j.value(reflect.ValueOf(&p).Elem(), fmt.Sprintf("profiles[%d]", len(run.Profiles))); err != nil {
			return err
		}
		if err := p.Check(); err != nil {
			return err
		}
		run.Profiles = append(run.Profiles, &p)
	}
	_, err := j.token()
	return err
}

func (j *jsonReader) meta(run *Run) error {
	if err := j.open('{', "meta"); err != nil {
		return err
	}
	seen := make(map[string]bool)
	for j.d.More() {
		key, err := j.key(seen)
		if err != nil {
			return err
		}
		if encoded, is := strings.CutPrefix(key, base64Key); is {
			bytes, err := base64.StdEncoding.DecodeString(encoded)
			if err != nil {
				return j.fail("meta: %v", err)
			}
			key = string(bytes)
		}
		var value string
		if err := j.value(reflect.ValueOf(&value).Elem(), "meta"); err != nil {
			return err
		}
		if run.Meta == nil {
			run.Meta = make(map[string]string)
		}
		run.Meta[key] = value
	}
	_, err := j.token()
	return err
}

func (j *jsonReader) value(v reflect.Value, where string) error {
	switch v.Kind() {
	case reflect.Slice:
		return j.list(v, where)
	case reflect.Struct:
		if v.Type() != uint128Type && v.Type() != int128Type {
			return j.structure(v, where)
		}
	}
	t, err := j.token()
	if err != nil {
		return err
	}
	ok := false
	switch t := t.(type) {
	case json.Number:
		ok = setNumber(v, string(t))
	case bool:
		if ok = v.Kind() == reflect.Bool; ok {
			v.SetBool(t)
		}
	case string:
		ok = setText(v, t)
	case json.Delim:
		if t == '{' && v.Kind() == reflect.String {
			return j.bytes(v, where)
		}
	}
	if !ok {
		return j.fail("%s: %.60s, expected a value of type %s", where, fmt.Sprint(t), kindName(v))
	}
	return nil
}

func kindName(v reflect.Value) string {
	switch v.Type() {
	case uint128Type:
		return "unsigned integer of 128 bits"
	case int128Type:
		return "integer of 128 bits"
	}
	return v.Kind().String()
}

// bytes reads what stands for a text that is not UTF-8.
func (j *jsonReader) bytes(v reflect.Value, where string) error {
	key, err := j.token()
	if err != nil {
		return err
	}
	value, err := j.token()
	if err != nil {
		return err
	}
	text, is := value.(string)
	decoded, bad := base64.StdEncoding.DecodeString(text)
	if key != "base64" || !is || bad != nil {
		return j.fail(`%s: %.60s, expected a text or {"base64": …}`, where, fmt.Sprint(key))
	}
	end, err := j.token()
	if err == nil && end != json.Delim('}') {
		err = j.fail("%s: something stands behind base64", where)
	}
	v.SetString(string(decoded))
	return err
}

func (j *jsonReader) list(v reflect.Value, where string) error {
	if err := j.open('[', where); err != nil {
		return err
	}
	for i := 0; j.d.More(); i++ {
		if v.Len() == v.Cap() {
			v.Grow(1)
		}
		v.SetLen(i + 1)
		v.Index(i).SetZero()
		if err := j.value(v.Index(i), where+"["+strconv.Itoa(i)+"]"); err != nil {
			return err
		}
	}
	_, err := j.token()
	return err
}

func (j *jsonReader) structure(v reflect.Value, where string) error {
	if err := j.open('{', where); err != nil {
		return err
	}
	all := fieldsOf(v.Type())
	seen := make([]bool, len(all.list))
	for j.d.More() {
		t, err := j.token()
		if err != nil {
			return err
		}
		key, _ := t.(string)
		at, known := all.byKey[key]
		if !known || seen[at] {
			return j.fail("%s: key %.60q has no place there, or stands twice", where, key)
		}
		seen[at] = true
		if err := j.value(v.FieldByIndex(all.list[at].index), where+"."+key); err != nil {
			return err
		}
	}
	for i, f := range all.list {
		switch {
		case seen[i] || f.optional || f.lacks&lacksOf(v) != 0:
		case f.extreme:
			v.FieldByIndex(f.index).Set(reflect.ValueOf(stats.Extreme{Rank: -1}))
		default:
			return j.fail("%s: key %q is missing", where, f.key)
		}
	}
	_, err := j.token()
	return err
}

func setText(v reflect.Value, s string) bool {
	switch v.Kind() {
	case reflect.String:
		v.SetString(s)
		return true
	case reflect.Float64:
		if s == "NaN" || s == "+Inf" || s == "-Inf" {
			f, _ := strconv.ParseFloat(s, 64)
			v.SetFloat(f)
			return true
		}
	}
	return false
}

// mostDigits are those of the largest integer there is, 2¹²⁸ − 1, and a sign.
const mostDigits = 40

func setNumber(v reflect.Value, s string) bool {
	var err error
	switch v.Kind() {
	case reflect.Int, reflect.Int64:
		var n int64
		n, err = strconv.ParseInt(s, 10, v.Type().Bits())
		v.SetInt(n)
	case reflect.Uint32, reflect.Uint64:
		var n uint64
		n, err = strconv.ParseUint(s, 10, v.Type().Bits())
		v.SetUint(n)
	case reflect.Float64:
		var f float64
		f, err = strconv.ParseFloat(s, 64)
		v.SetFloat(f)
	case reflect.Struct:
		return setWide(v, s)
	default:
		return false
	}
	return err == nil
}

func setWide(v reflect.Value, s string) bool {
	if len(s) > mostDigits {
		return false
	}
	n, ok := new(big.Int).SetString(s, 10)
	if !ok {
		return false
	}
	lo := new(big.Int).And(n, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
	hi := new(big.Int).Rsh(n, 64)
	switch v.Type() {
	case uint128Type:
		v.Set(reflect.ValueOf(stats.Uint128{Hi: hi.Uint64(), Lo: lo}))
		return hi.IsUint64()
	case int128Type:
		v.Set(reflect.ValueOf(stats.Int128{Hi: hi.Int64(), Lo: lo}))
		return hi.IsInt64()
	}
	return false
}
