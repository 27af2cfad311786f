// Package top is the sub-command that watches the tree of a running job.
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
	"github.com/go-hpc/timers/mpitimer/ranktable"
)

// options are the flags.
type options struct {
	once     bool
	ranks    bool
	interval time.Duration
	sort     string
	filter   string
	nodes    relay.Flags
}

// Command returns the sub-command top.
func Command() *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "top [DIR…|JOB] [NAME]",
		Short: "Watch the tree of a running job",
		Long: `top shows the regions of a running job as the tree that the log will have, and refreshes
it: beside each region stand its share and rate in the last interval and the ranks that are
in it right now. ? lists the keys and explains the columns.

It maps the tables of the ranks and reads them; the job does nothing for it. For the
job of another user their files must be readable (TablesReadable).

` + job.WhichRuns + `

` + relay.About + `

In a pipe, and with --once, it looks twice, prints the tree once and ends.`,
		ValidArgsFunction: job.Complete,
		RunE:              o.run,
	}
	f := c.Flags()
	f.BoolVar(&o.once, "once", false, "print the tree once, as plain text")
	f.BoolVarP(&o.ranks, "ranks", "r", false, "begin with the ranks instead of the tree")
	f.DurationVarP(&o.interval, "interval", "i", time.Second, "refresh every `DURATION`, for example 500ms")
	f.StringVarP(&o.sort, "sort", "s", "", "sort siblings by `ORDER`: "+strings.Join(orderNames[:], ", "))
	f.StringVar(&o.filter, "filter", "", "show only regions whose name contains `TEXT`")
	cli.Complete(c, "sort", orderNames[:]...)
	o.nodes.Add(c)
	return c
}

// view returns the view that the flags ask for.
func (o *options) view() (*view, error) {
	if o.interval < shortestInterval || o.interval > longestInterval {
		return nil, cli.Usage{Err: fmt.Errorf("--interval %s: expected %s to %s", o.interval, shortestInterval, longestInterval)}
	}
	v := newView()
	v.every, v.ranks, v.filter = o.interval, o.ranks, o.filter
	if o.sort == "" {
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
	w, err := o.find(c, args)
	if err != nil {
		return err
	}
	defer w.close()
	t, ok := interactive(c.InOrStdin(), c.OutOrStdout())
	if !ok || o.once {
		return o.print(c, v, w)
	}
	v.ascii, v.paint = cli.WantsASCII(c), t.paint
	t.ascii = v.ascii
	return watch(t, v, w)
}

// source is a run that is looked at again and again.
type source interface {
	look() *job.Moment
	close()
}

func (o *options) find(c *cobra.Command, args []string) (source, error) {
	nodes, args, err := o.nodes.Sort(c, args)
	switch {
	case err != nil:
		return nil, err
	case nodes == nil:
		run, err := job.Find(c, args, job.Running)
		return &watched{run: run}, err
	}
	if err := nodes.Find(c, func(alive bool) bool { return alive }); err != nil {
		nodes.Close()
		return nil, err
	}
	return &far{nodes: nodes}, nil
}

// far is a run on other nodes.
type far struct {
	nodes *relay.Nodes
	last  *job.Moment // that could be had
}

func (f *far) look() *job.Moment {
	seen, err := f.nodes.Look(relay.Now, relay.Since, relay.Ended)
	if err != nil {
		if f.last == nil {
			f.last = job.Unseen(err)
		}
		return f.last
	}
	m := seen.Moment
	m.Interval = &job.Interval{Summary: seen.Summaries[1], Spent: seen.Spent, Ranks: seen.Timed}
	if m.Over() {
		m.Summary = seen.Summaries[2]
	}
	f.last = m
	return m
}

func (f *far) close() { f.nodes.Close() }

// print writes the plain form, with the rates of one interval.
func (o *options) print(c *cobra.Command, v *view, w source) error {
	v.width, v.ascii = sheet.PageOf(c.OutOrStdout()).Width, cli.WantsASCII(c)
	before := w.look()
	if before.Alive() {
		time.Sleep(v.every)
	}
	now := w.look()
	return errors.Join(cli.Write(c, c.OutOrStdout(), v.once(newSample(now, before))), now.Unread())
}

// watched is a run that is looked at again and again.
type watched struct {
	run    *ranktable.Run
	sought time.Time // when its directories were last searched
}

// look reads the tables. Ranks that had none before may have one now: a job starts bit by bit.
func (w *watched) look() *job.Moment {
	now := time.Now()
	if len(w.run.Missing)+len(w.run.Problems) > 0 && now.Sub(w.sought) > 2*time.Second {
		w.sought = now
		w.searchAgain()
	}
	m := job.Look(w.run, now)
	if m.Over() { // the fate of the ranks is known, as recover reports it
		if ended, err := w.run.Summary(); err == nil {
			m.Summary = ended
		}
	}
	return m
}

// searchAgain takes the current tables if there are more of them. There are fewer when ranks have ended,
// whose tables we keep.
func (w *watched) searchAgain() {
	runs, _ := ranktable.Find(w.run.Folders...)
	for _, r := range runs {
		if r.Name == w.run.Name && r.Owner == w.run.Owner && len(r.Tables) > len(w.run.Tables) {
			r, w.run = w.run, r
		}
		_ = r.Close()
	}
}

func (w *watched) close() { _ = w.run.Close() }

// watch shows the run on a terminal until the user has seen enough.
func watch(t *terminal, v *view, w source) error {
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

func newFollower(t *terminal, w source, every time.Duration) *follower {
	f := &follower{moments: make(chan *job.Moment), poke: make(chan struct{}, 1), quit: make(chan struct{}), gone: make(chan struct{})}
	f.every.Store(int64(every))
	go func() {
		defer t.giveOnPanic()
		f.follow(w)
	}()
	return f
}

// follow sends moments until the job has ended.
func (f *follower) follow(w source) {
	defer close(f.gone)
	for {
		m := w.look()
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
