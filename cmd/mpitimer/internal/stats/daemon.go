package stats

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/printable"
	"github.com/go-hpc/timers/stats/tacc"
)

// daemon takes samples for all jobs of a node until it is ended.
type daemon struct {
	place
	socket   string
	interval time.Duration
	rotate   time.Duration
	archive  string
	unit     bool
}

func daemonCommand() *cobra.Command {
	d := daemon{interval: 30 * time.Second, rotate: 24 * time.Hour}
	c := &cobra.Command{
		Use:   "daemon [--socket SOCKET] [-o DIR]",
		Short: "Sample a node for all its jobs, as a service",
		Long: `daemon samples the node until SIGTERM or SIGINT ends it. Jobs start and end by
requests to its socket; only root and the daemon's own user may use it:

  mpitimer stats begin 4711 --socket SOCKET
  mpitimer stats end 4711 --socket SOCKET

mark, collect and rotate also take --socket. Jobs that were running when the daemon ended continue
when it restarts. --unit prints a systemd unit with these flags.`,
		Example: `  mpitimer stats daemon -o /var/log/tacc_stats --socket /run/mpitimer/stats.sock`,
		Args:    cli.Arguments(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			if err := d.check(); err != nil {
				return err
			}
			if d.unit {
				text, err := d.unitText()
				return errors.Join(err, cli.Write(c, c.OutOrStdout(), text))
			}
			return d.run(c)
		},
	}
	d.flags(c)
	c.Flags().StringVar(&d.socket, "socket", defaultSocket, "take requests at the Unix socket `SOCKET`")
	c.Flags().DurationVar(&d.interval, "interval", d.interval, "sample every `DURATION`")
	c.Flags().DurationVar(&d.rotate, "rotate", d.rotate, "start a new file every `DURATION` (0: only on request)")
	c.Flags().StringVar(&d.archive, "archive", "", "move closed files to the directory `ARCHIVE` after each rotation")
	c.Flags().BoolVar(&d.unit, "unit", false, "print a systemd unit instead")
	return c
}

// defaultSocket is where systemd's RuntimeDirectory of the unit is.
const defaultSocket = "/run/mpitimer/stats.sock"

func (d *daemon) check() error {
	switch {
	case d.interval < time.Millisecond:
		return cli.Usagef("--interval %s: expected 1ms or more", d.interval)
	case d.rotate != 0 && d.rotate < d.interval:
		return cli.Usagef("--rotate %s: expected 0, or the interval (%s) or more", d.rotate, d.interval)
	}
	return d.place.check()
}

// request is one line of a client.
type request struct {
	text   string
	answer chan error // with room for one
}

func (d *daemon) run(c *cobra.Command) error {
	ctx, cancel := signal.NotifyContext(c.Context(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	listener, err := listen(d.socket)
	if err != nil {
		return err
	}
	defer listener.Close() // which removes the socket
	return d.use(false, func(n *tacc.Node) error {
		requests := make(chan request)
		go accept(ctx, listener, requests)
		cli.Tell(c, "mpitimer: sampling %s every %s; requests at %s", printable.Line(n.Host()), d.interval, printable.Line(d.socket))
		return d.serve(ctx, c, n, requests)
	})
}

// listen makes the socket. One that nobody listens at was left by a daemon that was killed.
func listen(path string) (*net.UnixListener, error) {
	if info, err := os.Lstat(path); err == nil {
		if info.Mode().Type() != fs.ModeSocket {
			return nil, fmt.Errorf("%s: exists and is not a socket", path)
		}
		if other, err := net.Dial("unix", path); err == nil {
			_ = other.Close()
			return nil, fmt.Errorf("%s: another daemon listens there", path)
		}
		if err := os.Remove(path); err != nil {
			return nil, err
		}
	}
	return net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
}

// serve takes the samples, one after the other.
func (d *daemon) serve(ctx context.Context, c *cobra.Command, n *tacc.Node, requests <-chan request) error {
	tick := time.NewTicker(d.interval)
	defer tick.Stop()
	var turn <-chan time.Time
	if d.rotate > 0 {
		rotation := time.NewTicker(d.rotate)
		defer rotation.Stop()
		turn = rotation.C
	}
	told := "" // the last failure: one that lasts is told once
	tell := func(err error) {
		if err == nil {
			told = ""
		} else if err.Error() != told {
			told = err.Error()
			cli.Tell(c, "mpitimer: %v", err)
		}
	}
	tell(n.Sample(nil, nil))
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			tell(n.Sample(nil, nil))
		case <-turn:
			tell(d.turn(n))
		case r := <-requests:
			r.answer <- d.do(n, r.text)
		}
	}
}

