package generate

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/calls/functions"
)

const notice = "/* Written by internal/generate: change that, not this. */\n"

// width is the maximum length of a line, with a tab as one character.
const width = 140

// Numbers returns the C header with the numbers of the functions, and which of those for files ranks wait for each other in.
func Numbers() []byte {
	var b bytes.Buffer
	b.WriteString(notice + "#ifndef GOHPC_MPIWRAP_NUMBERS_H\n#define GOHPC_MPIWRAP_NUMBERS_H\n\nenum {\n")
	var numbers, cases []string
	for i, f := range functions.List() {
		numbers = append(numbers, fmt.Sprintf("function_%s = %d,", f.Name, i))
		if strings.HasPrefix(f.Name, "File_") && stats.Communicates(functions.RegionName(f.Name, false)) {
			cases = append(cases, fmt.Sprintf("case function_%s:", f.Name))
		}
	}
	b.WriteString(lines(numbers, "") + "};\n\n/* Calls for files in which ranks wait for each other. */\n#define GOHPC_MPIWRAP_COLLECTIVE_FILES \\\n")
	b.WriteString(strings.TrimSuffix(lines(cases, " \\"), " \\\n") + "\n\n#endif\n")
	return b.Bytes()
}

// lines puts words into lines that end so.
func lines(words []string, end string) string {
	var b strings.Builder
	line := ""
	for _, word := range append(words, "") {
		if word == "" || 1+len(line)+len(word) > width {
			b.WriteString("\t" + strings.TrimSpace(line) + end + "\n")
			line = ""
		}
		line += word + " "
	}
	return b.String()
}

// byHand are the functions whose wrappers are in lifecycle.c.
var byHand = strings.Fields("Init Init_thread Finalize Pcontrol")

// Wrappers returns the C source of the functions MPI_X for the declarations of one MPI: a table of macros of
// wrapper.h. It is compiled only where condition holds, an expression of the preprocessor after mpi.h.
func Wrappers(list []Prototype, specials Specials, condition string) ([]byte, error) {
	var b bytes.Buffer
	begin(&b, "wrapper.h", condition)
	err := inOrder(&b, list, byHand, func(p Prototype) error {
		if p.Result != "int" {
			return fmt.Errorf("MPI_%s: its result is of type %s, not int: it must be excluded by name", p.Name, p.Result)
		}
		return wrapper(&b, p, specials)
	})
	b.WriteString("\n#endif\n")
	return b.Bytes(), err
}

// rare stands before the functions that are called now and then. Most of the time that a first build takes went into
// optimizing them.
const rare = `
/* What follows is called seldom: better code would save less in a run than compiling it takes. */
#pragma GCC optimize("O0")

`

// inOrder writes the lines of the functions, those that are called often first.
func inOrder(b *bytes.Buffer, list []Prototype, byHand []string, write func(Prototype) error) error {
	for _, often := range []bool{true, false} {
		if !often {
			b.WriteString(rare)
		}
		for _, p := range list {
			if Excluded(p.Name) != "" || slices.Contains(byHand, p.Name) || slices.Contains(frequent, p.Name) != often {
				continue
			}
			if err := write(p); err != nil {
				return err
			}
		}
	}
	return nil
}

func begin(b *bytes.Buffer, header, condition string) {
	fmt.Fprintf(b, "//go:build mpi && cgo\n\n%s#include %q\n\n#if %s\n\n", notice, header, condition)
}

// wrapper writes the line of a function.
func wrapper(b *bytes.Buffer, p Prototype, specials Specials) error {
	special, form, err := specials.of(p)
	if err != nil {
		return err
	}
	names := argumentNames(p)
	declarations := make([]string, len(names))
	for i, parameter := range p.Parameters {
		declarations[i] = parameter.Declaration(names[i])
	}
	if len(declarations) == 0 {
		declarations = []string{"void"}
	}
	where := "NOWHERE"
	if at := communicator(p); at >= 0 {
		where = "IN(" + dereferenced(p.Parameters[at]) + names[at] + ")"
	}
	number(b, p.Name)
	row(b, macro(p.Name, special, form)+", "+where, "("+strings.Join(declarations, ", ")+")", "("+strings.Join(names, ", ")+")")
	return nil
}

// endsComm are the functions that take the call's communicator by its address.
var endsComm = strings.Fields("Comm_free Comm_disconnect")

// communicator returns the index of the communicator of a call, the first among its arguments, or -1 without
// one.
func communicator(p Prototype) int {
	return slices.IndexFunc(p.Parameters, func(q Parameter) bool {
		return q.Type == "MPI_Comm" || q.Type == "MPI_Comm *" && slices.Contains(endsComm, p.Name)
	})
}

func dereferenced(p Parameter) string {
	if strings.HasSuffix(p.Type, "*") {
		return "*"
	}
	return ""
}

// number makes a number for a function that the table of package calls does not have.
func number(b *bytes.Buffer, name string) {
	if _, known := functions.Lookup(name); !known {
		fmt.Fprintf(b, "#define function_%s function_%s\n", name, functions.Other)
	}
}

// argumentNames returns the names of the parameters in C.
func argumentNames(p Prototype) []string {
	var names []string
	for _, parameter := range p.Parameters {
		name := parameter.Name
		if name == "c" || name == "r" || name == "e" {
			name += "_" // these are the wrapper's own
		}
		names = append(names, name)
	}
	return names
}

// row writes a line of the table. What does not fit continues on the next line, if possible without splitting
// an argument.
func row(b *bytes.Buffer, arguments ...string) {
	line := ""
	for i, text := range arguments {
		if text += ","; i == len(arguments)-1 {
			text = strings.TrimSuffix(text, ",") + ")"
		}
		switch {
		case i == 0:
			line = text
			continue
		case len(line)+1+len(text) <= width:
			line += " " + text
			continue
		case len(text) < width:
			b.WriteString(line + "\n")
			line = "\t" + text
			continue
		}
		for word := range strings.SplitAfterSeq(text, ", ") {
			if len(line)+1+len(strings.TrimSpace(word)) > width {
				b.WriteString(line + "\n")
				line = "\t" + strings.TrimSpace(word)
			} else {
				line += " " + strings.TrimSpace(word)
			}
		}
	}
	b.WriteString(line + "\n")
}
