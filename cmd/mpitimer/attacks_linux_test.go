package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/child"
	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/internal/owner/ownertest"
)

// The columns of the table.
const (
	attackInputIsOutput = "input is output"
	attackDevice        = "output is a device or a pipe"
	attackFull          = "full disk"
	attackReadOnly      = "read-only directory"
	attackUnreadable    = "unreadable input"
	attackHostile       = "hostile names"
	attackOther         = "another user's file"
	attackFew           = "too many files"
	attackCut           = "cut"
	attackHuge          = "huge"
	attackType          = "wrong type"
	attackEmpty         = "empty"
	attackMissing       = "missing"
)

var attacks = map[string]func(v *victim){
	attackInputIsOutput: (*victim).inputIsOutput,
	attackDevice:        (*victim).device,
	attackFull:          (*victim).full,
	attackReadOnly:      (*victim).readOnly,
	attackUnreadable:    (*victim).unreadable,
	attackHostile:       (*victim).hostile,
	attackOther:         (*victim).another,
	attackFew:           (*victim).few,
	attackCut:           (*victim).cut,
	attackHuge:          (*victim).huge,
	attackType:          (*victim).wrongType,
	attackEmpty:         (*victim).empty,
	attackMissing:       (*victim).missing,
}

// Bounds of a command, whatever it is given: far above what any takes on a machine with much else to do, and far
// below what a reader takes that is quadratic or keeps its input many times.
const (
	attackTime   = time.Minute
	attackMemory = 1 << 20 // kB
)

// TestAttack is the table of attacks and commands. Every command of the tool is a row, and every cell that makes no
// sense has its reason.
func TestAttack(t *testing.T) {
	if testing.Short() {
		t.Skip("long: every command, with every attack, in processes of their own")
	}
	programs, err := os.MkdirTemp("", "attack") // into which others may look
	if err = errors.Join(err, os.Chmod(programs, 0o755)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(programs) })
	if out, err := exec.Command("go", "build", "-o", programs, "../pt").CombinedOutput(); err != nil {
		t.Fatalf("pt: %v\n%s", err, out)
	}
	names := slices.Sorted(maps.Keys(attacks))
	for _, a := range attackedCommands() {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			template := t.TempDir()
			in, err := filepath.Rel(template, a.input(t, template))
			if err != nil {
				t.Fatal(err)
			}
			sound := (&victim{T: t, attacked: &a, programs: programs, template: template, rel: in}).fresh()
			good := sound.run(how{})
			if good.status == cli.StatusFailed && a.program == "" {
				t.Fatalf("without an attack: %v", good)
			}
			for attack, reason := range merged(a.holes, a.any) {
				if attacks[attack] == nil || reason == "" {
					t.Errorf("there is no attack %q, or no reason: %q", attack, reason)
				}
			}
			for _, attack := range names {
				t.Run(attack, func(t *testing.T) {
					if reason := a.holes[attack]; reason != "" {
						t.Log("makes no sense:", reason)
						return
					}
					v := (&victim{T: t, attacked: &a, programs: programs, template: template, rel: in, good: good, attack: attack}).fresh()
					attacks[attack](v)
				})
			}
		})
	}
}

func merged(a, b map[string]string) map[string]string {
	m := maps.Clone(a)
	if m == nil {
		m = map[string]string{}
	}
	maps.Copy(m, b)
	return m
}

// Every command is a row.
func TestAttackOnEveryCommand(t *testing.T) {
	rows := map[string]bool{
		"completion":    true, // prints what cobra makes
		"__cover":       true,
		"hd otf2":       true, // writes nothing in this build; what one with its library does is tested in stats/hdtrace/otf2
		"history prune": true, // reads no file's text, and removes only files that are named as runs are: TestPrune
	}
	for _, a := range attackedCommands() {
		rows[a.name] = true
	}
	var look func(c *cobra.Command, path string)
	look = func(c *cobra.Command, path string) {
		for _, sub := range c.Commands() {
			name := strings.TrimSpace(path + " " + sub.Name())
			if sub.HasSubCommands() {
				look(sub, name)
			} else if !rows[name] && !sub.Hidden && sub.Name() != "help" {
				t.Errorf("the table has no row of %s", name)
			}
		}
	}
	look(rootCommand(), "")
}

