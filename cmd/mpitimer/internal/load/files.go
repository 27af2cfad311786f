package load

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/packed"
	"github.com/go-hpc/timers/stats/answers"
	"github.com/go-hpc/timers/stats/export"
)

// ErrForm reports a file in an unknown format.
var ErrForm = errors.New("not a file of timers")

// expected is printed with ErrForm.
const expected = "expected a summary or profiles of this module, its JSON, YAML or CSV, a rank table, a timing file of GPTL or E3SM, a GEOPM report, or a directory of these"

// Files reads the files and directories of one run, each recognised by what is in it. In a directory, files of
// other kinds are passed over, but not where they are named. A log of several runs has several tables, of which log#2
// is the second.
//
// If one format says everything that another does, the other is left out: a Summary is preferred to one made
// from Profiles, and both to the tables of GPTL and E3SM.
//
// An error names the file and what was expected there. If it matches cli.ErrIncomplete, the Run is returned
// too, without what was damaged.
func Files(names []string) (*Run, error) {
	if len(names) == 0 {
		return nil, cli.Usagef("no file is named; %s", expected)
	}
	var g gathering
	for _, name := range names {
		if err := g.named(name); err != nil {
			return nil, err
		}
	}
	run, err := g.run()
	if err != nil {
		return nil, err
	}
	run.Name = title(names)
	if len(g.problems) > 0 {
		return run, fmt.Errorf("%w: %w", cli.ErrIncomplete, errors.Join(g.problems...))
	}
	return run, nil
}

func title(names []string) string {
	first := filepath.Base(filepath.Clean(names[0]))
	if len(names) == 1 {
		return first
	}
	return fmt.Sprintf("%s and %d more", first, len(names)-1)
}

// gathering is what was found so far.
type gathering struct {
	sources  []source
	ignored  []error // what others have left
	others   []int   // users whose tables were left out
	problems []error // of damaged files, whose intact parts are among the sources
	passed   int     // files in directories that are not timing files
	parts    int     // reports there on a part of a run that is reported as a whole

	checkpoints []answers.Checkpoint // of these those of Checkpoint

	trees forest // of all ranks
}

// add takes in what was read from a file, which may be something in spite of an error.
func (g *gathering) add(s source, err error) {
	if err != nil {
		g.problems = append(g.problems, err)
	}
	if s.summary != nil || len(s.profiles) > 0 {
		g.sources = append(g.sources, s)
	}
}

// numbered is the name of a file and the number of the table in it, for log#2: 0 if none is meant.
func numbered(name string) (file string, number int) {
	file, digits, _ := strings.Cut(name, "#")
	if _, err := os.Stat(name); err == nil {
		return name, 0
	}
	if n, err := strconv.ParseUint(digits, 10, 31); err == nil && n > 0 {
		return file, int(n)
	}
	return name, 0
}

// named takes in a file or a directory that the user has named.
func (g *gathering) named(name string) error {
	name, number := numbered(name)
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return g.folder(name)
	}
	s, err := g.readFile(name, number)
	if errors.Is(err, ErrForm) || number > 0 && s.summary == nil && s.profiles == nil {
		return err
	}
	g.add(s, err)
	return nil
}

// readFile reads a file of whatever form, in a log the table of a number. The error names it.
func (g *gathering) readFile(name string, number int) (s source, err error) {
	f, err := os.Open(name)
	if err != nil {
		return s, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	u, err := packed.NewReader(f, nil)
	if err == nil {
		s, err = g.recognise(u, name, number)
		err = errors.Join(err, u.Close())
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return s, err
}

// headSize is how much of a file is read to recognise its format.
const headSize = 16 << 10

// recognise reads a file of whatever form.
func (g *gathering) recognise(u *packed.Reader, name string, number int) (source, error) {
	r := bufio.NewReaderSize(u, headSize)
	head, err := r.Peek(headSize)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) {
		return source{}, err
	}
	if u.Kind != packed.Plain && (packed.KindOf(head) != packed.Plain || hasPrefix(head, tableMagic)) {
		return source{}, fmt.Errorf("%w: compressed, but neither text nor a summary", ErrForm)
	}
	switch {
	case len(head) == 0:
		return source{}, fmt.Errorf("%w: it is empty; %s", ErrForm, expected)
	case hasPrefix(head, summaryMagic), hasPrefix(head, profileMagic):
		return g.readOwn(r, name)
	case hasPrefix(head, tableMagic):
		return g.readTable(name)
	case slices.Contains(head, 0):
		return source{}, fmt.Errorf("%w: begins with %.8q; %s", ErrForm, head, expected)
	}
	if form, read := export.Recognize(head); read != nil {
		return g.readExported(packed.Text(r), name, form, read)
	}
	switch {
	case hasPrefix(head, "{"):
		return source{}, fmt.Errorf("%w: JSON of another kind; %s", ErrForm, expected)
	case isReport(head):
		return g.readReport(packed.Text(r), name)
	}
	return g.readTiming(packed.Text(r), name, number)
}

func hasPrefix(head []byte, magic string) bool {
	return len(head) >= len(magic) && string(head[:len(magic)]) == magic
}
