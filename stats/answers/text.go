package answers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/stats"
)

// Text returns the sentence for people and, where it is known, a second one that says since when. Names of regions
// may hold anything: the caller makes them printable.
func (f *Finding) Text(s *stats.Summary) string {
	if since := f.sinceText(s); since != "" {
		return f.text(s) + " " + since
	}
	return f.text(s)
}

func (f *Finding) sinceText(s *stats.Summary) string {
	if f.Since == nil {
		return ""
	}
	name := lastName(f.Evidence.Region)
	if f.Kind != Balanced {
		name = s.Regions[f.Region].Name
	}
	if f.Own {
		name += ", outside of " + below(s, f.Region) + ","
	}
	return f.Since.Text(name)
}

func (f *Finding) text(s *stats.Summary) string {
	w := writer{s: s}
	switch f.Kind {
	case Slow:
		if f.Held > 0 {
			return fmt.Sprintf("%s. The others have been waiting for the last %s: %s may hang.", capital(w.slow(f)), w.ofRun(f.Held), &f.Ranks)
		}
		return capital(w.slow(f)) + ". Balance" + w.gain(f) + "."
	case Between:
		return fmt.Sprintf("The ranks of @%s, %v, have more to do than the others, most of it in %s%s. No single rank is to blame: more ranks there, or less to do for each,%s.",
			s.Environments[s.Regions[f.Region].Environment].Name, &f.Ranks, w.path(f.Region), w.waits("others wait", f.Waits), w.gain(f))
	case Waiting:
		return fmt.Sprintf("In addition, all ranks wait %s, longest in %s: perhaps for the network, for a processor, or for each other in turn.", w.ofRun(f.Saves), w.path(f.Region))
	case Stuck:
		return w.stuck(f)
	case Within:
		return w.within(f)
	case Undecided:
		parts := []string{w.slow(f)}
		for i := range f.Either {
			parts = append(parts, "or "+w.slow(&f.Either[i]))
		}
		return "Times alone do not tell which, and " + f.Because + ": " + strings.Join(parts, "; ") + "; or what they have to do differs, and adds up to the same. " +
			strings.Replace("Balance"+w.gain(f), "save", "save at least", 1) + ", in each case but the last."
	case Unknown:
		if f.Saves == 0 {
			return fmt.Sprintf("Whether ranks wait for others in %s is not known, because %s.", w.path(f.Region), f.Because)
		}
		makeUp := ", and make up for it elsewhere"
		if s.Regions[f.Region].Parent < 0 {
			makeUp = ""
		}
		return fmt.Sprintf("Ranks differ by up to %s, most in %s%s: which of them wait for others is not known, because %s.", w.time(f.Saves), w.path(f.Region), makeUp, f.Because)
	}
	return w.balanced(f)
}

// allWait is why all ranks may wait.
const allWait = "Possible causes: a slow network, the call itself, more ranks than cores, ranks that are slow in turn, or ranks that work one after another. A timeline tells which"

// balanced says that balance between ranks wins nothing, and how well that is known.
func (w writer) balanced(f *Finding) string {
	if f.Region >= 0 {
		return fmt.Sprintf("Balance between ranks would win nothing: they take equally long outside of waits, over the whole run. All of them wait, %s on average, longest in %s. %s.",
			w.time(f.Saves), w.path(f.Region), allWait)
	}
	switch {
	case w.s.Ranks < 2 && (w.s.Size > 1 || w.s.Source != ""):
		return "How this rank compares with others is not known: it is the only one here."
	case w.s.Ranks < 2:
		return "There is nothing to balance between ranks: there is only one."
	case f.Because != "":
		return w.apart() + " Whether they wait for each other within regions is not known, because " + f.Because + "."
	}
	r := newRun(w.s, true)
	if part := 100 * r.overRoots(r.waiting) / max(r.longest, 1); part >= 1 {
		return fmt.Sprintf("Balance between ranks would win little: they take about equally long outside of waits, and wait %.0f %% of the run.", part)
	}
	return "Balance between ranks would win nothing: they take equally long, and wait less than 1 % of the run."
}

