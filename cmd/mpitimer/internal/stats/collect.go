package stats

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/internal/command"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/tacc"
)

// place says where files are and what is collected.
type place struct {
	dir   string
	types []string
}

func (p *place) flags(c *cobra.Command) {
	c.Flags().StringVarP(&p.dir, "output", "o", "tacc_stats", "write to a directory for each node below `DIR`")
	command.Renamed(c, "dir", "output")
	c.Flags().StringSliceVar(&p.types, "type", nil, "collect only these `TYPES` into a new file (stats types lists them)")
	command.Renamed(c, "types", "type")
}

// check finds types that cannot be collected.
func (p *place) check() error {
	for _, t := range p.types {
		if !known(t) {
			return cli.Usagef("unknown type %q: expected one of %s", t, strings.Join(tacc.KnownTypes(), ", "))
		}
	}
	return nil
}

// use opens the files of this node, and closes them. What opens them briefly takes a sample or two and ends.
func (p *place) use(briefly bool, f func(n *tacc.Node) error) error {
	if err := p.check(); err != nil {
		return err
	}
	n, err := tacc.OpenNode(p.dir, tacc.NodeOptions{CollectorOptions: tacc.CollectorOptions{Types: p.types, Briefly: briefly}})
	if err != nil {
		return err
	}
	return errors.Join(f(n), n.Close())
}

func known(name string) bool {
	for _, t := range tacc.KnownTypes() {
		if t == name {
			return true
		}
	}
	return false
}

// job wants the id of a job.
func job(c *cobra.Command, args []string) error {
	if err := cli.Arguments(1, 1)(c, args); err != nil {
		return err
	}
	if id := args[0]; tacc.Idle(id) || strings.ContainsAny(id, ", \t\n") {
		return cli.Usagef("job %q: expected an id without blanks and commas that is not 0 or -", id)
	}
	return nil
}

// action returns a command that takes a sample.
func action(c *cobra.Command, do func(n *tacc.Node, args []string) error) *cobra.Command {
	var p place
	var socket string
	p.flags(c)
	c.Flags().StringVar(&socket, "socket", "", "ask the daemon at the Unix socket `SOCKET` to do it")
	verb := c.Name()
	c.RunE = func(_ *cobra.Command, args []string) error {
		if socket != "" {
			return ask(socket, append([]string{verb}, args...)...)
		}
		return p.use(true, func(n *tacc.Node) error { return do(n, args) })
	}
	return c
}

func beginCommand() *cobra.Command {
	return action(&cobra.Command{Use: "begin JOB", Short: "Take a sample at the start of a job", Example: "  mpitimer stats begin 4711", Args: job},
		func(n *tacc.Node, args []string) error { return n.Begin(args[0]) })
}

func endCommand() *cobra.Command {
	return action(&cobra.Command{Use: "end JOB", Short: "Take a sample at the end of a job", Example: "  mpitimer stats end 4711", Args: job},
		func(n *tacc.Node, args []string) error { return n.End(args[0]) })
}

func collectCommand() *cobra.Command {
	return action(&cobra.Command{
		Use:     "collect [TYPE...]",
		Short:   "Take a sample, of some types or of all",
		Example: `  mpitimer stats collect cpu mem`,
		Args: func(_ *cobra.Command, args []string) error {
			for _, t := range args {
				if !known(t) {
					return cli.Usagef("unknown type %q: expected one of %s", t, strings.Join(tacc.KnownTypes(), ", "))
				}
			}
			return nil
		},
	}, func(n *tacc.Node, args []string) error { return n.Sample(nil, args) })
}

func markCommand() *cobra.Command {
	return action(&cobra.Command{Use: "mark TEXT", Short: "Take a sample with a mark of any text", Example: "  mpitimer stats mark \"after the restart\"", Args: cli.Arguments(1, 1)},
		func(n *tacc.Node, args []string) error { return n.Sample(args, nil) })
}

func rotateCommand() *cobra.Command {
	return action(&cobra.Command{Use: "rotate", Short: "Close the current file and start the next one", Args: cli.Arguments(0, 0)},
		func(n *tacc.Node, _ []string) error { return n.Rotate() })
}

func archiveCommand() *cobra.Command {
	var dir, host, archive string
	c := &cobra.Command{
		Use:     "archive -o ARCHIVE [DIR]",
		Short:   "Move closed files to an archive",
		Long:    "archive moves the closed files of a node from DIR/HOST to ARCHIVE/HOST, and compresses files older\nthan a day by gzip. DIR is tacc_stats by default.",
		Example: `  mpitimer stats archive -o /archive/tacc_stats`,
		Args:    cli.Arguments(0, 1),
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case archive != "" && len(args) > 0:
				dir = args[0]
			case archive != "":
			case len(args) > 0: // as it was called before
				archive = args[0]
				cli.Tell(c, "mpitimer: archive ARCHIVE --dir DIR is now archive -o ARCHIVE DIR")
			default:
				return cli.Missing(c, "-o ARCHIVE")
			}
			if host == "" {
				var err error
				if host, err = os.Hostname(); err != nil {
					return err
				}
			}
			moved, err := tacc.Archive(filepath.Join(dir, host), archive, host, time.Now())
			for _, name := range moved {
				err = errors.Join(err, cli.Write(c, c.OutOrStdout(), printable.Line(name)+"\n"))
			}
			return err
		},
	}
	c.Flags().StringVarP(&archive, "output", "o", "", "move to the directory `ARCHIVE`")
	c.Flags().StringVar(&host, "host", "", "move the files of the node `HOST` (default: this one)")
	c.Flags().StringVar(&dir, "dir", "tacc_stats", "the directory DIR")
	_ = c.Flags().MarkHidden("dir")
	return c
}