// victim is a cell of the table.
type victim struct {
	*testing.T
	*attacked
	programs, template, rel string
	good                    ended
	attack                  string

	folder, in, out string
}

// fresh gives it an input of its own, in a directory that others may look into.
func (v *victim) fresh() *victim {
	v.Helper()
	folder, err := os.MkdirTemp("", "attack")
	if err != nil {
		v.Fatal(err)
	}
	v.Cleanup(func() {
		_ = filepath.WalkDir(folder, func(name string, d fs.DirEntry, _ error) error {
			if d != nil && d.IsDir() {
				_ = os.Chmod(name, 0o700)
			}
			return nil
		})
		_ = os.RemoveAll(folder)
	})
	v.folder = folder
	v.in, v.out = filepath.Join(folder, "in", v.rel), filepath.Join(folder, "out", "result")
	v.out += v.extension
	err = errors.Join(os.CopyFS(filepath.Join(folder, "in"), os.DirFS(v.template)), os.Mkdir(filepath.Dir(v.out), 0o755), os.Chmod(folder, 0o755))
	if v.output == toFolder {
		err = errors.Join(err, os.Mkdir(v.out, 0o755))
	}
	if err != nil {
		v.Fatal(err)
	}
	return v
}

// how says how a command runs.
type how struct {
	user        int // 0: this one
	descriptors int
	stdout      *os.File
	in, out     string // in the place of its own
}

// ended is what became of it.
type ended struct {
	status int
	text   string
}

func (e ended) String() string { return fmt.Sprintf("status %d, says %.2000q", e.status, e.text) }

// run runs the command, whose input stays as it is, whatever comes of it. What it says is safe, it does not panic, and
// it takes a bounded time and memory.
func (v *victim) run(h how) ended {
	v.Helper()
	in, out := v.in, v.out
	if h.in != "" {
		in = h.in
	}
	if h.out != "" {
		out = h.out
	}
	ctx, cancel := context.WithTimeout(v.Context(), attackTime)
	defer cancel()
	c := exec.CommandContext(ctx, "/proc/self/exe")
	args := v.args(in, out)
	c.Env = append(os.Environ(), commandLine(v.T, args))
	for _, name := range child.LocalRanks {
		c.Env = append(c.Env, name+"=")
	}
	if v.program != "" {
		c = exec.CommandContext(ctx, filepath.Join(v.programs, v.program), args...)
		c.Env = os.Environ()
	}
	if h.descriptors > 0 {
		program := c.Args
		if v.program == "" {
			program[0] = os.Args[0]
		}
		c.Path, c.Args = "/bin/sh", append([]string{"sh", "-c", fmt.Sprintf(`ulimit -n %d && exec "$0" "$@"`, h.descriptors)}, program...)
	}
	if c.Dir = "/"; v.inside {
		c.Dir = in
	}
	if h.user != 0 {
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(h.user), Gid: uint32(h.user)}}
	}
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	if h.stdout != nil {
		c.Stdout = h.stdout
	}
	before := contents(v.T, v.folder)
	err := c.Run()
	if c.ProcessState == nil {
		v.Fatal(err)
	}
	e := ended{c.ProcessState.ExitCode(), stdout.String() + stderr.String()}
	after := contents(v.T, v.folder)
	if !v.changes {
		for name, was := range before {
			if now := after[name]; strings.HasPrefix(name, "in") && now != was {
				v.Errorf("its input %s has changed, %d bytes were %d; %v", name, len(now), len(was), e)
			}
		}
	}
	expectSafe(v.T, v.attack, e.text)
	switch usage, _ := c.ProcessState.SysUsage().(*syscall.Rusage); {
	case ctx.Err() != nil:
		v.Errorf("it has not ended within %v; %v", attackTime, e)
	case usage != nil && usage.Maxrss > attackMemory:
		v.Errorf("it has taken %d kB", usage.Maxrss)
	}
	for _, trace := range []string{"panic:", "goroutine ", "runtime error", "fatal error"} {
		if strings.Contains(e.text, trace) {
			v.Errorf("it panics; %v", e)
		}
	}
	return e
}

