package generate

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// byHandInFortran are the Fortran functions in fortran.c and fortran_wait.c.
var byHandInFortran = strings.Fields("Init Init_thread Finalize Pcontrol Wait Test Waitany Testany Waitall Testall Waitsome Testsome Startall")

// plainInFortran reports whether only calls and time are counted for a Fortran function.
func plainInFortran(name string) bool {
	return name == "Grequest_start" || strings.HasSuffix(strings.ToLower(name), "alltoallw")
}

// handles are the types whose values are integers in Fortran.
var handles = strings.Fields("MPI_Comm MPI_Datatype MPI_Op MPI_Group MPI_Win MPI_File MPI_Info MPI_Request MPI_Message MPI_Errhandler")

// Fortran returns the C source of Fortran's functions, in both forms of their names: a table of macros of
// fortran.h.
func Fortran(list []Prototype, specials Specials, condition string) ([]byte, error) {
	var b bytes.Buffer
	begin(&b, "fortran.h", condition)
	err := inOrder(&b, list, byHandInFortran, func(p Prototype) error { return fortran(&b, p, specials) })
	b.WriteString("\n#endif\n")
	return b.Bytes(), err
}

// fortran writes the line of a function.
func fortran(b *bytes.Buffer, p Prototype, specials Specials) error {
	special, form, err := specials.of(p)
	if err != nil {
		return err
	}
	if plainInFortran(p.Name) {
		special, form = "", ""
	}
	var kinds []string
	texts := 0
	for _, parameter := range p.Parameters {
		kind := kindOf(parameter)
		if kind == "TEXT" {
			texts++
			kind += fmt.Sprint(texts)
		}
		if kind == "STATUS" && p.Name == "Recv" {
			kind = "RECEIVED"
		}
		kinds = append(kinds, kind)
	}
	where := "NOWHERE"
	if at := communicator(p); at >= 0 {
		where = fmt.Sprintf("IN(%d)", at+1)
	}
	number(b, p.Name)
	arguments := []string{macro(p.Name, special, form), strings.ToLower(p.Name), where, fmt.Sprint(len(p.Parameters)), fmt.Sprint(texts)}
	if special != "" {
		arguments = append(arguments, "("+strings.Join(kinds, ", ")+")")
	}
	row(b, arguments...)
	return nil
}

// kindOf returns how Fortran passes an argument of C, in the words of fortran.h.
func kindOf(p Parameter) string {
	base := strings.TrimSpace(strings.NewReplacer("const ", "", "*", "", "[]", "").Replace(p.Type))
	single := p.Type == base
	address := strings.HasSuffix(p.Type, "*") && strings.Count(p.Type, "*") == 1
	number := map[string]string{"int": "INT", "MPI_Aint": "AINT", "MPI_Offset": "OFFSET", "MPI_Count": "COUNT"}[base]
	switch {
	case base == "char":
		return "TEXT" // its length follows all other arguments
	case single && slices.Contains(handles, base):
		return handleKind(base)
	case address && slices.Contains(handles, base):
		return handleKind(base) + "_AT"
	case address && base == "MPI_Status":
		return "STATUS"
	case address && base == "void":
		return "BUFFER"
	case single && number != "":
		return number
	case number != "":
		return number + "S"
	}
	return "OTHER"
}

func handleKind(base string) string {
	if base == "MPI_Datatype" {
		return "TYPE"
	}
	return strings.ToUpper(strings.TrimPrefix(base, "MPI_"))
}
