//go:build unix

// Command geopm measures how fast GEOPM's reports are read: that of a thousand hosts as GEOPM writes it now, and as
// GEOPM 1 did. It prints
//
//	figure geopm/read VALUE MB/s limit >=120
//	figure geopm/read-version-1 VALUE MB/s limit >=120
//
// Both are read by turns, on one processor, and the figure is the lower quartile of the time of the processor,
// garbage collection included: a neighbour makes a turn slower, never faster.
package main

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/go-hpc/timers/stats/geopm"
)

const (
	hosts = 1000
	turns = 30
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	runtime.GOMAXPROCS(1)
	jobs := []struct {
		name, text string
		times      []float64
	}{{name: "read", text: now()}, {name: "read-version-1", text: before()}}
	for range turns {
		for i := range jobs {
			j := &jobs[i]
			start := processor()
			r, err := geopm.Read(strings.NewReader(j.text))
			if err != nil {
				return fmt.Errorf("%s: %w", j.name, err)
			}
			if len(r.Hosts) != hosts {
				return fmt.Errorf("%s: %d hosts", j.name, len(r.Hosts))
			}
			j.times = append(j.times, (processor() - start).Seconds())
		}
	}
	for _, j := range jobs {
		slices.Sort(j.times)
		fmt.Printf("figure geopm/%s %.0f MB/s limit >=120\n", j.name, float64(len(j.text))/j.times[turns/4]/1e6)
	}
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

var values = []string{"runtime (s): %g", "count: %g", "sync-runtime (s): %g", "package-energy (J): %g", "dram-energy (J): %g",
	"power (W): %g", "frequency (%%): %g", "frequency (Hz): %g", "time-hint-network (s): %g"}

// now is a report in YAML.
func now() string {
	var b bytes.Buffer
	b.WriteString("GEOPM Version: 3.1.0\nStart Time: Thu May 30 14:38:17 2024\nProfile: model\nAgent: monitor\n\nHosts:\n")
	for host := range hosts {
		fmt.Fprintf(&b, "  node%04d:\n    Regions:\n", host)
		for region := range 8 {
			fmt.Fprintf(&b, "    -\n      region: \"solve-%d\"\n      hash: 0x%08x\n", region, 0x12345678+region)
			section(&b, "      ", host, region)
		}
		for _, totals := range []string{"Unmarked Totals", "Epoch Totals", "Application Totals"} {
			fmt.Fprintf(&b, "    %s:\n", totals)
			section(&b, "      ", host, 9)
		}
	}
	return b.String()
}

// before is a report of GEOPM 1.
func before() string {
	var b bytes.Buffer
	b.WriteString("##### geopm 1.1.0 #####\nStart Time: Thu May 30 14:38:17 2019\nProfile: model\nAgent: monitor\n")
	for host := range hosts {
		fmt.Fprintf(&b, "\nHost: node%04d\n", host)
		for region := range 8 {
			fmt.Fprintf(&b, "Region solve-%d (0x%016x):\n", region, 0x12345678+region)
			section(&b, "    ", host, region)
		}
		for _, totals := range []string{"Epoch Totals", "Application Totals"} {
			b.WriteString(totals + ":\n")
			section(&b, "    ", host, 9)
		}
	}
	return b.String()
}

func section(b *bytes.Buffer, indent string, host, region int) {
	for i, v := range values {
		fmt.Fprintf(b, indent+v+"\n", float64(1000*host+17*region)/float64(3+i))
	}
}
