package job

import (
	"strings"

	"github.com/go-hpc/timers/cmd/mpitimer/internal/sheet"
	"github.com/go-hpc/timers/mpitimer/ranktable"
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
)

// FindingLines says at most so many things that were found of the run so far, of several ranks.
func (m *Moment) FindingLines(page, most int) []string {
	if m.Summary == nil || m.Summary.Ranks < 2 || most == 0 {
		return nil
	}
	return sheet.Findings(m.Summary, m.Findings(), most, page, "mpitimer serve")
}

// Findings are what was found of the job so far.
func (m *Moment) Findings() []answers.Finding { return answers.Now(m.Summary, m.Steps, m.Polling()) }

// Polling is the ranks whose main programs poll, by region of the Summary.
func (m *Moment) Polling() (list []answers.Polling) {
	if m.Summary == nil {
		return nil
	}
	for _, g := range m.Groups() {
		key, polls := strings.CutSuffix(g.key, ranktable.Polling)
		if !polls || g.further {
			continue
		}
		for i := range m.Summary.Regions {
			if KeyOf(m.Summary, i) == key { // the quickest of them has polled for so long, the others for longer
				list = append(list, answers.Polling{Region: i, Ranks: len(g.Ranks), For: float64(g.least) * float64(len(g.Ranks))})
			}
		}
	}
	return list
}

// KeyOf is the Key of a region of a Summary.
func KeyOf(s *stats.Summary, i int) string {
	environment := ""
	if c := s.Regions[i].Environment; c > 0 {
		environment = s.Environments[c].Name
	}
	return Key(s.Path(i), environment)
}
