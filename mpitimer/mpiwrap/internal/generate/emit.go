package generate

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/go-hpc/timers/stats/calls"
)

const notice = "/* Written by internal/generate: change that, not this. */\n"

// Numbers is the C header with the numbers of the functions.
func Numbers() []byte {
	var b bytes.Buffer
	b.WriteString(notice + "#ifndef GOHPC_MPIWRAP_NUMBERS_H\n#define GOHPC_MPIWRAP_NUMBERS_H\n\nenum {\n")
	for i, f := range calls.Functions() {
		fmt.Fprintf(&b, "\tfunction_%s = %d,\n", f.Name, i)
	}
	b.WriteString("};\n\n#endif\n")
	return b.Bytes()
}

// Wrappers is the C source of the functions MPI_X for the declarations of one MPI. It is compiled
// only where condition holds, an expression of the preprocessor after mpi.h.
func Wrappers(list []Prototype, condition string) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("//go:build mpi && cgo\n\n" + notice + "#include \"hooks.h\"\n\n")
	fmt.Fprintf(&b, "#if %s\n\n", condition)
	b.WriteString("#pragma GCC diagnostic ignored \"-Wdeprecated-declarations\"\n")
	table := hooks()
	for _, p := range list {
		if Excluded(p.Name) != "" {
			continue
		}
		if p.Name == "Pcontrol" {
			b.WriteString(pcontrol)
			continue
		}
		if p.Result != "int" {
			return nil, fmt.Errorf("MPI_%s: its result is of type %s, not int: it must be excluded by name", p.Name, p.Result)
		}
		if err := wrapper(&b, p, hookOf(table, p.Name)); err != nil {
			return nil, err
		}
	}
	b.WriteString("\n#endif\n")
	return b.Bytes(), nil
}

// pcontrol has arguments that nobody knows but the profilers.
const pcontrol = `
int MPI_Pcontrol(const int level, ...)
{
	struct call c;
	int r;
	if (level != 0) gohpc_mpiwrap_pcontrol(level);
	if (!enter(&c, function_Pcontrol)) return PMPI_Pcontrol(level);
	start(&c);
	r = PMPI_Pcontrol(level);
	c.end = ticks(&c);
	record_plain(&c, r);
	leave(&c);
	if (level == 0) gohpc_mpiwrap_pcontrol(level);
	return r;
}
`

// hookOf finds the hook of a function. Those for large counts are those for small ones.
func hookOf(table map[string]hook, name string) hook {
	if h, ok := table[name]; ok {
		return h
	}
	return table[strings.TrimSuffix(name, "_c")]
}

// number is the name of the constant that stands for a function.
func number(name string) string {
	if _, known := calls.Lookup(name); !known {
		name = calls.Other
	}
	return "function_" + name
}

func wrapper(b *bytes.Buffer, p Prototype, h hook) error {
	names, err := argumentNames(p, h)
	if err != nil {
		return err
	}
	declarations := make([]string, len(names))
	comm := h.comm
	for i, parameter := range p.Parameters {
		declarations[i] = parameter.Declaration(names[i])
		if comm == "" && parameter.Type == "MPI_Comm" {
			comm = names[i]
		}
	}
	if len(declarations) == 0 {
		declarations = []string{"void"}
	}
	call := fmt.Sprintf("PMPI_%s(%s)", p.Name, strings.Join(names, ", "))
	if h.first+h.before+h.call+h.after+h.words+h.last == "" {
		plain(b, p, comm, declarations, call)
		return nil
	}
	fmt.Fprintf(b, "\nint MPI_%s(%s)\n{\n\tstruct call c;\n\tint r;\n", p.Name, strings.Join(declarations, ", "))
	statements(b, h.first)
	fmt.Fprintf(b, "\tif (!%s) return %s;\n", enter(p.Name, comm), call)
	statements(b, h.before)
	if h.call != "" {
		call = strings.ReplaceAll(h.call, "{call}", call)
	}
	fmt.Fprintf(b, "\tstart(&c);\n\tr = %s;\n\tc.end = ticks(&c);\n", call)
	rest(b, p.Name, h)
	return nil
}

