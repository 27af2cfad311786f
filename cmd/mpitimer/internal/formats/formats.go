// Package formats has the formats in which recover and convert write a run: GPTL's and E3SM's files,
// the tree, and every format of package export.
package formats

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/counters"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/calls/functions"
	"github.com/go-hpc/timers/stats/export"
	"github.com/go-hpc/timers/stats/geopm"
	"github.com/go-hpc/timers/stats/tree"
)

// Format is a format in which the commands write a run: one of package export, or one for a program's own files.
type Format struct {
	export.Format

	write func(w io.Writer, r export.Run, o *Options) error // nil: as package export does

	// For a format with a file for each rank: the name of a rank's file, and its contents.
	File func(output string, p *stats.Profile) string
	rank func(w io.Writer, p *stats.Profile, o *Options) error
}

// Options is what some formats want beside the run.
type Options struct {
	Plain   *stats.Summary // without warnings of how the ranks have ended, which GPTL's formats take for timers used wrongly; nil: the run's
	Tree    tree.Options
	Method  gptlcompat.PrintMethod
	Folders []string // that the run was read from
	Kept    []*geopm.Kept
}

// PerRank reports whether the format has a file for each rank.
func (f *Format) PerRank() bool { return f.rank != nil }

// Write writes a run in a format of one file.
func (f *Format) Write(w io.Writer, r export.Run, o *Options) (err error) {
	if f.write == nil {
		return f.Format.Write(w, r)
	}
	if r.Summary == nil { // JSON and YAML may hold the profiles of ranks only
		if r.Summary, err = stats.Merge(r.Profiles); err != nil {
			return err
		}
	}
	return f.write(w, r, o)
}

// own are the formats that are not of package export.
var own = []Format{
	{Format: described("tree", "the tree of the log"), write: func(w io.Writer, r export.Run, o *Options) error {
		return tree.Write(w, r.Summary, o.Tree)
	}},
	{Format: described("e3sm", "E3SM's file of all ranks, PREFIX.summary or PREFIX_stats"), write: writeGlobal},
	{
		Format: described("e3sm-ranks", "E3SM's files of single ranks: OUTPUT.0, OUTPUT.1, …"),
		File:   func(output string, p *stats.Profile) string { return gptlcompat.RankName(output, p.Rank, p.Size) },
		rank:   writeRank,
	},
	{Format: described("e3sm-single", "both in one file, like E3SM's single_file"), write: func(w io.Writer, r export.Run, o *Options) error {
		if len(r.Profiles) == 0 {
			return ErrNeedsRanks
		}
		err := writeGlobal(w, r, o)
		for _, p := range r.Profiles {
			if err == nil {
				err = writeRank(w, p, o)
			}
		}
		return err
	}},
	{Format: described("gptl", "GPTL's file of all processes, timing.summary"), write: func(w io.Writer, r export.Run, o *Options) error {
		s, err := o.byName(r)
		if err != nil {
			return err
		}
		return upstream.WriteTimingSummary(w, s, upstream.TimingSummaryOptions{
			PathNames: o.pathNames(), Threads: threads(r.Profiles), Events: counters.OfRanks(s),
		})
	}},
	{
		Format: described("gptl-ranks", "GPTL's files of one process, in the directory OUTPUT: timing.000000, …"),
		File: func(output string, p *stats.Profile) string {
			return filepath.Join(output, upstream.TimingName(p.Rank))
		},
		rank: func(w io.Writer, p *stats.Profile, o *Options) error {
			p = ended(p)
			return upstream.WriteTiming(w, p, upstream.TimingOptions{Method: o.Method, Build: gptlcompat.Build{NoMPI: p.Size == 1}, Events: counters.Of(p), Bytes: counters.MessageBytes(p)})
		},
	},
	{Format: described("geopm", "GEOPM's report, with the samples taken until a kill"), write: func(w io.Writer, r export.Run, o *Options) error {
		if len(r.Profiles) == 0 {
			return ErrNeedsRanks
		}
		report, err := geopm.Recover(r.Profiles, o.Kept, functions.IsRegion)
		if err != nil {
			return err
		}
		return geopm.Write(w, report)
	}},
}

func described(name, about string) export.Format {
	return export.Format{Name: name, Description: about}
}

func writeGlobal(w io.Writer, r export.Run, o *Options) error {
	s, err := o.byName(r)
	if err != nil {
		return err
	}
	return gptlcompat.WriteGlobal(w, s, gptlcompat.GlobalOptions{PathNames: o.pathNames()})
}

// writeRank says nothing of an MPI of one rank: nobody knows of it any more.
func writeRank(w io.Writer, p *stats.Profile, o *Options) error {
	return gptlcompat.WriteRank(w, ended(p), gptlcompat.RankOptions{Method: o.Method, Build: gptlcompat.Build{NoMPI: p.Size == 1}})
}

