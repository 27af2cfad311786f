package load

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/tree"
)

// class orders what says the same: the first is the most exact.
type class int

const (
	summaryClass class = iota
	exportClass
	profilesClass
	tableClass
	csvClass // without histograms and counters
	gptlClass
	reportClass
)

// source is what was read from one file, or from the tables of a directory.
type source struct {
	class    class
	form     string
	file     string
	summary  *stats.Summary
	perName  bool // the profiles have one record per name
	sized    bool // the number of ranks in the summary is that of the run; of those of GPTL alone
	profiles Ranks
	meta     map[string]string
	lacks    []string
	trees    *forest // of the ranks of GPTL

	// In a directory whose files may be of several users:
	user    int
	problem error
}

func (s *source) say(key, value string) {
	if value == "" {
		return
	}
	if s.meta == nil {
		s.meta = make(map[string]string)
	}
	s.meta[key] = value
}

// run makes one Run of all that was found.
func (g *gathering) run() (*Run, error) {
	if len(g.sources) == 0 {
		return nil, nothing(g.problems)
	}
	slices.SortStableFunc(g.sources, func(a, b source) int { return int(a.class) - int(b.class) })
	whole, err := g.summary()
	if err != nil {
		return nil, err
	}
	profiles, ranks, err := g.profiles()
	if err != nil {
		return nil, err
	}
	run := &Run{Meta: make(map[string]string)}
	if whole != nil && whole.class < gptlClass && ranks != nil && ranks.class >= gptlClass {
		profiles = g.join(run, whole, ranks, profiles)
	}
	if run.Ranks = profiles; len(profiles) > 0 && whole != nil && whole.class < ranks.class {
		run.Meta[singleRanks] = fmt.Sprintf("%s, %s", ranks.form, howFine(profiles, whole.summary.Size))
	}
	if whole == nil || (whole.class == gptlClass || whole.class == csvClass && ranks != nil && ranks.class < csvClass) &&
		len(profiles) > 0 && len(profiles) == max(whole.summary.Size, profiles[0].Size) {
		run.Summary, err = profiles.merge()
		whole = ranks
	} else {
		run.Summary = whole.summary
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", whole.file, err)
	}
	if len(profiles) > 0 && whole != ranks {
		run.less = run.less || len(profiles) < run.Summary.Ranks || len(profiles[0].Counters) < len(run.Summary.Counters)
	}
	run.Form, run.Lacks = whole.form, append(slices.Clone(whole.lacks), run.Lacks...)
	for i := range g.sources {
		maps.Copy(run.Meta, g.sources[i].meta)
	}
	if missing := cli.Count(run.Summary.Missing); missing > 0 {
		run.Lacks = append(run.Lacks, fmt.Sprintf("%s of %d: %s", cli.Plural(missing, "rank"), run.Summary.Size, tree.Ranks(run.Summary.Missing)))
	}
	run.others = g.others
	if run.ignored = g.ignored; len(run.ignored) > 0 {
		run.Meta["not used"] = "files that are not the run's, named in " + cli.Plural(len(run.ignored), "message")
	}
	if g.passed > 0 {
		run.Meta["passed over"] = cli.Plural(g.passed, "file") + " of other kinds"
	}
	g.tellParts(run)
	run.Checkpoints = g.checkpoints
	return run, nil
}

func nothing(problems []error) error {
	if len(problems) > 0 {
		return errors.Join(problems...)
	}
	return fmt.Errorf("%w: %s", ErrForm, expected)
}

func (g *gathering) first(is func(*source) bool) *source {
	for i := range g.sources {
		if is(&g.sources[i]) {
			return &g.sources[i]
		}
	}
	return nil
}

