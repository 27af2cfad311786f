// Command deviceproof shows on a machine with a device of NVIDIA that what the tests know from stand-ins is so. That machine
// needs CUDA's nvcc and gcc, and neither Go nor a network:
//
//	deviceproof build DIRECTORY   where Go is: the tests with the tag device, the example, the commands and this one
//	DIRECTORY/deviceproof         on the machine: compiles what a program does on a device, and runs each test in a process
//	                              of its own; -report writes what they say to a file as well
//
// It ends with status 1 if anything fails.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/go-hpc/timers/internal/cudawork"
)

func main() {
	report := flag.String("report", "", "`file` for all that is said")
	only := flag.String("run", "", "`pattern` of the tests that are run")
	flag.Parse()
	var err error
	switch {
	case flag.Arg(0) == "build" && flag.NArg() == 2:
		err = build(flag.Arg(1))
	case flag.NArg() == 0:
		err = prove(*report, *only)
	default:
		err = errors.New("usage: deviceproof build DIRECTORY, or deviceproof [-report FILE] [-run PATTERN]")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "deviceproof:", err)
		os.Exit(1)
	}
}

// tested are the packages whose tests need a device, in the order in which they are run.
var tested = []string{"mpitimer/device", "mpitimer/ranges/nvtx", "mpitimer/device/kernels", "stats/signal/nvml", "examples/shallowwater/gpu"}

const source = "work.cu" // of package cudawork

// build makes all that the machine needs.
func build(folder string) error {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join("internal", "cudawork", source))
	if err != nil {
		return fmt.Errorf("%w: run this in the project's root", err)
	}
	if err := os.WriteFile(filepath.Join(folder, source), text, 0o666); err != nil {
		return err
	}
	small := []string{"-trimpath", "-ldflags=-s -w"}
	for _, path := range tested {
		if err := run("go", append(append([]string{"test", "-c", "-tags=device", "-o", filepath.Join(folder, filepath.Base(path)+".test")}, small...), "./"+path)...); err != nil {
			return err
		}
	}
	for _, path := range []string{"examples/shallowwater", "scripts/deviceproof"} {
		if err := run("go", append(append([]string{"build", "-o", folder}, small...), "./"+path)...); err != nil {
			return err
		}
	}
	return nil
}

func run(name string, arguments ...string) error {
	c := exec.Command(name, arguments...)
	c.Stdout, c.Stderr = os.Stderr, os.Stderr
	return c.Run()
}

// proof is what is known on the machine.
type proof struct {
	folder      string
	out         io.Writer
	environment []string
	failed      []string
}

func prove(report, only string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	p := &proof{folder: filepath.Dir(self), out: os.Stdout}
	if report != "" {
		f, err := os.Create(report)
		if err != nil {
			return err
		}
		defer f.Close()
		p.out = io.MultiWriter(os.Stdout, f)
	}
	pattern, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	p.say("nvidia-smi", "--query-gpu=name,driver_version,memory.total,mig.mode.current,compute_mode", "--format=csv")
	p.say("uname", "-srm")
	p.say("nvcc", "--version")
	if err := p.prepare(); err != nil {
		return err
	}
	for _, path := range tested {
		p.tests(filepath.Join(p.folder, filepath.Base(path)+".test"), pattern)
	}
	if pattern.MatchString("Example") {
		p.example()
	}
	if len(p.failed) > 0 {
		return fmt.Errorf("%d failed: %s", len(p.failed), strings.Join(p.failed, ", "))
	}
	fmt.Fprintln(p.out, "all is as it should be")
	return nil
}

// say shows what a command says.
func (p *proof) say(name string, arguments ...string) {
	out, err := exec.Command(name, arguments...).CombinedOutput()
	fmt.Fprintf(p.out, "$ %s %s\n%s", name, strings.Join(arguments, " "), out)
	if err != nil {
		fmt.Fprintln(p.out, err)
	}
}

