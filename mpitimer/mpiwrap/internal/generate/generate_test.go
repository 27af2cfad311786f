package generate

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// specials returns the macros of the package.
func specials(t *testing.T) Specials {
	t.Helper()
	list, err := ReadSpecials("../..")
	if err != nil {
		t.Fatal(err)
	}
	return list
}

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
			files, err := m.Files(specials(t))
			if err != nil {
				t.Fatal(err)
			}
			for name, text := range files {
				same(name, text)
			}
		})
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
	list := []Prototype{{Name: "New", Result: "int", Parameters: []Parameter{{Type: "int", Name: "r"}}}}
	text, err := Wrappers(list, specials(t), "1")
	if err != nil || !strings.Contains(string(text), "#define function_New function_Other\nPLAIN(New, NOWHERE, (int r_), (r_))\n") {
		t.Errorf("%v\n%s", err, text)
	}
	text, err = Fortran(list, specials(t), "1")
	if err != nil || !strings.Contains(string(text), "#define function_New function_Other\nPLAIN(New, new, NOWHERE, 1, 0)\n") {
		t.Errorf("%v\n%s", err, text)
	}
	for _, bad := range []Prototype{
		{Name: "Send", Result: "int"}, {Name: "Igather", Result: "int"}, {Name: "New", Result: "double"},
	} {
		if _, err := Wrappers([]Prototype{bad}, specials(t), "1"); err == nil {
			t.Errorf("%+v was taken", bad)
		}
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
