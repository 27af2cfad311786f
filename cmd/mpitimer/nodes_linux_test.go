package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/flights"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/job"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/relay"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/watch"
	"github.com/go-hpc/timers/mpitimer"
	_ "github.com/go-hpc/timers/mpitimer/flightrecorder"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats/export/page/heat"
)

// nodes deals the tables of a run to directories of hosts, as on nodes whose memory nobody else sees, and returns the options
// that look there: a launcher that starts relays on this machine, after a delay, and fails for some hosts.
func nodes(t *testing.T, run string, hosts []string, ranks int, unreachable string) (root string, options []string) {
	t.Helper()
	root = t.TempDir()
	for i, h := range hosts {
		folder := filepath.Join(root, h, filepath.Base(run))
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		for rank := i * ranks / len(hosts); rank < (i+1)*ranks/len(hosts); rank++ {
			of, err := filepath.Glob(filepath.Join(run, fmt.Sprintf("%06d*", rank)))
			if len(of) == 0 {
				t.Fatalf("rank %d has no table", rank)
			}
			for _, name := range of {
				if err = errors.Join(err, os.Rename(name, filepath.Join(folder, filepath.Base(name)))); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	launcher := filepath.Join(root, "launch")
	script := "#!/bin/sh\nhost=$1; shift\necho \"Welcome to $host\"\ncase $host in " + unreachable + ") echo \"ssh: connect to host $host port 22: No route to host\" >&2; exit 255;; esac\nexec \"$@\"\n"
	if err := os.WriteFile(launcher, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	relay := filepath.Join(root, "mpitimer")
	script = "#!/bin/sh\n" + childCommand + `='["relay"]' exec ` + os.Args[0] + "\n"
	if err := os.WriteFile(relay, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	return root, []string{"--wait", "10m", "--hosts", strings.Join(hosts, ","), "--launch", launcher + " {host}", "--remote", relay, filepath.Join(root, "{host}")}
}

func hostNames(n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprintf("n%03d", i))
	}
	return list
}

// A run whose tables lie on several nodes shows as one whose tables lie here.
func TestRunOnOtherNodes(t *testing.T) {
	const ranks = 12
	run := killed(t, ranks)
	_, here, _ := commanded("stacks", run)
	_, report, _ := commanded("recover", run)
	_, options := nodes(t, run, hostNames(5), ranks, "none")
	status, out, messages := commanded(append([]string{"stacks"}, options...)...)
	want(t, status, cli.StatusOK, out+messages)
	if settled(out) != settled(here) {
		t.Errorf("on nodes:\n%s\nhere:\n%s", out, here)
	}
	status, out, messages = commanded(append([]string{"recover"}, options...)...)
	want(t, status, cli.StatusOK, out+messages)
	if settled(out) != settled(report) {
		t.Errorf("on nodes:\n%s\nhere:\n%s", out, report)
	}
	status, out, messages = commanded(append([]string{"top", "--once"}, options...)...)
	want(t, status, cli.StatusOK, out+messages, "12 died")
}

// A page of a run on other nodes has the times of each of its ranks, and what they did over time.
func TestRanksOnOtherNodes(t *testing.T) {
	const ranks = 12
	run := killed(t, ranks, recorder(t))
	here := watched(t, run)
	moment := here.Look()
	if m, problems := here.Times(); m != nil || problems != nil || !here.Recorded() {
		t.Errorf("here: %+v, %q, recorded %v", m, problems, here.Recorded())
	}
	times, err := heat.New(heat.FrameOf(moment.Summary))
	for _, p := range moment.Profiles() {
		err = errors.Join(err, times.Add(p))
	}
	var names flights.Names
	recorded, wrong := names.Timeline(here.Records(), 1000)
	if err = errors.Join(err, wrong); err != nil || len(recorded.Lanes) != ranks || recorded.Lanes[7].LateStates < 5 {
		t.Fatalf("%v, %+v", err, recorded)
	}
	_, options := nodes(t, run, hostNames(40), ranks, "none") // some relays have others below them
	there := watched(t, options...)
	if m := there.Look(); !m.Far() || m.Summary == nil || m.Summary.Ranks != ranks {
		t.Fatalf("on nodes: %+v", m)
	}
	got, problems := there.Times()
	if len(problems) > 0 || !reflect.DeepEqual(got.Bins, times.Bins) || !reflect.DeepEqual(got.Slow, times.Slow) || !there.Recorded() {
		t.Errorf("recorded %v, %q\n%+v\n%+v\nhere:\n%+v\n%+v", there.Recorded(), problems, got.Bins, got.Slow, times.Bins, times.Slow)
	}
	names = flights.Names{}
	lines, err := names.Timeline(there.Records(), 1000)
	if err != nil || !reflect.DeepEqual(lines, recorded) {
		t.Errorf("%v\n%+v\nhere:\n%+v", err, lines, recorded)
	}
}

// What ranks on other nodes did stays with who watches them when they have ended, and removed their files.
func TestRanksOnOtherNodesThatEnd(t *testing.T) {
	const ranks = 3
	folder := t.TempDir()
	var source watch.Source
	seen := func(when string) (m *job.Moment) {
		m = source.Look()
		times, problems := source.Times()
		if times == nil || len(times.Bins) != ranks || len(problems) > 0 || !source.Recorded() {
			t.Fatalf("%s: %+v, %q, recorded %v", when, times, problems, source.Recorded())
		}
		var names flights.Names
		lines, err := names.Timeline(source.Records(), 1000)
		if err != nil || lines == nil || len(lines.Lanes) != ranks || lines.Lanes[2].LateStates < 5 {
			t.Fatalf("%s: %v, %+v", when, err, lines)
		}
		return m
	}
	whileRunning(t, folder, ranks, func() {
		_, options := nodes(t, t.TempDir(), hostNames(3), 0, "none")
		options[len(options)-1] = folder
		source = watched(t, options...)
		if m := seen("while it runs"); m.Over() {
			t.Errorf("it runs: %+v", m)
		}
	}, recorder(t))
	if left, _ := filepath.Glob(filepath.Join(folder, "*", "*")); len(left) > 0 {
		t.Fatalf("the job has left %q", left)
	}
	if f := seen("afterwards").Fates(); len(f) != 1 || f[0].Word != "finished" {
		t.Errorf("afterwards: %+v", f)
	}
}

// A flight recorder that is damaged on another node, and a table, cost what is in them: it is said where, and all the others
// have their lanes. One of which nothing was written yet is none, and what one has overwritten is left out.
func TestDamagedRecordersOnOtherNodes(t *testing.T) {
	const ranks = 12
	run := killed(t, ranks, recorder(t))
	damage := func(rank int, of string, change func(data []byte) []byte) {
		t.Helper()
		name := filepath.Join(run, fmt.Sprintf("%06d%s", rank, of))
		data, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(name, change(data), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	const extension = ".flight"
	damage(2, extension, func(data []byte) []byte { return data[:20] })
	damage(5, extension, func(data []byte) []byte { return bytes.Repeat([]byte{0xff}, len(data)) })
	damage(7, extension, func(data []byte) []byte { return nil })
	damage(9, extension, func(data []byte) []byte { // behind the header
		for i := 1 << 10; i < len(data); i++ {
			if data[i] != 0 {
				data[i] ^= 0xa5
			}
		}
		return data
	})
	damage(11, ranktable.Extension, func(data []byte) []byte { return data[:100] })
	_, options := nodes(t, run, hostNames(40), ranks, "none")
	there := watched(t, options...)
	if lines := strings.Join(there.Look().ProblemLines(), "\n"); !strings.Contains(lines, "000011"+ranktable.Extension) {
		t.Errorf("of the table: %s", lines)
	}
	var names flights.Names
	lines, err := names.Timeline(there.Records(), 1000)
	if err == nil || lines == nil {
		t.Fatalf("%+v, %v", lines, err)
	}
	for _, part := range []string{"n009: flight recorder ", "000002.flight: byte 20: ", "n019: flight recorder ", "000005.flight: byte 0: "} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("no %q in: %v", part, err)
		}
	}
	var whole []string
	for i := range lines.Lanes {
		if l := &lines.Lanes[i]; l.LateStates >= 5 {
			whole = append(whole, l.Rank)
		}
	}
	if got := strings.Join(whole, " "); got != "0 1 3 4 6 8 10" {
		t.Errorf("lanes of ranks %s", got)
	}
}

// recorder is the setting that lets ranks keep what they did last.
func recorder(t *testing.T) func(c *mpitimer.Config) {
	return func(c *mpitimer.Config) {
		if err := c.Set("FlightRecorder", "10s"); err != nil {
			t.Error(err)
		}
	}
}

// watched is a run as top and serve see it.
func watched(t *testing.T, args ...string) watch.Source {
	t.Helper()
	var f relay.Flags
	c := &cobra.Command{}
	f.Add(c)
	if err := c.ParseFlags(args); err != nil {
		t.Fatal(err)
	}
	source, err := watch.Find(c, c.Flags().Args(), &f)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(source.Close)
	return source
}

// settled leaves out how long ago something was.
func settled(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if at := strings.Index(l, " UTC, "); at > 0 {
			lines[i] = l[:at]
		}
	}
	return strings.Join(lines, "\n")
}

// A job of PBS is looked at by ssh on the hosts that qstat names.
func TestRunOfPBS(t *testing.T) {
	const ranks = 12
	run := killed(t, ranks)
	_, here, _ := commanded("stacks", run)
	root, options := nodes(t, run, hostNames(3), ranks, "none")
	bin := t.TempDir()
	for name, script := range map[string]string{
		"qstat": `[ "$*" = "-f 4711.server" ] && echo "Job Id: 4711.server" && echo "    exec_host = n000/0*4+n001/0*4+n002/0*4"`,
		"ssh":   `while [ "${1#-}" != "$1" ]; do [ "$1" != -o ] || shift; shift; done; host=$1; shift; [ "$host" != "" ] && exec /bin/sh -c "$*"`,
	} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin) // there is no squeue
	status, out, messages := commanded("stacks", "--wait", "10m", "--job", "4711.server", "--remote", filepath.Join(root, "mpitimer"), options[len(options)-1])
	want(t, status, cli.StatusOK, out+messages)
	if settled(out) != settled(here) {
		t.Errorf("of PBS:\n%s\nhere:\n%s", out, here)
	}
}

// What can't be reached is named, and the rest is shown, also where the first host of a group is gone.
func TestUnreachableNodes(t *testing.T) {
	const ranks = 40
	_, options := nodes(t, killed(t, ranks), hostNames(40), ranks, "n000|n007")
	status, out, messages := commanded(append([]string{"stacks"}, options...)...)
	want(t, status, cli.StatusIncomplete, out+messages, "n000: ssh: connect to host n000 port 22: No route to host", "n007: ", "died     38", "missing   2  0,7")
}

// Where nodes see the same tables, each rank counts once.
func TestNodesThatSeeTheSame(t *testing.T) {
	const ranks = 12
	run := killed(t, ranks)
	_, here, _ := commanded("stacks", run)
	_, options := nodes(t, t.TempDir(), hostNames(40), 0, "none")
	options[len(options)-1] = run
	status, out, messages := commanded(append([]string{"stacks"}, options...)...)
	want(t, status, cli.StatusOK, out+messages)
	if settled(out) != settled(here) {
		t.Errorf("on nodes:\n%s\nhere:\n%s", out, here)
	}
}

// Ranks that are asked where their goroutines are answer once for each process, here and from other nodes.
func TestGoroutines(t *testing.T) {
	waiting := regexp.MustCompile(`(?m)^ +3 +4 +0-3 +runtime\.\S+ < local\.\(\*barrier\)\.wait local/barrier\.go:[0-9]+ < .* < mpitimer\.whileRunning`)
	folder := t.TempDir()
	whileRunning(t, folder, 4, func() {
		_, options := nodes(t, t.TempDir(), hostNames(3), 0, "none")
		options[len(options)-1] = folder
		for name, where := range map[string][]string{"here": {folder}, "on nodes": options} {
			eventually(t, name+": not all ranks are seen to wait", func() bool { // they may be slow to get there, and to answer
				status, out, messages := commanded(append([]string{"stacks", "--goroutines"}, where...)...)
				want(t, status, cli.StatusOK, out+messages, "running  4  0-3")
				t.Log(out)
				return waiting.MatchString(out)
			})
		}
	})
}

// However a look ends, no relay stays.
func TestRelaysEnd(t *testing.T) {
	folder := t.TempDir()
	whileRunning(t, folder, 4, func() {
		run, err := filepath.Glob(filepath.Join(folder, "*"))
		if err != nil || len(run) != 1 {
			t.Errorf("%v, %v", run, err)
			return
		}
		_, options := nodes(t, t.TempDir(), hostNames(8), 0, "none")
		options[len(options)-1] = folder // seen by all; the first to tell of a rank is believed
		for _, end := range []os.Signal{syscall.SIGKILL, syscall.SIGTERM} {
			mark := "RELAYS_OF=" + t.Name() + end.String()
			c := exec.Command(os.Args[0])
			c.Env = append(os.Environ(), commandLine(t, append([]string{"top", "--once", "--interval", "1m"}, options...)), mark)
			if err := c.Start(); err != nil {
				t.Error(err)
				return
			}
			eventually(t, "no relays run", func() bool { return len(processesWith(mark)) == 9 })
			if err := c.Process.Signal(end); err != nil {
				t.Error(err)
			}
			_ = c.Wait()
			begin := time.Now()
			eventually(t, "relays stay", func() bool { return len(processesWith(mark)) == 0 })
			t.Logf("%v: %v", end, time.Since(begin).Round(time.Millisecond))
		}
	})
}

// processesWith lists the processes that were started with a variable.
func processesWith(variable string) (pids []string) {
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, f := range files {
		if data, err := os.ReadFile(f); err == nil && strings.Contains("\x00"+string(data), "\x00"+variable+"\x00") {
			pids = append(pids, filepath.Base(filepath.Dir(f)))
		}
	}
	return pids
}

// A large job: so many ranks on so many nodes, which are processes of this machine.
func TestManyNodes(t *testing.T) {
	ranks, hosts := 400, 40
	if longAttacks() {
		ranks, hosts = 100000, 250
	}
	run := crowd(t, ranks)
	begin := time.Now()
	_, options := nodes(t, run, hostNames(hosts), ranks, "n033")
	t.Logf("tables dealt in %v", time.Since(begin).Round(time.Millisecond))
	for _, command := range [][]string{{"stacks"}, {"recover"}} {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), commandLine(t, append(command, options...)))
		begin := time.Now()
		out, err := c.CombinedOutput()
		if c.ProcessState == nil {
			t.Fatal(err)
		}
		want(t, c.ProcessState.ExitCode(), cli.StatusIncomplete, string(out), "n033: ssh", fmt.Sprintf("died     %d", ranks-ranks/hosts))
		if used, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
			t.Logf("%s: %v, its processor %v, memory %d MiB", command[0], time.Since(begin).Round(time.Millisecond),
				c.ProcessState.UserTime()+c.ProcessState.SystemTime(), used.Maxrss>>10)
		}
	}
}

