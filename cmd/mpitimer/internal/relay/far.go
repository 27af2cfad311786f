package relay

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats"
)

// Flags say on which nodes the tables lie.
type Flags struct {
	hosts, file, id, launch, binary string
	send, figures                   bool
	ask                             bool
	wait                            time.Duration
}

// About explains the flags, for the help of a command.
const About = `JOB is the number of a Slurm or PBS job; the command looks at the tables on all its nodes. Use
--job if a file or directory has that name. Only --hosts and --hostfile name other hosts,
never another argument. The command first prints the hosts and the launcher. It starts
mpitimer relay on each host, by srun in a Slurm job and otherwise by ssh, which must
not ask for a password. The relays end with this command. DIR is then a directory of the nodes
and contains a /; {host} in it stands for the host.`

// Add adds the flags to a command.
func (f *Flags) Add(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&f.hosts, "hosts", "", "look on these `HOSTS`, for example n1,n[3-7]")
	flags.StringVar(&f.file, "hostfile", "", "look on the hosts in `FILE`, one per line, as for mpirun")
	flags.StringVarP(&f.id, "job", "j", "", "look on the nodes of the Slurm or PBS job `NUMBER`")
	flags.StringVar(&f.launch, "launch", "", "start relays by `COMMAND`; {host} stands for the host, for example 'ssh {host}'")
	flags.StringVar(&f.binary, "remote", "", "set the `PATH` of mpitimer on the nodes (default: the same as here)")
	flags.BoolVar(&f.send, "send", false, "copy this mpitimer to nodes that lack it")
	flags.BoolVar(&f.figures, "figures", false, "print the cost of each look")
	_ = flags.MarkHidden("figures") // it is there
	flags.DurationVar(&f.wait, "wait", 20*time.Second, "stop waiting for a node after `DURATION`")
}

// Set reports whether the command line has a flag of nodes.
func (f *Flags) Set(c *cobra.Command) bool {
	return slices.ContainsFunc([]string{"hosts", "hostfile", "job", "launch", "remote", "send", "wait"}, c.Flags().Changed)
}

// AddGoroutines adds the flag that asks for goroutines.
func (f *Flags) AddGoroutines(c *cobra.Command) {
	c.Flags().BoolVar(&f.ask, "goroutines", false, "ask the ranks where their goroutines are")
}

// Goroutines reports whether they are asked for.
func (f *Flags) Goroutines() bool { return f.ask }

// Sort finds out where to look. It returns nil if the tables are on this node, or in directories that it sees.
func (f *Flags) Sort(c *cobra.Command, args []string) (*Nodes, []string, error) {
	to, args, err := f.target(args)
	if err != nil || to == nil {
		return nil, args, err
	}
	if f.wait < time.Second || f.wait > time.Hour {
		return nil, nil, cli.Usagef("--wait %v: expected 1s to 1h", f.wait)
	}
	l := Launch{Command: SSH, Binary: f.binary, Send: f.send}
	switch {
	case f.launch != "":
		if l.Command = strings.Fields(f.launch); len(l.Command) == 0 {
			return nil, nil, cli.Usagef("--launch %q: expected a command", f.launch)
		}
	case to.by != nil:
		l.Command = to.by
	}
	if l.Binary == "" {
		if l.Binary, err = os.Executable(); err != nil {
			return nil, nil, err
		}
	}
	n := &Nodes{tell: func(string) {}, job: to.job, hosts: len(to.hosts), wait: f.wait, ask: f.ask}
	if f.figures {
		n.tell = func(text string) { cli.Tell(c, "mpitimer: %s", text) }
	}
	for _, a := range args {
		switch {
		case strings.ContainsRune(a, '/'):
			n.folders = append(n.folders, a)
		case n.name != "":
			return nil, nil, cli.Usagef("superfluous argument %q: the run is called %s…", a, n.name)
		default:
			n.name = a
		}
	}
	cli.Tell(c, "%s", f.reaches(to.hosts, &l))
	n.crew = newCrew(plan{Below: to.hosts, Folders: n.folders, Launch: l, Wait: f.wait})
	return n, nil, nil
}

