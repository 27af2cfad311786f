// Command pt records the electrical power of hosts as HDTrace statistics, until a signal stops it:
//
//	pt -c pt.cfg                          what a configuration file says
//	pt -c a.cfg -c b.cfg                  several analyzers
//	pt -p /dev/ttyUSB0 s:1:node06         one channel, without a file
//	pt --device RAPL s:1:node06           the processors of this host, without an analyzer
//	pt --site site.cfg --node node06      nodes alone: the site's file says who measures them
//
// Its exit status is 0, or a code of HDTrace's power tracer in its lower eight bits: 255 usage error, 254
// configuration not found, 253 configuration not valid, 252 wrong host, 251 no traces, 249 a file cannot be
// written, 248 the device fails. docs/power.md shows all of it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/internal/command"
	"github.com/go-hpc/timers/stats/power"
)

func main() {
	signals := []os.Signal{syscall.SIGINT, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	// A second signal ends the program at once.
	context.AfterFunc(ctx, stop)
	os.Exit(execute(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// execute runs a command line until it is done, or the context is, and returns the exit status.
func execute(ctx context.Context, args []string, out, messages io.Writer) int {
	messages = command.Safe(messages) // names of files and devices are others'
	root := rootCommand(ctx, messages)
	root.SetArgs(append([]string{}, args...)) // nil would mean the process's own
	root.SetOut(out)
	root.SetErr(messages)
	err := root.Execute()
	if err != nil {
		fmt.Fprintln(messages, "pt:", strings.ReplaceAll(err.Error(), "\n", "\npt: "))
	}
	return power.Status(err)
}

// flags is the command line.
type flags struct {
	configs  []string
	project  string
	topology string
	port     string
	device   string
	site     string
	nodes    []string
	values   string
	cycle    int
	here     bool
	replace  bool

	directory string
	answer    time.Duration
	giveUp    time.Duration
	duration  time.Duration
}

func rootCommand(ctx context.Context, messages io.Writer) *cobra.Command {
	f := &flags{}
	c := &cobra.Command{
		Use:   "pt [-c CFG]... [-P PROJECT] [-t TOPOLOGY] [-p PORT] [TYPES:CHANNEL:OUTPUT ...]",
		Short: "Record the electrical power of hosts",
		Long: `pt records the electrical power of hosts as HDTrace statistics, until SIGINT, SIGTERM
or SIGHUP ends it; it then completes the files.

TYPES:CHANNEL:OUTPUT is a trace, in place of the file's traces. TYPES is s for a
statistics file of the node OUTPUT, a for a text file OUTPUT.txt, or both.
CHANNEL is a number, or a host in the file hosts.map: HOST PORT CHANNEL.

The environment variable PT_VERBOSITY selects messages: -1 none, 0 errors, 1 warnings,
2 information, 3 all. Without it pt prints only its final error.

Exit status, as for HDTrace's own pt: 0 recorded; 255 usage error; 254 no
configuration file, 253 an invalid one; 252 wrong host; 251 no traces; 249 a file
cannot be written; 248 the device fails.`,
		Example: `  pt -c pt.cfg -o traces
  pt --device RAPL --duration 10m s:1:node06`,
		Version:       command.Version(),
		Args:          cobra.ArbitraryArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(c *cobra.Command, args []string) error {
			configs, err := f.read(c, args)
			if err != nil {
				return err
			}
			return record(ctx, configs, f, messages)
		},
	}
	c.CompletionOptions.DisableDefaultCmd = true
	f.define(c)
	c.AddCommand(manualCommand())
	c.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usage("%v", err) })
	return c
}

// manualCommand is pt man, for those who make packages. No trace is called so, since it has no colons.
func manualCommand() *cobra.Command {
	var directory string
	c := &cobra.Command{
		Use:    "man -o DIR",
		Short:  "Write the manual page",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE:   func(c *cobra.Command, _ []string) error { return command.ManualPages(c.Root(), "PT", directory) },
	}
	c.Flags().StringVarP(&directory, "output", "o", ".", "write to the directory `DIR`")
	return c
}

func (f *flags) define(c *cobra.Command) {
	set := c.Flags()
	set.StringArrayVarP(&f.configs, "config", "c", nil, "read the configuration `FILE` of an analyser (repeatable)")
	set.StringVarP(&f.project, "project", "P", "", "call the project `NAME`, in place of the file's")
	set.StringVarP(&f.topology, "topology", "t", "", "use the `TYPES` of levels, joined by _, in place of the file's")
	set.StringVarP(&f.port, "port", "p", "", "use the analyser at `[HOST:]DEVICE`, in place of the file's")
	set.StringVar(&f.device, "device", "", "use the `DEVICE` LMG450 or RAPL, in place of the file's")
	set.StringVar(&f.site, "site", "", "read the site's analysers and nodes from `FILE`")
	set.StringSliceVar(&f.nodes, "node", nil, "with --site: measure only these `NODES`")
	set.StringVar(&f.values, "value", "", "with --site or traces: record only `VALUES` of Utrms,Itrms,P")
	set.IntVar(&f.cycle, "cycle", 0, "sample every `MILLISECONDS`, in place of the file's")
	set.BoolVar(&f.here, "here", false, "use only devices connected to this host")
	set.StringVarP(&f.directory, "output", "o", ".", "write to the directory `DIR`")
	set.BoolVar(&f.replace, "replace", false, "replace existing files (without it, pt ends if there are any)")
	set.DurationVar(&f.answer, "answer", 5*time.Second, "wait at most `DURATION` for a device to answer")
	set.DurationVar(&f.giveUp, "give-up", 0, "look for a lost device for `DURATION` (0: until the end)")
	set.DurationVar(&f.duration, "duration", 0, "record for `DURATION` (0: until interrupted)")
	for _, o := range [][2]string{{"nodes", "node"}, {"values", "value"}, {"directory/d", "output"}, {"for", "duration"}} {
		command.Renamed(c, o[0], o[1])
	}
}

// usage returns an error of the command line.
func usage(format string, args ...any) error {
	return fmt.Errorf("%w: %s (pt --help shows how)", power.ErrSyntax, fmt.Sprintf(format, args...))
}

// record runs a tracer for each configuration until the context or the time ends, or all have failed.
func record(ctx context.Context, configs []*power.Config, f *flags, messages io.Writer) error {
	level, err := power.Verbosity(power.Silent)
	if err != nil {
		fmt.Fprintln(messages, "pt: warning:", err)
	}
	log := power.Logger(messages, level)
	tracers, err := create(ctx, configs, f, log)
	if err == nil {
		err = start(ctx, tracers)
	}
	if err == nil {
		if f.duration > 0 { // of the recording: a device may take long to answer
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, f.duration)
			defer cancel()
		}
		wait(ctx, tracers)
	}
	errs := append([]error{err}, finalize(tracers)...)
	summarize(tracers, messages, level)
	return errors.Join(errs...)
}

// start starts all, unless a signal has come while they were set up.
func start(ctx context.Context, tracers []*power.Tracer) error {
	for _, t := range tracers {
		if ctx.Err() != nil {
			return nil
		}
		if _, err := t.Start(); err != nil {
			return err
		}
	}
	return nil
}

// wait waits for the end, or until no tracer can go on.
func wait(ctx context.Context, tracers []*power.Tracer) {
	for _, t := range tracers {
		select {
		case <-ctx.Done():
			return
		case <-t.Done():
		}
	}
}

// finalize ends all tracers at once, for each may have to wait for its device.
func finalize(tracers []*power.Tracer) []error {
	errs := make([]error, len(tracers))
	var wait sync.WaitGroup
	for i, t := range tracers {
		wait.Go(func() { errs[i] = t.Finalize() })
	}
	wait.Wait()
	return errs
}

// summarize prints what is missing from the traces and, with verbosity, what is in them.
func summarize(tracers []*power.Tracer, messages io.Writer, level power.Level) {
	for _, t := range tracers {
		r := t.Report()
		odd := r.Gaps > 0 || r.Overflows > 0 || r.Reconnected > 0 || len(r.Notes) > 0
		if level < power.Info && !odd {
			continue
		}
		fmt.Fprintf(messages, "pt: %s: %d samples, %d gaps of %v together, %d overflows, found again %d times\n",
			r.Device, r.Samples, r.Gaps, r.Missing.Round(time.Millisecond), r.Overflows, r.Reconnected)
		for _, note := range r.Notes {
			fmt.Fprintf(messages, "pt: %s reports: %s\n", r.Device, note)
		}
	}
}
