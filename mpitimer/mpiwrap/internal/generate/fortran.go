package generate

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// byHand are the functions of Fortran that stand in fortran.c and fortran_wait.c.
var byHand = strings.Fields("Init Init_thread Pcontrol Wait Test Waitany Testany Waitall Testall Waitsome Testsome Startall")

// handles are the types whose values Fortran has as integers.
var handles = strings.Fields("MPI_Comm MPI_Datatype MPI_Op MPI_Group MPI_Win MPI_File MPI_Info MPI_Request MPI_Message MPI_Errhandler")

// Fortran is the C source of Fortran's functions, in both forms of their names.
func Fortran(list []Prototype, condition string) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("//go:build mpi && cgo\n\n" + notice + "#include \"fortran.h\"\n\n")
	fmt.Fprintf(&b, "#if %s\n\n", condition)
	b.WriteString("#pragma GCC diagnostic ignored \"-Wdeprecated-declarations\"\n")
	table := hooks()
	for _, p := range list {
		if Excluded(p.Name) != "" || slices.Contains(byHand, p.Name) {
			continue
		}
		h := hookOf(table, p.Name)
		if h.alone || strings.HasSuffix(strings.ToLower(p.Name), "alltoallw") {
			h = hook{} // calls and time only
		}
		if err := fortran(&b, p, h); err != nil {
			return nil, err
		}
	}
	b.WriteString("\n#endif\n")
	return b.Bytes(), nil
}

// argument is one of a Fortran function. There are those of C, the error, and the lengths of strings.
type argument struct {
	Parameter
	name string // in C, where the hook uses it
}

// base is the type without what says how it is passed.
func (a argument) base() string {
	return strings.TrimSpace(strings.NewReplacer("const ", "", "*", "", "[]", "").Replace(a.Type))
}

func (a argument) single() bool { return a.Type == a.base() }

func (a argument) pointer() bool {
	return strings.HasSuffix(a.Type, "*") && strings.Count(a.Type, "*") == 1
}

// text says whether Fortran has a string there, whose length comes behind all other arguments.
func (a argument) text() bool { return a.base() == "char" }

// declared is how C sees Fortran's argument.
func (a argument) declared() string {
	switch base := a.base(); {
	case a.single() && (base == "int" || slices.Contains(handles, base)):
		return "MPI_Fint *"
	case a.single() && (base == "MPI_Aint" || base == "MPI_Offset" || base == "MPI_Count"):
		return base + " *"
	}
	return "void *"
}

// in makes C's argument of Fortran's before the call.
func (a argument) in() string {
	n, base := a.name, a.base()
	switch {
	case a.single() && slices.Contains(handles, base):
		return fmt.Sprintf("%s %s = PMPI_%s_f2c(*%s_);", base, n, handleName(base), n)
	case a.single() && a.declared() != "void *":
		return fmt.Sprintf("%s %s = (%s)*%s_;", base, n, base, n)
	case a.pointer() && slices.Contains(handles, base):
		return fmt.Sprintf("%s value_%s = PMPI_%s_f2c(*(MPI_Fint *)%s_), *%s = &value_%s;", base, n, handleName(base), n, n, n)
	case a.pointer() && base == "MPI_Status":
		return fmt.Sprintf("MPI_Status value_%s, *%s = &value_%s; MPI_Fint own_%s[STATUS]; if (%s_ == MPI_F_STATUS_IGNORE) %s_ = own_%s;", n, n, n, n, n, n, n)
	case a.pointer() && base == "void":
		return fmt.Sprintf("void *%s = fortran_buffer(%s_);", n, n)
	case a.text():
		return fmt.Sprintf("char text_%s[TEXT], *%s = gohpc_mpiwrap_text(text_%s, %s_, length_%s);", n, n, n, n, n)
	case a.single():
		return fmt.Sprintf("void *%s = %s_;", n, n)
	}
	return fmt.Sprintf("%s *%s = %s_;", base, n, n)
}

// out fits C's argument to what the call has made of Fortran's.
func (a argument) out(converted bool) string {
	n, base := a.name, a.base()
	switch {
	case a.pointer() && slices.Contains(handles, base):
		return fmt.Sprintf("value_%s = PMPI_%s_f2c(*(MPI_Fint *)%s_);", n, handleName(base), n)
	case a.pointer() && base == "MPI_Status" && converted:
		return fmt.Sprintf("if (SYNCHRONISED(&c)) PMPI_Status_c2f(%s, %s_); else PMPI_Status_f2c(%s_, %s);", n, n, n, n)
	case a.pointer() && base == "MPI_Status":
		return fmt.Sprintf("PMPI_Status_f2c(%s_, %s);", n, n)
	}
	return ""
}

