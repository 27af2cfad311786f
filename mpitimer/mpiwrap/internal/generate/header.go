// Package generate writes the tables of the functions MPI_X and of those of Fortran from the declarations
// of an mpi.h: a line for each function, with a macro of wrapper.h or fortran.h.
//
// What is done with the arguments of a function is in a macro of special.h, which is named after the
// function; functions without one are only timed and counted.
package generate

import (
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strings"
)

// Parameter is one of a prototype, as it is declared.
type Parameter struct {
	Type  string // with what precedes and follows the name: "const int []"
	Name  string
	array string // what follows the name
}

// Declaration returns the parameter under another name.
func (p Parameter) Declaration(name string) string {
	kind := strings.TrimSuffix(p.Type, p.array)
	kind = strings.TrimSpace(kind)
	if strings.HasSuffix(kind, "*") {
		return kind + name + p.array
	}
	return kind + " " + name + p.array
}

// Prototype is the declaration of a function of MPI.
type Prototype struct {
	Name       string // without MPI_
	Result     string
	Parameters []Parameter
}

// Excluded says why a function is not wrapped. It is blank for functions that are.
func Excluded(name string) string {
	switch {
	case name == "Wtime" || name == "Wtick":
		return "it is a clock itself, and called where time counts"
	case name == "Aint_add" || name == "Aint_diff":
		return "it adds two numbers: the clock would take longer"
	case conversion.MatchString(name):
		return "it converts a handle or a status to that of another language or to a number, and may be a macro"
	case strings.HasPrefix(name, "T_"):
		return "tools use it beside MPI, also before MPI_Init"
	}
	return ""
}

var conversion = regexp.MustCompile(`_(c2f|f2c|f082c|c2f08|f082f|f2f08|toint|fromint)$`)

// Header returns the text of mpi.h as the compiler sees it, with all conditions decided, by running command:
// a C compiler or an MPI's compiler wrapper, with its options.
func Header(command ...string) (string, error) {
	if len(command) == 0 {
		return "", fmt.Errorf("no C compiler")
	}
	c := exec.Command(command[0], append(slices.Clone(command[1:]), "-E", "-P", "-x", "c", "-include", "mpi.h", "/dev/null")...)
	var problem strings.Builder
	c.Stderr = &problem
	text, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w: %s", command[0], err, strings.TrimSpace(problem.String()))
	}
	return string(text), nil
}

var (
	declaration = regexp.MustCompile(`([A-Za-z_][A-Za-z_0-9]*)\s+PMPI_([A-Za-z_0-9]+)\s*\(`)
	identifier  = regexp.MustCompile(`[A-Za-z_][A-Za-z_0-9]*`)
	blanks      = regexp.MustCompile(`\s+`)
)

// Parse finds the functions that a header declares in the form PMPI_X, in order. A header without any is not
// an mpi.h.
func Parse(header string) ([]Prototype, error) {
	var list []Prototype
	seen := make(map[string]bool)
	for _, at := range declaration.FindAllStringSubmatchIndex(header, -1) {
		p := Prototype{Result: header[at[2]:at[3]], Name: header[at[4]:at[5]]}
		inside, ok := parenthesis(header[at[1]:])
		if !ok {
			return list, fmt.Errorf("mpi.h: byte %d: the declaration of PMPI_%s has no end", at[0], p.Name)
		}
		if seen[p.Name] {
			continue
		}
		seen[p.Name] = true
		for i, text := range split(inside) {
			parameter, err := parameterOf(text, i)
			if err != nil {
				return list, fmt.Errorf("mpi.h: PMPI_%s: %w", p.Name, err)
			}
			if parameter.Type != "void" {
				p.Parameters = append(p.Parameters, parameter)
			}
		}
		list = append(list, p)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("mpi.h: it declares no function PMPI_…: its MPI has no profiling interface, or it is no mpi.h")
	}
	return list, nil
}

// parenthesis returns the text up to the closing parenthesis.
func parenthesis(text string) (string, bool) {
	depth := 1
	for i, c := range text {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case ';', '{':
			return "", false
		}
		if depth == 0 {
			return text[:i], true
		}
	}
	return "", false
}

// split cuts parameters at the commas that are not within parentheses.
func split(text string) []string {
	var list []string
	depth, begin := 0, 0
	for i, c := range text {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && depth == 0:
			list = append(list, text[begin:i])
			begin = i + 1
		}
	}
	return append(list, text[begin:])
}

func parameterOf(text string, i int) (Parameter, error) {
	text = strings.TrimSpace(blanks.ReplaceAllString(text, " "))
	if text == "void" || text == "..." {
		return Parameter{Type: text, Name: text}, nil
	}
	p := Parameter{}
	if at := strings.IndexByte(text, '['); at >= 0 {
		p.array = strings.ReplaceAll(text[at:], " ", "")
		text = strings.TrimSpace(text[:at])
	}
	if strings.ContainsAny(text, "()") {
		return p, fmt.Errorf("parameter %d, %q, is not understood", i+1, text)
	}
	words := identifier.FindAllStringIndex(text, -1)
	if len(words) == 0 {
		return p, fmt.Errorf("parameter %d, %q, has no type", i+1, text)
	}
	last := words[len(words)-1]
	if last[1] == len(text) && last[0] > 0 && !slices.Contains([]string{"int", "const", "void", "char"}, text[last[0]:]) {
		p.Name = text[last[0]:]
		text = strings.TrimSpace(text[:last[0]])
	} else {
		p.Name = fmt.Sprintf("argument%d", i+1)
	}
	text = strings.ReplaceAll(text, " *", "*")
	text = strings.Replace(text, "*", " *", 1)
	p.Type = text + p.array
	return p, nil
}
