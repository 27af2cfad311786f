package instrument

import (
	"archive/zip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// proxied makes a directory from which the go command takes a module as from a proxy, and lets it do so.
func proxied(t *testing.T, path, version string, texts map[string]string) {
	t.Helper()
	proxy, cache := t.TempDir(), filepath.Join(t.TempDir(), "mod")
	t.Cleanup(func() { // its directories can't be written to
		c := exec.Command("go", "clean", "-modcache")
		c.Env = append(os.Environ(), "GOMODCACHE="+cache)
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
	folder := filepath.Join(proxy, filepath.FromSlash(path), "@v")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	for end, text := range map[string]string{".info": `{"Version":"` + version + `"}`, ".mod": texts["go.mod"]} {
		if err := os.WriteFile(filepath.Join(folder, version+end), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Create(filepath.Join(folder, version+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	for name, text := range texts {
		w, err := z.Create(path + "@" + version + "/" + name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	real, err := exec.Command("go", "env", "GOMODCACHE").Output() // has what the timers need
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOPROXY", "file://"+proxy+",file://"+filepath.Join(strings.TrimSpace(string(real)), "cache", "download"))
	t.Setenv("GOMODCACHE", cache)
	t.Setenv("GONOSUMDB", "*")
	t.Setenv("GOTOOLCHAIN", "local")
}

// Modules of the module cache are instrumented when they are named, where the go command lets nobody replace files.
func TestDownloadedModules(t *testing.T) {
	if testing.Short() {
		t.Skip("builds many programs")
	}
	proxied(t, "example.com/lib", "v1.0.0", map[string]string{
		"go.mod":                  "module example.com/lib\n\ngo 1.21\n",
		"lib.go":                  "package lib\n\nimport (\n\t_ \"embed\"\n\n\t\"example.com/lib/internal/loops\"\n)\n\n//go:embed text\nvar text string\n\nfunc Work[T int | int64](n T) T { return loops.Work(n) + T(len(text)) }\n\nfunc Fail(n int) { panic(n) }\n",
		"text":                    "12345",
		"lib_test.go":             "package lib_test\n",
		"cmd/main.go":             "package main\n\nfunc main() {}\n",
		"c/c.go":                  "package c\n\n// #include \"c.h\"\nimport \"C\"\n\nfunc Number(n int) (s int) {\n\tfor i := 0; i < n; i++ {\n\t\tfor j := 0; j < n; j++ {\n\t\t\ts += int(C.NUMBER)\n\t\t}\n\t}\n\treturn s\n}\n\nfunc Back() int { return int(C.thread()) }\n\n//export back\n//mpitimer:region\nfunc back(n C.int) C.int { return C.int(Number(int(n))) }\n",
		"c/c.h":                   "#define NUMBER 7\nlong thread(void);\n",
		"c/c.c":                   "#include <pthread.h>\n#include \"_cgo_export.h\"\n\nstatic void *body(void *n) { return (void *)(long)back(100); }\n\nlong thread(void) {\n\tpthread_t t;\n\tvoid *r = 0;\n\tpthread_create(&t, 0, body, 0);\n\tpthread_join(t, &r);\n\treturn (long)r;\n}\n",
		"internal/loops/loops.go": "package loops\n\n//go:noinline\nfunc Work[T int | int64](n T) (s T) {\n\tfor i := T(0); i < n; i++ {\n\t\tfor j := T(0); j < n; j++ {\n\t\t\tfor k := T(0); k < n; k++ {\n\t\t\t\ts += i * j\n\t\t\t}\n\t\t}\n\t}\n\treturn s\n}\n",
	})
	main := "package main\n\nimport (\n\t\"fmt\"\n\n\t\"example.com/lib\"\n)\n\nvar back = func() int { return 0 }\n\nfunc main() { fmt.Println(lib.Work(100), back()) }\n"
	test := "package main\n\nimport (\n\t\"testing\"\n\n\t\"example.com/lib\"\n)\n\nfunc TestWork(t *testing.T) {\n\tif lib.Work(10) == 0 {\n\t\tt.Fail()\n\t}\n}\n"
	for name, texts := range map[string]map[string]string{
		"required": {"go.mod": "module example.com/user\n\ngo 1.22\n\nrequire example.com/lib v1.0.0\n"},
		"replaced": {"go.mod": "module example.com/user\n\ngo 1.22\n\nrequire example.com/lib v0.9.0\n\nreplace (\n\texample.com/lib v0.9.0 => example.com/lib v1.0.0 // newer\n)\n"},
		"of a workspace": {
			"go.work": "go 1.22\n\nuse (\n\t.\n\t./other\n)\n", "other/go.mod": "module example.com/other\n\ngo 1.22\n", "other/other.go": "package other\n",
			"go.mod": "module example.com/user\n\ngo 1.22\n\nrequire example.com/lib v1.0.0\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			texts["main.go"], texts["main_test.go"] = main, test
			if _, err := exec.LookPath("cc"); err == nil {
				texts["c.go"] = "package main\n\nimport \"example.com/lib/c\"\n\nfunc init() { println(c.Number(300)); back = c.Back }\n"
			}
			folder := files(t, texts)
			c := exec.Command("go", "mod", "download", "-x", "example.com/lib")
			if name != "of a workspace" {
				c = exec.Command("go", "mod", "tidy")
			}
			c.Dir = folder
			if out, err := c.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			out, report, _ := ran(t, built(t, folder, "-modules", "example.com/lib"))
			want := "2450250005 0\n"
			if texts["c.go"] != "" { // whose threads have regions too
				want = "2450250005 70000\n"
				has(t, "what C counted", report, "630000", "example.com/lib/c.back")
			}
			if out != want {
				t.Errorf("printed %q, want %q", out, want)
			}
			has(t, "report", report, "example.com/lib/internal/loops.Work")
			if name != "required" { // what follows is the same
				return
			}
			for _, args := range [][]string{
				{"test", "-modules", "example.com/lib", "--", "-race", "./..."},
				{"test", "-modules", "example.com/lib", "--", "-cover", "-coverpkg", "example.com/...", "."},
				{"vet", "-modules", "example.com/lib", "--", "."},
			} {
				if out, messages, err := mpitimer(t, folder, args...); err != nil {
					t.Errorf("%q: %v\n%s\n%s", args, err, out, messages)
				}
			}
			if text, err := os.ReadFile(filepath.Join(folder, "go.mod")); err != nil || strings.Contains(string(text), "timers") {
				t.Errorf("go.mod %s, %v", text, err)
			}
		})
	}
}

// A replacement is taken out of a go.mod, and nothing else.
func TestWithoutReplacement(t *testing.T) {
	const before = "module m\n\nreplace a.b/c => ../c\n\nreplace a.b/d v1.0.0 => ../d\nreplace (\n\ta.b/c v1.0.0 => x v1\n\ta.b/cc => ../cc\n)\nreplace(\n\t\"a.b/c\" => y v1\n)\nrequire a.b/c v1.0.0\n"
	const after = "module m\n\n\nreplace a.b/d v1.0.0 => ../d\nreplace (\n\ta.b/cc => ../cc\n)\nreplace(\n)\nrequire a.b/c v1.0.0\n"
	if got := string(withoutReplacement([]byte(before), "a.b/c")); got != after {
		t.Errorf("%q, want %q", got, after)
	}
}