// String names the ranks, as far as they are known.
func (r *Ranks) String() string {
	switch {
	case r.Ranges != nil && r.Count == 1:
		return fmt.Sprintf("rank %d", r.First)
	case r.Ranges != nil:
		var list []string
		for _, each := range r.Ranges {
			list = append(list, each.String())
		}
		return fmt.Sprintf("ranks %s (%d of %d)", strings.Join(list, ", "), r.Count, r.Of)
	case r.Count > 1:
		return fmt.Sprintf("%d of %d ranks (rank %d among them)", r.Count, r.Of, r.First)
	}
	return fmt.Sprintf("rank %d of %d", r.First, r.Of)
}

// writer makes parts of sentences.
type writer struct{ s *stats.Summary }

func (w writer) name(i int) string { return w.s.Regions[i].Name }

func (w writer) slow(f *Finding) string {
	who, others := f.Ranks.String(), "others wait"
	are, run, wait := "are slowest", "run", "they wait"
	if f.Ranks.Count == 1 || f.Ranks.Count == 0 {
		are, run, wait = "is slowest", "runs", "it waits"
	}
	if rest, few := w.rest(f); few {
		who, are = "all ranks but "+rest.String(), "have more to do"
		if rest.First == rest.Last {
			others = "it waits"
		}
	}
	waits := w.waits(others, f.Waits)
	where := w.path(f.Region)
	if f.Parts != nil {
		return fmt.Sprintf("%s %s in %s%s", who, are, w.several(f), waits)
	}
	if f.Own {
		where += ", outside of " + below(w.s, f.Region)
	}
	if f.Goroutines != nil {
		where += " or while " + wait + " for threads in " + w.names(f.Goroutines, " and ")
	}
	for k, i := range f.And {
		if k == len(f.And)-1 {
			where += " and " + w.name(i)
		} else {
			where += ", " + w.name(i)
		}
	}
	if g := &w.s.Regions[f.Region]; !f.Own && f.And == nil && g.Ranks == f.Ranks.Count && g.Ranks < f.Ranks.Of && !w.hasTwin(f.Region) {
		return fmt.Sprintf("only %s %s %s%s", who, run, where, waits)
	}
	return fmt.Sprintf("%s %s in %s%s", who, are, where, waits)
}

// below names what lies below a region: calls of MPI, if it is nothing else, as in a program whose regions nobody has marked.
func below(s *stats.Summary, region int) string {
	for i := range s.Regions {
		if g := &s.Regions[i]; g.Parent == region && g.Ranks > 0 && !strings.HasPrefix(g.Name, "MPI_") {
			return "the regions below it"
		}
	}
	return "calls of MPI"
}

// rest is the range of ranks that have less to do than all others, where these are few and in one range.
func (w writer) rest(f *Finding) (rest stats.Range, few bool) {
	fewer := f.Ranks.Of - f.Ranks.Count
	if f.Ranks.Ranges == nil || fewer < 1 || 4*fewer > f.Ranks.Of || w.s.Regions[f.Region].Ranks < f.Ranks.Of {
		return rest, false
	}
	list := without(w.s.Environments[w.s.Regions[f.Region].Environment].Ranks, f.Ranks.Ranges...)
	if len(list) != 1 || (list[0].Last-list[0].First)/list[0].Stride+1 != fewer { // or others are among them that did not run it
		return rest, false
	}
	return list[0], true
}

// apart says by how much ranks differ where that is less than would be found.
func (w writer) apart() string {
	r, where, most := newRun(w.s, false), -1, 0.0 // a run may have no region
	for i := range w.s.Regions {
		if apart := r.extent(i); apart > most {
			where, most = i, apart
		}
	}
	if part := 100 * most / max(r.longest, 1); part >= 1 {
		return fmt.Sprintf("Little imbalance shows: ranks differ by up to %s, %.2g %% of the run, most in %s.", w.time(most), part, w.path(where))
	}
	return "No imbalance shows: in every region the ranks take equally long, to within 1 % of the run."
}