// contents returns what is in a directory: names and texts of files, and of all else the mode.
func contents(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	_ = filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(folder, name)
		if err != nil || !d.Type().IsRegular() {
			if d != nil {
				all[rel] = d.Type().String()
			}
			return nil
		}
		data, err := os.ReadFile(name)
		if all[rel] = string(data); err != nil {
			all[rel] = "unreadable"
		}
		return nil
	})
	return all
}

// works expects what comes without the attack.
func (v *victim) works(e ended) {
	v.Helper()
	if v.any[v.attack] == "" && e.status != v.good.status {
		v.Errorf("%v; without the attack %v", e, v.good)
	}
}

// fails expects an error, and words about it.
func (v *victim) fails(e ended) {
	v.Helper()
	if v.any[v.attack] == "" && (e.status <= cli.StatusOK || strings.TrimSpace(e.text) == "") {
		v.Errorf("%v, want an error", e)
	}
}

func (v *victim) inputIsOutput() {
	if v.output != toFile {
		v.Log("makes no sense: it names no file that it writes")
		return
	}
	link := filepath.Join(v.folder, "out", "link")
	if err := os.Symlink(v.in, link); err != nil {
		v.Fatal(err)
	}
	for _, out := range []string{v.in, link} {
		if info, err := os.Stat(v.in); err == nil && info.IsDir() {
			out = filepath.Join(out, firstIn(v.T, v.in)) // a file of the directory that is its input
		}
		if e := v.run(how{out: out}); e.status != cli.StatusFailed {
			v.Errorf("%v, want status %d", e, cli.StatusFailed)
		}
	}
}

// firstIn returns the name of the first file in a directory.
func firstIn(t *testing.T, folder string) string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) == 0 {
		t.Fatal(entries, err)
	}
	return entries[0].Name()
}

func (v *victim) device() {
	reader, writer, err := os.Pipe()
	if err != nil {
		v.Fatal(err)
	}
	if v.output == toFile {
		v.works(v.run(how{out: "/dev/null"}))
		if info, err := os.Lstat("/dev/null"); err != nil || info.Mode()&os.ModeCharDevice == 0 {
			v.Fatalf("/dev/null is %v, %v", info, err)
		}
		got := make(chan int)
		go func() {
			data, _ := io.ReadAll(reader)
			got <- len(data)
		}()
		v.works(v.run(how{out: "/dev/stdout", stdout: writer}))
		writer.Close()
		if n := <-got; n == 0 {
			v.Error("nothing comes through a pipe")
		}
		reader.Close()
		return
	}
	reader.Close() // nobody reads: it ends, by the signal or with an error
	e := v.run(how{stdout: writer})
	writer.Close()
	if e.status == cli.StatusOK && v.good.text != "" {
		v.Errorf("nobody reads what it writes: %v", e)
	}
}

func (v *victim) full() {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		v.Skip("there is no device that is full")
	}
	defer full.Close()
	if v.output == toFile {
		v.fails(v.run(how{out: "/dev/full"}))
		return
	}
	v.fails(v.run(how{stdout: full}))
}

// second returns the second account, which takes root, and that it may run this program.
func (v *victim) second() int {
	v.Helper()
	if os.Geteuid() != 0 {
		v.Skip("to be another user takes root")
	}
	c := exec.Command("/proc/self/exe", "-test.run=^$")
	c.Dir = v.folder
	c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: ownertest.Stranger, Gid: ownertest.Stranger}}
	if out, err := c.CombinedOutput(); err != nil {
		v.Skipf("another user cannot run the tests: %v, %s", err, out)
	}
	return ownertest.Stranger
}

// open lets others read all of the input.
func (v *victim) open(mode, folderMode os.FileMode) {
	v.Helper()
	err := filepath.WalkDir(filepath.Join(v.folder, "in"), func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			return os.Chmod(name, folderMode)
		}
		return errors.Join(err, os.Chmod(name, mode))
	})
	if err != nil {
		v.Fatal(err)
	}
}

// readOnly lets the second account work in directories of root.
func (v *victim) readOnly() {
	user := v.second()
	v.open(0o644, 0o755)
	switch e := v.run(how{user: user}); {
	case v.output == toStandardOutput && !v.changes || v.runs || v.program != "":
		v.works(e)
		if v.runs && strings.TrimSpace(e.text) == "" {
			v.Error("it does not say that nothing is recorded")
		}
	case v.keeps:
		if v.works(e); !strings.Contains(e.text, "kept ") {
			v.Errorf("%v, want that it keeps what is another's", e)
		}
	default:
		v.fails(e)
	}
}

