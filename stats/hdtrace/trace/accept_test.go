package trace

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/hdtest"
)

// betterThanJava is what our reader makes of files with which the Java reader does not do what was meant:
// it takes nested states for data of the first element of the state that contains them.
var betterThanJava = map[string]string{
	"12_nested_before_with_data_child.trc": `OK n=1 STATE:S@1247806573.900000000..1247806574.500000000{nested 1}{data [<For rid="1"></For>]}`,
	"14_nested_inside_before_data.trc":     `OK n=1 STATE:S@1247806573.900000000..1247806574.500000000{nested 1}{data [<For rid="1"></For>]}`,
}

func TestTraceVerdicts(t *testing.T) {
	folder := filepath.Join(hdtest.RealData(t), "acceptance", "trc-rel")
	seen := 0
	for _, line := range strings.Split(string(hdtest.ReadFile(t, filepath.Join(folder, "RESULTS.tsv"))), "\n") {
		fields := strings.Split(line, "\t")
		if filepath.Ext(fields[0]) != ".trc" {
			continue
		}
		seen++
		t.Run(fields[0], func(t *testing.T) {
			want := fields[1]
			if better, ok := betterThanJava[fields[0]]; ok {
				want = better
			}
			_, list, err := readTrace(hdtest.ReadFile(t, filepath.Join(folder, fields[0])), hdtrace.ReadOptions{Name: fields[0]})
			hdtest.CheckVerdict(t, want, verdictOf(list), err)
		})
	}
	if seen < 18 {
		t.Errorf("only %d files", seen)
	}
}

// verdictOf writes the outermost records as the table has them.
func verdictOf(list []*Record) []string {
	var verdict []string
	inside := 0
	for _, r := range list {
		switch r.Depth {
		case 1:
			inside++
		case 0:
			text := fmt.Sprintf("%s:%s@%v..%v", strings.ToUpper(r.Kind.String()), r.Name, r.Start, r.End)
			if inside > 0 {
				text += fmt.Sprintf("{nested %d}", inside)
			}
			if len(r.Elements) > 0 {
				text += "{data " + javaElements(r.Elements) + "}"
			}
			verdict = append(verdict, text)
			inside = 0
		}
	}
	return verdict
}

func javaElements(list []hdtrace.Element) string {
	var texts []string
	for i := range list {
		e := &list[i]
		text := "<" + e.Name
		for _, a := range e.Attributes {
			text += fmt.Sprintf(` %s="%s"`, a.Name, a.Value)
		}
		text += ">" + e.Text
		if len(e.Elements) > 0 {
			text += strings.Trim(javaElements(e.Elements), "[]")
		}
		texts = append(texts, text+"</"+e.Name+">")
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

// Tolerant readers give what stands before the fault, and tell of it afterwards.
func TestTraceTolerant(t *testing.T) {
	const text = "<Program timeAdjustment='5'>\n<A time='1' end='2'/>\n<B time='1' end='"
	for _, tolerant := range []bool{false, true} {
		r, err := NewReader(strings.NewReader(text), hdtrace.ReadOptions{Tolerant: tolerant, Name: "x.trc"})
		if err != nil {
			t.Fatal(err)
		}
		if a, err := r.Next(); err != nil || a.Name != "A" || a.Start != 6*hdtrace.Second || a.End != 7*hdtrace.Second {
			t.Fatalf("first record %+v, %v", a, err)
		}
		_, err = r.Next()
		for range 2 {
			want := r.Fault()
			if tolerant {
				want = io.EOF
			}
			if err != want {
				t.Errorf("tolerant %v: error %v, expected %v", tolerant, err, want)
			}
			_, err = r.Next()
		}
		var format *hdtrace.FormatError
		if !errors.As(r.Fault(), &format) || format.Line != 3 || format.Offset != int64(strings.Index(text, "<B")) || !errors.Is(format, hdtrace.ErrTruncated) || format.File != "x.trc" {
			t.Errorf("fault %+v", r.Fault())
		}
	}
}
