package hd

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/project"
	"github.com/go-hpc/timers/stats/hdtrace/relation"
	"github.com/go-hpc/timers/stats/hdtrace/stat"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
)

// forms are the words for --format.
var forms = []string{"text", "csv", "json"}

func dumpCommand() *cobra.Command {
	var format, output string
	var contents bool
	var times hdRange
	c := &cobra.Command{
		Use:   "dump FILE",
		Short: "Print the contents of a file or a project",
		Long: `dump prints the contents of a file as text, CSV or JSON, line by line as it reads them. It
prints a damaged file up to the fault, and ends with status 3. The states of
a trace appear in the order in which they ended, as in the file. With
--contents all files of a project follow it, each below its name.

` + timeHelp,
		Example: `  mpitimer hd dump timeline/run_node1_0_Timers.stat --format csv > timers.csv
  mpitimer hd dump timeline/run_node1_0_0.trc --from +10s --to +12s`,
		Args: cli.Arguments(1, 1),
		RunE: func(c *cobra.Command, args []string) error {
			form, err := hdtrace.ParseFormat(format)
			if err != nil {
				return cli.OneOf("format", format, forms...)
			}
			if err := times.check(); err != nil {
				return err
			}
			f, err := openHD(args[0])
			if err != nil {
				return err
			}
			if contents && (f.kind != hdtrace.ExtProject || form == hdtrace.FormatCSV) {
				return errors.Join(cli.Usagef("--contents is for a project (%s) in text or json", hdtrace.ExtProject), f.Close())
			}
			show := func(w io.Writer) error { return f.dump(w, form, &times) }
			if contents {
				show = func(w io.Writer) error { return f.dumpContents(w, form, &times) }
			}
			err = cli.Output(c, output, args, show)
			return errors.Join(err, f.Close())
		},
	}
	cli.FormatFlag(c, &format, "text", forms...)
	cli.OutputFlag(c, &output)
	times.flags(c.Flags())
	c.Flags().BoolVar(&contents, "contents", false, "with a project, also print the contents of its files")
	return c
}

// dumpContents writes a project and what is in its files. Times that are relative are so to each file.
func (f *hdFile) dumpContents(w io.Writer, form hdtrace.Format, times *hdRange) error {
	p, folder, err := f.project(hdtrace.ReadOptions{Tolerant: true})
	if err != nil {
		return err
	}
	summary := p.Summary(folder)
	if err := project.Dump(w, form, p, summary); err != nil {
		return err
	}
	var faults []error
	for _, s := range summary {
		if err := f.dumpOne(w, s.File, form, times); err != nil {
			if !errors.Is(err, cli.ErrIncomplete) {
				return err
			}
			faults = append(faults, err)
		}
	}
	return errors.Join(faults...)
}

// dumpOne writes a file of the project below its name.
func (f *hdFile) dumpOne(w io.Writer, name string, form hdtrace.Format, times *hdRange) error {
	head, tail := "\n"+printable.Word(name)+":\n", ""
	if form == hdtrace.FormatJSON {
		quoted, err := json.Marshal(name)
		if err != nil {
			return err
		}
		head, tail = `{"file":`+string(quoted)+`,"contents":`, "}\n"
	}
	part, err := openHD(filepath.Join(filepath.Dir(f.Name()), name))
	if err != nil {
		return fmt.Errorf("%w: %w", cli.ErrIncomplete, err)
	}
	if part.kind == hdtrace.ExtInfo {
		times = &hdRange{}
	}
	if _, err := io.WriteString(w, head); err != nil {
		return err
	}
	counted := &counter{w: w}
	fault := damaged(part.dump(counted, form, times))
	if counted.n == 0 && form == hdtrace.FormatJSON {
		tail = "null" + tail
	}
	_, err = io.WriteString(w, tail)
	return errors.Join(fault, err, part.Close())
}

// counter counts what is written.
type counter struct {
	w io.Writer
	n int
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += n
	return n, err
}

