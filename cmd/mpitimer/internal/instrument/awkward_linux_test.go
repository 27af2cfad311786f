package instrument

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// awkward is a program that depends on what most do not: each argument is another way.
const awkward = `package main

import (
	"bufio"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

func first() bool { return syscall.Gettid() == os.Getpid() }

func init() {
	fmt.Println("init on the first thread:", first())
	if os.Args[1] == "locked" {
		runtime.LockOSThread()
	}
}

var atStart = func() bool { return first() }()

// state says what a program may find out about its process.
func state() {
	fmt.Println("main on the first thread:", first(), atStart)
	fmt.Println("goroutines", runtime.NumGoroutine(), "processors", runtime.GOMAXPROCS(0))
	fmt.Println("collector", debug.SetGCPercent(100), debug.SetMemoryLimit(-1), debug.SetMaxThreads(10000))
	here, err := os.Getwd()
	fmt.Println("in", here, err)
	environment := os.Environ()
	slices.Sort(environment)
	fmt.Println(strings.Join(environment, "\n"))
	fmt.Println("arguments", os.Args[1:], "log", log.Flags(), log.Prefix())
	flag.VisitAll(func(f *flag.Flag) { fmt.Println("flag", f.Name) })
	mask := syscall.Umask(0o22)
	fmt.Printf("umask %o\n", mask)
	var files syscall.Rlimit
	_ = syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files)
	fmt.Println("files", files.Cur, files.Max)
	for s := syscall.Signal(1); s < 32; s++ {
		if signal.Ignored(s) {
			fmt.Println("ignores", s)
		}
	}
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		if strings.HasPrefix(line, "Sig") && !strings.HasPrefix(line, "SigQ") {
			fmt.Print(line)
		}
	}
}

//go:noinline
func work(n int) (s float64) {
	for i := range n {
		for j := range 100 {
			s += float64(i) * float64(j)
		}
	}
	return s
}

func crash(p *int) int { return *p }

func wait() {
	var all sync.WaitGroup
	for i := range 8 {
		all.Add(1)
		go func() { defer all.Done(); work(1000 * i) }()
	}
	all.Wait()
	time.Sleep(time.Millisecond)
}

func main() {
	fmt.Println("main begins on the first thread:", first())
	fmt.Println(work(20000))
	switch os.Args[1] {
	case "locked", "plain":
	case "pinned":
		runtime.LockOSThread()
		wait()
		fmt.Println("pinned", first())
		runtime.UnlockOSThread()
	case "reads":
		line, err := bufio.NewReader(os.Stdin).ReadString('\n')
		fmt.Printf("%q %v\n", line, err)
	case "exit":
		defer fmt.Println("not reached")
		state()
		os.Exit(7)
	case "fatal":
		log.SetFlags(log.Lshortfile)
		log.Fatalln("no", "more")
	case "panic":
		defer func() { fmt.Println("deferred") }()
		panic(fmt.Errorf("on purpose"))
	case "repanic":
		defer func() { panic(fmt.Sprint("again: ", recover())) }()
		panic("first")
	case "nil":
		crash(nil)
	case "elsewhere":
		go func() { panic("on another goroutine") }()
		select {}
	case "goexit":
		go func() { time.Sleep(time.Millisecond); fmt.Println("other"); os.Exit(5) }()
		runtime.Goexit()
	case "killed":
		_ = syscall.Kill(os.Getpid(), syscall.SIGTERM)
		time.Sleep(time.Minute)
	case "killed hard":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		time.Sleep(time.Minute)
	case "asked": // by a signal of which it knows nothing
		for range 3 {
			_ = syscall.Kill(os.Getpid(), syscall.SIGUSR1)
			time.Sleep(time.Millisecond)
		}
	case "listens":
		c := make(chan os.Signal, 1)
		signal.Notify(c, syscall.SIGUSR1, syscall.SIGTERM)
		_ = syscall.Kill(os.Getpid(), syscall.SIGUSR1)
		fmt.Println(<-c)
		_ = syscall.Kill(os.Getpid(), syscall.SIGTERM)
		fmt.Println(<-c)
		signal.Reset()
	case "ignores":
		signal.Ignore(syscall.SIGUSR1, syscall.SIGHUP)
		_ = syscall.Kill(os.Getpid(), syscall.SIGHUP)
	case "elsewhere in the file system":
		_ = os.Chdir("/")
	case "one":
		runtime.GOMAXPROCS(1)
	case "execs":
		_ = syscall.Exec("/proc/self/exe", []string{"again", "plain"}, os.Environ())
	}
	state()
}
`

// ended is what one can see of a run.
type ended struct{ out, messages, status string }