func (v *victim) unreadable() {
	user := v.second()
	v.open(0o644, 0o755)
	if info, err := os.Stat(v.in); err != nil {
		v.Fatal(err)
	} else if info.IsDir() {
		v.open(0, 0o755)
	} else if err := os.Chmod(v.in, 0); err != nil {
		v.Fatal(err)
	}
	v.writable(user)
	v.fails(v.run(how{user: user}))
}

// writable gives the directory of the output to a user.
func (v *victim) writable(user int) {
	v.Helper()
	names := []string{filepath.Dir(v.out)}
	if v.output == toFolder {
		names = append(names, v.out)
	}
	ownertest.Give(v, user, names...)
}

// hostile gives names that a terminal would obey.
func (v *victim) hostile() {
	in := filepath.Join(filepath.Dir(v.in), hostileName+v.suffix)
	if info, err := os.Stat(v.in); err != nil {
		v.Fatal(err)
	} else if filepath.Clean(v.in) != filepath.Join(v.folder, "in") {
		if info.IsDir() && v.template != "" {
			in = filepath.Join(filepath.Dir(v.in), hostileName, filepath.Base(v.in)) // tables know the name of their run
			if err := os.Mkdir(filepath.Dir(in), 0o755); err != nil {
				v.Fatal(err)
			}
		}
		if err := os.Rename(v.in, in); err != nil {
			v.Fatal(err)
		}
		v.in = in
	}
	v.works(v.run(how{}))
	v.fresh()
	out := filepath.Join(v.folder, "out", hostileName+filepath.Ext(v.out))
	v.works(v.run(how{out: out}))
	if v.rel != "." { // and not below a file either
		v.fails(v.run(how{in: filepath.Join(v.folder, "nosuch", hostileName+v.suffix), out: filepath.Join(v.in, hostileName)}))
	}
}

// another lets the second account read what is root's, and write beside it.
func (v *victim) another() {
	user := v.second()
	v.open(0o644, 0o755)
	v.writable(user)
	e := v.run(how{user: user})
	if v.changes && !v.keeps { // which keeps what is another's
		v.fails(e)
		return
	}
	v.works(e)
}

func (v *victim) few() { v.works(v.run(how{descriptors: 24})) }

// each changes all files of the input: the file itself, or those in the directory.
func (v *victim) each(change func(name string, data []byte) []byte) {
	v.Helper()
	err := filepath.WalkDir(v.in, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(name)
		return errors.Join(err, os.WriteFile(name, change(name, data), 0o644))
	})
	if err != nil {
		v.Fatal(err)
	}
}

func (v *victim) cut() {
	for _, share := range []int{1, 3, 7, 9} {
		v.fresh().each(func(_ string, data []byte) []byte { return data[:len(data)*share/10] })
		if e := v.run(how{}); !v.lenient && share < 9 {
			v.fails(e)
		}
	}
}

// huge repeats what is in files, up to some megabytes: where they are known by their start most of it is
// garbage.
func (v *victim) huge() {
	v.each(func(_ string, data []byte) []byte { return bytes.Repeat(data, (3<<20)/len(data)+1) })
	v.run(how{})
}

func (v *victim) wrongType() {
	v.each(func(_ string, data []byte) []byte {
		return append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), data[len(data)/2:]...)
	})
	if e := v.run(how{}); !v.changes {
		v.fails(e)
	}
	if info, err := os.Stat(v.in); err == nil && info.IsDir() {
		return
	}
	other := filepath.Join(v.folder, "in", "folder"+v.suffix)
	if err := os.Mkdir(other, 0o755); err != nil {
		v.Fatal(err)
	}
	v.fails(v.run(how{in: other}))
}

func (v *victim) empty() {
	v.each(func(string, []byte) []byte { return nil })
	if e := v.run(how{}); !v.changes {
		v.fails(e)
	}
}

func (v *victim) missing() {
	for _, in := range []string{filepath.Join(v.folder, "in", "nosuch"+v.suffix), filepath.Join(v.in, "below"+v.suffix)} {
		if v.inside {
			continue // a process is in no such directory
		}
		v.fails(v.run(how{in: in}))
	}
}
