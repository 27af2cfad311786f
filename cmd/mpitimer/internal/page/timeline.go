package page

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/cli"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/export/page"
	"github.com/go-hpc/timers/stats/export/page/lanes"
)

// interval is the one of --detail.
func (o *options) interval(c *cobra.Command) (part lanes.Options, err error) {
	if o.detail == "" {
		return part, nil
	}
	from, to, is := strings.Cut(o.detail, "-")
	first, err := time.ParseDuration(from)
	last, wrong := time.ParseDuration(to)
	if err = errors.Join(err, wrong); !is || err != nil || first < 0 || last <= first {
		return part, cli.Usagef("--detail %q: expected an interval such as 10s-12.5s; see %s --help", o.detail, c.CommandPath())
	}
	part.From, part.To = first.Nanoseconds(), last.Nanoseconds()
	return part, nil
}

// runOver is the run of a timeline alone: what its traces say of each rank.
func runOver(t *lanes.Timeline) (page.Run, error) {
	if len(t.Profiles) == 0 {
		return page.Run{}, fmt.Errorf("%s: has statistics but no traces; name a run beside it", t.Name)
	}
	s, err := stats.Merge(t.Profiles)
	if err != nil {
		return page.Run{}, err
	}
	return page.Run{Name: t.Name, Form: "event traces", Summary: s, Profiles: slices.Values(t.Profiles)}, nil
}
