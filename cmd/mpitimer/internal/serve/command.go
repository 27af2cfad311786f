// Package serve implements the sub-command that shows a running job in a browser.
package serve

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/relay"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/watch"
)

// options are the flags.
type options struct {
	port     int
	interval time.Duration
	time     time.Duration
	nodes    relay.Flags
}

const (
	shortestInterval = 200 * time.Millisecond
	longestInterval  = time.Minute
)

// Command returns the sub-command serve.
func Command() *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "serve [DIR…|JOB] [NAME]",
		Short: "Watch a running job in a browser",
		Long: `serve shows a running job in a browser, with the page of mpitimer page: the current regions of
its ranks, the figures of each region in the last interval and since the start, the call tree,
imbalances, regions × ranks, and a timeline if the job has a flight recorder (FlightRecorder). The page
updates itself while it is visible, and stays when the job ends or is killed.

It listens only on this machine (127.0.0.1), and prints an address with a new secret. Without
the secret it answers nothing, so other users of the machine see nothing. It only reads. Any
number of viewers may open the address; an interrupt (Ctrl-C) ends it. From another machine:

  ssh -L PORT:127.0.0.1:PORT HOST      then open the same address there

It only reads the ranks' tables; the job is not involved. To watch another user's job,
its files must be readable (TablesReadable).

` + job.WhichRuns + `

` + relay.About + `
For ranks on other nodes, the timeline has the latest intervals of the first 2048 ranks.`,
		Example:           "  mpitimer serve\n  mpitimer serve --port 8642 --interval 2s\n  mpitimer serve 4711",
		ValidArgsFunction: job.Complete,
		RunE:              o.run,
	}
	f := c.Flags()
	f.IntVarP(&o.port, "port", "p", 0, "listen on `PORT` (default: a free one)")
	f.DurationVarP(&o.interval, "interval", "i", time.Second, "refresh every `DURATION`, for example 500ms")
	f.DurationVar(&o.time, "for", 0, "stop after `DURATION` (default: when interrupted)")
	o.nodes.Add(c)
	return c
}

func (o *options) run(c *cobra.Command, args []string) error {
	if o.interval < shortestInterval || o.interval > longestInterval {
		return cli.Usage{Err: fmt.Errorf("--interval %s: expected %s to %s", o.interval, shortestInterval, longestInterval)}
	}
	if o.port < 0 || o.port > 1<<16-1 {
		return cli.Usagef("--port %d: expected 0 to 65535", o.port)
	}
	source, err := watch.Find(c, args, &o.nodes)
	if err != nil {
		return err
	}
	defer source.Close()
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", o.port))
	if err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	v := newViewed(source, o.interval)
	if err := o.serve(c, listener, v); err != nil {
		return err
	}
	return v.unread()
}

// serve answers viewers until it is interrupted, or its time is over.
func (o *options) serve(c *cobra.Command, listener net.Listener, v *viewed) error {
	secret := newSecret()
	s := &http.Server{
		Handler:           newHandler(secret, v),
		ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, WriteTimeout: 5 * time.Minute, MaxHeaderBytes: 64 << 10,
	}
	ctx, stop := signal.NotifyContext(c.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if o.time > 0 {
		timed, cancel := context.WithTimeout(ctx, o.time)
		defer cancel()
		ctx = timed
	}
	port := listener.Addr().(*net.TCPAddr).Port
	if err := cli.Write(c, c.OutOrStdout(), fmt.Sprintf("http://127.0.0.1:%d/%s/\n", port, secret)); err != nil {
		return errors.Join(err, listener.Close())
	}
	host, _ := os.Hostname()
	cli.Tell(c, "mpitimer: open the address in a browser on this machine; from another machine, first run: ssh -L %d:127.0.0.1:%d %s", port, port, host)
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(listener) }()
	select {
	case err := <-ended:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	soon, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if s.Shutdown(soon) != nil {
		_ = s.Close() // of a viewer that is slow
	}
	return nil
}

// newSecret is one that nobody guesses.
func newSecret() string {
	var b [18]byte
	_, _ = rand.Read(b[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(b[:])
}
