package power

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// Options says how a tracer runs. The zero value suits a program whose files go to the working directory.
type Options struct {
	// Context ends attempts to connect to the device, in Create, in Start and after the device was lost. If it
	// is nil, only their time limits do.
	Context context.Context

	// Directory receives the statistics and the project file; "" means the working directory.
	Directory string

	// Replace replaces statistics of the same names. Without it Create fails if its files exist.
	Replace bool

	// Text creates a text file. Without it traces with Text are refused.
	Text func(name string) (io.WriteCloser, error)

	// NoProject leaves the project file alone. Otherwise what was recorded is added to it, or it is made.
	NoProject bool

	// AnyHost ignores the host that the configuration says the device is connected to.
	AnyHost bool

	// Answer is how long the device may take to answer; 0 means 5 s.
	Answer time.Duration

	// GiveUp is how long to look for a lost device; 0 means for ever.
	GiveUp time.Duration

	// Log receives messages. If it is nil, they go to standard error up to the level in the environment
	// variable PT_VERBOSITY, which defaults to errors and warnings.
	Log func(Level, string)

	// Dial opens the line to an analyzer. If it is nil, DialSerial does.
	Dial func(port string) (Connection, error)

	// Device measures instead of the device in the configuration.
	Device Device
}

// A Tracer records what one device measures. Its methods may be called from several goroutines.
type Tracer struct {
	config  *Config
	options Options
	device  Device
	out     *output
	done    chan struct{} // closed when it can record no more

	mu       sync.Mutex // serialises the methods
	ready    bool       // the device is open and set up
	run      *run       // while it records
	final    bool
	finalErr error

	state sync.Mutex // of what follows
	count Report
	fault error // why it can record no more
}

// Report says what a tracer has recorded so far.
type Report struct {
	Device      string        // what the device calls itself
	Samples     int64         // one for each cycle, whatever the number of traces
	Overflows   int64         // values beyond what the device measures; NaN in the trace
	Gaps        int64         // gaps where samples should have been
	Missing     time.Duration // the total length of the gaps
	Reconnected int64         // how often the device was lost and found again
	Notes       []string      // errors that the device reported
}

// Open makes a tracer from a configuration file, as Create does. The topology, its types joined by '_',
// replaces that of the file, unless it is "".
func Open(path, topology string, o Options) (*Tracer, error) {
	c, err := OpenConfig(path)
	if err != nil {
		return nil, err
	}
	if topology != "" {
		c.Topology = SplitTopology(topology)
	}
	return Create(c, o)
}

// Create makes a tracer: it connects to the device and sets it up, but does not start it. The error matches
// ErrConfigInvalid, ErrNoTraces, ErrWrongHost, ErrOutput or ErrDevice. It takes at most a few times as long
// as the device may take to answer.
func Create(c *Config, o Options) (*Tracer, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if !o.AnyHost && !Here(c.Host) {
		name, _ := os.Hostname()
		return nil, fmt.Errorf("%w: it is at %s, this is %s", ErrWrongHost, c.Host, name)
	}
	if o.Answer <= 0 {
		o.Answer = defaultAnswer
	}
	if o.Context == nil {
		o.Context = context.Background()
	}
	var badLevel error
	if o.Log == nil {
		level, err := Verbosity(Warning)
		o.Log, badLevel = Logger(os.Stderr, level), err
	}
	t := &Tracer{config: c, options: o, device: o.Device, done: make(chan struct{})}
	if badLevel != nil {
		t.log(Warning, "%v", badLevel)
	}
	for _, w := range c.Warnings {
		t.log(Warning, "%s", w)
	}
	if err := t.connect(); err != nil {
		return nil, err
	}
	return t, nil
}

// connect opens the device first and then the outputs, so that without a device the files of an earlier run
// stay.
func (t *Tracer) connect() (err error) {
	if t.device == nil {
		if t.device, err = newDevice(t.config, &t.options); err != nil {
			return err
		}
	}
	if err := t.open(t.options.Context); err != nil {
		return err
	}
	if t.out, err = newOutput(t.config, &t.options); err != nil {
		return errors.Join(err, t.device.Close())
	}
	return nil
}

