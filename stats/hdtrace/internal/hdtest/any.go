package hdtest

import (
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/internal/naming"
)

var AnyName = rapid.StringMatching(`[A-Za-z_][A-Za-z0-9_.-]{0,8}`).Filter(func(s string) bool {
	return naming.NameFault(s) == "" && !slices.Contains([]string{"Nested", "Event", "time", "end", "name", "Elements", "unfinished"}, s)
})

// AnyText is text that XML holds, with all that has to be escaped.
var AnyText = rapid.Map(rapid.StringOf(rapid.OneOf(rapid.RuneFrom([]rune("<>&\"'\n\t\r aA=]ü€😀")), rapid.Rune())), naming.ValidText)

func AnyAttributes(t *rapid.T, label string) []hdtrace.Attribute {
	list := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) hdtrace.Attribute {
		return hdtrace.Attribute{Name: AnyName.Draw(t, "name"), Value: AnyText.Draw(t, "value")}
	}), 0, 3, func(a hdtrace.Attribute) string { return a.Name }).Draw(t, label)
	if len(list) == 0 {
		return nil
	}
	return list
}

func AnyElement(t *rapid.T, depth int) hdtrace.Element {
	e := hdtrace.Element{Name: AnyName.Draw(t, "element"), Attributes: AnyAttributes(t, "attributes")}
	if depth < 3 && rapid.Bool().Draw(t, "within") {
		e.Elements = append(e.Elements, AnyElement(t, depth+1))
	}
	e.Text = strings.TrimSpace(strings.ReplaceAll(AnyText.Draw(t, "text"), "\r", ""))
	e.Text = strings.Trim(e.Text, "\u0085\u00a0") // which Go takes for blanks and XML does not
	return e
}

// TornFile stops in the middle of a write, like a program that is killed.
type TornFile struct {
	MemFile
	Left int // bytes that are still written
}

func (f *TornFile) WriteAt(p []byte, at int64) (int, error) {
	n := min(len(p), f.Left)
	f.Left -= n
	if n > 0 {
		f.MemFile.WriteAt(p[:n], at)
	}
	return len(p), nil
}

func (f *TornFile) Write(p []byte) (int, error) { return f.WriteAt(p, int64(len(f.Data))) }

func (f *TornFile) Truncate(size int64) error {
	if f.Left > 0 {
		f.Left--
		return f.MemFile.Truncate(size)
	}
	return nil
}
