package cover

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// Run does what the arguments of the subcommand ask for: the file of the plan, the number of words that the
// user runs tools through, those words, and then the tool and its arguments.
func Run(args []string) error {
	if len(args) < 3 {
		return errors.New("expected a plan, a number and a tool: the go command calls this, nobody else")
	}
	words, err := strconv.Atoi(args[1])
	if err != nil || words < 0 || len(args) < 3+words {
		return fmt.Errorf("%q of %d words before the tool, expected a number", args[1], len(args)-3)
	}
	command := args[2:]
	tool, arguments := toolName(command[words]), command[words+1:]
	switch {
	case tool != "cover" || len(arguments) == 0:
		return replaceProcess(command)
	case arguments[0] == "-V=full":
		return version(command, os.Stdout)
	}
	c, err := readCall(arguments)
	if err != nil {
		return fmt.Errorf("go tool cover %s: %w", strings.Join(arguments, " "), err)
	}
	if c == nil {
		return replaceProcess(command)
	}
	plan, err := readPlan(args[0])
	if err != nil {
		return err
	}
	return c.run(plan, command[:words+1])
}

// replaceProcess lets a command take the place of this process, where the system can do that.
func replaceProcess(command []string) error {
	path, err := exec.LookPath(command[0])
	if err != nil {
		return err
	}
	if err := syscall.Exec(path, command, os.Environ()); err == nil {
		return nil // not reached
	}
	return started(command, os.Stdout)
}

func started(command []string, out io.Writer) error {
	c := exec.Command(command[0], command[1:]...)
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, out, os.Stderr
	return c.Run()
}

// version prints the coverage tool's version followed by that of this program. The go command makes it a part
// of the cache key of covered packages. Versions of Go under development end with a field that alone counts.
func version(command []string, w io.Writer) error {
	var out bytes.Buffer
	if err := started(command, &out); err != nil {
		return err
	}
	own, err := os.Executable()
	if err != nil {
		return err
	}
	f, err := os.Open(own)
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return err
	}
	_, err = fmt.Fprintln(w, withVersion(out.String(), hex.EncodeToString(h.Sum(nil))[:20]))
	return err
}

func withVersion(line, own string) string {
	line = strings.TrimSpace(line)
	if strings.HasPrefix(line[strings.LastIndexByte(line, ' ')+1:], "buildID=") {
		return line + "-mpitimer-" + own
	}
	return line + " mpitimer-" + own
}

// call is one of the coverage tool for a package.
type call struct {
	arguments []string
	variable  string
	mode      int // where its value is among the arguments
	files     int // where they begin
	outputs   []string
}

// readCall extracts from the arguments what is needed, or returns nil for a call that does not make the files
// of a package, such as one for a profile.
func readCall(arguments []string) (*call, error) {
	c := &call{arguments: arguments}
	list, package_ := "", false
	for i := 0; i+1 < len(arguments); i++ {
		switch strings.TrimPrefix(arguments[i], "-") {
		case "-pkgcfg", "pkgcfg":
			package_ = true
		case "-var", "var":
			c.variable = arguments[i+1]
		case "-mode", "mode":
			c.mode = i + 1
		case "-outfilelist", "outfilelist":
			list = arguments[i+1]
		}
	}
	if !package_ {
		return nil, nil
	}
	if list == "" || c.mode == 0 {
		return nil, errors.New("expected -outfilelist and -mode")
	}
	text, err := os.ReadFile(list)
	if err != nil {
		return nil, err
	}
	c.outputs = strings.Split(strings.TrimSpace(string(text)), "\n")[1:] // the first is for the counters
	c.files = len(arguments) - len(c.outputs)
	if len(c.outputs) == 0 || c.files <= 0 || slices.ContainsFunc(arguments[c.files:], func(a string) bool { return filepath.Ext(a) != ".go" }) {
		return nil, fmt.Errorf("%d files in %s, expected as many among the arguments", len(c.outputs), list)
	}
	return c, nil
}

// run lets the tool make its files, and changes them.
func (c *call) run(plan *Plan, tool []string) error {
	names := c.arguments[c.files:]
	actual := slices.Clone(c.arguments)
	texts := make([][]byte, len(names)) // of files with regions
	for i, name := range names {
		if plan.Apart != "" && strings.HasPrefix(name, plan.Apart+string(filepath.Separator)) {
			actual[c.mode] = "testmain" // nothing is counted, and nothing is known about the package
		}
		if to, ok := plan.Replace[name]; ok {
			var err error
			if actual[c.files+i], err = c.standIn(i, to); err != nil {
				return err
			}
		}
		f, ok := plan.Files[name]
		if !ok {
			continue
		}
		text, err := os.ReadFile(actual[c.files+i])
		if err != nil {
			return err
		}
		if len(text) != f.Length || sum(text) != f.Sum {
			return fmt.Errorf("%s has changed since its regions were chosen: build again", name)
		}
		texts[i] = text
	}
	if err := started(slices.Concat(tool, actual), os.Stdout); err != nil {
		return err
	}
	for i, name := range names {
		if err := c.finish(plan, i, name, actual[c.files+i], texts[i]); err != nil {
			return fmt.Errorf("%s: cannot insert regions into the coverage tool's output; build without -cover: %w", name, err)
		}
	}
	return nil
}

// standIn returns a copy of a file with the name of another, beside the tool's output: profiles show the last
// element of the name without the directory, except for files that are named on the command line.
func (c *call) standIn(i int, from string) (string, error) {
	text, err := os.ReadFile(from)
	if err != nil {
		return "", err
	}
	folder, err := os.MkdirTemp(filepath.Dir(c.outputs[i]), "mpitimer-")
	if err != nil {
		return "", err
	}
	to := filepath.Join(folder, filepath.Base(c.arguments[c.files+i]))
	return to, os.WriteFile(to, text, 0o666)
}

// finish inserts regions into the tool's file, and makes messages show the user's.
func (c *call) finish(plan *Plan, i int, name, actual string, text []byte) error {
	if text == nil && actual == name {
		return nil
	}
	covered, err := os.ReadFile(c.outputs[i])
	if err != nil {
		return err
	}
	if actual != name {
		covered = bytes.Replace(covered, []byte("//line "+actual+":"), []byte("//line "+name+":"), 1)
	}
	if text != nil {
		if covered, err = Merge(text, covered, plan.Files[name].Edits, c.variable); err != nil {
			return err
		}
	}
	return os.WriteFile(c.outputs[i], covered, 0o666)
}

func sum(text []byte) string {
	s := sha256.Sum256(text)
	return hex.EncodeToString(s[:])
}
