package gptl

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// calls is every call of GPTL's headers: upstream's C and Fortran interfaces, then what E3SM's fork adds.
var calls = strings.Fields(`
GPTLsetoption GPTLsetutr GPTLinitialize GPTLfinalize GPTLenable GPTLdisable
GPTLstart GPTLstop GPTLinit_handle GPTLstart_handle GPTLstop_handle GPTLstartstop_val GPTLstamp
GPTLpr GPTLpr_file GPTLpr_summary GPTLpr_summary_file GPTLbarrier GPTLreset GPTLreset_timer
GPTLquery GPTLget_wallclock GPTLget_wallclock_latest GPTLget_count GPTLget_eventvalue GPTLget_nregions
GPTLget_regionname GPTLget_threadwork GPTLget_memusage GPTLprint_memusage GPTLget_procsiz GPTLprint_rusage
GPTLevent_name_to_code GPTLevent_code_to_name GPTL_PAPIlibraryinit GPTLnum_errors GPTLnum_warn
gptlprocess_namelist gptlstart_threadohd_outer gptlstart_threadohd_inner gptlstop_threadohd_inner
gptlstop_threadohd_outer
GPTLprefix_set GPTLprefix_setf GPTLprefix_unset GPTLstartf GPTLstopf GPTLstartf_handle GPTLstopf_handle
GPTLstartstop_vals GPTLstartstop_valsf GPTLprint_mode_set GPTLprint_mode_query GPTLquerycounters`)

// absent is what GPTL itself does not have.
var absent = map[string]bool{"GPTLprint_rusage": true}

const document = "../../docs/gptl.md"

// tableRows returns the rows of the tables below a heading whose title row begins so, cut into cells.
func tableRows(t *testing.T, heading, title string) [][]string {
	t.Helper()
	text, err := os.ReadFile(document)
	ok(t, err)
	_, section, found := strings.Cut(string(text), "\n## "+heading+"\n")
	if !found {
		t.Fatalf("%s has no heading %q", document, heading)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	var rows [][]string
	inside := false
	for _, line := range strings.Split(section, "\n") {
		if !strings.HasPrefix(line, "|") {
			inside = false
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		switch {
		case strings.HasPrefix(line, title):
			inside = true
		case inside && !strings.HasPrefix(line, "|---"):
			rows = append(rows, cells)
		}
	}
	if len(rows) == 0 {
		t.Fatalf("%s has no table %q below %q", document, title, heading)
	}
	return rows
}

var quoted = regexp.MustCompile("`([^`]+)`")

// named returns the first name in a cell that stands in backquotes, empty if there is none.
func named(cell string) string {
	if found := quoted.FindStringSubmatch(cell); found != nil {
		return found[1]
	}
	return ""
}

// declared returns the functions, methods (Type.Method), types, constants and fields (Type.Field) of a
// package, tests left out, and the names of the functions of its tests.
func declared(t *testing.T, folder string) (names, tests map[string]bool) {
	t.Helper()
	names, tests = make(map[string]bool), make(map[string]bool)
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	ok(t, err)
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		ok(t, err)
		into := names
		if strings.HasSuffix(file, "_test.go") {
			into = tests
		}
		for _, d := range f.Decls {
			declare(d, into)
		}
	}
	if len(names) == 0 {
		t.Fatalf("nothing is declared in %s", folder)
	}
	return names, tests
}

// isFunction is the names of functions, of all packages that declared has looked at.
var isFunction = make(map[string]bool)

func declare(d ast.Decl, names map[string]bool) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		name := d.Name.Name
		isFunction[name] = isFunction[name] || d.Recv == nil
		if d.Recv != nil {
			receiver := d.Recv.List[0].Type
			if pointer, is := receiver.(*ast.StarExpr); is {
				receiver = pointer.X
			}
			if identifier, is := receiver.(*ast.Ident); is {
				name = identifier.Name + "." + name
			}
		}
		names[name] = true
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.ValueSpec:
				for _, n := range s.Names {
					names[n.Name] = true
				}
			case *ast.TypeSpec:
				names[s.Name.Name] = true
				if structure, is := s.Type.(*ast.StructType); is {
					for _, field := range structure.Fields.List {
						for _, n := range field.Names {
							names[s.Name.Name+"."+n.Name] = true
						}
					}
				}
			}
		}
	}
}

