//go:build unix

// Command tacc measures how fast a raw stats file is read, and prints
//
//	figure tacc/parse VALUE MB/s limit >=200
//	figure tacc/gzip VALUE x limit >=0.95
//	figure tacc/gzip-floor VALUE x
//
// The file is a real one from a node with 128 processors; if that is missing, one of the same form and size is made.
// -file names another. The first figure is the median of rounds of some tens of milliseconds of processor time, on
// one processor, including all that reading allocates and its collection. The second is how fast a gzip of many such
// files is read, as a multiple of how fast it is only unpacked, on all processors: both in turns, and the lower
// quartile of each, since a neighbour makes a turn slower and never faster. The third is the same where the text is
// unpacked and read side by side without handing anything over: two processors that share a core slow each other.
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"syscall"
	"time"

	"github.com/go-hpc/timers/internal/packed"
	"github.com/go-hpc/timers/stats/tacc"
)

var (
	name   = flag.String("file", "../shared/data/tacc/stampede3-2026/HPCPerfStatsdDataSample", "the file that is read")
	rounds = flag.Int("rounds", 41, "how often it is measured")
)

// perRound is how often the file is read in a round.
const perRound = 40

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	text, err := os.ReadFile(*name)
	what := *name
	if err != nil {
		text, what = made(), "a file made for it, since there is none of a real node"
	}
	rows := 0
	runtime.GOMAXPROCS(1)
	var speeds []float64
	for range *rounds {
		runtime.GC()
		start := processor()
		for range perRound {
			d, err := tacc.Read(bytes.NewReader(text))
			if err != nil {
				return err
			}
			if d.FaultTotal() > 0 {
				return fmt.Errorf("faults: %v", d.Faults[0])
			}
			rows = 0
			for _, t := range d.Tables {
				rows += t.Rows()
			}
		}
		speeds = append(speeds, float64(len(text))*perRound/(processor()-start).Seconds()/1e6)
	}
	slices.Sort(speeds)
	apart, floor, err := gzipped(text)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d bytes, %d rows; from %.0f to %.0f MB/s\n", what, len(text), rows, speeds[0], speeds[len(speeds)-1])
	fmt.Printf("figure tacc/parse %.0f MB/s limit >=200\n", speeds[len(speeds)/2])
	fmt.Printf("figure tacc/gzip %.2f x limit >=0.95\n", apart)
	fmt.Printf("figure tacc/gzip-floor %.2f x\n", floor)
	return nil
}

// processor is the time that this process has had of processors.
func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// gzipped is the time that unpacking takes, as a multiple of that of reading what is unpacked, and of that of unpacking
// beside reading as much that is not packed.
func gzipped(text []byte) (reading, beside float64, err error) {
	runtime.GOMAXPROCS(runtime.NumCPU())
	var file bytes.Buffer
	z := gzip.NewWriter(&file)
	for range perRound {
		_, _ = z.Write(text) // into memory
	}
	if err := z.Close(); err != nil {
		return 0, 0, err
	}
	unpack := func() error {
		u, err := packed.NewReader(bytes.NewReader(file.Bytes()), nil)
		if err == nil {
			_, err = io.Copy(io.Discard, u)
		}
		return err
	}
	read := func() error {
		_, err := tacc.Read(bytes.NewReader(file.Bytes()))
		return err
	}
	plain := bytes.Repeat(text, perRound)
	both := func() error {
		other := make(chan error, 1)
		go func() {
			_, err := tacc.Read(bytes.NewReader(plain))
			other <- err
		}()
		return errors.Join(unpack(), <-other)
	}
	var times [3][]float64
	for range *rounds {
		for i, work := range []func() error{unpack, read, both} {
			start := time.Now()
			if err := work(); err != nil {
				return 0, 0, err
			}
			times[i] = append(times[i], time.Since(start).Seconds())
		}
	}
	for _, t := range times {
		slices.Sort(t)
	}
	quartile := *rounds / 4
	return times[0][quartile] / times[1][quartile], times[0][quartile] / times[2][quartile], nil
}

// made has as many lines of each kind as the real file, and numbers of about the same length.
func made() []byte {
	var b bytes.Buffer
	b.WriteString("$tacc_stats 2.3.5\n$hostname c1.example.org\n$uname Linux x86_64 5.14.0 #1 SMP\n$uptime 1728024\n" +
		"!cpu user,E,U=cs nice,E,U=cs system,E,U=cs idle,E,U=cs iowait,E,U=cs irq,E,U=cs softirq,E,U=cs\n" +
		"!numa numa_hit,E numa_miss,E numa_foreign,E interleave_hit,E local_node,E other_node,E\n" +
		"!proc Uid VmPeak,U=kB VmSize,U=kB VmLck,U=kB VmHWM,U=kB VmRSS,U=kB VmData,U=kB VmStk,U=kB VmExe,U=kB VmLib,U=kB VmPTE,U=kB VmSwap,U=kB Threads\n")
	for r := range 17 {
		fmt.Fprintf(&b, "\n%d.668509 2946877 c1.example.org\n", 1773864970+300*r)
		for i := range 128 {
			fmt.Fprintf(&b, "cpu %d %d %d %d %d %d %d %d\n", i, 1782420+977*i+3000*r, 573+i, 1054362+r, 169625696+i, 11810, 75091+r, 69629)
		}
		for i := range 32 {
			fmt.Fprintf(&b, "numa %d %d 0 0 %d %d %d\n", i, 1234567890+r, 4321, 1234500000+i, 67890)
		}
		for i := range 81 {
			fmt.Fprintf(&b, "proc python/%d/0-127/0-7 899638 %d 124087012 0 7330904 7330904 8464196 256 2368 1774608 18668 0 270\n", 1928482+i, 124477248+r)
		}
	}
	return b.Bytes()
}