// within says how the threads of ranks differ. Goroutines are called so as well, here and below the tree: a Summary does not tell which of
// the two a program has.
func (w writer) within(f *Finding) string {
	where, whose, program := "", "", "the program waits"
	g := &w.s.Regions[f.Region]
	if f.Ranks.Count > 1 {
		where, whose, program = " on every rank", " of a rank", "ranks wait"
	}
	return fmt.Sprintf("The threads in %s are uneven%s: the slowest%s takes %s or more, the mean is %s. If %s for all of them, balance between them%s.",
		w.path(f.Region), where, whose, w.time(float64(g.Min.Value)), w.time(ofThreads(g)), program, w.gain(f))
}

// several names the regions of a finding of many by the one around them and the first.
func (w writer) several(f *Finding) string {
	of := ""
	if around := w.s.Regions[f.Region].Parent; around >= 0 {
		of = " of " + w.path(around)
	}
	return fmt.Sprintf("%d regions%s, most of all in %s", len(f.And)+1, of, w.name(f.Region))
}

// path names a region by the last two names of its path, the run's apart, or by as many as tell it from all others.
func (w writer) path(i int) string {
	path, at := w.name(i), w.s.Regions[i].Parent
	for names := 1; at >= 0 && w.s.Regions[at].Parent >= 0 && (names < 2 || w.another(i, names)); names++ {
		path, at = w.name(at)+" / "+path, w.s.Regions[at].Parent
	}
	return path
}

// another reports whether the last names of a region's path are those of another one, too.
func (w writer) another(i, names int) bool {
	for k := range w.s.Regions {
		if w.alike(i, k, names) {
			return true
		}
	}
	return false
}

// hasTwin reports whether other ranks run a region in an environment of their own.
func (w writer) hasTwin(i int) bool {
	g := &w.s.Regions[i]
	return slices.ContainsFunc(w.s.Regions, func(o stats.Region) bool {
		return o.Parent == g.Parent && o.Name == g.Name && o.Environment != g.Environment
	})
}

// alike reports whether two regions have different paths, of which the last names are the same.
func (w writer) alike(i, k, names int) bool {
	for ; i != k && i >= 0 && k >= 0; names-- {
		if w.name(i) != w.name(k) {
			return names <= 0
		}
		i, k = w.s.Regions[i].Parent, w.s.Regions[k].Parent
	}
	return i != k && names <= 0
}

// capital begins a sentence.
func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// waits says where the others wait.
func (w writer) waits(others string, list []int) string {
	if len(list) == 0 {
		return ""
	}
	return ", and " + others + " in " + w.names(list, ", ")
}

// names lists the first regions, those of one name once.
func (w writer) names(list []int, between string) string {
	const most = 3
	var names []string
	for _, i := range list {
		if slices.Contains(names, w.name(i)) {
			continue
		}
		if len(names) == most {
			names = append(names, "…")
			break
		}
		names = append(names, w.name(i))
	}
	return strings.Join(names, between)
}

// gain says what balance would save.
func (w writer) gain(f *Finding) string {
	switch {
	case lengthOf(w.s) == 0:
		return ""
	case w.s.Regions[f.Region].Estimated:
		return " would save about " + w.ofRun(f.Saves)
	}
	return " would save " + w.ofRun(f.Saves)
}

// ofRun is a time, and its share of the run.
func (w writer) ofRun(ns float64) string {
	return fmt.Sprintf("%s, %.0f %% of the run", w.time(ns), 100*ns/lengthOf(w.s))
}

// time is a time for people.
func (w writer) time(ns float64) string {
	for _, unit := range []struct {
		name string
		ns   float64
	}{{"s", 1e9}, {"ms", 1e6}, {"µs", 1e3}} {
		if ns >= unit.ns {
			rounded, _ := strconv.ParseFloat(strconv.FormatFloat(ns/unit.ns, 'g', 3, 64), 64)
			return strconv.FormatFloat(rounded, 'f', -1, 64) + " " + unit.name // without an exponent
		}
	}
	return fmt.Sprintf("%.0f ns", ns)
}