// Every call of GPTL has a row, whose functions there are, and each of them has a test of its name.
func TestDocumentHasEveryCall(t *testing.T) {
	ours, tests := declared(t, ".")
	timers, _ := declared(t, "../../mpitimer")
	rows := make(map[string][]string)
	for _, row := range tableRows(t, "Calls", "| GPTL | package gptl | package mpitimer |") {
		call := named(row[0])
		if rows[row[0]] != nil {
			t.Errorf("two rows of %s", row[0])
		}
		rows[row[0]] = row
		if len(row) != 3 {
			t.Errorf("the row of %s has %d cells", call, len(row))
			continue
		}
		function := named(row[1])
		switch {
		case absent[call]:
			if function != "" || !strings.HasPrefix(row[1], "none: ") {
				t.Errorf("the row of %s, which GPTL does not have, names %q", call, row[1])
			}
			continue
		case !ours[function]:
			t.Errorf("%s is said to be %q, which there is not", call, function)
		case !tests["Test"+function]:
			t.Errorf("there is no Test%s", function)
		}
		if name := named(row[2]); name == "" && !strings.HasPrefix(row[2], "none") {
			t.Errorf("%s has nothing of mpitimer's and does not say so", call)
		} else if name != "" && !exists(timers, name) {
			t.Errorf("%s is said to be mpitimer's %q, which there is not", call, name)
		}
	}
	known := make(map[string]bool)
	for _, call := range calls {
		known[call] = true
		if rows["`"+call+"`"] == nil {
			t.Errorf("there is no row of %s", call)
		}
	}
	for cell := range rows {
		if !known[named(cell)] {
			t.Errorf("there is a row of %s, which is no call of GPTL", cell)
		}
	}
}

// exists looks a name up, and the fields of fields.
func exists(names map[string]bool, name string) bool {
	if names[name] {
		return true
	}
	at := strings.LastIndex(name, ".")
	if at < 0 || !strings.Contains(name[:at], ".") {
		return false
	}
	field := name[strings.Index(name, ".")+1 : at]
	return names[name[:at]] && names[field+"Config"+name[at:]] // Config.Timing.Clock, of the type TimingConfig
}

// Every exported function of the package has a test of its name.
func TestEveryFunctionHasATest(t *testing.T) {
	names, tests := declared(t, ".")
	functions := 0
	for name := range names {
		if !ast.IsExported(name) || !isFunction[name] {
			continue
		}
		functions++
		if !tests["Test"+name] {
			t.Errorf("there is no Test%s", name)
		}
	}
	if functions < 40 {
		t.Errorf("only %d functions were found", functions)
	}
}

// The table of options has every option, with its number and its default.
func TestDocumentHasEveryOption(t *testing.T) {
	numberOf := make(map[string]Option)
	for _, o := range Options() {
		numberOf[optionName(t, o)] = o
	}
	seen := make(map[string]bool)
	for _, row := range tableRows(t, "Options", "| GPTL | number | package gptl | default |") {
		name := named(row[2])
		option, known := numberOf[name]
		if !known || seen[name] {
			t.Errorf("%q is no option, or stands there twice", row[2])
			continue
		}
		seen[name] = true
		if value, err := strconv.Atoi(row[3]); err != nil || value != defaults[option] {
			t.Errorf("the default of %s is said to be %q; it is %d", name, row[3], defaults[option])
		}
		switch number, e3sm := strings.CutSuffix(row[1], " of E3SM"); {
		case row[1] == "none":
		case e3sm:
			code, err := strconv.Atoi(number)
			ok(t, err)
			if found, err := E3SMOption(code); err != nil || found != option {
				t.Errorf("E3SM's option %d is %d, %v; the table says %s", code, found, err, name)
			}
		case number != strconv.Itoa(int(option)):
			t.Errorf("the number of %s is said to be %q; it is %d", name, row[1], option)
		}
	}
	for name := range numberOf {
		if !seen[name] {
			t.Errorf("there is no row of option %s", name)
		}
	}
}

// optionName finds the constant of an option in the source.
func optionName(t *testing.T, option Option) string {
	t.Helper()
	text, err := os.ReadFile("option.go")
	ok(t, err)
	found := regexp.MustCompile(`(?m)^\t(\w+) +Option = ` + strconv.Itoa(int(option)) + `\b`).FindSubmatch(text)
	if found == nil {
		t.Fatalf("no constant for option %d", option)
	}
	return string(found[1])
}

// The document's derived events are the package's.
func TestDocumentHasEveryEvent(t *testing.T) {
	text, err := os.ReadFile(document)
	ok(t, err)
	for code, name := range derivedEvents {
		if !strings.Contains(strings.ReplaceAll(string(text), "\n", " "), "`"+name+"` "+strconv.Itoa(int(code))) {
			t.Errorf("%s does not say that %s is %d", document, name, code)
		}
	}
}
