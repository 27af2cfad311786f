package gptl

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/go-hpc/timers/mpitimer/internal/engine"
)

// MemUsage returns the largest resident set that the process has had so far, in MB (of 2²⁰ bytes).
func MemUsage() (megabytes float64, err error) {
	l := current()
	if megabytes, err = peakMemory(); err != nil {
		return 0, l.fail("MemUsage: %w", err)
	}
	return megabytes, nil
}

// PrintMemUsage writes a line with the text and what MemUsage returns to standard output.
func PrintMemUsage(text string) error {
	megabytes, err := MemUsage()
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(standardOutput, "GPTLprint_memusage: %s rss=%f MB\n", text, megabytes); err != nil {
		return current().fail("PrintMemUsage: %w", err)
	}
	return nil
}

// ProcessSize returns the current virtual memory of the process and the resident part of it, in MB (of 2²⁰
// bytes). It is read from /proc/self/statm; on systems without that file the error is ErrUnsupported.
func ProcessSize() (size, resident float64, err error) {
	if size, resident, err = readProcessSize(); err != nil {
		return 0, 0, current().fail("ProcessSize: %w", err)
	}
	return size, resident, nil
}

func readProcessSize() (size, resident float64, err error) {
	text, err := readProc("/proc/self/statm")
	if err != nil {
		return 0, 0, err
	}
	return parseStatm(text, os.Getpagesize())
}

// parseStatm reads the first two numbers, which are pages.
func parseStatm(text []byte, page int) (size, resident float64, err error) {
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return 0, 0, fmt.Errorf("/proc/self/statm: %d numbers, expected at least 2", len(fields))
	}
	for i, into := range []*float64{&size, &resident} {
		pages, err := strconv.ParseUint(fields[i], 10, 64)
		if err != nil {
			return 0, 0, fmt.Errorf("/proc/self/statm: %q, expected a number of pages", fields[i])
		}
		*into = float64(pages) * float64(page) / (1 << 20)
	}
	return size, resident, nil
}

// readProc reads a file that only some systems have.
func readProc(name string) ([]byte, error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: there is no %s", ErrUnsupported, name)
	}
	return text, err
}

// Usage returns the memory of the process in KB (of 2¹⁰ bytes), as GPTLget_memusage of E3SM's fork does.
type Usage struct {
	Size      int64 // peak of the resident set (VmHWM)
	Resident  int64 // resident set (VmRSS)
	Shared    int64 // of that, pages of files (RssFile)
	Text      int64 // code (VmExe)
	DataStack int64 // data and stack (VmData)
}

// ProcessUsage reads /proc/self/status; on systems without that file the error is ErrUnsupported.
func ProcessUsage() (Usage, error) {
	text, err := readProc("/proc/self/status")
	if err == nil {
		var u Usage
		if u, err = parseStatus(text); err == nil {
			return u, nil
		}
	}
	return Usage{}, current().fail("ProcessUsage: %w", err)
}

func parseStatus(text []byte) (u Usage, err error) {
	wanted := map[string]*int64{
		"VmHWM": &u.Size, "VmRSS": &u.Resident, "RssFile": &u.Shared, "VmExe": &u.Text, "VmData": &u.DataStack,
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		key, value, _ := strings.Cut(lines.Text(), ":")
		into := wanted[key]
		if into == nil {
			continue
		}
		delete(wanted, key)
		number, unit, _ := strings.Cut(strings.TrimSpace(value), " ")
		if *into, err = strconv.ParseInt(number, 10, 64); err != nil || unit != "kB" {
			return Usage{}, fmt.Errorf("/proc/self/status: %q, expected a number of kB", lines.Text())
		}
	}
	if len(wanted) > 0 {
		return Usage{}, fmt.Errorf("/proc/self/status: %d of 5 lines are missing", len(wanted))
	}
	return u, nil
}

// growth is the log of growing memory.
type growth struct {
	mu   sync.Mutex
	peak float64 // MB, at the last line
	file bool    // it was begun
}

// checkMemory writes a line if the memory has grown since the last one, with the option DoprMemUsage
// and on thread 0.
func (l *library) checkMemory(when, name string) {
	if !l.isOn(DoprMemUsage) || l.isDisabled() || !engine.Of(l.timers).OnMain() {
		return
	}
	if peak, err := peakMemory(); err == nil {
		l.noteMemory(when, name, peak)
	}
}

func (l *library) noteMemory(when, name string, peak float64) {
	g := &l.growth
	g.mu.Lock()
	defer g.mu.Unlock()
	if peak <= g.peak*(1+float64(l.option(MemGrowth))/100) {
		return
	}
	g.peak = peak
	write := engine.Of(l.timers).Owner.AppendFile
	switch {
	case l.alone(): // GPTL has a file only with MPI
		write = func(_ string, write func(io.Writer) error) error { return write(standardError) }
	case !g.file:
		write, g.file = l.timers.WriteFile, true
	}
	file := fmt.Sprintf("procsiz.%06d", l.rank())
	err := write(file, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "%s %s RSS grew to %8.2f MB\n", when, name, peak)
		return err
	})
	if err != nil { // a start has no way to tell
		_ = l.warn("%s: %w", file, err)
	}
}
