// Package top implements the sub-command that watches the tree of a running job.
package top

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/relay"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/watch"
)

// options are the flags.
type options struct {
	once     bool
	ranks    bool
	interval time.Duration
	sort     string
	filter   string
	findings int
	nodes    relay.Flags
}

// Command returns the sub-command top.
func Command() *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "top [DIR…|JOB] [NAME]",
		Short: "Watch the tree of a running job",
		Long: `top shows the regions of a running job as a tree like the log's, and keeps it up to date. Beside each
region are its share and rate in the last interval and the number of ranks
in it right now. ? lists the keys and explains the columns.

It only reads the ranks' tables; the job is not involved. To watch another user's job,
its files must be readable (TablesReadable).

` + job.WhichRuns + `

` + relay.About + `

In a pipe, and with --once, it reads the tables twice, prints the tree once and exits.`,
		ValidArgsFunction: job.Complete,
		RunE:              o.run,
	}
	f := c.Flags()
	f.BoolVar(&o.once, "once", false, "print the tree once, as plain text")
	f.BoolVarP(&o.ranks, "ranks", "r", false, "start with the ranks instead of the tree")
	f.DurationVarP(&o.interval, "interval", "i", time.Second, "refresh every `DURATION`, for example 500ms")
	f.StringVarP(&o.sort, "sort", "s", "", "sort siblings by `ORDER` (default now, with finished regions folded): "+strings.Join(orderNames[:], ", "))
	f.StringVar(&o.filter, "filter", "", "show only regions whose name contains `TEXT`")
	cli.FindingsFlag(c, &o.findings, usualFindings)
	cli.Complete(c, "sort", orderNames[:]...)
	o.nodes.Add(c)
	return c
}

// view returns the view that the flags ask for.
func (o *options) view() (*view, error) {
	if o.interval < shortestInterval || o.interval > longestInterval {
		return nil, cli.Usage{Err: fmt.Errorf("--interval %s: expected %s to %s", o.interval, shortestInterval, longestInterval)}
	}
	if err := cli.CheckFindings(o.findings); err != nil {
		return nil, err
	}
	v := newView()
	v.every, v.ranks, v.filter, v.findings = o.interval, o.ranks, o.filter, o.findings
	if o.sort == "" { // what runs now stands first
		v.order, v.over = byNow, true
		return v, nil
	}
	for i, name := range orderNames {
		if name == o.sort {
			v.order = order(i)
			return v, nil
		}
	}
	return nil, cli.Usage{Err: fmt.Errorf("--sort %s: expected one of %s", o.sort, strings.Join(orderNames[:], ", "))}
}

func (o *options) run(c *cobra.Command, args []string) error {
	v, err := o.view()
	if err != nil {
		return err
	}
	w, err := watch.Find(c, args, &o.nodes)
	if err != nil {
		return err
	}
	defer w.Close()
	t, ok := interactive(c.InOrStdin(), c.OutOrStdout())
	if !ok || o.once {
		return o.print(c, v, w)
	}
	v.ascii, v.paint = cli.WantsASCII(c), t.paint
	t.ascii = v.ascii
	return show(t, v, w)
}

// print writes the plain form, with the rates of one interval.
func (o *options) print(c *cobra.Command, v *view, w watch.Source) error {
	v.width, v.ascii = sheet.PageOf(c.OutOrStdout()).Width, cli.WantsASCII(c)
	before := w.Look()
	if before.Alive() {
		time.Sleep(v.every)
	}
	now := w.Look()
	now.Steps = new(watch.Steps).Of(w)
	return errors.Join(cli.Write(c, c.OutOrStdout(), v.once(newSample(now, before))), now.Unread())
}

// show shows the run on a terminal until the user has seen enough.
func show(t *terminal, v *view, w watch.Source) error {
	if err := t.take(); err != nil {
		return err
	}
	defer t.give() // also when this panics
	keys, resized, ends := make(chan keyPress), make(chan os.Signal, 1), make(chan os.Signal, 1)
	resizes(resized)
	endings(ends)
	defer signal.Stop(resized)
	defer signal.Stop(ends)
	go t.keys(keys)
	f := newFollower(t, w, v.every)
	defer f.end()
	s := newSample(<-f.moments, nil)
	for {
		v.width, v.height = t.size()
		if err := t.draw(v.screen(s)); err != nil {
			return err
		}
		select {
		case m := <-f.moments:
			s = newSample(m, s.Moment)
		case <-resized:
		case <-ends:
			return t.give()
		case k, open := <-keys:
			if !open {
				return t.give()
			}
			if done, err := obey(t, v, f, v.press(k, s)); done {
				return err
			}
		}
	}
}

// obey does what a key has asked for.
func obey(t *terminal, v *view, f *follower, w wish) (done bool, err error) {
	f.every.Store(int64(v.every))
	f.paused.Store(v.paused)
	switch w {
	case quit:
		return true, t.give()
	case suspend:
		if err = t.give(); err == nil {
			err = stopSelf()
		}
		if err == nil {
			err = t.take()
		}
		return err != nil, err
	case repaint:
		_, err = io.WriteString(t.out, clearScreen)
		return err != nil, err
	case refresh:
		f.hurry()
	}
	return false, nil
}

// follower looks at a run in the background, so that a large one does not keep the keys waiting.
type follower struct {
	moments chan *job.Moment
	poke    chan struct{}
	quit    chan struct{}
	gone    chan struct{}
	every   atomic.Int64
	paused  atomic.Bool
}

func newFollower(t *terminal, w watch.Source, every time.Duration) *follower {
	f := &follower{moments: make(chan *job.Moment), poke: make(chan struct{}, 1), quit: make(chan struct{}), gone: make(chan struct{})}
	f.every.Store(int64(every))
	go func() {
		defer t.giveOnPanic()
		f.follow(w)
	}()
	return f
}

// follow sends moments until the job has ended.
func (f *follower) follow(w watch.Source) {
	defer close(f.gone)
	var steps watch.Steps
	for {
		m := w.Look()
		m.Steps = steps.Of(w)
		select {
		case f.moments <- m:
		case <-f.quit:
			return
		}
		if m.Over() && len(m.Missing) == 0 {
			return
		}
		for again := true; again; again = f.paused.Load() {
			timer := time.NewTimer(time.Duration(f.every.Load()))
			select {
			case <-timer.C:
			case <-f.poke:
				timer.Stop()
			case <-f.quit:
				timer.Stop()
				return
			}
		}
	}
}

// hurry asks for a moment before its time.
func (f *follower) hurry() {
	select {
	case f.poke <- struct{}{}:
	default:
	}
}

func (f *follower) end() {
	close(f.quit)
	<-f.gone
}