// prepare finds CUDA, and compiles what the tests do on the device.
func (p *proof) prepare() error {
	nvcc, err := exec.LookPath("nvcc")
	if err != nil {
		nvcc = "/usr/local/cuda/bin/nvcc"
	}
	if resolved, err := filepath.EvalSymlinks(nvcc); err == nil {
		nvcc = resolved
	}
	root := filepath.Dir(filepath.Dir(nvcc))
	include, libraries := folders(root, "cupti_activity.h", "cuda.h"), folders(root, "libcupti.so*")
	fmt.Fprintf(p.out, "CUDA in %s, headers in %v, CUPTI in %v\n", root, include, libraries)
	work := filepath.Join(p.folder, "libwork.so")
	begin := time.Now()
	arguments := []string{"-O2", "-arch=native", "-shared", "-Xcompiler", "-fPIC", "-o", work, filepath.Join(p.folder, source), "-lcuda"}
	if out, err := exec.Command(nvcc, arguments...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", nvcc, err, out)
	}
	fmt.Fprintf(p.out, "compiled within %.1f s\n", time.Since(begin).Seconds())
	p.environment = append(os.Environ(), cudawork.Library+"="+work, cudawork.Include+"="+strings.Join(include, " "),
		"LD_LIBRARY_PATH="+strings.Join(append(libraries, os.Getenv("LD_LIBRARY_PATH")), ":"))
	return nil
}

// folders are those below a root, or below the places of Python's packages, that have files of such names.
func folders(root string, names ...string) (list []string) {
	for _, each := range []string{root + "/include", root + "/lib64", root + "/extras/CUPTI/include", root + "/extras/CUPTI/lib64", root + "/targets/x86_64-linux/include",
		root + "/targets/x86_64-linux/lib", root + "/lib", "/usr/include", "/usr/lib/x86_64-linux-gnu"} {
		for _, name := range names {
			if found, _ := filepath.Glob(filepath.Join(each, name)); len(found) > 0 && !slices.Contains(list, each) {
				list = append(list, each)
			}
		}
	}
	return list
}

// tests runs those of a package that need a device, each in a process of its own.
func (p *proof) tests(binary string, pattern *regexp.Regexp) {
	out, err := exec.Command(binary, "-test.list", "^TestDevice").Output()
	if err != nil {
		p.failed = append(p.failed, binary)
		fmt.Fprintln(p.out, err)
	}
	for _, name := range strings.Fields(string(out)) {
		if name != "TestDeviceChild" && name != "TestDevice" && pattern.MatchString(name) {
			p.step(filepath.Base(binary)+" "+name, binary, "-test.run=^"+name+"$", "-test.v", "-test.timeout=60s")
		}
	}
}

// step runs a command, for two minutes at most, and returns what it says.
func (p *proof) step(title, name string, arguments ...string) string {
	limited, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	begin := time.Now()
	c := exec.CommandContext(limited, name, arguments...)
	c.Env, c.Dir = p.environment, p.folder
	out, err := c.CombinedOutput()
	verdict := "ok"
	if err != nil || bytes.Contains(out, []byte("--- SKIP")) {
		verdict = fmt.Sprintf("FAILED (%v)", err)
		p.failed = append(p.failed, title)
	}
	fmt.Fprintf(p.out, "=== %s %.1f s: %s\n%s", verdict, time.Since(begin).Seconds(), title, out)
	return string(out)
}

var checksum = regexp.MustCompile(`checksum[^\n]*`)

// example runs the solver on the host and on the device: the checksums are the same.
func (p *proof) example() {
	var sums [2]string
	for i, where := range []string{"host", "gpu"} {
		folder := filepath.Join(p.folder, "example-"+where)
		sums[i] = checksum.FindString(p.step("Example on "+where, filepath.Join(p.folder, "shallowwater"), "-ranks", "2", "-device", where, "-out", folder))
	}
	if sums[0] == "" || sums[0] != sums[1] {
		p.failed = append(p.failed, "Example")
		fmt.Fprintf(p.out, "the checksums differ: %q, %q\n", sums[0], sums[1])
	}
}
