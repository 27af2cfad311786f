package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/twin"
	"github.com/go-hpc/timers/mpitimer"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// measured is what a run had measured, for the formats.
type measured struct {
	summary  *stats.Summary // with warnings of how the ranks have ended
	plain    *stats.Summary // without: other formats take a warning for a timer that was used wrongly
	profiles []*stats.Profile
	tree     tree.Options
	method   gptlcompat.PrintMethod
	tables   []string // the folders that all this was read from
}

// format is a form in which what was measured can be written: as one file, or as one for each rank.
type format struct {
	name  string
	about string

	write func(w io.Writer, d *measured) error

	// Of a form with a file for each rank: the name of the file of a rank, and what stands in it.
	file func(output string, p *stats.Profile) string
	rank func(w io.Writer, p *stats.Profile, d *measured) error
}

var formats = []format{
	{name: "tree", about: "the tree of the log", write: func(w io.Writer, d *measured) error {
		return tree.Write(w, d.summary, d.tree)
	}},
	{name: "summary", about: "the exact figures across ranks, in the form of " + mpitimer.SummaryExtension + " files", write: func(w io.Writer, d *measured) error {
		_, err := d.summary.WriteTo(w)
		return err
	}},
	{name: "profiles", about: "the exact figures of each rank, one after the other (stats.ReadProfile)", write: writeProfiles},
	{name: "e3sm", about: "E3SM's file of all ranks, PREFIX.summary or PREFIX_stats", write: writeGlobal(gptlcompat.WriteGlobal)},
	{
		name: "e3sm-ranks", about: "E3SM's files of one rank: OUTPUT.0, OUTPUT.1, …",
		file: func(output string, p *stats.Profile) string { return gptlcompat.RankName(output, p.Rank, p.Size) },
		rank: func(w io.Writer, p *stats.Profile, d *measured) error {
			return gptlcompat.WriteRank(w, p, gptlcompat.RankOptions{Method: d.method})
		},
	},
	{name: "e3sm-single", about: "both in one file, as E3SM's single_file", write: func(w io.Writer, d *measured) error {
		return gptlcompat.WriteSingle(w, d.profiles, d.single())
	}},
	{name: "gptl", about: "GPTL's file of all processes, timing.summary", write: func(w io.Writer, d *measured) error {
		s, err := d.byName()
		if err != nil {
			return err
		}
		return gptlcompat.WriteTimingSummary(w, s, gptlcompat.TimingSummaryOptions{
			PathNames: d.pathNames(), Threads: d.threads(),
		})
	}},
	{
		name: "gptl-ranks", about: "GPTL's files of one process, in the folder OUTPUT: timing.000000, …",
		file: func(output string, p *stats.Profile) string {
			return filepath.Join(output, gptlcompat.TimingName(p.Rank))
		},
		rank: func(w io.Writer, p *stats.Profile, d *measured) error {
			return gptlcompat.WriteTiming(w, p, gptlcompat.TimingOptions{Method: d.method})
		},
	},
	{name: "json", about: "the table of all ranks with all its digits", write: writeGlobal(twin.Global)},
	{name: "json-lines", about: "that table and one for each rank, a line each", write: func(w io.Writer, d *measured) error {
		return twin.Single(w, d.profiles, d.single())
	}},
}

func writeProfiles(w io.Writer, d *measured) error {
	for _, p := range d.profiles {
		if _, err := p.WriteTo(w); err != nil {
			return err
		}
	}
	return nil
}

func writeGlobal(write func(io.Writer, *stats.Summary, gptlcompat.GlobalOptions) error) func(io.Writer, *measured) error {
	return func(w io.Writer, d *measured) error {
		s, err := d.byName()
		if err != nil {
			return err
		}
		return write(w, s, gptlcompat.GlobalOptions{PathNames: d.pathNames()})
	}
}

// pathNames says whether the files of all ranks have a row per call path instead of one per name.
func (d *measured) pathNames() bool { return d.method == gptlcompat.PathNames }

// byName is the Summary for the formats that have one record per name.
func (d *measured) byName() (*stats.Summary, error) {
	if d.pathNames() {
		return d.plain, nil
	}
	folded := make([]*stats.Profile, len(d.profiles))
	for i, p := range d.profiles {
		folded[i] = gptlcompat.ByName(p)
	}
	return stats.Merge(folded)
}

func (d *measured) single() gptlcompat.SingleOptions {
	return gptlcompat.SingleOptions{
		Global: gptlcompat.GlobalOptions{PathNames: d.pathNames()},
		Rank:   func(int) gptlcompat.RankOptions { return gptlcompat.RankOptions{Method: d.method} },
	}
}

// threads is how many threads rank 0 had.
func (d *measured) threads() int {
	for _, p := range d.profiles {
		if p.Rank == 0 {
			return len(p.Tracks)
		}
	}
	return 0
}

func formatNames() []string {
	var names []string
	for i := range formats {
		names = append(names, formats[i].name)
	}
	return names
}

func formatNamed(name string) (*format, error) {
	for i := range formats {
		if formats[i].name == name {
			return &formats[i], nil
		}
	}
	return nil, cli.Usage{Err: fmt.Errorf("there is no format %q; there are %s", name, strings.Join(formatNames(), ", "))}
}

// formatOf guesses the format that is meant from the name of a file.
func formatOf(file string) (*format, error) {
	for _, ending := range []struct{ end, name string }{
		{mpitimer.SummaryExtension, "summary"}, {".summary", "e3sm"}, {"_stats", "e3sm"},
		{".txt", "tree"}, {".tree", "tree"}, {".json", "json"}, {".jsonl", "json-lines"},
	} {
		if strings.HasSuffix(file, ending.end) {
			return formatNamed(ending.name)
		}
	}
	return nil, cli.Usage{Err: fmt.Errorf("%s: its name does not say which format is meant: add --format", file)}
}

// methodNamed finds a print method by its name.
func methodNamed(name string) (gptlcompat.PrintMethod, error) {
	for m := gptlcompat.CallPath; m <= gptlcompat.FullTree; m++ {
		if m.String() == name {
			return m, nil
		}
	}
	return 0, cli.Usage{Err: fmt.Errorf("there is no print method %q; there are %s", name, strings.Join(methodNames(), ", "))}
}

func methodNames() []string {
	var names []string
	for m := gptlcompat.CallPath; m <= gptlcompat.FullTree; m++ {
		names = append(names, m.String())
	}
	return names
}