// What the epilogs of nodes have moved is the run, as recover reports it, and nothing is left on the nodes.
func TestEpilog(t *testing.T) {
	const ranks = 128
	run := killed(t, ranks)
	_, whole, _ := commanded("recover", run)
	root, _ := nodes(t, run, hostNames(2), ranks, "none")
	shared := t.TempDir()
	for _, h := range hostNames(2) {
		begin := time.Now()
		status, out, messages := commanded("recover", "--epilog", shared, filepath.Join(root, h))
		want(t, status, cli.StatusOK, out+messages, fmt.Sprintf("%d ranks of %d moved to ", ranks/2, ranks))
		t.Logf("%d ranks: %v", ranks/2, time.Since(begin).Round(time.Millisecond))
		if left, _ := filepath.Glob(filepath.Join(root, h, "*", "*")); len(left) > 0 {
			t.Errorf("left: %q", left)
		}
	}
	status, out, messages := commanded("recover", "--epilog", shared, root)
	want(t, status, cli.StatusOK, out+messages) // nothing is left to do
	status, out, messages = commanded("show", filepath.Join(shared, filepath.Base(run)))
	want(t, status, cli.StatusOK, out+messages, "rank died: Total/exchange, 128 times on 128 ranks")
	rows := func(text string) string {
		_, text, _ = strings.Cut(text, "\nregion ")
		text, _, _ = strings.Cut(text, "\nmean: ")
		return text
	}
	if got, want := rows(out), rows(whole); got != want || got == "" {
		t.Errorf("shown:\n%s\nrecovered:\n%s", got, want)
	}
	running := t.TempDir()
	whileRunning(t, running, 2, func() {
		status, out, messages := commanded("recover", "--epilog", shared, running)
		want(t, status, cli.StatusOK, out+messages, "is still running: its tables stay")
	})
}
