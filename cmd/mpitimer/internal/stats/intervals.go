package stats

import (
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/stats/hdtrace"
	"github.com/go-hpc/timers/stats/hdtrace/trace"
	"github.com/go-hpc/timers/stats/tacc"
)

// readIntervals reads the times of regions out of several files.
func readIntervals(c *cobra.Command, names []string) ([]tacc.Interval, error) {
	var all []tacc.Interval
	for _, name := range names {
		var intervals []tacc.Interval
		err := unpack(c, name, func(r io.Reader) (err error) {
			if strings.HasSuffix(name, hdtrace.ExtTrace) {
				intervals, err = traceIntervals(r, hostOf(name))
			} else {
				intervals, err = tacc.ReadIntervals(r)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		all = append(all, intervals...)
	}
	return all, nil
}

// traceIntervals takes the states of a trace. One that has been cut has those before the cut.
func traceIntervals(r io.Reader, host string) ([]tacc.Interval, error) {
	t, err := trace.NewReader(r, hdtrace.ReadOptions{Tolerant: true})
	if err != nil {
		return nil, err
	}
	var intervals []tacc.Interval
	for record, err := range t.Records() {
		if err != nil {
			return nil, err
		}
		if record.Kind == trace.State {
			intervals = append(intervals, tacc.Interval{Region: record.Name, Start: int64(record.Start), End: int64(record.End), Host: host})
		}
	}
	return intervals, nil
}

// hostOf returns the host in the name of a trace, PROJECT_HOST_RANK_THREAD.trc, or "" for other names, whose
// states are searched for on all hosts.
func hostOf(name string) string {
	parts := strings.Split(strings.TrimSuffix(filepath.Base(name), hdtrace.ExtTrace), "_")
	if len(parts) < 4 {
		return ""
	}
	return parts[len(parts)-3]
}
