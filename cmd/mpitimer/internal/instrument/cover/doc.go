// Package cover lets Go's coverage tool see the user's files, and the compiler the regions in them.
//
// The go command calls the tool, go tool cover, with the names of the files of a package, which it reads
// past every overlay. So the instrumented build lets the go command call its tools through this program
// (go help build, -toolexec): the coverage tool does its work on the user's files, with all that it says
// of them in profiles, and then the regions are inserted into what it has made.
//
// The go command keeps what it has compiled under a name that follows from the files in the overlay, which
// have the same regions in them as the plan, and from what its tools say of their version. To the coverage
// tool's version that of this program is added. So nothing stale is used, though the go command knows
// nothing of the plan.
package cover

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/instrument/rewrite"
)

// Command is the name of the subcommand that the go command calls its tools through.
const Command = "toolexec"

// Plan says what to do with the files that are covered. Paths are absolute.
type Plan struct {
	Files   map[string]File   `json:",omitempty"` // with regions
	Replace map[string]string `json:",omitempty"` // what the coverage tool reads instead of others: the user's overlay, and files that exist in ours only
	Apart   string            `json:",omitempty"` // the folder of packages that are nobody's to cover
}

// File is one with regions.
type File struct {
	Length int    // of the text that the edits are for
	Sum    string // its SHA-256
	Edits  []rewrite.Edit
}

// Add puts a file into the plan.
func (p *Plan) Add(name string, text []byte, edits []rewrite.Edit) {
	if p.Files == nil {
		p.Files = make(map[string]File)
	}
	p.Files[name] = File{len(text), sum(text), edits}
}

// readPlan reads a plan, which is a Plan in JSON.
func readPlan(name string) (*Plan, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	p := new(Plan)
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(p); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return p, nil
}

// Flag is the go command's flag -toolexec with which its tools run through program, according to the plan
// in a file. The user's own value of that flag, or none, is what program runs them through in turn.
func Flag(program, plan, users string) (string, error) {
	words, err := Words(users)
	if err != nil {
		return "", fmt.Errorf("-toolexec: %w", err)
	}
	words = append([]string{program, Command, plan, strconv.Itoa(len(words))}, words...)
	for i, w := range words {
		switch {
		case w != "" && !strings.ContainsAny(w, " \t\r\n\"'"):
		case !strings.Contains(w, "'"):
			words[i] = "'" + w + "'"
		case !strings.Contains(w, `"`):
			words[i] = `"` + w + `"`
		default:
			return "", fmt.Errorf("-toolexec: %s has quotes of both kinds, which the go command does not understand", w)
		}
	}
	return "-toolexec=" + strings.Join(words, " "), nil
}

// Words are those of a list as the go command writes them: with blanks between, and those with blanks in
// them in quotes of either kind.
func Words(text string) (words []string, err error) {
	for text = strings.TrimLeft(text, " \t\r\n"); text != ""; text = strings.TrimLeft(text, " \t\r\n") {
		end := strings.IndexAny(text, " \t\r\n")
		if quote := text[0]; quote == '"' || quote == '\'' {
			text = text[1:]
			if end = strings.IndexByte(text, quote); end < 0 {
				return nil, fmt.Errorf("a quote %c without its end", quote)
			}
			words, text = append(words, text[:end]), text[end+1:]
			continue
		}
		if end < 0 {
			end = len(text)
		}
		words, text = append(words, text[:end]), text[end:]
	}
	return words, nil
}

// toolName is what a tool is called, whatever the system.
func toolName(tool string) string { return strings.TrimSuffix(filepath.Base(tool), ".exe") }