// target is nil when the arguments mean this node. What a file holds is never looked at unless --hostfile names it.
func (f *Flags) target(args []string) (*target, []string, error) {
	of := func(t target, err error) (*target, []string, error) { return &t, args, err }
	explicit := 0
	for _, value := range []string{f.hosts, f.file, f.id} {
		explicit += min(len(value), 1)
	}
	switch {
	case explicit > 1:
		return nil, nil, cli.Usagef("--hosts, --hostfile and --job exclude each other")
	case f.id != "":
		return of(jobTarget(f.id))
	case f.file != "":
		hosts, err := hostFile(f.file)
		return of(target{hosts: hosts}, err)
	case f.hosts != "":
		hosts, err := expanded(f.hosts)
		if err != nil {
			err = cli.Usagef("--hosts: %w (--hostfile FILE reads a file)", err)
		}
		return of(target{hosts: hosts}, err)
	case f.launch != "" || f.send || f.binary != "":
		return nil, nil, cli.Usagef("--launch, --send and --remote require --hosts, --hostfile or --job")
	}
	for i, a := range args {
		if !isJob().MatchString(a) || job.IsRun(a, args, true) {
			continue
		}
		if info, err := os.Stat(a); err == nil && !info.IsDir() {
			return nil, nil, cli.Usagef("%s may be a job or a file: expected --job %s for the job", a, a)
		} else if err == nil {
			continue // a directory, in which nothing is started
		}
		args = slices.Delete(slices.Clone(args), i, i+1)
		return of(jobTarget(a))
	}
	return nil, args, nil
}

// reaches tells where relays will be started, and by what.
func (f *Flags) reaches(hosts []string, l *Launch) string {
	names := strings.Join(hosts, ", ")
	if n := len(hosts); n > 5 {
		names = strings.Join(hosts[:3], ", ") + ", … " + hosts[n-1]
	}
	return fmt.Sprintf("mpitimer: looking on %s by %s: %s", cli.Plural(len(hosts), "host"), printable.Line(filepath.Base(l.Command[0])), names)
}

// Nodes are those of a job.
type Nodes struct {
	crew    *crew
	folders []string
	job     string
	name    string // of the run, or how it begins; the whole of it once it is found
	found   bool
	hosts   int
	wait    time.Duration
	ask     bool         // ranks for their goroutines
	tell    func(string) // what a look has taken
	last    *gathering
	chain   float64 // of the questions since the last look, see crew.chain
}

// Close ends what runs on the nodes.
func (n *Nodes) Close() { n.crew.end() }

// Find chooses the run among those on the nodes: that of the job, the one that runs, or the one whose name was given.
func (n *Nodes) Find(c *cobra.Command, wanted func(alive bool) bool) error {
	done, late := n.crew.ask(question{Kind: forRuns, Wait: n.wait}, nil)
	n.chain += n.crew.chain()
	var runs []Run
	for _, a := range done {
		runs = joinRuns(runs, a.answer.Runs)
	}
	var fit []Run
	for _, r := range runs {
		if strings.HasPrefix(r.Name, n.name) {
			fit = append(fit, r)
		}
	}
	for _, better := range []func(r Run) bool{
		func(r Run) bool { return n.job != "" && sameJob(r.Job, n.job) },
		func(r Run) bool { return wanted(r.Alive) },
	} {
		if some := slices.DeleteFunc(slices.Clone(fit), func(r Run) bool { return !better(r) }); len(some) > 0 {
			fit = some
		}
	}
	problems := append(late, n.crew.wrong()...)
	switch {
	case len(fit) == 1:
		n.name, n.found = fit[0].Name, true
		return nil
	case len(fit) > 1:
		return cli.Usage{Err: fmt.Errorf("there are several runs; add the name of one, or its first letters\n%s", strings.TrimRight(runTable(fit).String(), "\n"))}
	case len(done) == 0:
		return fmt.Errorf("none of %s can be reached: %s", cli.Plural(n.hosts, "host"), few(problems))
	case len(problems) > 0:
		return fmt.Errorf("there are no tables of the run on the hosts that can be reached; %s", few(problems))
	}
	if n.name != "" {
		return fmt.Errorf("no run on %s is called %s… (a directory there has a /, as ./%s)", cli.Plural(n.hosts, "host"), n.name, n.name)
	}
	return fmt.Errorf("there are no tables of the run on %s", cli.Plural(n.hosts, "host"))
}

