//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/go-hpc/timers/scripts/kill/ledger"
)

// patience is how long mpirun may take to end the remaining ranks. After that it is told to, as by a batch
// system.
const patience = 15 * time.Second

// kill is a plan that is being carried out.
type kill struct {
	plan
	*job
	tables   string // directory
	mpitimer string // the command
	dead     int64  // CLOCK_MONOTONIC when all ranks had ended

	mu      sync.Mutex // the tables are watched besides the kill
	problem []string
}

func (k *kill) fail(format string, args ...any) {
	const enough = 100
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.problem) < enough {
		k.problem = append(k.problem, fmt.Sprintf(format, args...))
	}
}

// carryOut starts a job and kills it as planned. What was found wrong, up to the death of all its ranks, is
// in its problem.
func carryOut(p plan, folder, source, mpitimer string) (*kill, error) {
	k := &kill{plan: p, tables: filepath.Join(folder, "tables"), mpitimer: mpitimer}
	if p.memory {
		memory, err := os.MkdirTemp("/dev/shm", "mpitimer-kill-")
		if err != nil {
			return nil, err
		}
		k.tables = memory
	}
	var err error
	if p.program == "shallowwater" {
		err = k.startExample(folder, source)
	} else {
		err = k.startVictim(folder)
	}
	if err != nil {
		return nil, err
	}
	stop := k.watch()
	defer stop()
	if p.harm != "" {
		k.awaitHarm()
	} else {
		k.sendSignal()
	}
	stop()
	k.finish(patience)
	k.dead = ledger.Monotonic()
	return k, nil
}

func (k *kill) startVictim(folder string) (err error) {
	args := []string{
		"-folder", folder, "-tables", k.tables, "-mode", k.mode, fmt.Sprintf("-histograms=%t", k.histograms), fmt.Sprintf("-seed=%d", k.seed),
	}
	if k.harm != "" {
		args = append(args, "-harm", k.harm, fmt.Sprintf("-rank=%d", k.targets[0]), "-after", k.delay.String())
	}
	if k.when == finalizing {
		args = append(args, "-steps", "10")
	}
	k.job, err = start(k.launcher, folder, k.ranks, nil, "victim", args...)
	return err
}

// everyStep makes the example report every step, which is its ledger.
var everyStep = regexp.MustCompile(`(?m)^( *DiagnosticsEvery:) *\d+`)

func (k *kill) startExample(folder, source string) error {
	text, err := os.ReadFile(filepath.Join(source, "examples", "shallowwater", "shallowwater.yaml"))
	if err != nil {
		return err
	}
	if !everyStep.Match(text) {
		return fmt.Errorf("the example's configuration has no DiagnosticsEvery")
	}
	config := filepath.Join(folder, "shallowwater.yaml")
	if err := os.WriteFile(config, everyStep.ReplaceAll(text, []byte("$1 1")), 0o666); err != nil {
		return err
	}
	k.job, err = start(k.launcher, folder, k.ranks, []string{"MPITIMER_TABLES=" + k.tables}, "shallowwater",
		"-config", config, "-out", folder, "-nx", "96", "-ny", "96", "-steps", "1000000")
	return err
}

// sendSignal waits for the moment and sends the signal.
func (k *kill) sendSignal() {
	signal := syscall.SIGKILL
	if k.kind == "SIGTERM" {
		signal = syscall.SIGTERM
	}
	if err := k.awaitMoment(); err != nil {
		if k.when != finalizing { // it may be over before one sees it
			k.fail("%v", err)
		}
		return
	}
	time.Sleep(k.delay)
	if len(k.targets) == 0 {
		_ = k.command.Process.Signal(signal)
		return
	}
	all := k.processes()
	for _, target := range k.targets {
		for _, p := range all {
			if p.rank == target {
				p.signal(signal)
			}
		}
	}
}

func (k *kill) awaitMoment() error {
	if k.program == "shallowwater" {
		if !waitFor(time.Minute, time.Millisecond, func() bool { return strings.Contains(k.output(0), "step ") || k.ended() }) || k.ended() {
			return fmt.Errorf("the example does not step (mpirun: %v)", k.status)
		}
		return nil
	}
	switch k.when {
	case starting:
		return k.await(ledger.Born, 0)
	case initializing:
		return k.await(ledger.Initializing, 0)
	case finalizing:
		return k.await(ledger.Finalizing, 0)
	}
	return k.await(ledger.Running, k.all()...)
}

// awaitHarm waits until the rank has harmed itself, and does what must be done from outside.
func (k *kill) awaitHarm() {
	target := k.targets[0]
	if k.harm == "oom-group" {
		remove, err := k.limitMemory(target)
		if err != nil {
			k.fail("memory group: %v", err)
			return
		}
		defer remove()
	}
	if err := k.await(ledger.Running, k.all()...); err != nil && !k.ended() {
		k.fail("%v", err)
		return
	}
	if strings.HasPrefix(k.harm, "hang") {
		k.endHang(target)
		return
	}
	if !waitFor(time.Minute, 5*time.Millisecond, func() bool {
		_, lives := k.rank(target)
		return !lives
	}) {
		k.fail("rank %d lives after %s", target, k.harm)
	}
}

// endHang waits until a rank hangs, and a bit longer, and ends the job as a batch system does whose
// time limit is over.
func (k *kill) endHang(target int) {
	var stuck int64
	if !waitFor(time.Minute, 5*time.Millisecond, func() bool {
		_, stuck, _ = ledger.Glance(k.ledger(target))
		return stuck != 0 || k.ended()
	}) || stuck == 0 {
		k.fail("rank %d does not hang", target)
		return
	}
	if !waitFor(time.Minute, 20*time.Millisecond, func() bool { return k.seenSince(target, stuck) }) {
		k.fail("rank %d has hung for a minute, and its table shows no sign of life in that time", target)
	}
	k.stacksShow("stuck")
	_ = k.command.Process.Signal(syscall.SIGTERM)
	if !waitFor(2*time.Second, 5*time.Millisecond, k.ended) {
		_ = k.command.Process.Kill()
	}
}
