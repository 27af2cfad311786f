package house

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// declared are the functions of a package that others see, and its methods by receiver, each with its signature.
// Those of files for other machines or builds are among them.
func declared(t *testing.T, folder string) (functions map[string]string, methods map[string]map[string]string) {
	t.Helper()
	functions, methods = map[string]string{}, map[string]map[string]string{}
	names, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: %v", folder, err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			d, is := d.(*ast.FuncDecl)
			if !is || !d.Name.IsExported() {
				continue
			}
			d.Type.TypeParams = nil // which no expression may have
			var signature bytes.Buffer
			if err := printer.Fprint(&signature, set, d.Type); err != nil {
				t.Fatal(err)
			}
			if d.Recv == nil {
				functions[d.Name.Name] = signature.String()
				continue
			}
			on := d.Recv.List[0].Type
			if star, is := on.(*ast.StarExpr); is {
				on = star.X
			}
			receiver := on.(*ast.Ident).Name
			if methods[receiver] == nil {
				methods[receiver] = map[string]string{}
			}
			methods[receiver][d.Name.Name] = signature.String()
		}
	}
	return functions, methods
}

// besides are the functions of mpitimer that are not those of the default Timers: they make something.
var besides = []string{"Default", "DefaultConfig", "Define", "Initialize", "New", "ReadConfig",
	"Communicates", "Hint", "InEnvironment", "Level", "SampleEvery", "Throttle", "SinceLastPrint"} // options, of which those of New are With…

// A function of package mpitimer does what the method of the same name does, with the same arguments in the same
// order. What is common to a name stands in the same place wherever it is: the name first, then the environment.
func TestFunctionsAreMethodsOfTheDefaultTimers(t *testing.T) {
	functions, methods := declared(t, "mpitimer")
	twins := 0
	for name, signature := range functions {
		if slices.Contains(besides, name) || strings.HasPrefix(name, "With") {
			continue
		}
		twins++
		if method := methods["Timers"][name]; method != signature {
			t.Errorf("%s is %s as a function and %q as a method of Timers", name, signature, method)
		}
	}
	if twins < 10 {
		t.Errorf("only %d functions were compared", twins)
	}
}

// Arguments that have the same names stand in the same order in all functions and methods of a package: whoever
// swaps two numbers or two texts is told by no compiler.
func TestArgumentsStandInOneOrder(t *testing.T) {
	for _, folder := range []string{"mpitimer", "machenv", "machenv/local", "machenv/mpi", "mpitimer/gptl", "mpitimer/perfmod"} {
		functions, methods := declared(t, folder)
		signatures := map[string]string{}
		for name, s := range functions {
			signatures[name] = s
		}
		for receiver, of := range methods {
			for name, s := range of {
				signatures[receiver+"."+name] = s
			}
		}
		before := map[[2]string]string{} // which function has the first of the two before the second
		for name, signature := range signatures {
			arguments := argumentsOf(t, signature)
			for i, a := range arguments {
				for _, b := range arguments[i+1:] {
					if other, swapped := before[[2]string{b, a}]; swapped {
						t.Errorf("%s: %s has %s before %s, %s has them the other way round", folder, name, a, b, other)
					}
					before[[2]string{a, b}] = name
				}
			}
		}
		if len(before) < 3 {
			t.Errorf("%s: only %d pairs of arguments were compared", folder, len(before))
		}
	}
}

// argumentsOf are the names of a signature's arguments.
func argumentsOf(t *testing.T, signature string) (names []string) {
	t.Helper()
	e, err := parser.ParseExpr(signature)
	if err != nil {
		t.Fatalf("%s: %v", signature, err)
	}
	for _, field := range e.(*ast.FuncType).Params.List {
		for _, name := range field.Names {
			names = append(names, name.Name)
		}
	}
	return names
}

// selfEvident are methods that say what those of all types say.
var selfEvident = []string{"String", "Error", "Unwrap", "MarshalJSON", "UnmarshalJSON", "MarshalText", "UnmarshalText", "IsZero"}

// What others may use says what it is, where go doc finds it: not only in the package that does the work.
func TestPublicNamesAreDocumented(t *testing.T) {
	public := 0
	for _, f := range sources(t) {
		if !strings.HasSuffix(f.name, ".go") || slices.Contains(strings.Split(f.dir(), "/"), "internal") || within(f.dir(), "cmd") || within(f.dir(), "examples") || within(f.dir(), "scripts") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), f.name, f.text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Name.IsExported() && ofPublic(d.Recv) && !slices.Contains(selfEvident, d.Name.Name) {
					public++
					if d.Doc == nil {
						t.Errorf("%s: %s has no comment that says what it does", f.name, d.Name.Name)
					}
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if s, is := s.(*ast.TypeSpec); is && s.Name.IsExported() {
						public++
						if d.Doc == nil && s.Doc == nil && s.Comment == nil {
							t.Errorf("%s: type %s has no comment that says what it is", f.name, s.Name.Name)
						}
					}
				}
			}
		}
	}
	if public < 500 {
		t.Errorf("only %d names were looked at", public)
	}
}

// ofPublic says whether a function is none of a type that others do not see.
func ofPublic(receiver *ast.FieldList) bool {
	if receiver == nil {
		return true
	}
	on := receiver.List[0].Type
	if star, is := on.(*ast.StarExpr); is {
		on = star.X
	}
	name, is := on.(*ast.Ident)
	return is && name.IsExported()
}
