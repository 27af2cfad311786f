package cover

import (
	"bytes"
	"encoding/json"
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/instrument/rewrite"
)

// planned writes a plan and returns the arguments of a call of the coverage tool through it.
func planned(t *testing.T, p *Plan, command []string) []string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "plan.json")
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	write(t, name, string(text))
	return append([]string{name, "0"}, command...)
}

const source = "package p\n\nfunc f(x int) int {\n\tif x > 1 {\n\t\treturn 2\n\t}\n\treturn x\n}\n"

// The tool's file gets the regions; one that was written to since they were chosen is refused.
func TestRegionsInTheToolsFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f.go")
	write(t, name, source)
	at := strings.Index(source, "{") + 1
	p := new(Plan)
	p.Add(name, []byte(source), []rewrite.Edit{{At: at, End: at, Text: " defer r.Start().Stop();"}})
	command, outputs := toolFor(t, "p", "set", name)
	if err := Run(planned(t, p, command)); err != nil {
		t.Fatal(err)
	}
	text := string(read(t, outputs[0]))
	for _, wanted := range []string{"//line " + name + ":1:1\npackage p", variable + "_0[3] = 1; defer r.Start().Stop();\n\tif x > 1 {" + variable + "_0[5]"} {
		if !strings.Contains(text, wanted) {
			t.Errorf("lacks %q:\n%s", wanted, text)
		}
	}
	write(t, name, strings.Replace(source, "> 1", "> 2", 1))
	if err := Run(planned(t, p, command)); err == nil || !strings.Contains(err.Error(), "f.go has changed since its regions were chosen") {
		t.Errorf("error %v", err)
	}
}

// A file that is not there, or is another one in the user's overlay, is read elsewhere and keeps its name.
func TestFileFromElsewhere(t *testing.T) {
	folder := t.TempDir()
	name, from := filepath.Join(folder, "absent.go"), filepath.Join(folder, "text")
	write(t, from, source)
	command, outputs := toolFor(t, "p", "count", name)
	if err := Run(planned(t, &Plan{Replace: map[string]string{name: from}}, command)); err != nil {
		t.Fatal(err)
	}
	if text := string(read(t, outputs[0])); !strings.HasPrefix(text, "//line "+name+":1:1\n") || !strings.Contains(text, variable+"_0[3]++;") {
		t.Errorf("%s", text)
	}
}

// Packages of the copy are compiled as they are.
func TestNothingIsCountedInTheCopy(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "f.go")
	write(t, name, source)
	command, outputs := toolFor(t, "p", "atomic", name)
	for apart, counts := range map[string]bool{folder: false, folder[:len(folder)-1]: true, "": true} { // a directory, and not what begins like it
		if err := Run(planned(t, &Plan{Apart: apart}, command)); err != nil {
			t.Fatal(err)
		}
		if text := string(read(t, outputs[0])); strings.Contains(text, variable) != counts {
			t.Errorf("apart %q: counts %v, want %v:\n%s", apart, !counts, counts, text)
		}
	}
}

// What the tool says of an error, and its status, are the tool's.
func TestErrorOfTheTool(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f.go")
	write(t, name, "package p; func {")
	command, _ := toolFor(t, "p", "set", name)
	var ended *exec.ExitError
	if err := Run(planned(t, new(Plan), command)); !errors.As(err, &ended) {
		t.Errorf("error %v, want that of a process", err)
	}
}

func TestWrongCalls(t *testing.T) {
	command, _ := toolFor(t, "p", "set", "f.go")
	none := filepath.Join(t.TempDir(), "none")
	write(t, none, "{}")
	for want, args := range map[string][]string{
		"the go command calls this":       {none, "0"},
		`"x" of 1 words before the tool`:  {none, "x", "cover", "-a"},
		`"2" of 1 words before the tool`:  {none, "2", "wrapper", "cover"},
		"no such file":                    append([]string{none + "e", "0"}, command...),
		"expected -outfilelist and -mode": {none, "0", "cover", "-pkgcfg", "x", "f.go"},
		"files in":                        append([]string{none, "0"}, command[:9]...),
	} {
		if err := Run(args); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v, want %q", args, err, want)
		}
	}
	write(t, none, `{"Filez": {}}`)
	if err := Run(append([]string{none, "0"}, command...)); err == nil || !strings.Contains(err.Error(), "Filez") {
		t.Errorf("error %v", err)
	}
}

// What the go command keeps of covered packages has this program's version in its name, and the tool's.
func TestVersion(t *testing.T) {
	command, _ := toolFor(t, "p", "set", "f.go")
	var out bytes.Buffer
	if err := version([]string{command[0], "-V=full"}, &out); err != nil {
		t.Fatal(err)
	}
	if fields := strings.Fields(out.String()); len(fields) < 4 || fields[0] != "cover" || fields[1] != "version" || !strings.Contains(fields[len(fields)-1], "mpitimer-") {
		t.Errorf("version %q", &out)
	}
	for line, want := range map[string]string{
		"cover version go1.26.8\n":                   "cover version go1.26.8 mpitimer-x",
		"cover version go1.26.8 X:jsonv2\n":          "cover version go1.26.8 X:jsonv2 mpitimer-x",
		"cover version devel go1.27-1 buildID=a/b/c": "cover version devel go1.27-1 buildID=a/b/c-mpitimer-x",
	} {
		if got := withVersion(line, "x"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Words that are put into the flag come out of it as the go command reads it.
func TestFlag(t *testing.T) {
	word := rapid.OneOf(rapid.StringMatching(`[a-z'/ \t=-]{0,8}`), rapid.StringMatching(`[a-z"/ \t=-]{0,8}`))
	rapid.Check(t, func(t *rapid.T) {
		program, plan := word.Draw(t, "program"), word.Draw(t, "plan")
		users := rapid.SliceOfN(rapid.StringMatching(`[a-z/=-]{1,4}|'[a-z/ "=]{0,4}'|"[a-z/ '=]{0,4}"`), 0, 3).Draw(t, "users")
		flag, err := Flag(program, plan, strings.Join(users, "  "))
		if err != nil {
			t.Fatal(err)
		}
		value, ok := strings.CutPrefix(flag, "-toolexec=")
		got, err := Words(value)
		want := []string{program, Command, plan, string(rune('0' + len(users)))}
		for _, u := range users {
			want = append(want, unquoted(u))
		}
		if !ok || err != nil || !slices.Equal(got, want) {
			t.Fatalf("%q is %q, %v; want %q", flag, got, err, want)
		}
	})
	for users, want := range map[string]string{"a 'b": "a quote ' without its end"} {
		if _, err := Flag("p", "f", users); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	if _, err := Flag(`a'b"c`, "f", ""); err == nil || !strings.Contains(err.Error(), "quotes of both kinds") {
		t.Errorf("error %v", err)
	}
}

func unquoted(word string) string {
	if word[0] == '\'' || word[0] == '"' {
		return word[1 : len(word)-1]
	}
	return word
}
