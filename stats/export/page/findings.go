package page

import (
	"github.com/go-hpc/timers/stats/answers"
	"github.com/go-hpc/timers/stats/answers/steps"
)

// findingData is an answers.Finding in terms of the page, with its sentences.
type findingData struct {
	Kind     answers.Kind      `json:"kind"`
	Text     string            `json:"text"`
	Region   int               `json:"region"` // -1: none, or left out of the page
	Ranks    answers.Ranks     `json:"ranks"`
	Saves    float64           `json:"saves"`
	Waits    []int             `json:"waits"`
	Sure     answers.Certainty `json:"sure"`
	Since    *steps.Since      `json:"since,omitempty"`
	Evidence *answers.Evidence `json:"evidence,omitempty"`
}

// mostFindings is how many a page has.
const mostFindings = 50

// findings sets what was found, the most first, and returns all of it.
func (d *runData) findings(r *Run, to []int, t *steps.Times) (list []answers.Finding) {
	s := r.Summary
	list = answers.Now(s, t, r.Polling)
	for i := range list[:min(len(list), mostFindings)] {
		f := &list[i]
		out := findingData{Kind: f.Kind, Text: clean(f.Text(s)), Region: -1, Ranks: f.Ranks, Saves: finite(f.Saves), Waits: []int{}, Sure: f.Sure, Since: f.Since, Evidence: f.Evidence}
		if f.Region >= 0 {
			out.Region = to[f.Region]
		}
		for _, w := range f.Waits {
			if to[w] >= 0 {
				out.Waits = append(out.Waits, to[w])
			}
		}
		if f.Evidence != nil { // it is looked for among the page's
			e := *f.Evidence
			e.Region = clean(e.Region)
			out.Evidence = &e
		}
		d.Findings = append(d.Findings, out)
	}
	return list
}

// hideSteps leaves of what shows findings only the ranks.
func (d *runData) hideSteps() {
	for i := range d.Findings {
		if e := d.Findings[i].Evidence; e != nil {
			d.Findings[i].Evidence = &answers.Evidence{Rank: e.Rank, Track: e.Track}
		}
	}
}