// pathNames makes the files of all ranks have a row per call path instead of one per name.
func (o *Options) pathNames() bool { return o.Method == gptlcompat.PathNames }

// byName returns the Summary for the formats that have one record per name.
func (o *Options) byName(r export.Run) (*stats.Summary, error) {
	plain := cmp.Or(o.Plain, r.Summary)
	switch {
	case o.pathNames():
		return endedSummary(plain), nil
	case len(r.Profiles) == 0 || len(r.Profiles) < plain.Ranks:
		return flat(endedSummary(plain))
	}
	folded := make([]*stats.Profile, len(r.Profiles))
	for i, p := range r.Profiles {
		folded[i] = gptlcompat.ByName(ended(p))
	}
	return stats.Merge(folded)
}

// ErrNeedsRanks reports a format that needs the figures of single ranks, which are not there.
var ErrNeedsRanks = errors.New("the format needs the figures of each rank (profiles, rank tables, files of ranks)")

// flat returns a Summary whose regions have different names as one with a record per name.
func flat(s *stats.Summary) (*stats.Summary, error) {
	f := *s
	f.Regions = slices.Clone(s.Regions)
	seen := make(map[string]bool, len(f.Regions))
	for i := range f.Regions {
		r := &f.Regions[i]
		if r.Parent = -1; seen[r.Name] {
			return nil, fmt.Errorf("%w: the format has one row for each name, but %.100q has several call paths; --method path_names separates them", ErrNeedsRanks, r.Name)
		}
		seen[r.Name] = true
	}
	return &f, nil
}

// threads returns how many threads rank 0 had.
func threads(profiles []*stats.Profile) int {
	for _, p := range profiles {
		if p.Rank == 0 {
			return len(p.Tracks)
		}
	}
	return 0
}

// All returns the formats of package export, then the others; those of several runs only with series.
func All(series bool) (list []Format) {
	for _, f := range export.Formats() {
		if series || f.WriteSeries == nil {
			list = append(list, Format{Format: f})
		}
	}
	return append(list, own...)
}

// Names returns the words for --format.
func Names(series bool) (names []string) {
	for _, f := range All(series) {
		names = append(names, f.Name)
	}
	return names
}

// Table lists the formats for a help text.
func Table(series bool) string {
	var rows [][]string
	for _, f := range All(series) {
		rows = append(rows, []string{f.Name, f.Extension, f.Description})
	}
	return sheet.List(rows...)
}

// Named returns the format of a name.
func Named(name string, series bool) (*Format, error) {
	for _, f := range All(series) {
		if f.Name == name {
			return &f, nil
		}
	}
	return nil, cli.OneOf("format", name, Names(series)...)
}

// Files writes a run to a file, or for a format with a file for each rank to those, and returns their names.
func (f *Format) Files(output string, r export.Run, o *Options) ([]string, error) {
	if f.rank == nil {
		return []string{output}, cli.WriteFile(output, o.Folders, func(w io.Writer) error { return f.Write(w, r, o) })
	}
	if len(r.Profiles) == 0 {
		return nil, ErrNeedsRanks
	}
	var names []string
	for _, p := range r.Profiles {
		name := f.File(output, p)
		names = append(names, name)
		if err := cli.WriteFile(name, o.Folders, func(w io.Writer) error { return f.rank(w, p, o) }); err != nil {
			return names, err
		}
	}
	return names, nil
}

// Of returns the format that the name of a file asks for.
func Of(file string, series bool) (*Format, error) {
	if f, known := export.ByExtension(file); known && (series || f.WriteSeries == nil) {
		return Named(f.Name, series)
	}
	for _, ending := range []struct{ end, name string }{
		{".summary", "e3sm"}, {"_stats", "e3sm"}, {".txt", "tree"}, {".tree", "tree"}, {".report", "geopm"},
	} {
		if strings.HasSuffix(file, ending.end) {
			return Named(ending.name, series)
		}
	}
	return nil, cli.Usagef("%s: unknown extension; add --format", file)
}

// Method finds a print method by its name.
func Method(name string) (gptlcompat.PrintMethod, error) {
	m, known := gptlcompat.MethodNamed(name)
	if !known {
		return 0, cli.OneOf("method", name, gptlcompat.MethodNames()...)
	}
	return m, nil
}

// MethodFlag adds --method.
func MethodFlag(c *cobra.Command, method *string) {
	names := gptlcompat.MethodNames()
	c.Flags().StringVar(method, "method", names[0], "show a timer with several parents in GPTL's and E3SM's files by `METHOD`: "+strings.Join(names, ", "))
	cli.Complete(c, "method", names...)
}
