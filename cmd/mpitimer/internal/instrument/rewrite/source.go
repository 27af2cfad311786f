package rewrite

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"
)

// group is what is compiled as one package: the package proper with its internal tests, or the external tests
// beside it.
type group struct {
	path, label string // import path, and how names of regions begin
	relative    string // to the module: a command is found by it, whose functions are all called main.X
	name        string // of the package clause
	files       []*source
	units       []*unit
	prefix      string          // of inserted identifiers
	linked      map[string]bool // local names in //go:linkname
	broken      bool

	functions map[string]*unit            // declared functions by name
	methods   map[string]map[string]*unit // declared methods by type and name
	types     map[string]*ast.TypeSpec
	variables map[string]*ast.ValueSpec
	constants map[string]ast.Expr
	typeFiles map[*ast.TypeSpec]*source

	handles []handle // in the order of their definition
	numbers map[handle]int
	asked   map[handle]bool // for by the user
}

// source is a file and what is to be done to it.
type source struct {
	File
	group      *group
	tokens     *token.File
	syntax     *ast.File
	generated  bool
	directives []*directive
	imports    map[string]string // path by name in this file
	units      []*unit
	edits      []edit
	needsHook  bool
	keep       map[string]bool // uses of imports that must not become unused
}

// unit is a function declaration or a closure.
type unit struct {
	Function
	group    *group
	file     *source
	decl     *ast.FuncDecl // nil for a closure
	literal  *ast.FuncLit  // nil for a declaration
	typ      *ast.FuncType
	body     *ast.BlockStmt // nil for one without
	parent   *unit          // of a closure in a function
	closures int            // how many stand directly in it
	started  startedBy      // how a closure is used
	callee   *ast.CallExpr  // the call that a closure is handed to
	pragmas  []string
	forced   *directive
	skipped  *directive
	blocks   []*block
	cost     cost
	begun    bool // a goroutine begins with it
	asked    bool // by the user
}

// startedBy says what happens to a closure where it is written.
type startedBy int

const (
	asValue startedBy = iota
	byGo
	byDefer
	byCall
	asArgument
)

// local returns the name of a function within its package.
func (u *unit) local() string {
	switch {
	case u.Receiver == "":
		return u.Name
	case strings.HasPrefix(u.Receiver, "*"):
		return "(" + u.Receiver + ")." + u.Name
	}
	return u.Receiver + "." + u.Name
}

// offset is where in the text a position is.
func (s *source) offset(p token.Pos) int { return s.tokens.Offset(p) }

// line returns the line of a position in the file, whatever //line says.
func (s *source) line(p token.Pos) int { return s.tokens.Line(p) }

// load parses the packages. A package with a file that cannot be parsed is left as it is: the compiler will
// report the fault.
func load(packages []Package, o *Options) (groups []*group, problems []Problem) {
	set, shared := token.NewFileSet(), sharedLabels(packages, o.Module)
	for _, p := range packages {
		if p.ImportPath == o.Hook {
			continue
		}
		g := newGroup(p.ImportPath, p.Name, o.Module)
		if shared[g.label] && p.Name != "main" {
			g.label = g.path
		}
		external := newGroup(p.ImportPath+"_test", p.Name+"_test", o.Module)
		external.label = g.label + "_test"
		for _, f := range p.Files {
			s := &source{File: f, keep: make(map[string]bool)}
			syntax, err := parser.ParseFile(set, f.Path, f.Text, parser.ParseComments)
			if err != nil || syntax.Name == nil {
				g.broken = true
				problems = append(problems, syntaxProblem(f, err))
				continue
			}
			s.syntax, s.tokens, s.generated = syntax, set.File(syntax.FileStart), ast.IsGenerated(syntax)
			s.group = g
			if f.Test && syntax.Name.Name == external.name {
				s.group = external
			}
			s.group.files = append(s.group.files, s)
		}
		external.broken = g.broken
		for _, one := range []*group{g, external} {
			if len(one.files) > 0 && !one.broken {
				one.read()
				groups = append(groups, one)
			}
		}
		choosePrefix(g, external)
	}
	return groups, problems
}

