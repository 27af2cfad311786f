// Command instrument measures what mpitimer build costs: how much slower programs run whose functions are
// timed by the default rule, and how much longer their build takes. The programs are our shallow-water
// example and three well-kept modules of others, with their own benchmarks: a compressor, a parser and a
// matrix library. It prints a line per figure:
//
//		figure NAME VALUE UNIT limit <=X
//
//	  - instrument/slowdown-…: by how much longer a benchmark takes, in percent: of each benchmark the fastest
//	    run of several with and without, in turns, since what disturbs a run makes it slower; over the
//	    benchmarks of a program the geometric mean. The timers run meanwhile. Pairs of runs of the same
//	    program, printed beside it, show what is noise.
//	  - instrument/untimed-…: which share of a run of programs that nobody prepared is in functions without a timer that
//	    could have one, by the default choice and by that of -auto; of these programs the slowdown is by the processor's
//	    time, in the median of runs side by side.
//	  - instrument/samples: what it takes of the processor's time to look inside regions, in these programs.
//	  - instrument/first-use: how long the first build with -mpi takes.
//	  - instrument/build-…: how many times as long the build of the whole module takes after all of its
//	    files have changed, with everything else compiled before; the copy of the timers, too, which is
//	    compiled once on a machine.
//
// Modules come from the Go proxy, or the module cache; one that cannot be had is left out, with a word.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

var (
	rounds = flag.Int("rounds", 7, "runs of each benchmark, with and without")
	only   = flag.String("only", "", "one program alone, or unprepared, or first-use")
)

// subject is a program.
type subject struct {
	name    string
	module  string // blank for the example
	folder  string // of the package with the benchmarks
	pattern string
	times   string // -test.benchtime
}

var subjects = []subject{
	{name: "shallow-water", folder: "examples/shallowwater"},
	{"compressor", "github.com/klauspost/compress@v1.20.3", "zstd", "^BenchmarkEncoder_EncodeAll(XML|HTML|Twain|Simple)$", "300ms"},
	{"parser", "golang.org/x/net@v0.62.0", "html", "^Benchmark(Parser|HighLevelTokenizer|LowLevelTokenizer)$", "300ms"},
	{"matrix", "gonum.org/v1/gonum@v0.17.0", "mat", "^Benchmark(MulDense100Half|DenseExp100|CholeskyInverseTo|DensePow100_5)$", "300ms"},
}

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	work, err := os.MkdirTemp("", "instrument-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	command := filepath.Join(work, "mpitimer")
	if _, err := output("", "go", "build", "-o", command, "./cmd/mpitimer"); err != nil {
		return err
	}
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	b := bench{work: work, root: root, command: command}
	for name, part := range map[string]func() error{"unprepared": b.unpreparedPrograms, "first-use": b.firstUse} {
		if *only != "" && name != *only {
			continue
		}
		if err := part(); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	for _, s := range subjects {
		if *only != "" && s.name != *only {
			continue
		}
		if err := b.measure(s); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return nil
}

type bench struct{ work, root, command string }

func (b *bench) measure(s subject) error {
	if s.module == "" {
		return b.example(s)
	}
	source, err := download(s.module)
	if err != nil {
		fmt.Printf("%s is left out: %v\n", s.module, err)
		return nil
	}
	folder := filepath.Join(b.work, s.name)
	if err := copyModule(folder, source); err != nil {
		return err
	}
	plain, timed := filepath.Join(b.work, s.name+".plain"), filepath.Join(b.work, s.name+".timed")
	at := filepath.Join(folder, s.folder)
	if _, err := output(at, "go", "test", "-c", "-o", plain, "."); err != nil {
		return err
	}
	if _, err := output(at, b.command, "test", "--", "-c", "-o", timed, "."); err != nil {
		return err
	}
	if err := b.compare(s, func(program string) (map[string]float64, error) {
		return benchmarks(at, program, s.pattern, s.times)
	}, plain, timed); err != nil {
		return err
	}
	return b.build(s, source, "./...")
}

// example runs our example in one process, of two ranks.
func (b *bench) example(s subject) error {
	plain, timed := filepath.Join(b.work, "example.plain"), filepath.Join(b.work, "example.timed")
	at := filepath.Join(b.root, s.folder)
	if _, err := output(at, "go", "build", "-o", plain, "."); err != nil {
		return err
	}
	if _, err := output(at, b.command, "build", "--", "-o", timed, "."); err != nil {
		return err
	}
	wall := regexp.MustCompile(`wall time ([0-9.]+) (m?s)`)
	err := b.compare(s, func(program string) (map[string]float64, error) {
		out, err := output(b.work, program, "-ranks", "2", "-steps", "200", "-out", filepath.Join(b.work, "out"))
		if err != nil {
			return nil, err
		}
		m := wall.FindStringSubmatch(out)
		if len(m) < 3 || m[1] == "" {
			return nil, fmt.Errorf("no wall time in its report:\n%s", out)
		}
		v, err := strconv.ParseFloat(m[1], 64)
		if m[2] == "ms" {
			v /= 1000
		}
		return map[string]float64{"run": v}, err
	}, plain, timed)
	if err != nil {
		return err
	}
	return b.build(s, b.root, "./examples/shallowwater")
}

// compare runs both programs in turns and prints by how much the second is slower.
func (b *bench) compare(s subject, run func(program string) (map[string]float64, error), plain, timed string) error {
	var runs [3]map[string][]float64 // plain, timed, plain again
	for i := range runs {
		runs[i] = make(map[string][]float64)
	}
	for range *rounds {
		for i, program := range []string{plain, timed, plain} {
			took, err := run(program)
			if err != nil {
				return err
			}
			for name, v := range took {
				runs[i][name] = append(runs[i][name], v)
			}
		}
	}
	var slower, alike []float64
	for name, values := range runs[0] {
		before, after, again := slices.Min(values), slices.Min(runs[1][name]), slices.Min(runs[2][name])
		best := min(before, again)
		fmt.Printf("%s %s: %+.2f %%, two runs alike %+.2f %%\n", s.name, name, 100*(after/best-1), 100*(before/again-1))
		slower, alike = append(slower, after/best), append(alike, before/again)
	}
	if len(slower) == 0 {
		return fmt.Errorf("no benchmark ran")
	}
	fmt.Printf("%s: two runs alike differ by %+.2f %%\n", s.name, 100*(mean(alike)-1))
	fmt.Printf("figure instrument/slowdown-%s %.2f %% limit <=3\n", s.name, 100*(mean(slower)-1))
	return nil
}

// mean returns the geometric mean.
func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += math.Log(v)
	}
	return math.Exp(sum / float64(len(values)))
}

