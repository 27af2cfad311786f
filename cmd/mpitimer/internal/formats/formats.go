// Package formats has the formats in which recover and convert write a run: GPTL's and E3SM's files,
// the tree, and every format of package export.
package formats

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/counters"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/calls/functions"
	"github.com/go-hpc/timers/stats/export"
	"github.com/go-hpc/timers/stats/geopm"
	"github.com/go-hpc/timers/stats/tree"
)

// Run is what a run had measured.
type Run struct {
	Summary  *stats.Summary // with warnings of how the ranks have ended
	Plain    *stats.Summary // without: other formats take a warning for a timer that was used wrongly
	Profiles []*stats.Profile
	Tree     tree.Options
	Method   gptlcompat.PrintMethod
	Folders  []string // that all this was read from
	Kept     []*geopm.Kept
}

// Format is a format for a Run: one file, or one file for each rank.
type Format struct {
	Name  string
	About string

	Write func(w io.Writer, r *Run) error

	// For a format with a file for each rank: the name of a rank's file, and its contents.
	File func(output string, p *stats.Profile) string
	Rank func(w io.Writer, p *stats.Profile, r *Run) error
}

var formats = []Format{
	{Name: "tree", About: "the tree of the log", Write: func(w io.Writer, r *Run) error {
		return tree.Write(w, r.Summary, r.Tree)
	}},
	{Name: "e3sm", About: "E3SM's file of all ranks, PREFIX.summary or PREFIX_stats", Write: writeGlobal},
	{
		Name: "e3sm-ranks", About: "E3SM's files of single ranks: OUTPUT.0, OUTPUT.1, …",
		File: func(output string, p *stats.Profile) string { return gptlcompat.RankName(output, p.Rank, p.Size) },
		Rank: func(w io.Writer, p *stats.Profile, r *Run) error {
			return gptlcompat.WriteRank(w, ended(p), r.rankOptions(p.Size))
		},
	},
	{Name: "e3sm-single", About: "both in one file, like E3SM's single_file", Write: func(w io.Writer, r *Run) error {
		if len(r.Profiles) == 0 {
			return ErrNeedsRanks
		}
		if err := writeGlobal(w, r); err != nil {
			return err
		}
		for _, p := range r.Profiles {
			if err := gptlcompat.WriteRank(w, ended(p), r.rankOptions(p.Size)); err != nil {
				return err
			}
		}
		return nil
	}},
	{Name: "gptl", About: "GPTL's file of all processes, timing.summary", Write: func(w io.Writer, r *Run) error {
		s, err := r.byName()
		if err != nil {
			return err
		}
		return upstream.WriteTimingSummary(w, s, upstream.TimingSummaryOptions{
			PathNames: r.pathNames(), Threads: r.threads(), Events: counters.OfRanks(s),
		})
	}},
	{
		Name: "gptl-ranks", About: "GPTL's files of one process, in the directory OUTPUT: timing.000000, …",
		File: func(output string, p *stats.Profile) string {
			return filepath.Join(output, upstream.TimingName(p.Rank))
		},
		Rank: func(w io.Writer, p *stats.Profile, r *Run) error {
			p = ended(p)
			return upstream.WriteTiming(w, p, upstream.TimingOptions{Method: r.Method, Build: gptlcompat.Build{NoMPI: p.Size == 1}, Events: counters.Of(p), Bytes: counters.MessageBytes(p)})
		},
	},
	{Name: "geopm", About: "GEOPM's report, with the samples taken until a kill", Write: func(w io.Writer, r *Run) error {
		if len(r.Profiles) == 0 {
			return ErrNeedsRanks
		}
		report, err := geopm.Recover(r.Profiles, r.Kept, functions.IsRegion)
		if err != nil {
			return err
		}
		return geopm.Write(w, report)
	}},
}

func writeGlobal(w io.Writer, r *Run) error {
	s, err := r.byName()
	if err != nil {
		return err
	}
	return gptlcompat.WriteGlobal(w, s, gptlcompat.GlobalOptions{PathNames: r.pathNames()})
}

// pathNames makes the files of all ranks have a row per call path instead of one per name.
func (r *Run) pathNames() bool { return r.Method == gptlcompat.PathNames }

// byName returns the Summary for the formats that have one record per name.
func (r *Run) byName() (*stats.Summary, error) {
	if r.pathNames() {
		return endedSummary(r.Plain), nil
	}
	if len(r.Profiles) == 0 || len(r.Profiles) < r.Plain.Ranks {
		return flat(endedSummary(r.Plain))
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

// rankOptions says nothing of an MPI of one rank: nobody knows of it any more.
func (r *Run) rankOptions(size int) gptlcompat.RankOptions {
	return gptlcompat.RankOptions{Method: r.Method, Build: gptlcompat.Build{NoMPI: size == 1}}
}

// threads returns how many threads rank 0 had.
func (r *Run) threads() int {
	for _, p := range r.Profiles {
		if p.Rank == 0 {
			return len(p.Tracks)
		}
	}
	return 0
}

// Own returns a format of this package, nil if it is one of package export or none.
func Own(name string) *Format {
	for i := range formats {
		if formats[i].Name == name {
			return &formats[i]
		}
	}
	return nil
}

// All returns the formats: those of this package, then those of package export that are of one run.
func All() []Format {
	list := slices.Clone(formats)
	for _, f := range export.Formats() {
		if f.Name != "extrap" && f.Name != "extrap-lines" {
			list = append(list, Format{Name: f.Name, About: f.Description, Write: func(w io.Writer, r *Run) error {
				return f.Write(w, export.Run{Summary: r.Summary, Profiles: r.Profiles})
			}})
		}
	}
	return list
}

// Names returns the words for --format.
func Names() []string {
	var names []string
	for _, f := range All() {
		names = append(names, f.Name)
	}
	return names
}

// Named returns the format of a name.
func Named(name string) (*Format, error) {
	all := All()
	for i := range all {
		if all[i].Name == name {
			return &all[i], nil
		}
	}
	return nil, cli.OneOf("format", name, Names()...)
}

// Files writes a run to a file, or for a format with a file for each rank to those, and returns their names.
func (f *Format) Files(output string, r *Run) ([]string, error) {
	if f.Rank == nil {
		return []string{output}, cli.WriteFile(output, r.Folders, func(w io.Writer) error { return f.Write(w, r) })
	}
	if len(r.Profiles) == 0 {
		return nil, ErrNeedsRanks
	}
	var names []string
	for _, p := range r.Profiles {
		name := f.File(output, p)
		names = append(names, name)
		if err := cli.WriteFile(name, r.Folders, func(w io.Writer) error { return f.Rank(w, p, r) }); err != nil {
			return names, err
		}
	}
	return names, nil
}

// Of returns the format that the name of a file asks for.
func Of(file string) (*Format, error) {
	for _, ending := range []struct{ end, name string }{
		{".summary", "e3sm"}, {"_stats", "e3sm"}, {".txt", "tree"}, {".tree", "tree"}, {".report", "geopm"},
	} {
		if strings.HasSuffix(file, ending.end) {
			return Named(ending.name)
		}
	}
	if f, known := export.ByExtension(file); known {
		return Named(f.Name)
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
