package perfmod

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// calls is every public call of perf_mod.
var calls = strings.Fields(`
t_initf t_finalizef t_setLogUnit t_getLogUnit t_profile_onf t_barrier_onf t_single_filef t_set_prefixf
t_unset_prefixf t_stampf t_startf t_stopf t_startstop_valsf t_enablef t_disablef t_adj_detailf t_barrierf t_prf`)

const document = "../../docs/gptl.md"

// tableRows returns the cells of the rows of the document's table with that title row.
func tableRows(t *testing.T, title string) (rows [][]string) {
	t.Helper()
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(text), "\n"+title+"\n")
	if !found {
		t.Fatalf("%s has no table %q", document, title)
	}
	for _, line := range strings.Split(table, "\n")[1:] {
		if !strings.HasPrefix(line, "|") {
			return rows
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		rows = append(rows, cells)
	}
	return rows
}

var quoted = regexp.MustCompile("^`([^`]+)`$")

// named returns what stands in a cell in backquotes, empty if it is something else.
func named(cell string) string {
	if found := quoted.FindStringSubmatch(cell); found != nil {
		return found[1]
	}
	return ""
}

// source returns the functions of this package, and those that its tests call.
func source(t *testing.T) (functions, called map[string]bool) {
	t.Helper()
	functions, called = make(map[string]bool), make(map[string]bool)
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			function, is := d.(*ast.FuncDecl)
			switch {
			case !is || function.Recv != nil:
			case !strings.HasSuffix(name, "_test.go"):
				functions[function.Name.Name] = true
			case strings.HasPrefix(function.Name.Name, "Test"):
				ast.Inspect(function, func(n ast.Node) bool {
					if call, is := n.(*ast.CallExpr); is {
						if id, is := call.Fun.(*ast.Ident); is {
							called[id.Name] = true
						}
					}
					return true
				})
			}
		}
	}
	return functions, called
}

// exported is whether mpitimer has a name: Function, Type.Method or Config.Section.Key.
func exported(t *testing.T, name string) bool {
	t.Helper()
	parts := strings.Split(name, ".")
	last := parts[len(parts)-1]
	pattern := `(?m)^func ` + last + `\(`
	switch {
	case parts[0] == "Config":
		pattern = `(?m)^\t` + last + ` +\w`
	case len(parts) == 2:
		pattern = `(?m)^func \(\w+ \*?` + parts[0] + `\) ` + last + `\(`
	}
	files, err := filepath.Glob("../../mpitimer/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(file, "_test.go") && regexp.MustCompile(pattern).Match(text) {
			return true
		}
	}
	return false
}

// Every call of perf_mod has a row, whose functions there are, and each is called in a test.
func TestDocumentHasEveryCall(t *testing.T) {
	functions, called := source(t)
	inRows := make(map[string]bool)
	var rows []string
	for _, row := range tableRows(t, "| perf_mod | package perfmod | package mpitimer |") {
		if len(row) != 3 {
			t.Fatalf("%d cells in the row of %s", len(row), row[0])
		}
		rows = append(rows, named(row[0]))
		ours := named(row[1])
		inRows[ours] = true
		switch {
		case !functions[ours]:
			t.Errorf("%s is said to be %q, which there is not", row[0], ours)
		case !called[ours]:
			t.Errorf("%s has no test", ours)
		}
		if row[2] != "none" && !exported(t, named(row[2])) {
			t.Errorf("%s is said to be mpitimer's %q, which there is not", row[0], row[2])
		}
	}
	if !reflect.DeepEqual(rows, calls) {
		t.Errorf("rows of\n%q, want\n%q", rows, calls)
	}
	for name := range functions {
		if ast.IsExported(name) && !inRows[name] && name != "DefaultSettings" && name != "ReadSettings" {
			t.Errorf("%s stands for no call", name)
		}
	}
}

// The document's keys are those that are read, with the fields that they set and their defaults.
func TestDocumentHasEveryKey(t *testing.T) {
	s := DefaultSettings()
	profile, counters := s.targets()
	fields := reflect.ValueOf(&s).Elem()
	for _, row := range tableRows(t, "| key | package perfmod | default | driver | effect |") {
		key := named(row[0])
		target, known := profile[key]
		delete(profile, key)
		field := fields.FieldByName(named(row[1]))
		if !known || !field.IsValid() || field.Addr().Pointer() != reflect.ValueOf(target).Pointer() {
			t.Errorf("%s does not set %s", row[0], row[1])
			continue
		}
		value := fmt.Sprint(field.Interface())
		if on, is := field.Interface().(bool); is {
			value = map[bool]string{true: "T", false: "F"}[on]
		}
		if value != row[2] {
			t.Errorf("the default of %s is said to be %s, and is %s", key, row[2], value)
		}
	}
	if len(profile) > 0 {
		t.Errorf("keys without a row: %v", profile)
	}
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	for key := range counters {
		if first, last := "papi_ctr1_str", "papi_ctr4_str"; key < first || key > last || !strings.Contains(string(text), "`"+first+"` to `"+last+"`") {
			t.Errorf("%s does not name %s", document, key)
		}
	}
}

// The arguments of t_prf are said to be fields that there are.
func TestDocumentHasEveryArgument(t *testing.T) {
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\nThe arguments of `t_prf` ")
	section, _, _ = strings.Cut(section, "\n\n")
	found := map[string]string{}
	for _, pair := range regexp.MustCompile("`([a-z_]+)`( is)?\\s+`([A-Z]\\w+)`").FindAllStringSubmatch(section, -1) {
		found[pair[1]] = pair[3]
		if _, is := reflect.TypeFor[PrintOptions]().FieldByName(pair[3]); !is {
			t.Errorf("%s is said to be %s, which there is not", pair[1], pair[3])
		}
	}
	for _, argument := range strings.Fields("mpicom num_outpe stride_outpe single_file global_stats output_thispe") {
		if found[argument] == "" {
			t.Errorf("nothing is said of %s", argument)
		}
	}
}
