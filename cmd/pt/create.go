package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/go-hpc/timers/internal/atomicfile"
	"github.com/go-hpc/timers/stats/power"
)

// create makes the tracers, all at once, for each device takes its time. With an error there are those that
// could be made.
func create(ctx context.Context, configs []*power.Config, f *flags, log func(power.Level, string)) ([]*power.Tracer, error) {
	made := make([]*power.Tracer, len(configs))
	errs := make([]error, len(configs))
	var wait sync.WaitGroup
	for i, config := range configs {
		wait.Go(func() { made[i], errs[i] = createOne(ctx, config, f, log) })
	}
	wait.Wait()
	var tracers []*power.Tracer
	for _, t := range made {
		if t != nil {
			tracers = append(tracers, t)
		}
	}
	return tracers, errors.Join(errs...)
}

func createOne(ctx context.Context, config *power.Config, f *flags, log func(power.Level, string)) (*power.Tracer, error) {
	if !power.Here(config.Host) {
		// HDTrace's program does not look at the host: only its library does.
		log(power.Warning, "the device is said to be at "+config.Host+", which is not this host; "+config.Port+" of this host is used")
	}
	return power.Create(config, power.Options{
		Context:   ctx,
		Directory: f.directory,
		Replace:   f.replace,
		Text: func(name string) (io.WriteCloser, error) {
			if err := os.MkdirAll(f.directory, 0o777); err != nil {
				return nil, err
			}
			return f.create(filepath.Join(f.directory, name))
		},
		AnyHost: true,
		Answer:  f.answer,
		GiveUp:  f.giveUp,
		Log:     log,
	})
}

// create makes a file of text.
func (f *flags) create(name string) (*os.File, error) {
	if f.replace {
		name, err := atomicfile.Real(name)
		if err != nil {
			return nil, err
		}
		return os.Create(name)
	}
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}