// sharedLabels are the names that several packages of one program would have: one in the root of a module and one in a directory of
// its name, or those of a module whose path is as short as a directory of another one. Commands are programs of their own.
func sharedLabels(packages []Package, module string) map[string]bool {
	first, shared := make(map[string]string), make(map[string]bool)
	for _, p := range packages {
		path, label := p.ImportPath, labelOf(p.ImportPath, p.Name, module)
		if p.Name == "main" {
			path = "main"
		}
		if before, taken := first[label]; taken && before != path {
			shared[label] = true
		}
		first[label] = path
	}
	return shared
}

func syntaxProblem(f File, err error) Problem {
	p := Problem{File: f.Path, Line: 1, Text: "cannot be parsed, its package is left as it is"}
	if list, ok := err.(scanner.ErrorList); ok && len(list) > 0 {
		p.Line, p.Text = list[0].Pos.Line, p.Text+": "+list[0].Msg
	} else if err != nil {
		p.Text += ": " + err.Error()
	}
	return p
}

func newGroup(path, name, module string) *group {
	return &group{
		path: path, name: name, label: labelOf(path, name, module), relative: strings.TrimPrefix(path, module+"/"), linked: make(map[string]bool), functions: make(map[string]*unit),
		methods: make(map[string]map[string]*unit), types: make(map[string]*ast.TypeSpec),
		variables: make(map[string]*ast.ValueSpec), constants: make(map[string]ast.Expr), numbers: make(map[handle]int), asked: make(map[handle]bool), typeFiles: make(map[*ast.TypeSpec]*source),
	}
}

// labelOf returns how names of regions of a package begin.
func labelOf(path, name, module string) string {
	switch {
	case name == "main", path == module, path == "command-line-arguments":
		return name
	case module != "":
		return strings.TrimPrefix(path, module+"/")
	}
	return path
}

// choosePrefix takes a beginning of names that occurs nowhere in the files of either package.
func choosePrefix(groups ...*group) {
	prefix := "mpitimer_"
	for number := 1; ; number++ {
		taken := false
		for _, g := range groups {
			for _, f := range g.files {
				taken = taken || strings.Contains(string(f.Text), prefix)
			}
		}
		if !taken {
			break
		}
		prefix = "mpitimer" + strings.Repeat("_", number+1)
	}
	for _, g := range groups {
		g.prefix = prefix
	}
}

// read finds the declarations in a package.
func (g *group) read() {
	for _, f := range g.files {
		f.readImports()
		f.readComments()
	}
	names := &namer{group: g}
	for _, f := range g.files {
		last := f.syntax.Name.End()
		for _, d := range f.syntax.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				names.declaration(f, d, last)
			case *ast.GenDecl:
				g.declare(f, d)
				names.closures(f, d, nil)
			}
			last = d.End()
		}
		g.units = append(g.units, f.units...)
	}
}

func (g *group) declare(f *source, d *ast.GenDecl) {
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			g.types[spec.Name.Name] = spec
			g.typeFiles[spec] = f
		case *ast.ValueSpec:
			for i, name := range spec.Names {
				if d.Tok == token.VAR {
					g.variables[name.Name] = spec
				} else if i < len(spec.Values) {
					g.constants[name.Name] = spec.Values[i]
				}
			}
		}
	}
}

func (s *source) readImports() {
	s.imports = make(map[string]string)
	for _, i := range s.syntax.Imports {
		path := strings.Trim(i.Path.Value, "\"`")
		name := path[strings.LastIndexByte(path, '/')+1:]
		if i.Name != nil {
			name = i.Name.Name
		} else if isVersion(name) {
			rest := strings.TrimSuffix(path, "/"+name)
			name = rest[strings.LastIndexByte(rest, '/')+1:]
		}
		s.imports[name] = path
	}
}

// isVersion reports whether the last element of a path is a major version, which no package name contains.
func isVersion(element string) bool {
	return len(element) > 1 && element[0] == 'v' && strings.Trim(element[1:], "0123456789") == ""
}

// imported returns the path of the package that an identifier means, if it means one.
func (s *source) imported(e ast.Expr) (path string, ok bool) {
	name, isName := e.(*ast.Ident)
	if !isName || name.Obj != nil {
		return "", false
	}
	path, ok = s.imports[name.Name]
	return path, ok
}
