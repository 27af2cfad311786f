// Command badmachine runs a program once on each of several bad machines, which it makes of this one: clocks
// that advance in steps, one processor, processors that others keep busy, no perf events, no home directory,
// temporary files in an unusual place, a /dev/shm that is in use or cannot be used. It is for go test -exec
// and for binaries with the build tag coarseclock.
//
//	badmachine PROGRAM [ARGUMENT…]
//	badmachine -check               list what cannot be made here; status 1 if a machine cannot be made at all
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
)

// machine is what a program runs on.
type machine struct {
	name  string
	env   []string       // NAME=VALUE, or NAME to remove it
	busy  bool           // others compute on all processors
	first []func() error // what the process does before it becomes the program
	shm   func() error   // likewise, where file systems may be mounted
}

var machines = []machine{
	{
		name:  "a clock in steps of 10 ns, one processor, no perf events, no home, a /dev/shm in use",
		env:   []string{"COARSECLOCK=10ns", "GOMAXPROCS=1", "HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"},
		first: []func() error{oneProcessor, denyPerf},
		shm:   usedMemory,
	},
	{
		name: "a clock in steps of 1 µs, busy processors, perf events as permitted, no /dev/shm",
		env:  []string{"COARSECLOCK=1us"},
		busy: true,
		shm:  readOnlyMemory,
	},
}

// stage is the variable that tells a process of this program which machine to become.
const stage = "BADMACHINE_STAGE"

func main() {
	var err error
	switch name := os.Getenv(stage); {
	case name != "":
		err = become(name, os.Args[1:])
	case len(os.Args) == 2 && os.Args[1] == "-check":
		err = check()
	case len(os.Args) < 2:
		err = errors.New("no program given; expected PROGRAM [ARGUMENT…] or -check")
	default:
		err = runAll(os.Args[1:])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "badmachine:", err)
		os.Exit(1)
	}
}

// runAll runs the program on every machine, also when it fails on one.
func runAll(args []string) error {
	var problems []error
	for i := range machines {
		if err := machines[i].run(args); err != nil {
			problems = append(problems, fmt.Errorf("on %s: %w", machines[i].name, err))
		}
	}
	return errors.Join(problems...)
}

// run starts this program once more, which prepares the machine and becomes the program.
func (m *machine) run(args []string) error {
	temporary, err := os.MkdirTemp("", "elsewhere")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	if err := os.Chmod(temporary, 0o711); err != nil { // tests of root become other users
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	c := exec.Command(self, args...)
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	c.Env = append(m.environment(os.Environ()), "TMPDIR="+temporary, stage+"="+m.name)
	if m.busy {
		stop, err := keepBusy(self)
		if err != nil {
			return err
		}
		defer stop()
	}
	return c.Run()
}

// environment is env with the changes of the machine.
func (m *machine) environment(env []string) []string {
	var list []string
	for _, variable := range env {
		name, _, _ := strings.Cut(variable, "=")
		if !m.changes(name) {
			list = append(list, variable)
		}
	}
	for _, variable := range m.env {
		if strings.Contains(variable, "=") {
			list = append(list, variable)
		}
	}
	return list
}

func (m *machine) changes(name string) bool {
	for _, variable := range m.env {
		if changed, _, _ := strings.Cut(variable, "="); changed == name {
			return true
		}
	}
	return false
}

// keepBusy computes on all processors until stop is called; of several busy machines at one time one does, which has locked the
// file of this program.
func keepBusy(self string) (stop func(), problem error) {
	lock, err := os.Open(self)
	if err != nil {
		return nil, err
	}
	var done atomic.Bool
	go func() { // what it holds ends with the process
		for syscall.Flock(int(lock.Fd()), syscall.LOCK_EX) == syscall.EINTR {
		}
		for range runtime.NumCPU() {
			go func() {
				for !done.Load() {
				}
			}()
		}
	}()
	return func() { done.Store(true) }, nil
}

// become makes the machine of that name out of this process and runs the program in its place.
func become(name string, args []string) error {
	runtime.LockOSThread() // what is denied to a thread is also denied to the program that it becomes
	for i := range machines {
		if machines[i].name != name {
			continue
		}
		if err := machines[i].make(); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		path, err := exec.LookPath(args[0])
		if err != nil {
			return err
		}
		if err := os.Unsetenv(stage); err != nil {
			return err
		}
		return fmt.Errorf("%s: %w", path, syscall.Exec(path, args, os.Environ()))
	}
	return fmt.Errorf("unknown machine %q", name)
}

func (m *machine) make() error {
	if mayMount() == nil {
		if err := m.shm(); err != nil {
			return err
		}
	}
	for _, prepare := range m.first {
		if err := prepare(); err != nil {
			return err
		}
	}
	return nil
}

// check makes each machine in a process of its own, for the program true.
func check() error {
	if err := runAll([]string{"true"}); err != nil {
		return err
	}
	if err := mayMount(); err != nil {
		fmt.Println("left out: a /dev/shm in use or read-only; this process may not mount one:", err)
	}
	return nil
}
