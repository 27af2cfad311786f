package export

import (
	"github.com/go-hpc/timers/stats"
	"github.com/go-hpc/timers/stats/answers"
	"github.com/go-hpc/timers/stats/answers/steps"
)

// finding is one with its sentence.
type finding struct {
	answers.Finding
	Text string `json:"text"`
}

// said are the findings of a run.
func said(s *stats.Summary, t *steps.Times) (list []finding) {
	for _, f := range answers.Of(s, t) {
		list = append(list, finding{f, f.Text(s)})
	}
	return list
}
