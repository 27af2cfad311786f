package tacc

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-hpc/timers/internal/packed"
)

// measured is the file of a real node with 128 processors; where that is not there, one of the same form and size.
func measured() []byte {
	if b, err := os.ReadFile(filepath.Join(shared, stampede2026)); err == nil {
		return b
	}
	return made()
}

func BenchmarkRead(b *testing.B) {
	text := measured()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if d, err := Read(bytes.NewReader(text)); err != nil || d.FaultTotal() > 0 {
			b.Fatal(err, d.FaultTotal())
		}
	}
}

// What unpacking alone takes is a figure to hold "read" against, and so is that of unpacking beside reading as much that is
// not packed, with nothing handed over: two processors that share a core slow each other.
func BenchmarkReadGzip(b *testing.B) {
	text := bytes.Repeat(measured(), 20)
	var file bytes.Buffer
	z := gzip.NewWriter(&file)
	_, err := z.Write(text)
	if err := errors.Join(err, z.Close()); err != nil {
		b.Fatal(err)
	}
	unpack := func() error {
		u, err := packed.NewReader(bytes.NewReader(file.Bytes()), nil)
		if err == nil {
			_, err = io.Copy(io.Discard, u)
		}
		return err
	}
	read := func(text []byte) error {
		_, err := Read(bytes.NewReader(text))
		return err
	}
	for _, c := range []struct {
		name string
		work func() error
	}{
		{"unpack", unpack},
		{"read", func() error { return read(file.Bytes()) }},
		{"beside", func() error {
			other := make(chan error, 1)
			go func() { other <- read(text) }()
			return errors.Join(unpack(), <-other)
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if err := c.work(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
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