// few are the first of some problems.
func few(list []string) string {
	for i := range list {
		list[i] = printable.Line(list[i])
	}
	if len(list) > 3 {
		list = append(list[:3:3], fmt.Sprintf("and %d more", len(list)-3))
	}
	return strings.Join(list, "; ")
}

// sameJob compares the number that a rank was told with the one that was asked for, which may lack the server.
func sameJob(its, asked string) bool {
	short := func(s string) string { s, _, _ = strings.Cut(s, "."); return s }
	return its == asked || short(its) == short(asked)
}

func runTable(runs []Run) *sheet.Table {
	slices.SortStableFunc(runs, func(a, b Run) int { return cmp.Or(b.Begun.Compare(a.Begun), cmp.Compare(a.Name, b.Name)) })
	t := sheet.New(4, "run", "program", "job", "state", "tables")
	for _, r := range runs {
		state := "over"
		if r.Alive {
			state = "running"
		}
		t.Words(printable.Line(r.Name), printable.Line(r.Program), printable.Line(r.Job), state, fmt.Sprint(cli.Count(r.Ranks)))
	}
	return t
}

// joinRuns joins what several nodes know of runs.
func joinRuns(list, more []Run) []Run {
	for _, o := range more {
		i := slices.IndexFunc(list, func(r Run) bool { return r.Name == o.Name })
		if i < 0 {
			list = append(list, o)
			continue
		}
		r := &list[i]
		r.Ranks = job.JoinRanges(r.Ranks, o.Ranks)
		r.Alive = r.Alive || o.Alive
		r.Job, r.Program = cmp.Or(r.Job, o.Job), cmp.Or(r.Program, o.Program)
		if !o.Begun.IsZero() && (r.Begun.IsZero() || o.Begun.Before(r.Begun)) {
			r.Begun = o.Begun
		}
	}
	return list
}

// Seen is what a look has seen.
type Seen struct {
	*job.Moment
	Summaries []*stats.Summary // by the columns that were asked for; nil where there is nothing
	Spent     float64          // nanoseconds of all ranks together since the look before
	Timed     int              // the ranks
}

// Look looks at the tables. The error tells that there are none.
func (n *Nodes) Look(columns ...Column) (*Seen, error) {
	if !n.found {
		return nil, errors.New("no run was found")
	}
	before := processor()
	g := n.crew.gather(question{Kind: forLook, Run: n.name, Columns: columns, Wait: n.wait, Ask: n.ask}, nil, nil)
	n.chain += n.crew.chain()
	g.count(n.crew, n.wait)
	n.last = g
	s := &Seen{Spent: g.spent, Timed: g.timed}
	defer func() {
		n.tell(fmt.Sprintf("longest answer %d bytes, processor here %.3f s, longest chain %.3f s", g.link, processor()-before, n.chain+n.crew.chain()))
		n.chain = 0
	}()
	for i := range g.parts {
		summary, err := g.parts[i].Summary()
		if err != nil {
			summary = nil // there was no rank
		}
		s.Summaries = append(s.Summaries, summary)
	}
	if g.digest.Tables == 0 {
		return nil, fmt.Errorf("there are no tables of %s: %s", n.name, few(append(g.digest.Problems, n.crew.wrong()...)))
	}
	s.Moment = job.Far(n.name, time.Now(), g.digest, s.Summaries[0])
	return s, nil
}