// frequent are the functions whose wrappers have all that is on their way in themselves; others share it.
var frequent = strings.Fields("Send Isend Recv Irecv Sendrecv Wait Test Waitall Testall Iprobe Start Startall Put Get Barrier Bcast Reduce Allreduce Alltoall Alltoallv")

func isFrequent(name string) bool { return slices.Contains(frequent, name) }

// enter is the expression that says whether the call is to be recorded.
func enter(name, comm string) string {
	has := 1
	if comm == "" {
		has, comm = 0, "MPI_COMM_NULL"
	}
	how := "gohpc_mpiwrap_enter"
	if isFrequent(name) {
		how = "enter_with"
	}
	return fmt.Sprintf("%s(&c, %s, %d, %s)", how, number(name), has, comm)
}

func leave(name string) string {
	if isFrequent(name) {
		return "\tleave(&c);\n"
	}
	return "\tgohpc_mpiwrap_leave(&c);\n"
}

// plain is a wrapper that counts and times only. There are so many of them that they share what they do.
func plain(b *bytes.Buffer, p Prototype, comm string, declarations []string, call string) {
	fmt.Fprintf(b, "\nint MPI_%s(%s)\n{\n\tstruct call c;\n", p.Name, strings.Join(declarations, ", "))
	fmt.Fprintf(b, "\tif (!%s) return %s;\n", enter(p.Name, comm), call)
	fmt.Fprintf(b, "\tstart(&c);\n\treturn plain(&c, %s);\n}\n", call)
}

// rest is what comes after the call.
func rest(b *bytes.Buffer, name string, h hook) {
	statements(b, h.after)
	if h.words == "" {
		b.WriteString("\trecord_plain(&c, r);\n")
	} else {
		record(b, h.words)
	}
	statements(b, h.finally)
	b.WriteString(leave(name))
	statements(b, h.last)
	b.WriteString("\treturn r;\n}\n")
}

// argumentNames are the names of the hook, where there is one, which must fit the declaration, and
// those of the header otherwise.
func argumentNames(p Prototype, h hook) ([]string, error) {
	names := strings.Fields(h.params)
	if h.params == "" {
		names = nil
		for _, parameter := range p.Parameters {
			name := parameter.Name
			if name == "c" || name == "r" || name == "e" {
				name += "_" // these are the wrapper's own
			}
			names = append(names, name)
		}
	}
	if len(names) != len(p.Parameters) {
		return nil, fmt.Errorf("MPI_%s: mpi.h declares %d parameters, the table of hooks knows %d", p.Name, len(p.Parameters), len(names))
	}
	return names, nil
}

func statements(b *bytes.Buffer, text string) {
	if text != "" {
		fmt.Fprintf(b, "\t%s\n", text)
	}
}

// record writes the record of a call.
func record(b *bytes.Buffer, words string) {
	b.WriteString("\tif (RECORDING(&c)) {\n\t\tstruct event *e = gohpc_mpiwrap_event(&c, r);\n\t\tif (e) {\n")
	for _, word := range wordsOf(words) {
		if text, ok := strings.CutPrefix(word, "text: "); ok {
			fmt.Fprintf(b, "\t\t\tgohpc_mpiwrap_event_text(e, %s);\n", text)
		} else if statement, ok := strings.CutPrefix(word, "!"); ok {
			fmt.Fprintf(b, "\t\t\t%s;\n", statement)
		} else {
			fmt.Fprintf(b, "\t\t\tput(e, %s);\n", word)
		}
	}
	b.WriteString("\t\t\tgohpc_mpiwrap_event_end(&c, e);\n\t\t}\n\t}\n")
}

func wordsOf(words string) []string {
	var list []string
	for word := range strings.SplitSeq(words, ";") {
		if word = strings.TrimSpace(word); word != "" {
			list = append(list, word)
		}
	}
	return list
}
