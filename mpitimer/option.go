package mpitimer

import (
	"io"
	"os"
	"reflect"
	"strings"
	"sync"

	"github.com/go-hpc/timers/machenv"
	"github.com/go-hpc/timers/mpitimer/attach"
	"github.com/go-hpc/timers/mpitimer/internal/config"
	"github.com/go-hpc/timers/mpitimer/internal/logfile"
	"github.com/go-hpc/timers/stats/tree"
)

// Option is an option of Initialize and New.
type Option interface{ apply(*settings) }

type option func(*settings)

func (o option) apply(s *settings) { o(s) }

type settings struct {
	environments *machenv.Registry
	comm         machenv.Communicator
	config       Config
	configured   bool
	file         string
	edit         func(*Config)
	environment  []string // nil: that of the process
	log          io.Writer
	logger       Logger
	hooks        []Hook
	counters     []Counter
	fence        func()
}

func settingsOf(options []Option) *settings {
	s := &settings{}
	for _, o := range options {
		o.apply(s)
	}
	return s
}

// lookUp asks for each variable by its name: so the go command, which keeps results of tests, knows on which they depend.
var lookUp = sync.OnceFunc(func() {
	if c := DefaultConfig(); config.Recorded() {
		config.LookUp(c.attachedKeys().sections(&c), variablePrefix)
	}
})

func (s *settings) environ() []string {
	if s.environment != nil {
		return s.environment
	}
	lookUp()
	return os.Environ()
}

// told is an error of which the log tells.
func (s *settings) told(err error) error { return logfile.Once(err, s.log, s.logger != nil) }

// lookup is os.LookupEnv for that environment.
func (s *settings) lookup(variable string) (string, bool) {
	if s.environment == nil {
		return os.LookupEnv(variable)
	}
	for _, entry := range s.environment {
		if value, found := strings.CutPrefix(entry, variable+"="); found {
			return value, true
		}
	}
	return "", false
}

// WithEnvironments times the ranks of a registry's default environment, and lets regions start in its
// other environments. Without it the timers use the process-wide registry (machenv.Default), or MPI's
// world in programs built with the tag mpi, or one rank.
func WithEnvironments(r *machenv.Registry) Option {
	return option(func(s *settings) { s.environments = r })
}

// WithCommunicator times the ranks of a communicator. The timers use it to find out which ranks are
// there, and for all reports if they cannot derive another from it, with tags from
// machenv.FirstReservedTag on. MPI must already be initialised.
func WithCommunicator(c machenv.Communicator) Option {
	return option(func(s *settings) { s.comm = c })
}

// WithConfig sets the configuration, on rank 0 for all. Environment variables override it.
func WithConfig(c Config) Option {
	return option(func(s *settings) { s.config, s.configured = c, true })
}

// WithConfigFile reads the configuration from a YAML file, on rank 0 for all.
func WithConfigFile(path string) Option {
	return option(func(s *settings) { s.file = path })
}

// WithConfigFunc sets a function that changes the configuration after the file and the environment variables, for
// programs whose command line has the last word. Every rank calls it; ranks that make different settings may
// wait for each other. Several such functions run in order, each on the result of the one before.
func WithConfigFunc(edit func(*Config)) Option {
	return option(func(s *settings) {
		if former := s.edit; former != nil {
			s.edit = func(c *Config) { former(c); edit(c) }
			return
		}
		s.edit = edit
	})
}

// WithLog sets the log: the writer for the tree and messages. The default is standard error, since
// standard output is the program's. Only rank 0 writes reports. If the log is a file of the program,
// such as os.Stdout, and nobody reads it, its output is lost, and the program goes on.
func WithLog(w io.Writer) Option {
	return option(func(s *settings) { s.log = w })
}

// Logger is a structured logger: a *slog.Logger, or a type with these two of its methods. Programs
// without one do not link slog.
type Logger = tree.Logger

// WithLogger sends the tree and messages to a structured logger instead. A nil one changes nothing, and neither does
// one that holds a nil pointer.
func WithLogger(l Logger) Option {
	if v := reflect.ValueOf(l); v.Kind() == reflect.Pointer && v.IsNil() {
		l = nil
	}
	return option(func(s *settings) { s.logger = l })
}

// Hook sees regions start and stop, on their own goroutine: Start gets the call path, and Stop gets the
// result of Start. It is for other tools: a tracer, a profiler, ranges for a device.
type Hook = attach.Hook

// WithHook lets a hook see every region start and stop. It may be given several times.
func WithHook(h Hook) Option {
	return option(func(s *settings) { s.hooks = append(s.hooks, h) })
}

// Counter is a counter of the program's own, read when a region starts and stops: bytes sent, cells
// computed.
type Counter struct {
	Name string
	Unit string  // of a reading times Step; blank for plain numbers
	Step float64 // 0 means 1
	Peak bool    // keep the largest reading at the end of a call, not the difference of end and start

	// Read may be called on any goroutine that starts or stops a region, on several at the same time.
	// Each pair pays its cost twice, in the time of the enclosing region.
	Read func() int64
}

// WithCounter reads a Counter beside those of the configuration. It may be given several times; all
// ranks need not have the same.
func WithCounter(c Counter) Option {
	return option(func(s *settings) { s.counters = append(s.counters, c) })
}

// WithFence sets a function that the timers call before every start and stop while AutoFence is on. It
// waits for work launched on a device, so that the work's time falls into the launching region.
func WithFence(fence func()) Option {
	return option(func(s *settings) { s.fence = fence })
}
