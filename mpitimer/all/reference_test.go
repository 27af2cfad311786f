package all

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/mpitimer/internal/config"
)

var update = flag.Bool("update", false, "write the keys into docs/configuration.md")

// The reference of the configuration, between two marks of the page.
const (
	referencePage  = "../../docs/configuration.md"
	referenceBegin = "<!-- keys -->\n"
	referenceEnd   = "<!-- /keys -->\n"
)

// docs/configuration.md has every key, with what the code says of it. After a change of a key or of its comment,
// make docs writes the page.
func TestReference(t *testing.T) {
	page, err := os.ReadFile(referencePage)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begins := bytes.Cut(page, []byte(referenceBegin))
	was, after, ends := bytes.Cut(rest, []byte(referenceEnd))
	if !begins || !ends {
		t.Fatalf("%s lacks the marks %q and %q", referencePage, referenceBegin, referenceEnd)
	}
	text := reference(t)
	if text == string(was) {
		return
	}
	if !*update {
		t.Fatalf("%s differs from the code: make docs writes it", referencePage)
	}
	page = slices.Concat(before, []byte(referenceBegin+text+referenceEnd), after)
	if err := os.WriteFile(referencePage, page, 0o666); err != nil {
		t.Fatal(err)
	}
}

// docs/attach.md has every key of a package of its own, in the row of that package.
func TestAttachTable(t *testing.T) {
	page, err := os.ReadFile("../../docs/attach.md")
	if err != nil {
		t.Fatal(err)
	}
	for key, name := range config.Packages {
		row := regexp.MustCompile("(?m)^\\| `" + name + "` \\|.*`" + key + "`")
		if !row.Match(page) {
			t.Errorf("docs/attach.md has no %s in the row of %s", key, name)
		}
	}
}

// part is a struct whose fields are keys.
type part struct {
	title string
	value reflect.Value
}

// parts returns the sections of the configuration, and what each linked package adds to the second.
func parts(t *testing.T) []part {
	t.Helper()
	var list []part
	c := mpitimer.DefaultConfig()
	for field, value := range reflect.ValueOf(&c).Elem().Fields() {
		if name := field.Tag.Get("yaml"); name != "" {
			list = append(list, part{"## Section `" + name + "`", value})
		}
	}
	for _, k := range attach.Kinds() {
		value := reflect.ValueOf(k.Settings()).Elem()
		title := fmt.Sprintf("## Section `Timers`, with package [`mpitimer/%s`](../mpitimer/%s)", k.Name, k.Name)
		list = append(list, part{title, value})
	}
	if len(list) < 4 {
		t.Fatalf("%d parts of the configuration", len(list))
	}
	return list
}

func reference(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	var words []string // that are keys
	for _, p := range parts(t) {
		for key := range config.Values(p.value.Addr().Interface()) {
			words = append(words, key)
		}
	}
	for _, p := range parts(t) {
		fmt.Fprintf(&b, "\n%s\n", p.title)
		comments := commentsOf(t, p.value.Type())
		for i := 0; i < p.value.NumField(); {
			group := []int{i} // fields that stand below one comment
			for i++; i < p.value.NumField() && comments[p.value.Type().Field(i).Name] == ""; i++ {
				group = append(group, i)
			}
			writeKeys(t, &b, p.value, group, comments, words)
		}
	}
	return b.String() + "\n"
}

// writeKeys writes an entry for keys that have one comment.
func writeKeys(t *testing.T, b *strings.Builder, value reflect.Value, group []int, comments map[string]string, words []string) {
	t.Helper()
	var titles, facts []string
	for _, i := range group {
		key := value.Type().Field(i).Tag.Get("yaml")
		titles = append(titles, "`"+key+"`")
		facts = append(facts, fmt.Sprintf("`MPITIMER_%s`: %s; default %s", config.Variable(key), kind(t, value.Field(i)), standard(value.Field(i))))
	}
	field := value.Type().Field(group[0])
	text := comments[field.Name]
	if text == "" {
		t.Errorf("the key %s has no comment", titles[0])
	}
	if rest, named := strings.CutPrefix(text, field.Name+" "); named {
		text = field.Tag.Get("yaml") + " " + rest
	}
	fmt.Fprintf(b, "\n### %s\n\n%s\n", strings.Join(titles, ", "), strings.Join(facts, "  \n"))
	for paragraph := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		fmt.Fprintf(b, "\n%s\n", flow(marked(paragraph, words)))
	}
}

func kind(t *testing.T, v reflect.Value) string {
	t.Helper()
	switch v.Interface().(type) {
	case time.Duration:
		return "duration, such as `90s` or `10m`"
	case bool:
		return "`true` or `false`"
	case string:
		return "text"
	case int:
		return "integer"
	case float64:
		return "number"
	}
	t.Fatalf("no word for the type %s", v.Type())
	return ""
}

func standard(v reflect.Value) string {
	if v.IsZero() && v.Kind() == reflect.String {
		return "blank"
	}
	text := fmt.Sprint(v.Interface())
	if d, is := v.Interface().(time.Duration); is && d >= time.Minute {
		text = strings.TrimSuffix(strings.TrimSuffix(text, "0s"), "0m")
	}
	return "`" + text + "`"
}

var word = regexp.MustCompile(`\b[A-Z]\w+\b`)

// marked sets the names of keys as code, but those that name something else too, GEOPM and JSON,
// only where a text starts with them.
func marked(text string, keys []string) string {
	first, rest, _ := strings.Cut(text, " ")
	mark := func(w string) string {
		if slices.Contains(keys, w) && (w == first || strings.ToUpper(w) != w) {
			return "`" + w + "`"
		}
		return w
	}
	return mark(first) + " " + word.ReplaceAllStringFunc(rest, func(w string) string {
		if w == first {
			return w
		}
		return mark(w)
	})
}

// flow breaks a paragraph at 100 columns.
func flow(text string) string {
	var b strings.Builder
	column := 0
	for w := range strings.FieldsSeq(text) {
		length := len([]rune(w))
		switch {
		case column == 0:
		case column+1+length > 100:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(w)
		column += length
	}
	return b.String()
}

// commentsOf returns the comments above the fields of a struct of this module, by the fields' names.
func commentsOf(t *testing.T, of reflect.Type) map[string]string {
	t.Helper()
	dir := filepath.Join("../..", strings.TrimPrefix(of.PkgPath(), "github.com/go-hpc/timers"))
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	comments := make(map[string]string)
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			declared, is := n.(*ast.TypeSpec)
			if !is || declared.Name.Name != of.Name() {
				return true
			}
			for _, f := range declared.Type.(*ast.StructType).Fields.List {
				for _, name := range f.Names {
					comments[name.Name] = f.Doc.Text()
				}
			}
			return false
		})
	}
	if len(comments) == 0 {
		t.Fatalf("no comments of %s in %s", of, dir)
	}
	return comments
}
