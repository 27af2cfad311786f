//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var figureLine = regexp.MustCompile(`(?m)^figure (\S+) (\S+) (\S+)(?: limit (<=|>=)(\S+))?$`)

// table lists the figures of a log, one a line, with whether they hold. A limit that is another than in limits is said to be none.
func table(log string, limits map[string]string) string {
	var b strings.Builder
	for _, m := range figureLine.FindAllStringSubmatch(log, -1) {
		name, value, unit, relation, limit := m[1], m[2], m[3], m[4], m[5]
		if relation == "" {
			fmt.Fprintf(&b, "%-44s %14s %s\n", name, value, unit)
			continue
		}
		said := "EXCEEDED"
		is, _ := strconv.ParseFloat(value, 64)
		most, _ := strconv.ParseFloat(limit, 64)
		if relation == "<=" && is <= most || relation == ">=" && is >= most {
			said = "holds"
		}
		if limits[name] != relation+limit {
			said += ", NOT THE LIMIT of scripts/limits.txt"
		}
		fmt.Fprintf(&b, "%-28s %10s %-8s %s %-8s %s\n", name, value, unit, relation, limit, said)
	}
	if b.Len() == 0 {
		return "no figures\n"
	}
	return b.String()
}

// finish shows the table and keeps it.
func (b *bench) finish() error {
	text, err := os.ReadFile("scripts/limits.txt")
	if err != nil {
		return err
	}
	limits := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); len(fields) >= 2 {
			limits[fields[0]] = fields[1]
		}
	}
	figures := table(b.log.String(), limits)
	fmt.Fprintf(b.out, "\n=== figures (limits are ratios or bounds; a busy machine may exceed them)\n%s", figures)
	if err := os.WriteFile(filepath.Join(folder, "log.txt"), b.log.Bytes(), 0o666); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "figures.txt"), []byte(figures), 0o666)
}

// measured are the values before a unit, of the lines of a benchmark whose name matches, in its order.
func measured(said, name, unit string) (list []float64) {
	matches := regexp.MustCompile("^Benchmark" + name + `(-\d+)?$`)
	for line := range strings.Lines(said) {
		fields := strings.Fields(line)
		if len(fields) == 0 || !matches.MatchString(fields[0]) {
			continue
		}
		if at := slices.Index(fields, unit); at > 0 {
			value, err := strconv.ParseFloat(fields[at-1], 64)
			if err == nil {
				list = append(list, value)
			}
		}
	}
	return list
}

func median(list []float64) float64 {
	if len(list) == 0 {
		return 0
	}
	list = slices.Sorted(slices.Values(list))
	return list[len(list)/2]
}

// rates measures benchmarks of a package on so many processors (0: all). A figure is the best of ten, since
// a neighbour makes a turn slower and never faster: of a unit over so many, or as a multiple of another benchmark.
func rates(pkg string, processors int, figures ...rate) func(*bench) error {
	return func(b *bench) error {
		args := []string{"test", pkg, "-run=^$", "-bench=" + figures[0].pattern, "-benchtime=100ms", "-count=10", "-benchmem"}
		if processors > 0 {
			args = append(args, fmt.Sprint("-cpu=", processors))
		}
		said, err := b.run(nil, "go", args...)
		for _, f := range figures {
			value := best(measured(said, f.name, f.unit), f.unit) / f.over
			if f.than != "" {
				value /= best(measured(said, f.than, f.unit), f.unit)
			}
			if value > 0 {
				b.figure(f.figure, value)
			}
		}
		return err
	}
}

func best(list []float64, unit string) float64 {
	switch {
	case len(list) == 0:
		return 0
	case unit == "MB/s":
		return slices.Max(list)
	}
	return slices.Min(list)
}

// rate is a figure made of a benchmark.
type rate struct {
	pattern, name, unit string
	over                float64
	than                string
	figure              string
}

