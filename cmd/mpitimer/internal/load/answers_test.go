package load

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-hpc/timers/gptlcompat"
	"github.com/go-hpc/timers/gptlcompat/upstream"
	"github.com/go-hpc/timers/internal/race"
	"github.com/go-hpc/timers/scripts/answers/campaign"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
	"github.com/go-hpc/timers/stats/geopm"
)

// Files of other programs do not say what of a rank's time was useful: of made-up runs that are read from them less is said, and
// nothing that is not so.
func TestAnswersFromForeignFiles(t *testing.T) {
	seeds := uint64(400)
	switch {
	case testing.Short() && race.Enabled: // ten times as slow
		seeds = 20
	case testing.Short():
		seeds = 60
	}
	for form, write := range map[string]func(dir string, list []*stats.Profile) error{
		"E3SM stats": func(dir string, list []*stats.Profile) error {
			return writeSummary(dir, "model_timing_stats", list, func(w io.Writer, s *stats.Summary) error {
				return gptlcompat.WriteGlobal(w, s, gptlcompat.GlobalOptions{})
			})
		},
		"GPTL 8 summary": func(dir string, list []*stats.Profile) error {
			return writeSummary(dir, "timing.summary", list, func(w io.Writer, s *stats.Summary) error {
				return upstream.WriteTimingSummary(w, s, upstream.TimingSummaryOptions{})
			})
		},
		"E3SM ranks": func(dir string, list []*stats.Profile) error {
			for _, p := range list {
				if err := writeFile(dir, fmt.Sprint("model_timing.", p.Rank), func(w io.Writer) error {
					return gptlcompat.WriteRank(w, p, gptlcompat.RankOptions{Method: gptlcompat.CallPath})
				}); err != nil {
					return err
				}
			}
			return nil
		},
		"GPTL 8 processes": func(dir string, list []*stats.Profile) error {
			for _, p := range list {
				if err := writeFile(dir, upstream.TimingName(p.Rank), func(w io.Writer) error {
					return upstream.WriteTiming(w, p, upstream.TimingOptions{})
				}); err != nil {
					return err
				}
			}
			return nil
		},
		"GEOPM report": func(dir string, list []*stats.Profile) error {
			report := &geopm.Report{Version: "3.1.0", Start: "today", Profile: "model", Agent: "monitor", Policy: "{}"}
			for _, p := range list {
				h, err := geopm.Build(geopm.Input{Name: p.Host, Profiles: []*stats.Profile{p}})
				if err != nil {
					return err
				}
				h.Name = fmt.Sprint("node", p.Rank)
				report.Hosts = append(report.Hosts, h)
			}
			return writeFile(dir, "geopm.report", func(w io.Writer) error { return geopm.Write(w, report) })
		},
	} {
		t.Run(form, func(t *testing.T) {
			var c campaign.Report
			for seed := range seeds {
				err := c.AddRead(4_000_000+seed, func(list []*stats.Profile) (*stats.Summary, error) {
					dir := t.TempDir()
					if err := write(dir, list); err != nil {
						return nil, err
					}
					run, err := Files([]string{dir})
					if err != nil {
						return nil, err
					}
					return run.Summary, nil
				}, answers.Find)
				if err != nil {
					t.Fatal(err)
				}
			}
			var b bytes.Buffer
			if c.False() > campaign.MaxFalse {
				_ = c.Write(&b)
				t.Errorf("%s", b.Bytes())
			}
			t.Logf("%.1f %% false, %.1f %% not known", c.False(), c.Unknown())
		})
	}
}

func writeSummary(dir, name string, list []*stats.Profile, write func(w io.Writer, s *stats.Summary) error) error {
	named := make([]*stats.Profile, len(list))
	for i, p := range list {
		named[i] = gptlcompat.ByName(p)
	}
	s, err := stats.Merge(named)
	if err != nil {
		return err
	}
	return writeFile(dir, name, func(w io.Writer) error { return write(w, s) })
}

func writeFile(dir, name string, write func(w io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, name), b.Bytes(), 0o600)
}