// summary returns the best that was found; two of the same quality belong to two runs.
func (g *gathering) summary() (*source, error) {
	best := g.first(func(s *source) bool { return s.summary != nil })
	if best == nil {
		return nil, nil
	}
	for i := range g.sources {
		if s := &g.sources[i]; s != best && s.summary != nil && s.class == best.class {
			if s.form != best.form {
				continue // one run can write the files of GPTL and of E3SM, or JSON and YAML
			}
			return nil, fmt.Errorf("%s and %s: expected one summary of a run, not two", best.file, s.file)
		}
	}
	return best, nil
}

// join takes what files tell of single ranks that are less exact than the Summary, and of whose tree they know less.
func (g *gathering) join(r *Run, whole, ranks *source, list Ranks) (fitting Ranks) {
	if ranks.class == reportClass { // of hosts
		return nil
	}
	j := newJoiner(whole.summary)
	for i := range list {
		p := (*stats.Profile)(nil)
		if read := list[i].profile(nil); ranks.perName {
			p = j.joinNames(read)
		} else {
			p = j.join(read)
		}
		if p == nil || p.Size != whole.summary.Size {
			r.Lacks = append(r.Lacks, "single ranks: those of "+ranks.file+" are not of this run")
			return nil
		}
		fitting = append(fitting, g.trees.pack(p, true, list[i].file))
	}
	if r.less = j.missed; r.less {
		r.Lacks = append(r.Lacks, "of single ranks what ran in several regions of one name, of which "+ranks.form+" do not tell the parents")
	}
	return fitting
}

// singleRanks is the key of Meta that says which files tell of single ranks, where they are not those of the Summary.
const singleRanks = "single ranks"

// howFine says of how many ranks there are figures, and how exact they are.
func howFine(list Ranks, size int) string {
	text := fmt.Sprintf("%d of %d", len(list), size)
	switch list[0].Resolution {
	case milliseconds:
		text += ", to 1 ms"
	case microseconds:
		text += ", to 1 µs"
	}
	return text
}

// finest is the source whose form tells most of single ranks: in the best class that of most ranks, and of several
// the finest.
func (g *gathering) finest() *source {
	best := g.first(func(s *source) bool { return len(s.profiles) > 0 })
	if best == nil || best.class != gptlClass {
		return best
	}
	ranks := make(map[string]int)
	for i := range g.sources {
		if s := &g.sources[i]; s.class == best.class {
			ranks[s.form] += len(s.profiles)
		}
	}
	for i := range g.sources {
		s := &g.sources[i]
		if s.class == best.class && len(s.profiles) > 0 && (ranks[s.form] > ranks[best.form] ||
			ranks[s.form] == ranks[best.form] && s.profiles[0].Resolution < best.profiles[0].Resolution) {
			best = s
		}
	}
	return best
}

// profiles are those of the best form that was found, by rank, and a source of that form.
func (g *gathering) profiles() (Ranks, *source, error) {
	best := g.finest()
	if best == nil {
		return nil, nil, nil
	}
	var all Ranks
	size := 0
	for i := range g.sources {
		s := &g.sources[i]
		if s.class == best.class && s.form == best.form {
			all, best.perName = append(all, s.profiles...), best.perName || s.perName
		}
		if s.class <= gptlClass && s.summary != nil && (s.sized || s.class < gptlClass) {
			size = max(size, s.summary.Size)
		}
	}
	if best.class == gptlClass || best.class == reportClass {
		if guessed := number(all, size); guessed && best.class == gptlClass {
			best.lacks = append(best.lacks, "which ranks: they are numbered as their files are named")
		}
	}
	slices.SortStableFunc(all, func(a, b ranked) int { return a.Rank - b.Rank })
	for i := 1; i < len(all); i++ {
		switch before, p := &all[i-1], &all[i]; {
		case before.Rank == p.Rank:
			return nil, nil, fmt.Errorf("%s and %s: both hold rank %d; expected each rank once", before.file, p.file, p.Rank)
		case before.Size != p.Size:
			return nil, nil, fmt.Errorf("%s and %s: expected files of one run, their ranks are of %d and of %d", before.file, p.file, before.Size, p.Size)
		}
	}
	return all, best, nil
}
