package mpitimer

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

// Every field of the configuration of rank 0 comes to the other ranks.
func TestSharedReadAgain(t *testing.T) {
	want := shared{config: DefaultConfig(), run: "model-20260102-030405-0123456789abcdef", asked: true, problem: "mpitimer: a\nmpitimer: b\t\\"}
	for _, section := range []any{&want.config.Timing, &want.config.Output} {
		v := reflect.ValueOf(section).Elem()
		for i := range v.NumField() {
			switch f := v.Field(i); f.Interface().(type) {
			case bool:
				f.SetBool(!f.Bool())
			case int:
				f.SetInt(f.Int() + 7)
			case float64:
				f.SetFloat(0.1 + 0.2)
			case string:
				f.SetString(f.String() + " a=b\tc\\\r\n\xff ")
			case time.Duration:
				f.SetInt(f.Int() + 1234567891234)
			default:
				t.Fatalf("%s: a type that the test does not know", v.Type().Field(i).Name)
			}
		}
	}
	got, err := decodeShared(want.encode())
	if err != nil || !reflect.DeepEqual(*got, want) {
		t.Errorf("got  %+v, %v\nwant %+v", *got, err, want)
	}
}

func TestSharedFaults(t *testing.T) {
	for text, want := range map[string]string{
		"Level=x\n":      `line 1: Level: Level is "x", expected an integer`,
		"run=a\nLevel=1": `line 2: "Level=1", expected KEY=value`,
	} {
		if _, err := decodeShared([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