var changing = regexp.MustCompile(`\+?0x[0-9a-f]+\??|goroutine [0-9]+|\([.0-9]+s\)|[.0-9]+s$|\(cached\)`)

// seen runs a program, in the directory of its source, and notes what does not differ from run to run.
func seen(t *testing.T, name string, args ...string) ended {
	t.Helper()
	c := exec.Command(name, args...)
	var out, messages bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader("a line\nanother\n"), &out, &messages
	c.Env = append(os.Environ(), "MPITIMER_REPORT=off", "PWD="+c.Dir)
	err := c.Run()
	var status *exec.ExitError
	if err != nil && !errors.As(err, &status) {
		t.Fatal(err)
	}
	return ended{steady(out.String()), steady(messages.String()), c.ProcessState.String()}
}

func steady(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimRight(changing.ReplaceAllString(strings.TrimSuffix(line, "\n"), " …"), " \t"))
		b.WriteByte('\n')
	}
	return b.String()
}

// Whatever a program depends on, it is there with the timers as without.
func TestAwkwardPrograms(t *testing.T) {
	t.Setenv("MPITIMER_TABLES", t.TempDir()) // some of them die, and leave theirs
	folder := files(t, map[string]string{"go.mod": "module example.com/awkward\n\ngo 1.24\n", "main.go": awkward})
	plain := filepath.Join(t.TempDir(), "program")
	if out, err := exec.Command("go", "build", "-C", folder, "-o", plain, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	timed := built(t, folder, "-only", "....", "-skip", "main.first")
	for _, way := range []string{
		"plain", "locked", "pinned", "reads", "exit", "fatal", "panic", "repanic", "nil", "elsewhere", "goexit", "killed", "killed hard",
		"asked", "listens", "ignores", "elsewhere in the file system", "one", "execs",
	} {
		t.Run(way, func(t *testing.T) {
			// On which thread main goes on after it has waited is not certain, so that there may be several outcomes.
			var with, without ended
			seenWith, seenWithout := make(map[ended]bool), make(map[ended]bool)
			for range 12 {
				with, without = seen(t, timed, way), seen(t, plain, way)
				seenWith[with], seenWithout[without] = true, true
				if seenWithout[with] || seenWith[without] {
					return
				}
			}
			t.Errorf("with timers:\n%s\nand without:\n%s", with, without)
		})
	}
}

func (e ended) String() string { return e.out + e.messages + e.status }

// The same holds for tests, whether their package has a TestMain or not.
func TestAwkwardTests(t *testing.T) {
	if testing.Short() {
		t.Skip("builds many programs")
	}
	t.Setenv("MPITIMER_TABLES", t.TempDir())
	const tests = `package awkward

import (
	"os"
	"runtime"
	"syscall"
	"testing"
)

var before = runtime.NumGoroutine()

func init() { println("init on the first thread:", syscall.Gettid() == os.Getpid()) }

func work(n int) (s int) {
	for i := range n {
		for j := range n {
			s += i * j
		}
	}
	return s
}

func TestWork(t *testing.T) {
	t.Log(work(1000), runtime.NumGoroutine()-before, runtime.GOMAXPROCS(0))
	t.Log(os.Getwd())
	t.Log(os.Args[0] != "")
}

func TestParallel(t *testing.T) {
	t.Parallel()
	work(100)
}

func TestSkips(t *testing.T) { t.Skip("as it should") }

func TestFails(t *testing.T) { t.Error("as it should") }
`
	const main = `
func TestMain(m *testing.M) {
	println("main on the first thread:", syscall.Gettid() == os.Getpid())
	code := m.Run()
	println("goroutines", runtime.NumGoroutine()-before)
	os.Exit(code + 2)
}
`
	for name, text := range map[string]string{"without": tests, "with": tests + main} {
		t.Run(name+" a TestMain", func(t *testing.T) {
			t.Setenv("MPITIMER_REPORT", "off")
			folder := files(t, map[string]string{"go.mod": "module example.com/awkward\n\ngo 1.24\n", "a_test.go": text})
			var plain []byte
			var out, messages string
			for range 5 { // on which thread main goes on after it has waited is not certain
				var err error
				if plain, err = exec.Command("go", "test", "-C", folder, "-count=1", "-v", ".").CombinedOutput(); err == nil {
					t.Fatalf("nothing fails:\n%s", plain)
				}
				out, messages, err = mpitimer(t, folder, "test", "-only", "file:a_test.go", "-skip", "awkward.TestMain", "--", "-count=1", "-v", ".")
				if err != nil && steady(out) == steady(string(plain)) {
					return
				}
			}
			t.Errorf("%s\n%s\nand without timers\n%s", messages, out, plain)
		})
	}
}