// build compares how long builds of fresh copies of the module take.
func (b *bench) build(s subject, source, packages string) error {
	var took [2][]float64
	for round := range 4 {
		for i := range took {
			folder := filepath.Join(b.work, fmt.Sprintf("%s-build-%d-%d", s.name, round, i))
			if err := copyModule(folder, source); err != nil {
				return err
			}
			command := []string{"go", "build", packages}
			if i == 1 {
				command = []string{b.command, "build", "--", packages}
			}
			begin := time.Now()
			if _, err := output(folder, command...); err != nil {
				return err
			}
			if round > 0 { // the first fills the cache
				took[i] = append(took[i], time.Since(begin).Seconds())
			}
			if err := os.RemoveAll(folder); err != nil {
				return err
			}
		}
	}
	plain, timed := slices.Min(took[0]), slices.Min(took[1])
	fmt.Printf("%s: built in %.2f s, instrumented in %.2f s\n", s.name, plain, timed)
	fmt.Printf("figure instrument/build-%s %.2f x limit <=1.5\n", s.name, timed/plain)
	return nil
}

var result = regexp.MustCompile(`(?m)^(Benchmark\S+)\s+\d+\s+([0-9.]+) ns/op`)

// benchmarks runs benchmarks and returns their times in nanoseconds.
func benchmarks(folder, program, pattern, times string) (map[string]float64, error) {
	out, err := output(folder, program, "-test.run", "^$", "-test.bench", pattern, "-test.benchtime", times, "-test.cpu", "1")
	if err != nil {
		return nil, err
	}
	took := make(map[string]float64)
	for _, m := range result.FindAllStringSubmatch(out, -1) {
		if took[m[1]], err = strconv.ParseFloat(m[2], 64); err != nil {
			return nil, err
		}
	}
	return took, nil
}

// download returns the directory of a module.
func download(module string) (string, error) {
	out, err := output(os.TempDir(), "go", "mod", "download", "-json", module)
	if err != nil {
		return "", err
	}
	var m struct{ Dir string }
	if err := json.Unmarshal([]byte(out), &m); err != nil {
		return "", err
	}
	return m.Dir, nil
}

// copyModule makes a writable copy of a module. The go command has no part of it in its cache, which
// identifies packages by their directories.
func copyModule(to, from string) error {
	files, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, f := range files {
		if name := f.Name(); strings.HasPrefix(name, ".") || name == "bench" || name == "demo" {
			continue
		}
		if err := os.MkdirAll(to, 0o777); err != nil {
			return err
		}
		if _, err := output("", "cp", "-r", "--no-preserve=mode", filepath.Join(from, f.Name()), to); err != nil {
			return err
		}
	}
	return nil
}

// output runs a command and returns what it printed.
func output(folder string, command ...string) (string, error) {
	c := exec.Command(command[0], command[1:]...)
	c.Dir = folder
	c.Env = append(os.Environ(), "MPITIMER_REPORT=off")
	out, err := c.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", strings.Join(command, " "), err, out)
	}
	return string(out), nil
}
