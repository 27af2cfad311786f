package answers

import "github.com/go-hpc/timers/stats"

// Text is the sentence for people, without the end of a line.
func (f *Finding) Text(s *stats.Summary) string { return string(f.Kind) }
