package main

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/hd/hdtest"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/load/loadtest"
	"github.com/go-hpc/timers/mpitimer/ranktable"
)

// leaves calls f with each command that has no others below it, but for those that cobra makes.
func leaves(c *cobra.Command, f func(name string, c *cobra.Command)) {
	if len(c.Commands()) == 0 {
		panic(c.Name() + " has no sub-commands")
	}
	for _, sub := range c.Commands() {
		switch name := strings.TrimPrefix(sub.CommandPath(), "mpitimer "); {
		case name == "completion" || name == "help":
		case sub.HasSubCommands():
			leaves(sub, f)
		default:
			f(name, sub)
		}
	}
}

// inputs returns the files of the test of statuses: sound ones, and those with the same name and "cut" before
// it.
func inputs(t *testing.T) map[string]string {
	t.Helper()
	folder := t.TempDir()
	in := map[string]string{"NONE": filepath.Join(folder, "none.trc"), "OUT": filepath.Join(folder, "out")}
	add := func(word, name string, data []byte, cut int) {
		in[word], in["CUT"+word] = filepath.Join(folder, name), filepath.Join(folder, "cut-"+name)
		for path, text := range map[string][]byte{in[word]: data, in["CUT"+word]: data[:len(data)-cut]} {
			if err := os.WriteFile(path, text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	var run strings.Builder
	for _, p := range loadtest.Ocean(3, 1) {
		if _, err := p.WriteTo(&run); err != nil {
			t.Fatal(err)
		}
	}
	add("RUN", "run.mptprof", []byte(run.String()), 20)
	in["SLOWER"] = loadtest.File(t, folder, "slower", loadtest.Merged(t, loadtest.Ocean(3, 2)))
	in["MORE"] = loadtest.File(t, folder, "more", loadtest.Merged(t, loadtest.Ocean(6, 1)))
	for word, from := range map[string]string{
		"REPORT": "before", "OTHER": "after", "CUTREPORT": "damaged",
	} {
		in[word] = filepath.Join("internal/geopm/testdata", from+".report")
	}
	in["CUTRAW"] = "../../stats/tacc/testdata/sample.raw" // with two wrong lines, at its end
	raw, err := os.ReadFile(in["CUTRAW"])
	if err != nil {
		t.Fatal(err)
	}
	sound := raw[:bytes.Index(raw, []byte("\n1700000040.250000"))+1]
	in["RAW"] = filepath.Join(folder, "sound.raw")
	if err := os.WriteFile(in["RAW"], sound, 0o600); err != nil {
		t.Fatal(err)
	}
	add("TIMES", "times.csv", []byte("region,start,end\nsolve,1,2000000000000000000\n"), 0)
	in["TABLES"], in["CUTTABLES"] = killed(t, 2), killed(t, 2)
	if err := os.Truncate(filepath.Join(in["CUTTABLES"], "000001"+ranktable.Extension), 70); err != nil {
		t.Fatal(err)
	}
	in["PROJECT"], in["CUTPROJECT"] = hdtest.Project(t), hdtest.Project(t)
	in["STAT"], in["CUTSTAT"] = filepath.Join(in["PROJECT"], "run_node1_0_Timers.stat"), filepath.Join(in["CUTPROJECT"], "run_node1_0_Timers.stat")
	hdtest.Shorten(t, in["CUTSTAT"], 3)
	return in
}

// Each command has the same statuses: 0 for what is sound, 1 for findings, 2 for what is not there, 3 for what
// is damaged, of which it makes what it can.
func TestStatuses(t *testing.T) {
	in := inputs(t)
	rows := map[string][4]string{ // sound, findings, missing, damaged
		"show":              {"RUN", "", "NONE", "CUTRUN"},
		"diff":              {"RUN RUN", "--threshold 5 --untested RUN SLOWER", "RUN NONE", "RUN CUTRUN"},
		"scaling":           {"--strong RUN MORE", "", "RUN NONE", "--strong RUN MORE CUTRUN"},
		"history":           {"RUN", "", "NONE", "RUN CUTRUN"},
		"history prune":     {"--keep 1 RUN", "", "--keep 1 NONE", "--keep 1 RUN CUTRUN"},
		"page":              {"RUN -o OUT.html", "", "NONE -o OUT.html", "CUTRUN -o OUT.html"},
		"convert":           {"RUN -o OUT.csv", "", "NONE -o OUT.csv", "CUTRUN -o OUT.csv"},
		"top":               {"--once TABLES", "", "--once NONE", "--once CUTTABLES"},
		"serve":             {"--for 1ms TABLES", "", "--for 1ms NONE", "--for 1ms CUTTABLES"},
		"stacks":            {"TABLES", "", "NONE", "CUTTABLES"},
		"recover":           {"TABLES", "", "NONE", "CUTTABLES"},
		"runs":              {"TABLES", "", "NONE", "CUTTABLES"},
		"clean":             {"--dry-run TABLES", "", "NONE", ""},
		"hd info":           {"STAT", "", "NONE", "CUTSTAT"},
		"hd dump":           {"STAT", "", "NONE", "CUTSTAT"},
		"hd cut":            {"STAT --from +0s -o OUT.stat", "", "NONE --from +0s -o OUT.stat", "CUTSTAT --from +0s -o OUT.stat"},
		"hd merge":          {"PROJECT -o -", "", "NONE -o -", ""},
		"hd check":          {"PROJECT", "CUTPROJECT", "NONE", ""},
		"hd otf2":           {"", "", "PROJECT -o OUT", ""}, // for want of the library
		"hd view":           {"PROJECT -o OUT.json", "", "NONE -o OUT.json", "CUTPROJECT -o OUT.json"},
		"geopm show":        {"REPORT", "", "NONE", "CUTREPORT"},
		"geopm csv":         {"REPORT", "", "NONE", "CUTREPORT"},
		"geopm diff":        {"REPORT REPORT", "REPORT OTHER", "REPORT NONE", "REPORT CUTREPORT"},
		"geopm check":       {"REPORT", "CUTREPORT", "NONE", ""},
		"stats show":        {"RAW", "", "NONE", "CUTRAW"},
		"stats check":       {"RAW", "CUTRAW", "NONE", ""},
		"stats openmetrics": {"RAW", "", "NONE", "CUTRAW"},
		"stats regions":     {"--intervals TIMES RAW", "", "--intervals NONE RAW", "--intervals TIMES CUTRAW"},
		"stats run":         {"--output OUT --type ps -- true", "", "--output TIMES/x --strict -- true", ""},
		"util":              {"-q -o OUT -- true", "", "--strict -o TIMES/x -- true", ""},
		"man":               {"-o OUT", "", "-o TIMES/x", ""},
		"relay":             {"", "", "NONE", ""}, // what it answers goes to the one that has started it
		"stats daemon":      {"--unit --type ps", "", "--socket TIMES/x", ""},
		"stats archive":     {"", "", "-o OUT NONE", ""},
		"stats types":       {" ", "", "", ""},
		"build":             {"", "", "-profile NONE -- .", ""}, "run": {"", "", "-profile NONE -- .", ""},
		"test": {"", "", "-profile NONE -- .", ""}, "vet": {"", "", "-profile NONE -- .", ""},
	}
	for _, name := range []string{"begin", "end", "collect", "mark", "rotate"} {
		rows["stats "+name] = [4]string{"", "", "-o TIMES/x 1", ""}
	}
	words := slices.SortedFunc(maps.Keys(in), func(a, b string) int { return len(b) - len(a) })
	leaves(rootCommand(), func(name string, c *cobra.Command) {
		row, ok := rows[name]
		if !ok && !(c.Hidden && c.DisableFlagParsing) {
			t.Errorf("%s: no row says its statuses", name)
		}
		for want, line := range row {
			if line == "" {
				continue
			}
			t.Run(name+" "+line, func(t *testing.T) {
				args := strings.Fields(name)
				for _, arg := range strings.Fields(line) {
					for _, w := range words {
						if rest, ok := strings.CutPrefix(arg, w); ok {
							arg = in[w] + rest
							break
						}
					}
					args = append(args, arg)
				}
				status, out, messages := commanded(args...)
				if status != want {
					t.Errorf("%q: status %d, want %d\n%.2000s%s", args, status, want, out, messages)
				}
			})
		}
	})
}

// What is missing from a call, and what is too much, is said in one wording, with what was expected and an
// example.
func TestArgumentsWording(t *testing.T) {
	missing := regexp.MustCompile(`^missing argument: expected mpitimer [^;]+; for example: mpitimer [^\n]+$`)
	superfluous := regexp.MustCompile(`^superfluous argument "x": expected mpitimer [^;]+(; for example: mpitimer [^\n]+)?$`)
	many := slices.Repeat([]string{"x"}, 20)
	demands := 0
	leaves(rootCommand(), func(name string, c *cobra.Command) {
		if len([]rune(c.Short)) > 60 && !c.Hidden {
			t.Errorf("%s: what it does takes more than 60 characters: %s", name, c.Short)
		}
		if c.Args == nil {
			return // it says itself what it wants
		}
		if err := c.Args(c, nil); err != nil {
			demands++
			if !missing.MatchString(err.Error()) || cli.Status(err) != cli.StatusFailed {
				t.Errorf("%s: %q", name, err)
			}
		}
		if err := c.Args(c, many); err != nil && name != "stats collect" && !superfluous.MatchString(err.Error()) {
			t.Errorf("%s: %q", name, err)
		}
		if err := c.Args(c, many); err == nil && !strings.ContainsAny(c.Use, "….") {
			t.Errorf("%s takes any number of arguments, and its usage does not say so: %s", name, c.Use)
		}
	})
	if demands < 15 {
		t.Errorf("%d commands demand arguments", demands)
	}
	for line, says := range map[string]string{
		"page x":    "missing -o PAGE.html: expected mpitimer page FILE… -o PAGE.html; for example: mpitimer page ",
		"convert x": "missing --format FORMAT, or -o OUT with a name that says it: expected mpitimer convert ",
		"hd cut x":  "missing -o OUTPUT: expected mpitimer hd cut FILE… -o OUTPUT; for example: mpitimer hd cut ",
		"man":       "missing -o DIR: expected mpitimer man -o DIR; for example: mpitimer man ",
		"hd":        "", "hd dum": `unknown command "dum": expected mpitimer hd COMMAND, one of check, cut, dump`,
		"watch": `unknown command "watch": expected mpitimer COMMAND, one of build, `, "stats regions x": "missing --intervals FILE",
	} {
		status, _, messages := commanded(strings.Fields(line)...)
		if wanted := cli.StatusFailed; !strings.Contains(messages, says) || says != "" && status != wanted {
			t.Errorf("%s: status %d, %s", line, status, messages)
		}
	}
}

// An option says the same thing everywhere, and one that was called otherwise is still taken.
func TestOptionsSayOneThing(t *testing.T) {
	short := map[string]string{"format": "f", "output": "o"}
	leaves(rootCommand(), func(name string, c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if s := short[f.Name]; s != "" && f.Shorthand != s {
				t.Errorf("%s: --%s has not the short name -%s", name, f.Name, s)
			}
			for long, s := range short {
				if f.Shorthand == s && f.Name != long {
					t.Errorf("%s: -%s is --%s", name, s, f.Name)
				}
			}
			if slices.Contains([]string{"to", "types", "csv", "json", "spans", "context", "quantities", "dir", "sources"}, f.Name) && !f.Hidden && !(f.Name == "to" && strings.HasPrefix(name, "hd ")) {
				t.Errorf("%s --%s: another name says this elsewhere", name, f.Name)
			}
		})
	})
	in := inputs(t)
	for line, says := range map[string]string{
		"convert RUN --to csv":                "--to is now --format",
		"stats show --csv RAW":                "--csv is now --format csv",
		"stats show --json RAW":               "--json is now --format json",
		"stats regions --spans TIMES RAW":     "--spans is now --intervals",
		"show --context default RUN":          "--context is now --environment",
		"show --quantities RUN":               "--quantities is now --counters",
		"stats collect --types ps --dir OUT":  "--types is now --type",
		"stats collect --type ps --dir OUT/a": "--dir is now --output",
		"util --sources cpu -q -o OUT true":   "--sources is now --source",
		"geopm csv REPORT":                    "geopm csv is now geopm show --format csv",
		"man OUT/man":                         "is now man -o",
		"stats archive OUT/b --dir OUT":       "--dir DIR is now archive -o ARCHIVE DIR",
	} {
		args := strings.Fields(line)
		for i, arg := range args {
			for _, w := range []string{"RUN", "RAW", "TIMES", "OUT", "REPORT"} {
				if rest, ok := strings.CutPrefix(arg, w); ok {
					args[i] = in[w] + rest
				}
			}
		}
		_, _, messages := commanded(args...)
		if strings.Count(messages, says) != 1 {
			t.Errorf("%s: says %q, want once %q", line, messages, says)
		}
	}
}

// The help lists commands by what one wants to look at, and says the statuses.
func TestHelp(t *testing.T) {
	status, out, _ := commanded("--help")
	want(t, status, cli.StatusOK, out, "Look at a run:\n", "Look at a running or dead job:\n", "Measure the node:\n", "Time Go programs:\n", "Look at other tools' files:\n", "Exit status: 0 success; 1 findings")
	for _, c := range rootCommand().Commands() {
		if c.GroupID == "" && !c.Hidden && c.Name() != "man" {
			t.Errorf("%s is in no group", c.Name())
		}
	}
	status, out, _ = commanded("--version")
	want(t, status, cli.StatusOK, out, "mpitimer version ", "(go1.", "reads summaries and profiles of version ")
}

// Commands whose options are the go command's own take those of all commands too, before and behind their
// names.
func TestGoCommandsTakeGlobalFlags(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":  "module example.com/x\n\ngo 1.22\n",
		"main.go": "package main\n\nfunc main() { println(add(100)) }\n\nfunc add(n int) (s int) {\n\tfor i := 0; i < n; i++ {\n\t\tfor j := 0; j < n; j++ {\n\t\t\ts += i * j\n\t\t}\n\t}\n\treturn s\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(folder)
	for _, line := range []string{"--ascii build -explain", "build --ascii -explain", "vet -ascii -explain", "test -explain --ascii=true"} {
		status, out, messages := commanded(strings.Fields(line)...)
		want(t, status, cli.StatusOK, out+messages, "main.add")
		if strings.ContainsFunc(out, func(r rune) bool { return r > 127 }) {
			t.Errorf("%s: not ASCII:\n%s", line, out)
		}
	}
	status, out, _ := commanded("build", "-explain")
	want(t, status, cli.StatusOK, out, "µs")
}