// dump writes the contents of a file. Faults after its start make the result incomplete.
func (f *hdFile) dump(w io.Writer, form hdtrace.Format, times *hdRange) error {
	timeless := f.kind == hdtrace.ExtProject || f.kind == hdtrace.ExtInfo
	if timeless && (times.from != "" || times.to != "") {
		return cli.Usagef("%s: a %s file has no times; --from and --to do not apply", f.Name(), f.kind)
	}
	between, err := times.of(f.extent)
	if err != nil {
		return err
	}
	switch f.kind {
	case hdtrace.ExtStatistics:
		s, err := f.statistics(hdtrace.ReadOptions{})
		if err != nil {
			return err
		}
		return damaged(stat.Dump(w, form, s.Header(), s.Range(between.from, between.to)))
	case hdtrace.ExtTrace:
		r, err := f.trace(hdtrace.ReadOptions{})
		if err != nil {
			return err
		}
		return damaged(trace.Dump(w, form, r.Header(), only(r.Records(), func(r *trace.Record) bool { return between.overlaps(r.Start, r.End) })))
	case hdtrace.ExtRelation:
		r, err := f.relations(hdtrace.ReadOptions{})
		if err != nil {
			return err
		}
		return damaged(relation.Dump(w, form, r.Header(), only(r.Records(), func(r *relation.Record) bool { return between.overlaps(r.Time, r.Time) })))
	case hdtrace.ExtProject:
		p, folder, err := f.project(hdtrace.ReadOptions{Tolerant: true})
		if err != nil {
			return err
		}
		return project.Dump(w, form, p, p.Summary(folder))
	}
	return f.dumpInfo(w, form)
}

// only leaves out what is not wanted, but no faults.
func only[R any](records iter.Seq2[R, error], wanted func(R) bool) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		for r, err := range records {
			if (err != nil || wanted(r)) && !yield(r, err) {
				return
			}
		}
	}
}

// infoRow is a line of an info file.
type infoRow struct {
	Kind string `json:"kind"` // file, communicator, datatype or text
	ID   *int64 `json:"id,omitempty"`
	Name string `json:"name,omitempty"`
	Line string `json:"line"`
}

func rowOf(r *project.InfoRecord) infoRow {
	row := infoRow{Kind: "text", Line: r.String()}
	switch {
	case r.File != nil:
		row.Kind, row.ID, row.Name = "file", &r.File.ID, r.File.Name
	case r.Communicator != nil:
		row.Kind, row.ID, row.Name = "communicator", &r.Communicator.ID, r.Communicator.Name
	case r.Datatype != nil:
		row.Kind, row.ID, row.Name = "datatype", &r.Datatype.ID, r.Datatype.Name
	}
	return row
}

func (f *hdFile) dumpInfo(w io.Writer, form hdtrace.Format) error {
	info, fault := project.ReadInfo(f.all(), hdtrace.ReadOptions{Name: f.Name()})
	if info == nil {
		return fault
	}
	rows := make([]infoRow, len(info.Records))
	for i := range rows {
		rows[i] = rowOf(&info.Records[i])
	}
	var err error
	switch form {
	case hdtrace.FormatCSV:
		err = infoCSV(w, rows)
	case hdtrace.FormatJSON:
		err = json.NewEncoder(w).Encode(map[string][]infoRow{"lines": rows})
	default:
		_, err = info.WriteTo(w)
	}
	return errors.Join(err, damaged(fault))
}

func infoCSV(w io.Writer, rows []infoRow) error {
	c := csv.NewWriter(w)
	table := [][]string{{"kind", "id", "name", "line"}}
	for _, r := range rows {
		id := ""
		if r.ID != nil {
			id = strconv.FormatInt(*r.ID, 10)
		}
		table = append(table, []string{r.Kind, id, r.Name, r.Line})
	}
	return c.WriteAll(table)
}
