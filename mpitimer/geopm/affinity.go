package geopm

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-hpc/timers/stats/signal"
)

// allowedCPUs lists the CPUs that the threads of this process may run on, with blanks between them; blank if nobody
// knows. It is that of all threads: a runtime may have bound its first one alone.
var allowedCPUs = func() string {
	files, _ := filepath.Glob("/proc/self/task/*/status") // the pattern is good
	allowed := make(map[int]bool)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // the thread has ended
		}
		for _, cpu := range allowedIn(string(text)) {
			allowed[cpu] = true
		}
	}
	var list []string
	for _, cpu := range slices.Sorted(maps.Keys(allowed)) {
		list = append(list, strconv.Itoa(cpu))
	}
	return strings.Join(list, " ")
}

// allowedIn reads the CPUs from the status of a thread.
func allowedIn(status string) []int {
	_, rest, _ := strings.Cut(status, "\nCpus_allowed_list:")
	line, _, _ := strings.Cut(rest, "\n")
	return signal.ParseCPUs(strings.TrimSpace(line))
}

// cpuLists reads what allowedCPUs wrote on each rank. A rank that does not know may run anywhere.
func cpuLists(texts [][]byte) [][]int {
	lists := make([][]int, len(texts))
	for i, text := range texts {
		for word := range strings.FieldsSeq(string(text)) {
			if cpu, err := strconv.Atoi(word); err == nil {
				lists[i] = append(lists[i], cpu)
			}
		}
	}
	return lists
}
