package instrument

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

// Messages of the compiler and of vet show the user's file.
func TestMessagesShowTheUsersSource(t *testing.T) {
	wrong := strings.Replace(program, "return s\n", "var unused int\n\treturn s\n", 1)
	folder := files(t, map[string]string{"go.mod": "module example.com/wrong\n\ngo 1.22\n", "main.go": wrong})
	for _, verb := range []string{"build", "vet"} {
		_, messages, err := mpitimer(t, folder, verb, "--", ".")
		var status interface{ ExitStatus() int }
		if !errors.As(err, &status) || status.ExitStatus() != 1 {
			t.Errorf("%s: error %v", verb, err)
		}
		has(t, verb, messages, "./main.go:24:6: declared and not used: unused")
	}
}

// What an earlier run has shown to be too small is left out, and the reason is said.
func TestEarlierProfile(t *testing.T) {
	folder := files(t, map[string]string{"go.mod": "module example.com/profiled\n\ngo 1.22\n", "main.go": `package main

import "fmt"

func main() {
	sum := 0
	for i := 0; i < 200000; i++ {
		sum += small(1)
	}
	fmt.Println(sum, large(300))
}

//go:noinline
func small(n int) (s int) {
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			for k := 0; k < n; k++ {
				for l := 0; l < n; l++ {
					s += i*j/(k+l+1) + 1
				}
			}
		}
	}
	return s
}

//go:noinline
func large(n int) (s int) {
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			for k := 0; k < n; k++ {
				s += i * j
			}
		}
	}
	return s
}
`})
	t.Chdir(t.TempDir())
	t.Setenv("MPITIMER_SUMMARY_FILE", "true")
	if _, report, _ := ran(t, built(t, folder)); !strings.Contains(report, "main.small") {
		t.Fatalf("report\n%s", report)
	}
	t.Setenv("MPITIMER_SUMMARY_FILE", "false") // the file stays
	_, report, _ := ran(t, built(t, folder, "-profile", "timing.mptsum"))
	has(t, "report", report, "main.large")
	if strings.Contains(report, "main.small") {
		t.Errorf("small is still timed:\n%s", report)
	}
	profile, err := filepath.Abs("timing.mptsum")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	out, _, err := mpitimer(t, folder, "build", "-explain", "-profile", profile)
	if err != nil {
		t.Fatal(err)
	}
	has(t, "list", out, "main.small", "too small in the profile: 200000 calls of ")
	if _, _, err := mpitimer(t, folder, "build", "-profile", "main.go", "--", "."); err == nil {
		t.Error("a profile that is none")
	}
}

// The estimate is shown for all functions, and for some with its parts.
func TestExplain(t *testing.T) {
	folder := files(t, map[string]string{"go.mod": "module example.com/explained\n\ngo 1.22\n", "main.go": program})
	t.Chdir(folder)
	out, _, err := mpitimer(t, folder, "build", "-explain")
	if err != nil {
		t.Fatal(err)
	}
	has(t, "list", out, "+ ", "main.work", "main.go:16", "2 of 2 functions are instrumented (+)")
	out, _, err = mpitimer(t, folder, "build", "-explain", "work")
	if err != nil {
		t.Fatal(err)
	}
	has(t, "explanation", out, "main.work", "loop")
	if strings.Contains(out, "main.main") {
		t.Errorf("explains what nobody asked for:\n%s", out)
	}
}