func handleName(kind string) string {
	if kind == "MPI_Datatype" {
		return "Type"
	}
	return strings.TrimPrefix(kind, "MPI_")
}

// signature is how the function is declared and called.
func signature(arguments []argument) (declared, passed []string) {
	for _, a := range arguments {
		declared = append(declared, a.declared()+a.name+"_")
		passed = append(passed, a.name+"_")
	}
	declared, passed = append(declared, "MPI_Fint *ierr"), append(passed, "ierr")
	for _, a := range arguments {
		if a.text() {
			declared = append(declared, "size_t length_"+a.name)
			passed = append(passed, "length_"+a.name)
		}
	}
	return declared, passed
}

func fortran(b *bytes.Buffer, p Prototype, h hook) error {
	names, err := argumentNames(p, h)
	if err != nil {
		return err
	}
	arguments := make([]argument, len(names))
	comm := -1
	for i, parameter := range p.Parameters {
		arguments[i] = argument{parameter, names[i]}
		if comm < 0 && parameter.Type == "MPI_Comm" || h.comm != "" && h.comm == "*"+names[i] {
			comm = i
		}
	}
	declared, passed := signature(arguments)
	lower := strings.ToLower(p.Name)
	fmt.Fprintf(b, "\ntypedef void (*type_%s)(%s);\n", lower, strings.Join(declared, ", "))
	fmt.Fprintf(b, "static void do_%s(type_%s real, %s)\n{\n", lower, lower, strings.Join(declared, ", "))
	b.WriteString("\tstruct call c;\n\tMPI_Fint own_error;\n\tint r;\n\tif (!ierr) ierr = &own_error;\n")
	b.WriteString("\tif (!real) {\n\t\t*ierr = MPI_ERR_OTHER;\n\t\treturn;\n\t}\n")
	statements(b, h.first)
	call := "real(" + strings.Join(passed, ", ") + ")"
	handle := ""
	if comm >= 0 {
		handle = fmt.Sprintf("PMPI_Comm_f2c(*(MPI_Fint *)%s_)", names[comm])
	}
	fmt.Fprintf(b, "\tif (!%s) {\n\t\t%s;\n\t\treturn;\n\t}\n", enter(p.Name, handle), call)
	fortranCall(b, p.Name, h, arguments, call)
	b.WriteString("}\n")
	for _, suffix := range []string{"_", "_f08_"} {
		fmt.Fprintf(b, "void mpi_%s%s(%s)\n{\n\tstatic type_%s real;\n", lower, suffix, strings.Join(declared, ", "), lower)
		fmt.Fprintf(b, "\tif (!real) real = (type_%s)gohpc_mpiwrap_fortran(\"pmpi_%s%s\");\n", lower, lower, suffix)
		fmt.Fprintf(b, "\tdo_%s(real, %s);\n}\n", lower, strings.Join(passed, ", "))
	}
	return nil
}

// fortranCall writes what is done of a call that is recorded.
func fortranCall(b *bytes.Buffer, name string, h hook, arguments []argument, call string) {
	hooked := h.params != "" && h.before+h.after+h.words != ""
	if hooked {
		for _, a := range arguments {
			fmt.Fprintf(b, "\t%s (void)%s;\n", a.in(), a.name)
		}
	}
	statements(b, h.before)
	b.WriteString("\tstart(&c);\n")
	if h.call != "" {
		fmt.Fprintf(b, "\t*ierr = %s;\n", strings.ReplaceAll(h.call, "{call}", "("+call+", *ierr)"))
	} else {
		fmt.Fprintf(b, "\t%s;\n", call)
	}
	b.WriteString("\tc.end = ticks(&c);\n\tr = *ierr;\n")
	if hooked {
		for _, a := range arguments {
			statements(b, a.out(h.call != ""))
		}
	}
	statements(b, h.after)
	if h.words == "" {
		b.WriteString("\trecord_plain(&c, r);\n")
	} else {
		record(b, h.words)
	}
	b.WriteString(leave(name))
}