// turn starts a new file, and moves the former ones away.
func (d *daemon) turn(n *tacc.Node) error {
	err := n.Rotate()
	if d.archive != "" {
		_, moved := tacc.Archive(filepath.Join(d.dir, n.Host()), d.archive, n.Host(), time.Now())
		err = errors.Join(err, moved)
	}
	return err
}

// do does what a client asks for.
func (d *daemon) do(n *tacc.Node, text string) error {
	verb, rest, _ := strings.Cut(text, " ")
	switch verb {
	case "begin", "end":
		if tacc.Idle(rest) || strings.ContainsAny(rest, ", \t\r") {
			return fmt.Errorf("job %.60q: expected an id without blanks and commas that is not 0 or -", rest)
		}
		if verb == "begin" {
			return n.Begin(rest)
		}
		return n.End(rest)
	case "mark":
		return n.Sample([]string{rest}, nil)
	case "collect":
		return n.Sample(nil, strings.Fields(rest))
	case "rotate":
		return d.turn(n)
	}
	return fmt.Errorf("request %.60q: expected begin, end, mark, collect or rotate", verb)
}

// Limits of a client: one that says nothing holds nobody up.
const (
	longestRequest = 4096
	patience       = 10 * time.Second
)

// accept hands the requests of permitted clients on.
func accept(ctx context.Context, l *net.UnixListener, requests chan<- request) {
	for {
		c, err := l.AcceptUnix()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil { // such as too many open files
			select {
			case <-ctx.Done():
				return
			case <-time.After(100 * time.Millisecond):
			}
			continue
		}
		go answer(ctx, c, requests)
	}
}

func answer(ctx context.Context, c *net.UnixConn, requests chan<- request) {
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(patience))
	reply := "ok\n"
	if err := requested(ctx, c, requests); err != nil {
		reply = "error: " + printable.Line(err.Error()) + "\n"
	}
	_, _ = io.WriteString(c, reply) // who has gone needs no answer
}

func requested(ctx context.Context, c *net.UnixConn, requests chan<- request) error {
	line, err := bufio.NewReader(io.LimitReader(c, longestRequest)).ReadString('\n')
	if err != nil {
		return fmt.Errorf("expected a line of less than %d bytes: %w", longestRequest, err)
	}
	if err := permitted(c); err != nil { // now: who has written all can read the answer
		return err
	}
	r := request{strings.TrimSuffix(line, "\n"), make(chan error, 1)}
	select {
	case requests <- r:
	case <-ctx.Done():
		return errors.New("the daemon ends")
	}
	return <-r.answer
}

// ask sends a request to a daemon.
func ask(socket string, words ...string) error {
	text := strings.Join(words, " ")
	if strings.ContainsAny(text, "\n\r") {
		return cli.Usagef("%q: expected one line", text)
	}
	c, err := net.DialTimeout("unix", socket, patience)
	if err != nil {
		return fmt.Errorf("no daemon answers: %w", err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(patience))
	_, broken := io.WriteString(c, text+"\n") // there may be an answer all the same
	reply, err := bufio.NewReader(io.LimitReader(c, 2*longestRequest)).ReadString('\n')
	if err != nil {
		return fmt.Errorf("%s: no answer: %w", socket, errors.Join(broken, err))
	}
	if reply = strings.TrimSuffix(reply, "\n"); reply != "ok" {
		return fmt.Errorf("%s: %s", socket, strings.TrimPrefix(reply, "error: "))
	}
	return nil
}

// unitText is a unit for systemd.
func (d *daemon) unitText() (string, error) {
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	dir, err := filepath.Abs(d.dir)
	if err != nil {
		return "", err
	}
	words := []string{program, "stats", "daemon", "-o", dir, "--socket", d.socket, "--interval", d.interval.String(), "--rotate", d.rotate.String()}
	if d.archive != "" {
		archive, err := filepath.Abs(d.archive)
		if err != nil {
			return "", err
		}
		words = append(words, "--archive", archive)
	}
	if len(d.types) > 0 {
		words = append(words, "--type", strings.Join(d.types, ","))
	}
	for i, word := range words {
		words[i] = unitWord(word)
	}
	return "[Unit]\nDescription=Raw statistics of this node (mpitimer stats)\nAfter=local-fs.target\n\n" +
		"[Service]\nExecStart=" + strings.Join(words, " ") + "\nRuntimeDirectory=mpitimer\nRestart=on-failure\nUMask=0077\nNice=5\n\n" +
		"[Install]\nWantedBy=multi-user.target\n", nil
}

// unitWord quotes a word for systemd, to which a percent sign and a dollar mean something.
func unitWord(word string) string {
	word = strings.NewReplacer("%", "%%", "$", "$$").Replace(word)
	if strings.ContainsAny(word, " \t\"'\\;") {
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(word) + `"`
	}
	return word
}
