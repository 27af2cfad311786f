// Package docs takes the fenced blocks out of the project's Markdown files, so that its tests can run
// the commands, compile the programs and read the configurations that the documentation shows.
//
// In a block marked sh, each line that starts with "$ " is a command (continued after a trailing "\"), and
// what follows up to the next one is its output; a command without such lines may print anything. Comments on
// the lines before or after a block change that:
//
//	<!-- norun: REASON -->   it is not run
//	<!-- needs: mpi -->      it is run where there is an MPI; gompi: Open MPI, where gompi looks for it
//	<!-- beside -->          it is run in the directory in which the copy of the module, timers, lies
//	<!-- message -->         messages of the source, with … for what differs
//	<!-- file: NAME -->      a program in Go that is a file there for the commands that follow
//	<!-- with: CODE -->      what stands before a fragment of Go in the program that is made of it
//	<!-- fails -->           the program ends with a failure, as it should
//
// Each block of Go is a program, or becomes one, that is built and runs under each MPI. One that is not run is built.
package docs

import (
	"fmt"
	"regexp"
	"strings"
)

// Block is one fenced block.
type Block struct {
	Line     int // of the opening fence
	Language string
	Text     string
	NoRun    string // the reason, empty for a block that is run
	Needs    string
	Beside   bool   // run beside the module, and not in it
	File     string // to be written beside the module
	Message  bool   // what programs print, held against the source
	With     []string
	Fails    bool
}

// Command is a command of a block and its promised output.
type Command struct {
	Line int
	Text string
	Want []string
}

var comment = regexp.MustCompile(`^<!-- (norun|needs|file|beside|message|with|fails)(?:: (.*\S))? -->$`)

// Blocks lists the fenced blocks of a Markdown text. A fence that is not closed is an error.
func Blocks(text string) ([]Block, error) {
	var blocks []Block
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		language, opens := strings.CutPrefix(lines[i], "```")
		if !opens {
			continue
		}
		begin := i
		for i++; i < len(lines) && lines[i] != "```"; i++ {
		}
		if i == len(lines) {
			return nil, fmt.Errorf("line %d: the block is not closed", begin+1)
		}
		b := Block{Line: begin + 1, Language: language, Text: strings.Join(lines[begin+1:i], "\n") + "\n"}
		for at := begin - 1; at >= 0 && b.annotate(lines[at]); at-- {
		}
		for at := i + 1; at < len(lines) && b.annotate(lines[at]); at++ {
		}
		blocks = append(blocks, b)
	}
	return blocks, nil
}

// annotate reports whether a line beside the block says how to run it.
func (b *Block) annotate(line string) bool {
	found := comment.FindStringSubmatch(line)
	if found == nil {
		return false
	}
	switch found[1] {
	case "norun":
		b.NoRun = found[2]
	case "needs":
		b.Needs = found[2]
	case "file":
		b.File = found[2]
	case "beside":
		b.Beside = true
	case "message":
		b.Message = true
	case "with":
		b.With = append(b.With, found[2])
	case "fails":
		b.Fails = true
	}
	return true
}

// Commands lists the commands of a block. Text before the first is an error: somebody forgot the "$ ", and it
// would never be run.
func (b *Block) Commands() ([]Command, error) {
	var list []Command
	lines := strings.Split(strings.TrimSuffix(b.Text, "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		line := b.Line + 1 + i
		text, isCommand := strings.CutPrefix(lines[i], "$ ")
		if !isCommand {
			if len(list) == 0 {
				return nil, fmt.Errorf("line %d: %q: expected a command that begins with \"$ \"", line, lines[i])
			}
			last := &list[len(list)-1]
			last.Want = append(last.Want, lines[i])
			continue
		}
		for strings.HasSuffix(text, "\\") && i+1 < len(lines) {
			i++
			text += "\n" + lines[i]
		}
		list = append(list, Command{Line: line, Text: text})
	}
	return list, nil
}

var (
	number = regexp.MustCompile(`(^|[\s(])[-+]?[0-9][-0-9.:e+]*( (ns|µs|us|ms|s|min|h)\b)?`)
	clock  = regexp.MustCompile(`clock \w+:`)
	guides = strings.NewReplacer("├", "└", "│", " ") // a row ~untimed comes and goes
	rule   = regexp.MustCompile(`[-─]{3,}`)
)

// shape returns a line without what differs between runs and machines.
func shape(line string) string {
	line = guides.Replace(line)
	line = clock.ReplaceAllString(line, "clock:")
	line = rule.ReplaceAllString(line, "---")
	for range 2 { // a number may begin where the last one has ended
		line = number.ReplaceAllString(line, "${1}#")
	}
	return strings.Join(strings.Fields(line), " ")
}

// Compare returns the first promised line that is missing from the output. Lines must come in their order;
// others may come between them. A line "…" stands for any, and … at the end of a line
// for the rest of it.
func Compare(want []string, got string) error {
	lines := strings.Split(got, "\n")
	at := 0
	for _, w := range want {
		if w = strings.TrimSpace(w); w == "" || w == "…" {
			continue
		}
		start, open := strings.CutSuffix(w, "…")
		for at < len(lines) && shape(lines[at]) != shape(w) && !(open && strings.HasPrefix(shape(lines[at]), shape(start))) {
			at++
		}
		if at == len(lines) {
			return fmt.Errorf("it does not print a line like %q; it prints\n%s", w, got)
		}
		at++
	}
	return nil
}
