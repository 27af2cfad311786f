package generate

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-hpc/timers/stats/calls"
)

// What the package has is what the generator makes of the headers that are installed.
func TestCommitted(t *testing.T) {
	same := func(name string, want []byte) {
		t.Helper()
		got, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the generator makes: run go generate ./mpitimer/mpiwrap", name)
		}
	}
	same("numbers.h", Numbers())
	for _, m := range Installed {
		t.Run(m.Compiler, func(t *testing.T) {
			if _, err := exec.LookPath(m.Compiler); err != nil {
				t.Skipf("%s is not installed: its mpi.h cannot be compared", m.Compiler)
			}
			files, err := m.Files()
			if err != nil {
				t.Fatal(err)
			}
			for name, text := range files {
				same(name, text)
			}
		})
	}
}

// Every function that a header declares is wrapped, or excluded by name.
func TestComplete(t *testing.T) {
	for _, m := range Installed {
		t.Run(m.Compiler, func(t *testing.T) {
			if _, err := exec.LookPath(m.Compiler); err != nil {
				t.Skipf("%s is not installed: its mpi.h cannot be looked at", m.Compiler)
			}
			header, err := Header(m.Compiler)
			if err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(filepath.Join("../..", m.File))
			if err != nil {
				t.Fatal(err)
			}
			wrapped := 0
			// Not by Parse: that a name stands there is enough.
			seen := make(map[string]bool)
			for _, word := range strings.FieldsFunc(header, func(c rune) bool {
				return !(c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z')
			}) {
				name, ok := strings.CutPrefix(word, "PMPI_")
				if !ok || seen[name] {
					continue
				}
				seen[name] = true
				there := bytes.Contains(text, []byte("\nint MPI_"+name+"("))
				if excluded := Excluded(name) != ""; there == excluded {
					t.Errorf("MPI_%s: wrapped %v, excluded %v", name, there, excluded)
				}
				if !there {
					continue
				}
				wrapped++
				if _, ok := calls.Lookup(name); !ok {
					t.Errorf("MPI_%s is wrapped, but not in the table of functions", name)
				}
			}
			if wrapped < 300 {
				t.Errorf("only %d functions are wrapped", wrapped)
			}
		})
	}
}

// A record has as many numbers as the table has attributes, and strings where it has strings.
func TestWordsFitAttributes(t *testing.T) {
	table := hooks()
	for _, f := range calls.Functions() {
		var want, got []string
		for _, a := range f.Attributes {
			if a.Text {
				want = append(want, "text")
			} else {
				want = append(want, "number")
			}
		}
		lists := 0
		for _, word := range wordsOf(hookOf(table, f.Name).words) {
			switch {
			case strings.HasPrefix(word, "text: "):
				got = append(got, "text")
			case strings.HasPrefix(word, "!"):
				lists++
			default:
				got = append(got, "number")
			}
		}
		if !slices.Equal(got, want) || (lists > 0) != (len(f.Children) > 0) {
			t.Errorf("%s: the record has %v and %d lists, the table %v and %d kinds of children", f.Name, got, lists, want, len(f.Children))
		}
	}
	for name := range table {
		if _, ok := calls.Lookup(name); !ok {
			t.Errorf("there is a hook for MPI_%s, which the table does not have", name)
		}
	}
}

func TestParse(t *testing.T) {
	list, err := Parse(`
		typedef int MPI_Comm;
		__attribute__((visibility("default"))) int PMPI_Send(const void *buf, int count, MPI_Datatype datatype,
			int dest, int tag, MPI_Comm comm) __attribute__((pointer_with_type_tag(MPI,1,3)));
		int MPI_Send(int);
		int PMPI_Get_version(int *, int*argument);
		int PMPI_Finalize(void) ;
		int PMPI_Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup);
		int PMPI_Pcontrol(const int level, ...);
		int PMPI_Op_create(MPI_User_function *function, int commute, MPI_Op *op);
		double PMPI_Wtime(void);`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range list {
		var parameters []string
		for _, q := range p.Parameters {
			parameters = append(parameters, q.Declaration(q.Name))
		}
		got = append(got, p.Result+" "+p.Name+"("+strings.Join(parameters, ", ")+")")
	}
	want := []string{
		"int Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)",
		"int Get_version(int *argument1, int *argument)",
		"int Finalize()",
		"int Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup)",
		"int Pcontrol(const int level, ... ...)",
		"int Op_create(MPI_User_function *function, int commute, MPI_Op *op)",
		"double Wtime()",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	for _, bad := range []string{"", "int MPI_Send(int);", "int PMPI_Send(int a", "int PMPI_Send(int (*f)(int));"} {
		if list, err := Parse(bad); err == nil {
			t.Errorf("%q was taken: %v", bad, list)
		}
	}
}

// An MPI with a function that the table does not know, or with other parameters, is told so or is
// served as far as it goes.
func TestOtherHeaders(t *testing.T) {
	text, err := Wrappers([]Prototype{{Name: "New", Result: "int", Parameters: []Parameter{{Type: "int", Name: "r"}}}}, "1")
	if err != nil || !strings.Contains(string(text), "int MPI_New(int r_)") || !strings.Contains(string(text), "function_Other") {
		t.Errorf("%v\n%s", err, text)
	}
	if _, err := Wrappers([]Prototype{{Name: "Send", Result: "int"}}, "1"); err == nil {
		t.Error("a MPI_Send without parameters was taken")
	}
	if _, err := Wrappers([]Prototype{{Name: "New", Result: "double"}}, "1"); err == nil {
		t.Error("a function with a double was taken")
	}
}

func FuzzParse(f *testing.F) {
	f.Add("int PMPI_Send(const void *buf, int a[][3], ...);")
	f.Add("int PMPI_A(int (*f)(void), b) int PMPI_B(")
	f.Fuzz(func(t *testing.T, header string) {
		list, err := Parse(header)
		if (err == nil) != (len(list) > 0) && err == nil {
			t.Errorf("no error and nothing found")
		}
	})
}