// files are those of GPTL and E3SM: what a row costs to write, and how fast they are read.
func files() func(*bench) error {
	const rows = 1000
	var list []rate
	for _, name := range strings.Fields("rank rank-by-name stats stats-of-paths timing summary") {
		list = append(list, rate{"Write|Read", "Write/" + name, "ns/op", rows * 1e3, "", "gptl/" + name + "-row %.2f us limit <=2"},
			rate{"", "Write/" + name, "allocs/op", rows, "", "gptl/" + name + "-row-allocations %.2f x limit <=1"})
	}
	for _, f := range [][2]string{{"rank", " limit >=500"}, {"rank-by-name", ""}, {"stats", " limit >=500"}, {"floor", ""}} {
		list = append(list, rate{"", "Read/" + f[0], "MB/s", 1, "", "gptl/read-" + f[0] + " %.0f MB/s" + f[1]})
	}
	return rates("./gptlcompat", 1, list...)
}

// raw are files of TACC's monitor: how fast they are read, and packed ones as a multiple of how fast they are only unpacked.
func raw(b *bench) error {
	err := rates("./stats/tacc", 1, rate{"^BenchmarkRead$", "Read", "MB/s", 1, "", "tacc/parse %.0f MB/s limit >=200"})(b)
	return errors.Join(err, rates("./stats/tacc", 0,
		rate{"ReadGzip", "ReadGzip/read", "MB/s", 1, "ReadGzip/unpack", "tacc/gzip %.2f x limit >=0.95"},
		rate{"", "ReadGzip/beside", "MB/s", 1, "ReadGzip/unpack", "tacc/gzip-floor %.2f x"})(b))
}

// devices measures what a region on a GPU, and a kernel that is recorded, cost the host.
func devices(b *bench) error {
	regions, err := b.run(nil, "go", "test", "./mpitimer/device", "-run=^$", "-bench=Region", "-count=5")
	if err != nil {
		return err
	}
	b.figure("gpu/region-us %.2f µs limit <=3", median(measured(regions, "Region.*", "ns/op"))/1e3)
	loops, err := b.run(nil, "go", "test", "./mpitimer/device/kernels", "-run=^$", "-bench=Loop", "-benchtime=1x")
	if err != nil {
		return err
	}
	b.figure("gpu/loop %.1f %% limit <=3", median(measured(loops, "Loop.*", "%")))
	kernels, err := b.run(nil, "go", "test", "./mpitimer/device/kernels", "-run=^$", "-bench=Kernel", "-count=5")
	if err != nil {
		return err
	}
	more := measured(kernels, "Kernel/recorded.*", "ns/op")
	for i, without := range measured(kernels, "Kernel/without.*", "ns/op") {
		if i < len(more) {
			more[i] -= without
		}
	}
	b.figure("gpu/kernel-us %.2f µs limit <=2", median(more)/1e3)
	return nil
}

var cost = regexp.MustCompile(`(?m)^BenchmarkCost/([^/\s]+)/(\S+?)(?:-\d+)?\s.*?([0-9.]+) ratio`)

var timeOnly = regexp.MustCompile(`(?m)^BenchmarkTimeOnly/([^/\s]+?)(?:-\d+)?\s.*?([0-9.]+) ratio`)

// wrapped measures what recording adds to a call of MPI, as a multiple of two readings of the clock, for each MPI that is there.
func wrapped(b *bench) error {
	said, err := b.run(nil, "go", "test", "./mpitimer/mpiwrap", "-run=^$", "-bench=Cost|TimeOnly", "-benchtime=1x")
	for _, m := range cost.FindAllStringSubmatch(said, -1) {
		b.figure("mpi/%s-%s %s x limit <=1.3", m[2], m[1], m[3])
	}
	for _, m := range timeOnly.FindAllStringSubmatch(said, -1) {
		b.figure("mpi/time-only-%s %s x limit <=1", m[1], m[2])
	}
	return err
}