func (t *Tracer) open(ctx context.Context) error {
	if err := t.device.Open(ctx); err != nil {
		return deviceError(t.config.Device, err)
	}
	t.ready = true
	t.log(Info, "%s at %s: %s", t.config.Device, t.config.Port, t.device.Identity())
	t.state.Lock()
	defer t.state.Unlock()
	t.count.Device = t.device.Identity()
	return nil
}

func (t *Tracer) log(level Level, format string, args ...any) {
	t.options.Log(level, fmt.Sprintf(format, args...))
}

// Hostname returns the host that the device is connected to, or "" if the configuration does not name it. See
// [Here].
func (t *Tracer) Hostname() string { return t.config.Host }

// Start starts recording, and reports whether that is a change. The error matches ErrDevice, or ErrOutput
// after a write has failed or after Finalize.
func (t *Tracer) Start() (changed bool, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.final:
		return false, fmt.Errorf("%w: start after the end of the trace", ErrOutput)
	case t.run != nil:
		return false, nil
	case t.Err() != nil:
		return false, t.Err()
	}
	if !t.ready {
		if err := t.open(t.options.Context); err != nil {
			return false, err
		}
	}
	if err := t.device.Start(); err != nil {
		t.ready = false
		return false, deviceError("start "+t.config.Device, err)
	}
	t.out.pause()
	t.run = t.newRun()
	go t.run.record()
	return true, nil
}

// Stop finishes the running cycle and records nothing more until the next Start; it reports whether that is a
// change. If the device is lost, or fails now, the error matches ErrDevice; what came before is recorded.
func (t *Tracer) Stop() (changed bool, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.run == nil {
		return false, nil
	}
	return true, t.stop(t.config.Cycle)
}

// stop waits at most the given time for the end of the cycle, plus what the device takes to send it.
func (t *Tracer) stop(finish time.Duration) error {
	err := t.run.end(finish)
	t.run = nil
	if err == nil && t.ready {
		var samples []Sample
		samples, err = t.device.Stop()
		t.ready = err == nil
		err = errors.Join(err, t.write(samples))
	}
	t.takeNotes()
	if err == nil {
		err = t.Err()
	}
	return err
}

// finishWithin is the longest cycle whose end Finalize waits for: a program that was told to end is soon
// killed.
const finishWithin = 2 * time.Second

// Finalize stops, releases the device and completes the files. It removes a file with no samples, because the
// viewer would refuse the whole project. Errors match ErrDevice and ErrOutput; whatever fails, all the rest
// is done. Further calls do nothing and return the same error.
func (t *Tracer) Finalize() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.final {
		return t.finalErr
	}
	t.final = true
	var errs []error
	if t.run != nil {
		finish := t.config.Cycle
		if finish > finishWithin {
			finish = 0
		}
		errs = append(errs, t.stop(finish))
	}
	errs = append(errs, t.device.Close())
	t.takeNotes()
	errs = append(errs, t.out.close())
	t.finalErr = errors.Join(errs...)
	return t.finalErr
}

// Report returns what was recorded.
func (t *Tracer) Report() Report {
	t.state.Lock()
	defer t.state.Unlock()
	r := t.count
	r.Notes = append([]string(nil), r.Notes...)
	return r
}

// Done returns a channel that is closed when the tracer can record no more by itself: a write has failed, or
// it has looked for the device for too long. Err returns the reason.
func (t *Tracer) Done() <-chan struct{} { return t.done }

// Err returns why the tracer can record no more, or nil while it can.
func (t *Tracer) Err() error {
	t.state.Lock()
	defer t.state.Unlock()
	return t.fault
}

func (t *Tracer) fail(err error) error {
	t.state.Lock()
	defer t.state.Unlock()
	if t.fault == nil {
		t.fault = err
		close(t.done)
	}
	return err
}

func (t *Tracer) takeNotes() {
	notes := t.device.Notes()
	for _, n := range notes {
		t.log(Warning, "%s reports: %s", t.config.Device, n)
	}
	t.state.Lock()
	defer t.state.Unlock()
	const most = 100 // repeating it would say no more
	t.count.Notes = append(t.count.Notes, notes[:min(len(notes), most-len(t.count.Notes))]...)
}
