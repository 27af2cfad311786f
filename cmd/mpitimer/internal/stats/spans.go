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

// readSpans reads the times of regions out of several files.
func readSpans(c *cobra.Command, names []string) ([]tacc.Span, error) {
	var all []tacc.Span
	for _, name := range names {
		var spans []tacc.Span
		err := unpack(c, name, func(r io.Reader) (err error) {
			if strings.HasSuffix(name, ".trc") {
				spans, err = traceSpans(r, hostOf(name))
			} else {
				spans, err = tacc.ReadSpans(r)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		all = append(all, spans...)
	}
	return all, nil
}

// traceSpans takes the states of a trace. One that has been cut has those before the cut.
func traceSpans(r io.Reader, host string) ([]tacc.Span, error) {
	t, err := trace.NewReader(r, hdtrace.ReadOptions{Tolerant: true})
	if err != nil {
		return nil, err
	}
	var spans []tacc.Span
	for record, err := range t.Records() {
		if err != nil {
			return nil, err
		}
		if record.Kind == trace.State {
			spans = append(spans, tacc.Span{Region: record.Name, Start: int64(record.Start), End: int64(record.End), Host: host})
		}
	}
	return spans, nil
}

// hostOf is the host in the name of a trace, PROJECT_HOST_RANK_THREAD.trc; "" of other names, whose states
// are looked for on all hosts.
func hostOf(name string) string {
	parts := strings.Split(strings.TrimSuffix(filepath.Base(name), ".trc"), "_")
	if len(parts) < 4 {
		return ""
	}
	return parts[len(parts)-3]
}
