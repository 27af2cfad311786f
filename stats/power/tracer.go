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

// Options says how a tracer runs. The zero value is what a program wants that has its files in the
// working directory.
type Options struct {
	// Directory is that of the statistics and the project file; "" is the working directory.
	Directory string

	// Replace replaces statistics of the same names. Otherwise a tracer whose files are there is not made.
	Replace bool

	// Text creates a file of text. Without it traces with Text are refused.
	Text func(name string) (io.WriteCloser, error)

	// NoProject leaves the project file as it is. Otherwise what was recorded is added to it, or it is made.
	NoProject bool

	// AnyHost passes over the host that the configuration says the device is connected to.
	AnyHost bool

	// Answer is how long the device may take to answer; 0 stands for 5 s.
	Answer time.Duration

	// GiveUp is how long a device that is lost is looked for; 0 is for ever.
	GiveUp time.Duration

	// Log takes messages. Without it they go to standard error as the environment's PT_VERBOSITY says:
	// errors and warnings where it says nothing.
	Log func(Level, string)

	// Dial opens the line to an analyzer; without it DialSerial does.
	Dial func(port string) (Connection, error)

	// Device measures in place of the configuration's.
	Device Device
}

// Tracer records what one device measures. Its methods may be called from several goroutines.
type Tracer struct {
	config  *Config
	options Options
	device  Device
	out     *output
	done    chan struct{} // closed when it can record no more

	mu       sync.Mutex // of the methods, one at a time
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
	Gaps        int64         // times without samples that should have been
	Missing     time.Duration // how long these were together
	Reconnected int64         // how often the device was lost and found again
	Notes       []string      // errors that the device has reported
}

// Open makes a tracer of a configuration file, as Create does. The topology, its types joined by '_',
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

// Create makes a tracer: it connects to the device and sets it up, but does not start. The error matches
// ErrConfigInvalid, ErrNoTraces, ErrWrongHost, ErrOutput or ErrDevice. It never takes longer than the device
// may take to answer, a few times over.
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

// connect opens the device and then what is written to, so that files of an earlier run stay where there
// is no device.
func (t *Tracer) connect() (err error) {
	if t.device == nil {
		if t.device, err = newDevice(t.config, &t.options); err != nil {
			return err
		}
	}
	if err := t.open(context.Background()); err != nil {
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

// Hostname is the host that the device is connected to, "" where the configuration does not say it. See
// [Here].
func (t *Tracer) Hostname() string { return t.config.Host }

// Start begins to record, and says whether that is a change. The error matches ErrDevice, or ErrOutput after
// a write has failed or after Finalize.
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
		if err := t.open(context.Background()); err != nil {
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

// Stop finishes the cycle that runs and records no more until the next Start; it says whether that is a
// change. Where the device is lost, or fails now, the error matches ErrDevice; what came before is recorded.
func (t *Tracer) Stop() (changed bool, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.run == nil {
		return false, nil
	}
	return true, t.stop(t.config.Cycle)
}

// stop waits at most that long for the end of the cycle, and what the device takes to send it.
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

// finishWithin is how long a cycle may be for Finalize to wait for its end: a program that is told to end
// is soon killed.
const finishWithin = 2 * time.Second

// Finalize stops, gives the device back and completes the files. A file with no samples is removed, for
// the viewer refuses the whole project if there is one. Errors match ErrDevice and ErrOutput; whatever
// fails, all else is done. Further calls do nothing and return the same.
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

// Report says what was recorded.
func (t *Tracer) Report() Report {
	t.state.Lock()
	defer t.state.Unlock()
	r := t.count
	r.Notes = append([]string(nil), r.Notes...)
	return r
}

// Done is closed when the tracer can record no more by itself: a write has failed, or the device was looked
// for too long. Err says which.
func (t *Tracer) Done() <-chan struct{} { return t.done }

// Err is why the tracer can record no more; nil while it can.
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
	const most = 100 // the same again and again says no more
	t.count.Notes = append(t.count.Notes, notes[:min(len(notes), most-len(t.count.Notes))]...)
}
