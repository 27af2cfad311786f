// Package cover lets Go's coverage tool see the user's files, and the compiler the regions in them.
//
// The go command calls the tool, go tool cover, with the names of the files of a package, which it reads past
// every overlay. So the instrumented build makes the go command call its tools through this program (go help
// build, -toolexec): the coverage tool works on the user's files, including all that it records in profiles,
// and then the regions are inserted into its output.
//
// The go command caches what it has compiled under a key computed from the files in the overlay, which have
// the same regions in them as the plan, and from the versions that its tools report. The version of this
// program is appended to the coverage tool's. So nothing stale is used, although the go command does not see
// the plan.
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
	Replace map[string]string `json:",omitempty"` // what the coverage tool reads instead of others: the user's overlay, and files that exist only in ours
	Apart   string            `json:",omitempty"` // the directory of packages that nobody covers
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

// Flag returns the go command's flag -toolexec with which its tools run through program, according to the
// plan in a file. The program runs them in turn through the user's own value of that flag, if there is one.
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

// Words splits a list as the go command writes them: separated by blanks, with words that contain blanks in
// quotes of either kind.
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

// toolName returns a tool's name, whatever the system.
func toolName(tool string) string { return strings.TrimSuffix(filepath.Base(tool), ".exe") }
